"""Tune the general by self-play: SPSA over the numbers of ``doctrine.toml``, with the league's points as the measure.

``python -m lab.general.league.tune 60`` plays for so many minutes and writes what it has come to into ``tuned.json``;
``tune 60 tuned.json`` goes on from there. In each pair of battles two generals, whose numbers differ from the middle in
opposite directions, change sides on one field; the middle moves a little towards the winner. A draw counts for the
defender, whom it keeps the province. Nothing is taken over: measure the result with ``league`` and ``bands`` first.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import time

from battles.resolvers.core.dice import key_of
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.record.codes import SIDES
from battles.resolvers.lgg.record.doctrine_numbers import NAMES, doctrine_numbers
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.grounds import Terms, ground

FIELDS, MOST_UNITS, PROVINCE = 400, 44, 7
"""How many fields, the most units of both sides there, and what the field is worth in hundredths of an army's price."""
PART, LEAST = 0.12, 0.06
"""A number is tried this part of itself to either hand, and at least so much."""
BEGIN, END = 0.002, 0.2
"""How far the middle moves for a battle won, in such steps, and what part of that is left at the end."""
FLOOR = -3.0
SAVED = 1000
FIXED = (
    "stake_", "worn_", "work", "stratagem_", "side_blows", "off_sector", "planned_share", "column_leader",
    "wind_below", "effort_above", "presence_above", "commander_worth", "many_stratagems", "foresees",
    "posture_rounds", "posture_jump", "posture_comer", "posture_delay", "skill_step", "haste", "careful",
    "enemy_strength", "pace", "days_loss", "unsure", "near_equal", "least_lost", "leave_share", "delay_gap",
    "start_delay", "waits_within", "patience", "sure_roll", "hunt_rho", "rear_edge", "best_units", "form_gap",
    "guns_forward", "guns_in_range", "gun_posts", "gun_ahead", "gun_reach",
)  # fmt: skip
"""Numbers that stay as they are, by how they begin: what a league of equal armies says nothing of, what decides the
evening (where points of the field are not all), and how far batteries come forward, without which they never fire."""


@dataclass
class Middle:
    """The numbers between those that are tried; ``moved`` counts in steps."""

    shipped: dict[str, float]
    moved: dict[str, float]
    pairs: int = 0
    rng: Random = field(default_factory=lambda: Random("tune"))

    def numbers(self, signs: dict[str, int], way: int) -> list[float]:
        """Return all numbers, a step from the middle along these signs or against them."""
        given = dict(self.shipped)
        for name, sign in signs.items():
            step = max(PART * abs(self.shipped[name]), LEAST)
            least = FLOOR if name.startswith("start_") else 0.0
            given[name] = max(self.shipped[name] + step * (self.moved[name] + way * sign), least)
        return [given[name] for name in NAMES]

    def pair(self, fields: list[Battle], rate: float) -> None:
        """Fight a pair on some field, and move towards the winner."""
        signs = {name: self.rng.choice((-1, 1)) for name in self.moved}
        there, back = self.numbers(signs, 1), self.numbers(signs, -1)
        ready, key = self.rng.choice(fields), key_of(f"tune/{self.pairs}")
        won = holds_up(ready, key, (there, back)) - holds_up(ready, key, (back, there))
        for name, sign in signs.items():
            self.moved[name] += rate * won * sign
        self.pairs += 1

    def save(self, path: Path) -> None:
        """Write what it has come to."""
        given = dict(zip(NAMES, self.numbers(dict.fromkeys(self.moved, 0), 0), strict=True))
        kept = {name: round(given[name], 3) for name in self.moved}
        path.write_text(json.dumps({"pairs": self.pairs, "moved": self.moved, "numbers": kept}, indent=1))


def holds_up(ready: Battle, key: int, leaders: tuple[list[float], list[float]]) -> int:
    """Fight a battle; 1: its attacker wins, -1: he does not."""
    battle = ready.copy()
    battle.key = key
    for side in range(SIDES):
        for place, value in enumerate(leaders[side]):
            battle.numbers[side, place] = value
    play(battle)
    return 1 if battle.winner == 0 else -1


def fields_to_fight_on() -> list[Battle]:
    """Return records that are ready: equal armies drawn at random, the usual ones, and uneven ones."""
    ready = []
    for number in range(FIELDS):
        terms = Terms(number % 10 < 2, stronger=number % 10 in (2, 3), stakes=PROVINCE)
        file = ground(number, "tune", terms=terms, first=number // 10 % SIDES)
        if sum(len(side.units) for side in file.sides) <= MOST_UNITS:
            battle = fill(file, "tune", shipped_profile())
            battle.two_minds = 1
            ready.append(battle)
    return ready


def begun(path: Path) -> Middle:
    """Return the middle to begin with, that of an earlier run if there is one."""
    shipped = dict(zip(NAMES, doctrine_numbers(), strict=True))
    before = json.loads(path.read_text())["moved"] if path.exists() else {}
    tuned = [name for name in NAMES if not name.startswith(tuple(FIXED))]
    return Middle(shipped, {name: before.get(name, 0.0) for name in tuned})


def main(minutes: float, path: Path) -> None:
    """Play on until the time is over."""
    middle, fields, start = begun(path), fields_to_fight_on(), time()
    while (part := (time() - start) / (60 * minutes)) < 1.0:
        middle.pair(fields, BEGIN * (1.0 - (1.0 - END) * part))
        if middle.pairs % SAVED == 0:
            middle.save(path)
            print(f"{middle.pairs} pairs, {100 * part:.0f} % of the time", flush=True)
    middle.save(path)


if __name__ == "__main__":
    main(float(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "tuned.json"))
