"""Forms of forecasts."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from battles.forms.options import chosen_of, of_systems, sets_of
from battles.resolvers.contract.registry import systems
from battles.resolvers.dispatch.sides import side_in_text
from battles.resolvers.forecasts.what_if import NOTHING, POSTURES, ROLES, TABLES

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


class RunsForm(forms.Form):
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


class ForecastForm(forms.Form):
    """Choose the number of battles, and the plans to compare."""

    runs = forms.TypedChoiceField(choices=RUNS, coerce=int, initial=1000, label="How many")
    compare = forms.ChoiceField(initial=NOTHING, label="Compare")

    def __init__(self, *args: Any, ways: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["compare"].choices = list(ways)  # type: ignore[attr-defined]
