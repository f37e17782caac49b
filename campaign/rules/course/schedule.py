"""Due dates of the turns of a war: a rhythm at a local time of a named zone, with quiet days left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from base.refusal import Refusal

WEEKLY, DAILY, HOURLY = "weekly", "daily", "hours"
RHYTHMS = (WEEKLY, DAILY, HOURLY)
STEPS = {WEEKLY: timedelta(weeks=1), DAILY: timedelta(days=1), HOURLY: timedelta(hours=1)}
MOST = {WEEKLY: 8, DAILY: 60, HOURLY: 168}
"""The longest rhythm of each kind: weeks, days, hours."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
QUIET_RANGES, QUIET_LENGTH = 40, 100
LOOKED_AT = 20_000
LATE = timedelta(minutes=10)
"""A deadline that is missed by more was missed because the site was away."""


@dataclass(frozen=True)
class Rhythm:
    """Every so many weeks, days or hours at a local time, from a first date on.

    ``quiet_weekdays`` are numbered from 0 (Monday); ``quiet_days`` are pairs of a first and a last date. A deadline of
    weeks or days that falls on a quiet day waits for the next day that is not; of hours, it is left out.
    """

    kind: str
    every: int
    zone: str
    at: time
    first: date
    quiet_weekdays: frozenset[int] = frozenset()
    quiet_days: tuple[tuple[date, date], ...] = ()

    @cached_property
    def place(self) -> ZoneInfo:
        """The zone whose clocks count."""
        return ZoneInfo(self.zone)

    @property
    def step(self) -> timedelta:
        """From one deadline to the next, on the clock of the zone."""
        return self.every * STEPS[self.kind]

    def is_quiet(self, day: date) -> bool:
        """Return whether no deadline falls on a day."""
        return day.weekday() in self.quiet_weekdays or any(first <= day <= last for first, last in self.quiet_days)


def moment_of(local: datetime, place: ZoneInfo) -> datetime:
    """Return the moment of a local time. Nobody loses an hour by a change of clocks: of two readings the later one
    counts.

    A time that comes twice is meant the second time; one that is skipped is as far behind the change as it was to be
    behind the old hour (02:30 becomes 03:30).
    """
    return max(local.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1))


def next_deadline(rhythm: Rhythm, after: datetime) -> datetime:
    """Return the first deadline later than a moment. Refusal where quiet days leave none."""
    for local in _locals(rhythm, after.astimezone(rhythm.place).replace(tzinfo=None)):
        found = moment_of(local, rhythm.place)
        if found > after:
            return found
    raise Refusal("Quiet days: they leave no day for a deadline; take some out.")


def deadlines(rhythm: Rhythm, after: datetime, count: int) -> list[datetime]:
    """Return the next deadlines after a moment."""
    found: list[datetime] = []
    for _ in range(count):
        found.append(next_deadline(rhythm, found[-1] if found else after))
    return found


