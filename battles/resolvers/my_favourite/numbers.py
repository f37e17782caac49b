"""The slots of this system's numbers in the record (ENG-1)."""

from pathlib import Path

from battles.resolvers.common.numbers import NumberTable, starts

LAYOUT = (
    "move.foot", "move.horse", "move.guns", "move.horse_guns", "move.soft_guns", "move.column", "move.road",
    "move.skirmish", "move.wheel", "move.light_foot", "move.free_turn", "move.guns_fire",
    "morale.rout_moves", "morale.heavy_loss", "morale.loss", "morale.steady",
    "morale.shaky", "morale.shaky_horse",
    "general.radius[4]", "general.wing_radius", "general.shift[4]", "general.wing_shift[4]",
    "general.by_skill", "general.skill[4]",
    "general.wing_skill[4]", "general.hit", "general.chief_fights", "general.wing_fights", "general.ride",
    "musket.range", "musket.short",
    "musket.medium", "musket.long", "musket.stand", "musket.pairs", "guns.bands[5]", "guns.needed[5]",
    "guns.crew", "guns.horse_crew",
    "guns.british", "guns.heavy", "guns.at_guns", "guns.soft", "cover.rough", "cover.town", "cover.obstacle",
    "cover.work", "cover.rain", "combat.even", "combat.worse", "combat.better", "combat.best", "combat.flank",
    "combat.point", "combat.strong", "combat.pursuit", "break.lost", "break.of",
    "doctrine.break_off", "doctrine.gap",
)  # fmt: skip
(
    MOVE_FOOT, MOVE_HORSE, MOVE_GUNS, MOVE_HORSE_GUNS, SOFT_GUNS, COLUMN_BONUS, ROAD_BONUS,
    SKIRMISH_BONUS, MAY_WHEEL, LIGHT_FOOT, FREE_TURN, GUNS_FIRE, ROUT_MOVES, HEAVY_LOSS, LOSS, STEADY,
    SHAKY, SHAKY_HORSE, RADIUS, WING_RADIUS, SHIFT, WING_SHIFT,
    BY_SKILL, SKILL_SHIFT, WING_SKILL, GENERAL_HIT, CHIEF_FIGHTS, WING_FIGHTS, RIDE, MUSKET_RANGE,
    MUSKET_SHORT,
    MUSKET_MEDIUM, MUSKET_LONG, STAND, LONG_PAIRS, BANDS, BAND_NEEDED, CREW, HORSE_CREW,
    BRITISH, HEAVY_GUNS, AT_GUNS, SOFT_FIRE, COVER_ROUGH, COVER_TOWN, COVER_OBSTACLE,
    COVER_WORK, COVER_RAIN, EVEN, WORSE, BETTER, BEST, FLANK_POINTS,
    POINT, STRONG, PURSUIT, BREAK_LOST, BREAK_OF,
    LEAVE_SHARE, LEAVE_GAP,
) = starts(LAYOUT)  # fmt: skip
NUMBERS = NumberTable(Path(__file__).parent / "numbers.toml", LAYOUT, "My Favourite Rules")
