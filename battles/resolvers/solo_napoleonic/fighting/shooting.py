"""Volleys, skirmishers and guns (SNW-31 to SNW-44)."""

from battles.resolvers.common.codes import Arm, Ground, Status, Type, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, modify, throw
from battles.resolvers.common.plane import ahead_of, aside_of, front_x, front_y, point_gap
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play
from battles.resolvers.solo_napoleonic.codes import MM, Chance, Dead, Die, Disorder, Form, Modifier, Own, Side
from battles.resolvers.solo_napoleonic.fighting.losses import lose_figures, mark_loss
from battles.resolvers.solo_napoleonic.footing import (
    HARD_COVER,
    SOFT_COVER,
    covered_from,
    disorder,
    front_figures,
    rains,
    side_of,
)

SHORT, LONG = range(2)
CANISTER, SHORT_BALL, MEDIUM, LONG_BALL, OUT_OF_RANGE = range(5)


@kernel
def weapon(battle: Battle, unit: int) -> int:
    """SNW-36 SNW-38 Where the ranges of a unit's small arms stand among the numbers; -1 without any."""
    skirmishes = battle.own[unit, Own.FORM] == Form.SKIRMISH
    if battle.arm[unit] == Arm.FOOT:
        rifles = skirmishes and battle.kind[unit] == Type.ELITE_INF and battle.num[n.FIRE_RIFLES] == 1
        return n.FIRE_RIFLE if rifles else n.FIRE_MUSKET
    light = battle.kind[unit] in (Type.LIGHT_CAV, Type.IRREG_CAV)
    return n.FIRE_CARBINE if skirmishes and light and battle.own[unit, Own.MOVED] == 0 else -1


@kernel
def small_band(battle: Battle, unit: int, gap: int) -> int:
    """SNW-36 The range of small arms at a distance: short, long, or 2 for out of range."""
    slot = weapon(battle, unit)
    if slot < 0 or gap > MM * battle.num[slot + 1]:
        return 2
    return SHORT if gap <= MM * battle.num[slot] else LONG


@kernel
def gun_slot(battle: Battle, unit: int) -> int:
    """SNW-40 Where the ranges of a battery stand among the numbers."""
    if battle.kind[unit] == Type.HEAVY_ART:
        return n.GUNS_HEAVY
    return n.GUNS_HORSE if battle.kind[unit] == Type.HORSE_ART else n.GUNS_FOOT


@kernel
def last_band(battle: Battle) -> int:
    """SNW-67 The longest range that the weather leaves open."""
    if battle.weather == Weather.NORMAL:
        return LONG_BALL
    return SHORT_BALL if battle.weather == Weather.PRECIPITATING else MEDIUM


@kernel
def gun_band(battle: Battle, unit: int, gap: int) -> int:
    """SNW-40 SNW-67 The range of a battery at a distance."""
    slot, last = gun_slot(battle, unit), last_band(battle)
    for band in range(last + 1):
        if gap <= MM * battle.num[slot + band]:
            return band
    return OUT_OF_RANGE


@kernel
def reach_of(battle: Battle, unit: int) -> int:
    """SNW-36 SNW-40 The longest range of a unit in steps; 0 where it cannot fire at all."""
    if battle.arm[unit] == Arm.ART:
        return MM * battle.num[gun_slot(battle, unit) + last_band(battle)]
    slot = weapon(battle, unit)
    return 0 if slot < 0 else MM * battle.num[slot + 1]


@kernel
def may_fire(battle: Battle, unit: int) -> bool:
    """SNW-08 SNW-36 SNW-42 May a unit fire now? Once a turn; guns unlimbered, foot guns and rifles hardly moved."""
    if battle.status[unit] != Status.BOARD or battle.own[unit, Own.FIRED] == 1 or battle.left[unit] <= 0:
        return False
    if battle.arm[unit] == Arm.ART:
        moved = battle.own[unit, Own.MOVED] == 1 and battle.kind[unit] != Type.HORSE_ART
        return battle.own[unit, Own.FORM] == Form.DEPLOYED and not moved
    slot = weapon(battle, unit)
    return slot >= 0 and not (slot == n.FIRE_RIFLE and battle.own[unit, Own.MOVED_FAR] == 1)


@kernel
def in_fire_arc(battle: Battle, unit: int, target: int) -> bool:
    """SNW-31 SNW-38 Is a target in the arc: 45 degrees to both sides, 90 of skirmishers, all round of squares?"""
    form = battle.own[unit, Own.FORM]
    if form == Form.SQUARE:
        return True
    along = ahead_of(battle, unit, battle.x[target], battle.y[target])
    across = aside_of(battle, unit, battle.x[target], battle.y[target])
    return along > 0 and (form == Form.SKIRMISH or abs(across) <= along)


