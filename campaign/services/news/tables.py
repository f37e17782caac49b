"""News of battles, decided or awaited, and of a war that the end of a turn may decide (HR-21)."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from base.rows.one_by_one import each_by_itself
from battles.models import Battle
from campaign.models import Engagement, EngagementArmy, Notice
from campaign.rules.ending.aims import Known
from campaign.rules.ending.race import Race
from campaign.selectors.desk import HIS_OWN, RulingLine, ruling_lines
from campaign.selectors.race import race_of
from campaign.selectors.war import War
from campaign.services.news.events import of_war
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import LONGEST, notify, notify_each

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


WARNING, MORE = "This turn may end the war.", "See War aims."


def announce_race(*, war: War) -> None:
    """HR-21 Send what may end the war with the turn that opens: to everybody what is public, to each side what it alone
    knows by its own armies, to the referee all."""
    race = race_of(war)
    public = list(race.near())
    notes = [_note(war, public, Recipients.everyone(), public=True)] if public else []
    notify_each(war.campaign, notes + [_note(war, more, to) for to, more in _private(war, race, public)])


def known_ends(war: War) -> dict[int, list[str]]:
    """HR-21 Return what each faction knows of an end with the turn in hand, what it alone knows first; by primary key,
    and only those that know of one."""
    race = race_of(war)
    public = list(race.near())
    known = {pk: more + public for pk, more in _own(war, race, public)}
    return {pk: lines for pk, lines in known.items() if lines}


def warning(lines: Sequence[str], longest: int = LONGEST) -> str:
    """HR-21 Return the warning in so many characters at most: the first lines, whole, and where to find the others."""
    whole = " ".join([WARNING, *lines])
    if len(whole) <= longest:
        return whole
    shorter = (" ".join([WARNING, *lines[:kept], MORE]) for kept in range(len(lines) - 1, 0, -1))
    return next((text for text in shorter if len(text) <= longest), f"{WARNING} {MORE}")


def _own(war: War, race: Race, public: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Return for each faction the lines that it alone knows by its own armies."""
    for key, faction in war.factions.items():
        own = Known((key,), own=True)
        lines = race.near(lambda alliance, own=own, key=key: own if key in alliance else Known())  # type: ignore[misc]
        yield faction.pk, [line for line in lines if line not in public]


def _private(war: War, race: Race, public: list[str]) -> Iterator[tuple[Recipients, list[str]]]:
    """Return the lines that only one faction knows, or only the referee, each with its readers."""
    whole = [line for line in race.near(lambda alliance: Known(tuple(alliance))) if line not in public]
    if whole:
        yield Recipients.referee(), whole
    yield from ((Recipients.factions_of([pk]), more) for pk, more in _own(war, race, public) if more)


def _note(war: War, lines: list[str], to: Recipients, *, public: bool = False) -> Note:
    whole = " ".join([WARNING, *lines])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
    return Note(
        Notice.Kind.TURN, f"turn:{war.turn.pk}:near:{digest}", warning(lines), to,
        reverse("game:aims", args=[war.campaign.slug]), whole if public else "",
    )  # fmt: skip
