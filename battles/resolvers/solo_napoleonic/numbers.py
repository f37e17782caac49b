"""The slots of this system's numbers in the record, by name (ENG-1).

Lengths are millimetres; kernels take them times ``MM``, the steps of the record in a millimetre.
"""

from pathlib import Path

from battles.resolvers.common.numbers import NumberTable, starts

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
