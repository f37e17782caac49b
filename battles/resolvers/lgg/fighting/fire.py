"""Artillery fire: whom a battery may fire at, the modifiers, the result (LGG-13.0, REC-5)."""

from battles.resolvers.common.codes import Arm, Ground
from battles.resolvers.core.dice import FIRE_STREAM
from battles.resolvers.core.geometry import NEAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.morale import take_hit
from battles.resolvers.lgg.fighting.modifiers import undeployed
from battles.resolvers.lgg.fighting.odds import fire_hits, total_of
from battles.resolvers.lgg.fighting.sight import cover_of, in_sight
from battles.resolvers.lgg.plane.footing import elevation
from battles.resolvers.lgg.plane.space import (
    end_of,
    first_of,
    gap_between,
    in_contact,
    locked,
    on_board,
    side_of,
    to_front,
)
from battles.resolvers.lgg.record.codes import Activity, Cause, Cover, FireModifier
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_modifier, throw
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import STEP_FIRED, ask_about_dice, face_that_counts

FIRER, TARGET = 0, 1
FIRE_MODIFIERS = 12
RULE_ACTIVITY = code_of("LGG-7.0-a")
RULE_LOCKED = code_of("LGG-7.0-l")
RULE_ROAD = code_of("LGG-3.0-j")
RULE_RANGE = code_of("LGG-13.0-a")
RULE_CLOSEST = code_of("LGG-13.0-b")
RULE_LINE = code_of("LGG-13.0-e")
RULE_CONTACT = code_of("LGG-13.0-f")


@kernel
def range_of(battle: Battle, unit: int) -> float:
    """LGG-13.0-a How far a battery reaches."""
    return battle.t_range[battle.type[unit]]


@kernel
def reaches(battle: Battle, firer: int, target: int) -> bool:
    """LGG-13.0-a Is the target within range and to the battery's front?"""
    return gap_between(battle, firer, target) <= range_of(battle, firer) + NEAR and to_front(battle, firer, target)


@kernel
def is_line_of_battle(battle: Battle, unit: int) -> bool:
    """LGG-13.0-b Infantry and cavalry must be fired at before all others."""
    return battle.arm[unit] in (Arm.FOOT, Arm.CAV)


@kernel
def may_be_hit(battle: Battle, firer: int, target: int) -> bool:
    """LGG-13.0-a, e, f Range, front, line of fire, and no contact with an enemy."""
    return reaches(battle, firer, target) and not in_contact(battle, target) and in_sight(battle, firer, target)


@kernel
def is_closest(battle: Battle, firer: int, target: int) -> bool:
    """LGG-13.0-b Is no infantry or cavalry that can be hit nearer to the battery than its target?"""
    foe, gap = 1 - side_of(firer), gap_between(battle, firer, target)
    for unit in range(first_of(foe), end_of(battle, foe)):
        bars = on_board(battle, unit) and is_line_of_battle(battle, unit)
        if bars and gap > gap_between(battle, firer, unit) + NEAR and may_be_hit(battle, firer, unit):
            return False
    return True


@kernel
def verify_target(battle: Battle, firer: int, target: int) -> int:
    """LGG-13.0-a, b, e, f May a battery fire at this target? 0, or the rule that forbids it."""
    if not reaches(battle, firer, target):
        return RULE_RANGE
    if in_contact(battle, target):
        return RULE_CONTACT
    if not in_sight(battle, firer, target):
        return RULE_LINE
    return OK if is_closest(battle, firer, target) else RULE_CLOSEST


@kernel
def verify_fire(battle: Battle, firer: int, target: int) -> int:
    """LGG-13.0 May the battery fire at the target? Whether it may be activated is another question (LGG-7.0)."""
    if battle.arm[firer] != Arm.ART or not on_board(battle, target) or side_of(firer) == side_of(target):
        return RULE_ACTIVITY
    if locked(battle, firer):
        return RULE_LOCKED
    if undeployed(battle, firer):
        return RULE_ROAD
    return verify_target(battle, firer, target)


