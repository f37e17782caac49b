"""Faults of a draft's land: provinces without a drawing or a way, towns that no march reaches."""

from collections.abc import Iterator, Mapping

from shapely import Polygon

from base.words import counted, listed
from campaign.rules.drafts.fault import Fault
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ProvinceRow

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
