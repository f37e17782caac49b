"""Pairs of battles on one field with the sides exchanged, and what they come to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log10, sqrt

from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.record.codes import DRAW, SIDE_ROLL, SIDES
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile
from lab.general.league.generals import Player
from lab.general.league.grounds import Terms, ground
from lab.general.worth import worth_of_end

ELO_SPREAD, LEAST_SHARE = 400.0, 0.001
SURE = 1.96


@dataclass
class Score:
    """The result of a pairing for the first of the two."""

    wins: int = 0
    losses: int = 0
    attacked: int = 0
    draws_attacking: int = 0
    draws: int = 0
    days: int = 0
    lost: list[float] = field(default_factory=lambda: [0.0, 0.0])
    worth: list[float] = field(default_factory=lambda: [0.0, 0.0])
    squares: float = 0.0
    by_ground: dict[str, list[int]] = field(default_factory=dict)

    @property
    def battles(self) -> int:
        """The number of battles fought."""
        return self.wins + self.losses + self.draws

    @property
    def share(self) -> float:
        """Of decided battles the part that was won; a half without any."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else 0.5

    @property
    def error(self) -> float:
        """The error of the share that is not exceeded 19 times of 20."""
        decided = self.wins + self.losses
        return SURE * sqrt(max(self.share * (1 - self.share), LEAST_SHARE) / decided) if decided else 0.5

    @property
    def points(self) -> float:
        """A win 1, a draw a half, by battle."""
        return (self.wins + self.draws / 2) / self.battles if self.battles else 0.5

    @property
    def elo(self) -> float:
        """By how many points of Elo the first is the stronger."""
        part = min(max(self.points, LEAST_SHARE), 1 - LEAST_SHARE)
        return ELO_SPREAD * log10(part / (1 - part))

    @property
    def gain(self) -> tuple[float, float]:
        """By how much a battle was worth more to the first than to the second, in hundredths of an army's price, and
        the error of that which is not exceeded 19 times of 20."""
        many = max(self.battles, 1)
        mean = (self.worth[0] - self.worth[1]) / many
        return 100 * mean, 100 * SURE * sqrt(max(self.squares / many - mean * mean, 0.0) / many)

    def count(self, battle: Battle, first: int, name: str) -> None:
        """Add a battle in which the first of the two led side `first`."""
        row = self.by_ground.setdefault(name, [0, 0, 0])
        drawn = battle.winner == DRAW
        attacks = battle.role[first] == 0
        self.attacked += int(attacks)
        self.draws_attacking += int(drawn and attacks)
        self.draws += int(drawn)
        self.wins += int(battle.winner == first)
        self.losses += int(not drawn and battle.winner != first)
        row[2 if drawn else int(battle.winner != first)] += 1
        self.days += int(battle.day)
        for n, side in enumerate((first, 1 - first)):
            self.lost[n] += lost_by(battle, side)
            self.worth[n] += worth_of_end(battle, side)
        self.squares += (worth_of_end(battle, first) - worth_of_end(battle, 1 - first)) ** 2


def lost_by(battle: Battle, side: int) -> float:
    """Return the part of its strength points that a side has lost."""
    rows = range(side * SIDE_ROLL, side * SIDE_ROLL + int(battle.roll_count[side]))
    start = sum(int(battle.roll_before[row]) for row in rows)
    return (start - sum(int(battle.roll_after[row]) for row in rows)) / max(start, 1)


def lead(battle: Battle, side: int, player: Player) -> None:
    """Give a side to a player."""
    battle.conduct[side] = player.conduct
    if player.posture >= 0:
        battle.plan_posture[side] = player.posture
    if player.sector >= 0:
        battle.plan_sector[side] = player.sector
    if player.reserve >= 0.0:
        battle.plan_reserve[side] = player.reserve
    for place, value in enumerate(player.as_numbers()):
        battle.numbers[side, place] = value


def arranged(file: BattleFile, seed: str, leaders: tuple[Player, Player]) -> Battle:
    """Return a record that is ready, its sides led by two players."""
    battle = fill(file, seed, shipped_profile())
    battle.two_minds = int(leaders[0].numbers != leaders[1].numbers or bool(leaders[0].numbers))
    for side in range(SIDES):
        lead(battle, side, leaders[side])
    return battle


def fought(file: BattleFile, seed: str, leaders: tuple[Player, Player]) -> Battle:
    """Return a battle to its end."""
    battle = arranged(file, seed, leaders)
    play(battle)
    sound(battle.fault)
    return battle


def pairing(one: Player, two: Player, pairs: int, seed: str, *, usual: bool = False, terms: Terms | None = None,
            each: Callable[[Battle, int], None] | None = None) -> Score:
    """So many pairs of battles of two players, on one field each, with the sides exchanged."""
    score, terms = Score(), terms or Terms(usual=usual)
    for number in range(pairs):
        for first in range(SIDES):
            file = ground(number, seed, terms=terms, first=first if terms.uneven else 0)
            leaders = (one, two) if first == 0 else (two, one)
            battle = fought(file, f"{seed}/{number}", leaders)
            score.count(battle, first, file.name)
            if each is not None:
                each(battle, first)
    return score
