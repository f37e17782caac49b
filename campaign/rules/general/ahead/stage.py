"""AI-49 The war as a side knows it, set up to be played on."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from campaign.rules.general.ahead.record import (
    BARRED,
    FAR,
    FINER,
    GROUNDS,
    NOBODY,
    OURS,
    PROVINCES,
    STACKS,
    STEPS,
    THEIRS,
    WAYS,
    Coarse,
    blank,
)
from campaign.rules.general.board import LEADS
from campaign.rules.general.known import Known
from campaign.rules.general.odds import ground_of, odds_of
from campaign.rules.theatre import skill_rank

TABLE = Path(__file__).with_name("worth.toml")
FADES, NEARS = 0.7, 0.5
"""What is left with each march of a prize, and of the strength that counts near a capital."""


@dataclass(frozen=True)
class Stage:
    """A war ready to be played on: province → number, army → stack, and province → the enemy's stack there."""

    war: Coarse
    number: Mapping[str, int]
    own: Mapping[str, int]
    foes: Mapping[str, int]


@cache
def _weights() -> list[float]:
    with TABLE.open("rb") as stream:
        return list(map(float, tomllib.load(stream)["weights"]))


@cache
def _odds() -> Any:
    """Return the table of odds by ground and step: the attacker's and the defender's wins, and what each loses."""
    table = np.zeros((len(GROUNDS), STEPS, 4))
    for n, ground in enumerate(GROUNDS):
        for step in range(STEPS):
            odds = odds_of(step / FINER, 1.0, ground)
            table[n, step] = odds.attacker, odds.defender, odds.attacker_lost, odds.defender_lost
    return table


def fits(known: Known) -> bool:
    """Return whether a war is small enough to be played on."""
    land = known.theatre
    ways = max((len(land.neighbours(key)) for key in land.provinces), default=0)
    stacks = len(known.own) + len(known.allied) + len(known.enemy)
    return len(land.provinces) <= PROVINCES and ways <= WAYS and 0 < stacks <= STACKS


def stage_of(known: Known, theirs: Mapping[str, float]) -> Stage:
    """AI-49 Set up the war as a side knows it; ``theirs``: what each province is worth to the enemy."""
    number = {key: n for n, key in enumerate(sorted(known.theatre.provinces))}
    war = blank()
    _give_land(war, known, theirs, number)
    _give_state(war, known, number)
    stacks = _stacks(known)
    _give_stacks(war, stacks, number)
    own = {army.ref: n for n, army in enumerate(known.own)}
    first = len(stacks) - len(known.enemy)
    return Stage(war, number, own, {key: first + n for n, key in enumerate(sorted(known.enemy))})


def side_of(known: Known, holder: str | None) -> int:
    """Return the side of who holds a province."""
    if holder is None:
        return NOBODY
    if known.theatre.friends(holder, known.faction):
        return OURS
    return THEIRS if known.theatre.at_war(holder, known.faction) else BARRED


def _give_land(war: Coarse, known: Known, theirs: Mapping[str, float], number: Mapping[str, int]) -> None:
    provinces = [known.theatre.provinces[key] for key in number]
    near = [[number[key] for key in known.theatre.neighbours(province.key)] for province in provinces]
    table = np.zeros((PROVINCES, WAYS))
    for n, ways in enumerate(near):
        table[n, : len(ways)] = ways
    capital = [side_of(known, p.home) if p.capital else NOBODY for p in provinces]
    most = known.house["victory.capitals"]
    values: dict[str, Any] = {
        "provinces": len(number), "last_turn": known.last_turn, "running": known.house["victory.capital_p11"],
        "needed": [min(most, capital.count(THEIRS)), min(most, capital.count(OURS))],
        "near": table, "ways": padded(map(len, near)), "far": _marches(near), "capital": padded(capital, NOBODY),
        "value": padded(p.value for p in provinces), "walls": padded(p.fortress for p in provinces),
        "prize": [padded(known.prizes[key] for key in number), padded(theirs[key] for key in number)],
        "ground": padded(GROUNDS.index(ground_of(known.terrain.get(p.key, ""), river=False, fortress=p.fortress))
                        for p in provinces),
        "odds": _odds(), "weights": padded(_weights(), size=8),
        "fades": FADES ** np.arange(FAR + 1), "nears": NEARS ** np.arange(FAR + 1),
    }  # fmt: skip
    give(war, values)


def give(war: Coarse, values: Mapping[str, Any]) -> None:
    """Write fields of a record, whole."""
    record: Any = war
    for name, value in values.items():
        record[name] = value


def padded(values: Iterable[Any], rest: float = 0, size: int = PROVINCES) -> list[Any]:
    """Return numbers as a row of a record, with the rest of it filled."""
    found = list(values)
    return found + [rest] * (size - len(found))


def _marches(near: Sequence[Sequence[int]]) -> Any:
    """Return the marches between all provinces; FAR where there is no way."""
    found = np.full((PROVINCES, PROVINCES), FAR)
    for start in range(len(near)):
        edge, steps = {start}, 0
        while edge:
            for key in edge:
                found[start, key] = steps
            steps += 1
            edge = {n for key in edge for n in near[key] if found[start, n] == FAR}
    return found


def _give_state(war: Coarse, known: Known, number: Mapping[str, int]) -> None:
    provinces = [known.theatre.provinces[key] for key in number]
    half = (side_of(known, p.fortress_held_by) for p in provinces)
    give(war, {
        "turn_now": known.turn, "won_now": known.battles,
        "held_now": padded(side_of(known, p.controller) for p in provinces),
        "since_now": padded(p.controlled_since for p in provinces), "half_now": padded(half, NOBODY),
    })  # fmt: skip


Row = tuple[int, str, float, bool]


def _stacks(known: Known) -> list[Row]:
    """Return the stacks: side, place, strength, whether it is shut in. Our armies are first, the enemy's last."""
    own = [(OURS, army.province, army.strength * LEADS[skill_rank(army.leader)], army.ref in known.shut_in)
           for army in known.own]  # fmt: skip
    allied = [(OURS, key, points, False) for key, points in sorted(known.allied.items())]
    return [*own, *allied, *((THEIRS, key, known.enemy[key], known.behind_walls(key)) for key in sorted(known.enemy))]


def _give_stacks(war: Coarse, stacks: Sequence[Row], number: Mapping[str, int]) -> None:
    side, place, strength, shut = zip(*stacks, strict=True)
    columns = {"side": side, "place_now": [number[key] for key in place], "strength_now": strength, "shut": shut}
    give(war, {"stacks": len(stacks)} | {name: padded(values, size=STACKS) for name, values in columns.items()})