@kernel
def clear_modifiers(battle: Battle) -> None:
    """REC-5 Begin a list of fire modifiers."""
    for column in range(2):
        for number in range(FIRE_MODIFIERS):
            battle.modifier[column, number] = 0


@kernel
def add_modifier(battle: Battle, column: int, number: int) -> None:
    """REC-5 One modifier with its value from the profile."""
    battle.modifier[column, number] = battle.fm[number]


@kernel
def class_modifier(battle: Battle, target: int) -> int:
    """REC-5 The modifier that goes with the target's class."""
    arm = battle.arm[target]
    if arm == Arm.CAV:
        return FireModifier.CAVALRY
    if arm == Arm.ART:
        return FireModifier.ARTILLERY
    if arm == Arm.ENG:
        return FireModifier.ENGINEER
    return FireModifier.VEHICLE if arm == Arm.VEH else FireModifier.INFANTRY


@kernel
def list_firer(battle: Battle, firer: int, target: int) -> None:
    """REC-5 The modifiers of the firing battery."""
    battle.modifier[FIRER, FireModifier.POWER] = battle.t_power[battle.type[firer]] + battle.own_fire[firer]
    if not to_front(battle, target, firer):
        add_modifier(battle, FIRER, FireModifier.FLANK)
    if battle.guard[firer] == 1:
        add_modifier(battle, FIRER, FireModifier.GUARD)
    if battle.ground == Ground.SOFT:
        add_modifier(battle, FIRER, FireModifier.SOFT_GROUND)
    if elevation(battle, firer) != elevation(battle, target):
        add_modifier(battle, FIRER, FireModifier.ELEVATION)


@kernel
def list_target(battle: Battle, firer: int, target: int) -> None:
    """REC-5 The modifiers of the target."""
    add_modifier(battle, TARGET, class_modifier(battle, target))
    cover = cover_of(battle, firer, target)
    if cover != Cover.NONE:
        add_modifier(battle, TARGET, FireModifier.HARD_COVER if cover == Cover.HARD else FireModifier.SOFT_COVER)


@kernel
def fire_sum(battle: Battle, column: int) -> int:
    """REC-5 The sum of one column."""
    total = 0
    for number in range(FIRE_MODIFIERS):
        total += battle.modifier[column, number]
    return total


@kernel
def list_fire(battle: Battle, firer: int, target: int) -> None:
    """REC-5 Write all modifiers of a fire into ``modifier``."""
    clear_modifiers(battle)
    list_firer(battle, firer, target)
    list_target(battle, firer, target)


@kernel
def log_fire(battle: Battle, firer: int, target: int, firing: int, covering: int, hits: int) -> None:
    """LGG-13.0-c Write a fire with its dice, modifiers and totals."""
    log_event(battle, Event.FIRE, side=side_of(firer), firer=battle.roll[firer], target=battle.roll[target],
              total_firer=firing, total_target=covering, hits=hits)
    for column in range(2):
        for number in range(FIRE_MODIFIERS):
            if battle.modifier[column, number] != 0:
                log_modifier(battle, column, number, battle.modifier[column, number])


@kernel
def settle_fire(battle: Battle, firer: int, target: int) -> None:
    """LGG-13.0-c, d The dice of a fire count: the target takes 0, 1 or 2 hits and may rout."""
    list_fire(battle, firer, target)
    firing = total_of(face_that_counts(battle, Die.FIRE), fire_sum(battle, FIRER))
    covering = total_of(face_that_counts(battle, Die.COVER), fire_sum(battle, TARGET))
    hits = fire_hits(firing, covering)
    log_fire(battle, firer, target, firing, covering, hits)
    for _ in range(hits):
        take_hit(battle, target, Cause.FIRE)


@kernel
def do_fire(battle: Battle, firer: int, target: int) -> None:
    """LGG-13.0-c Fire: both sides throw."""
    battle.done[firer, Activity.FIRE] = 1
    throw(battle, FIRE_STREAM, 10, Die.FIRE)
    throw(battle, FIRE_STREAM, 10, Die.COVER)
    if not ask_about_dice(battle, side_of(firer), STEP_FIRED, firer, target, 0):
        settle_fire(battle, firer, target)
