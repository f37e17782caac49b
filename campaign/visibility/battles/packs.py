"""Battle packs: a side's own part exactly, the enemy and allies as they are known; the parties on either side.

A pack that the referee makes for a side holds what that side may know, so that it can be handed out as it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battles.models import Battle
from battles.pack.pack import Pack, Share, pack_of_both, pack_of_side
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import Entry, Part, disagreements
from campaign.models import Engagement, Faction, Leader
from campaign.rules.kinds import Role
from campaign.visibility.armies import KnownArmy, own_armies, sightings
from campaign.visibility.battles.battles import BattleKnown
from campaign.visibility.battles.forecasts import Known, known_of, reported_foes
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import SeenArmy


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


BOTH = "both"
SIDES = ("1", "2")
OVER = ("The battle is over; those who fought it may read both sides now.",)


def packs_known(knowledge: Knowledge, seen: BattleKnown) -> tuple[str, ...]:
    """Return the packs of a battle that the reader may have: of the sides "1" and "2", of "both"; none before it is
    laid out.

    The first is his own.
    """
    if seen.battle.state == Battle.State.WAITING or seen.battle.file.get("field") is None:
        return ()
    if knowledge.is_referee:
        return (BOTH, *SIDES)
    own = () if seen.side is None else (SIDES[seen.side],)
    return (*own, BOTH) if seen.full else own


def pack_known(knowledge: Knowledge, seen: BattleKnown, wanted: str) -> Pack | None:
    """Return one of them; None for every other alike. Without a wish it is the reader's own."""
    known = packs_known(knowledge, seen)
    chosen = wanted or next(iter(known), "")
    if chosen not in known:
        return None
    return replace(_pack(knowledge, seen, chosen), turn=_met(knowledge, seen))


def _pack(knowledge: Knowledge, seen: BattleKnown, chosen: str) -> Pack:
    file = parse(seen.battle.file)
    if chosen == BOTH:
        return pack_of_both(seen.battle.key, file, plans=seen.open_plans)
    return _of_side(knowledge, seen, file, SIDES.index(chosen))


def _met(knowledge: Knowledge, seen: BattleKnown) -> str:
    """Return the turn on which the armies met, where it is over."""
    return f"on turn {seen.line.turn}" if knowledge.turn_number > seen.line.turn else ""


def _of_side(knowledge: Knowledge, seen: BattleKnown, file: BattleFile, number: int) -> Pack:
    parties = [party for party in parties_of(seen.engagement) if party.number == number]
    share = _share(knowledge, seen, file) if len(parties) > 1 else None
    reader = _as_side(knowledge, seen, parties, number)
    if reader.faction is None or seen.line.settled:
        return pack_of_side(seen.battle.key, file, number, reported=OVER, share=share)
    known = _known_then(reader, seen.line.turn + 1)
    foes = reported_foes(known, reader.faction, seen.line.province_key)
    allies = _allies(known, parties, seen.line.province_key)
    return pack_of_side(
        seen.battle.key, file, number, reported=_sentences(known, foes), share=share, beside=_sentences(known, allies)
    )


def _known_then(reader: Knowledge, turn: int) -> Known:
    """Return what a reader knew when this turn opened, the first after the contact: later packs report the same."""
    now = known_of(reader)
    met = reader.campaign.turns.filter(number=turn).first()
    if met is None or reader.saw_armies or turn >= reader.turn_number:
        return now
    then = Knowledge(reader.campaign, reader.role, reader.own)
    then.take_turn(met)
    seen = [army for army in sightings(then, since=turn) if army.turn == turn]
    return replace(now, knowledge=then, armies=[*own_armies(reader), *seen])


def _as_side(knowledge: Knowledge, seen: BattleKnown, parties: list[Party], number: int) -> Knowledge:
    """Return the reader himself; for the referee, the commander of the side."""
    if not knowledge.is_referee:
        return knowledge
    ref = seen.engagement.details["sides"][number]["commander"]
    rows = Faction.objects.filter(campaign=knowledge.campaign)
    commands = rows.filter(leaders__ref=ref).first() if ref else None
    return Knowledge(knowledge.campaign, Role.PLAYER, commands or rows.filter(key=parties[0].key).first())


def _share(knowledge: Knowledge, seen: BattleKnown, file: BattleFile) -> Share | None:
    """Return a player's part of a side that he shares; None, the whole side, for the referee."""
    if knowledge.is_referee or knowledge.own is None:
        return None
    part = part_of_reader(seen, knowledge.own, file)
    return Share(frozenset(part.units), frozenset(part.leaders))


def _allies(known: Known, parties: list[Party], place: str) -> list[KnownArmy]:
    """Return the armies of others on the reader's side that he knows to be there."""
    own = known.knowledge.own
    factions = {party.key for party in parties if own is None or party.key != own.key}
    return [army for army in known.armies if army.province == place and army.faction.key in factions]


def _sentences(known: Known, armies: Iterable[KnownArmy]) -> list[str]:
    """Write the reports of foreign armies on the turn in hand."""
    return [
        f"{army.name} ({army.faction.name}): {army.size_text}, reported on turn {known.knowledge.turn_number} in "
        f"{known.provinces[army.province].name}."
        for army in armies if isinstance(army, SeenArmy) and army.current
    ]  # fmt: skip