@kernel
def fire_gap(battle: Battle, unit: int, target: int) -> int:
    """COM-21 The range to a target; a square measures from its middle."""
    if battle.own[unit, Own.FORM] == Form.SQUARE:
        gap = point_gap(battle, target, battle.x[unit], battle.y[unit])
        return max(0, gap - battle.depth[unit] // 2)
    return point_gap(battle, target, front_x(battle, unit), front_y(battle, unit))


@kernel
def add(battle: Battle, modifier: int, value: int) -> int:
    """COM-18 Note a modifier of a fire and return it."""
    modify(battle, 0, modifier, value)
    return value


@kernel
def of_own_type(battle: Battle, unit: int) -> int:
    """HR-30 Return what the own type of a unit adds to its fire."""
    more = battle.roll_fire[battle.roll[unit]]
    return add(battle, Modifier.OWN, more) if more != 0 else 0


@kernel
def of_cards(battle: Battle, side: int) -> int:
    """SNW-12 Return what the chance cards of both sides add to a fire."""
    made = 0
    if holds(battle, side, Chance.OWN_FIRE):
        made += battle.num[n.CHANCE_OWN_FIRE]
    if holds(battle, 1 - side, Chance.ENEMY_FIRE):
        made += battle.num[n.CHANCE_ENEMY_FIRE]
    return made


@kernel
def play_fire_cards(battle: Battle, unit: int) -> None:
    """SNW-12 Both sides play the cards that they have for this fire."""
    side = side_of(unit)
    if holds(battle, side, Chance.OWN_FIRE):
        play(battle, side, unit)
    if holds(battle, 1 - side, Chance.ENEMY_FIRE):
        play(battle, 1 - side, unit)


@kernel
def of_cover(battle: Battle, cover: int, soft: int, hard: int) -> int:
    """SNW-33 SNW-41 What a target's cover adds."""
    if cover == HARD_COVER:
        return add(battle, Modifier.HARD, battle.num[hard])
    return add(battle, Modifier.SOFT, battle.num[soft]) if cover == SOFT_COVER else 0


@kernel
def volley_modifiers(battle: Battle, unit: int, target: int) -> int:
    """SNW-33 SNW-67 What is added to each volley."""
    form = battle.own[target, Own.FORM]
    made = of_own_type(battle, unit)
    made += add(battle, Modifier.CLASS, battle.num[n.FIRE_CLASS + battle.own[unit, Own.CLASS]])
    made += of_cover(battle, covered_from(battle, target, unit), n.FIRE_SOFT, n.FIRE_HARD)
    if form == Form.SKIRMISH:
        made += add(battle, Modifier.SKIRMISHERS, battle.num[n.FIRE_SKIRMISHERS])
    if battle.arm[target] == Arm.ART:
        made += add(battle, Modifier.GUNS, battle.num[n.FIRE_GUNS])
    if form in (Form.COLUMN, Form.SQUARE):
        made += add(battle, Modifier.DENSE, battle.num[n.FIRE_DENSE])
    if battle.own[unit, Own.MOVED] == 1:
        made += add(battle, Modifier.MOVED, battle.num[n.FIRE_MOVED])
    if rains(battle):
        made += add(battle, Modifier.RAIN, battle.num[n.FIRE_RAIN])
    return made


@kernel
def hits_of(result: int, quarters: int) -> tuple[int, int]:
    """SNW-34 Whole hits of a result at so many quarters, and the percentage of one more."""
    return result * quarters // 4, result * quarters % 4 * 25


@kernel
def throw_volleys(battle: Battle, volleys: int, extra: int, band: int) -> int:
    """SNW-32 SNW-34 The hits of some volleys."""
    hits, quarters = 0, battle.num[n.FIRE_QUARTERS + band]
    for _ in range(volleys):
        whole, part = hits_of(max(0, throw(battle, battle.num[n.FIRE_DIE], Die.VOLLEY) + extra), quarters)
        hits += whole
        if part > 0 and throw(battle, 100, Die.PART) <= part:
            hits += 1
    return hits


@kernel
def throw_singly(battle: Battle, figures: int, band: int) -> int:
    """SNW-38 The hits of skirmishers, who fire one by one."""
    hits = 0
    for _ in range(figures):
        hits += int(throw(battle, 6, Die.VOLLEY) >= battle.num[n.FIRE_SINGLE + band])
    return hits


@kernel
def unsaved(battle: Battle, hits: int, least: int) -> int:
    """SNW-35 SNW-39 How many hits are not saved."""
    dead = 0
    for _ in range(hits):
        dead += int(throw(battle, 6, Die.SAVE) < least)
    return dead


@kernel
def after_fire(battle: Battle, unit: int, target: int, before: int, dead: int, rule: int) -> None:
    """SNW-28 SNW-56 A fire costs the firer a chit, its target figures and perhaps a test. Skirmishers stay in order."""
    battle.own[unit, Own.FIRED] = 1
    if battle.own[unit, Own.FORM] != Form.SKIRMISH:
        disorder(battle, unit, battle.num[n.DISORDER_FIRE], Disorder.FIRE, 28)
    lose_figures(battle, target, dead, Cause.FIRE, rule)
    if battle.status[target] == Status.BOARD:
        mark_loss(battle, target, before, dead)


@kernel
def fire_small_arms(battle: Battle, unit: int, target: int, gap: int, band: int) -> None:
    """SNW-31 SNW-35 SNW-43 A unit fires its volleys; in defence always at short range."""
    play_cards = of_cards(battle, side_of(unit))
    play_fire_cards(battle, unit)
    before = battle.left[target]
    if battle.own[unit, Own.FORM] == Form.SKIRMISH:
        hits = throw_singly(battle, front_figures(battle, unit), band)
    else:
        extra = volley_modifiers(battle, unit, target) + add(battle, Modifier.CHANCE, play_cards)
        hits = throw_volleys(battle, front_figures(battle, unit) // battle.num[n.FIRE_FIGURES], extra, band)
    dead = unsaved(battle, hits, battle.num[n.FIRE_SAVES + band])
    log_event(battle, Event.FIRE, rule=31, side=side_of(unit), firer=unit, target=target, hits=dead, range=gap)
    after_fire(battle, unit, target, before, dead, 35)


@kernel
def gun_modifiers(battle: Battle, unit: int, target: int, band: int) -> int:
    """SNW-41 SNW-42 What is added to a battery's dice, the deduction for range with it."""
    form, made = battle.own[target, Own.FORM], add(battle, Modifier.RANGE, battle.num[n.GUNS_DEDUCTION + band])
    made += of_own_type(battle, unit)
    if battle.side_own[side_of(unit), Side.STAFF] == unit + 1:
        made += add(battle, Modifier.STAFF, battle.num[n.GUNS_STAFF])
    if form == Form.SQUARE:
        made += add(battle, Modifier.SQUARE, battle.num[n.GUNS_SQUARE])
    if form == Form.COLUMN:
        made += add(battle, Modifier.COLUMN, battle.num[n.GUNS_COLUMN])
    if battle.guard[unit] == 1:
        made += add(battle, Modifier.GUARD, battle.num[n.GUNS_GUARD])
    if battle.arm[target] == Arm.ART:
        made += add(battle, Modifier.GUNS, battle.num[n.GUNS_GUNS])
    made += add(battle, Modifier.CREW, battle.left[unit] - battle.num[n.GUNS_CREW])
    made += add(battle, Modifier.NATION, battle.num[n.NATIONS_GUNNERS + battle.side_own[side_of(unit), Side.NATION]])
    made += of_cover(battle, covered_from(battle, target, unit), n.GUNS_SOFT, n.GUNS_HARD)
    made += add(battle, Modifier.CHITS, battle.own[unit, Own.CHITS] * battle.num[n.GUNS_CHIT])
    if battle.own[unit, Own.DEAD] & Dead.OFFICER:
        made += add(battle, Modifier.OFFICER, battle.num[n.GUNS_OFFICER])
    if battle.own[unit, Own.MOVED] == 1:
        made += add(battle, Modifier.MOVED, battle.num[n.GUNS_MOVED])
    return made


@kernel
def gun_save(battle: Battle, band: int) -> int:
    """SNW-40 SNW-67 The least face that saves from guns; on soft ground ball is saved one pip easier."""
    least = battle.num[n.GUNS_SAVES + band]
    if band > CANISTER and battle.ground == Ground.SOFT:
        least += battle.num[n.GUNS_SOFT_GROUND]
    return least


@kernel
def fire_guns(battle: Battle, unit: int, target: int, gap: int, band: int) -> None:
    """SNW-39 SNW-41 A battery fires canister or ball; horse guns that moved fire ball."""
    cards = of_cards(battle, side_of(unit))
    play_fire_cards(battle, unit)
    if battle.own[unit, Own.MOVED] == 1:
        band = max(band, SHORT_BALL)
    before, hits = battle.left[target], gun_modifiers(battle, unit, target, band) + add(battle, Modifier.CHANCE, cards)
    for _ in range(battle.num[n.GUNS_DICE + band]):
        hits += throw(battle, 6, Die.GUN)
    dead = unsaved(battle, max(0, hits), gun_save(battle, band))
    log_event(battle, Event.FIRE, rule=39, side=side_of(unit), firer=unit, target=target, hits=dead, range=gap)
    battle.own[target, Own.SHELLED] = 1
    battle.side_own[side_of(target), Side.SHELLED] += dead
    battle.side_own[side_of(unit), Side.REPLIED] = 1
    after_fire(battle, unit, target, before, dead, 39)


@kernel
def fire_at(battle: Battle, unit: int, target: int) -> None:
    """SNW-08 A unit fires at a target in its range."""
    gap = fire_gap(battle, unit, target)
    if battle.arm[unit] == Arm.ART:
        fire_guns(battle, unit, target, gap, gun_band(battle, unit, gap))
    else:
        fire_small_arms(battle, unit, target, gap, small_band(battle, unit, gap))


@kernel
def defend_by_fire(battle: Battle, unit: int, charger: int) -> None:
    """SNW-43 A steady target of a charge fires once, always at short range; guns fire canister."""
    if not may_fire(battle, unit) or not in_fire_arc(battle, unit, charger):
        return
    gap = fire_gap(battle, unit, charger)
    if battle.arm[unit] == Arm.ART:
        fire_guns(battle, unit, charger, gap, CANISTER)
    elif battle.arm[unit] != Arm.CAV:
        fire_small_arms(battle, unit, charger, gap, SHORT)
