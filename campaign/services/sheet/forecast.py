"""An owner's outlook: next muster's account, and the attrition that a march would bring."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaign.models import Account, Faction, SheetLine, Station
from campaign.rules.course.calendar import is_muster, season, turn_date
from campaign.rules.course.events import hardships
from campaign.rules.economy import by_dial, income
from campaign.rules.march.attrition import NAMES, Year, conditions, crowded, dice_of, expected_losses, level
from campaign.rules.march.supply import trace
from campaign.rules.orders.kinds import FORCED, HOLD, ORDERS
from campaign.rules.theatre import Armies, ArmyFacts
from campaign.selectors.war import War, current_turn, war_known_to
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.sheet.case import Position, position_of
from rosters.rules import catalogue


@dataclass(frozen=True)
class Preview:
    """A faction's account now and at its next muster, in points."""

    treasury: int
    reserved: int
    next_muster: int
    income: int
    offmap: int
    maintenance: int

    @property
    def balance_after(self) -> int:
        """The treasury after the next muster's income and maintenance, if nothing changes."""
        return self.treasury + self.income + self.offmap - self.maintenance


@dataclass(frozen=True)
class AttritionPreview:
    """Conditions as they would count for an army, with the level and the mean loss in strength points (rounded)."""

    conditions: tuple[str, ...]
    level: str
    mean_loss: float


def preview(*, faction: Faction, position: Position | None = None) -> Preview:
    """Return the treasury's next step from what the faction knows: its own provinces, armies and sheet.

    Pass ``position`` where it has been read already.
    """
    turn = position.war.turn if position else current_turn(faction.campaign)
    if turn is None:
        return Preview(0, 0, 1, 0, 0, 0)
    now = position or position_of(faction=faction, turn=turn)
    war = now.war
    own = [line.points for line in income(war.theatre, war.armies, war.house) if line.faction == faction.key]
    due = next(n for n in range(turn.number + 1, turn.number + 62) if is_muster(n, war.campaign.muster_every))
    bought = now.entered(SheetLine.Kind.BUY_UNIT, SheetLine.Kind.BUY_LEADER)
    return Preview(
        treasury=now.free, reserved=now.held[faction.pk, Account.Kind.RESERVED],
        next_muster=due, income=sum(own), offmap=faction.offmap_income,
        maintenance=upkeep_of(war, faction) + sum(_upkeep(line, war) for line in bought),
    )  # fmt: skip


def _upkeep(line: SheetLine, war: War) -> int:
    """REC-1, REC-3 What a unit or a general who is bought will cost at each muster."""
    if line.kind == SheetLine.Kind.BUY_LEADER:
        points = war.tables.skills[line.details["skill"]].upkeep
    else:
        own = line.details.get("own", "")
        points = catalogue.upkeep(line.details["type"], bool(line.details.get("guard")), war.tables, own)
    return by_dial(points, war.house["economy.upkeep_percent"])


def attrition_preview(
    *, station: Station, path: list[str] | tuple[str, ...] = (), kind: str = HOLD, known: War | None = None
) -> AttritionPreview:
    """HR-19 The conditions that an army would meet at this turn's P10 with an order, as far as its owner can know.

    Pass ``known`` (from ``war_known_to``) to ask for many orders with one reading.
    """
    turn = current_turn(station.campaign) if known is None else known.turn
    if turn is None or station.province_id is None:
        return AttritionPreview((), "none", 0.0)
    war = known or war_known_to(turn, station.faction)
    army = war.army(station)
    forced = kind == FORCED
    marches = ORDERS[kind].marches and bool(path) and path[-1] in war.theatre.provinces
    there = replace(army, province=path[-1]) if marches else army
    met = _expected(war, there, marches, forced, path[:1] if forced and marches else ())
    grade = level(len(met), war.house)
    dice = dice_of(grade, war.house)
    loss = sum(expected_losses(unit, dice, war.house) for unit in army.units) if dice else 0
    return AttritionPreview(tuple(NAMES[number] for number in met), grade, round(float(loss), 1))


def _expected(war: War, army: ArmyFacts, marches: bool, forced: bool, passed: Sequence[str]) -> tuple[int, ...]:
    armies = Armies(army if a.ref == army.ref else a for a in war.armies)
    campaign, province = war.campaign, war.theatre.provinces[army.province]
    date = turn_date(campaign.start_date, war.turn.number, campaign.turn_days)
    enemies = {a.ref for a in war.theatre.enemies_in(army.province, army.faction, armies)}
    rest = Armies(a for a in armies if a.ref not in enemies) if enemies else armies
    supply = trace(army, rest, war.theatre, war.turn.number, war.house, passed)
    return conditions(
        army, province, war.theatre, Year(war.turn.number, season(date)), war.house, forced=forced, active=marches,
        supplied=supply.supplied, crowded=crowded(army, armies, war.theatre, war.house)
        or bool(hardships(war.events, army.ref, province.region)),
    )  # fmt: skip
