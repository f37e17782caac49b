"""The rows of a campaign file with its past, with letters and texts, and with wishes about how battles are decided."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass
from typing import Any

from campaign.rules.files.fields import choice, flag, moment, name_key, plain, record_text, refers, text, whole
from campaign.rules.files.rows import TURNS
from campaign.rules.kinds import GazetteState, KeptStateKind


@dataclass(frozen=True, kw_only=True)
class RollBackRow:
    """Turns that were taken back."""

    id: str = name_key(20)
    number: int = whole(1, 10_000)
    back_to: int = whole(1, TURNS)
    reached: int = whole(1, TURNS)
    battle: str = record_text(120)
    new_dice: bool = flag()
    by_seal: bool = flag()
    by_decision: bool = flag()
    reason: str = record_text(300)
    by: str = record_text(150)
    undone: list[Any] = plain(list)
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class KeptPieceRow:
    """Some lines of a kept state, packed by zlib and written in base 64."""

    digest: str = text(64)
    data: str = record_text(20_000_000)


@dataclass(frozen=True, kw_only=True)
class KeptStateRow:
    """The war's file at one moment of its past: the digests of its pieces, in order."""

    kind: str = choice(KeptStateKind)
    turn: int = whole(1, TURNS)
    battle: str | None = refers("battles", None)
    digest: str = text(64)
    pieces: list[Any] = plain(list)
    scene: dict[str, Any] = plain(dict)
    undone_by: str | None = refers("roll_backs", None)
    at: datetime.datetime | None = moment()


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


@dataclass(frozen=True, kw_only=True)
class StandingWishRow:
    """A faction's wish about how its battles are decided, against one enemy or (``against`` absent) all others."""

    faction: str = refers("factions")
    against: str | None = refers("factions", None)
    method: str = choice(("table", "auto"))
    by: str = record_text(150)


@dataclass(frozen=True, kw_only=True)
class WishRow:
    """One side's wish about how a battle is decided."""

    battle: str = refers("battles")
    side: int = whole(0, 1)
    method: str = choice(("auto", "table"))
    by: str = record_text(150)
    at: datetime.datetime | None = moment()
