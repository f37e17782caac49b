"""A combat or a fire, described by its units and a few ticks; the address holds it all."""

import re
from typing import Any

from django import forms

from rosters.fields import WholeNumberField
from rosters.rules.catalogue import catalogue

COMBAT_TICKS = {
    "flanked": "the defender is contacted in flank or rear, or has an enemy behind it",
    "town": "the defender holds a town block",
    "obstacle": "the defender is behind an obstacle, or at the end of a bridge",
    "one_hindered": "the obstacle is before one of two attackers alone",
    "higher": "the defender stands higher",
    "rough": "the defender is in rough ground",
    "undeployed": "guns, engineers or a train are on a bridge, or on a road through rough ground",
    "soft": "the ground is soft",
    "attackers_flanked": "an enemy is behind the attackers",
    "attackers_higher": "the attackers stand higher",
    "attackers_rough": "attacking cavalry is in rough ground",
}
FIRE_TICKS = {
    "flanked": "the battery is not to the target's front",
    "soft": "the ground is soft",
    "elevation": "battery and target stand on different elevations",
}
PLACES = (("first", "Attacker"), ("second", "Second attacker"), ("defender", "Defender"))
COVERS = (("none", "none"), ("soft", "soft"), ("hard", "hard"))
_PLACE = re.compile(r"(?:attackers\[([01])\]|(defender)|situation)\.?(\w*): ")


class OddsForm(forms.Form):
    """The units of a combat or a fire and what else counts."""

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.ticks = COMBAT_TICKS if kind == "combat" else FIRE_TICKS
        for place in self._places():
            self.fields |= _unit_fields(place, kind)
        for key, label in self.ticks.items():
            self.fields[key] = forms.BooleanField(required=False, label=label[:1].upper() + label[1:])
        if kind == "fire":
            self.fields["cover"] = forms.ChoiceField(choices=COVERS, required=False, label="Cover of the target")

    def _places(self) -> list[str]:
        return [place for place, _ in PLACES if self.kind == "combat" or place != "second"]

    def places(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The units' fields under their headings, for the template."""
        words = dict(PLACES) if self.kind == "combat" else {"first": "Battery", "defender": "Target"}
        parts = ("type", "strength", "guard")
        return [(words[place], [self[f"{place}_{part}"] for part in parts]) for place in self._places()]

    def circumstances(self) -> list[forms.BoundField]:
        """The ticks, for the template."""
        return [self[key] for key in (*self.ticks, *(["cover"] if self.kind == "fire" else []))]

    def question(self) -> dict[str, Any]:
        """The question in the format of `odds`."""
        given = self.cleaned_data
        situation = {key: given[key] for key in self.ticks}
        if self.kind == "fire":
            situation["cover"] = given["cover"] or "none"
        attackers = [self._unit(place) for place in self._places()[:-1] if given[f"{place}_type"]]
        return {"kind": self.kind, "attackers": attackers, "defender": self._unit("defender"), "situation": situation}

    def _unit(self, place: str) -> dict[str, Any]:
        given = {part: self.cleaned_data[f"{place}_{part}"] for part in ("type", "strength", "guard")}
        return {part: value for part, value in given.items() if value not in ("", None)}

    def refuse(self, sentence: str) -> None:
        """Put a refusal beside the field that it names."""
        found = _PLACE.match(sentence)
        if found is None:
            self.add_error(None, sentence)
            return
        place = found[2] or (("first", "second")[int(found[1])] if found[1] else "")
        field = f"{place}_{found[3]}" if place else found[3]
        rest = sentence[found.end() :]
        self.add_error(field if field in self.fields else None, rest[:1].upper() + rest[1:])


def _unit_fields(place: str, kind: str) -> dict[str, forms.Field]:
    """REC-1 A unit: its type, its strength and whether it is Guard."""
    arms = ("art",) if kind == "fire" else ("foot", "cav")
    types = [(unit.key, unit.name) for unit in catalogue().unit_types.values()
             if place == "defender" or unit.arm in arms]  # fmt: skip
    choices = [("", "none"), *types] if place == "second" else types
    return {
        f"{place}_type": forms.ChoiceField(choices=choices, required=place != "second", label="Unit"),
        f"{place}_strength": WholeNumberField(
            least=1, most=6, required=False, label="Strength", help_text="empty: full"
        ),
        f"{place}_guard": forms.BooleanField(required=False, label="Guard"),
    }
