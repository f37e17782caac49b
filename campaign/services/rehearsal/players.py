"""The leaders of a faction in a rehearsed war: each gives the orders of an open turn."""

from collections.abc import Callable
from random import Random

from campaign.models import Faction, Turn
from campaign.rules.general.caretaker import orders_for
from campaign.rules.kinds import Hand
from campaign.rules.opponents import OPPONENTS, Leads
from campaign.rules.program import program_orders
from campaign.rules.standing import Now
from campaign.selectors.war import War, war_known_to
from campaign.services.sheet.caretaker import outlook_of, with_screens
from campaign.services.sheet.general import by_general, plan_battles, spend_of_general
from campaign.services.sheet.spending import spend_as_caretaker
from campaign.services.sheet.standing import seen_now, write_orders

BY = "a rehearsal"
Player = Callable[[Turn, Faction], None]


def caretaker(turn: Turn, faction: Faction) -> None:
    """AI-30 The caretaker of an absent player."""
    war = war_known_to(turn, faction)
    outlook, idle = outlook_of(war, faction, seen_now(war, faction))
    _given(turn, faction, war, with_screens(turn, faction, war, orders_for(outlook, idle)))


def bolder(turn: Turn, faction: Faction) -> None:
    """AI-33 The caretaker with aims farther off than one march."""
    war = war_known_to(turn, faction)
    outlook, idle = outlook_of(war, faction, seen_now(war, faction))
    _given(turn, faction, war, with_screens(turn, faction, war, program_orders(outlook, idle)))


def _general(level: int) -> Player:
    """AI-34 Return the campaign's general of a level."""

    def player(turn: Turn, faction: Faction) -> None:
        war = war_known_to(turn, faction)
        orders = with_screens(turn, faction, war, by_general(war, faction, level), Hand.PROGRAM)
        write_orders(war, orders, Hand.PROGRAM, BY)
        plan_battles(war, faction, orders)
        spend_of_general(war, faction)

    return player


def _given(turn: Turn, faction: Faction, war: War, orders: dict[str, Now]) -> None:
    write_orders(war, orders, Hand.CARETAKER, BY)
    spend_as_caretaker(turn=turn, faction=faction)


def _simple(leads: Leads) -> Player:
    """Return a simple opponent, who spends as the caretaker does."""

    def player(turn: Turn, faction: Faction) -> None:
        war = war_known_to(turn, faction)
        outlook, idle = outlook_of(war, faction, seen_now(war, faction))
        dice = Random(f"{turn.campaign.secret}:{turn.number}:{faction.key}")
        _given(turn, faction, war, leads(outlook, idle, dice))

    return player


PLAYERS: dict[str, Player] = {
    "middle": _general(2), "low": _general(1), "high": _general(3), "caretaker": caretaker, "bolder": bolder,
    **{name: _simple(leads) for name, leads in OPPONENTS.items()},
}  # fmt: skip
