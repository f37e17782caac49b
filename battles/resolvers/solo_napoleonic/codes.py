"""Columns of units, generals, sides and the battle that only this system has; its dice, modifiers and events."""

from enum import IntEnum
from pathlib import Path

from battles.resolvers.common import events
from battles.resolvers.common.codes import SECTOR_KEYS, keys, named
from battles.resolvers.common.events import F, N, Words
from battles.resolvers.common.journal import Kind, declared
from battles.resolvers.common.numbers import NumberTable, starts


class Own(IntEnum):
    """Columns of ``own``. CARD is ten times the number; HURT counts the casualties of the charge that is on.

    LINE_NO is 1 in the second line.
    """

    (
        BRIGADE, CLASS, FORM, NEXT_FORM, QUARTERS, CHITS, STATE, CARD, ACTED, MOVED_LAST, MOVED, FIRED, LOST_NOW,
        LOCK, SHELLED, MARK, DEAD, CHARGED, SHAKEN, HURT, GONE_BACK, LINE_NO, ENTERS, FRIEND_TESTED, MOVED_FAR,
    ) = range(25)  # fmt: skip


class Class(IntEnum):
    """Classes of troops."""

    A, B, C, D = range(4)


class Form(IntEnum):
    """Formations."""

    LINE, COLUMN, SQUARE, SKIRMISH, HORSE, LIMBERED, DEPLOYED = range(7)


class State(IntEnum):
    """States of a unit."""

    STEADY, WAVERING, HALTED, RETREATING, ROUTING = range(5)


class Dead(IntEnum):
    """Bits of DEAD."""

    OFFICER, STANDARD, MUSICIAN, EVERYBODY = 1, 2, 4, 7


class Mark(IntEnum):
    """Bits of MARK: why a unit must still test (SNW-56)."""

    LOSS, FRIEND, BRIGADIER, CORPS = 1, 2, 4, 8


class Lead(IntEnum):
    """Columns of ``lead_own``: TH and AV are 0 to 2, DIED the turn of his death, SENIOR his divisional commander."""

    GRADE, TH, AV, MODIFIER, CONTROLS, CARD, DIED, MOVED, UNITS, SENIOR, MADE, USELESS = range(12)


class Side(IntEnum):
    """Columns of ``side_own``: SECOND shows that the second line goes in, STAFF is one more than the battery that a
    staff officer directs, WAITS shows that an attack waits for late columns, POINTS are a unit's strength points, WINGS
    the wing commanders of the file."""

    CHANCE, PLAYED, OUTSHOT, SHELLED, REPLIED, SECTOR_X, SECOND, NATION, STAFF, WAITS = range(10)
    POINTS, WINGS = 30, 31


B_BRIDGES, B_FIRST_BRIDGE, MOST_BRIDGES = 1, 2, 8
B_BLOCKER, B_GROUND = 30, 31
"""Places of ``battle_own``; 0 is the common room's. Bridges are pairs of x and y."""


class Chance(IntEnum):
    """Chance cards."""

    (
        NOTHING, MORALE, CHARGE, CONTROL, LOST_ORDER, HALF, DITCH, FORMATION, STEADIED, USELESS, ENEMY_FIRE,
        OWN_FIRE, AGAIN,
    ) = range(13)  # fmt: skip


class How(IntEnum):
    """Kinds of moves."""

    (
        MARCHES, DRIFTS, CARRIES_ON, CHARGES, EVADES, PURSUES, GOES_BACK, TURNS, ENTERS_BOARD, FOLLOWS, SIDLES,
    ) = range(11)  # fmt: skip


class Result(IntEnum):
    """Ends of a test of morale."""

    PASSES, WAVERS, HALTS, RETREATS, ROUTS = range(5)


class Disorder(IntEnum):
    """Causes of disorder."""

    MELEE, FIRE, ROUT, RETREAT, PURSUIT, UNFORMED, COLLISION, ROUGH, NO_MUSIC, HALT, CARD, FAILED = range(12)


class Die(IntEnum):
    """Causes of dice."""

    (
        CONTROL, HANDLING, ATTACK, RATING, CARD, CHANCE, SET_OFF, HALT, PACE, SWERVE, DRIFT, COLLISION, FORMATION,
        VOLLEY, PART, SAVE, GUN, PLACE, GENERAL, MORALE, FAILURE, CHARGE, HOME, MELEE, ROUNDS, PURSUIT, RIDDEN,
        REFORM, EVADE, STEADY,
    ) = range(10, 40)  # fmt: skip


