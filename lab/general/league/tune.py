"""Tune the general by self-play: SPSA over numbers of ``doctrine.toml``, with league points as the measure.

``python -m lab.general.league.tune 60 20`` makes 60 steps of 20 battles an opponent and side, and
prints the numbers that it came to beside the shipped ones, with what both win on held-out fields. Nothing is written:
docs/performance.md keeps the record of what was taken over. ``tune 60 20 general`` looks for numbers that beat the
general alone where both may leave the field, for the stakes of an ordinary province (``exploiter.toml``).
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from battles.resolvers.lgg.record.codes import Conduct
from battles.resolvers.lgg.record.doctrine_numbers import NAMES, doctrine_numbers
from lab.general.league.generals import GENERAL, players
from lab.general.league.grounds import Terms
from lab.general.league.matches import Score, pairing

STEPS_OF = {
    "start_attack": 0.5, "start_frontal": 0.5, "start_limited": 0.6, "start_hold": 0.8, "flank_danger": 0.15,
    "least_worth": 0.15, "advance": 0.8, "guns_forward": 1.5, "fix_rate": 0.6, "rear_rate": 0.8, "hold_rate": 0.6,
    "recover_rest": 0.1, "recover_soon": 0.12, "recover_late": 0.1, "heavy_target": 1.0, "heavy_late_target": 0.6,
    "attack_rolls": 0.25, "uneven": 1.2, "assault_gap": 0.5, "approach_gap": 0.8, "fix_gap": 0.8, "push": 1.2,
    "close_rate": 0.4, "closes_from": 0.8, "quiet_blow": 0.6, "reserve": 0.06, "reserve_until": 0.12,
    "heavy_late_from": 0.1, "step_out": 1.0, "counter_cost": 1.5, "forced": 0.12, "break_likely": 0.12,
    "keep_off": 0.8, "relief": 0.8, "rally": 0.15, "gun_lead": 0.5,
    "shortest_behind": 0.6, "covered": 1.0, "overlap": 0.4, "withdraw_above": 1.0, "front_attack": 0.06,
    "front_hold": 0.06, "guns_in_range": 1.5, "prepare": 0.5, "fire_on": 0.5, "light_duel": 1.2, "wing_off": 0.8,
    "foes_near": 0.6, "friends_near": 1.0, "attack_share": 0.06, "second_back": 0.6, "posture_limited": 0.05,
}  # fmt: skip
STEPS_OF_LEAVING = {"unsure": 0.05, "near_equal": 0.02, "enemy_strength": 0.15, "least_lost": 0.08,
                    "posture_attack": 0.1}  # fmt: skip
OPPONENTS = ("idle", "random", "always stays", "always attacks and stays", "always holds and stays", "version 2")
PROBE, GAIN, STEADY, DAMPED = 1.0, 1.6, 12, 0.602
LOSSES = 0.8
"""What the difference of both sides' losses counts beside a point."""

PROVINCE = 7
"""What the field is worth in an ordinary province, in hundredths of an army's price."""

Numbers = dict[str, float]


def measure(numbers: Numbers, battles: int, seed: str, names: Sequence[str], *, usual: bool) -> float:
    """Measure a general of these numbers against the opponents named, from 0 to about 1; nobody leaves the field, but
    from the general alone."""
    mine, total, staunch = replace(GENERAL, numbers=numbers), 0.0, list(names) != [GENERAL.name]
    terms = Terms(usual=usual, stakes=None if staunch else PROVINCE)
    for name in names:
        pair = [mine, players()[name]]
        if staunch:
            pair = [replace(one, conduct=one.conduct | Conduct.ALWAYS_STAYS) for one in pair]
        total += value(pairing(pair[0], pair[1], battles, f"{seed}/{name}", terms=terms))
    return total / len(names)


def value(score: Score) -> float:
    """League points, and by how much more the enemy lost."""
    return score.points + LOSSES * (score.lost[1] - score.lost[0]) / score.battles


def step(numbers: Numbers, rng: Random, battles: int, number: int, names: Sequence[str]) -> float:
    """Return one step of SPSA: the numbers moved in some direction and in its opposite, and on along the better one."""
    sizes = {name: size for name, size in (STEPS_OF | STEPS_OF_LEAVING).items() if name in numbers}
    signs = {name: rng.choice((-1, 1)) for name in sizes}
    seed, usual = f"tune/{number}", number % 2 == 0
    there, back = (
        measure({name: max(numbers[name] + way * PROBE * signs[name] * size, floor(name))
                 for name, size in sizes.items()}, battles, seed, names, usual=usual) for way in (1, -1)
    )  # fmt: skip
    slope = (there - back) / (2 * PROBE)
    rate = GAIN * (STEADY / (STEADY + number)) ** DAMPED / 0.05
    for name, size in sizes.items():
        moved = max(-0.35, min(0.35, 0.15 * rate * slope)) * signs[name] * size
        numbers[name] = max(numbers[name] + moved, floor(name))
    return (there + back) / 2


def floor(name: str) -> float:
    """No number of the list but thresholds of blows may fall below nothing."""
    return -2.0 if name.startswith("start_") else 0.0


def main(steps: int, battles: int, names: Sequence[str] = OPPONENTS) -> None:
    """Tune against the opponents named, and show what it came to."""
    shipped = dict(zip(NAMES, doctrine_numbers(), strict=True))
    tuned = [*STEPS_OF] if list(names) != [GENERAL.name] else [*STEPS_OF, *STEPS_OF_LEAVING]
    numbers, rng = {name: shipped[name] for name in tuned}, Random("tune")
    for number in range(steps):
        print(f"step {number}: {step(numbers, rng, battles, number, names):.4f}", flush=True)
        if number % 10 == 9:
            print({name: round(value, 3) for name, value in numbers.items()}, flush=True)
    held = [measure(given, 3 * battles, "held out", names, usual=False) for given in ({}, numbers)]
    usual = [measure(given, 3 * battles, "held out", names, usual=True) for given in ({}, numbers)]
    print(f"held out: {held[0]:.4f} -> {held[1]:.4f}; A400: {usual[0]:.4f} -> {usual[1]:.4f}")
    for name in tuned:
        print(f"{name} = {numbers[name]:.3f}  # {shipped[name]:g}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or OPPONENTS)
