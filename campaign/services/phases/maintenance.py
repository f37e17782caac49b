"""P3: maintenance. Its points are set aside when the turn opens."""

from base.words import counted, number, sentence
from campaign.models import Account, Faction, FactionTurn, SheetLine
from campaign.references import turn_reference
from campaign.rules.economy import Pay, PayDay, by_dial, deserts, pay_out
from campaign.rules.orders.kinds import DISBAND
from campaign.selectors.war import War, unpaid_before
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.points import Posting, account, balances, post_all, release, reserve
from campaign.services.record.together import add_losses, save_row
from rosters.services import Loss


def pays_of(war: War, faction: Faction) -> list[Pay]:
    """REC-1, REC-3 Everybody of a faction who draws pay: serving units and leaders in command."""
    pays, dial = [], war.house["economy.upkeep_percent"]
    for army in war.armies:
        if army.faction != faction.key:
            continue
        pays += [Pay(unit.key, by_dial(unit.maintenance, dial), unit.buy, army.ref) for unit in army.units]
        for leader in filter(None, (army.leader, *army.wings)):
            skill = war.tables.skills[leader.skill]
            pays.append(Pay(leader.ref, by_dial(skill.upkeep, dial), skill.price, army.ref, leader=True))
    return [pay for pay in pays if pay.points]


def upkeep_of(war: War, faction: Faction) -> int:
    """HR-6 Return the points that a muster costs a faction, whatever the strength of its units."""
    return sum(pay.points for pay in pays_of(war, faction))


def reserve_upkeep(*, war: War, actor: str) -> None:
    """Set each faction's upkeep aside before anything else, as far as its treasury goes."""
    held = balances(factions=war.factions.values())
    for faction in war.factions.values():
        amount = min(upkeep_of(war, faction), held[faction.pk, Account.Kind.TREASURY])
        if amount:
            reserve(faction=faction, amount=amount, reason="Set aside for maintenance", actor=actor, rule="HR-6",
                    reference=turn_reference(war.campaign.slug, war.turn.number), turn=war.turn.number,
                    key=_key(war, f"upkeep:{faction.key}"))  # fmt: skip


def set_aside_anew(*, war: War, reason: str, actor: str, key: str | None) -> None:
    """HR-6 What is set aside for upkeep follows a change of numbers, units or leaders while orders are open.

    With a ``key`` it is posted once, however often it is asked for.
    """
    held = balances(factions=war.factions.values())
    for faction in war.factions.values():
        missing = upkeep_of(war, faction) - upkeep_reserved(faction, war.turn.pk)
        amount = min(missing, held[faction.pk, Account.Kind.TREASURY])
        if amount:
            post = reserve if amount > 0 else release
            post(faction=faction, amount=abs(amount), reason=reason, actor=actor, rule="HR-6",
                 reference=turn_reference(war.campaign.slug, war.turn.number), turn=war.turn.number,
                 key=_key(war, f"{key}:{faction.key}") if key else None)  # fmt: skip


def upkeep_reserved(faction: Faction, turn_pk: int) -> int:
    """Return points of the reserve that no line of the sheet has claimed."""
    lines = SheetLine.objects.filter(turn=turn_pk, faction=faction, state=SheetLine.State.ENTERED)
    claimed = sum(lines.values_list("cost", flat=True))
    return balances(factions=[faction])[faction.pk, Account.Kind.RESERVED] - claimed


def pay_maintenance(*, war: War, actor: str) -> None:
    """P3, HR-6 Pay the faction's units and leaders in its order; who is not paid may desert."""
    for faction in war.factions.values():
        points = upkeep_reserved(faction, war.turn.pk)
        home = _going_home(war, faction)
        pays = [pay for pay in pays_of(war, faction) if pay.key not in home]
        day = pay_out(pays, points, _named_first(war, faction))
        _spend(war, faction, day, actor)
        if points > day.points:
            release(faction=faction, amount=points - day.points, reason="Not needed for maintenance", actor=actor,
                    rule="HR-6", reference=turn_reference(war.campaign.slug, war.turn.number), turn=war.turn.number,
                    key=_key(war, f"upkeep-back:{faction.key}"))  # fmt: skip
        _desertions(war, faction, day, actor)


