"""The form into which the result of a battle on the table is typed: one row a unit, in the terms of its rules."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from base.pages.forms import PlainForm
from base.place import shorten
from base.refusal import Refusal
from base.spreadsheets import rows_of
from battles.pack.spreadsheet import without_formula
from battles.resolvers.contract.manifest import UnitPaper
from battles.resolvers.contract.registry import papers
from battles.resolvers.journal.phrases import STRENGTH
from battles.resolvers.replay.typed_will import check_will, fates_now, will_of_file
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide, BattleUnit
from battles.resolvers.values.typed import FATE_LABELS, LEADER_FATES, days_of
from rosters.rules.catalogue import Catalogue

STAGES = (
    ("before", "before the evening: the program rolls pursuit, recovery and rally"),
    ("after", "after the evening: the strengths are final, and a unit still in a box is lost"),
)
STAGE_HELP = "The evening is pursuit, recovery and rally (LGG-15.2 to 15.5): did you play it on the table?"
STAGE_MISSING = "These figures are from: choose before the evening or after it."
STAYED_MISSING = "{side}: choose whether it stayed on the field or left it."
STAYED = (("yes", "stayed on the field"), ("no", "left the field"))
BROKE_TOO = ("broke", "broke and left the field, with too many of its units broken at the end of a round (HR-26)")
ENDED = "Both sides stayed, and the battle ended there although days were left"
ONE_OF_AN_ARMY = re.compile(r"\d+-(leader-\d+|(?P<unit>.*)-(strength|fate))\Z", re.DOTALL)
CSV_HEAD = ("unit", "strength", "fate")


@dataclass(frozen=True)
class UnitRow:
    """One unit of the form: what it went in with, and its two fields."""

    id: str
    name: str
    type_name: str
    most: int
    came: str
    steps: str
    strength: forms.BoundField
    fate: forms.BoundField


@dataclass(frozen=True)
class Terms:
    """In what units are counted on a form: hits, figures or steps of a rule system by unit, or strength points.

    What is typed in a system's own terms is kept in strength points, converted by the system's own table (COM-06).
    """

    papers: Mapping[str, UnitPaper]
    one: str
    many: str

    def came(self, unit: BattleUnit) -> int:
        """With how much a unit came."""
        return self.papers[unit.id].came if unit.id in self.papers else unit.strength

    def came_words(self, unit: BattleUnit) -> str:
        """`4`, or `3 hits (4 strength points)`."""
        if unit.id not in self.papers:
            return str(unit.strength)
        came = self.came(unit)
        return f"{came} {self.one if came == 1 else self.many} ({unit.strength} strength)"

    def steps_words(self, unit: BattleUnit) -> str:
        """`72–63 = 4, 62–1 = 3, 0 = 0 strength`; empty where strength points are typed."""
        return f"{', '.join(self.papers[unit.id].spans)} strength" if unit.id in self.papers else ""

    def left_word(self, unit: BattleUnit) -> str:
        """Return the word for what a unit has left: `strength`, `hits`."""
        return self.many if unit.id in self.papers else "strength"

    def strength(self, unit: BattleUnit, left: int) -> int:
        """Return the strength points that so much left comes to."""
        return self.papers[unit.id].steps[left] if unit.id in self.papers else left

    def of_initial(self, values: Mapping[str, Any], number: int) -> dict[str, Any]:
        """Return a form's first values, strength points turned into the system's terms."""
        made = dict(values)
        for key, paper in self.papers.items():
            field = f"{number}-{key}-strength"
            if field in made:
                made[field] = paper.left_of(made[field])
        return made


def terms_of(file: BattleFile, number: int) -> Terms:
    """Return the terms in which a side's units are counted under the rules of their battle."""
    door = papers(file.rules)
    if door is None or door.LOSS == STRENGTH or file.field is None:
        return Terms({}, *STRENGTH)
    return Terms(door.unit_papers(file, number), *door.LOSS)


