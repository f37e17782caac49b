"""Each faction's view of the open turn, read once for all of them: the referee judges orders by it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import Faction, SheetLine
from campaign.selectors.war import War, part_known_to
from campaign.services.sheet.case import Position, purses_of
from campaign.services.sheet.standing import foes_among

Seen = tuple[int, str, str, int]
"""A sighting: the station's primary key, the province, whose army it is, and how many units were seen."""


@dataclass(frozen=True)
class Standpoint:
    """One faction's knowledge: its part of the war, its sheet and purse, and the enemies that it sees."""

    faction: Faction
    position: Position
    reported: Mapping[str, int]
    """HR-22 Province → units of the enemy that were reported there this turn."""

    @property
    def known(self) -> War:
        """The war as the faction knows it."""
        return self.position.war


def standpoints(war: War) -> list[Standpoint]:
    """Return every faction's, from a war with every army, in three queries."""
    sightings, lines, purses = _sightings(war), _lines(war), purses_of(war.turn)
    return [_standpoint(war, faction, sightings[faction.pk], lines, purses) for faction in war.factions.values()]


def _standpoint(
    war: War, faction: Faction, seen: list[Seen], lines: list[SheetLine],
    purses: Mapping[int, tuple[dict[str, int], bool]],
) -> Standpoint:  # fmt: skip
    known = part_known_to(war, faction, {station for station, *_ in seen})
    known.take_recruiting(lines)
    points, unpaid = purses[faction.pk]
    own = tuple(line for line in lines if line.faction_id == faction.pk)
    held = {(faction.pk, kind): balance for kind, balance in points.items()}
    reported = foes_among([sighting[1:] for sighting in seen], war, faction)
    return Standpoint(faction, Position(faction, known, own, held, unpaid), reported)


def _sightings(war: War) -> dict[int, list[Seen]]:
    found: dict[int, list[Seen]] = defaultdict(list)
    names = ("viewer", "station", "province__key", "seen_faction__key", "units_shown")
    for viewer, *seen in war.turn.sightings.order_by("pk").values_list(*names):
        found[viewer].append(tuple(seen))
    return found


def _lines(war: War) -> list[SheetLine]:
    return list(SheetLine.objects.filter(turn=war.turn).order_by("pk"))
