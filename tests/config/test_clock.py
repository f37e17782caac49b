"""The clock's log: a trouble is a line when it comes and one when it is over, however many ticks it lasts."""

import logging

import pytest
from django.db import OperationalError

from config.clock import Ticks

pytestmark = pytest.mark.django_db
GONE = "connection failed: connection to server at 127.0.0.1, port 5432 failed: Connection refused"


class Site:
    """A database that can go away, a step that can be wrong, and what was done."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.mistake: Exception | None = None
        self.done: list[str] = []

    def live(self) -> None:
        if self.error:
            raise self.error
        self.done.append("live")

    def work(self) -> None:
        if self.mistake:
            raise self.mistake
        self.done.append("work")

    def ask(self) -> None:
        self.done.append("ask")


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def ticks(site: Site, caplog: pytest.LogCaptureFixture) -> Ticks:
    caplog.set_level(logging.WARNING, logger="config.clock")
    return Ticks([site.live, site.work, site.ask])


def test_a_database_that_is_away_is_one_line_with_its_remedy_and_one_when_it_is_back(
    site: Site, ticks: Ticks, caplog: pytest.LogCaptureFixture
) -> None:
    site.error = OperationalError(GONE + "\n\tIs the server running on that host?")
    for _ in range(5):
        ticks.tick()
    (line,) = caplog.records
    assert "The database does not answer" in line.message
    assert "Start the database server" in line.message
    assert "\n" not in line.message
    assert line.exc_info is None
    assert site.done == []  # each step would have waited for its time-out
    site.error = None
    ticks.tick()
    ticks.tick()
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert site.done == ["live", "work", "ask"] * 2


def test_a_mistake_of_the_program_shows_its_way_once_and_keeps_no_other_step_waiting(
    site: Site, ticks: Ticks, caplog: pytest.LogCaptureFixture
) -> None:
    site.mistake = ValueError("a wrong row")
    for _ in range(3):
        ticks.tick()
    site.mistake = ValueError("another wrong row")
    ticks.tick()
    assert [bool(record.exc_info) for record in caplog.records] == [True, True]
    assert site.done == ["live", "ask"] * 4


def test_a_locked_database_keeps_no_other_step_waiting(
    site: Site, ticks: Ticks, caplog: pytest.LogCaptureFixture
) -> None:
    site.error = OperationalError("database is locked")
    ticks.tick()
    ticks.tick()
    assert len(caplog.records) == 1
    assert "Look for a process that holds" in caplog.text
    assert site.done == ["work", "ask"] * 2