def _going_home(war: War, faction: Faction) -> set[str]:
    """HR-6 Return the units that are disbanded this turn: they draw no pay and do not desert."""
    lines = SheetLine.objects.filter(
        turn=war.turn, faction=faction, kind=SheetLine.Kind.DISBAND, state=SheetLine.State.ENTERED
    )
    named = {key for line in lines for key in line.details["units"]}
    orders = {order.station.ref for order in war.rows.orders if order.kind == DISBAND}
    free = [
        army
        for army in war.armies
        if army.faction == faction.key
        and not army.engaged
        and not war.theatre.enemies_in(army.province, army.faction, war.armies)
    ]
    return {unit.key for army in free for unit in army.units if unit.key in named or army.ref in orders}


def _named_first(war: War, faction: Faction) -> list[str]:
    """HR-6 Whom the owner named to be paid first."""
    line = SheetLine.objects.filter(
        turn=war.turn, faction=faction, kind=SheetLine.Kind.PAY_FIRST, state=SheetLine.State.ENTERED
    ).last()
    return list(line.details["units"]) if line else []


def _spend(war: War, faction: Faction, day: PayDay, actor: str) -> None:
    by_army: dict[str, int] = {}
    for pay in day.paid:
        by_army[pay.army] = by_army.get(pay.army, 0) + pay.points
    reserved = account(campaign=war.campaign, faction=faction, kind=Account.Kind.RESERVED)
    upkeep, reference = account(campaign=war.campaign, kind=Account.Kind.MAINTENANCE), _reference(war)
    post_all([
        Posting(reserved, upkeep, amount, f"Maintenance of {war.by_ref[ref].name}", reference, actor, "HR-6",
                war.turn.number, _key(war, f"pay:{ref}"))
        for ref, amount in by_army.items()
    ])  # fmt: skip


def _reference(war: War) -> str:
    return turn_reference(war.campaign.slug, war.turn.number)


def _desertions(war: War, faction: Faction, day: PayDay, actor: str) -> None:
    """HR-6 Unpaid units roll, or lose without a roll the second time running; the list is kept.

    Nobody deserts from a battle that is not decided yet: its file holds the strengths.
    """
    unpaid = [pay for pay in day.unpaid if not pay.leader]
    FactionTurn.objects.filter(turn=war.turn, faction=faction).update(unpaid=[pay.key for pay in unpaid])
    before = unpaid_before(war.turn, faction) if unpaid else set()
    free = [pay for pay in unpaid if not war.by_ref[pay.army].engaged]
    lost = [pay for pay in free if _deserts(war, pay, pay.key in before, actor)]
    for ref in {pay.army for pay in unpaid}:
        station = war.stations[ref]
        station.turns_unpaid += 1
        save_row(station, "turns_unpaid")
    paid_armies = [war.stations[a.ref].pk for a in war.armies if a.faction == faction.key]
    faction.stations.filter(pk__in=paid_armies).exclude(ref__in={p.army for p in unpaid}).update(turns_unpaid=0)
    _write_line(war, faction, day, len(unpaid), len(lost))


def _deserts(war: War, pay: Pay, before: bool, actor: str) -> bool:
    unit = next(u for u in war.by_ref[pay.army].units if u.key == pay.key)
    cup = CampaignCup(war.turn, "desertion", war.numbers[unit.key])
    if not deserts(unit, before, cup):
        return False
    note = "unpaid the second time running" if before else f"unpaid; {cup.faces} against Morale {unit.morale}"
    key = _key(war, f"desertion:{unit.key}")
    add_losses([Loss(war.units[unit.key], 1, "desertion", _reference(war), actor, "HR-6", note, key)])
    return True


def _write_line(war: War, faction: Faction, day: PayDay, unpaid: int, lost: int) -> None:
    text = f"Maintenance: {day.points} points."
    if unpaid:
        whose = "" if unpaid == 1 else f"{number(lost)} of them "
        deserted = f" and {whose}lost men by desertion" if lost else ""
        text += f" {sentence(counted(unpaid, 'unit'))} went without pay{deserted}."
    write_entry(turn=war.turn, phase="P3", kind="maintenance", text=text, audience=[faction], rule="HR-6",
                details={"paid": day.points, "unpaid": [pay.key for pay in day.unpaid]})  # fmt: skip


def _key(war: War, what: str) -> str:
    return f"c{war.campaign.pk}:t{war.turn.number}.{war.turn.attempt}:{what}"
