"""Rehearsing a turn: it is run up to contact with other dice than its own, with trial battles by the workers."""

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.words import listed
from battles.models import Battle, Forecast, ForecastScope
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question, tally_for
from battles.resolvers.forecasts.tally import SideTally, Tally, tally_from
from battles.services import ask_forecast, publish_chunks, site_health
from battles.services.forecasting.forecasts import drop_forecasts
from campaign.models import Account, ArmyOrder, Campaign, ChronicleEntry, Engagement, Turn
from campaign.rules.history.pieces import Scene
from campaign.selectors.past.kept_states import scene_now
from campaign.selectors.war import current_turn
from campaign.services.phases.fighting.battles import lock_play
from campaign.services.phases.meeting.joining import lock_open_battles
from campaign.services.record.chronicle import record_act
from campaign.services.record.halts import Halted
from campaign.services.turn import march_turn

LEAST, ALTOGETHER = 25, 100
"""Trials of a battle that the workers fight at least, and of all battles of a rehearsal together."""
MOST_HERE, SECONDS_HERE, SECONDS = 200, 3.0, 6.0
"""Without a worker: trials of a battle at most, as far as all fit into so many seconds. With workers: seconds that
their trials are waited for."""
LOOK_AGAIN_AFTER = 0.1


def trials(questions: Sequence[Question]) -> list[Tally]:
    """Fight each battle many times with dice of its own; one tally for each. Nothing is left of it in the database."""
    if not questions or not site_health().worker:
        return list(_fought_here(questions))
    scope = f"rehearsal {secrets.token_hex(8)}"
    try:
        return _fought_by_workers(questions, scope)
    finally:
        drop_forecasts(forecasts=Forecast.objects.filter(scope__startswith=scope))
        ForecastScope.objects.filter(scope__startswith=scope).delete()


def _fought_here(questions: Sequence[Question]) -> Iterator[Tally]:
    end = time.monotonic() + SECONDS_HERE
    for left, question in zip(range(len(questions), 0, -1), questions, strict=True):
        share = max(0.0, end - time.monotonic()) / left
        yield tally_for(question, f"rehearsal {secrets.token_hex(8)}", 0, MOST_HERE, share)


