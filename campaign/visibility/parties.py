"""Who fights on either side of a battle, and what each of them answers for when its result is typed in."""

from dataclasses import dataclass
from typing import Any

from battles.resolvers.battle_file import BattleFile
from battles.resolvers.entries import Part
from campaign.models import Engagement, Faction, Leader
from campaign.visibility.battles import BattleKnown


@dataclass(frozen=True)
class Party:
    """A faction on a side of a battle; the first of a side has its armies there since the battle was opened."""

    number: int
    key: str
    name: str


def parties_of(engagement: Engagement) -> list[Party]:
    """The factions of a battle, side by side."""
    rows = engagement.armies.select_related("faction").order_by("side", "pk")
    return list(dict.fromkeys(Party(row.side, row.faction.key, row.faction.name) for row in rows))


def part_of_reader(seen: BattleKnown, faction: Faction, file: BattleFile) -> Part:
    """What a faction answers for in its battle: the units of its armies and its own generals.

    A nameless officer who commands a side is the first party's.
    """
    assert seen.side is not None
    mine = set(seen.battle.fielded.filter(unit__army__station__faction=faction).values_list("file_id", flat=True))
    units = tuple(unit.id for unit in file.sides[seen.side].units if unit.id in mine)
    return Part(faction.key, seen.side, units, _roles(seen, faction, seen.side))


def _roles(seen: BattleKnown, faction: Faction, number: int) -> tuple[int, ...]:
    told: dict[str, Any] = seen.engagement.details["sides"][number]
    posts = [told["commander"], *told["wings"]]
    leaders = Leader.objects.filter(campaign=faction.campaign_id, ref__in=[ref for ref in posts if ref])
    owners = dict(leaders.values_list("ref", "faction__key"))
    first = next(party.key for party in parties_of(seen.engagement) if party.number == number)
    return tuple(role for role, ref in enumerate(posts) if owners.get(ref, first) == faction.key)
