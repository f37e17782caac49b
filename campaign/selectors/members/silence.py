"""Reads about who has entered nothing this turn, and about who leads each side of a war."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import ArmyOrder, Campaign, Faction, FactionTurn, Member, Schedule, SheetLine, Turn
from campaign.rules.kinds import Hand, Role
from campaign.selectors.campaigns import factions_of


def entered(turn: Turn) -> set[int]:
    """Return factions for which somebody has entered or changed anything this turn, and those that are ready."""
    touched = FactionTurn.objects.filter(Q(touched=True) | Q(ready=True), turn=turn)
    orders = ArmyOrder.objects.filter(turn=turn).exclude(hand=Hand.STANDING)
    lines = SheetLine.objects.filter(turn=turn)
    given = orders.order_by().values_list("station__faction_id", flat=True)
    entries = lines.order_by().values_list("faction_id", flat=True)
    return set(touched.order_by().values_list("faction_id", flat=True).union(given, entries))


def silent_factions(turn: Turn) -> list[int]:
    """Return factions for which nothing at all is entered now: no order, no line of the sheet, not ready."""
    entered_now = set(ArmyOrder.objects.filter(turn=turn).values_list("station__faction_id", flat=True))
    lines = SheetLine.objects.filter(turn=turn, state=SheetLine.State.ENTERED)
    entered_now |= set(lines.values_list("faction_id", flat=True))
    entered_now |= set(FactionTurn.objects.filter(turn=turn, ready=True).values_list("faction_id", flat=True))
    return [pk for pk in turn.faction_turns.values_list("faction_id", flat=True) if pk not in entered_now]


def caretaken(turn: Turn) -> list[Faction]:
    """Return the factions that a caretaker leads: those that the referee chose, and those that missed too many
    turns.

    Nothing was entered for them this turn; a player who enters anything is back.
    """
    schedule = Schedule.objects.filter(campaign=turn.campaign_id).first()
    missed = _missed(turn, schedule.misses) if schedule and schedule.misses else set()
    led = {"on": True, "program": True, "off": False}
    silent = [row for row in factions_of(turn.campaign) if led.get(row.caretaker, row.pk in missed)]
    entered_now = entered(turn) if silent else set()
    return [faction for faction in silent if faction.pk not in entered_now]


def led_now(turn: Turn) -> dict[int, str]:
    """Return who gives the orders of each faction for which nothing is entered: "program" or "caretaker", by primary
    key."""
    return {faction.pk: leader_of(turn, faction) for faction in caretaken(turn)}


def leader_of(turn: Turn, faction: Faction) -> str:
    """AI-34 Return which of the two leads a faction while nothing is entered: the program in a war against it."""
    general = turn.campaign.ready_runs or faction.caretaker == Faction.Caretaker.PROGRAM
    return "program" if general else "caretaker"


def leads_now(turn: Turn | None, faction: Faction | None, *, missed: bool) -> bool:
    """Return whether a caretaker gives a faction's orders of the open turn, as things are now.

    ``missed``: whether it missed the turn before.
    """
    if turn is None or faction is None:
        return False
    return (missed or faction.caretaker in ("on", "program")) and faction in caretaken(turn)


def _missed(turn: Turn, misses: int) -> set[int]:
    """Return factions that missed so many turns running before this one."""
    before = range(turn.number - misses, turn.number)
    rows = FactionTurn.objects.filter(turn__campaign=turn.campaign_id, turn__number__in=before, missed=True)
    counted = Counter(rows.values_list("faction_id", flat=True))
    return {pk for pk, number in counted.items() if number == misses}


WITHOUT_A_PLAYER = frozenset({Faction.Caretaker.ON, Faction.Caretaker.PROGRAM})
"""The ways by which a side without a player is led."""
_LED = {
    Faction.Caretaker.ON: "a caretaker whenever nothing is entered",
    Faction.Caretaker.PROGRAM: "the program, while nothing is entered",
}


@dataclass(frozen=True)
class Side:
    """A faction and who leads it, in words."""

    faction: Faction
    led: str

    @property
    def by_program(self) -> bool:
        return self.faction.caretaker == Faction.Caretaker.PROGRAM


def chosen_leaders(factions: Iterable[Faction]) -> dict[int, str]:
    """Return "program" or "caretaker" for each faction that the referee gave to one of them, by primary key.

    Everybody may know it: it does not depend on what is entered.
    """
    who = {Faction.Caretaker.ON: "caretaker", Faction.Caretaker.PROGRAM: "program"}
    return {row.pk: who[way] for row in factions if (way := Faction.Caretaker(row.caretaker)) in who}


def sides_led(campaign: Campaign) -> list[Side]:
    """Return who leads each faction of a campaign, in its order."""
    players: dict[int | None, list[str]] = {}
    for member in Member.objects.filter(campaign=campaign, role=Role.PLAYER).select_related("user"):
        players.setdefault(member.faction_id, []).append(str(member.user))
    return [Side(faction, _words(faction, players.get(faction.pk, []))) for faction in campaign.factions.all()]


def _words(faction: Faction, players: list[str]) -> str:
    led = _LED.get(Faction.Caretaker(faction.caretaker))
    return "; ".join([*players, *([led] if led else [])]) or "nobody"
