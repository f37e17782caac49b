"""Tune the general by self-play: SPSA over the numbers of ``doctrine.toml``.

``python -m lab.general.league.tune 60`` plays for so many minutes and writes what it has come to into ``tuned.json``;
``tune 60 tuned.json`` goes on from there. Each trial compares two sets of numbers that differ from the middle in
opposite directions, and the middle moves a little towards the better one. A third of the trials are battles of one
against the other, a quarter battles of each against itself, of which short and decided ones are the better, the rest
battles of both against the league's other players as they are shipped. Nothing is taken over: measure the result with
``league`` and ``bands`` first.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import time
from typing import Any

from battles.resolvers.core.dice import key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.record.codes import DRAW, SIDES
from battles.resolvers.lgg.record.doctrine_numbers import NAMES, doctrine_numbers
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile
from lab.general.league.generals import Player, players
from lab.general.league.grounds import TERRAINS, Terms, ground
from lab.general.league.matches import lead

FIELDS, MOST_UNITS, PROVINCE = 400, 44, 7
"""How many fields, the most units of both sides there, and what the field is worth in hundredths of an army's price."""
MORE_FIELDS, SIZES = 120, (8, 12, 16, 16, 24)
"""Further fields, as a battle file without a field of its own has them, and the units of a side on them."""
PART, LEAST = 0.12, 0.06
"""A number is tried this part of itself to either hand, and at least so much."""
BEGIN, END = 0.0025, 0.2
"""How far the middle moves for a battle won, in such steps, and what part of that is left at the end."""
FACE_TO_FACE, ALONE = 0.35, 0.25
"""The parts of the trials that are battles of one set against the other, and of each against itself."""
A_DRAW, ATTACKERS_DRAW = 0.5, 0.1
"""A defender's draw keeps the province."""
DRAWN, A_ROUND, A_ROUND_AGAINST = 1.5, 0.06, 0.03
"""What a draw and a round cost a set of numbers that fights against itself, or (a round) against another player."""
OTHERS = {"always attacks": 3, "no reserve": 3, "always stays": 2, "version 14": 2, "always holds and stays": 1}
"""The other players, and how often each is met."""
FLOOR = -3.0
SAVED = 1000
FIXED = (
    "stake_", "worn_", "work", "stratagem_", "side_blows", "off_sector", "planned_share", "column_leader",
    "wind_below", "effort_above", "presence_above", "commander_worth", "many_stratagems", "foresees",
    "posture_rounds", "posture_jump", "posture_comer", "posture_delay", "skill_step", "haste", "careful",
    "enemy_strength", "pace", "days_loss", "unsure", "near_equal", "least_lost", "leave_share", "delay_gap",
    "start_delay", "waits_within", "rear_edge", "best_units", "form_gap", "rout_share",
    "guns_forward", "guns_in_range", "gun_posts", "gun_ahead", "gun_reach",
)  # fmt: skip
"""Numbers that stay as they are, by how they begin: what a league of equal armies says nothing of, what decides the
evening (where points of the field are not all), and how far batteries come forward, without which they never fire."""
Numbers = list[float]


@dataclass
class Middle:
    """The numbers between those that are tried; ``moved`` counts in steps."""

    shipped: dict[str, float]
    moved: dict[str, float]
    trials: int
    rng: Random

    def numbers(self, signs: dict[str, int], way: int) -> Numbers:
        """Return all numbers, a step from the middle along these signs or against them."""
        given = dict(self.shipped)
        for name, sign in signs.items():
            step = max(PART * abs(self.shipped[name]), LEAST)
            least = FLOOR if name.startswith("start_") else 0.0
            given[name] = max(self.shipped[name] + step * (self.moved[name] + way * sign), least)
        return [given[name] for name in NAMES]

    def trial(self, fields: list[Battle], rate: float) -> None:
        """Compare two sets of numbers on some field, and move towards the better one."""
        signs = {name: self.rng.choice((-1, 1)) for name in self.moved}
        there, back = self.numbers(signs, 1), self.numbers(signs, -1)
        better = self._compared(self.rng.choice(fields), key_of(f"tune/{self.trials}"), there, back)
        for name, sign in signs.items():
            self.moved[name] += rate * better * sign
        self.trials += 1

    def _compared(self, ready: Battle, key: int, there: Numbers, back: Numbers) -> float:
        """Return by how much the one set is better than the other."""
        kind = self.rng.random()
        if kind < FACE_TO_FACE:
            return face_to_face(ready, key, there, back)
        if kind < FACE_TO_FACE + ALONE:
            return worth_alone(ready, key, there) - worth_alone(ready, key, back)
        other = players()[self.rng.choices(list(OTHERS), list(OTHERS.values()))[0]]
        side = self.rng.randrange(SIDES)
        return 2.0 * (worth_against(ready, key, there, other, side) - worth_against(ready, key, back, other, side))

    def save(self, path: Path) -> None:
        """Write what it has come to."""
        given = dict(zip(NAMES, self.numbers(dict.fromkeys(self.moved, 0), 0), strict=True))
        kept = {name: round(given[name], 3) for name in self.moved}
        path.write_text(json.dumps({"trials": self.trials, "moved": self.moved, "numbers": kept}, indent=1))


