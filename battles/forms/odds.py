"""A question about odds, described by its units and what else counts; forms of forecasts."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from battles.forms.options import PREFIX, chosen, chosen_of, of_systems, option_fields, sets_of
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.contract.options import numbered
from battles.resolvers.contract.registry import questions, system, systems
from battles.resolvers.dispatch.sides import side_in_text
from battles.resolvers.forecasts.what_if import NOTHING, POSTURES, ROLES, TABLES
from rosters.rules.catalogue import catalogue

DEFENDER = "defender"
_PLACE = re.compile(r"(?:attackers\[([01])\]|(defender)|situation)\.?(\w*): ")


def question_of(rules: str, key: str) -> OddsQuestion:
    """Return the description of a question about odds of a rule system; of an unknown key, the first one."""
    known = {question.key: question for question in questions(rules)}
    return known.get(key) or next(iter(known.values()))


class OddsForm(PlainForm):
    """The units of a question about odds and what else counts, as its rule system describes it."""

    def __init__(self, *args: Any, asked: OddsQuestion, rules: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked, self.rules = asked, rules
        for unit in asked.units:
            self.fields |= _unit_fields(unit)
        for key, label in asked.ticks:
            self.fields[key] = forms.BooleanField(required=False, label=label[:1].upper() + label[1:])
        for key, label, choices in asked.choices:
            self.fields[key] = forms.ChoiceField(choices=choices, required=False, label=label)
        for key, label, least, most, usual in asked.numbers:
            self.fields[key] = WholeNumberField(
                least=least, most=most, required=False, label=label, help_text=f"empty: {usual}"
            )

        self.options = numbered(system(rules).options)
        self.fields |= option_fields(self.options, {})
        for option in self.options:
            self.fields[PREFIX + option.key].required = False

    def optional_rules(self) -> list[forms.BoundField]:
        """List the fields of the rule system's options for the template."""
        return [self[PREFIX + option.key] for option in self.options]

    def places(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the units' fields under their headings, for the template."""
        parts = ("type", "strength", "guard")
        return [(unit.heading, [self[f"{unit.place}_{part}"] for part in parts]) for unit in self.asked.units]

    def circumstances(self) -> list[forms.BoundField]:
        """List the other circumstances for the template."""
        asked = self.asked
        names = [[row[0] for row in asked.ticks], [row[0] for row in asked.choices], [row[0] for row in asked.numbers]]
        return [self[name] for part in names for name in part]

    def question(self) -> dict[str, Any]:
        """Return the question in the format of `odds`."""
        given = self.cleaned_data
        situation: dict[str, Any] = {key: given[key] for key, _ in self.asked.ticks}
        situation |= {key: given[key] or choices[0][0] for key, _, choices in self.asked.choices}
        situation |= {row[0]: given[row[0]] for row in self.asked.numbers if given[row[0]] is not None}
        made: dict[str, Any] = {"rules": self.rules, "kind": self.asked.key, "attackers": self._attackers()}
        if any(unit.place == DEFENDER for unit in self.asked.units):
            made["defender"] = self._unit(DEFENDER)
        own = {key: value for key, value in chosen(self.options, given).items() if value not in ("", None)}
        return made | {"situation": situation} | ({"options": own} if own else {})

    def _attackers(self) -> list[dict[str, Any]]:
        places = [unit.place for unit in self.asked.units if unit.place != DEFENDER]
        return [self._unit(place) for place in places if self.cleaned_data[f"{place}_type"]]

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
        if field in self.fields:
            self.add_error(field, Remedy(rest))
        else:
            self.add_error(None, rest[:1].upper() + rest[1:])


def _unit_fields(unit: OddsUnit) -> dict[str, forms.Field]:
    """REC-1 A unit: its type, its strength and whether it is Guard."""
    types = [(one.key, one.name) for one in catalogue().unit_types.values() if not unit.arms or one.arm in unit.arms]
    choices = types if unit.needed else [("", "none"), *types]
    return {
        f"{unit.place}_type": forms.ChoiceField(choices=choices, required=unit.needed, label="Unit"),
        f"{unit.place}_strength": WholeNumberField(
            least=1, most=6, required=False, label="Strength", help_text="empty: full"
        ),
        f"{unit.place}_guard": forms.BooleanField(required=False, label="Guard"),
    }


RUNS = ((1000, "1,000 battles"), (10_000, "10,000 battles"))


def ways_of(first: str, second: str, *, tables: bool = True) -> list[tuple[str, str]]:
    """List the comparisons between two sides of these names."""
    ways = [
        (NOTHING, "nothing: the battle as it is"),
        (ROLES, "attacker and defender"),
        (POSTURES[0], f"orders to the general of {side_in_text(first)}"),
        (POSTURES[1], f"orders to the general of {side_in_text(second)}"),
    ]
    return [*ways, (TABLES, "sizes of the table")] if tables else ways


class RunsForm(PlainForm):
    """Choose the number of battles fought by each rule system, and its options."""

    runs = forms.TypedChoiceField(choices=RUNS, coerce=int, initial=1000, label="Battles by each system")

    def __init__(self, *args: Any, values: Mapping[str, Mapping[str, Any]], **kwargs: Any) -> None:
        """``values``: the options that are set already, by rule system."""
        super().__init__(*args, **kwargs)
        self.fields |= of_systems(values)

    def option_sets(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """List the rule systems that have options: slug, name, fields."""
        return sets_of(self)

    def options(self) -> dict[str, dict[str, Any]]:
        """Return the options of each rule system."""
        return {slug: chosen_of(self, slug) for slug in systems()}


class ForecastForm(PlainForm):
    """Choose the number of battles, and the plans to compare."""

    runs = forms.TypedChoiceField(choices=RUNS, coerce=int, initial=1000, label="How many")
    compare = forms.ChoiceField(initial=NOTHING, label="Compare")

    def __init__(self, *args: Any, ways: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["compare"].choices = list(ways)  # type: ignore[attr-defined]
