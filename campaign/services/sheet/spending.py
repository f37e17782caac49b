"""AI-31, AI-42 How a caretaker spends, and the general: replacements, units by their shares, a general when rich."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from base.refusal import Refusal
from campaign.models import Account, Faction, SheetLine, Station, Turn
from campaign.rules.course.calendar import is_muster
from campaign.rules.general.caretaker import wanted_arms
from campaign.rules.kinds import Hand
from campaign.selectors.war import War, war_known_to
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.record.points import balances
from campaign.services.sheet.case import position_of
from campaign.services.sheet.forecast import preview
from campaign.services.sheet.offers import Offer, market_of
from campaign.services.sheet.sheet import Kind, enter_on
from rosters.rules.catalogue import catalogue

BY = {Hand.CARETAKER: "the caretaker", Hand.PROGRAM: "the program"}
MOST_REPLACED, MOST_BOUGHT, LEADER_TURNS = 12, 6, 3
MOST_RAISED, MUSTERS_KEPT = 20, 2


@dataclass
class Purse:
    """A faction that spends: the war as it knows it, read once, and the points that are free."""

    turn: Turn
    faction: Faction
    war: War
    upkeep: int
    free: int
    """Points of the treasury, less what is kept in reserve."""
    most: int = MOST_BOUGHT
    """How many units are bought at most."""
    first: Sequence[str] = ()
    """Provinces in which units are raised before others, if they are of the arm that is wanted."""
    hand: Hand = Hand.CARETAKER
    """The hand by which the lines are entered: a caretaker's, or that of the program's general."""

    def enter(self, kind: str, details: Mapping[str, object]) -> int:
        """Enter one line if it is allowed and within the points that are free; its price, or 0."""
        line = self._entered(kind, details)
        return line.cost if line else 0

    def enters(self, kind: str, details: Mapping[str, object]) -> bool:
        """Enter one line, be it free or not, if it is allowed and within the points that are free; whether it was."""
        return self._entered(kind, details) is not None

    def _entered(self, kind: str, details: Mapping[str, object]) -> SheetLine | None:
        try:
            with transaction.atomic():
                line = enter_on(turn=self.turn, faction=self.faction, kind=kind, details=dict(details),
                                actor=BY[self.hand], hand=self.hand, known=self.war)  # fmt: skip
                if line.cost > self.free:
                    raise Refusal("points: a reserve is kept for the upkeep to come.")
        except Refusal:
            return None
        self.free -= line.cost
        return line


def purse_of(turn: Turn, faction: Faction, war: War | None = None) -> Purse:
    """Return what a faction may spend; pass ``war`` (from ``war_known_to``) where it has been read already."""
    war = war or war_known_to(turn, faction)
    upkeep = upkeep_of(war, faction)
    return Purse(turn, faction, war, upkeep, balances(factions=[faction])[faction.pk, Account.Kind.TREASURY] - upkeep)


def general_purse(turn: Turn, faction: Faction, war: War, first: Sequence[str]) -> Purse:
    """AI-42 Return what a general may spend: all but what the musters to come will lack, of two at most."""
    position = position_of(faction=faction, turn=turn, war=war)
    ahead = preview(faction=faction, position=position)
    lacks = max(0, ahead.maintenance - ahead.income - ahead.offmap)
    to_come = [n for n in range(turn.number + 1, war.campaign.last_turn + 1) if is_muster(n, war.campaign.muster_every)]
    reserve = lacks * min(len(to_come), MUSTERS_KEPT)
    return Purse(turn, faction, war, upkeep_of(war, faction), position.free - reserve, MOST_RAISED, first, Hand.PROGRAM)


def spend_as_general(purse: Purse, see_to: Callable[[Purse], int]) -> int:
    """AI-42 Make up losses, ``see_to`` what is behind the front, then raise units of the arm that is missing while
    there are points; how many lines were entered."""
    return sum((_replace(purse), see_to(purse), _raise(purse), _hire(purse)))


def spend_as_caretaker(*, turn: Turn, faction: Faction) -> int:
    """AI-31 Replacements first, then units by their shares, a general when rich; how many lines were entered."""
    purse = purse_of(turn, faction)
    return sum((_replace(purse), _raise(purse), _hire(purse)))


def _replace(purse: Purse) -> int:
    entered = 0
    rested = Station.objects.filter(faction=purse.faction, province__isnull=False, rested=True, in_supply=True)
    for station in rested.select_related("army").order_by("pk"):
        serving = station.army.units.filter(status="serving").order_by("pk")
        worn = [unit for unit in serving if unit.strength < unit.full]
        for unit in worn[: MOST_REPLACED - entered]:
            details = {"station": station.ref, "units": [unit.key], "points": 1}
            entered += bool(purse.enter(Kind.REPLACEMENTS, details))
    return entered


def _raise(purse: Purse) -> int:
    points = _points_by_arm(purse)
    entered = 0
    while entered < purse.most and (found := _wanted(purse, points)) is not None:
        province, offer, arm = found
        name = purse.war.theatre.provinces[province].name
        details = {"province": province, "type": offer.base, "guard": False, "outriders": False, "name": "",
                   "place": name, "station": None, **own_of(offer)}  # fmt: skip
        cost = purse.enter(Kind.BUY_UNIT, details)
        if not cost:
            break
        points[arm] = points.get(arm, 0) + cost
        entered += 1
    return entered


def own_of(offer: Offer) -> dict[str, str]:
    """HR-30 Return the type of the war that is offered, as a line of the sheet has it."""
    return {"own": offer.type} if offer.type != offer.base else {}


def _points_by_arm(purse: Purse) -> dict[str, int]:
    found = dict[str, int]()
    for unit in (u for a in purse.war.armies if a.faction == purse.faction.key for u in a.units):
        found[unit.arm] = found.get(unit.arm, 0) + unit.buy
    return found


def _wanted(purse: Purse, points: dict[str, int]) -> tuple[str, Offer, str] | None:
    """Choose where the next unit is bought: of the arm that is wanted most, the dearest that the points reach."""
    offers = list(_offers(purse))
    kinds = catalogue().unit_types
    for arm in wanted_arms(points):
        found = [(province, offer) for province, offer in offers if kinds[offer.base].arm == arm]
        if found:
            province, offer = min(
                found, key=lambda one: (one[0] not in purse.first, -one[1].price, one[0], one[1].type)
            )
            return province, offer, arm
    return None


def _offers(purse: Purse) -> Iterable[tuple[str, Offer]]:
    """Return what can be bought in the faction's depots at home, in the order of their keys."""
    own = purse.faction.key
    homes = sorted(p.key for p in purse.war.theatre.provinces.values() if p.depot and p.home == p.controller == own)
    position = position_of(faction=purse.faction, turn=purse.turn, war=replace(purse.war))
    for province in homes:
        try:
            market = market_of(faction=purse.faction, province=province, turn=purse.turn, position=position)
        except Refusal:
            return
        yield from ((province, offer) for offer in market.units if not offer.reason and offer.price <= purse.free)


def _hire(purse: Purse) -> int:
    """AI-31 A general of average skill for the strongest army without one, when over three musters' upkeep is there."""
    own = purse.faction.key
    leaderless = [a for a in purse.war.armies if a.faction == own and a.leader is None and a.fights]
    if not leaderless or purse.free + purse.upkeep <= LEADER_TURNS * purse.upkeep:
        return 0
    army = max(leaderless, key=lambda one: (one.strength, one.ref))
    return int(bool(purse.enter(Kind.BUY_LEADER, {"skill": "average", "name": "", "station": army.ref})))
