"""The preflight: one reading of the open turn, with everything that a referee should see before he runs it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from base.words import counted, listed
from campaign.models import ArmyOrder, Faction, SheetLine, Station, Turn
from campaign.rules.ending.aims import Known
from campaign.rules.ending.race import ends_in_sight
from campaign.rules.march.attrition import NAMES
from campaign.rules.march.siege import at_the_works
from campaign.rules.orders.kinds import DISBAND, HOLD, ORDERS, SALLY, STORM
from campaign.rules.preflight import DOUBTFUL, ILLEGAL, Doubt, ForeseenBattle, as_ordered, likely_battles, outnumbered
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_opens, opening
from campaign.selectors.members.silence import caretaken
from campaign.selectors.race import aims_at, moment_at, race_of
from campaign.selectors.war import War, part_known_to, war_to_judge
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.sheet.caretaker import by_caretaker
from campaign.services.sheet.case import Position, purses_of
from campaign.services.sheet.forecast import attrition_preview, preview
from campaign.services.sheet.orders import choice_of
from campaign.services.sheet.standing import by_standing_orders, foes_among, waits_for_standing

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


CUT_OFF = NAMES[3]


@dataclass(frozen=True)
class LikelyBattle:
    """A battle that is likely to come, in words."""

    province: str
    sides: tuple[str, str]
    meeting: bool


@dataclass(frozen=True)
class Preflight:
    """The findings, faction by faction in their order."""

    doubts: tuple[tuple[Faction, tuple[Doubt, ...]], ...]
    battles: tuple[LikelyBattle, ...]
    ends: tuple[str, ...] = ()
    """What may end the war with this turn."""


def preflight(turn: Turn) -> Preflight:
    """Look through the orders of an open turn, in as many queries for many factions as for two. Nothing is written."""
    war = war_to_judge(turn)
    orders = {row.station.ref: row for row in war.rows.orders}
    views = standpoints(war)
    unentered = _not_entered(views, war, orders)
    to_come: dict[str, ArmyOrder | Now] = {**orders, **unentered}
    doubts = [(view.faction, tuple(_doubts(view, war, to_come))) for view in views]
    out = _at_the_works(war, to_come)
    given = {ref: row for ref, row in orders.items() if row.path} | unentered
    ends = {ref: order.path[-1] for ref, order in given.items() if _marches(order)}
    found = tuple((faction, found) for faction, found in doubts if found)
    return Preflight(found, tuple(_battles(war, ends, out)), tuple(_ends(war, ends)))


def _at_the_works(war: War, given: Mapping[str, ArmyOrder | Now]) -> Collection[str]:
    """HR-28 Return the garrisons that the orders bring to the works."""
    storming, sallying = ({ref for ref, order in given.items() if order.kind == kind} for kind in (STORM, SALLY))
    return at_the_works(war.armies, war.theatre, storming, sallying)


def _ends(war: War, ends: Mapping[str, str]) -> Iterator[str]:
    """HR-21 What may end the war: what everybody is warned of, and what the orders would bring."""
    warned = list(race_of(war).near(lambda alliance: Known(tuple(alliance))))
    yield from warned
    aims = aims_at(war.turn, war.theatre)
    now = moment_at(war.turn, war.theatre, as_ordered(war.armies, ends, war.turn.number), aims)
    for verdict in [] if warned else ends_in_sight(aims, now, war.campaign.last_turn):
        name = listed([war.factions[key].name for key in verdict.alliance])
        yield f"{opening(name, 'wins', 'win')} if its orders come to pass and its battles are won: {verdict.reason}."


def _not_entered(views: Iterable[Standpoint], war: War, orders: Mapping[str, ArmyOrder]) -> dict[str, Now]:
    """Return what standing orders and caretakers order where nothing is entered, each by what its faction knows."""
    led, found = caretaken(war.turn), dict[str, Now]()
    for view in views:
        waiting = [ref for ref in waits_for_standing(view.known, view.faction) if ref not in orders]
        found |= by_standing_orders(view.known, view.faction, waiting, view.reported)
        if view.faction in led:
            found |= by_caretaker(view.known, view.faction, found, view.reported)
    return found


def _battles(war: War, ends: Mapping[str, str], out: Collection[str]) -> Iterator[LikelyBattle]:
    armies = as_ordered(war.armies, ends, war.turn.number, out)
    for likely in likely_battles(armies, war.theatre, war.turn.number):
        yield LikelyBattle(war.theatre.provinces[likely.province].name, _sides(war, likely), likely.meeting)


def _marches(order: ArmyOrder | Now | None) -> bool:
    return order is not None and ORDERS[order.kind].marches and bool(order.path)


def _sides(war: War, likely: ForeseenBattle) -> tuple[str, str]:
    return _side(war, likely.first), _side(war, likely.second)


def _side(war: War, armies: Sequence[ArmyFacts]) -> str:
    """Return the armies of a side by faction: `Austria with 22 strength points (Klenau's corps 18, II Corps 4)`."""
    keys = dict.fromkeys(army.faction for army in armies)
    own = {key: [army for army in armies if army.faction == key] for key in keys}
    return listed([f"{war.factions[key].name} with {_points(found)} ({_each(found)})" for key, found in own.items()])


def _each(armies: Sequence[ArmyFacts]) -> str:
    return ", ".join(f"{army.name} {army.strength}" for army in armies)


def _points(armies: Sequence[ArmyFacts]) -> str:
    points = sum(army.strength for army in armies)
    return f"{points} strength point{'' if points == 1 else 's'}"


def _doubts(view: Standpoint, war: War, orders: Mapping[str, ArmyOrder | Now]) -> Iterator[Doubt]:
    """List what is wrong or doubtful in a faction's orders, by what the faction itself knows."""
    yield from _of_money(view, war)
    known, own = view.known, [row for row in view.known.stations.values() if row.faction_id == view.faction.pk]
    odds = _odds(view, [(known.army(row), orders.get(row.ref)) for row in own])
    for station in own:
        if not known.army(station).engaged and known.army(station).units:
            yield from _of_army(station, orders.get(station.ref), known, odds)


