"""The effects of a settled battle on the units of rosters, once each (UNIQUE battle, unit) and in the order of their
ids."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from base.refusal import Refusal
from base.rows.prepared import prepared
from battles.models import Battle, BattleEffect, BattleUnit
from battles.resolvers.values.report import Report, UnitReport
from battles.selectors import ledger_reference
from rosters.models import StrengthLine, Unit
from rosters.rules.changes import Change
from rosters.services import post_changes, regrade_unit

Cause = StrengthLine.Cause
LOSSES_RULE, AMALGAMATION_RULE = "HR-15", "LGG-15.5-b"
ACTOR = "the battle"


@dataclass(frozen=True)
class Touched:
    """One unit of a roster and its line in the report."""

    unit: Unit
    outcome: UnitReport


def apply_effects(*, battle: Battle, report: Report) -> None:
    """HR-15, LGG-15.5: post losses and amalgamations to the ledger; refused when a roster has changed meanwhile.

    Runs inside the settling transaction. What befell a unit is one change with a line for each cause: over several
    days a unit may take others in and lose more than it came with.
    """
    touched = _lock(battle, report)
    _record(battle, touched)
    into = {one.outcome.id: one.unit for one in touched}
    for one in touched:
        _post(battle, one, into.get(one.outcome.into or ""))


def _lock(battle: Battle, report: Report) -> list[Touched]:
    outcomes = {unit.id: unit for side in report.sides for unit in side.units}
    file_ids = dict(_fielded(battle.pk))
    if not file_ids:
        return []
    units = Unit.objects.select_for_update().filter(pk__in=file_ids).order_by("pk")
    touched = [Touched(unit, outcomes[file_ids[unit.pk]]) for unit in units]
    for one in touched:
        _check(one)
    return touched


@prepared
def _fielded(battle_id: int) -> QuerySet[BattleUnit, tuple[int, str]]:
    return BattleUnit.objects.filter(battle=battle_id).values_list("unit_id", "file_id")


def _check(one: Touched) -> None:
    if one.unit.strength != one.outcome.before:
        raise Refusal(
            f"{one.unit} went into the battle with {one.outcome.before} strength points and its roster shows "
            f"{one.unit.strength}: correct the roster to {one.outcome.before}, then let the battle be tried again."
        )


def _record(battle: Battle, touched: Sequence[Touched]) -> None:
    BattleEffect.objects.bulk_create(
        BattleEffect(
            battle=battle,
            unit=one.unit,
            before=one.outcome.before,
            lost=one.outcome.lost,
            moved=one.outcome.moved,
            after=one.outcome.after,
            fate=one.outcome.fate,
        )
        for one in touched
    )


def _post(battle: Battle, one: Touched, into: Unit | None) -> None:
    outcome = one.outcome
    losses = Change(-outcome.lost, Cause.BATTLE, LOSSES_RULE, f"{battle.name}: {outcome.fate}")
    moves = Change(-outcome.moved, Cause.AMALGAMATION, AMALGAMATION_RULE, battle.name)
    reference = ledger_reference(battle.key)
    post_changes(unit=one.unit, changes=(losses, moves), reference=reference, actor=ACTOR, into=into)
    if outcome.after:
        _regrade(one)


def _regrade(one: Touched) -> None:
    """LGG-15.5-c: what the unit has become; Outrider status does not outlast a change of type or of members."""
    unit, outcome = one.unit, one.outcome
    if (unit.type, unit.guard) != (outcome.type_after, outcome.guard_after):
        outriders = unit.outriders and unit.type == outcome.type_after
        regrade_unit(unit=unit, type=outcome.type_after, guard=outcome.guard_after, outriders=outriders)
