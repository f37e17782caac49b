"""The states that a dump keeps of its own past, held against what it says now: what was over has not changed since."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

from base.place import JsonPlace
from campaign.rules.files.fields import CampaignFileError, read_row, row_dict
from campaign.rules.files.past.history_rows import History
from campaign.rules.files.past.past_rows import KeptStateRow
from campaign.rules.files.whole import CampaignFile
from campaign.rules.history.pieces import digest_of
from campaign.rules.house import house_rules
from campaign.rules.proof.dump import Dump, Fault, words

Row = Mapping[str, Any]
ALL = frozenset("*")


def _columns(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True)
class Listed:
    """The naming of a list's rows (by their place where nothing names them), and what of them may differ.

    ``moving`` columns always may, ``in_hand`` ones while the row's turn, battle or engagement is not over. A row that
    ``goes`` may be missing when it was archived, or taken back while it was in hand.
    """

    named: tuple[str, ...] = ()
    moving: frozenset[str] = frozenset()
    in_hand: frozenset[str] = frozenset()
    goes: bool = False


HISTORY = {
    "units": Listed(("id",), _columns("status merged_into"), _columns("type guard outriders own")),
    "turns": Listed(("number",), _columns("deadline trouble"), ALL),
    "faction_turns": Listed(("turn", "faction"), frozenset(), ALL),
    "orders": Listed(("turn", "army"), frozenset(), _columns("outcome"), goes=True),
    "sheet": Listed((), frozenset(), _columns("state outcome details")),
    "points": Listed(),
    "strength": Listed(),
    "war_events": Listed((), _columns("until"), ALL, goes=True),
    "sightings": Listed(("turn", "viewer", "army"), _columns("gone_on"), goes=True),
    "battles": Listed(("id",), _columns("play_by"), _columns(
        "name state method fallback patience settled_at error file engine profile_hash rules opened_at "
        "seed commitment read")),
    "entries": Listed(("battle", "side", "part"), frozenset(), ALL, goes=True),
    "notes": Listed(("battle", "number"), frozenset(), ALL, goes=True),
    "battle_units": Listed(("battle", "file_id"), frozenset(), ALL, goes=True),
    "results": Listed(("battle",), _columns("journal")),
    "effects": Listed(("battle", "unit")),
    "engagements": Listed(("id",), frozenset(), ALL),
    "engagement_armies": Listed(("engagement", "army"), frozenset(), ALL, goes=True),
    "chronicle": Listed(),
    "referee_acts": Listed(),
}  # fmt: skip
"""Lists of the history. Letters, absences, wishes and the Gazette are people's words: nothing is proved of them."""
HEAD = {
    "factions": Listed(("key",), _columns("name adjective colour pattern caretaker")),
    "provinces": Listed(("key",), _columns(
        "controlled_since depot_works_from fortress_held_by besieged_since stores breach guerrillas_active")),
    "relations": Listed(("between",)),
    "edges": Listed(),
    "leaders": Listed(("ref",), _columns("status back_on_turn captor bound_for bound_as_wing")),
    "armies": Listed(("ref",), _columns(
        "province leader wings garrison previous_province entered_on_turn entered_impulse marched fought rested "
        "in_supply turns_unsupplied turns_unpaid supply_path plan standing retreats field_works works_raised_on")),
}  # fmt: skip
"""Lists of the file's head. What moves is held against the chronicle elsewhere (``land``, ``marches``, ``forces``)."""
MOVED_BY = {
    ("units", "army"): ("split", "merge"), ("provinces", "controller"): ("control",),
    ("provinces", "depot"): ("depot", "trigger"), ("provinces", "home"): ("trigger",),
    ("provinces", "capital"): ("trigger",),
    ("relations", "kind"): ("relation",), ("relations", "since"): ("relation",),
}  # fmt: skip
"""A column → the kinds of sheet lines that were carried out, or lines of the chronicle, one of which moved it since."""
SETTINGS = {
    "calendar": "changed ", "house_changes": "changed ", "profile": "profile", "rules": "decided that battles",
    "options": "decided that battles", "battle_max_days": "decided that battles", "victory": "ruled: ",
    "events": "decided that events",
}  # fmt: skip
"""Settings of the war → words of an act that is on the record where the setting was changed since."""
KINDS = {name: get_args(hint)[0] for whole in (CampaignFile, History) for name, hint in get_type_hints(whole).items()
         if name in HEAD or name in HISTORY}  # fmt: skip
