"""The parties on either side of a battle, and the part that each of them answers for when its result is typed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import Entry, Part, disagreements
from campaign.models import Engagement, Faction, Leader
from campaign.visibility.battles.battles import BattleKnown


@dataclass(frozen=True)
class Party:
    """A faction on a side of a battle; the first of a side has its armies there since the battle was opened."""

    number: int
    key: str
    name: str


def parties_of(engagement: Engagement) -> list[Party]:
    """Return the factions of a battle, side by side."""
    rows = engagement.armies.select_related("faction").order_by("side", "pk")
    return list(dict.fromkeys(Party(row.side, row.faction.key, row.faction.name) for row in rows))


def differences_for(entries: Sequence[Entry], file: BattleFile, parties: Sequence[Party], side: int) -> list[str]:
    """List the points in which the entries differ, as a side may know them: the field in
    words, strengths without a number.

    That its count of the enemy is wrong a side learns only where nothing else differs: then the battle would be settled
    otherwise, so it reveals no more than the open battle does.
    """
    rows, names = disagreements(entries, file), {(one.number, one.key): one.name for one in parties}
    authors = [names.get((entry.number, entry.part.key), file.sides[entry.number].name) for entry in entries]
    strengths = [f"Strength of {one.name}" for one in file.sides]
    points = [
        f"{what}: {', '.join(f'{text} by {name}' for text, name in zip(answers, authors, strict=True))}"
        for what, answers in rows if what not in strengths
    ]  # fmt: skip
    if strengths[side] in dict(rows):
        points.append("the strength that you have left: the enemy counted another")
    return points or ["the strength that the enemy has left: his own count differs from yours"]


def part_of_reader(seen: BattleKnown, faction: Faction, file: BattleFile) -> Part:
    """Return a faction's part of its battle: the units of its armies and its own generals.

    A nameless officer who commands a side is the first party's.
    """
    assert seen.side is not None
    mine = set(seen.battle.fielded.filter(unit__army__station__faction=faction).values_list("file_id", flat=True))
    units = tuple(unit.id for unit in file.sides[seen.side].units if unit.id in mine)
    return Part(faction.key, seen.side, units, _roles(seen, faction, seen.side))


def _roles(seen: BattleKnown, faction: Faction, number: int) -> tuple[int, ...]:
    side: dict[str, Any] = seen.engagement.details["sides"][number]
    posts = [side["commander"], *side["wings"]]
    leaders = Leader.objects.filter(campaign=faction.campaign_id, ref__in=[ref for ref in posts if ref])
    owners = dict(leaders.values_list("ref", "faction__key"))
    first = next(party.key for party in parties_of(seen.engagement) if party.number == number)
    return tuple(role for role, ref in enumerate(posts) if owners.get(ref, first) == faction.key)
