"""Columns of units, leaders and sides that only the Square Brigadier has, its words, the slots of its numbers."""

from enum import IntEnum
from pathlib import Path

from battles.resolvers.common import events
from battles.resolvers.common.codes import Land, keys, named
from battles.resolvers.common.events import Words
from battles.resolvers.common.journal import Kind, declared
from battles.resolvers.common.numbers import NumberTable, starts


class Own(IntEnum):
    """Columns of ``own``.

    The post a unit belongs to, squares moved, whether it turned, shot, gave ground to shot and in melee, marches in
    road column; whether it is in reserve; hits that wait, and who dealt them; whether it fought, with how many dice;
    squares to the nearest enemy; whether it has acted; cards against it; of cavalry, whether it is on foot.
    """

    (
        POST, MOVED, TURNED, SHOT, SHED_FIRE, SHED_MELEE, COLUMN, HELD_BACK, PENDING, PENDING_BY, FOUGHT, POOL,
        NEAR, DONE, PINNED, MUTE, DISMOUNTED,
    ) = range(17)  # fmt: skip


class Lead(IntEnum):
    """Columns of ``lead_own``: the holder of a post, orders left, whether he is new this turn, a card against him."""

    HOLDER, ORDERS, NEW, DUMB = range(4)


class Side(IntEnum):
    """Columns of ``side_own``: who commands, turns deferred, turns out-shot, whether the side shot, cards in hand,
    whether guns shot at it; its units beside guns, and its guns, on the board or on their way."""

    GENERAL, DEFERRED, OUTSHOT, ANSWERED, FIRE_CARD, MELEE_CARD, TOOK_SHOT, FIGHTERS, GUNS = range(9)


class Die(IntEnum):
    """Causes of dice."""

    ORDERS, FIRE, DENSE, MELEE, RALLY, DEATH, ESCAPE, CATCH, CARD, EXTRA, FIRST = range(10, 21)


class Modifier(IntEnum):
    """Modifiers of dice."""

    (
        BASE, SUPERIOR, HEAVY, LONG, TARGET, MOVED, COLUMN, RAIN, SOFT, GROUND, COMMANDER, SUPPORT, COVER, HORSE,
        SKILL, CARD, HELPED, DENSE, SPLIT, INFERIOR,
    ) = range(1, 21)  # fmt: skip


class How(IntEnum):
    """Kinds of moves."""

    MARCH, COLUMN, ATTACK, LEAVE = range(4)


DIFFICULT = Land.ROUGH | Land.TOWN | Land.RIVER | Land.OBSTACLE
"""SQB-20 What ends a move that enters it, a road excepted; a wall or a ford as much as a wood."""
SCREEN = Land.ROUGH | Land.TOWN | Land.HILL
"""SQB-24 What stops a line of fire."""
SHELTER = Land.ROUGH | Land.TOWN | Land.WORK
"""SQB-42 Cover: woods, towns, field works."""


class Card(IntEnum):
    """Cards of chance."""

    NOTHING, ORDERS, SILENT, SHOT, MELEE, RALLY, PINNED, MUTE = range(8)


CARDS = keys(Card)


class Event(events.Event):
    """Events beside the common ones."""

    ORDER = Kind(50, "order", "unit", values=(("commander", "leader"), ("price", "number")))
    CARD = Kind(51, "card", "unit", values=(("card", "card"), ("extra", "number")))
    ESCAPE = Kind(
        52, "escape", "commander", "by", (("score", "number"), ("needed", "number"), ("pass", "flag")),
        actor_is="leader",
    )  # fmt: skip
    FIRST = Kind(53, "first_turn", values=(("score", "number"), ("against", "number")))
    DISMOUNT = Kind(54, "dismount", "unit", poses="pose")


WORDS = Words(
    code="SQB",
    dice=named(
        Die, " ", DENSE="fire on the unit behind", DEATH="commander", CATCH="capture", CARD="chance card",
        EXTRA="extra orders", FIRST="first turn",
    ),
    modifiers=named(Modifier, "_", BASE="dice", SUPERIOR="superior_firepower", HEAVY="heavy_artillery",
                    LONG="long_range", COLUMN="road_column", SOFT="soft_ground", SUPPORT="rear_support",
                    HORSE="cavalry", CARD="chance_card", DENSE="dense_target", SPLIT="divided",
                    INFERIOR="inferior_firepower"),
    words={"how": keys(How), "card": CARDS},
    events=declared(Event),
    turn=45,
)  # fmt: skip


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
