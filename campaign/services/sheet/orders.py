"""Orders of armies (HR-10), and who is ready."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import ArmyOrder, Faction, FactionTurn, Station, Turn
from campaign.rules.movement import forced_march_open, march_refusal, onward_refusal
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War, current_turn, war_around, war_known_to
from campaign.services.record.hands import hand_now, note_hand
from campaign.services.sheet import siege_orders
from campaign.services.sheet.sheet import draft_again, open_turn_of

Kind = ArmyOrder.Kind
OPEN_KINDS = (Kind.HOLD, Kind.REST, Kind.AVOID, Kind.MARCH, Kind.FORCED_MARCH, Kind.SUPPORT, Kind.DISBAND,
              *siege_orders.KINDS)  # fmt: skip
LENGTHS = {Kind.MARCH: 1, Kind.FORCED_MARCH: 2, Kind.SUPPORT: 1}
LENGTH_WORDS = {
    Kind.MARCH: "a march enters one neighbouring province; choose one.",
    Kind.FORCED_MARCH: "a forced march enters two provinces, one after the other; choose both.",
    Kind.SUPPORT: "support goes to one neighbouring province; choose one.",
}
STAYING = ((Kind.HOLD, "Hold"), (Kind.REST, "Rest"), (Kind.AVOID, "Avoid battle"))


@dataclass(frozen=True)
class OrderChoice:
    """An order that an army could be given: with ``reason`` empty it is legal. ``path`` are province keys."""

    kind: str
    path: tuple[str, ...]
    label: str
    reason: str = ""

    @property
    def legal(self) -> bool:
        """Whether the order would be accepted now."""
        return not self.reason


@dataclass(frozen=True)
class Given:
    """The order in force of an army; None after a withdrawal (the army holds)."""

    order: ArmyOrder | None
    turn: Turn


def order_choices(station: Station, war: War | None = None) -> list[OrderChoice]:
    """HR-10, HR-11 Every order of an army with what forbids it: what it does where it stands, then each way it may go.

    Only what the army's owner knows decides. Pass ``war`` to ask for many armies with one reading.
    """
    if war is None:
        turn = current_turn(station.campaign)
        if turn is None or station.province_id is None:
            return []
        war = war_known_to(turn, station.faction)
    army = as_it_will_stand(war, station)
    near = war.theatre.neighbours(army.province)
    staying = [OrderChoice(kind, (), siege_orders.named(war, army, kind, label)) for kind, label in STAYING]
    marches = [OrderChoice(Kind.MARCH, (k,), f"March to {_name(war, k)}", march_reason(war, army, k)) for k in near]
    disband = OrderChoice(Kind.DISBAND, (), "Disband the army", disband_reason(war, army))
    sieges = [OrderChoice(kind, (), label, reason) for kind, label, reason in siege_orders.offered(war, army)]
    return [*staying, *sieges, *marches, *_forced(war, army, near), *_support(war, army, near), disband]


def _forced(war: War, army: ArmyFacts, near: Sequence[str]) -> list[OrderChoice]:
    """HR-11 The forced marches that some province between lets through; each destination by every way to it."""
    ways = [(first, second) for first in near for second in war.theatre.neighbours(first) if second != army.province]
    return [
        OrderChoice(
            Kind.FORCED_MARCH, way, f"Forced march to {_name(war, way[1])} by {_name(war, way[0])}",
            forced_reason(war, army, way),
        )
        for way in ways
    ]  # fmt: skip


def _support(war: War, army: ArmyFacts, near: Sequence[str]) -> list[OrderChoice]:
    """HR-13 Marching to the guns of a neighbouring province, should there be a battle."""
    return [OrderChoice(Kind.SUPPORT, (k,), f"Support {_name(war, k)}", support_reason(war, army, k)) for k in near]


def _name(war: War, key: str) -> str:
    return war.theatre.provinces[key].name


def march_reason(war: War, army: ArmyFacts, target: str) -> str:
    """HR-11 Why a march is not legal, as a sentence; empty if it is."""
    refusal = march_refusal(army, target, war.theatre, war.theatre.pinned(army, war.armies))
    if not refusal:
        return ""
    name = war.theatre.provinces[target].name if target in war.theatre.provinces else "That province"
    return f"{name} {refusal}."


def forced_reason(war: War, army: ArmyFacts, way: Sequence[str]) -> str:
    """HR-6, HR-11 Why a forced march is not legal, as a sentence; empty if it is."""
    if reason := march_reason(war, army, way[0]):
        return reason
    if war.stations[army.ref].turns_unpaid:
        return f"{army.name} cannot be forced: some of its units are not paid (HR-6)."
    refusal = onward_refusal(army, (army.province, *way), war.theatre)
    return f"{_name(war, way[1])} {refusal}." if refusal else ""


def support_reason(war: War, army: ArmyFacts, target: str) -> str:
    """HR-13 Why an army could not march to the guns of a province: it would be a forced march."""
    if reason := march_reason(war, army, target):
        return reason
    if war.stations[army.ref].turns_unpaid:
        return f"{army.name} cannot be forced: some of its units are not paid (HR-6)."
    if not forced_march_open(army.province, target, war.theatre):
        return f"{_name(war, target)} cannot be reached: foul weather closes tracks and passes (HR-11)."
    return ""


def disband_reason(war: War, army: ArmyFacts) -> str:
    """HR-10 Why an army may not go home, as a sentence; empty if it may."""
    if army.engaged or war.theatre.enemies_in(army.province, army.faction, war.armies):
        return f"{army.name} is in contact with the enemy and cannot be disbanded: wait until the battle is over."
    return ""


def as_it_will_stand(war: War, station: Station) -> ArmyFacts:
    """Return the army with what the sheet does to it before it marches: who takes recruits in stays (HR-7)."""
    army = war.by_ref[station.ref]
    return replace(army, garrison=army.garrison or army.ref in war.recruiting)


Reads = Callable[[Turn, Station], War]
"""How the war is read for an order, while the turn is held."""


def verify_order(
    station: Station, kind: str, path: Sequence[str], turn: Turn | None = None, reads: Reads = war_around
) -> OrderChoice:
    """Return the choice that an order is, or a Refusal with the reason. Only the land around is read."""
    if kind not in OPEN_KINDS:
        raise Refusal("kind: choose Hold, Rest, Avoid, March, Forced march, Support, Disband, or an order of a siege.")
    wanted = tuple(path) if kind in LENGTHS else ()
    if len(wanted) != LENGTHS.get(Kind(kind), 0):
        raise Refusal(f"path: {LENGTH_WORDS[Kind(kind)]}")
    turn = turn or current_turn(station.campaign)
    war = reads(turn, station) if turn is not None and station.province_id else None
    for choice in order_choices(station, war) if war else ():
        if (choice.kind, choice.path) == (kind, wanted):
            if choice.legal:
                return choice
            raise Refusal(f"path: {choice.reason}")
    if kind in siege_orders.KINDS:
        raise Refusal("kind: this army has no part in a siege; choose another order.")
    raise Refusal("path: choose a neighbouring province.")


@transaction.atomic
def give_order(
    *, station: Station, kind: str, path: Sequence[str] = (), actor: str, reads: Reads = war_around
) -> Given:
    """Give an army its one order of the turn, or change it. Accepted only while the turn is open.

    A caller who needs more of the war passes ``reads``; it must return the war as the army's owner knows it.
    """
    turn = open_turn_of(station.faction)
    choice = verify_order(station, kind, path, turn, reads)
    values = {"kind": choice.kind, "path": list(choice.path), "given_by": actor[:80], "given_at": timezone.now(),
              "outcome": "", "hand": hand_now()}  # fmt: skip
    order = ArmyOrder(turn=turn, station=station, **values)
    ArmyOrder.objects.bulk_create(
        [order], update_conflicts=True, update_fields=list(values), unique_fields=["turn", "station"]
    )
    note_hand("gave orders for")
    draft_again(turn, station.faction)
    return Given(order, turn)


@transaction.atomic
def give_one_to_all(*, stations: Sequence[Station], kind: str, path: Sequence[str] = (), actor: str) -> list[Given]:
    """HR-10 Give several armies the same order: all of them, or none with a sentence for each that cannot have it."""
    given, refused = [], []
    for station in stations:
        try:
            given.append(give_order(station=station, kind=kind, path=path, actor=actor))
        except Refusal as refusal:
            refused.append(f"{station.army.name}: {refusal.sentence}")
    if refused:
        raise Refusal(f"armies: {' '.join(refused)} No order was changed.")
    return given


@transaction.atomic
def withdraw_order(*, station: Station, actor: str) -> Given:
    """Take an army's order back: without one it holds."""
    turn = open_turn_of(station.faction)
    ArmyOrder.objects.filter(turn=turn, station=station).delete()
    note_hand("gave orders for")
    draft_again(turn, station.faction)
    return Given(None, turn)


@transaction.atomic
def set_ready(*, faction: Faction, user: User | None = None) -> FactionTurn:
    """Say that a faction's orders are complete. They can still be changed until the seal."""
    return _ready(faction, user, True)


@transaction.atomic
def unset_ready(*, faction: Faction, user: User | None = None) -> FactionTurn:
    """Make a faction's orders a draft again."""
    return _ready(faction, user, False)


def _ready(faction: Faction, user: User | None, ready: bool) -> FactionTurn:
    turn = open_turn_of(faction)
    row = FactionTurn.objects.get(turn=turn, faction=faction)
    row.ready, row.ready_at, row.ready_by = ready, timezone.now() if ready else None, user if ready else None
    row.touched = True
    row.save(update_fields=["ready", "ready_at", "ready_by", "touched"])
    note_hand("marked Ready for" if ready else "took back Ready for")
    return row
