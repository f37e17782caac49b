"""Asking for a forecast, and stopping one. The same question of the same people is answered from the store."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Forecast, ForecastChunk, ForecastScope
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.tally import Tally
from battles.resolvers.forecasts.what_if import WhatIf
from battles.resolvers.values.report import Report
from battles.selectors import forecasts_of, sample_report

State = Forecast.State
RUNS_OF_A_CHUNK = 500
MOST_RUNS = 10_000
UNFINISHED_AT_ONCE = 12
"""More than there are rule systems, as a comparison asks for one forecast of each."""


def key_of(*, scope: str, question: Question, runs: int, engine: str) -> str:
    """Return the key of a forecast: the same for the same question of the same people."""
    return sha256("|".join((scope, question.digest, str(runs), engine)).encode()).hexdigest()[:24]


@transaction.atomic
def ask_forecast(
    *, scope: str, question: Question, runs: int, name: str, note: str = "", about: str = "", sample: bool = False
) -> Forecast:
    """Return the forecast of a question; call ``publish_chunks()`` after the commit.

    ``scope`` names who may read it, ``about`` which battle or army it is listed with; ``sample`` keeps one of its
    battles, to be watched. One that was stopped or failed is begun anew. Refuses a question that cannot be fought,
    and readers with too many unfinished ones.
    """
    if not 1 <= runs <= MOST_RUNS:
        raise Refusal(f"runs: {runs} is outside 1 to {MOST_RUNS}.")
    rules = resolver(question.file.rules)
    key = key_of(scope=scope, question=question, runs=runs, engine=rules.ENGINE)
    _lock(scope)
    found = Forecast.objects.select_for_update().filter(key=key).first()
    if found is None or not _serves(found, sample):
        _check_unfinished(scope)
        found = _begun_anew(found) if found else _created(scope, key, question, runs, name)
        _cut(found)
    found.note, found.about = note[:200], about[:80]
    found.wants_sample = found.wants_sample or sample
    found.save(update_fields=["note", "about", "wants_sample"])
    return found


@transaction.atomic
def ask_comparison(
    *, scope: str, plans: Sequence[WhatIf], runs: int, name: str, about: str, sample: bool = False
) -> list[Forecast]:
    """Return the forecasts of some plans, in their order, all or none; call ``publish_chunks()`` after the commit."""
    alone = len(plans) == 1
    return [
        ask_forecast(scope=scope, question=plan.question, runs=runs, name=name, note="" if alone else plan.note,
                     about=about, sample=sample)
        for plan in plans
    ]  # fmt: skip


def _serves(found: Forecast, sample: bool) -> bool:
    """Is a forecast of the same question under way, or done with all that is wanted?"""
    return found.state == State.RUNNING or (found.state == State.DONE and (found.sample is not None or not sample))


def _lock(scope: str) -> None:
    """Answer two requests of the same moment one after the other, to count them against the limit correctly."""
    ForecastScope.objects.get_or_create(scope=scope)
    ForecastScope.objects.select_for_update().get(scope=scope)


def _check_unfinished(scope: str) -> None:
    """Nobody keeps all workers to himself."""
    running = Forecast.objects.filter(scope=scope, state=State.RUNNING).count()
    if running >= UNFINISHED_AT_ONCE:
        raise Refusal(f"{running} of your forecasts are still running; wait until one is finished, or stop it.")


def _created(scope: str, key: str, question: Question, runs: int, name: str) -> Forecast:
    seed, rules = question.seed, resolver(question.file.rules)
    made, _ = Forecast.objects.get_or_create(
        key=key,
        defaults={
            "scope": scope, "name": name[:120], "question": question.frozen(seed).as_dict(),
            "digest": question.digest, "profile_hash": rules.profile_hash(question.file.profile or {}),
            "engine": rules.ENGINE, "seed": seed, "runs": runs, "tally": Tally().as_dict(),
        },
    )  # fmt: skip
    return made


def _begun_anew(forecast: Forecast) -> Forecast:
    forecast.chunks.all().delete()
    forecast.state, forecast.tally, forecast.runs_done = State.RUNNING, Tally().as_dict(), 0
    forecast.seconds, forecast.error, forecast.ended_at = 0.0, "", None
    forecast.save()
    return forecast


def _cut(forecast: Forecast) -> None:
    """Lay the runs out in chunks."""
    starts = range(0, forecast.runs, RUNS_OF_A_CHUNK)
    ForecastChunk.objects.bulk_create(
        [ForecastChunk(forecast=forecast, start=n, count=min(RUNS_OF_A_CHUNK, forecast.runs - n)) for n in starts],
        ignore_conflicts=True,
    )


@transaction.atomic
def cancel_forecast(*, forecast: Forecast) -> bool:
    """Stop a forecast and keep the runs that are done. Return False if it was over already."""
    running = Forecast.objects.filter(pk=forecast.pk, state=State.RUNNING)
    if running.update(state=State.CANCELLED, ended_at=timezone.now()) != 1:
        return False
    ForecastChunk.objects.filter(forecast=forecast).delete()
    return True


def drop_forecasts(*, forecasts: QuerySet[Forecast]) -> int:
    """Delete forecasts whose battle or army is gone, with their chunks; return how many."""
    keys = list(forecasts.values_list("pk", flat=True))
    ForecastChunk.objects.filter(forecast__in=keys).delete()
    return Forecast.objects.filter(pk__in=keys).delete()[0] and len(keys)


SCOPE = "everybody"
EXAMPLE = settings.BASE_DIR / "docs" / "examples" / "dennewitz.json"
_fought: dict[str, Report] = {}


def shown_report() -> Report | None:
    """Return the battle that the first page shows; None until a worker has fought it."""
    key = shown_key()
    if key not in _fought:
        rows = forecasts_of(scope=SCOPE, keys=[key])
        report = sample_report(rows[0]) if rows else None
        if report is None:
            return None
        _fought[key] = report
    return _fought[key]


def ask_for_shown() -> bool:
    """Ask the workers for the battle, once; return whether this call has asked."""
    if shown_key() in _fought or Forecast.objects.filter(key=shown_key()).exists():
        return False
    question = _question()
    ask_forecast(scope=SCOPE, question=question, runs=1, name=question.file.name, sample=True)
    return True


def shown_key() -> str:
    """Return the key of the battle under the rules of today."""
    question = _question()
    return key_of(scope=SCOPE, question=question, runs=1, engine=resolver(question.file.rules).ENGINE)


@cache
def _question() -> Question:
    return Question(parse(json.loads(EXAMPLE.read_text(encoding="utf-8"))))