def _odds(view: Standpoint, own: Iterable[tuple[ArmyFacts, ArmyOrder | Now | None]]) -> dict[str, tuple[int, int]]:
    """Return for each province the faction's units that are ordered there or stay there, and the enemies reported."""
    there: dict[str, int] = {}
    for army, order in own:
        place = order.path[-1] if order and _marches(order) and not army.engaged else army.province
        there[place] = there.get(place, 0) + len(army.units)
    return {place: (units, view.reported.get(place, 0)) for place, units in there.items()}


def _of_money(view: Standpoint, war: War) -> Iterator[Doubt]:
    """HR-6 Upkeep that is not covered, this turn or at the next muster."""
    short = upkeep_of(war, view.faction) - view.position.unclaimed if war.turn.muster else 0
    if short > 0:
        what = f"{counted(short, 'point')} of this muster's upkeep are not covered; units go unpaid (HR-6)."
        yield Doubt(view.faction.key, DOUBTFUL, what[0].upper() + what[1:])
    coming = preview(faction=view.faction, position=view.position)
    if coming.balance_after < 0:
        what = f"The treasury falls {counted(-coming.balance_after, 'point')} short at the muster of turn"
        yield Doubt(view.faction.key, DOUBTFUL, f"{what} {coming.next_muster}.")


def _of_army(
    station: Station, order: ArmyOrder | Now | None, known: War, odds: Mapping[str, tuple[int, int]]
) -> Iterable[Doubt]:
    army, faction = known.army(station), station.faction.key
    kind, path = (order.kind, tuple(order.path)) if order else (HOLD, ())
    if reason := _why_not(station, kind, path, known):
        yield Doubt(faction, ILLEGAL, f"{army.name}: {reason} It will hold.", army.ref)
        return
    units, foes = odds.get(path[-1], (0, 0)) if _marches(order) else (0, 0)
    if outnumbered(units, foes):
        where, size = known.theatre.provinces[path[-1]].name, counted(len(army.units), "unit")
        goes = army_opens(army.name, f"({size}) marches to {where}", f"({size}) march to {where}")
        others = f", with {counted(units - len(army.units), 'more', 'more')}" if units > len(army.units) else ""
        yield Doubt(faction, DOUBTFUL, f"{goes}{others}, where {foes} enemy units were reported.", army.ref)
    losses = attrition_preview(station=station, path=path, kind=kind, known=known)
    if CUT_OFF in losses.conditions:
        cut = f"would be without supply ({losses.level} attrition)."
        yield Doubt(faction, DOUBTFUL, army_opens(army.name, cut, cut), army.ref)


def _why_not(station: Station, kind: str, path: tuple[str, ...], known: War) -> str:
    """Explain why an order that was accepted cannot be carried out any more; empty if it can."""
    if kind == DISBAND:
        return ""
    choice = choice_of(station, kind, path, known)
    return choice.reason if choice else "its order leads nowhere that it can reach."
