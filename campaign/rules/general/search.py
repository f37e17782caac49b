"""AI-40 The search for the orders of a turn: joint attacks first, then each army by itself, until nothing is better."""

from collections.abc import Iterator, Sequence

from campaign.rules.general.aims import Plan
from campaign.rules.general.board import Board, Choice, choice_of
from campaign.rules.general.known import Known
from campaign.rules.general.level import Level
from campaign.rules.general.threat import World
from campaign.rules.orders.kinds import AVOID, FORCED, HOLD, MARCH, REST, SUPPORT
from campaign.rules.theatre import ArmyFacts

WORN, BETTER = 0.8, 0.01
OUTNUMBERED = 1.5
"""Only an army that so many times its strength may come upon avoids battle."""


def searched(known: Known, level: Level, plan: Plan, worlds: Sequence[World]) -> "Search":
    """AI-40 Return a search with the best orders that are found against what the enemy may do."""
    search = Search(known, level, worlds, plan)
    search.run()
    return search


class Search:
    """The board of a turn, and what may still be changed on it."""

    def __init__(self, known: Known, level: Level, worlds: Sequence[World], plan: Plan) -> None:
        self.known, self.level = known, level
        self.board = Board(known, worlds, plan.pull)
        self.free = [army for army in known.idle if army.ref not in known.bound and army.units]
        self.choices = {army.ref: list(_choices(known, level, army)) for army in self.free}

    def run(self) -> None:
        """AI-40 Improve the orders round by round; the number of orders weighed is bounded."""
        for _ in range(self.level.rounds):
            changed = self._jointly() if self.level.joint else False
            for army in self.free:
                changed = self._alone(army) or changed
            if not changed or self.is_over:
                return

    @property
    def is_over(self) -> bool:
        """Whether as many orders were weighed as the level allows."""
        return self.board.weighed >= self.level.most

    def _alone(self, army: ArmyFacts) -> bool:
        """Give one army its best order, as the others have theirs."""
        if self.is_over:
            return False
        gains = [(self.board.gain({army.ref: choice}), choice) for choice in self.allowed(army)]
        gain, best = max(gains, key=lambda one: (one[0], one[1].kind, one[1].path), default=(0.0, None))
        if best is None or gain <= BETTER:
            return False
        self.board.choose(army.ref, best)
        return True

    def allowed(self, army: ArmyFacts) -> list[Choice]:
        """Return the orders that leave no capital open, and those that may decide the war."""
        opens, stakes = self._opens(army), self.known.stakes
        return [one for one in self.choices[army.ref] if one.at == army.province or one.at in stakes or not opens]

    def _opens(self, army: ArmyFacts) -> bool:
        """AI-41 Return whether a capital or fortress within two marches of an enemy would be left to nobody."""
        here = army.province
        held = here in self.known.capitals or (self.known.theatre.provinces[here].fortress and self.known.is_ours(here))
        if not held or not any(self.known.far([here], 2).keys() & self.known.enemy.keys()):
            return False
        rest = [one for one in self.board.armies_at(here) if one.ref != army.ref and one.has_foot]
        return not rest and army.has_foot

    def _jointly(self) -> bool:
        """Try an attack of all who reach a place together on each place, the dearest first."""
        wanted = [key for key in self.places() if self._is_wanted(key)]
        found = [self._join(key) for key in sorted(wanted, key=lambda key: (-self.known.prizes[key], key))]
        return any(found)

    def places(self) -> set[str]:
        """Return the places to which armies may march."""
        ways = (choice for choices in self.choices.values() for choice in choices if choice.kind in (MARCH, FORCED))
        return {choice.at for choice in ways}

    def ready(self, key: str) -> list[tuple[ArmyFacts, Choice]]:
        """Return the armies that can march to a place this turn with their shortest way, the strongest first."""
        found = [(army, choice) for army in self.free if (choice := self._to(army, key)) is not None]
        return sorted(found, key=lambda one: (-one[0].strength, one[0].ref))

    def _is_wanted(self, key: str) -> bool:
        known = self.known
        return key in known.enemy or known.is_theirs(key) or key in known.capitals

    def _join(self, key: str) -> bool:
        """Add armies, the strongest first, as long as each makes the attack better than the one before."""
        changes: dict[str, Choice] = {}
        best, kept = BETTER, 0
        for army, choice in self.ready(key):
            if self.is_over:
                return False
            changes[army.ref] = choice
            gain = self.board.gain(changes)
            if gain > best:
                best, kept = gain, len(changes)
        for ref in list(changes)[:kept]:
            self.board.choose(ref, changes[ref])
        return bool(kept)

    def _to(self, army: ArmyFacts, key: str) -> Choice | None:
        """Return an army's shortest way to a place this turn; None where it is there already, or has none."""
        ways = [choice for choice in self.allowed(army) if choice.at == key and choice.kind in (MARCH, FORCED)]
        best = min(ways, key=lambda choice: (len(choice.path), choice.path), default=None)
        return best if best is not None and self.board.chosen[army.ref].at != key else None


def _choices(known: Known, level: Level, army: ArmyFacts) -> Iterator[Choice]:
    """Yield every order that is worth weighing for an army."""
    yield choice_of(army, HOLD)
    if army.strength < WORN * sum(unit.full for unit in army.units):
        yield choice_of(army, REST)
    if not army.fights:
        return
    near = [key for key in known.theatre.neighbours(army.province) if known.may(army, key)]
    beside = max((known.enemy.get(key, 0.0) for key in (army.province, *near)), default=0.0)
    if beside > OUTNUMBERED * army.strength:
        yield choice_of(army, AVOID)
    yield from (choice_of(army, MARCH, (key,)) for key in near)
    if level.joint:
        yield from (choice_of(army, SUPPORT, (key,)) for key in near if _may_be_fought_for(known, key))
        yield from (choice_of(army, FORCED, way) for way in _forced(known, army, near) if _is_worth_it(known, way[1]))


def _may_be_fought_for(known: Known, key: str) -> bool:
    return key in known.enemy or bool(known.enemy.keys() & set(known.theatre.neighbours(key)))


def _is_worth_it(known: Known, key: str) -> bool:
    """Return whether there is something to fight for or to take at the end of a forced march."""
    return key in known.enemy or not known.is_ours(key) or key in known.capitals


def _forced(known: Known, army: ArmyFacts, near: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the forced marches through provinces without enemies, each place by one way."""
    taken = {army.province, *near}
    for first in near:
        for second in () if first in known.enemy else known.theatre.neighbours(first):
            if second not in taken and known.may_force(army, (first, second)):
                taken.add(second)
                yield first, second