class Modifier(IntEnum):
    """Modifiers of dice."""

    (
        CLASS, SOFT, HARD, SKIRMISHERS, GUNS, MOVED, DENSE, RAIN, CHANCE, STAFF, SQUARE, COLUMN, GUARD, CREW, CHITS,
        OFFICER, RANGE, NATION, STANDING, FLANK, SHAKEN, FRIENDS, CONTROL, COVER, CASUALTIES, ATTACHED, CORPS,
        SHELLED, HIGHER, LOST, KILLED, CORPS_KILLED, RETIRING, ROUTING, FRIENDS_ROUT, NO_SQUARE, LOWER, STANDARD,
        UPHILL, DOWNHILL, ENEMY_CHITS, OBSTACLE, WORK, STEADY, SENIOR, MUSICIAN, OUT, HANDLING, ATTACK, USELESS,
        OWN,
    ) = range(51)  # fmt: skip


CLASS_KEYS, FORM_KEYS, STATE_KEYS = ("A", "B", "C", "D"), keys(Form), keys(State)
CHANCE_KEYS = keys(Chance, " ", HALF="half a move", USELESS="useless general", AGAIN="second try")
RESULT_KEYS = ("pass", "wavers", "halts", "retreats", "routs")
DICE = named(
    Die,
    " ",
    HANDLING="troop handling",
    ATTACK="attack value",
    RATING="control rating",
    CHANCE="chance card",
    SET_OFF="setting off",
    HALT="halting",
    PART="part of a hit",
    HOME="charge home",
    RIDDEN="ridden down",
    STEADY="steadied",
)
MODIFIER_KEYS = keys(
    Modifier,
    " ",
    SOFT="soft cover",
    HARD="hard cover",
    CHANCE="chance card",
    CHITS="disorder",
    OFFICER="officer dead",
    STANDING="enemy standing",
    ATTACHED="commander attached",
    CORPS="corps commander attached",
    HIGHER="higher class",
    LOST="lost melee",
    KILLED="commander killed",
    CORPS_KILLED="corps commander killed",
    FRIENDS_ROUT="friends routing",
    LOWER="lower class",
    STANDARD="standard down",
    ENEMY_CHITS="enemy disorder",
    STEADY="steady infantry",
    MUSICIAN="musician dead",
    OUT="out of control",
    HANDLING="troop handling",
    ATTACK="attack value",
    USELESS="useless general",
    OWN="own type",
)
_SCORE = (("score", N), ("needed", N), ("pass", F))


class Event(events.Event):
    """Events beside the common ones."""

    BRIGADIER = Kind(
        50, "brigadier", "commander",
        values=(("grade", N), ("handling", "value"), ("attack", "temper"), ("modifier", N)), actor_is="leader",
    )  # fmt: skip
    UNIT_CARD = Kind(51, "card", "unit", values=(("card", N),))
    BRIGADE_CARD = Kind(52, "brigade_card", "commander", values=(("card", N), ("units", N)), actor_is="leader")
    CHANCE = Kind(53, "chance_card", values=(("card", "chance"),))
    CHANCE_PLAYED = Kind(54, "chance_played", "unit", values=(("card", "chance"),))
    BALKS = Kind(55, "balks", "unit", modifiers=("modifiers", ""))
    CARRIES_ON = Kind(56, "carries_on", "unit", modifiers=("modifiers", ""))
    DISORDER = Kind(57, "disorder", "unit", values=(("chits", N), ("added", N), ("cause", "disorder")))
    COLLISION = Kind(58, "collision", "unit", "other")
    JUMPS = Kind(59, "jumps", "unit", "attacker", (("tenths", N), ("acts", F)))
    MARKED = Kind(60, "marked", "unit", values=(("reason", "mark"),))
    CHARGE_TEST = Kind(61, "charge_test", "unit", "target", _SCORE, modifiers=("modifiers", ""))
    HOME_TEST = Kind(62, "charge_home", "unit", "target", _SCORE, modifiers=("modifiers", ""))
    REFORM = Kind(63, "reform", "unit", values=(("removed", N), ("chits", N)), modifiers=("modifiers", ""))
    SPECIAL = Kind(64, "figure_lost", "unit", values=(("figure", "figure"),))
    LOCKED = Kind(65, "locked", "unit", "other")
    CAPTURED = Kind(66, "captured", "unit", "by")
    CHANGING = Kind(
        67, "changing", "unit", values=(("formation", "formation"), ("quarters", N)), modifiers=("modifiers", "")
    )
    STEPS_IN = Kind(68, "steps_in", "commander", values=(("grade", N),), poses="pose", actor_is="leader")
    PRIVATE_CHANCE = Kind(69, "chance_played", "commander", values=(("card", "chance"),), actor_is="leader")
    STAFF = Kind(70, "staff_officer", "unit")
    ATTACHED = Kind(71, "attached", "commander", "unit", actor_is="leader")


