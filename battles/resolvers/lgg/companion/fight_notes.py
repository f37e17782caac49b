"""The notes of combats and fires, described: first the setting, on which the odds depend, then the dice."""

from collections.abc import Mapping
from typing import Any

from battles.resolvers.contract.described import (
    FOLDED,
    LAST,
    RADIO,
    Asking,
    Die,
    Group,
    NoteDescription,
    NoteField,
    tick,
)
from battles.resolvers.contract.manifest import OddsQuestion
from battles.resolvers.lgg.companion.screen import Screen, UnitSeen
from battles.resolvers.lgg.companion.unit_notes import NONE, May, cost_field, side_choices
from battles.resolvers.lgg.phrases import ODDS
from battles.resolvers.lgg.sums.odds_file import QUESTIONS

BY_DICE = ("", "by the dice")
COMBAT, FIRE = QUESTIONS
ASKING = Asking("Show the odds", then="Fight it", folded="What else counts", live=True)
COMBAT_RESULTS = ("rout", "defender_hit", "attacker_hit", "attacker_two_hits")
FIRE_RESULTS = ("nothing", "one_hit", "two_hits")
NO_ATTACKER = "No infantry or cavalry stands on the table that could attack an enemy."
NO_BATTERY = "No guns stand on the table that could fire at an enemy now: a battery fires in its own side's turn."


def combat(screen: Screen, _side: int) -> NoteDescription:
    """LGG-10.0 One or two attackers and their defender."""
    attackers, targets = _sides(screen, _sides_acting(screen), lambda unit: unit.here and unit.arm in ("foot", "cav"))
    units = (
        NoteField("first", "Attacker", choices=attackers, places=("attackers", "attackers[0]")),
        NoteField("second", "Second attacker", choices=(NONE, *attackers), required=False, places=("attackers[1]",)),
        NoteField("defender", "Defender", choices=targets),
    )
    fields = (*units, *_ticks(screen, COMBAT), *_last(COMBAT_RESULTS, 0))
    dice = (Die(10, "Attackers' d10"), Die(10, "Defender's d10"))
    nothing = "" if attackers and targets else NO_ATTACKER
    return NoteDescription("combat", "Combat", "Apply", fields, dice, nothing=nothing, asking=ASKING, shape=_combat)


def contact(screen: Screen, _side: int) -> NoteDescription:
    """LGG-9.0-a Two units are locked until their combat, or come apart."""
    attackers, targets = _sides(screen, _sides_acting(screen), lambda unit: unit.here and unit.arm in ("foot", "cav"))
    fields = (
        NoteField("first", "Attacker", choices=attackers, places=("attackers", "attackers[0]")),
        NoteField("defender", "Defender", choices=targets), tick("apart", "They come apart: one withdraws"),
    )  # fmt: skip
    nothing = "" if attackers and targets else NO_ATTACKER
    return NoteDescription("contact", "Contact", "Note it", fields, nothing=nothing, shape=_contact)


def _contact(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"attackers": [values["first"]], "defender": values["defender"], "apart": bool(values["apart"])}


def fire(screen: Screen, _side: int) -> NoteDescription:
    """LGG-13.0 A battery and its target."""
    batteries, targets = _sides(screen, _sides_firing(screen), lambda unit: unit.here and unit.arm == "art")
    key, label, choices = FIRE.choices[0]
    fields = (
        NoteField("firer", "Battery", choices=batteries), NoteField("target", "Target", choices=targets),
        *_ticks(screen, FIRE), NoteField(key, label, choices=choices, required=False, part=FOLDED),
        *_last(FIRE_RESULTS, 1),
    )  # fmt: skip
    dice = (Die(10, "Battery's d10"), Die(10, "Target's d10"))
    nothing = "" if batteries and targets else NO_BATTERY
    return NoteDescription("fire", "Fire", "Apply", fields, dice, nothing=nothing, asking=ASKING, shape=_fire)


def hits(screen: Screen, _side: int) -> NoteDescription:
    """LGG-10.0-f Who of two attackers takes the hits."""
    (count,) = screen.pending_hits
    names = {unit.id: unit.name for unit in screen.units}
    one, two = (names[key] for key in screen.pending_units)
    shared = [("1", f"one each: {one} and {two}")] if count == 2 else []
    choices = ((str(count), f"all on {one}"), *shared, ("0", f"all on {two}"))
    field = NoteField("on_first", "Hits", RADIO, choices)
    return NoteDescription("hits", "Who takes the hits?", "Assign the hits", (field,), shape=_hits)


def combat_asked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Put the attackers and their defender into a question about odds."""
    attackers = [values[key] for key in ("first", "second") if values[key]]
    return {"attackers": attackers, "defender": values["defender"], "situation": _situation(values, COMBAT)}


def fire_asked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Put the battery and its target into a question about odds."""
    situation = _situation(values, FIRE) | {"cover": values["cover"] or "none"}
    return {"firer": values["firer"], "target": values["target"], "situation": situation}


def _sides_acting(screen: Screen) -> list[int]:
    """Return the sides in the order in which they are offered: the one on turn, else the writer's own, first."""
    first = screen.on_turn
    if first is None:
        first = next((side.number for side in screen.sides if side.own), 0)
    return [first, 1 - first]


def _sides_firing(screen: Screen) -> list[int]:
    """REC-6 In a turn the side that is on turn; the other one by Presence of Mind."""
    sides = _sides_acting(screen)
    if screen.on_turn is None or screen.sides[sides[1]].stratagem_used:
        return sides
    return sides[:1]


def _sides(screen: Screen, numbers: list[int], may: May) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Return the units that may act, and those that they may meet."""
    acting = [n for n in numbers if side_choices(screen, [n], may)]
    return side_choices(screen, acting, may), side_choices(screen, [1 - n for n in acting], _is_here)


def _is_here(unit: UnitSeen) -> bool:
    return unit.here


def _ticks(screen: Screen, question: OddsQuestion) -> list[NoteField]:
    soft = screen.ground == "soft"
    return [tick(key, label[:1].upper() + label[1:], initial=key == "soft" and soft, part=FOLDED)
            for key, label in question.ticks]  # fmt: skip


def _last(results: tuple[str, ...], cost: int) -> tuple[NoteField, ...]:
    """Make the fields beside the dice: a result in their place, the price, and units that are far off."""
    choices = (BY_DICE, *((key, ODDS[key]) for key in results))
    return (
        NoteField("result", "Result", choices=choices, required=False, part=LAST, instead=True),
        cost_field(cost, required=False),
        tick("beyond", "A routed unit is beyond its commander's radius", part=LAST),
    )


def _situation(values: Mapping[str, Any], question: OddsQuestion) -> dict[str, Any]:
    return {key: values[key] for key, _ in question.ticks}


def _combat(values: Mapping[str, Any]) -> dict[str, Any]:
    asked = combat_asked(values)
    return asked | _outcome(values, [*asked["attackers"], asked["defender"]])


def _fire(values: Mapping[str, Any]) -> dict[str, Any]:
    return fire_asked(values) | _outcome(values, [values["target"]])


def _outcome(values: Mapping[str, Any], routing: list[str]) -> dict[str, Any]:
    """Return the cost, which of the units that might rout are far off, and the result where no dice decide."""
    more = {"result": values["result"]} if values.get("result") else {}
    return {"cost": values["cost"] or 0, "beyond": routing if values["beyond"] else []} | more


def _hits(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"on_first": int(values["on_first"])}
