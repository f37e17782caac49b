"""The numbers of the Square Brigadier by their slots in the record (``numbers.toml``)."""

from pathlib import Path

from battles.resolvers.common.numbers import NumberTable, starts

LAYOUT = (
    "command.units_a_post", "command.most_dice", "command.skill[4]", "command.far", "command.far_price",
    "command.ride", "command.killed",
    "move.foot", "move.cavalry", "move.horse_guns", "move.guns", "move.and_shoot", "move.road", "move.soft",
    "move.irregular",
    "fire.needed", "fire.small_arms", "fire.artillery", "fire.musket_range", "fire.gun_range", "fire.half_range",
    "fire.superior", "fire.heavy", "fire.long", "fire.target", "fire.moved", "fire.dense", "fire.column", "fire.rain",
    "fire.soft", "fire.sight[3]", "fire.inferior", "fire.weapons", "fire.rifle_range", "fire.superior_range",
    "fire.carbines", "fire.militia",
    "melee.needed", "melee.dice", "melee.column", "melee.superior", "melee.ground", "melee.commander", "melee.support",
    "melee.cover", "melee.heavy_horse", "melee.irregular",
    "hits.elite", "hits.line", "hits.militia", "hits.guard", "hits.heavy_horse", "hits.light_horse", "hits.irregular",
    "hits.battery", "hits.guard_adds", "hits.shed",
    "rally.needed", "rally.helped",
    "end.turns", "end.break_of[2]", "end.rallyable",
    "options.chance", "options.melee_dense", "options.first",
    "doctrine.advance", "doctrine.shot", "doctrine.blow", "doctrine.threat", "doctrine.rally", "doctrine.ground",
    "doctrine.least", "doctrine.call_off", "doctrine.break_off", "doctrine.gap",
)  # fmt: skip
(
    UNITS_A_POST, MOST_ORDER_DICE, SKILL_ADDS, FAR, FAR_PRICE, RIDE, KILLED,
    MOVE_FOOT, MOVE_CAVALRY, MOVE_HORSE_GUNS, MOVE_GUNS, MOVE_AND_SHOOT, MOVE_ROAD, MOVE_SOFT, MOVE_IRREGULAR,
    FIRE_NEEDED, SMALL_ARMS, ARTILLERY, MUSKET_RANGE, GUN_RANGE, HALF_RANGE, FIRE_SUPERIOR, FIRE_HEAVY, FIRE_LONG,
    FIRE_TARGET, FIRE_MOVED, FIRE_DENSE, FIRE_COLUMN, FIRE_RAIN, FIRE_SOFT, SIGHT,
    FIRE_INFERIOR, WEAPONS, RIFLE_RANGE, SUPERIOR_RANGE, CARBINES, MILITIA_INFERIOR,
    MELEE_NEEDED, MELEE_DICE, MELEE_COLUMN, MELEE_SUPERIOR, MELEE_GROUND, MELEE_COMMANDER, MELEE_SUPPORT, MELEE_COVER,
    MELEE_HEAVY, MELEE_IRREGULAR,
    HITS_ELITE, HITS_LINE, HITS_MILITIA, HITS_GUARD, HITS_HEAVY, HITS_LIGHT, HITS_IRREGULAR, HITS_BATTERY,
    HITS_GUARD_ADDS, HITS_SHED,
    RALLY_NEEDED, RALLY_HELPED,
    TURNS, BREAK_OF, RALLYABLE_WITHIN,
    CHANCE, MELEE_DENSE, FIRST_BY_DIE,
    AI_ADVANCE, AI_SHOT, AI_BLOW, AI_THREAT, AI_RALLY, AI_GROUND, AI_LEAST, AI_CALL_OFF, AI_BREAK_OFF, AI_GAP,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "The Square Brigadier")
