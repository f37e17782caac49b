"""Forms of combats and fires: first the setting, of which the odds are told, then the dice."""

from typing import Any

from django import forms

from battles.forms.companion.base import Group, NoteForm, choose, cost_field, side_choices
from battles.forms.odds import COMBAT_TICKS, COVERS, FIRE_TICKS
from battles.pages.odds import RESULTS

NONE = ("", "none")
BY_DICE = ("", "by the dice")


class FightForm(NoteForm):
    """What a combat and a fire have in common: who, what else counts, and then dice or a result."""

    ticks: dict[str, str] = {}
    results: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    price = 0

    def build(self) -> None:
        self.add_units()
        for key, label in self.ticks.items():
            said = key == "soft" and self.screen.ground == "soft"
            self.fields[key] = forms.BooleanField(required=False, label=label[:1].upper() + label[1:], initial=said)
        self.add_more()
        self.fields["cost"] = cost_field(self.price)
        self.fields["cost"].required = False
        self.fields["beyond"] = forms.BooleanField(
            required=False, label="Whoever routs stands beyond its commander's radius"
        )
        choices = [BY_DICE, *((key, RESULTS[key]) for key in self.results)]
        self.fields["result"] = choose("Result", choices, required=False)

    def add_units(self) -> None:
        """The units that may be chosen: those who act, the side on turn first, and those whom it meets."""
        acting = [n for n in self.sides_acting() if side_choices(self.screen, [n], self.may_act)]
        actors = side_choices(self.screen, acting, self.may_act)
        targets = side_choices(self.screen, [1 - n for n in acting], lambda unit: unit.here)
        self.nothing = "" if actors and targets else self.nobody
        self.choose_units(actors, targets)

    nobody = ""

    def sides_acting(self) -> list[int]:
        """The sides in the order in which they are offered: the one on turn, else the writer's own, first."""
        first = self.screen.on_turn
        if first is None:
            first = next((side.number for side in self.screen.sides if side.own), 0)
        return [first, 1 - first]

    def may_act(self, unit: Any) -> bool:
        """May this unit attack, or fire?"""
        raise NotImplementedError

    def choose_units(self, actors: list[Group], targets: list[Group]) -> None:
        """The fields of the units."""
        raise NotImplementedError

    def add_more(self) -> None:
        """What else counts beside the ticks."""

    def setting(self) -> list[str]:
        """The fields that the odds need."""
        return [*self.units, *self.ticks]

    def unit_fields(self) -> list[forms.BoundField]:
        """The units."""
        return [self[name] for name in self.units]

    def tick_fields(self) -> list[forms.BoundField]:
        """What else counts."""
        return [self[name] for name in self.setting() if name not in self.units]

    @property
    def ticked(self) -> bool:
        """Is anything else said to count?"""
        return any(self[key].value() for key in self.ticks)

    def kept(self) -> list[Any]:
        """The setting once more, hidden in the form that fights it."""
        return [self[name].as_hidden(attrs={"id": f"kept-{name}"}) for name in self.setting()]

    def apply_fields(self) -> list[forms.BoundField]:
        """What the form that fights it asks."""
        return [self[name] for name in ("result", "cost", "beyond")]

    def needs_dice(self) -> bool:
        return not self.rolls and not self.cleaned_data.get("result")

    def situation(self) -> dict[str, Any]:
        """The ticks as the odds want them."""
        return {key: self.cleaned_data[key] for key in self.ticks}

    def question(self) -> dict[str, Any]:
        """Who fights whom, for the odds."""
        raise NotImplementedError

    def routing(self) -> list[str]:
        """The units that might rout."""
        raise NotImplementedError

    def said(self) -> dict[str, Any]:
        data = self.cleaned_data
        more = {"result": data["result"]} if data["result"] and not self.rolls else {}
        beyond = self.routing() if data["beyond"] else []
        return self.question() | {"cost": data["cost"] or 0, "beyond": beyond} | more


class CombatForm(FightForm):
    """One or two attackers and their defender."""

    kind, title, label = "combat", "Combat", "Apply"
    ticks, units = COMBAT_TICKS, ("first", "second", "defender")
    die_labels = ("Attackers' d10", "Defender's d10")
    results = ("rout", "defender_hit", "attacker_hit", "attacker_two_hits")

    nobody = "No infantry or cavalry stands on the table that could attack an enemy."

    def may_act(self, unit: Any) -> bool:
        return unit.here and unit.arm in ("foot", "cav")

    def choose_units(self, actors: list[Group], targets: list[Group]) -> None:
        self.fields["first"] = choose("Attacker", actors)
        self.fields["second"] = choose("Second attacker", [NONE, *actors], required=False)
        self.fields["defender"] = choose("Defender", targets)

    def question(self) -> dict[str, Any]:
        attackers = [self.cleaned_data[key] for key in ("first", "second") if self.cleaned_data[key]]
        return {"attackers": attackers, "defender": self.cleaned_data["defender"], "situation": self.situation()}

    def routing(self) -> list[str]:
        asked = self.question()
        return [*asked["attackers"], asked["defender"]]


class FireForm(FightForm):
    """A battery and its target."""

    kind, title, label = "fire", "Fire", "Apply"
    ticks, units = FIRE_TICKS, ("firer", "target")
    price = 1
    die_labels = ("Battery's d10", "Target's d10")
    results = ("nothing", "one_hit", "two_hits")

    nobody = "No guns stand on the table that could fire at an enemy now: a battery fires in its own side's turn."

    def sides_acting(self) -> list[int]:
        """REC-6 In a turn the side that is on turn; the other one by Presence of Mind."""
        sides = super().sides_acting()
        if self.screen.on_turn is None or self.screen.sides[sides[1]].stratagem_used:
            return sides
        return sides[:1]

    def may_act(self, unit: Any) -> bool:
        return unit.here and unit.arm == "art"

    def choose_units(self, actors: list[Group], targets: list[Group]) -> None:
        self.fields["firer"] = choose("Battery", actors)
        self.fields["target"] = choose("Target", targets)

    def add_more(self) -> None:
        self.fields["cover"] = choose("Cover of the target", COVERS, required=False)

    def setting(self) -> list[str]:
        return [*super().setting(), "cover"]

    def question(self) -> dict[str, Any]:
        data = self.cleaned_data
        situation = self.situation() | {"cover": data["cover"] or "none"}
        return {"firer": data["firer"], "target": data["target"], "situation": situation}

    def routing(self) -> list[str]:
        return [self.cleaned_data["target"]]


class HitsForm(NoteForm):
    """Who of two attackers takes the hits."""

    kind, title, label = "hits", "Who takes the hits?", "So be it"

    def build(self) -> None:
        (hits,) = self.screen.pending_hits
        names = {unit.id: unit.name for unit in self.screen.units}
        one, two = (names[key] for key in self.screen.pending_units)
        shared = [("1", f"one each: {one} and {two}")] if hits == 2 else []
        choices = [(str(hits), f"all on {one}"), *shared, ("0", f"all on {two}")]
        self.fields["on_first"] = forms.TypedChoiceField(
            coerce=int, choices=choices, label="Hits", widget=forms.RadioSelect
        )

    def said(self) -> dict[str, Any]:
        return {"on_first": self.cleaned_data["on_first"]}
