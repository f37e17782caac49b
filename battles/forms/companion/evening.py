"""Forms of the evening: pursuit, recovery, rally, amalgamation."""

from collections.abc import Sequence
from typing import Any

from django import forms

from battles.forms.companion.base import NoteForm, choose, stepper
from rosters.fields import WholeNumberField

GROUP_LETTERS = "ABCDEF"


class PursuitForm(NoteForm):
    """The pursuit's dice."""

    kind, title, label = "pursuit", "Pursuit", "Take these dice"


class AllotForm(NoteForm):
    """On whom the hits of a pursuit fall."""

    kind, title, label = "allot", "The hits of the pursuit", "Put them there"

    def build(self) -> None:
        if self.side is None:
            return
        for unit in self.screen.sides[self.side].units:
            if unit.status in ("board", "exited") and unit.arm in ("foot", "cav", "art"):
                label = f"{unit.name} ({unit.type_name}, {unit.supposed}/{unit.full})"
                self.fields[f"hits-{unit.id}"] = stepper(
                    WholeNumberField(least=0, most=unit.supposed, label=label, initial=0, required=False)
                )

    @property
    def wanted(self) -> str:
        """How many hits fall on which arm."""
        arms = ("infantry", "cavalry", "artillery")
        pairs = zip(self.screen.pending_hits, arms, strict=True)
        return ", ".join(f"{hits} on {arm}" for hits, arm in pairs if hits)

    def values(self) -> dict[str, Any]:
        return {"hits": {name.removeprefix("hits-"): hits for name, hits in self.cleaned_data.items() if hits}}


class EveningForm(NoteForm):
    """A die for every unit of a side that tries in this step."""

    label = "Take these dice"

    def __init__(self, *args: Any, trying: Sequence[Any], **more: Any) -> None:
        self.trying = trying
        super().__init__(*args, **more)

    def build(self) -> None:
        self.dice = (10,) * len(self.trying)

    def die(self, most: int, label: str) -> forms.Field:
        return stepper(WholeNumberField(least=1, most=most, label=label, required=False))

    def die_fields(self) -> list[forms.BoundField]:
        return []

    def unit_dice(self) -> list[tuple[Any, forms.BoundField]]:
        """The units with their dice."""
        return [(unit, self[f"die-{n}"]) for n, unit in enumerate(self.trying)]

    def clean(self) -> None:
        """Every die, or none and the program rolls."""
        if self.needs_dice() and not self.errors and len(self.faces()) < len(self.dice):
            missing = next(n for n in range(len(self.dice)) if not self.cleaned_data.get(f"die-{n}"))
            self.add_error(f"die-{missing}", "Write the face of this die, or let the program roll for all.")


class RecoveryForm(EveningForm):
    """LGG-15.4-a"""

    kind = "recovery"

    @property
    def title(self) -> str:  # type: ignore[override]
        """Whose step it is."""
        return f"Recovery of {self.side_name}"


class RallyingForm(EveningForm):
    """LGG-15.4-b"""

    kind = "rallying"

    @property
    def title(self) -> str:  # type: ignore[override]
        """Whose step it is."""
        return f"Rally of {self.side_name}"


class GroupsForm(NoteForm):
    """Which units go together, by letters."""

    kind, label = "groups", "Amalgamate, or go on with none"

    def __init__(self, *args: Any, trying: Sequence[Any], **more: Any) -> None:
        self.trying = trying
        super().__init__(*args, **more)

    @property
    def title(self) -> str:  # type: ignore[override]
        """Whose step it is."""
        return f"Amalgamation of {self.side_name}"

    def build(self) -> None:
        letters = [("", "by itself"), *((letter, f"group {letter}") for letter in GROUP_LETTERS)]
        for unit in self.trying:
            label = f"{unit.name} ({unit.type_name}, {unit.supposed}/{unit.full})"
            self.fields[f"group-{unit.id}"] = choose(label, letters, required=False)

    def said(self) -> dict[str, Any]:
        groups: dict[str, list[str]] = {}
        for name, letter in self.cleaned_data.items():
            if name.startswith("group-") and letter:
                groups.setdefault(letter, []).append(name.removeprefix("group-"))
        return {"groups": list(groups.values())}
