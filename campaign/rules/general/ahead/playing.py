"""AI-49 The choice among sets of orders by what they lead to: each is played on against the enemy's replies."""

from collections.abc import Mapping, Sequence

from battles.resolvers.core.kernels import COMPILED
from campaign.rules.general.ahead.record import OURS
from campaign.rules.general.ahead.replies import by_habit
from campaign.rules.general.ahead.stage import Stage
from campaign.rules.general.ahead.worth import value
from campaign.rules.general.board import Board, Choice
from campaign.rules.general.search import Search
from campaign.rules.orders.kinds import SUPPORT

SLOWER = 40
"""Where the rules are not compiled, one march is played of so many."""
BETTER = 0.004
"""By how much the chance to win has to grow before an order is changed."""


class Ahead:
    """Sets of orders are played on for some turns; how many stacks are moved is bounded."""

    def __init__(self, stage: Stage, turns: int, most: int) -> None:
        self.stage, self.turns, self.moved = stage, turns, 0
        self.most = most if COMPILED else most // SLOWER
        habit = by_habit(stage, OURS)
        for n, key in enumerate(habit):
            stage.war.first[n], stage.war.helps_now[n] = key, -1

    @property
    def is_over(self) -> bool:
        """Whether as many stacks were moved as are allowed."""
        return self.moved >= self.most

    def value(self, board: Board, changes: Mapping[str, Choice] | None = None) -> float:
        """AI-49 Return the chance to win with the orders of a board, some of them changed."""
        war, number = self.stage.war, self.stage.number
        for ref, choice in {**board.chosen, **(changes or {})}.items():
            n = self.stage.own[ref]
            war.first[n] = number[choice.at]
            war.helps_now[n] = number[choice.path[0]] if choice.kind == SUPPORT else -1
        self.moved += int(war.stacks) * int(war.replies) * self.turns
        return float(value(war, self.turns))


def improve(search: Search, ahead: Ahead, others: Sequence[Board]) -> None:
    """AI-49 Take the best of some sets of orders, then change one army's order after the other while that is better."""
    board = search.board
    best = ahead.value(board)
    for other in others:
        if other.chosen != board.chosen and (found := ahead.value(other)) > best + BETTER:
            best = found
            for ref, choice in other.chosen.items():
                board.choose(ref, choice)
    changed = True
    while changed and not ahead.is_over:
        found = _together(search, ahead, best)
        changed, best = found > best, max(best, found)
        for army in search.free:
            found = _changed(search, ahead, army.ref, best)
            changed, best = changed or found > best, max(best, found)


def _together(search: Search, ahead: Ahead, best: float) -> float:
    """Try all who reach a place together, the strongest first, on each place; the chances then."""
    for key in sorted(search.places(), key=lambda key: (-search.known.prizes[key], key)):
        changes: dict[str, Choice] = {}
        kept = 0
        for army, choice in search.ready(key):
            if ahead.is_over:
                return best
            changes[army.ref] = choice
            if (found := ahead.value(search.board, changes)) > best + BETTER:
                best, kept = found, len(changes)
        for ref in list(changes)[:kept]:
            search.board.choose(ref, changes[ref])
    return best


def _changed(search: Search, ahead: Ahead, ref: str, best: float) -> float:
    """Give an army the order with the best chances, if it is better than the one it has; the chances then."""
    board, kept = search.board, None
    for choice in search.allowed(board.armies[ref]):
        if ahead.is_over:
            break
        if choice != board.chosen[ref] and (found := ahead.value(board, {ref: choice})) > best + BETTER:
            best, kept = found, choice
    if kept is not None:
        board.choose(ref, kept)
    return best
