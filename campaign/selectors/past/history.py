"""A war's kept past, and what would go back with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from base.words import counted, listed
from battles.models import Battle, Forecast, ResultEntry
from campaign.models import ArmyOrder, Campaign, KeptState, PointsEntry, RefereeAct, SheetLine, Turn

Kind = KeptState.Kind


@dataclass(frozen=True)
class Seal:
    """A turn that the war can be taken back to."""

    turn: int
    at: datetime


@dataclass(frozen=True)
class GoesBack:
    """The changes that a roll-back to a turn undoes: sentences for everybody, and those for the referee alone."""

    turn: Turn
    reached: int
    public: tuple[str, ...]
    private: tuple[str, ...]


def seals(campaign: Campaign) -> list[Seal]:
    """Return the turns whose state is kept and that have been sealed in the war as it is now; the latest first."""
    rows = KeptState.objects.filter(campaign=campaign, kind=Kind.SEAL, undone_by=None)
    run = campaign.turns.exclude(state=Turn.State.OPEN).values("number")
    return [Seal(*row) for row in rows.filter(turn__in=run).order_by("-turn").values_list("turn", "at")]


def what_goes_back(campaign: Campaign, number: int) -> GoesBack:
    """List what a roll-back to the seal of a turn undoes."""
    turn = campaign.turns.get(number=number)
    reached = campaign.turns.order_by("-number").values_list("number", flat=True)[0]
    return GoesBack(turn, reached, tuple(_public(campaign, turn, reached)), tuple(_private(campaign, turn)))


def _public(campaign: Campaign, turn: Turn, reached: int) -> Iterable[str]:
    """Count what everybody knows of it: the turns, their battles, the end of the war."""
    numbers = f"Turns {turn.number} to {reached}" if reached > turn.number else f"Turn {turn.number}"
    yield f"{numbers}: marches, supply, income and control of provinces."
    battles = Battle.objects.filter(engagement__turn__campaign=campaign).order_by("pk")
    later = battles.filter(engagement__turn__number__gte=turn.number)
    earlier = battles.filter(engagement__turn__number__lt=turn.number, settled_at__gte=turn.sealed_at)
    yield from _named("Never fought", later.filter(state=Battle.State.DONE))
    yield from _named("No longer open", later.exclude(state=Battle.State.DONE))
    yield from _named("Open again", earlier)
    if campaign.state == Campaign.State.FINISHED:
        yield "The end of the war."


def _named(what: str, battles: Iterable[Battle]) -> Iterable[str]:
    names = [battle.name for battle in battles]
    if names:
        yield f"{what}: {listed(names)}."


def _private(campaign: Campaign, turn: Turn) -> Iterable[str]:
    """Count what only the referee may know."""
    later = {"turn__campaign": campaign, "turn__number__gt": turn.number}
    yield from _counts("order", ArmyOrder.objects.filter(**later).count(), "given for later turns")
    yield from _counts("line", SheetLine.objects.filter(**later).count(), "on later sheets")
    typed = ResultEntry.objects.filter(battle__engagement__turn__campaign=campaign, changed_at__gte=turn.sealed_at)
    yield from _counts("result", typed.count(), "typed in since")
    since = {"at__gte": turn.sealed_at}
    points = PointsEntry.objects.filter(campaign=campaign, source__kind="corrections", **since)
    yield from _counts("correction", points.count(), "of a treasury")
    acts = RefereeAct.objects.filter(campaign=campaign, **since)
    yield from _counts("act", acts.count(), "of a referee since; they stay on record, their effects are taken back")
    yield from _counts("forecast", forecasts_since(campaign, turn).count(), "asked for since")


def _counts(what: str, number: int, which: str) -> Iterable[str]:
    if number:
        yield f"{counted(number, what)} {which}."


def forecasts_since(campaign: Campaign, turn: Turn) -> QuerySet[Forecast]:
    """Forecasts of the campaign's readers that were asked for since a turn was sealed."""
    return Forecast.objects.filter(scope__startswith=f"campaign:{campaign.pk}:", asked_at__gte=turn.sealed_at)


def settled_battle(*, campaign: Campaign, key: str) -> Battle | None:
    """Return a battle of the campaign that is decided."""
    rows = Battle.objects.filter(engagement__turn__campaign=campaign, key=key, state=Battle.State.DONE)
    return rows.select_related("engagement__turn").first()