WORDS = Words(
    "SNW",
    dice=DICE,
    modifiers=dict(enumerate(MODIFIER_KEYS)),
    words={
        "how": keys(How, " ", ENTERS_BOARD="enters"),
        "result": RESULT_KEYS,
        "formation": FORM_KEYS,
        "chance": CHANCE_KEYS,
        "disorder": keys(Disorder, " ", FAILED="failed charge"),
        "value": ("below average", "average", "above average"),
        "temper": ("timid", "normal", "aggressive"),
        "figure": ("", "officer", "standard", "", "musician"),
        "mark": ("", "loss", "friend", "", "brigadier", "", "", "", "corps"),
        "sector": SECTOR_KEYS,
    },
    events=declared(Event),
    scale=10,
)


MM = 10

LAYOUT = (
    "control.die", "control.grades[3]", "control.divisional[3]", "control.corps[3]", "control.seniors_reach",
    "control.unit_reach", "control.general_move", "control.general_save", "control.replacement",
    "control.great_least", "nations.sides[2]", "nations.handling[7]", "nations.attack[7]", "nations.control[7]",
    "nations.gunners[7]", "chance.deck[16]", "chance.morale", "chance.charge", "chance.ditch", "chance.enemy_fire",
    "chance.own_fire", "move.line", "move.column", "move.road", "move.square", "move.skirmish", "move.foot_guns",
    "move.foot_by_hand", "move.horse_guns", "move.horse_by_hand", "move.heavy", "move.light", "move.charge_foot",
    "move.charge_horse", "move.back", "move.foot_pace[8]", "move.horse_pace[12]", "move.handling", "move.left_to",
    "move.right_from", "move.rain_swerve", "move.drift", "move.stands", "move.carries_on", "move.rough_share",
    "move.obstacle_share", "move.soft[2]", "move.turn_free", "move.turn_step", "move.evade", "formation.die",
    "formation.class[4]", "formation.handling[3]", "formation.out", "formation.musician", "formation.line[2]",
    "formation.column[2]", "formation.square[2]", "formation.skirmish[2]", "formation.horse[2]",
    "formation.foot_base[2]", "formation.horse_base[2]", "formation.gun_base[2]", "formation.figures[4]",
    "disorder.melee", "disorder.fire", "disorder.rout", "disorder.retreat", "disorder.unformed",
    "disorder.no_music", "disorder.rough", "disorder.reform_die", "disorder.reform_class[4]",
    "disorder.reform_officer", "disorder.reform_musician", "disorder.special", "fire.figures", "fire.die",
    "fire.class[4]", "fire.soft", "fire.hard", "fire.skirmishers", "fire.guns", "fire.moved", "fire.dense",
    "fire.quarters[2]", "fire.saves[2]", "fire.musket[2]", "fire.carbine[2]", "fire.rifle[2]", "fire.rifles",
    "fire.rain", "fire.single[2]", "fire.skirmish", "guns.heavy[4]", "guns.foot[4]", "guns.horse[4]",
    "guns.dice[4]", "guns.deduction[4]", "guns.saves[4]", "guns.staff", "guns.square", "guns.column", "guns.guard",
    "guns.guns", "guns.crew", "guns.soft", "guns.hard", "guns.chit", "guns.officer", "guns.moved",
    "guns.soft_ground", "melee.points", "melee.ranks", "melee.wider", "melee.horse_horse[2]", "melee.horse_foot[2]",
    "melee.standing", "melee.class[4]", "melee.chit", "melee.flank", "melee.foot_save", "melee.foot_from_horse",
    "melee.horse_save", "melee.cuirass_save", "melee.pursues", "melee.ridden", "morale.base[4]", "morale.most",
    "morale.flank", "morale.friend", "morale.friends", "morale.near", "morale.control", "morale.cover",
    "morale.casualty", "morale.attached", "morale.corps", "morale.shelled", "morale.chit", "morale.higher",
    "morale.lost", "morale.killed", "morale.corps_killed", "morale.retiring", "morale.routing",
    "morale.friend_routs", "morale.square", "morale.no_square", "morale.officer", "morale.casualty_scope",
    "morale.loss", "morale.chart[3]", "morale.shaken", "morale.leaves", "morale.rout_halves", "charge.base[4]",
    "charge.brigadier[3]", "charge.senior[3]", "charge.lower", "charge.standard", "charge.halts_at", "home.base[4]",
    "home.uphill", "home.downhill", "home.brigadier", "home.senior", "home.enemy_chit", "home.casualty",
    "home.obstacle", "home.work", "home.chit", "home.steady", "home.officer", "home.standard", "class.guard[2]",
    "class.elite[2]", "class.line[2]", "class.militia[2]", "class.heavy[2]", "class.light[2]", "class.irregular[2]",
    "class.guns[2]", "board.least_width",
    "board.brigade_width", "board.margin", "board.depth", "board.zone", "board.most_units", "board.broken[2]",
    "general.column_to", "general.fire_gap", "general.reform_at", "general.horse_odds", "general.duel",
    "general.foot_odds", "general.foot_chits", "general.horse_wait", "general.second_line", "general.commit",
    "general.hold_range", "general.gun_range", "general.gun_advance", "general.sortie", "general.break_off",
    "general.gap", "general.prepare",
)  # fmt: skip
(
    CONTROL_DIE, CONTROL_GRADES, CONTROL_DIVISIONAL, CONTROL_CORPS, CONTROL_SENIORS_REACH, CONTROL_UNIT_REACH,
    CONTROL_GENERAL_MOVE, CONTROL_GENERAL_SAVE, CONTROL_REPLACEMENT, CONTROL_GREAT_LEAST, NATIONS_SIDES,
    NATIONS_HANDLING, NATIONS_ATTACK, NATIONS_CONTROL, NATIONS_GUNNERS, CHANCE_DECK, CHANCE_MORALE, CHANCE_CHARGE,
    CHANCE_DITCH, CHANCE_ENEMY_FIRE, CHANCE_OWN_FIRE, MOVE_LINE, MOVE_COLUMN, MOVE_ROAD, MOVE_SQUARE, MOVE_SKIRMISH,
    MOVE_FOOT_GUNS, MOVE_FOOT_BY_HAND, MOVE_HORSE_GUNS, MOVE_HORSE_BY_HAND, MOVE_HEAVY, MOVE_LIGHT,
    MOVE_CHARGE_FOOT, MOVE_CHARGE_HORSE, MOVE_BACK, MOVE_FOOT_PACE, MOVE_HORSE_PACE, MOVE_HANDLING, MOVE_LEFT_TO,
    MOVE_RIGHT_FROM, MOVE_RAIN_SWERVE, MOVE_DRIFT, MOVE_STANDS, MOVE_CARRIES_ON, MOVE_ROUGH_SHARE,
    MOVE_OBSTACLE_SHARE, MOVE_SOFT, MOVE_TURN_FREE, MOVE_TURN_STEP, MOVE_EVADE, FORMATION_DIE, FORMATION_CLASS,
    FORMATION_HANDLING, FORMATION_OUT, FORMATION_MUSICIAN, FORMATION_LINE, FORMATION_COLUMN, FORMATION_SQUARE,
    FORMATION_SKIRMISH, FORMATION_HORSE, FORMATION_FOOT_BASE, FORMATION_HORSE_BASE, FORMATION_GUN_BASE,
    FORMATION_FIGURES, DISORDER_MELEE, DISORDER_FIRE, DISORDER_ROUT, DISORDER_RETREAT, DISORDER_UNFORMED,
    DISORDER_NO_MUSIC, DISORDER_ROUGH, DISORDER_REFORM_DIE, DISORDER_REFORM_CLASS, DISORDER_REFORM_OFFICER,
    DISORDER_REFORM_MUSICIAN, DISORDER_SPECIAL, FIRE_FIGURES, FIRE_DIE, FIRE_CLASS, FIRE_SOFT, FIRE_HARD,
    FIRE_SKIRMISHERS, FIRE_GUNS, FIRE_MOVED, FIRE_DENSE, FIRE_QUARTERS, FIRE_SAVES, FIRE_MUSKET, FIRE_CARBINE,
    FIRE_RIFLE, FIRE_RIFLES, FIRE_RAIN, FIRE_SINGLE, FIRE_SKIRMISH, GUNS_HEAVY, GUNS_FOOT, GUNS_HORSE, GUNS_DICE,
    GUNS_DEDUCTION, GUNS_SAVES, GUNS_STAFF, GUNS_SQUARE, GUNS_COLUMN, GUNS_GUARD, GUNS_GUNS, GUNS_CREW, GUNS_SOFT,
    GUNS_HARD, GUNS_CHIT, GUNS_OFFICER, GUNS_MOVED, GUNS_SOFT_GROUND, MELEE_POINTS, MELEE_RANKS, MELEE_WIDER,
    MELEE_HORSE_HORSE, MELEE_HORSE_FOOT, MELEE_STANDING, MELEE_CLASS, MELEE_CHIT, MELEE_FLANK, MELEE_FOOT_SAVE,
    MELEE_FOOT_FROM_HORSE, MELEE_HORSE_SAVE, MELEE_CUIRASS_SAVE, MELEE_PURSUES, MELEE_RIDDEN, MORALE_BASE,
    MORALE_MOST, MORALE_FLANK, MORALE_FRIEND, MORALE_FRIENDS, MORALE_NEAR, MORALE_CONTROL, MORALE_COVER,
    MORALE_CASUALTY, MORALE_ATTACHED, MORALE_CORPS, MORALE_SHELLED, MORALE_CHIT, MORALE_HIGHER, MORALE_LOST,
    MORALE_KILLED, MORALE_CORPS_KILLED, MORALE_RETIRING, MORALE_ROUTING, MORALE_FRIEND_ROUTS, MORALE_SQUARE,
    MORALE_NO_SQUARE, MORALE_OFFICER, MORALE_CASUALTY_SCOPE, MORALE_LOSS, MORALE_CHART, MORALE_SHAKEN,
    MORALE_LEAVES, MORALE_ROUT_HALVES, CHARGE_BASE, CHARGE_BRIGADIER, CHARGE_SENIOR, CHARGE_LOWER, CHARGE_STANDARD,
    CHARGE_HALTS_AT, HOME_BASE, HOME_UPHILL, HOME_DOWNHILL, HOME_BRIGADIER, HOME_SENIOR, HOME_ENEMY_CHIT,
    HOME_CASUALTY, HOME_OBSTACLE, HOME_WORK, HOME_CHIT, HOME_STEADY, HOME_OFFICER, HOME_STANDARD, CLASS_GUARD,
    CLASS_ELITE, CLASS_LINE, CLASS_MILITIA, CLASS_HEAVY, CLASS_LIGHT, CLASS_IRREGULAR, CLASS_GUNS, BOARD_LEAST_WIDTH,
    BOARD_BRIGADE_WIDTH, BOARD_MARGIN, BOARD_DEPTH, BOARD_ZONE, BOARD_MOST_UNITS, BOARD_BROKEN, GENERAL_COLUMN_TO,
    GENERAL_FIRE_GAP, GENERAL_REFORM_AT, GENERAL_HORSE_ODDS, GENERAL_DUEL, GENERAL_FOOT_ODDS, GENERAL_FOOT_CHITS,
    GENERAL_HORSE_WAIT, GENERAL_SECOND_LINE, GENERAL_COMMIT, GENERAL_HOLD_RANGE, GENERAL_GUN_RANGE,
    GENERAL_GUN_ADVANCE, GENERAL_SORTIE, GENERAL_BREAK_OFF, GENERAL_GAP,
    GENERAL_PREPARE,
) = starts(LAYOUT)  # fmt: skip

NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "Solo Napoleonic Wargames Rules")
