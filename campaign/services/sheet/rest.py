"""Rest and replacements (HR-9)."""

from base.refusal import Refusal
from campaign.models import Account, SheetLine
from campaign.rules.economy import by_dial
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.selectors.war import unpaid_before, unpaid_on
from campaign.services.record.dice import CampaignCup
from campaign.services.record.points import release, spend
from campaign.services.sheet.case import Case
from rosters.models import Unit
from rosters.rules.purchase import replacement_price
from rosters.services import post_strength


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
