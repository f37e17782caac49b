"""The form into which the result of a battle on the table is typed: one row a unit, in strength points."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from battles.pack.spreadsheet import harmless
from battles.resolvers.battle_file import BattleFile
from battles.resolvers.place import shorten
from battles.resolvers.sides import BattleSide, BattleUnit
from battles.resolvers.typed import LEADER_FATES
from battles.resolvers.typed_end import days_of
from rosters.fields import WholeNumberField
from rosters.rules.catalogue import Catalogue
from rosters.rules.refusal import Refusal

FATES = (
    ("stands", "on the table"),
    ("rallyable", "routed: Rallyable box"),
    ("nonrallyable", "routed: Non-Rallyable box"),
    ("destroyed", "destroyed"),
    ("exited", "left by the table edge"),
)
STAGES = (
    ("before", "before the evening: the program rolls pursuit, recovery and rally"),
    ("after", "after the evening: the strengths are final, and a unit still in a box is lost"),
)
STAGE_HELP = "The evening is pursuit, recovery and rally (LGG-15.2 to 15.5): did you play it on the table?"
STAGE_UNSAID = "The paper ends: choose whether it ends before the evening or after it."
STAYED_UNSAID = "{side}: choose whether it stayed on the field or left it."
STAYED = (("yes", "stayed on the field"), ("no", "left the field"))
ONE_OF_AN_ARMY = re.compile(r"\d+-(leader-\d+|(?P<unit>.*)-(strength|fate))\Z", re.DOTALL)
CSV_HEAD = ("unit", "strength", "fate")


@dataclass(frozen=True)
class UnitRow:
    """One unit of the form: what it went in with, and its two fields."""

    id: str
    name: str
    type_name: str
    most: int
    strength: forms.BoundField
    fate: forms.BoundField


class ArmyForm(forms.Form):
    """The units and generals of one side, or of one of its parties; field names begin with the side's number.

    ``roles`` are the places of the generals that are asked for: 0 commands, then come the wings.
    """

    def __init__(
        self, *args: Any, side: BattleSide, number: int, known: Catalogue, roles: Sequence[int] | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.side, self.number, self.known = side, number, known
        self.roles = range(1 + len(side.wings)) if roles is None else roles
        for unit in side.units:
            self.fields[f"{number}-{unit.id}-strength"] = _strength(unit)
            self.fields[f"{number}-{unit.id}-fate"] = forms.ChoiceField(
                label=f"{unit.name or unit.id}: where", choices=FATES, widget=_select()
            )
        for role in self.roles:
            leader = (side.commander, *side.wings)[role]
            self.fields[f"{number}-leader-{role}"] = forms.ChoiceField(
                label=leader.name, choices=[(fate, fate) for fate in LEADER_FATES], widget=_select()
            )

    def rows(self) -> Iterator[UnitRow]:
        """The units in the order of the battle file."""
        for unit in self.side.units:
            yield UnitRow(
                id=unit.id, name=unit.name or unit.id, type_name=self.known.unit_types[unit.type].name,
                most=unit.strength, strength=self[f"{self.number}-{unit.id}-strength"],
                fate=self[f"{self.number}-{unit.id}-fate"],
            )  # fmt: skip

    def leaders(self) -> list[forms.BoundField]:
        """The fields of the generals."""
        return [self[f"{self.number}-leader-{role}"] for role in self.roles]

    def check_own(self, sent: Iterable[str]) -> None:
        """Refuse a field that was sent for a unit or general who is not this form's; nothing tells whose he is."""
        for name in sent:
            one = None if name in self.fields else ONE_OF_AN_ARMY.match(name)
            if one is not None and one["unit"] is not None:
                raise Refusal(f"{shorten(one['unit'])} is no unit of yours; take the rows of your own units.")
            if one is not None:
                raise Refusal(f"{shorten(name)} is no general of yours; take the rows of your own generals.")

    def units_typed(self) -> dict[str, dict[str, Any]]:
        """What was typed, by unit; one that is not on the table any more keeps nothing."""
        data, made = self.cleaned_data, {}
        for unit in self.side.units:
            fate = data[f"{self.number}-{unit.id}-fate"]
            strength = data[f"{self.number}-{unit.id}-strength"] if fate in ("stands", "exited") else 0
            made[unit.id] = {"strength": strength, "fate": fate}
        return made

    def leaders_typed(self) -> list[str | None]:
        """The fates of the generals by their places; None for those of others."""
        last = max(self.roles, default=-1)
        return [self.cleaned_data.get(f"{self.number}-leader-{role}") for role in range(1 + last)]


def _select() -> forms.Select:
    return forms.Select(attrs={"class": "form-select"})


def _strength(unit: BattleUnit) -> WholeNumberField:
    name = unit.name or unit.id
    above = f"{name}: it went into the battle with {unit.strength}; type 0 to {unit.strength}."
    field = WholeNumberField(
        label=f"{name}: strength left",
        least=0,
        most=unit.strength,
        error_messages={"invalid": above, "required": above},
    )
    field.widget.attrs |= {"class": "form-control stepper-input"}
    return field


