"""The states that a dump keeps of its own past, held against what it says now: what was over has not changed since."""

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from base.place import JsonPlace
from campaign.rules.files.fields import CampaignFileError, read_row, row_dict
from campaign.rules.files.whole import CampaignFile
from campaign.rules.history.pieces import digest_of
from campaign.rules.house import house_rules
from campaign.rules.proof.dump import Dump, Fault, words
from campaign.rules.proof.kept_lists import ALL, HEAD, HISTORY, KINDS, MOVED_BY, SETTINGS, Listed, Row, Then

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
