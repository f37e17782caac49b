"""AI-36 The war as one side's general knows it: his armies, his friends', and the enemies that were reported."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from campaign.rules.general.caretaker import UNIT_STRENGTH
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, Theatre

POINT, CAPITAL, HOME_CAPITAL, DEPOT, FORTRESS = 1.0, 40.0, 45.0, 4.0, 3.0
"""AI-37 In points of the score at the end (HR-21): a point of strength, an enemy capital, the own, a depot, walls."""
GHOST, FADED, REMEMBERED = 0.5, 0.7, 6
"""AI-36 An enemy who was reported a turn ago and is out of sight counts for this share of his strength, for so much of
it with each turn more, and for so many turns at all."""
GARRISON, UNSEEN = 14.0, 7.0
"""AI-36 As strong a garrison may be that nobody leads, and as strong is that of an enemy fortress out of sight."""


@dataclass(frozen=True)
class Known:
    """A side's knowledge. ``foes``, ``ghosts`` and ``friends`` are units by province: reported now, before now with
    what time has left of them, and of allies. ``wanted`` are provinces that an aim of the war names, ``unseen`` those
    out of sight.

    ``toll`` is the strength that an army is expected to lose by attrition in a province, ``cut`` whether it would be
    out of supply there, ``may`` and ``may_force`` whether a march is allowed.
    """

    theatre: Theatre
    faction: str
    turn: int
    last_turn: int
    house: House
    own: Sequence[ArmyFacts]
    idle: Sequence[ArmyFacts]
    foes: Mapping[str, int]
    ghosts: Mapping[str, float]
    friends: Mapping[str, int]
    terrain: Mapping[str, str]
    may: Callable[[ArmyFacts, str], bool]
    may_force: Callable[[ArmyFacts, tuple[str, str]], bool]
    toll: Callable[[ArmyFacts, str, bool], float]
    cut: Callable[[ArmyFacts, str], bool]
    bound: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Armies that a siege keeps: reference → order and reason."""
    wanted: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    stakes: Mapping[str, float] = field(default_factory=dict)
    """AI-37 Provinces by which the war may end soon, and what that is worth beyond their own value."""

    battles: int = 0
    """HR-21 Battles won less battles lost by the side and its allies, as everybody knows."""

    def is_ours(self, key: str) -> bool:
        """Return whether a province is controlled by the side or a friend."""
        return self.theatre.friends(self.theatre.provinces[key].controller, self.faction)

    def is_theirs(self, key: str) -> bool:
        """Return whether a province is controlled by an enemy."""
        return self.theatre.at_war(self.theatre.provinces[key].controller, self.faction)

    @cached_property
    def enemy(self) -> dict[str, float]:
        """AI-36 Province → strength of the enemies who were reported there, and of those who may still be there."""
        found = {key: UNIT_STRENGTH * units for key, units in self.foes.items() if units}
        for key, units in self.ghosts.items():
            if units and key not in found:
                found[key] = GHOST * UNIT_STRENGTH * units
        walls = [key for key in self.unseen if self.theatre.provinces[key].fortress and self.is_theirs(key)]
        return dict.fromkeys(walls, UNSEEN) | found

    @cached_property
    def allied(self) -> dict[str, float]:
        """Province → strength of allied armies in the field; those in a besieged fortress are not."""
        return {key: UNIT_STRENGTH * units for key, units in self.friends.items() if not self._is_besieged(key)}

    def _is_besieged(self, key: str) -> bool:
        return self.theatre.sieges and bool(self.theatre.provinces[key].besieged_since) and self.is_ours(key)

    def behind_walls(self, key: str) -> bool:
        """HR-28 Return whether enemies in a province are behind its walls, as far as one can see from outside: they are
        besieged, or no more than a garrison. An army in the field before its fortress fights."""
        province = self.theatre.provinces[key]
        walls = self.theatre.sieges and province.fortress and self.is_theirs(key)
        return walls and (bool(province.besieged_since) or self.enemy.get(key, 0.0) <= GARRISON)

    @cached_property
    def shut_in(self) -> frozenset[str]:
        """HR-28 Return the own armies behind walls: they fight in no battle before them."""
        return frozenset(army.ref for army in self.own if self.theatre.behind_walls(army))

    @cached_property
    def left(self) -> int:
        """Return the turns that are left, with this one."""
        return max(1, self.last_turn - self.turn + 1)

    @cached_property
    def prizes(self) -> dict[str, float]:
        """AI-37 Return what each province is worth: its value at the end, what the aims of the war pay for it, and
        what stands in it."""
        return {key: self._prize(key) for key in self.theatre.provinces}

    def _prize(self, key: str) -> float:
        province = self.theatre.provinces[key]
        worth = (
            float(province.value) + DEPOT * province.depot + FORTRESS * province.fortress + self.stakes.get(key, 0.0)
        )
        if key in self.wanted:
            worth += CAPITAL / 2
        if province.capital and self.theatre.at_war(province.home, self.faction):
            worth += CAPITAL
        if province.capital and self.theatre.friends(province.home, self.faction):
            worth += HOME_CAPITAL if province.home == self.faction else CAPITAL
        return worth

    @cached_property
    def capitals(self) -> list[str]:
        """Return the own capitals that are still held."""
        found = [p.key for p in self.theatre.provinces.values() if p.capital and p.home == self.faction]
        return [key for key in found if self.is_ours(key)]

    def is_last_capital(self, key: str) -> bool:
        """Return whether a province is the only capital that the side still holds."""
        return self.capitals == [key]

    def far(self, goals: Sequence[str], most: int) -> dict[str, int]:
        """Return the marches from each province to the nearest of some, up to a number."""
        return self.theatre.marches(goals, most)
