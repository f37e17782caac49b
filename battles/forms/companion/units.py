"""Forms about single units and commanders."""

from typing import Any

from django import forms

from battles.forms.companion.base import NoteForm, choose, cost_field, own_choices, stepper
from battles.forms.results import FATES
from rosters.fields import WholeNumberField

LONGEST = 99
ENGINEERS, TRAINS = "eng", "veh"
WORKS = (
    ("EA1", "a pontoon bridge over a river"), ("EA2", "demolish a bridge"), ("EA3", "repair a bridge"),
    ("EA4", "a field work"), ("EA5", "open an obstacle"), ("EA6", "a track through rough ground"),
    ("dismantle", "take up the pontoon bridge"),
)  # fmt: skip
CAUSES = (
    ("increment", "a further increment"), ("rough", "rough ground"), ("obstacle", "an obstacle"),
    ("fallback", "falling back over ground"),
)  # fmt: skip


class UnitForm(NoteForm):
    """A note about one unit."""

    statuses: tuple[str, ...] = ("board",)
    cost: int | None = None
    """What it costs; None where it is no activity of a turn, and both sides may need it."""
    nobody = "No unit of yours stands on the table."

    def build(self) -> None:
        choices = own_choices(self.screen, self.may, on_turn=self.cost is not None)
        self.nothing = "" if choices else self.nobody
        self.fields["unit"] = choose("Unit", choices)
        self.more()
        if self.cost is not None:
            self.fields["cost"] = cost_field(self.cost)

    def may(self, unit: Any) -> bool:
        """May this unit be chosen?"""
        return unit.status in self.statuses

    def more(self) -> None:
        """Fields beside the unit and the actions."""

    def said(self) -> dict[str, Any]:
        return {key: value for key, value in self.cleaned_data.items() if not key.startswith("die-")}


def beyond_field() -> forms.BooleanField:
    """Is the unit beyond the radius?"""
    return forms.BooleanField(required=False, label="It stands beyond its commander's radius")


class CheckForm(UnitForm):
    """An attrition check; guns on terrain throw again."""

    kind, title, label = "check", "Attrition check", "Take this die"
    die_labels = ("d10", "Second d10: guns on terrain, if the first fails")

    def more(self) -> None:
        self.fields["cause"] = choose("Because of", CAUSES)
        self.fields["beyond"] = beyond_field()

    def least_dice(self) -> int:
        return 1


class RecoverForm(UnitForm):
    """A recovery."""

    kind, title, label, cost = "recover", "Recovery", "Take this die", 1


class RallyForm(UnitForm):
    """A rally."""

    kind, title, label, cost = "rally", "Rally", "Take this die", 1
    statuses = ("rallyable",)
    nobody = "Nobody is in the Rallyable box of the side on turn."


class WorkForm(UnitForm):
    """REC-7 Engineers at work."""

    kind, title, label, cost = "work", "Engineers at work", "Take this die", 1

    nobody = "No engineers of the side on turn stand on the table."

    def may(self, unit: Any) -> bool:
        return unit.here and unit.arm == ENGINEERS

    def more(self) -> None:
        self.fields["work"] = choose("Work", WORKS)
        trains = [unit for unit in self.screen.units if unit.status in ("board", "bridge") and unit.arm == TRAINS]
        self.fields["train"] = choose(
            "Pontoon train that becomes, or lies as, the bridge", [("", "none"), *((t.id, _train(t)) for t in trains)],
            required=False,
        )  # fmt: skip
        self.fields["afresh"] = forms.BooleanField(
            required=False, label="At another place than before: what was gained there is lost"
        )

    def said(self) -> dict[str, Any]:
        return {key: value for key, value in super().said().items() if value not in ("", False)}


def _train(unit: Any) -> str:
    return f"{unit.name}, in a bridge" if unit.status == "bridge" else str(unit.name)


class RoutForm(UnitForm):
    """A unit without a way back."""

    kind, title, label = "rout", "No way back: it routs", "It routs"

    def more(self) -> None:
        self.fields["beyond"] = beyond_field()


class CorrectForm(UnitForm):
    """A unit put right by hand."""

    kind, title, label = "unit", "Put a unit right", "Put it right"
    statuses = ("board", "rallyable", "nonrallyable", "eliminated", "exited", "waiting")

    def more(self) -> None:
        self.fields["strength"] = stepper(WholeNumberField(least=0, most=6, label="Strength points left"))
        self.fields["fate"] = choose("Where it is", FATES)


class LeaderForm(NoteForm):
    """A commander in danger."""

    kind, title, label = "leader", "A commander in danger", "Take this die"

    def build(self) -> None:
        own = [side for side in self.screen.sides if side.own]
        here = [(f"{side.number}-{role}", name) for side in own for role, name in side.leaders]
        self.nothing = "" if here else "No commander of yours is on the table."
        self.fields["leader"] = choose("Commander", here)
        heirs = (("1", "the first wing"), ("2", "the second wing"))
        self.fields["heir"] = choose("If the army's commander is lost, of two wings follows", heirs, required=False)

    def said(self) -> dict[str, Any]:
        side, role = self.cleaned_data["leader"].split("-")
        return {"side": int(side), "role": int(role), "heir": int(self.cleaned_data["heir"] or 1)}


class MoveForm(NoteForm):
    """LGG-8.1 The price of a move."""

    kind, title = "move", "Price of a move"

    def build(self) -> None:
        here = own_choices(self.screen, lambda unit: unit.here)
        self.nothing = "" if here else UnitForm.nobody
        self.fields["unit"] = choose("Unit", here)
        labels = {
            "begins": "Begins so many inches from its commander", "length": "Goes so many inches",
            "ends": "Ends so many inches from its commander",
        }  # fmt: skip
        for key, label in labels.items():
            self.fields[key] = stepper(WholeNumberField(least=0, most=LONGEST, label=label))
