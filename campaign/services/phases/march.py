"""P6 and P7: armies march."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from base.words import counted
from campaign.models import ArmyOrder, Station
from campaign.references import turn_reference
from campaign.rules.fighting.command import command
from campaign.rules.march.movement import Impulse, Step, Swap, impulse, march_refusal, onward_refusal, swaps
from campaign.rules.orders.kinds import DISBAND, FORCED, MARCH
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_opens
from campaign.selectors.war import War
from campaign.services.record.chronicle import as_list, write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import save_row
from rosters.services import disband_unit


@dataclass(frozen=True)
class Marched:
    """The war after the marches, and the armies that met on an edge with what they were heading for (21.4)."""

    war: War
    met: dict[str, str]


def march(*, war: War) -> Marched:
    """P6, HR-11 Every army with the order March moves at once, and who is forced his first province.

    Armies that would swap provinces meet.
    """
    orders = {o.station.ref: o for o in orders_to(war, MARCH, FORCED)}
    targets = {ref: order.path[0] for ref, order in orders.items() if ref in war.by_ref and order.path}
    met: dict[str, str] = {}
    for swap in swaps(war.armies, _open_ways(war, targets), war.theatre):
        met |= _meet(war, swap, targets)
    done = impulse(1, war.turn.number, war.armies, targets, war.theatre)
    _write(war, done, orders, met, "P6")
    return Marched(war.moved_to(done.armies), met)


def disband_armies(*, war: War, actor: str) -> War:
    """P6, HR-10 Every army with the order Disband goes home before the marches, unless an enemy stands with it."""
    orders = {order.station.ref: order for order in orders_to(war, DISBAND) if order.station.ref in war.by_ref}
    for ref, order in orders.items():
        army = war.by_ref[ref]
        held = army.engaged or bool(war.theatre.enemies_in(army.province, army.faction, war.armies))
        order.outcome = "An enemy army is there: your army stayed together." if held else "Disbanded."
        save_row(order, "outcome")
        war = war if held else _send_home(war, army, actor)
    return war


def _send_home(war: War, army: ArmyFacts, actor: str) -> War:
    reference = turn_reference(war.campaign.slug, war.turn.number)
    for unit in army.units:
        disband_unit(unit=war.units[unit.key], reference=reference, actor=actor, rule="HR-10")
    text = f"{army_opens(army.name, 'was', 'were')} disbanded: {counted(len(army.units), 'unit')} went home."
    write_entry(turn=war.turn, phase="P6", kind="disbanded", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[army.province], rule="HR-10")  # fmt: skip
    leave_the_war(war=war, armies=[army])
    return war.moved_to(a for a in war.armies if a.ref != army.ref)


def force_on(*, war: War, met: dict[str, str]) -> Marched:
    """P7, HR-11 Who has come through his first province goes on to the second, unless something keeps him there."""
    orders = {o.station.ref: o for o in orders_to(war, FORCED) if _came_through(war, o) and
              o.station.ref not in met}  # fmt: skip
    kept = {ref: reason for ref, order in orders.items() if (reason := _kept_from_second(war, order))}
    targets = {ref: order.path[1] for ref, order in orders.items() if ref not in kept}
    found: dict[str, str] = {}
    for swap in swaps(war.armies, targets, war.theatre):
        found |= _meet(war, swap, targets)
    done = impulse(2, war.turn.number, war.armies, targets, war.theatre)
    steps = [Step(ref, war.by_ref[ref].province, orders[ref].path[1], reason) for ref, reason in kept.items()]
    _write(war, replace(done, steps=(*done.steps, *steps)), orders, found, "P7")
    return Marched(war.moved_to(done.armies), met | found)


def _came_through(war: War, order: ArmyOrder) -> bool:
    army = war.by_ref.get(order.station.ref)
    return army is not None and len(order.path) == 2 and army.province == order.path[0] and army.entered_impulse == 1


def _kept_from_second(war: War, order: ArmyOrder) -> str | None:
    """HR-6, HR-11 Why a forced march ends in its first province."""
    army = war.by_ref[order.station.ref]
    if war.stations[army.ref].turns_unpaid:
        return "was not reached: unpaid units will not be forced (HR-6)"
    way = (army.came_from or "", *order.path)
    return onward_refusal(army, way, war.theatre) or _kept(war, army, order.path[1], first=False)


def orders_to(war: War, *kinds: str) -> list[ArmyOrder]:
    """Return the orders of some kinds that were given this turn."""
    return [order for order in war.rows.orders if order.kind in kinds]


def _open_ways(war: War, targets: dict[str, str]) -> dict[str, str]:
    """Return the targets of the armies that nothing keeps from marching."""
    return {ref: key for ref, key in targets.items() if not _kept(war, war.by_ref[ref], key)}


def _kept(war: War, army: ArmyFacts, target: str, first: bool = True) -> str | None:
    return march_refusal(army, target, war.theatre, war.theatre.pinned(army, war.armies, first=first))


def _meet(war: War, swap: Swap, targets: dict[str, str]) -> dict[str, str]:
    """21.4 The higher command roll (ties are rolled again) names whose destination is the field; the others stay."""
    cup = CampaignCup(war.turn, "swap", f"{swap.first_target}:{swap.second_target}")
    first, second = (_command_roll(war, refs, cup) for refs in (swap.first, swap.second))
    while first == second:
        first, second = (_command_roll(war, refs, cup) for refs in (swap.first, swap.second))
    waiting = swap.second if first > second else swap.first
    stopped = {ref: targets.pop(ref) for ref in waiting}
    going = swap.first if first > second else swap.second
    return stopped | {ref: targets[ref] for ref in going}


def _command_roll(war: War, refs: tuple[str, ...], cup: CampaignCup) -> int:
    leader = command([war.by_ref[ref] for ref in refs], war.house).commander
    dice = war.tables.skills[leader.skill if leader else "poor"].dice
    return sum(cup.roll(sides, "command") for sides in dice)


def _write(war: War, done: Impulse, orders: dict[str, ArmyOrder], met: dict[str, str], phase: str) -> None:
    for army in done.armies:
        if army is not war.by_ref[army.ref]:
            write_move(war, army)
    outcomes = {step.army: _outcome(war, step) for step in done.steps}
    outcomes |= {ref: "Met the enemy on the way." for ref in met if ref not in outcomes}
    for ref, text in outcomes.items():
        orders[ref].outcome = f"{orders[ref].outcome} {text}".strip()[:300]
        save_row(orders[ref], "outcome")
    for faction in war.factions.values():
        lines = [
            f"{war.by_ref[ref].name}: {text}"
            for ref, text in outcomes.items()
            if war.by_ref[ref].faction == faction.key
        ]
        if lines:
            text = as_list("Marches:", lines, alone=True)
            write_entry(turn=war.turn, phase=phase, kind="march", text=text, audience=[faction], rule="HR-11")


def write_move(war: War, army: ArmyFacts) -> None:
    """Write down where an army has come to, and by which kind of march."""
    station = war.stations[army.ref]
    station.previous_province = war.provinces[army.came_from or ""]
    station.province = war.provinces[army.province]
    station.entered_on_turn, station.entered_impulse = army.entered_turn, army.entered_impulse
    station.marched = Station.Marched.FORCED if army.entered_impulse == 2 else Station.Marched.NORMAL
    save_row(station, "previous_province", "province", "entered_on_turn", "entered_impulse", "marched")


def _outcome(war: War, step: Step) -> str:
    name = war.theatre.provinces[step.target].name if step.target in war.theatre.provinces else "The province"
    return f"{name} {step.refusal}." if step.refusal else f"Marched to {name}."


def leave_the_war(*, war: War, armies: Sequence[ArmyFacts]) -> None:
    """21.4 An army without units vanishes; its leaders go to the capital, without a command."""
    stations = [war.stations[army.ref] for army in armies]
    keys = [station.pk for station in stations]
    Station.wings.through.objects.filter(station__in=keys).delete()
    Station.objects.filter(pk__in=keys).update(province=None, leader=None)
    for station in stations:
        station.province = station.leader = None


def remove_empty(*, war: War) -> War:
    """21.4 Every army that has no unit left leaves the war."""
    empty = [army for army in war.armies if not army.units]
    if empty:
        leave_the_war(war=war, armies=empty)
    return war.moved_to(a for a in war.armies if a.units)
