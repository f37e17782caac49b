"""AI-49 What the enemy may do first: marches drawn by their chances, his own plans, and his habits."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from campaign.rules.general.ahead.habits import go_on
from campaign.rules.general.ahead.record import PROVINCES, REPLIES, STACKS, THEIRS, TURNS
from campaign.rules.general.ahead.stage import Stage, give, padded
from campaign.rules.general.ahead.turn import count_force
from campaign.rules.general.ahead.worth import begin
from campaign.rules.general.threat import Threat

DRAWN, PLANNED = 8, 0.5
"""So many replies are drawn, and the share that the enemy's own plans and his habits have of all."""


def by_habit(stage: Stage, side: int) -> list[int]:
    """AI-49 Return where each stack would be if a side went on by habit."""
    begin(stage.war)
    count_force(stage.war)
    for n in range(int(stage.war.stacks)):
        stage.war.goes[n] = stage.war.place[n]
    go_on(stage.war, side)
    return [int(stage.war.goes[n]) for n in range(int(stage.war.stacks))]


def give_replies(stage: Stage, likely: Sequence[Threat], plans: Sequence[Sequence[Threat]], seed: str) -> None:
    """AI-49 Set the replies of the enemy: some drawn from what each of his stacks is likely to do, then his own plans
    and habits. The dice of each are its own."""
    dice = Random(seed)
    stay = [int(stage.war.place_now[n]) for n in range(STACKS)]
    rows = [_moved(stage, stay, {foe.here: _one_of(foe, dice.random()) for foe in likely}) for _ in range(DRAWN)]
    whole = [_moved(stage, stay, {foe.here: _likeliest(foe) for foe in plan}) for plan in plans]
    whole.append(padded(by_habit(stage, THEIRS), size=STACKS))
    shares = [(1.0 - PLANNED) / DRAWN] * DRAWN + [PLANNED / len(whole)] * len(whole)
    count = len(shares)
    table = np.zeros((REPLIES, STACKS))
    table[:count] = [*rows, *whole]
    give(stage.war, {"replies": count, "reply": table, "share": padded(shares, size=REPLIES),
                     "dice": _thrown(dice, count, len(stage.number))})  # fmt: skip


def _thrown(dice: Random, replies: int, provinces: int) -> Any:
    """Return a number from 0 to 1 for each reply, turn and province."""
    cube = np.zeros((REPLIES, TURNS, PROVINCES))
    thrown = [dice.random() for _ in range(replies * TURNS * provinces)]
    cube[:replies, :, :provinces] = np.reshape(thrown, (replies, TURNS, provinces))
    return cube


def _moved(stage: Stage, stay: Sequence[int], goes: Mapping[str, str]) -> list[int]:
    found = list(stay)
    for here, there in goes.items():
        found[stage.foes[here]] = stage.number[there]
    return found


def _likeliest(foe: Threat) -> str:
    return max(foe.chances, key=lambda key: (foe.chances[key], key))


def _one_of(foe: Threat, die: float) -> str:
    """Draw a march by its chances."""
    for key, chance in foe.chances.items():
        die -= chance
        if die <= 0.0:
            return key
    return foe.here