def _locals(rhythm: Rhythm, near: datetime) -> Iterator[datetime]:
    """Local times at which turns may be due, from well before a local time on, earliest first."""
    begin = datetime.combine(rhythm.first, rhythm.at)
    back = timedelta(days=2) + rhythm.step
    if rhythm.kind != HOURLY:
        back += sum((last - first + timedelta(days=1) for first, last in rhythm.quiet_days), timedelta(days=7))
    number = max(0, (near - back - begin) // rhythm.step)
    for place in range(number, number + LOOKED_AT):
        local = begin + place * rhythm.step
        if not rhythm.is_quiet(local.date()):
            yield local
        elif rhythm.kind != HOURLY and (moved := _moved(rhythm, local)) is not None:
            yield moved


def _moved(rhythm: Rhythm, local: datetime) -> datetime | None:
    """Return the same time on the next day that is not quiet; None where a year has none."""
    days = (local + timedelta(days=n) for n in range(1, 400))
    return next((day for day in days if not rhythm.is_quiet(day.date())), None)


def in_words(rhythm: Rhythm) -> str:
    """Return a rhythm as a phrase: ``every Sunday at 20:00 (Europe/Berlin)``."""
    several = rhythm.every > 1
    weekday = WEEKDAYS[rhythm.first.weekday()]
    often = {
        WEEKLY: f"every {rhythm.every} weeks on {weekday}" if several else f"every {weekday}",
        DAILY: f"every {rhythm.every} days" if several else "every day",
        HOURLY: f"every {rhythm.every} hours, counted from {rhythm.at:%H:%M}" if several else "every hour",
    }[rhythm.kind]
    at = "" if rhythm.kind == HOURLY else f" at {rhythm.at:%H:%M}"
    quiet = [f"{WEEKDAYS[day]}s" for day in sorted(rhythm.quiet_weekdays)]
    besides = f", not on {' and '.join([', '.join(quiet[:-1]), quiet[-1]] if quiet[1:] else quiet)}" if quiet else ""
    return f"{often}{at} ({rhythm.zone.replace('_', ' ')}){besides}"


def check_rhythm(rhythm: Rhythm) -> Rhythm:
    """Return the rhythm, or a Refusal that names the field and the remedy."""
    if rhythm.kind not in RHYTHMS:
        raise Refusal(f"Rhythm: choose {', '.join(RHYTHMS)}.")
    if not 1 <= rhythm.every <= MOST[rhythm.kind]:
        raise Refusal(f"Every: write 1 to {MOST[rhythm.kind]} for this rhythm.")
    if not rhythm.quiet_weekdays <= set(range(7)):
        raise Refusal("Quiet weekdays: number them 0 (Monday) to 6 (Sunday).")
    if len(rhythm.quiet_weekdays) == len(WEEKDAYS):
        raise Refusal("Quiet weekdays: leave one day of the week for the deadline.")
    _check_zone(rhythm.zone)
    _check_quiet(rhythm.quiet_days)
    next_deadline(rhythm, datetime.combine(rhythm.first, rhythm.at, UTC))
    return rhythm


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("Zone: write the name of a time zone, such as Europe/Berlin.") from None


def _check_quiet(ranges: tuple[tuple[date, date], ...]) -> None:
    if len(ranges) > QUIET_RANGES:
        raise Refusal(f"Quiet days: at most {QUIET_RANGES} lines are kept; take some out.")
    for first, last in ranges:
        if last < first:
            raise Refusal(f"Quiet days: {first} to {last} ends before it begins; write the earlier date first.")
        if (last - first).days >= QUIET_LENGTH:
            raise Refusal(f"Quiet days: {first} to {last} has over {QUIET_LENGTH} days; pause the war instead.")


def quiet_days(text: str) -> tuple[tuple[date, date], ...]:
    """Return dates typed line by line: ``2026-12-24`` or ``2026-12-24 to 2027-01-02``."""
    return tuple(sorted(_quiet_line(line) for line in text.splitlines() if line.strip()))


def _quiet_line(line: str) -> tuple[date, date]:
    first, _, last = (part.strip() for part in line.partition(" to "))
    try:
        return date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        raise Refusal(
            f'Quiet days: "{line.strip()[:40]}" is no date; write 2026-12-24, or 2026-12-24 to 2027-01-02.'
        ) from None


def rhythm_of(data: Mapping[str, Any]) -> Rhythm:
    """Return a checked rhythm from plain values, as a row or a campaign file has them."""
    try:
        days = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in data["quiet_days"])
    except (TypeError, ValueError):
        raise Refusal("quiet_days: write pairs of dates, such as [2026-12-24, 2027-01-02].") from None
    weekdays = data["quiet_weekdays"]
    if not all(isinstance(day, int) and not isinstance(day, bool) for day in weekdays):
        raise Refusal("quiet_weekdays: number them 0 (Monday) to 6 (Sunday).")
    return check_rhythm(
        Rhythm(data["rhythm"], data["every"], data["zone"], data["at"], data["first_on"], frozenset(weekdays), days)
    )


def after_outage(deadline: datetime, away_since: datetime, now: datetime, grace: timedelta) -> datetime:
    """Return when a turn is due after the site was away: nobody has less time than the grace period.

    Where the deadline passed meanwhile, nobody has less than what was left to him when the site went away.
    """
    left = deadline - away_since if away_since < deadline <= now else timedelta(0)
    return max(deadline, now + max(grace, left))
