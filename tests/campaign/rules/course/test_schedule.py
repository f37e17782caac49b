"""When turns are due."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from base.refusal import Refusal
from campaign.rules.course.schedule import (
    Rhythm,
    after_outage,
    check_rhythm,
    deadlines,
    in_words,
    next_deadline,
    quiet_days,
)

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def weekly(zone: str = BERLIN, at: str = "20:00", first: str = "2026-03-01", **more: object) -> Rhythm:
    return Rhythm("weekly", 1, zone, time.fromisoformat(at), date.fromisoformat(first), **more)  # type: ignore[arg-type]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def told(found: list[datetime]) -> list[str]:
    return [f"{moment.astimezone(UTC):%m-%d %H:%M}" for moment in found]


def test_a_weekly_deadline_keeps_its_local_time_through_both_changes_of_the_clocks():
    spring = deadlines(weekly(), utc("2026-03-16T00:00"), 3)
    assert told(spring) == ["03-22 19:00", "03-29 18:00", "04-05 18:00"]
    autumn = deadlines(weekly(), utc("2026-10-12T00:00"), 3)
    assert told(autumn) == ["10-18 18:00", "10-25 19:00", "11-01 19:00"]


def test_the_americas_change_on_days_of_their_own():
    assert told(deadlines(weekly(NEW_YORK), utc("2026-03-02T00:00"), 2)) == ["03-02 01:00", "03-09 00:00"]


def test_a_time_that_the_clocks_skip_is_taken_behind_the_change():
    night = Rhythm("daily", 1, BERLIN, time(2, 30), date(2026, 3, 1))
    assert told(deadlines(night, utc("2026-03-28T00:00"), 3)) == ["03-28 01:30", "03-29 01:30", "03-30 00:30"]


def test_a_time_that_comes_twice_is_meant_the_second_time():
    night = Rhythm("daily", 1, BERLIN, time(2, 30), date(2026, 3, 1))
    assert told(deadlines(night, utc("2026-10-24T02:00"), 2)) == ["10-25 01:30", "10-26 01:30"]
    assert next_deadline(night, utc("2026-10-25T00:45")) == utc("2026-10-25T01:30"), "between the two readings"


@pytest.mark.parametrize(
    ("at", "first", "due"),
    [
        ("01:45", "2026-04-04", ["04-03 14:45", "04-04 15:15", "04-05 15:15"]),  # twice on 5 April
        ("02:15", "2026-10-03", ["10-02 15:45", "10-03 15:45", "10-04 15:15"]),  # not at all on 4 October
        ("20:00", "2026-10-03", ["10-03 09:30", "10-04 09:00", "10-05 09:00"]),
    ],
)
def test_a_change_by_half_an_hour_is_a_change_like_any_other(at, first, due):
    nights = Rhythm("daily", 1, "Australia/Lord_Howe", time.fromisoformat(at), date.fromisoformat(first))
    assert told(deadlines(nights, utc("2026-01-01T00:00"), 3)) == due


def test_hours_follow_the_clock_on_the_wall_and_never_come_twice():
    hourly = Rhythm("hours", 1, BERLIN, time(0), date(2026, 3, 1))
    assert told(deadlines(hourly, utc("2026-03-28T23:30"), 3)) == ["03-29 00:00", "03-29 01:00", "03-29 02:00"]
    twelve = Rhythm("hours", 12, BERLIN, time(8), date(2026, 3, 1))
    assert told(deadlines(twelve, utc("2026-03-28T12:00"), 3)) == ["03-28 19:00", "03-29 06:00", "03-29 18:00"]


def test_a_day_that_a_zone_left_out_is_no_trap():
    apia = Rhythm("daily", 1, "Pacific/Apia", time(12), date(2011, 12, 28))
    found = deadlines(apia, utc("2011-12-28T23:00"), 3)
    assert found == sorted(set(found))
    assert told(found)[0] == "12-29 22:00"


def test_no_turn_is_due_before_the_first_date():
    assert next_deadline(weekly(first="2026-06-07"), utc("2026-01-01T00:00")) == utc("2026-06-07T18:00")


def test_a_deadline_is_strictly_later_than_the_moment_asked_about():
    assert next_deadline(weekly(), utc("2026-03-01T19:00")) == utc("2026-03-08T19:00")


def test_a_deadline_on_a_quiet_day_waits_for_the_next_day():
    christmas = weekly(first="2026-12-20", quiet_days=((date(2026, 12, 24), date(2027, 1, 2)),))
    found = deadlines(christmas, utc("2026-12-18T00:00"), 3)
    assert told(found) == ["12-20 19:00", "01-03 19:00", "01-10 19:00"], "two that wait for one day are one"
    no_sundays = weekly(first="2026-03-01", quiet_weekdays=frozenset({6}))
    assert next_deadline(no_sundays, utc("2026-03-02T00:00")) == utc("2026-03-02T19:00")


def test_hours_on_a_quiet_day_are_left_out():
    six = Rhythm("hours", 6, "UTC", time(0), date(2026, 3, 1), frozenset({5, 6}))
    assert next_deadline(six, utc("2026-03-06T18:00")) == utc("2026-03-09T00:00")


def test_every_second_week_counts_from_the_first_date():
    fortnight = Rhythm("weekly", 2, "UTC", time(20), date(2026, 3, 1))
    assert told(deadlines(fortnight, utc("2026-03-02T00:00"), 2)) == ["03-15 20:00", "03-29 20:00"]


@pytest.mark.parametrize(("rhythm", "sentence"), [
    (weekly(zone="Europe/Atlantis"), "Zone: write"),
    (weekly(zone="../../etc/passwd"), "Zone: write"),
    (weekly(quiet_weekdays=frozenset(range(7))), "leave one day"),
    (weekly(quiet_days=((date(2026, 2, 2), date(2026, 2, 1)),)), "ends before it begins"),
    (weekly(quiet_days=((date(2026, 1, 1), date(2026, 12, 1)),)), "pause the war instead"),
    (Rhythm("daily", 61, "UTC", time(20), date(2026, 3, 1)), "Every: write 1 to 60"),
    (Rhythm("monthly", 1, "UTC", time(20), date(2026, 3, 1)), "Rhythm: choose"),
])  # fmt: skip
def test_what_no_clock_could_keep_is_refused_by_its_field(rhythm, sentence):
    with pytest.raises(Refusal, match=sentence):
        check_rhythm(rhythm)


def test_quiet_days_are_read_line_by_line():
    assert quiet_days("2026-12-24 to 2027-01-02\n\n 2026-05-01 ") == (
        (date(2026, 5, 1), date(2026, 5, 1)), (date(2026, 12, 24), date(2027, 1, 2)),
    )  # fmt: skip
    with pytest.raises(Refusal, match="is no date; write 2026-12-24"):
        quiet_days("Christmas")


def test_a_rhythm_in_words():
    assert in_words(weekly(quiet_weekdays=frozenset({4, 5}))) == (
        "every Sunday at 20:00 (Europe/Berlin), not on Fridays and Saturdays"
    )
    assert in_words(Rhythm("hours", 12, NEW_YORK, time(8), date(2026, 3, 1))) == (
        "every 12 hours, counted from 08:00 (America/New York)"
    )


@pytest.mark.parametrize(
    ("deadline", "due"),
    [
        ("2026-03-02T12:00", "2026-03-02T18:00"),  # it passed: the grace period
        ("2026-03-02T15:00", "2026-03-02T18:00"),  # it is near: the grace period
        ("2026-03-03T12:00", "2026-03-03T12:00"),  # there is time enough
        ("2026-03-02T09:00", "2026-03-02T18:00"),
    ],
)
def test_after_an_outage_everybody_has_the_grace_period(deadline, due):
    away, back = utc("2026-03-02T08:00"), utc("2026-03-02T12:00")
    assert after_outage(utc(deadline), away, back, timedelta(hours=6)) == utc(due)


def test_what_was_left_when_the_site_went_away_is_left_when_it_is_back():
    found = after_outage(utc("2026-03-04T08:00"), utc("2026-03-02T08:00"), utc("2026-03-05T00:00"), timedelta(hours=6))
    assert found == utc("2026-03-07T00:00")
