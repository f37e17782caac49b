"""The armies of a draft as one faction sees them when turn 1 opens (HR-22)."""

from dataclasses import dataclass

from campaign.rules.drafts.facts import house_of, theatre_of, units_of
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ArmyRow
from campaign.rules.march.sighting import in_sight, uncertainty
from campaign.rules.theatre import Armies, ArmyFacts, UnitFacts
from rosters.rules.catalogue import unit_type
from rosters.rules.own_types import OwnTypes


@dataclass(frozen=True)
class Seen:
    """An army that a faction sees; of a foreign one between ``low`` and ``high`` units are reported."""

    ref: str
    name: str
    faction: str
    province: str
    low: int
    high: int
    own: bool


def seen_by(file: CampaignFile, faction: str) -> list[Seen]:
    """HR-22 Return the armies that a faction knows of: its own, and those beside them; without fog all of them."""
    theatre, house = theatre_of(file), house_of(file)
    armies = Armies(_facts(row, file.own_types) for row in file.armies if row.province in theatre.provinces)
    sighted = {army.ref for army in in_sight(faction, armies, theatre)}
    found = []
    for army in armies:
        own = army.faction == faction
        if own or file.show_all or army.ref in sighted:
            error = 0 if own or file.show_all else uncertainty(faction, army, armies, theatre, house)
            units = len(army.units)
            low, high = max(1, units - 2 * error), units + 2 * error
            found.append(Seen(army.ref, army.name, army.faction, army.province, low, high, own))
    return found


def _facts(row: ArmyRow, own: OwnTypes) -> ArmyFacts:
    units = tuple(
        UnitFacts(key=f"{row.ref}:{n}", type=item.type, arm=unit_type(item.type).arm, strength=item.strength)
        for n, item in enumerate(units_of(row, own))
    )
    return ArmyFacts(ref=row.ref, faction=row.faction, province=row.province or "", name=row.name, units=units)
