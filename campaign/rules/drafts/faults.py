"""The faults of a draft, all at once: each with the page on which it is mended."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shapely import Polygon

from base.refusal import Refusal
from base.words import counted, listed
from campaign.rules.course.calendar import is_muster, turn_date
from campaign.rules.drafts.facts import house_of, sums_of, theatre_of, units_of
from campaign.rules.ending.aims import Aim, read_victory
from campaign.rules.ending.victory import enemies_of, enemy_capitals
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checks import refusals_of
from campaign.rules.files.rows import ProvinceRow
from campaign.rules.theatre import Theatre


@dataclass(frozen=True)
class Fault:
    """A sentence, the page on which the fault is mended (``room``), and the row of that page (``key``).

    A draft cannot begin while a fault ``blocks``. ``place`` is where the reader of campaign files would refuse it.
    """

    room: str
    sentence: str
    key: str = ""
    blocks: bool = False
    place: str = ""


NAMED = 5


def land_faults(file: CampaignFile) -> Iterator[Fault]:
    """Yield the faults of the map, its provinces and its ways."""
    if not file.provinces:
        yield Fault("map", "The map is empty; paste a table of towns.", blocks=True, place="provinces")
    for number, row in enumerate(file.provinces):
        if row.polygon is None:
            place = f"provinces[{number}].polygon"
            yield Fault("map", f"{row.name}: it is not drawn; draw the map.", key=row.key, blocks=True, place=place)
        elif not sound(row):
            yield Fault("map", f"{row.name}: its border crosses itself; draw the map again.", key=row.key, blocks=True)
    yield from _ways(file)


def sound(row: ProvinceRow) -> bool:
    """Return whether a province can be drawn: its border crosses itself nowhere and holds some land."""
    shape = Polygon(row.polygon or ())
    return bool(shape.is_valid and shape.area > 0)


def _ways(file: CampaignFile) -> Iterator[Fault]:
    beside: dict[str, set[str]] = {row.key: set() for row in file.provinces}
    for edge in file.edges:
        if len(edge.between) == 2 and set(edge.between) <= beside.keys():
            first, second = edge.between
            beside[first].add(second)
            beside[second].add(first)
    for row in file.provinces:
        if not beside[row.key] and len(file.provinces) > 1:
            yield Fault("ways", f"{row.name}: no way leads there; give it one.", key=row.key)
    yield from _islands(file, beside)


def _islands(file: CampaignFile, beside: Mapping[str, set[str]]) -> Iterator[Fault]:
    """Yield capitals that the others cannot march to, and groups of provinces that hang together with no other."""
    capitals = [row for row in file.provinces if row.capital]
    begin = capitals[0] if capitals else next(iter(file.provinces), None)
    if begin is None:
        return
    reached = within_reach(begin.key, beside)
    for row in capitals:
        if row.key not in reached and beside[row.key]:
            sentence = f"{row.name}: this capital cannot be reached from {begin.name}; join the two by ways."
            yield Fault("ways", sentence, key=row.key)
    cut = [row for row in file.provinces if row.key not in reached and beside[row.key] and not row.capital]
    if cut:
        names = listed([row.name for row in cut[:NAMED]] + ([f"{len(cut) - NAMED} more"] if cut[NAMED:] else []))
        sentence = f"{counted(len(cut), 'province')} cannot be reached from {begin.name}: {names}; add a way."
        yield Fault("ways", sentence, key=cut[0].key)


def within_reach(begin: str, beside: Mapping[str, set[str]]) -> set[str]:
    """Return the provinces to which ways lead from one, itself included."""
    reached, waiting = {begin}, [begin]
    while waiting:
        fresh = beside[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached


def aim_faults(file: CampaignFile) -> Iterator[Fault]:
    """Yield a fault for each condition that no faction can meet before the war ends."""
    try:
        keys = {row.key for row in file.provinces}
        aims = read_victory(file.victory, keys, {row.key for row in file.factions})
    except Refusal:
        return  # the reader of campaign files names it
    theatre = theatre_of(file)
    for number, aim in enumerate(aims.aims if aims else ()):
        reason = _reason(file, aim, theatre)
        if reason:
            yield Fault("aims", f"Condition {number + 1}: {reason}", key=str(number))


def _reason(file: CampaignFile, aim: Aim, theatre: Theatre) -> str:
    """Return why nobody can meet a condition; empty if somebody can."""
    first = turn_date(file.calendar.start, _earliest(file), file.calendar.turn_days)
    if aim.by and aim.by < first:
        return f"its last day, {aim.by}, is before the first turn that decides, {first}; choose a later one."
    sides = [key for key in (aim.sides or theatre.factions) if enemies_of([key], theatre)]
    if not sides:
        return "no faction for which it counts is at war; choose another, or an enemy for it."
    if aim.kind == "capitals":
        most = max(len(enemy_capitals([key], theatre)) for key in sides)
        if most < (aim.number or 1):
            return f"it asks for {aim.number or 1} capitals of the enemy, and there are at most {most}; ask for fewer."
    if aim.kind == "homes" and not any(_homes(key, theatre) for key in sides):
        return "no enemy has a home province; give the provinces their homes."
    if aim.kind == "points" and aim.at_least > _most_points(file, theatre):
        return f"{aim.at_least} points are more than all provinces, armies and battles bring; ask for fewer."
    if aim.turns > file.calendar.last_turn:
        return f"it must hold for {aim.turns} turns, and the war has {file.calendar.last_turn}; ask for fewer."
    return ""


def _earliest(file: CampaignFile) -> int:
    return max(1, min(house_of(file)["victory.earliest_turn"], file.calendar.last_turn))


def _homes(key: str, theatre: Theatre) -> bool:
    enemies = enemies_of([key], theatre)
    return any(province.home in enemies for province in theatre.provinces.values())


def _most_points(file: CampaignFile, theatre: Theatre) -> int:
    """HR-21 Return a sum that no side can pass: all land, its battles and what its money buys."""
    land, turns = sum(province.value for province in theatre.provinces.values()), file.calendar.last_turn
    battles = house_of(file)["victory.battle_points"] * len(file.armies) * turns
    worth = sum(sums.points + sums.opening + (land + sums.income) * turns for sums in sums_of(file))
    return land + battles + worth // house_of(file)["victory.army_value_divisor"]


ROOMS = {
    "provinces": "provinces", "edges": "ways", "factions": "powers", "relations": "powers", "leaders": "armies",
    "armies": "armies", "map": "map", "victory": "aims", "triggers": "triggers",
    "unit_types": "types",
    "house_rules": "rules", "events": "rules", "couriers": "rules", "rules": "rules", "rule_options": "rules",
}  # fmt: skip
"""List of the file → page on which it is changed; everything else is changed on the page of the war."""
PAID_TURNS = 3
_LIST = re.compile(r"[a-z_]+")


def faults_of(file: CampaignFile) -> list[Fault]:
    """Return every fault of a draft: those that keep it from beginning first."""
    found = [*_power_faults(file), *land_faults(file), *_army_faults(file), *_money_faults(file), *aim_faults(file)]
    seen = {fault.place for fault in found if fault.place}
    found += [fault for fault in _refused(file) if fault.place not in seen]
    return sorted(found, key=lambda fault: not fault.blocks)


def _refused(file: CampaignFile) -> Iterator[Fault]:
    """Yield what the reader of campaign files refuses."""
    for sentence in refusals_of(file):
        place = sentence.partition(":")[0]
        name = _LIST.match(place)
        yield Fault(ROOMS.get(name[0] if name else "", "war"), sentence, blocks=True, place=place)


def _power_faults(file: CampaignFile) -> Iterator[Fault]:
    if len(file.factions) < 2:
        yield Fault("powers", "A war needs two factions at least; add one.", blocks=True, place="factions")
    theatre = theatre_of(file)
    for row in file.factions:
        others = [other.key for other in file.factions if other.key != row.key]
        if others and not any(theatre.at_war(row.key, other) for other in others):
            yield Fault("powers", f"{row.name}: it is at war with nobody; choose an enemy.", key=row.key)
    yield from _seats(file)


def _seats(file: CampaignFile) -> Iterator[Fault]:
    """Yield factions without a capital, with two of them, or without a depot."""
    capitals: Mapping[str | None, list[int]] = defaultdict(list)
    for number, province in enumerate(file.provinces):
        if province.capital:
            capitals[province.home].append(number)
    for row in file.factions:
        found = capitals.get(row.key, [])
        names = listed([file.provinces[number].name for number in found])
        if not found:
            yield Fault("provinces", f"{row.name}: it has no capital; make one of its home provinces the capital.")
        if len(found) > 1:
            place = f"provinces[{found[0]}].capital"
            sentence = f"{row.name}: it has {len(found)} capitals, {names}; keep one."
            yield Fault("provinces", sentence, key=file.provinces[found[1]].key, blocks=True, place=place)
        if not any(province.depot and province.controller == row.key for province in file.provinces):
            yield Fault("provinces", f"{row.name}: it has no depot, and its armies have no supply; give it one.")


def _army_faults(file: CampaignFile) -> Iterator[Fault]:
    known, posts = {row.key for row in file.provinces}, _posts(file)
    for number, row in enumerate(file.armies):
        place = f"armies[{number}]"
        if row.province not in known:
            where = f"{place}.province"
            yield Fault("armies", f"{row.name}: it is nowhere; name its province.", blocks=True, place=where)
        if bool(row.roster) == bool(row.units):
            yield Fault("armies", f"{row.name}: it has no unit; write at least one.", blocks=True, place=place)
    for ref, armies in posts.items():
        if len(armies) > 1:
            name = next((leader.name for leader in file.leaders if leader.ref == ref), ref)
            place = f"armies[{armies[1]}].leader"
            names = listed([file.armies[number].name for number in armies])
            sentence = f"{name}: he is at the head of {names}; leave him with one of them."
            yield Fault("armies", sentence, blocks=True, place=place)
    yield from _generals(file)
    yield from _crowds(file)


def _posts(file: CampaignFile) -> dict[str, list[int]]:
    """Return general → the armies that he commands, or a wing of which he leads."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(file.armies):
        for ref in filter(None, (row.leader, *row.wings)):
            found[ref].append(number)
    return found


