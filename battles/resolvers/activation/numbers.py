"""The numbers of the activation rules by their slots in the record (``numbers.toml``)."""

from pathlib import Path

from battles.resolvers.common.numbers import NumberTable, starts

LAYOUT = (
    "move.foot", "move.heavy_horse", "move.light_horse", "move.heavy_guns", "move.guns", "move.horse_guns",
    "move.line", "move.double", "move.road", "move.general", "quality.guard", "quality.elite", "quality.line",
    "quality.militia", "quality.heavy_horse", "quality.light_horse", "quality.irregular", "quality.guns",
    "quality.guard_other", "melee.guard", "melee.elite", "melee.line", "melee.militia", "melee.heavy_horse",
    "melee.light_horse", "melee.irregular", "melee.guns", "melee.guard_horse", "melee.in_line", "melee.square",
    "melee.uphill", "melee.foot_charge", "melee.horse_charge", "melee.flanked", "melee.rear", "melee.seized",
    "melee.crippled", "fire.guard", "fire.elite", "fire.line", "fire.militia", "fire.heavy_horse",
    "fire.light_horse", "fire.heavy_guns", "fire.guns", "fire.guard_guns", "fire.column", "fire.square",
    "fire.musket_range", "fire.musket_short", "fire.musket_long", "fire.gun_range", "fire.gun_short",
    "fire.gun_long", "fire.near", "fire.far", "fire.light_cover", "fire.heavy_cover", "fire.guns_cover",
    "fire.aimed", "fire.rain", "fire.soft", "command.radius", "command.group", "command.poor_group",
    "command.groups[4]", "command.great", "command.lost", "end.turns", "end.break_of[2]", "end.steps",
    "end.eases", "options.coloured_first", "doctrine.advance", "doctrine.fire", "doctrine.charge",
    "doctrine.square", "doctrine.rally", "doctrine.deploy", "doctrine.later", "doctrine.break_off",
    "doctrine.gap",
)  # fmt: skip
(
    MOVE_FOOT, MOVE_HEAVY_HORSE, MOVE_LIGHT_HORSE, MOVE_HEAVY_GUNS, MOVE_GUNS, MOVE_HORSE_GUNS, MOVE_LINE,
    MOVE_DOUBLE, MOVE_ROAD, MOVE_GENERAL, Q_GUARD, Q_ELITE, Q_LINE, Q_MILITIA, Q_HEAVY_HORSE, Q_LIGHT_HORSE,
    Q_IRREGULAR, Q_GUNS, Q_GUARD_OTHER, MELEE_GUARD, MELEE_ELITE, MELEE_LINE, MELEE_MILITIA, MELEE_HEAVY_HORSE,
    MELEE_LIGHT_HORSE, MELEE_IRREGULAR, MELEE_GUNS, MELEE_GUARD_HORSE, MELEE_IN_LINE, MELEE_SQUARE,
    MELEE_UPHILL, MELEE_FOOT_CHARGE, MELEE_HORSE_CHARGE, MELEE_FLANKED, MELEE_REAR, MELEE_SEIZED,
    MELEE_CRIPPLED, FIRE_GUARD, FIRE_ELITE, FIRE_LINE, FIRE_MILITIA, FIRE_HEAVY_HORSE, FIRE_LIGHT_HORSE,
    FIRE_HEAVY_GUNS, FIRE_GUNS, FIRE_GUARD_GUNS, FIRE_COLUMN, FIRE_SQUARE, FIRE_MUSKET_RANGE, FIRE_MUSKET_SHORT,
    FIRE_MUSKET_LONG, FIRE_GUN_RANGE, FIRE_GUN_SHORT, FIRE_GUN_LONG, FIRE_NEAR, FIRE_FAR, FIRE_LIGHT_COVER,
    FIRE_HEAVY_COVER, FIRE_GUNS_COVER, FIRE_AIMED, FIRE_RAIN, FIRE_SOFT, COMMAND_RADIUS, COMMAND_GROUP,
    COMMAND_POOR_GROUP, COMMAND_GROUPS, COMMAND_GREAT, COMMAND_LOST, END_TURNS, END_BREAK_OF, END_STEPS,
    END_EASES, OPTION_COLOURED_FIRST, AI_ADVANCE, AI_FIRE, AI_CHARGE, AI_SQUARE, AI_RALLY, AI_DEPLOY, AI_LATER,
    AI_BREAK_OFF, AI_GAP,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "Activation dice")