def _fought_by_workers(questions: Sequence[Question], scope: str) -> list[Tally]:
    runs = max(LEAST, ALTOGETHER // len(questions))
    asked = [
        ask_forecast(scope=f"{scope}:{number}", question=question, runs=runs, name="Rehearsal").pk
        for number, question in enumerate(questions)
    ]
    for pk in asked:
        publish_chunks(forecast_id=pk)
    _wait(asked)
    found = dict(Forecast.objects.filter(pk__in=asked).values_list("pk", "tally"))
    tallies = [tally_from(found[pk]) for pk in asked]
    return [tally if tally.runs else _one(question) for tally, question in zip(tallies, questions, strict=True)]


def _wait(asked: Sequence[int]) -> None:
    """Wait until all trials are over, or the time is."""
    end = time.monotonic() + SECONDS
    running = Forecast.objects.filter(pk__in=asked, state=Forecast.State.RUNNING)
    while running.exists() and time.monotonic() < end:
        time.sleep(LOOK_AGAIN_AFTER)


def _one(question: Question) -> Tally:
    """Return a single trial fought here, for a battle that no worker came to."""
    return tally_for(question, f"rehearsal {secrets.token_hex(8)}", 0, 1, 0.0)


@dataclass(frozen=True)
class Moved:
    """An army that would be another one after the marches: where it is, how many units it has."""

    faction: str
    name: str
    before: str
    after: str
    units: tuple[int, int]
    strength: tuple[int, int]
    outcome: str


@dataclass(frozen=True)
class Fought:
    """A battle that would come of it, and how it ends with dice of its own."""

    name: str
    size: str
    sides: tuple[str, str]
    tally: Tally

    @property
    def wins(self) -> tuple[int, int, int]:
        """The numbers of runs won by the first side, by the second side, and by nobody."""
        first, second = (side.wins for side in self.tally.sides)
        return first, second, self.tally.runs - first - second

    @property
    def losses(self) -> tuple[str, str]:
        """The mean loss of either side: `9 of 41 strength points (22 %)`."""
        first, second = (_mean_loss(side, self.tally.runs) for side in self.tally.sides)
        return first, second


def _mean_loss(side: SideTally, runs: int) -> str:
    lost, before = round(side.lost / max(1, runs)), round(side.before / max(1, runs))
    return f"{lost} of {before} strength points ({round(100 * side.lost / max(1, side.before))} %)"


@dataclass(frozen=True)
class Rehearsal:
    """The outcome of a rehearsed turn, as a difference from the present. With ``trouble`` it could not be run."""

    turn: int
    moved: tuple[Moved, ...] = ()
    points: tuple[tuple[str, int, int], ...] = ()
    lines: tuple[str, ...] = ()
    battles: tuple[Fought, ...] = ()
    trouble: str = ""


@dataclass(frozen=True)
class _Open:
    """A battle as it was opened in the rehearsal."""

    name: str
    size: str
    file: dict[str, object]


def rehearse(*, campaign: Campaign, user: User) -> Rehearsal:
    """Run the open turn up to contact with dice of its own, undo it, and forecast its battles. On the record.

    The secret of the campaign is replaced before anything is thrown, so that no die to come is shown.
    """
    turn = current_turn(campaign)
    if turn is None or turn.state != Turn.State.OPEN:
        raise Refusal("No turn is open for orders: there is nothing to rehearse.")
    with transaction.atomic():
        lock_open_battles(campaign=campaign)
        seen, opened = _marched(campaign, lock_play(turn))
        transaction.set_rollback(True)
    record_act(campaign=campaign, user=user, act=f"rehearsed turn {turn.number}")
    return Rehearsal(seen.turn, seen.moved, seen.points, seen.lines, tuple(_forecast(opened)), seen.trouble)


def _marched(campaign: Campaign, turn: Turn) -> tuple[Rehearsal, list[_Open]]:
    """Return the turn up to contact, in the transaction that is going to be undone."""
    before, points, newest = scene_now(campaign), _points(campaign), _newest_line(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(secret=secrets.token_hex(32))
    Turn.objects.filter(pk=turn.pk).update(state=Turn.State.SEALED, sealed_at=timezone.now())
    try:
        march_turn(turn=turn, actor="a rehearsal")
    except Halted as halted:
        return Rehearsal(turn.number, trouble=str(halted)), []
    lines = ChronicleEntry.objects.filter(campaign=campaign, pk__gt=newest).order_by("pk")
    now = _points(campaign)
    changed = [(name, points[name], now[name]) for name in points if points[name] != now[name]]
    moved = tuple(_difference(campaign, turn, before, scene_now(campaign)))
    texts = tuple(_line(line) for line in lines.prefetch_related("audience"))
    return Rehearsal(turn.number, moved, tuple(changed), texts), _opened(turn)


def _line(entry: ChronicleEntry) -> str:
    """Return a line of the chronicle with its phase, and for whom alone it is."""
    whose = "" if entry.public else listed([faction.name for faction in entry.audience.all()])
    return f"{entry.phase} {f'{whose}: ' if whose else ''}{entry.text}".strip()


def _newest_line(campaign: Campaign) -> int:
    found: int | None = campaign.chronicle.order_by("-pk").values_list("pk", flat=True).first()
    return found or 0


def _points(campaign: Campaign) -> dict[str, int]:
    """Faction → the points that it has, set aside or not."""
    found: dict[str, int] = {}
    rows = Account.objects.filter(campaign=campaign, faction__isnull=False).order_by("faction__order", "pk")
    for name, balance in rows.values_list("faction__name", "balance"):
        found[name] = found.get(name, 0) + balance
    return found


def _difference(campaign: Campaign, turn: Turn, before: Scene, after: Scene) -> Iterator[Moved]:
    names = dict(campaign.provinces.values_list("key", "name"))
    factions = dict(campaign.factions.values_list("key", "name"))
    outcomes = dict(ArmyOrder.objects.filter(turn=turn).values_list("station__ref", "outcome"))
    for ref in sorted(before["armies"].keys() | after["armies"].keys()):
        was, now = (scene["armies"].get(ref, {}) for scene in (before, after))
        if (was.get("province"), was.get("units"), was.get("strength")) != (
            now.get("province"), now.get("units"), now.get("strength"),
        ):  # fmt: skip
            known = was or now
            places = [names.get(one.get("province", ""), "nowhere") for one in (was, now)]
            sizes = (was.get("units", 0), now.get("units", 0))
            strengths = (was.get("strength", 0), now.get("strength", 0))
            yield Moved(factions[known["faction"]], known["name"], places[0], places[1], sizes, strengths,
                        outcomes.get(ref, ""))  # fmt: skip


def _opened(turn: Turn) -> list[_Open]:
    rows = Engagement.objects.filter(turn=turn, battle__isnull=False).order_by("sequence").select_related("battle")
    kept = [(row.battle, str(row.details.get("size", ""))) for row in rows.exclude(battle__state=Battle.State.WAITING)]
    return [_Open(battle.name, size, battle.file) for battle, size in kept if battle is not None]


def _forecast(opened: list[_Open]) -> Iterator[Fought]:
    """Yield each battle fought with dice of its own, outside any transaction."""
    questions = [Question(parse(one.file)) for one in opened]
    for one, question, tally in zip(opened, questions, trials(questions), strict=True):
        first, second = question.file.sides
        yield Fought(one.name, one.size, (first.name, second.name), tally)