def _generals(file: CampaignFile) -> Iterator[Fault]:
    for faction in file.factions:
        if not any(army.faction == faction.key for army in file.armies):
            yield Fault("armies", f"{faction.name}: it has no army; write one.", key=faction.key)
    fortresses = {row.key for row in file.provinces if row.fortress}
    for army in file.armies:
        if army.leader is None and army.province not in fortresses:
            yield Fault("armies", f"{army.name}: it has no general and is in no fortress; name one.", key=army.ref)


def _crowds(file: CampaignFile) -> Iterator[Fault]:
    """HR-24 Yield provinces in which more units are than live there unharmed."""
    most, names = house_of(file)["attrition.crowd"], {row.key: row.name for row in file.provinces}
    counted: Counter[str] = Counter()
    for army in file.armies:
        counted[army.province or ""] += len(units_of(army, file.own_types))
    for key, units in counted.items():
        if units > most and key in names:
            sentence = f"{names[key]}: {units} units are crowded there, above {most}; move some of them elsewhere."
            yield Fault("armies", sentence, key=next(army for army in file.armies if army.province == key).ref)


def _money_faults(file: CampaignFile) -> Iterator[Fault]:
    musters = [turn for turn in range(1, PAID_TURNS + 1) if is_muster(turn, file.calendar.muster_every)]
    for sums in sums_of(file):
        turn = sums.short_on(musters)
        if turn:
            sentence = (
                f"{sums.name}: its upkeep of {sums.upkeep} points cannot be paid on turn {turn}. It begins with "
                f"{sums.opening} and has an income of {sums.income} a muster; give it more, or fewer units."
            )
            yield Fault("powers", sentence, key=sums.faction)
