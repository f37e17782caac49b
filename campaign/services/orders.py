"""Orders of armies (HR-10), and who is ready."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from campaign.models import ArmyOrder, Faction, FactionTurn, Station, Turn
from campaign.rules.movement import march_refusal
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War, current_turn, war_of
from campaign.services.sheet import open_turn_of
from rosters.rules.refusal import Refusal

Kind = ArmyOrder.Kind
OPEN_KINDS = (Kind.HOLD, Kind.MARCH, Kind.REST)


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
    """The order that stands for an army; None after a withdrawal (the army holds)."""

    order: ArmyOrder | None
    turn: Turn


def order_choices(station: Station, war: War | None = None) -> list[OrderChoice]:
    """HR-10, HR-11 Every order of an army: Hold, Rest and a march to each neighbour, with what forbids it.

    Only what the army's owner knows decides. Pass ``war`` to ask for many armies with one reading.
    """
    turn = current_turn(station.campaign)
    if turn is None or station.province_id is None:
        return []
    war = war or war_of(turn)
    army = _as_it_will_stand(war, station)
    choices = [OrderChoice(Kind.HOLD, (), "Hold"), OrderChoice(Kind.REST, (), "Rest")]
    for key in war.theatre.neighbours(army.province):
        name = war.theatre.provinces[key].name
        choices.append(OrderChoice(Kind.MARCH, (key,), f"March to {name}", march_reason(war, army, key)))
    return choices


def march_reason(war: War, army: ArmyFacts, target: str) -> str:
    """HR-11 Why a march is not legal, as a sentence; empty if it is."""
    pinned = bool(war.theatre.enemies_in(army.province, army.faction, war.armies))
    refusal = march_refusal(army, target, war.theatre, pinned)
    if not refusal:
        return ""
    name = war.theatre.provinces[target].name if target in war.theatre.provinces else "That province"
    return f"{name} {refusal}."


def _as_it_will_stand(war: War, station: Station) -> ArmyFacts:
    """The army with what the sheet does to it before it marches: who takes recruits in stays (HR-7)."""
    army = war.by_ref[station.ref]
    return replace(army, garrison=army.garrison or army.ref in war.recruiting)


def verify_order(station: Station, kind: str, path: Sequence[str]) -> OrderChoice:
    """The choice that an order is, or a Refusal that says why there is none."""
    if kind not in OPEN_KINDS:
        raise Refusal("kind: choose Hold, March or Rest.")
    wanted = tuple(path) if kind == Kind.MARCH else ()
    if kind == Kind.MARCH and len(wanted) != 1:
        raise Refusal("path: a march enters one neighbouring province; choose one.")
    for choice in order_choices(station):
        if (choice.kind, choice.path) == (kind, wanted):
            if choice.legal:
                return choice
            raise Refusal(f"path: {choice.reason}")
    raise Refusal("path: choose a neighbouring province.")


def can_give_order(station: Station, kind: str, path: Sequence[str]) -> bool:
    """Whether an order would be accepted now."""
    try:
        verify_order(station, kind, path)
    except Refusal:
        return False
    return True


@transaction.atomic
def give_order(*, station: Station, kind: str, path: Sequence[str] = (), actor: str) -> Given:
    """Give an army its one order of the turn, or change it. Accepted only while the turn is open."""
    turn = open_turn_of(station.faction)
    choice = verify_order(station, kind, path)
    order, _ = ArmyOrder.objects.update_or_create(
        turn=turn, station=station,
        defaults={"kind": choice.kind, "path": list(choice.path), "given_by": actor[:80], "outcome": ""},
    )  # fmt: skip
    draft_again(turn, station.faction)
    return Given(order, turn)


@transaction.atomic
def withdraw_order(*, station: Station, actor: str) -> Given:
    """Take an army's order back: without one it holds."""
    turn = open_turn_of(station.faction)
    ArmyOrder.objects.filter(turn=turn, station=station).delete()
    draft_again(turn, station.faction)
    return Given(None, turn)


@transaction.atomic
def set_ready(*, faction: Faction, user: AbstractBaseUser | None = None) -> FactionTurn:
    """Say that a faction's orders are complete. They can still be changed until the seal."""
    return _ready(faction, user, True)


@transaction.atomic
def unset_ready(*, faction: Faction, user: AbstractBaseUser | None = None) -> FactionTurn:
    """Make a faction's orders a draft again."""
    return _ready(faction, user, False)


def _ready(faction: Faction, user: AbstractBaseUser | None, ready: bool) -> FactionTurn:
    turn = open_turn_of(faction)
    row = FactionTurn.objects.get(turn=turn, faction=faction)
    row.ready, row.ready_at, row.ready_by = ready, timezone.now() if ready else None, user if ready else None
    row.save(update_fields=["ready", "ready_at", "ready_by"])
    return row


def draft_again(turn: Turn, faction: Faction) -> None:
    """Changed orders are a draft again until their faction says Ready."""
    FactionTurn.objects.filter(turn=turn, faction=faction).update(ready=False, ready_at=None, ready_by=None)
