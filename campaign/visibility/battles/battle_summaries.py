"""The cost of a decided battle, in a line of a list: for those who may read all of it."""

from collections.abc import Iterable
from typing import Any

from base.words import counted, listed
from battles.models import BattleResult
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine


def summaries(knowledge: Knowledge, lines: Iterable[BattleLine]) -> dict[str, str]:
    """Return a sentence for each battle that the reader may read: sides before and after, generals, days; by key."""
    return summaries_of(knowledge, [line.key for line in lines if line.open_to_reader])


def summaries_of(knowledge: Knowledge, keys: Iterable[str]) -> dict[str, str]:
    """Return the same of battles that the reader may read, by their keys."""
    wanted = ["", *keys]  # no page takes more queries than another
    rows = BattleResult.objects.filter(battle__key__in=wanted, battle__engagement__turn__campaign=knowledge.campaign)
    found = rows.values_list("battle__key", "report__sides", "report__outcome")
    return {key: _summary(sides, outcome) for key, sides, outcome in found}


def _summary(sides: list[dict[str, Any]], outcome: dict[str, Any]) -> str:
    parts = [_side(side) for side in sides]
    return f"{'; '.join(parts)}; {counted(int(outcome['days']), 'day')}"


def _side(side: dict[str, Any]) -> str:
    """Return `French 41 → 29 strength points under Ney and Victor (lost)`."""
    before, after = (sum(unit[when] for unit in side["units"]) for when in ("before", "after"))
    generals = listed([_general(one) for one in (side["commander"], *side["wings"]) if one])
    return f"{side['name']} {before} → {after} strength points{f' under {generals}' if generals else ''}"


def _general(leader: dict[str, Any]) -> str:
    return f"{leader['name']}{' (lost)' if leader['fate'] == 'lost' else ''}"
