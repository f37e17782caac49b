"""Proof that each battle counts once, that its journal is whole, and that the ledger shows its effects."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Concat, Substr

from base.refusal import Refusal
from battles.models import Battle, BattleEffect, BattleResult, Forecast
from battles.resolvers.core.dice import commitment
from battles.resolvers.values.report import digest_of, from_dict, read_lines
from battles.selectors import journal_text, ledger_reference
from rosters.audit import guarded, readable
from rosters.models import StrengthLine, Unit

State = Battle.State
Cause = StrengthLine.Cause
CAUSES = (Cause.BATTLE, Cause.AMALGAMATION)


def audit_battles() -> list[str]:
    """Return every broken promise about battles as a sentence; empty if all is well."""
    return [*_proved(Battle.objects.all()), *guarded("The battles", _orphan_lines), *guarded("The battles", _forecasts)]


def audit_these_battles(battles: QuerySet[Battle], units: QuerySet[Unit]) -> list[str]:
    """Return the same of some battles, and of the lines of some units; for a campaign that is being loaded."""
    return [*_proved(battles), *guarded("The battles", partial(_orphan_lines, units))]


def _proved(battles: QuerySet[Battle]) -> list[str]:
    checks = (_states, _results, _effects, _ledger)
    return [line for check in checks for line in guarded("The battles", partial(check, battles))]


def _states(battles: QuerySet[Battle]) -> Iterator[str]:
    done, unsettled = battles.filter(state=State.DONE), battles.exclude(state=State.DONE)
    for battle in done.filter(result=None):
        yield f"Battle {battle.key} ({battle}) is settled and has no result."
    for battle in done.filter(settled_at=None):
        yield f"Battle {battle.key} ({battle}) is settled without a date."
    for battle in unsettled.filter(Q(result__isnull=False) | Q(settled_at__isnull=False)):
        yield f"Battle {battle.key} ({battle}) is {battle.get_state_display()} and yet has a result or a date of one."
    for battle in unsettled.filter(effects__isnull=False).distinct():
        yield f"Battle {battle.key} ({battle}) is {battle.get_state_display()} and yet has touched units."
    for battle in readable(battles):
        if isinstance(battle, str):
            yield battle
        elif commitment(battle.seed) != battle.commitment:
            yield f"Battle {battle.key} ({battle}): the seed is not the one that was committed to."


def _results(battles: QuerySet[Battle]) -> Iterator[str]:
    for result in readable(BattleResult.objects.filter(battle__in=battles).select_related("battle")):
        if isinstance(result, str):
            yield result
            continue
        place = f"Battle {result.battle.key} ({result.battle})"
        yield from (f"{place}: {line}" for line in guarded("its report", partial(_result, result)))


def _result(result: BattleResult) -> Iterator[str]:
    try:
        report = from_dict(result.report)
    except Refusal as refusal:
        yield f"the report contradicts itself: {refusal}"
        return
    digest = digest_of(read_lines(journal_text(result))) if result.journal else report.digest
    if not digest == report.digest == result.digest:
        yield "the digest is not that of the journal."
    if (report.seed, report.battle) != (result.battle.seed, result.battle.file):
        yield "the report is of another seed or another battle file."
    if (report.outcome.kind, report.outcome.winner or "") != (result.kind, result.winner):
        yield "the result names another winner than the report."


def _effects(battles: QuerySet[Battle]) -> Iterator[str]:
    settled = battles.filter(state=State.DONE).select_related("result").defer("file", "result__journal")
    for battle in readable(settled):
        if not isinstance(battle, str) and hasattr(battle, "result"):
            place = f"Battle {battle.key} ({battle})"
            yield from (f"{place}: {line}" for line in guarded("its effects", partial(_effects_of, battle)))


def _effects_of(battle: Battle) -> Iterator[str]:
    outcomes = {unit["id"]: unit for side in battle.result.report["sides"] for unit in side["units"]}
    file_ids = dict(battle.fielded.values_list("unit_id", "file_id"))
    effects = {effect.unit_id: effect for effect in battle.effects.all()}
    if file_ids.keys() != effects.keys():
        yield "units fought and units touched are not the same."
    for unit_id in file_ids.keys() & effects.keys():
        if _differs(effects[unit_id], outcomes.get(file_ids[unit_id], {})):
            yield f"the effect on {file_ids[unit_id]} is not that of the report."


def _differs(effect: BattleEffect, outcome: dict[str, object]) -> bool:
    return any(getattr(effect, key) != outcome.get(key) for key in ("before", "lost", "moved", "after", "fate"))


def _ledger(battles: QuerySet[Battle]) -> Iterator[str]:
    lines = StrengthLine.objects.filter(
        unit=OuterRef("unit"), cause__in=CAUSES, reference=Concat(Value(ledger_reference("")), OuterRef("battle__key"))
    )
    posted = lines.order_by().values("unit").annotate(total=Sum("delta")).values("total")
    effects = BattleEffect.objects.filter(battle__in=battles).annotate(posted=Coalesce(Subquery(posted), 0))
    wrong = effects.exclude(posted=F("after") - F("before")).annotate(key=F("battle__key"))
    for effect in wrong.select_related("unit").order_by("pk"):
        yield (
            f"Battle {effect.key}, unit {effect.unit.key}: the ledger shows {effect.posted:+d} strength points, "
            f"the battle {effect.after - effect.before:+d}."
        )


def _orphan_lines(units: QuerySet[Unit] | None = None) -> Iterator[str]:
    battle = ledger_reference("")
    lines = StrengthLine.objects.filter(cause__in=CAUSES, reference__startswith=battle)
    touched = BattleEffect.objects.filter(
        unit=OuterRef("unit"), battle__key=Substr(OuterRef("reference"), len(battle) + 1)
    )
    lost = (lines if units is None else lines.filter(unit__in=units)).filter(~Exists(touched))
    for line in lost.select_related("unit").order_by("pk"):
        yield f"Strength line {line.pk}: {line.reference} did not touch unit {line.unit.key}."


def _forecasts() -> Iterator[str]:
    for row in readable(Forecast.objects.defer("question")):
        yield from [row] if isinstance(row, str) else guarded(f"forecast {row.key}", partial(_forecast, row))


def _forecast(row: Forecast) -> Iterator[str]:
    tally = row.tally
    if tally["runs"] != tally["draws"] + sum(side["wins"] for side in tally["sides"]):
        yield f"Forecast {row.key} ({row}): its wins and draws are not its runs."
    if tally["runs"] != row.runs_done or (row.state == Forecast.State.DONE and row.runs_done != row.runs):
        yield f"Forecast {row.key} ({row}): its tally does not hold the runs done."
