"""The rows of a campaign file that hold what people wrote: letters and the Gazette."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass
from typing import Any

from campaign.rules.files.fields import choice, flag, moment, plain, record_text, refers, whole
from campaign.rules.files.rows import TURNS
from campaign.rules.kinds import GazetteState


@dataclass(frozen=True, kw_only=True)
class LetterRow:
    """A letter; without a sender the referee wrote it."""

    turn: int = whole(0, TURNS, 0)
    arrives: int = whole(0, TURNS + 10, 0)
    thread: str = record_text(900)
    readers: str = record_text(900)
    sender: str | None = refers("factions", None)
    by: str = record_text(150)
    text: str = record_text(8000)
    referee_reads: bool = flag()
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class GazetteRow:
    """An issue of the Gazette."""

    turn: int = whole(1, TURNS)
    title: str = record_text(160)
    text: str = record_text(20_000)
    state: str = choice(GazetteState, "draft")
    edited: bool = flag()
    plate: dict[str, Any] = plain(dict, {})
    drafted_at: datetime.datetime | None = moment()
    published_at: datetime.datetime | None = moment()