"""List → the class of its rows."""


@dataclass(frozen=True)
class Then:
    """A kept state that is a part of the war's past: its JSON, and what was still in hand."""

    row: KeptStateRow
    data: dict[str, Any]

    @property
    def history(self) -> dict[str, list[Row]]:
        """The lists of its history."""
        found: dict[str, list[Row]] = self.data.get("history", {})
        return found

    @property
    def open(self) -> bool:
        """Whether its turn still took orders: it was kept before a battle was settled, not at the seal."""
        return self.row.kind == "battle"

    @cached_property
    def over(self) -> dict[str, frozenset[str]]:
        """The battles and engagements that are over, with everything that follows from them."""
        history = self.history
        battles = frozenset(row["id"] for row in history.get("battles", ()) if row["state"] == "done")
        over = frozenset(row["id"] for row in history.get("engagements", ()) if self._is_over(row))
        return {"battle": battles, "engagement": over}

    def _is_over(self, row: Row) -> bool:
        state, details = row.get("state", "open"), row.get("details") or {}
        ended = bool(details.get("aftermath")) if state == "settled" else state != "open"
        return ended and row["turn"] < self.row.turn

    def in_hand(self, name: str, row: Row) -> bool:
        """Return whether a row could still change in the war's own course."""
        if name in ("battles", "engagements"):
            return row["id"] not in self.over[name[:-1]]
        for kind, over in self.over.items():
            if kind in row and name not in ("chronicle", "referee_acts"):
                return row[kind] not in over
        return bool(row.get("turn", row.get("number", 0)) >= self.row.turn)


OUTLASTS = "rolled-back"
"""The kind of the chronicle's lines that no roll-back takes away: a state before them has them later."""
BY_HAND = (*HEAD, "units")
NOT_READ = (*HEAD, "history")


def states(dump: Dump) -> Iterator[Fault]:
    """Each kept state of the war's past is the text that was kept."""
    for number, row in enumerate(dump.history.kept_states):
        if row.undone_by is None and digest_of(dump.kept_text(row)) != row.digest:
            yield Fault(f"history.kept_states[{number}].digest", "its pieces make another state.")


def past(dump: Dump) -> Iterator[Fault]:
    """The rows of a kept state of the war are in the dump as they were, unless they could still change."""
    found: set[str] = set()
    for row in dump.past:
        dump.figures["kept states compared"] += 1
        faults = list(_Compared(dump, Then(row, json.loads(dump.kept_text(row)))).faults())
        yield from (fault for fault in faults if fault.path not in found)
        found |= {fault.path for fault in faults}


