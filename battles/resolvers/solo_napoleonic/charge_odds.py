"""The two tests of a charge, as a question about odds asks for them (SNW-59 to SNW-61)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from battles.resolvers.common.codes import SIDE_UNITS, Land, Status
from battles.resolvers.common.record import Battle
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.solo_napoleonic.codes import CHANCE_CHARGE, CHANCE_DITCH, Dead, Lead, Own
from battles.resolvers.solo_napoleonic.fighting.charge import charge_needed, home_needed

FIRST, SECOND = 0, SIDE_UNITS
SENIOR, BRIGADIER = 0, 1
TEMPERS = ("timid", "normal", "aggressive")
COLUMN, ROWS, MIDDLE = 20, 40, 20
"""The column of cells between the two units, the cells in a row, and a row half-way."""
GROUNDS = (
    ("level", "Level"), ("uphill", "Uphill"), ("downhill", "Downhill"), ("obstacle", "Over an obstacle"),
    ("work", "At a building or work"),
)  # fmt: skip
LEADERS = (
    ("none", "None"),
    *((f"brigadier_{temper}", f"Its brigadier, {temper}") for temper in TEMPERS),
    *((f"senior_{temper}", f"A higher general, {temper}") for temper in TEMPERS),
)
CHARGE = OddsQuestion(
    key="charge", title="Charge", note="A d100 starts the charge; before contact another one takes it home.",
    units=(OddsUnit("first", "Charger", ("foot", "cav")), OddsUnit("defender", "Target", ("foot", "cav", "art"))),
    ticks=(("stands", "the target has passed its test"), ("standard", "the charger's standard is down"),
           ("officer", "the charger's officer is dead"), ("aid", "a chance card helps it to start"),
           ("ditch", "a hidden ditch, by a chance card of the enemy")),
    choices=(("leader", "General with the charger", LEADERS), ("ground", "Ground", GROUNDS)),
    numbers=(("casualties", "Figures that the charger lost in this move", 0, 17, 0),
             ("disorder", "Disorder of the charger", 0, 12, 0),
             ("defender_disorder", "Disorder of the target", 0, 12, 0)),
)  # fmt: skip


def arrange_charge(battle: Battle, values: Mapping[str, Any]) -> None:
    """SNW-59 SNW-61 Put down what a charge meets: who leads it, what it lost, the ground before it."""
    rank, _, temper = str(values["leader"]).partition("_")
    battle.own[FIRST, Own.BRIGADE], battle.leaders[0], battle.lead_state[BRIGADIER] = BRIGADIER, 2, Status.BOARD
    battle.lead_with[SENIOR] = battle.lead_with[BRIGADIER] = -1
    if temper:
        leader = SENIOR if rank == "senior" else BRIGADIER
        battle.lead_with[leader], battle.lead_own[leader, Lead.AV] = FIRST, TEMPERS.index(temper)
    battle.own[FIRST, Own.HURT] = values["casualties"]
    battle.own[FIRST, Own.DEAD] = Dead.STANDARD * int(values["standard"]) + Dead.OFFICER * int(values["officer"])
    _lay_ground(battle, str(values["ground"]))


def _lay_ground(battle: Battle, ground: str) -> None:
    here, there = (int(battle.y[unit]) // int(battle.cell) for unit in (FIRST, SECOND))
    row, bits = {
        "level": (MIDDLE, 0), "uphill": (there, Land.HILL), "downhill": (here, Land.HILL),
        "obstacle": (MIDDLE, Land.OBSTACLE),
        "work": (there - 1, Land.WORK),
    }[ground]  # fmt: skip
    battle.land[row * ROWS + COLUMN] |= bits


def charge_figures(battle: Battle, values: Mapping[str, Any]) -> tuple[int, int]:
    """SNW-12 SNW-59 SNW-61 Return the figures below which the charge starts, and goes home."""
    starts = int(charge_needed(battle, FIRST, SECOND)) + int(battle.num[CHANCE_CHARGE]) * int(values["aid"])
    home = int(home_needed(battle, FIRST, SECOND, bool(values["stands"])))
    home += int(battle.num[CHANCE_DITCH]) * int(values["ditch"])
    battle.modified = 0
    return starts, home


def below(needed: int) -> Fraction:
    """SNW-59 Return the chance of a d100 below a figure."""
    return Fraction(min(100, max(0, needed - 1)), 100)
