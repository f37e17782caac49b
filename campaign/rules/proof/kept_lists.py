"""Name what of a war may still change once a state of it was kept: list by list, column by column.

A column that is not named here must stay as it was. A new list or column is held fast by itself, and gets a line here
if it moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

from campaign.rules.files.past.history_rows import History
from campaign.rules.files.past.past_rows import KeptStateRow
from campaign.rules.files.whole import CampaignFile

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
