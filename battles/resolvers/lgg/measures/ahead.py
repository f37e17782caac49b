"""Does it pay the general to look ahead? (AI-5, AI-8, AI-22, AI-25; a report, not a test)

``python -m battles.resolvers.lgg.measures.ahead 12 40 7`` fights 12 battles of A400 against itself for 7 hundredths of
an army's price. Where the general decides on a first turn, in an evening, or whether he breaks off, the battle is
fought on 40 times by each choice with other dice. Half of the trials choose, the others show by how much the choice is
better than the general's own: chance alone then gains nothing. Plans of the day are followed until the evening and
judged there.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from statistics import fmean, pstdev

from battles.resolvers.dice import key_of
from battles.resolvers.lgg.doctrine.general import ROUND_TURNS
from battles.resolvers.lgg.doctrine.posture import ATTACK_POSTURE, HOLD_POSTURE
from battles.resolvers.lgg.doctrine.staying import has_lost_much, is_hopeless
from battles.resolvers.lgg.doctrine.worth import days_left, lean_to_stay
from battles.resolvers.lgg.machine.engine import act, apply, play
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.measures.league.generals import GENERAL
from battles.resolvers.lgg.measures.league.grounds import Terms, ground
from battles.resolvers.lgg.measures.league.matches import arranged
from battles.resolvers.lgg.measures.worth import worth_of_end, worth_of_evening
from battles.resolvers.lgg.record.codes import (
    CMD_BREAK_OFF,
    NOBODY,
    OVER,
    PEND_BREAK_OFF,
    PEND_NONE,
    PEND_STAY,
    TURN_FIRST,
    TURN_SECOND,
)
from battles.resolvers.lgg.record.faults import sound
from battles.resolvers.lgg.record.state import Battle

Plan = tuple[int, int, float]
FREE, HOLD = "as the general is", "hold"
PLANS: dict[Hashable, Plan] = {
    FREE: (NOBODY, NOBODY, -1.0), "no reserve": (NOBODY, NOBODY, 0.0),
    "attack left": (ATTACK_POSTURE, 0, -1.0), "attack centre": (ATTACK_POSTURE, 1, -1.0),
    "attack right": (ATTACK_POSTURE, 2, -1.0), HOLD: (HOLD_POSTURE, NOBODY, -1.0),
}  # fmt: skip
SURE = 1.96
Trial = Callable[[Battle], float]
Seen = dict[Hashable, list[float]]


class Ahead:
    """The gains of looking ahead at decisions of each kind, and the worth of each plan beside the general's own."""

    def __init__(self, trials: int) -> None:
        """Begin with nothing seen."""
        self.trials = trials
        self.gains: dict[str, list[float]] = defaultdict(list)
        self.plans: dict[str, dict[Hashable, list[float]]] = {}

    def watch(self, battle: Battle, seed: str) -> None:
        """Fight a battle to its end and try every choice on the way."""
        advance(battle)
        while battle.phase != OVER:
            side, name = int(battle.asked), f"{seed}/{int(battle.commands)}"
            if _is_first_turn(battle, side):
                self._try_plans(battle, side, name)
            elif battle.pending == PEND_STAY and days_left(battle) > 0.0:
                own, his = (int(lean_to_stay(battle, who) > 0.0) for who in (side, 1 - side))
                self.count("evening", self.fight_on(battle, name, {n: _by_evening(side, n, his) for n in (0, 1)}), own)
            elif battle.pending == PEND_BREAK_OFF and has_lost_much(battle, side):
                own = int(is_hopeless(battle, side))
                self.count("breaking off", self.fight_on(battle, name, {n: _by_break(side, n) for n in (0, 1)}), own)
            act(battle)
            sound(battle.fault)

    def _try_plans(self, battle: Battle, side: int, name: str) -> None:
        role = ("attacker", "defender")[int(battle.role[side])]
        seen = self.fight_on(battle, name, {key: by_plan(side, plan) for key, plan in PLANS.items()})
        kept = self.plans.setdefault(role, defaultdict(list))
        for key, values in seen.items():
            kept[key].append(fmean(values) - fmean(seen[FREE]))
        self.count(f"plan of the day, {role}", seen, FREE)
        del seen[HOLD]
        self.count(f"plan of the day without holding, {role}", seen, FREE)

    def fight_on(self, battle: Battle, name: str, tried: Mapping[Hashable, Trial]) -> Seen:
        """Fight the battle on by each choice, each as often, all by the same dice."""
        runs = range(self.trials)
        return {key: [_fought(battle, f"{name}/{run}", trial) for run in runs] for key, trial in tried.items()}

    def count(self, kind: str, seen: Seen, own: Hashable) -> None:
        """Let each half of the trials choose, and the other half say what that is better than the general's own."""
        halves = [{key: fmean(values[half::2]) for key, values in seen.items()} for half in (0, 1)]
        for chooses, shows in (halves, halves[::-1]):
            best = max(chooses, key=lambda key: (chooses[key], key == own))
            self.gains[kind].append(shows[best] - shows[own])

    def print_out(self) -> None:
        """Print what was seen, in hundredths of an army's price."""
        for kind, gains in self.gains.items():
            error = SURE * pstdev(gains) / (len(gains) / 2) ** 0.5
            print(f"{kind}: {len(gains) // 2} decisions, gain {100 * fmean(gains):+.1f} ± {100 * error:.1f}")
        for role, plans in self.plans.items():
            print(f"{role}:", ", ".join(f"{key} {100 * fmean(values):+.1f}" for key, values in plans.items()))


def _fought(battle: Battle, name: str, trial: Trial) -> float:
    work = battle.copy()
    work.key, work.entries, work.commands = key_of(f"ahead/{name}"), 0, 0
    worth = trial(work)
    sound(work.fault)
    return worth


def _is_first_turn(battle: Battle, side: int) -> bool:
    fresh = battle.thought[side] != battle.rounds * ROUND_TURNS + battle.phase
    turn = battle.pending == PEND_NONE and battle.phase in (TURN_FIRST, TURN_SECOND)
    return bool(turn and fresh and battle.rounds == 1 and battle.spent[side] == 0)


def by_plan(side: int, plan: Plan) -> Trial:
    """Return a trial until the evening by a plan that is fixed."""
    def fight(work: Battle) -> float:
        work.plan_posture[side], work.plan_sector[side], work.plan_reserve[side] = plan
        while work.phase != OVER and work.pending != PEND_STAY and work.fault == 0:
            act(work)
        return worth_of_evening(work, side)

    return fight


def _by_evening(side: int, mine: int, his: int) -> Trial:
    def fight(work: Battle) -> float:
        work.stays[side], work.stays[1 - side], work.pending = mine, his, PEND_NONE
        play(work)
        return worth_of_end(work, side)

    return fight


def _by_break(side: int, leaves: int) -> Trial:
    def fight(work: Battle) -> float:
        work.cmd, work.cmd_arg = CMD_BREAK_OFF, leaves
        apply(work)
        play(work)
        return worth_of_end(work, side)

    return fight


def main(battles: int, trials: int, stakes: int) -> None:
    """Fight, try and print."""
    seen, terms = Ahead(trials), Terms(usual=True, stakes=stakes)
    for number in range(battles):
        battle = arranged(ground(number, "ahead", terms=terms), f"ahead/{number}", (GENERAL, GENERAL))
        seen.watch(battle, f"{number}")
    seen.print_out()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
