"""AI-40 The reason of an order, as the referee reads it, and everybody after the war."""

from campaign.rules.general.aims import Plan, companions
from campaign.rules.general.board import Board, Choice
from campaign.rules.general.known import Known
from campaign.rules.orders.kinds import AVOID, FORCED, MARCH, REST, SUPPORT
from campaign.rules.theatre import ArmyFacts


def reason_for(board: Board, plan: Plan, known: Known, army: ArmyFacts, choice: Choice) -> str:
    """Return why an army gets its order, as a clause."""
    if choice.kind in (MARCH, FORCED):
        return _marching(board, plan, known, army, choice)
    if choice.kind == SUPPORT:
        return "to the guns there, should there be a battle"
    if choice.kind == REST:
        return "to be made up to strength"
    if choice.kind == AVOID:
        return "the enemy beside it is much the stronger"
    if army.province in known.capitals:
        return "the capital is not left open"
    return "nothing within reach is worth more" if army.ref not in plan.targets else _waiting(plan, known, army)


def _waiting(plan: Plan, known: Known, army: ArmyFacts) -> str:
    target = plan.targets[army.ref]
    name = known.theatre.provinces[target.key].name
    return f"for {name} it waits for the others" if target.key != army.province else f"{name} is its post"


def _marching(board: Board, plan: Plan, known: Known, army: ArmyFacts, choice: Choice) -> str:
    there = known.enemy.get(choice.at)
    if there and known.behind_walls(choice.at):
        return "to invest the fortress"
    if there:
        return f"to attack, {board.strength(choice.at):.0f} strength points to about {there:.0f}"
    target = plan.targets.get(army.ref)
    if target is None or target.key == choice.at or not _nearer(known, army.province, choice.at, target.key):
        return "to guard the capital" if target and target.guarded and target.key == choice.at else "to take it"
    with_it = companions(plan, army, known)
    others = f" with {', '.join(with_it[:3])}" if with_it else ""
    goal = known.theatre.provinces[target.key].name
    return f"on the way to guard {goal}{others}" if target.guarded else f"on the way to {goal}{others}"


def _nearer(known: Known, here: str, there: str, goal: str) -> bool:
    """Return whether a march leads towards a goal."""
    marches = known.far([goal], len(known.theatre.provinces))
    return marches.get(there, len(marches)) < marches.get(here, len(marches))
