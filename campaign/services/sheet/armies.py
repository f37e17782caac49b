"""Lines of the sheet that rearrange armies: amalgamate, split, merge, disband (HR-6, HR-8, LGG-15.5)."""

from django.utils.text import slugify

from base.refusal import Refusal
from base.words import counted, listed, number, sentence
from campaign.models import Account, SheetLine, Station, Turn
from campaign.rules.economy import by_dial
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.selectors.war import unpaid_before, unpaid_on
from campaign.services.record.dice import CampaignCup
from campaign.services.record.points import release, spend
from campaign.services.sheet.case import Case
from campaign.services.sheet.purchases import station_army
from rosters.models import Unit
from rosters.rules.amalgamation import amalgamate as amalgamated_items
from rosters.rules.notation import clean_name
from rosters.rules.purchase import replacement_price
from rosters.selectors import item_of
from rosters.services import amalgamate_units, disband_unit, post_strength, transfer_units

OUTCOME = 300
"""Letters that the outcome of a line of the sheet may have."""


def verify_amalgamation(case: Case) -> int:
    """HR-8 Check an amalgamation: units of one army in supply and out of contact. It costs nothing."""
    army = case.idle_army()
    if not case.station().in_supply:
        raise Refusal(f"station: {army.name} is cut off; units amalgamate only in supply (HR-8).")
    units = case.units(army)
    _not_twice(case, units)
    amalgamated_items([item_of(unit) for unit in units])
    return 0


def _not_twice(case: Case, units: list[Unit]) -> None:
    """Refuse a unit that another line of the sheet has already."""
    kinds = (SheetLine.Kind.AMALGAMATE, SheetLine.Kind.DISBAND, SheetLine.Kind.SPLIT)
    lines = [line for line in case.of_kind(*kinds) if line.state == SheetLine.State.ENTERED]
    taken = {key for line in lines for key in line.details["units"]}
    for unit in units:
        if unit.key in taken:
            raise Refusal(f"units: {unit} is in another line of the sheet; withdraw that line first.")


def amalgamate_line(case: Case, line: SheetLine) -> str:
    """LGG-15.5 The units become fewer; every point moves in the ledger. The line names those before and after."""
    army, units = case.station().army, case.units(case.idle_army())
    before = listed([str(unit) for unit in units])
    done = amalgamate_units(army=army, units=units, reference=case.reference, actor=case.actor)
    after = listed([f"{unit.name} {unit.strength}/{unit.full}".strip() for unit in done.kept])
    text = f"{before} became {after}."
    return text if len(text) <= OUTCOME else f"{counted(len(units), 'unit')} became {number(len(done.kept))}: {after}."


def verify_split(case: Case) -> int:
    """HR-8 A part of an army becomes one of its own; infantry or cavalry in each part."""
    army = case.idle_army()
    if case.station().garrison:
        raise Refusal(f"station: {army.name} was raised this turn; split it next turn.")
    clean_name(case.details.get("name", ""))
    units = case.units(army)
    _not_twice(case, units)
    _both_parts_fight(army, {unit.key for unit in units})
    return 0


def _both_parts_fight(army: ArmyFacts, gone: set[str]) -> None:
    parts = ([u for u in army.units if u.key in gone], [u for u in army.units if u.key not in gone])
    if not all(any(unit.fights for unit in part) for part in parts):
        raise Refusal(f"units: leave an infantry or cavalry unit in {army.name} and one in the new army (HR-8).")


def split_line(case: Case, line: SheetLine) -> str:
    """HR-8 The new army stands where the old one does; a wing may lead it."""
    station, army = case.station(), case.idle_army()
    units = case.units(army)
    name = clean_name(case.details.get("name", "")) or f"Detachment of {army.name[:64]}"
    made = station_army(
        case, name, case.war.provinces[army.province], slugify(f"{case.faction.key}-{name}") or station.ref
    )
    transfer_units(units=units, to_army=made.army, reference=case.reference, actor=case.actor)
    leader = next((wing for wing in station.wings.all() if wing.ref == case.details.get("leader")), None)
    if leader is not None:
        station.wings.remove(leader)
    Station.objects.filter(pk=made.pk).update(
        leader=leader, in_supply=station.in_supply, supply_path=station.supply_path, rested=station.rested,
        entered_on_turn=station.entered_on_turn, turns_unsupplied=station.turns_unsupplied,
        turns_unpaid=station.turns_unpaid, previous_province=station.previous_province,
    )  # fmt: skip
    line.details = line.details | {"made": made.ref}
    return f"{sentence(counted(len(units), 'unit'))} formed {made.army.name}."


def verify_merge(case: Case) -> int:
    """HR-8 Two own armies of one province become one."""
    army, target = case.idle_army(), case.idle_army("into")
    if army.ref == target.ref:
        raise Refusal("into: choose another army than the one that is merged.")
    if army.province != target.province:
        raise Refusal(f"into: {target.name} is not in the same province; choose an army that is.")
    if any(army.ref in (line.details["station"], line.details["into"]) for line in case.of_kind(SheetLine.Kind.MERGE)
           if line.state == SheetLine.State.ENTERED):  # fmt: skip
        raise Refusal(f"station: {army.name} is in another merger; withdraw that line first.")
    return 0


def merge_line(case: Case, line: SheetLine) -> str:
    """HR-8, LGG-S2-e The units join the other army; its general becomes a wing while there is room."""
    station, into = case.station(), case.station("into")
    units = [case.war.units[unit.key] for unit in case.war.army(station).units]
    transfer_units(units=units, to_army=into.army, reference=case.reference, actor=case.actor)
    _take_leaders(case, station, into)
    Station.objects.filter(pk=station.pk).update(province=None, leader=None)
    station.wings.clear()
    if station.garrison or into.garrison:
        Station.objects.filter(pk=into.pk).update(garrison=True)
    if not station.rested:
        Station.objects.filter(pk=into.pk).update(rested=False)
    return f"Joined {into.army.name} with {len(units)} units."