class SharedForm(forms.Form):
    """What both sides say alike: where the paper ended, how many days, who stayed.

    Nothing of it is chosen beforehand; a ``draft`` may leave open where the paper ended and who stayed.
    """

    stage = forms.ChoiceField(
        label="The paper ends", choices=STAGES, widget=forms.RadioSelect, help_text=STAGE_HELP,
        error_messages={"required": STAGE_UNSAID},
    )  # fmt: skip

    def __init__(self, *args: Any, file: BattleFile, draft: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"] = _days(file)
        for number, side in enumerate(file.sides):
            self.fields[f"stayed-{number}"] = _stayed(side)
        for name in ("stage", "stayed-0", "stayed-1"):
            self.fields[name].required = not draft

    def stage_said(self) -> str | None:
        """Where the paper ended; None where a draft leaves it open."""
        return self.cleaned_data["stage"] or None

    def stayed(self) -> list[bool | None]:
        """Which sides stayed on the field; None where a draft leaves it open."""
        said = (self.cleaned_data[f"stayed-{number}"] for number in (0, 1))
        return [one == "yes" if one else None for one in said]


def _days(file: BattleFile) -> WholeNumberField:
    bounds = days_of(file)
    return WholeNumberField(
        label="Days fought", least=1, most=file.options.max_days, error_messages={"required": bounds, "invalid": bounds}
    )


def _stayed(side: BattleSide) -> forms.ChoiceField:
    unsaid = STAYED_UNSAID.format(side=side.name)
    return forms.ChoiceField(
        label=side.name, choices=STAYED, widget=forms.RadioSelect, error_messages={"required": unsaid}
    )


class FoeForm(forms.Form):
    """What one side counted of its enemy."""

    foe_left = WholeNumberField(
        label="Enemy strength left, as you counted it", least=0, most=9999, required=False,
        help_text="in strength points, without units in a box; may stay empty",
    )  # fmt: skip


def shared_initial(values: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's values as the shared form shows them; what nobody has said is left out."""
    told = {f"stayed-{n}": "yes" if stays else "no" for n, stays in enumerate(values["stayed"]) if stays is not None}
    if values["stage"]:
        told["stage"] = values["stage"]
    return {"days": values["days"], **told}


def army_initial(
    number: int, units: Mapping[str, Mapping[str, Any]], leaders: Sequence[str | None]
) -> dict[str, Any]:
    """A side's units and generals as its form shows them; generals of whom nothing is told are left out."""
    made: dict[str, Any] = {f"{number}-leader-{role}": fate for role, fate in enumerate(leaders) if fate}
    for key, unit in units.items():
        made |= {f"{number}-{key}-strength": unit["strength"], f"{number}-{key}-fate": unit["fate"]}
    return made


def result_csv(side: BattleSide, units: Mapping[str, Mapping[str, Any]]) -> str:
    """The units of a side as a table to be filled in: unit, strength, fate."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow((*CSV_HEAD, "name"))
    for unit in side.units:
        writer.writerow((unit.id, units[unit.id]["strength"], units[unit.id]["fate"], harmless(unit.name)))
    return out.getvalue()


def read_result_csv(text: str, side: BattleSide) -> dict[str, dict[str, Any]]:
    """The units of a filled-in table, its columns parted by commas or semicolons; Refusal names the line."""
    known = {unit.id for unit in side.units}
    parted = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=parted)
    if missing := [head for head in CSV_HEAD if head not in (reader.fieldnames or [])]:
        raise Refusal(f"Line 1: the column {missing[0]} is missing; the first line is {','.join(CSV_HEAD)}.")
    made: dict[str, dict[str, Any]] = {}
    for line, row in enumerate(_rows(reader), 2):
        unit, strength, fate = ((row.get(head) or "").strip() for head in CSV_HEAD)
        if unit not in known or unit in made:
            why = "stands there twice" if unit in made else f"is no unit of {side.name}"
            raise Refusal(f"Line {line}: {unit[:40] or 'an empty name'} {why}; take the units of the battle pack.")
        if not (strength.isascii() and strength.isdigit() and len(strength) < 3):
            raise Refusal(f"Line {line}: the strength of {unit} is no whole number.")
        if fate and fate not in dict(FATES):
            raise Refusal(f"Line {line}: the fate of {unit} is one of {', '.join(dict(FATES))}.")
        made[unit] = {"strength": int(strength), "fate": fate or "stands"}
    if absent := sorted(known - set(made)):
        raise Refusal(f"{absent[0]} is missing from the table; every unit has a line.")
    return made


def _rows(reader: "csv.DictReader[str]") -> Iterator[dict[str, Any]]:
    """The lines of a table; Refusal where one is no CSV."""
    try:
        yield from reader
    except csv.Error as error:
        raise Refusal(f"Line {reader.line_num}: this is not CSV ({error}).") from error
