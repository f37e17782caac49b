"""The notes about single units, generals and what a side spends."""

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.by_hand.clock import require, side_in
from battles.resolvers.by_hand.table import FIGHTING, SETUP, TableState
from battles.resolvers.common.codes import Status
from battles.resolvers.contract.notes import Wording
from battles.resolvers.values.typed import FATE_LABELS, FATES

MOST_LEFT = 99
STATUS = dict(
    zip(FATES, (Status.BOARD, Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED, Status.EXITED), strict=True)
)
FATE = {status: fate for fate, status in STATUS.items()} | {Status.WAITING: "stands"}


def _begun(table: TableState) -> None:
    if table.stage == SETUP:
        raise Refusal("Units are put right when both sides have set up.")


def play_unit(table: TableState, values: JsonPlace) -> Wording:
    """COM-07 Put a unit right: what is left of it, and where it is."""
    _begun(table)
    slot, battle = table.slot(values.at("unit").text(most=60)), table.battle
    fate, left = values.at("fate").choice(FATES), values.at("strength").integer(0, MOST_LEFT)
    if left > battle.cap[slot]:
        values.at("strength").refuse(f"it came with {int(battle.cap[slot])}; type no more.")
    if fate in ("stands", "exited") and left == 0:
        values.at("strength").refuse("a unit with nothing left has gone; choose its box, or destroyed.")
    battle.status[slot] = STATUS[fate]
    battle.left[slot] = left if fate in ("stands", "exited") else 0
    return Wording(f"{table.name(slot)} is put right: {dict(FATE_LABELS)[fate]}, {int(battle.left[slot])} left.")


def play_counter(table: TableState, values: JsonPlace) -> Wording:
    """A counter is put beside a unit, or taken off."""
    _begun(table)
    slot = table.slot(values.at("unit").text(most=60))
    counters = {one.key: one for one in table.game.counters if one.by_hand}
    counter = counters[values.at("counter").choice(counters)]
    number = values.at("number").integer(0, counter.most)
    table.mark(slot, counter.key, number)
    shown = f": {number}" if counter.most > 1 else " is on" if number else " is off"
    return Wording(f"{table.name(slot)}: {counter.label}{shown}.")


def play_leader(table: TableState, values: JsonPlace) -> Wording:
    """COM-16 A general is lost; the loss of its commander costs an army a level of skill."""
    side, role = side_in(values), values.at("role").integer(0, 9)
    leaders = (table.file.sides[side].commander, *table.file.sides[side].wings)
    if role >= len(leaders) or role in table.lost[side]:
        values.at("role").refuse("this general is not on the table; choose another.")
    table.lost[side].add(role)
    if role == 0:
        table.battle.skill[side] = max(0, int(table.battle.skill[side]) - 1)
    name = leaders[role].name or "A general"
    return Wording(f"{name} of {table.file.sides[side].name} is lost.", story=f"{name} fell.")


def play_spend(table: TableState, values: JsonPlace) -> Wording:
    """A side spends what it has: dice to throw again, orders, actions. A number below 0 gives some back."""
    require(table, FIGHTING, "Nothing is spent before or after the battle.")
    side = side_in(values)
    stores = {one.key: one for one in table.game.stores}
    store = stores[values.at("store").choice(stores)]
    amount, has = values.at("amount").integer(-9, 9), table.store[side][store.key]
    if amount > has:
        values.at("amount").refuse(f"{has} left; spend no more.")
    table.store[side][store.key] = has - amount
    name = table.file.sides[side].name
    return Wording(f"{name}: {store.label}, {abs(amount)} {'spent' if amount >= 0 else 'back'}, {has - amount} left.")