class ArmyForm(PlainForm):
    """The units and generals of one side, or of one of its parties; field names begin with the side's number.

    ``roles`` are the places of the generals that are asked for: 0 commands, then come the wings.
    """

    def __init__(
        self, *args: Any, side: BattleSide, number: int, known: Catalogue, roles: Sequence[int] | None = None,
        terms: Terms | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.side, self.number, self.known = side, number, known
        self.terms = terms or Terms({}, *STRENGTH)
        self.initial = self.terms.of_initial(self.initial, number)
        self.roles = range(1 + len(side.wings)) if roles is None else roles
        for unit in side.units:
            self.fields[f"{number}-{unit.id}-strength"] = _strength(unit, self.terms)
            self.fields[f"{number}-{unit.id}-fate"] = forms.ChoiceField(
                label=f"{unit.name or unit.id}: where", choices=FATE_LABELS, widget=_select(),
                error_messages={"required": f"{unit.name or unit.id}: choose where it is."},
            )  # fmt: skip
        for role in self.roles:
            leader = (side.commander, *side.wings)[role]
            self.fields[f"{number}-leader-{role}"] = forms.ChoiceField(
                label=leader.name, choices=[(fate, fate) for fate in LEADER_FATES], widget=_select(),
                error_messages={"required": f"{leader.name}: choose what became of him."},
            )  # fmt: skip

    def rows(self) -> Iterator[UnitRow]:
        """Yield the units in the order of the battle file."""
        for unit in self.side.units:
            yield UnitRow(
                id=unit.id, name=unit.name or unit.id, type_name=self.known.unit_types[unit.type].name,
                most=self.terms.came(unit), came=self.terms.came_words(unit), steps=self.terms.steps_words(unit),
                strength=self[f"{self.number}-{unit.id}-strength"],
                fate=self[f"{self.number}-{unit.id}-fate"],
            )  # fmt: skip

    def leaders(self) -> list[forms.BoundField]:
        """Return the fields of the generals."""
        return [self[f"{self.number}-leader-{role}"] for role in self.roles]

    def check_own(self, sent: Iterable[str]) -> None:
        """Refuse a field for a unit or general who is not this form's, without showing whose it is."""
        for name in sent:
            one = None if name in self.fields else ONE_OF_AN_ARMY.match(name)
            if one is not None and one["unit"] is not None:
                raise Refusal(f"{shorten(one['unit'])} is no unit of yours; take the rows of your own units.")
            if one is not None:
                raise Refusal(f"{shorten(name)} is no general of yours; take the rows of your own generals.")

    def units_typed(self) -> dict[str, dict[str, Any]]:
        """Return what was typed, by unit; a unit that has left the table keeps nothing."""
        data, made = self.cleaned_data, {}
        for unit in self.side.units:
            fate = data[f"{self.number}-{unit.id}-fate"]
            left = data[f"{self.number}-{unit.id}-strength"]
            strength = self.terms.strength(unit, left) if fate in ("stands", "exited") else 0
            made[unit.id] = {"strength": strength, "fate": fate}
        return made

    def leaders_typed(self) -> list[str | None]:
        """Return the fates of the generals by their places; None for those of others."""
        last = max(self.roles, default=-1)
        return [self.cleaned_data.get(f"{self.number}-leader-{role}") for role in range(1 + last)]


def _select() -> forms.Select:
    return forms.Select(attrs={"class": "form-select"})


def _strength(unit: BattleUnit, terms: Terms) -> WholeNumberField:
    name, came = unit.name or unit.id, terms.came(unit)
    above = f"{name}: it went into the battle with {came}; type 0 to {came}."
    field = WholeNumberField(
        label=f"{name}: {terms.left_word(unit)} left",
        least=0,
        most=came,
        error_messages={"invalid": above, "required": above},
    )
    field.widget.attrs |= {"class": "form-control stepper-input"}
    return field


class SharedForm(PlainForm):
    """Enter what both sides agree on: where the record on paper ended, how many days, which side stayed.

    Nothing of it is chosen beforehand; a ``draft`` may leave open where the paper ended and who stayed.
    """

    stage = forms.ChoiceField(
        label="These figures are from", choices=STAGES, widget=forms.RadioSelect, help_text=STAGE_HELP,
        error_messages={"required": STAGE_MISSING},
    )  # fmt: skip

    def __init__(self, *args: Any, file: BattleFile, draft: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"] = _days(file)
        for number, side in enumerate(file.sides):
            self.fields[f"stayed-{number}"] = _stayed(side, will_of_file(file) is not None)
        for name in ("stage", "stayed-0", "stayed-1"):
            self.fields[name].required = not draft
        self.file, self.draft = file, draft
        if file.options.max_days > 1:
            self.fields["ended"] = forms.BooleanField(label=ENDED, required=False)

    def clean(self) -> None:
        """Ask where both sides stayed and days are left: a battle goes on then."""
        answers, days = (self.cleaned_data.get(f"stayed-{n}") for n in (0, 1)), self.cleaned_data.get("days")
        left = self.file.options.max_days - days if days else 0
        if not self.draft and left > 0 and set(answers) == {"yes"} and not self.cleaned_data.get("ended"):
            are = f"{left} day{'' if left == 1 else 's'} {'is' if left == 1 else 'are'} left"
            self.add_error(
                "ended", f"Both sides stayed and {are}: play on, mark who left, or tick that the battle ended there."
            )

    def stage_chosen(self) -> str | None:
        """Return where the record on paper ended; None where a draft leaves it open."""
        return self.cleaned_data["stage"] or None

    def stayed(self) -> list[bool | None]:
        """Return the sides that stayed on the field; None where a draft leaves it open."""
        return [one == "yes" if one else None for one in self.answers()]

    def answers(self) -> list[str]:
        """Return for each side whether it stayed, left or broke; empty where a draft leaves it open."""
        return [self.cleaned_data[f"stayed-{number}"] for number in (0, 1)]


def _days(file: BattleFile) -> WholeNumberField:
    bounds = days_of(file)
    return WholeNumberField(
        label="Days fought", least=1, most=file.options.max_days, error_messages={"required": bounds, "invalid": bounds}
    )


def _stayed(side: BattleSide, may_break: bool) -> forms.ChoiceField:
    choices = (*STAYED, BROKE_TOO) if may_break else STAYED
    missing = STAYED_MISSING.format(side=side.name)
    return forms.ChoiceField(
        label=side.name, choices=choices, widget=forms.RadioSelect, error_messages={"required": missing}
    )


class FoeForm(PlainForm):
    """Enter what one side counted of its enemy."""

    foe_left = WholeNumberField(
        label="Enemy strength left, as you counted it", least=0, most=9999, required=False,
        help_text="in strength points, without units in a box; may stay empty",
    )  # fmt: skip


def check_stayed(file: BattleFile, number: int, shared: SharedForm, units: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse a side that stayed on the field with nobody left on it, or whose will is not that of its units."""
    answer = shared.answers()[number]
    if shared.stage_chosen() == "before":
        check_will(file, number, answer, units)
    if answer == "yes" and not any(unit["fate"] == "stands" and unit["strength"] for unit in units.values()):
        name = file.sides[number].name
        raise Refusal(f"{name}: it has no unit left on the field; mark that it left, or correct its units.")


def check_known(forms_of_page: Iterable[forms.BaseForm], sent: Iterable[str], besides: Iterable[str]) -> None:
    """Refuse a field that no form of a page has, as an old page or a slip in a script sends it."""
    known = {name for form in forms_of_page for name in form.fields} | set(besides)
    strange = next((name for name in sent if name not in known), None)
    if strange is not None:
        raise Refusal(f"{shorten(strange)}: this form has no such field; load the page again, then send it.")


def shared_initial(values: Mapping[str, Any], *broke: int) -> dict[str, Any]:
    """Return an entry's values as the shared form shows them; fields that nobody has answered are left out.

    ``broke`` are the sides that left because they were broken.
    """
    initial = {f"stayed-{n}": "yes" if stays else "no" for n, stays in enumerate(values["stayed"]) if stays is not None}
    initial |= {f"stayed-{n}": "broke" for n in broke if initial.get(f"stayed-{n}") == "no"}
    if values["stage"]:
        initial["stage"] = values["stage"]
    return {"days": values["days"], **initial}


def broken_army(file: BattleFile, number: int, values: Mapping[str, Any]) -> tuple[int, ...]:
    """HR-26 Return a side whose units, as typed before the evening, are too many broken ones to stay; else nothing."""
    will = will_of_file(file)
    if will is None or values["stage"] != "before":
        return ()
    broken, _, most = fates_now(file, number, values["units"])
    return (number,) if broken >= will.enough(most) else ()


def army_initial(number: int, units: Mapping[str, Mapping[str, Any]], leaders: Sequence[str | None]) -> dict[str, Any]:
    """Return a side's units and generals as its form shows them; generals without an entry are left out."""
    made: dict[str, Any] = {f"{number}-leader-{role}": fate for role, fate in enumerate(leaders) if fate}
    for key, unit in units.items():
        made |= {f"{number}-{key}-strength": unit["strength"], f"{number}-{key}-fate": unit["fate"]}
    return made


def result_csv(side: BattleSide, units: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the units of a side as a table to be filled in: unit, strength, fate."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow((*CSV_HEAD, "name"))
    for unit in side.units:
        writer.writerow((unit.id, units[unit.id]["strength"], units[unit.id]["fate"], without_formula(unit.name)))
    return out.getvalue()


def read_result_table(data: bytes, side: BattleSide) -> dict[str, dict[str, Any]]:
    """Return the units of a filled-in table, CSV or XLSX; Refusal names the line."""
    known = {unit.id for unit in side.units}
    rows = rows_of(data)
    if missing := [head for head in CSV_HEAD if not any(head in row for _, row in rows)]:
        raise Refusal(f"Line 1: the column {missing[0]} is missing; the first line is {','.join(CSV_HEAD)}.")
    made: dict[str, dict[str, Any]] = {}
    for line, row in rows:
        unit, strength, fate = (row.get(head, "") for head in CSV_HEAD)
        fate = fate.casefold()
        if unit not in known or unit in made:
            why = "is there twice" if unit in made else f"is no unit of {side.name}"
            raise Refusal(f"Line {line}: {unit[:40] or 'an empty name'} {why}; take the units of the battle pack.")
        if not (strength.isascii() and strength.isdigit() and len(strength) < 3):
            raise Refusal(f"Line {line}: the strength of {unit} is no whole number.")
        if fate and fate not in dict(FATE_LABELS):
            raise Refusal(f"Line {line}: the fate of {unit} is one of {', '.join(dict(FATE_LABELS))}.")
        made[unit] = {"strength": int(strength), "fate": fate or "stands"}
    if absent := sorted(known - set(made)):
        raise Refusal(f"{absent[0]} is missing from the table; every unit has a line.")
    return made
