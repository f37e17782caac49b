"""Lines of the campaign's record."""

from collections.abc import Iterable, Sequence
from typing import Any

from campaign.models import ChronicleEntry, Faction, Province, Turn
from campaign.services.record.together import add_entry


def as_list(head: str, lines: Sequence[str], *, alone: bool = False) -> str:
    """Return the text of an entry of several lines, each a sentence; pages show those below the first as a list.

    A single line has the head before it, or is ``alone``.
    """
    if len(lines) == 1:
        return lines[0] if alone else f"{head} {lines[0]}"
    return "\n".join([head, *lines])


def write_entry(
    *, turn: Turn, phase: str, kind: str, text: str, audience: Iterable[Faction] | None = None,
    province: Province | None = None, battle_key: str = "", rule: str = "", details: dict[str, Any] | None = None,
) -> ChronicleEntry:  # fmt: skip
    """Write a line. ``audience`` None is public; otherwise only those factions (and the referee) read it."""
    entry = ChronicleEntry(
        campaign=turn.campaign, turn=turn.number, phase=phase, kind=kind, text=text, public=audience is None,
        province=province, battle_key=battle_key, rule=rule, details=details or {},
    )  # fmt: skip
    add_entry(entry, list(dict.fromkeys(audience or ())))
    return entry
