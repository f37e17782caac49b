"""The faults of a draft, all at once: each with the page on which it is mended."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from base.words import listed
from campaign.rules.course.calendar import is_muster
from campaign.rules.drafts.aim_faults import aim_faults
from campaign.rules.drafts.facts import house_of, sums_of, theatre_of, units_of
from campaign.rules.drafts.fault import Fault
from campaign.rules.drafts.land_faults import land_faults
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checks import refusals_of
from campaign.rules.files.rows import ArmyRow

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
            yield Fault("armies", sentence, key=_first_in(file, key).ref)


def _first_in(file: CampaignFile, province: str) -> ArmyRow:
    return next(army for army in file.armies if army.province == province)


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
