"""A dump that is to be proved, and the faults that are found in it."""

import base64
import datetime
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from base.refusal import Refusal
from campaign.rules.dice import SeededCup, seed_of
from campaign.rules.files.past.history_rows import History, TurnRow
from campaign.rules.files.past.past_rows import KeptPieceRow, KeptStateRow
from campaign.rules.files.whole import CampaignFile
from campaign.rules.history.attempts import UNREADABLE
from campaign.rules.history.held import Taken
from campaign.rules.history.pieces import LIMIT, digest_of, unpacked
from campaign.rules.house import House, HouseChange, house_at, read_changes

AT_THE_OPENING = ("weather", "sighting")
"""Kinds of dice that are thrown when a turn opens: new dice after a roll-back leave them as they were."""
BY_HAND = ("changed ", "added ", "deleted ")
"""How the record begins an act of a referee who changed a row himself."""
_TURN = re.compile(r"turn:\{campaign\}:([0-9]{1,4})")


@dataclass(frozen=True)
class Fault:
    """Something in a dump that is not true: its path in the file, and a sentence."""

    path: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}: {self.sentence}"


Check = Callable[["Dump"], Iterator[Fault]]


@dataclass(frozen=True)
class Dump:
    """A campaign file with its history and secret; ``figures`` counts what has been looked at, ``raw`` is its JSON."""

    file: CampaignFile
    history: History
    secret: str
    raw: dict[str, Any] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)

    @cached_property
    def turns(self) -> dict[int, TurnRow]:
        """The turns by number."""
        return {row.number: row for row in self.history.turns}

    @cached_property
    def pieces(self) -> dict[str, KeptPieceRow]:
        """The pieces of kept states by digest."""
        return {row.digest: row for row in self.history.kept_pieces}

    @cached_property
    def _changes(self) -> list[HouseChange]:
        return read_changes(self.file.house_changes)

    def house(self, turn: int) -> House:
        """Return the campaign's numbers on a turn: the referee may have changed some since."""
        return house_at(self.file.house_rules, self._changes, turn, max(self.turns, default=0))

    def house_in_hand(self, at: datetime.datetime | None, turn: int) -> House:
        """Return the numbers of the turn that was in hand at a moment: a battle of ``turn`` may be decided later."""
        opened = (n for n, row in self.turns.items() if at and row.opened_at and row.opened_at <= at)
        return self.house(max(turn, max(opened, default=turn)))

    def seed(self, turn: int, kind: str, key: str) -> str:
        """Return the seed text that the secret gives to one kind of dice of a turn."""
        row = self.turns[turn]
        attempt = row.opened_attempt if kind in AT_THE_OPENING else row.attempt
        return seed_of(self.secret, turn, attempt, kind, key)

    def by_hand(self, *names: str, since: int = 0) -> bool:
        """Return whether a referee changed something of one of these names by hand, by the acts from ``since`` on."""
        acts = [row.act for row in self.history.referee_acts[since:] if row.act.startswith(BY_HAND)]
        return any(act.endswith(f" {name}") for act in acts for name in names)

    def kept_text(self, row: KeptStateRow) -> str:
        """Return the text of a kept state, put together from its pieces; ValueError or KeyError where it is none."""
        left, parts = LIMIT, []
        for digest in row.pieces:
            parts.append(unpacked(base64.b64decode(self.pieces[digest].data, validate=True), left))
            left -= len(parts[-1])
        return "".join(parts)

    def state_text(self, kind: str, turn: int, undone_by: str | None) -> str:
        """Return the text of a kept state; empty where there is none that can be read."""
        rows = self.history.kept_states
        found = [row for row in rows if (row.kind, row.turn, row.undone_by) == (kind, turn, undone_by)]
        try:
            text = self.kept_text(found[-1]) if found else UNREADABLE
        except (ValueError, KeyError):
            return UNREADABLE
        return text if text and digest_of(text) == found[-1].digest else UNREADABLE

    @cached_property
    def taken(self) -> dict[str, Taken]:
        """The roll-backs by their ids, with the wars that they undid."""
        texts = {row.id: self.state_text("undone", row.reached, row.id) for row in self.history.roll_backs}
        wars = {name: json.loads(text) if text else None for name, text in texts.items()}
        return {row.id: Taken(row.number, row.new_dice, row.reached, wars[row.id]) for row in self.history.roll_backs}

    @property
    def past(self) -> list[KeptStateRow]:
        """The kept states that are a part of the war's past, and were not taken back."""
        return [row for row in self.history.kept_states if row.undone_by is None]

    def cup(self, turn: int, kind: str, key: str) -> SeededCup:
        """Return the dice of one kind for one natural key of a turn, to be thrown again."""
        return SeededCup(self.seed(turn, kind, key), kind, key)


def turn_of(reference: str) -> int | None:
    """Return the number of the turn that a reference of the file names."""
    match = _TURN.fullmatch(reference)
    return int(match[1]) if match else None


def guarded(check: Check, dump: Dump) -> list[Fault]:
    """List a check's findings; a file too broken to be checked has this as its fault."""
    found = []
    try:
        for fault in check(dump):
            found.append(fault)
    except (Refusal, LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError) as error:
        what = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {str(error)[:120]}"
        name = check.__name__.strip("_").replace("_", " ")
        found.append(Fault("history", f"the {name} cannot be proved any further ({what})."))
    return found


def words(value: Any) -> str:
    """Return a value of the file within a sentence."""
    return str(value)[:80]
