"""News of battles: decided ones, results that are awaited, and patience that ends."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from base.rows.one_by_one import each_by_itself
from battles.models import Battle
from campaign.models import Engagement, EngagementArmy, Notice
from campaign.selectors.desk import HIS_OWN, RulingLine, ruling_lines
from campaign.services.news.events import of_war
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import notify, notify_each

Kind = Notice.Kind
BEFORE = timedelta(hours=24)


def announce_result(*, engagement: Engagement, battle: Battle, text: str) -> None:
    """Notify those who were in a decided battle, and the referee; a ruling is called one."""
    ruled = battle.method == Battle.Method.RULING
    notify(
        engagement.turn.campaign, Kind.RULING if ruled else Kind.BATTLE, fact=_fact(engagement, battle, "decided"),
        to=Recipients.factions_of(_factions(engagement), referees=True),
        text=f"The referee has ruled. {text}" if ruled else text, public=text, path=_path(engagement, battle),
    )  # fmt: skip


def watch_tables() -> int:
    """Results of one side that wait for the other, and rulings that are overdue, as the clock finds them.

    How many notices are new.
    """
    rows = Engagement.objects.filter(state=Engagement.State.OPEN, battle__state=Battle.State.OPEN)
    rows = rows.select_related("battle", "turn__campaign").defer("battle__file")
    awaited = rows.filter(battle__entries__handed_in_at__isnull=False).distinct()
    overdue = rows.filter(battle__method=Battle.Method.RULING, battle__play_by__lte=timezone.now())
    return each_by_itself(awaited, _notify_of_awaited) + each_by_itself(overdue, _remind_of_ruling)


def _remind_of_ruling(row: Engagement) -> int:
    """The play-by date of a battle that the referee rules has passed: he is notified once for each date."""
    battle = row.battle
    assert battle is not None
    assert battle.play_by is not None
    fact = f"{_fact(row, battle, 'rule')}:{battle.play_by.isoformat()}"
    text = f"The play-by date of the {battle.name} has passed, and it waits for your ruling."
    note = Note(Kind.RESULT, fact, text, Recipients.referee(), _path(row, battle, "game:battle_ruling"))
    return len(notify_each(row.turn.campaign, [note]))


def watch_rulings() -> int:
    """Battles that have come to the referee without his doing, as the clock finds them; how many notices are new."""
    due = Q(battle__entries__handed_in_at__isnull=False) | Q(battle__play_by__lte=timezone.now())
    rows = Engagement.objects.filter(due, state=Engagement.State.OPEN, battle__state=Battle.State.OPEN)
    lines = ruling_lines(rows.select_related("battle", "turn__campaign").defer("battle__file").distinct())
    return each_by_itself(lines, _notify_of_ruling)


def _notify_of_ruling(line: RulingLine) -> int:
    """Notify the referees of a battle that only they can settle, unless a referee took it himself."""
    row, battle = line.engagement, line.engagement.battle
    assert battle is not None
    why = "a result that was handed in cannot stand alone" if battle.error else line.why
    if why == HIS_OWN:
        return 0
    text, path = f"The {battle.name} waits for your ruling: {why}.", _path(row, battle, "game:battle_ruling")
    fact, campaign = _fact(row, battle, "to-rule"), row.turn.campaign
    return len(notify(campaign, Kind.RESULT, fact=fact, text=text, path=path, to=Recipients.referee()))


def _notify_of_awaited(row: Engagement) -> int:
    return len(notify_each(row.turn.campaign, list(_awaited(row))))


def _awaited(row: Engagement) -> Iterable[Note]:
    battle = row.battle
    assert battle is not None
    entries = [entry for entry in battle.entries.all() if entry.handed_in_at]
    silent = {0, 1} - {entry.side for entry in entries}
    if not silent:
        return
    last = max(entry.handed_in_at for entry in entries if entry.handed_in_at)
    to, path = Recipients.factions_of(_factions(row, silent)), _path(row, battle, "game:battle_result")
    text = f"{battle.name}: the other side has handed in its result. Type in yours."
    yield Note(Kind.RESULT, _fact(row, battle, "result"), text, to, path)
    ends = last + timedelta(hours=battle.patience) if battle.patience else None
    if ends and timezone.now() >= ends - BEFORE:
        yield _ending(row, battle, ends, to)


def _ending(row: Engagement, battle: Battle, ends: datetime, to: Recipients) -> Note:
    when = of_war(ends, row.turn.campaign)
    text = f"The {battle.name} is settled by the other side's result on {when}, unless you type in yours."
    path = _path(row, battle, "game:battle_result")
    return Note(Kind.PATIENCE, f"battle:{battle.key}:patience:{ends.isoformat()}", text, to, path, until=ends)


def _fact(row: Engagement, battle: Battle, what: str) -> str:
    """Name what happened to a battle. A battle that was taken back and is decided again is news again."""
    backs = row.turn.campaign.roll_backs.count()
    return f"battle:{battle.key}:{what}" + (f":{backs}" if backs else "")


def _factions(row: Engagement, sides: Iterable[int] = (0, 1)) -> set[int]:
    armies = EngagementArmy.objects.filter(engagement=row, side__in=sides)
    return set(armies.values_list("faction_id", flat=True))


def _path(row: Engagement, battle: Battle, name: str = "game:battle") -> str:
    return reverse(name, args=[row.turn.campaign.slug, battle.key])
