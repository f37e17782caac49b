"""Orders of armies (HR-10), and who is ready."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import ArmyOrder, Faction, FactionTurn, Station, Turn
from campaign.rules.fighting.plan import check_plan
from campaign.rules.orders.kinds import ORDERS
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War, current_turn, war_around, war_known_to
from campaign.services.record.chronicle import hand_now, note_hand
from campaign.services.sheet.sheet import draft_again, open_turn_of
from rosters.models import Unit


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
    return [choice for kind in ORDERS for choice in _choices(war, army, kind)]


def _choices(war: War, army: ArmyFacts, kind: str) -> Iterator[OrderChoice]:
    """HR-10 Every order of a kind that an army could be given."""
    return (OrderChoice(kind, offer.path, offer.label, offer.reason) for offer in ORDERS[kind].offers(war, army))


def choice_of(station: Station, kind: str, path: tuple[str, ...], war: War) -> OrderChoice | None:
    """HR-10 Return the choice that an order is, with what forbids it; None where an army has no such choice."""
    found = _choices(war, as_it_will_stand(war, station), kind) if kind in ORDERS else ()
    return next((choice for choice in found if choice.path == path), None)


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
    if kind not in ORDERS:
        raise Refusal(f"kind: choose one of {', '.join(row.label for row in ORDERS.values())}.")
    row = ORDERS[kind]
    wanted = tuple(path) if row.length else ()
    if len(wanted) != row.length:
        raise Refusal(f"path: {row.missing}")
    turn = turn or current_turn(station.campaign)
    war = reads(turn, station) if turn is not None and station.province_id else None
    choice = choice_of(station, kind, wanted, war) if war else None
    if choice is None:
        raise Refusal(row.nowhere)
    if not choice.legal:
        raise Refusal(f"path: {choice.reason}")
    return choice


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


@transaction.atomic
def give_plan(*, station: Station, plan: Mapping[str, Any], actor: str) -> Station:
    """Give an army its plan, or take it back ({}). It holds from the next battle that is opened on.

    ``plan`` has the keys of a battle file's plan; ``spare`` are keys of units that serve in the army.
    """
    turn = open_turn_of(station.faction)
    wanted = check_plan(dict(plan))
    serving = set(Unit.objects.filter(army=station.army_id, status=Unit.Status.SERVING).values_list("key", flat=True))
    if set(wanted.get("spare", ())) - serving:
        raise Refusal("spare: choose units that serve in this army.")
    Station.objects.filter(pk=station.pk).update(plan=wanted)
    station.plan = wanted
    draft_again(turn, station.faction)
    note_hand("gave orders for")
    return station


def write_plans(war: War, plans: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Give armies the plans that the program has for them; the references of those whose plan is another now."""
    changed = []
    for ref, plan in plans.items():
        station = war.stations[ref]
        if station.plan != plan:
            station.plan = check_plan(dict(plan))
            changed.append(ref)
    Station.objects.bulk_update([war.stations[ref] for ref in changed], ["plan"])
    return changed