class _Compared:
    """One kept state beside the dump."""

    def __init__(self, dump: Dump, then: Then) -> None:
        self.dump, self.then = dump, then
        self.acts = len(then.history.get("referee_acts", ()))
        lines = dump.history.strength[len(then.history.get("strength", ())) :]
        self.mixed = {line.unit for line in lines if line.cause == "amalgamation"}
        told = [row for row in dump.history.chronicle if row.kind != OUTLASTS]
        before = sum(row["kind"] != OUTLASTS for row in then.history.get("chronicle", ()))
        done = [row.kind for row in dump.history.sheet if row.state == "done" and row.turn >= then.row.turn]
        self.since = {*done, *(row.kind for row in told[before:])}
        self.when = f"the state that was kept on turn {then.row.turn} has"

    def faults(self) -> Iterator[Fault]:
        """Yield what differs: settings, lists of the head, lists of the history."""
        yield from self._settings()
        for name, listed in HEAD.items():
            yield from self._list(name, name, listed, self.then.data.get(name, []), self.dump.raw.get(name, []))
        now = self.dump.raw["history"]
        for name, listed in HISTORY.items():
            yield from self._list(
                f"history.{name}", name, listed, self.then.history.get(name, []), now.get(name, [])
            )  # fmt: skip

    def _settings(self) -> Iterator[Fault]:
        head = {key: value for key, value in self.then.data.items() if key not in NOT_READ}
        kept = read_row(CampaignFile, JsonPlace(head, error=CampaignFileError))
        acts = [row.act for row in self.dump.history.referee_acts[self.acts :]]
        for name, excuse in SETTINGS.items():
            was, now = getattr(kept, name), getattr(self.dump.file, name)
            if was != now and not any(excuse in act for act in acts):
                yield Fault(name, f"{words(now)} is recorded, {self.when} {words(was)}.")
        numbers, now = house_rules(kept.house_rules).numbers(), self.dump.house(self.then.row.turn).numbers()
        if numbers != now and not any(act.startswith("changed ") for act in acts):
            yield Fault("house_rules", f"{self.when} other numbers of that turn.")

    def _list(self, path: str, name: str, listed: Listed, then: list[Row], now: list[Row]) -> Iterator[Fault]:
        places = [(place, row) for place, row in enumerate(now) if row.get("kind") != OUTLASTS]
        there = {_name(listed, nth, row): (place, row) for nth, (place, row) in enumerate(places)}
        kept = [row for row in then if row.get("kind") != OUTLASTS]
        for nth, row in enumerate(kept):
            place, found = there.pop(_name(listed, nth, row), (0, None))
            if found is None and not self._may_go(listed, name, row):
                yield Fault(path, f"{self.when} a row that is missing: {words(dict(row))}.")
            elif found is not None and row != found:
                yield from self._row(f"{path}[{place}]", listed, name, row, found)
        for place, row in there.values() if listed.named and path != name else ():
            if name != "units" and not self.then.in_hand(name, row) and not self._later(row):
                yield Fault(f"{path}[{place}]", f"{self.when} no such row: {words(dict(row))}.")

    def _later(self, row: Row) -> bool:
        """Return whether a row is of a battle or an engagement that the state does not have."""
        return any(kind in row and row[kind] not in over for kind, over in self.then.over.items())

    def _may_go(self, listed: Listed, name: str, row: Row) -> bool:
        if not listed.goes:
            return False
        turn = row.get("turn") or self._turns.get(row.get("battle"), 0)
        taken_back = self.then.in_hand(name, row) and (self.then.open or "turn" not in row)
        return taken_back or turn <= self.dump.file.archived

    @cached_property
    def _turns(self) -> dict[Any, int]:
        """Battle → its turn."""
        return {row.battle: row.turn for row in self.dump.history.engagements}

    def _row(self, path: str, listed: Listed, name: str, row: Row, found: Row) -> Iterator[Fault]:
        """Yield the columns that differ and may not. Rows are read first: a file may leave defaults out."""
        was, now = (row_dict(read_row(KINDS[name], JsonPlace(one, error=CampaignFileError))) for one in (row, found))
        loose = listed.moving | (listed.in_hand if self._in_hand(name, row) else frozenset())
        differ = sorted(key for key in was.keys() | now.keys() if was.get(key) != now.get(key))
        if loose >= ALL or (name in BY_HAND and self.dump.by_hand(*_names(row, found), since=self.acts)):
            return
        loose |= {key for where, key in MOVED_BY if where == name and self.since & {*MOVED_BY[where, key]}}
        for key in differ:
            if key not in loose and not (self.then.open and name == "orders" and self._in_hand(name, row)):
                yield Fault(f"{path}.{key}", f"{words(now.get(key))} is recorded, {self.when} {words(was.get(key))}.")

    def _in_hand(self, name: str, row: Row) -> bool:
        return row["id"] in self.mixed if name == "units" else self.then.in_hand(name, row)


def _names(*rows: Row) -> list[str]:
    """Return how the record calls a row that a referee changed: by the name that it had or has, or by its pair."""
    return [str(row.get("name") or " – ".join(row.get("between", ()))) for row in rows]


def _name(listed: Listed, place: int, row: Row) -> Any:
    return tuple(str(row.get(column)) for column in listed.named) if listed.named else place


CHECKS = (states, past)