def _take_leaders(case: Case, station: Station, into: Station) -> None:
    leaders = [leader for leader in (station.leader, *station.wings.all()) if leader is not None]
    if into.leader is None and leaders:
        Station.objects.filter(pk=into.pk).update(leader=leaders.pop(0))
    room = case.war.house["command.wings_at_most"] - into.wings.count()
    into.wings.add(*leaders[: max(0, room)])


def verify_pay_order(case: Case) -> int:
    """HR-6 The units that are paid first when the points run short, in this order."""
    own = {unit.key for army in case.war.armies if army.faction == case.faction.key for unit in army.units}
    named = case.details.get("units", [])
    if case.war.turn.state == Turn.State.OPEN and (not named or any(key not in own for key in named)):
        raise Refusal("units: name units of your own armies.")
    if case.of_kind(SheetLine.Kind.PAY_FIRST):
        raise Refusal("The order of payment is on the sheet already: withdraw that line first.")
    return 0


def pay_order_done(case: Case, line: SheetLine) -> str:
    """HR-6 The order was kept in P3."""
    return "Kept."


def verify_disband(case: Case) -> int:
    """HR-6 Check that units may be sent home; there is no refund."""
    _not_twice(case, case.units(case.idle_army()))
    return 0


def disband_line(case: Case, line: SheetLine) -> str:
    """HR-6 Their strength is gone, with a line for it."""
    units = case.units(case.idle_army())
    for unit in units:
        disband_unit(unit=unit, reference=case.reference, actor=case.actor, rule="HR-6")
    return f"{len(units)} units were disbanded."


def replacements_price(case: Case) -> int:
    """HR-9 Return the points for some strength points of one unit of an army that rested."""
    army, unit, points = _verified(case)
    price = points * replacement_price(
        unit.type, unit.guard, at_home_depot(case, army.province), case.war.tables, unit.own
    )
    return by_dial(price, case.war.house["replacements.price_percent"])


def at_home_depot(case: Case, province: str) -> bool:
    """HR-9 An own depot in a home province."""
    facts = case.war.theatre.provinces[province]
    return facts.depot and facts.home == facts.controller == case.faction.key


def _verified(case: Case) -> tuple[ArmyFacts, Unit, int]:
    army = case.idle_army()
    station, turn = case.station(), case.war.turn
    if turn.number == 1 or not station.rested or not station.in_supply:
        raise Refusal(f"station: {army.name} did not rest in supply last turn; give it the order Rest first (HR-9).")
    province = case.war.theatre.provinces[army.province]
    if province.controller != case.faction.key:
        raise Refusal(f"station: {army.name} rests outside your provinces; replacements reach it only inside (HR-9).")
    (unit,) = case.units(army)[:1]
    if unit.key in unpaid_before(turn, case.faction) | unpaid_on(turn, case.faction):
        raise Refusal(f"units: {unit} was not paid at the last muster and gets no replacements (HR-6).")
    return army, unit, _points(case, unit, province)


def _points(case: Case, unit: Unit, province: ProvinceFacts) -> int:
    house, points = case.war.house, case.details.get("points", 1)
    depot = at_home_depot(case, province.key)
    most = house["replacements.at_depot_a_unit" if depot else "replacements.elsewhere_a_unit"]
    lines = [line for line in case.of_kind(SheetLine.Kind.REPLACEMENTS) if line.details["units"] == [unit.key]]
    coming = sum(line.details["points"] for line in lines if line.state == SheetLine.State.ENTERED)
    most = min(most - sum(line.details["points"] for line in lines), unit.full - unit.strength - coming)
    if isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= most:
        raise Refusal(f"points: {unit} can take {max(0, most)} strength points here this turn (HR-9).")
    return points


def replace_losses(case: Case, line: SheetLine) -> str:
    """HR-9 At a home depot for certain; elsewhere on d10 at or below Morale, and the points are spent only then."""
    army, unit, points = _verified(case)
    nth = sum(other.pk < line.pk for other in case.of_kind(SheetLine.Kind.REPLACEMENTS))
    cup, note = CampaignCup(case.war.turn, "replacements", f"{case.war.numbers[unit.key]}:{nth}"), "at a home depot"
    if not at_home_depot(case, army.province):
        morale = next(facts.morale for facts in army.units if facts.key == unit.key)
        passed = cup.roll(10, "replacements") <= morale
        note = f"{cup.faces} against Morale {morale}"
        if not passed:
            _give_back(case, line)
            return f"No replacements reached {unit}: {note}."
    post_strength(unit=unit, delta=points, cause="replacements", reference=case.reference, actor=case.actor,
                  rule="HR-9", note=note, key=f"sheet:{line.pk}:replacements")  # fmt: skip
    spend(faction=case.faction, kind=Account.Kind.PURCHASES, amount=line.cost, reason=f"Replacements for {unit}",
          reference=case.reference, actor=case.actor, rule="HR-9", turn=case.war.turn.number,
          key=f"sheet:{line.pk}:spent")  # fmt: skip
    return f"{points} strength points for {unit}."


def _give_back(case: Case, line: SheetLine) -> None:
    release(faction=case.faction, amount=line.cost, reason="Replacements that did not come", reference=case.reference,
            actor=case.actor, rule="HR-9", turn=case.war.turn.number, key=f"sheet:{line.pk}:back")  # fmt: skip
