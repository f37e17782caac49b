"""Simple ways to lead a faction, by which the program's general is measured: none of them plays for people."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from campaign.rules.general.caretaker import CAPITAL, VALUE, Outlook
from campaign.rules.orders.kinds import HOLD, MARCH
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts

Leads = Callable[[Outlook, Sequence[ArmyFacts], Random], dict[str, Now]]


def idle(outlook: Outlook, armies: Sequence[ArmyFacts], dice: Random) -> dict[str, Now]:
    """Leave every army where it is."""
    return {army.ref: Now(HOLD) for army in armies}


def at_random(outlook: Outlook, armies: Sequence[ArmyFacts], dice: Random) -> dict[str, Now]:
    """March half of the armies to any neighbouring province."""
    return {army.ref: _somewhere(outlook, army, dice) if dice.random() < 0.5 else Now(HOLD) for army in armies}


def _somewhere(outlook: Outlook, army: ArmyFacts, dice: Random) -> Now:
    near = _open(outlook, army)
    return Now(MARCH, (dice.choice(near),)) if near else Now(HOLD)


def greedy(outlook: Outlook, armies: Sequence[ArmyFacts], dice: Random) -> dict[str, Now]:
    """March every army to the neighbouring foreign province of the greatest value, however many enemies are there."""
    return {army.ref: _towards(_prizes(outlook, army)) for army in armies}


def turtle(outlook: Outlook, armies: Sequence[ArmyFacts], dice: Random) -> dict[str, Now]:
    """Bring every army to the capital and stay there."""
    return {army.ref: _on_the_way(outlook, army, own=True) for army in armies}


def rusher(outlook: Outlook, armies: Sequence[ArmyFacts], dice: Random) -> dict[str, Now]:
    """March every army by the shortest way to the nearest enemy capital, whatever is in between."""
    return {army.ref: _on_the_way(outlook, army, own=False) for army in armies}


def _open(outlook: Outlook, army: ArmyFacts) -> list[str]:
    return [key for key in outlook.theatre.neighbours(army.province) if outlook.may(army, key)]


def _towards(worth: Mapping[str, float]) -> Now:
    best = max(worth, key=lambda key: (worth[key], key), default=None)
    return Now(MARCH, (best,)) if best is not None and worth[best] > 0 else Now(HOLD)


def _prizes(outlook: Outlook, army: ArmyFacts) -> dict[str, float]:
    theatre = outlook.theatre
    foreign = [key for key in _open(outlook, army)
               if not theatre.friends(theatre.provinces[key].controller, army.faction)]  # fmt: skip
    return {key: VALUE * theatre.provinces[key].value + CAPITAL * theatre.provinces[key].capital for key in foreign}


def _on_the_way(outlook: Outlook, army: ArmyFacts, *, own: bool) -> Now:
    theatre = outlook.theatre
    goals = {
        key for key, p in theatre.provinces.items()
        if p.capital and (p.home == army.faction if own else theatre.at_war(p.home, army.faction)
                          and not theatre.friends(p.controller, army.faction))
    }  # fmt: skip
    if not goals or army.province in goals:
        return Now(HOLD)
    far = outlook.theatre.marches(goals)
    near = [key for key in _open(outlook, army) if key in far and far[key] < far.get(army.province, len(far))]
    return _towards({key: 1 / (1 + far[key]) for key in near})


OPPONENTS: dict[str, Leads] = {
    "idle": idle, "random": at_random, "greedy": greedy, "turtle": turtle, "rusher": rusher,
}  # fmt: skip