def fought(ready: Battle, key: int, numbers: dict[int, Numbers], other: tuple[int, Player] | None = None) -> Battle:
    """Fight a battle to its end; some sides are led by numbers, another perhaps by a player."""
    battle = ready.copy()
    battle.key = key
    if other is not None:
        lead(battle, *other)
    for side, values in numbers.items():
        battle.numbers[side, : len(values)] = values
    play(battle)
    return battle


def worth_of(battle: Battle, side: int) -> float:
    """Return what the end of a battle is worth to a side: 1 won, 0 lost."""
    if battle.winner != DRAW:
        return float(battle.winner == side)
    return ATTACKERS_DRAW if battle.role[side] == 0 else A_DRAW


def face_to_face(ready: Battle, key: int, there: Numbers, back: Numbers) -> float:
    """Return by how much the one set does better in two battles against the other, sides exchanged."""
    one, two = fought(ready, key, {0: there, 1: back}), fought(ready, key, {0: back, 1: there})
    return worth_of(one, 0) + worth_of(two, 1) - worth_of(one, 1) - worth_of(two, 0)


def worth_alone(ready: Battle, key: int, numbers: Numbers) -> float:
    """Return the worth of a battle of a set against itself: a short and decided one is the best."""
    battle = fought(ready, key, {0: numbers, 1: numbers})
    return -DRAWN * float(battle.winner == DRAW) - A_ROUND * int(battle.rounds)


def worth_against(ready: Battle, key: int, numbers: Numbers, other: Player, side: int) -> float:
    """Return the worth of a battle of a set against a player."""
    battle = fought(ready, key, {side: numbers}, (1 - side, other))
    return worth_of(battle, side) - A_ROUND_AGAINST * int(battle.rounds)


def fields_to_fight_on() -> list[Battle]:
    """Return records that are ready: equal armies drawn at random, the usual ones, and uneven ones."""
    ready = []
    for number in range(FIELDS):
        terms = Terms(number % 10 < 2, stronger=number % 10 in (2, 3), stakes=PROVINCE)
        file = ground(number, "tune", terms=terms, first=number // 10 % SIDES)
        if sum(len(side.units) for side in file.sides) <= MOST_UNITS:
            ready.append(fill(file, "tune", shipped_profile()))
    ready += [fill(plain_file(number), "tune", shipped_profile()) for number in range(MORE_FIELDS)]
    for battle in ready:
        battle.two_minds = 1
    return ready


def plain_file(number: int) -> BattleFile:
    """Return a battle of equal armies that says no more than it must."""
    size, roles = SIZES[number % len(SIZES)], ("attacker", "defender")
    more, roster = size // 8, f"{size - 4 * (size // 8)} Line inf"
    roster += "".join(f", {more} {kind}" for kind in ("Elite inf", "Heavy cav", "Light cav", "Heavy art"))
    sides = [{"name": name, "role": roles[(n + number // len(TERRAINS)) % SIDES], "roster": roster,
              "commander": {"name": name, "skill": "average"}} for n, name in enumerate("AB")]  # fmt: skip
    return freeze(parse({"format": "bivouac.battle/1", "name": "plain", "season": "summer",
                         "terrain": TERRAINS[number % len(TERRAINS)], "sides": sides}), f"tune{number}")  # fmt: skip


def begun(path: Path) -> Middle:
    """Return the middle to begin with, that of an earlier run if there is one."""
    shipped = dict(zip(NAMES, doctrine_numbers(), strict=True))
    before: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"trials": 0, "moved": {}}
    tuned = [name for name in NAMES if not name.startswith(tuple(FIXED))]
    moved = {name: before["moved"].get(name, 0.0) for name in tuned}
    return Middle(shipped, moved, before["trials"], Random(f"tune/{before['trials']}"))


def main(minutes: float, path: Path) -> None:
    """Play on until the time is over."""
    middle, fields, start = begun(path), fields_to_fight_on(), time()
    while (part := (time() - start) / (60 * minutes)) < 1.0:
        middle.trial(fields, BEGIN * (1.0 - (1.0 - END) * part))
        if middle.trials % SAVED == 0:
            middle.save(path)
            print(f"{middle.trials} trials, {100 * part:.0f} % of the time", flush=True)
    middle.save(path)


if __name__ == "__main__":
    main(float(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "tuned.json"))
