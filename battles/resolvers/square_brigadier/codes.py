"""Columns of units, leaders and sides that only the Square Brigadier has, and the words of its journal."""

from battles.resolvers.common import journal
from battles.resolvers.common.codes import Land, keys, named
from battles.resolvers.common.events import Kind, Words
from battles.resolvers.common.journal import OWN_EVENTS


class Own:
    """Columns of ``own``.

    The post a unit belongs to, squares moved, whether it turned, shot, gave ground to shot and in melee, marches in
    road column; whether it is in reserve; hits that wait, and who dealt them; whether it fought, with how many dice;
    squares to the nearest enemy; whether it has acted; cards against it; of cavalry, whether it is on foot.
    """

    (
        POST, MOVED, TURNED, SHOT, SHED_FIRE, SHED_MELEE, COLUMN, HELD_BACK, PENDING, PENDING_BY, FOUGHT, POOL,
        NEAR, DONE, PINNED, MUTE, DISMOUNTED,
    ) = range(17)  # fmt: skip


class Lead:
    """Columns of ``lead_own``: the holder of a post, orders left, whether he is new this turn, a card against him."""

    HOLDER, ORDERS, NEW, DUMB = range(4)


class Side:
    """Columns of ``side_own``: who commands, turns deferred, turns out-shot, whether the side shot, cards in hand,
    whether guns shot at it; its units beside guns, and its guns, on the board or on their way."""

    GENERAL, DEFERRED, OUTSHOT, ANSWERED, FIRE_CARD, MELEE_CARD, TOOK_SHOT, FIGHTERS, GUNS = range(9)


class Die:
    """Causes of dice."""

    ORDERS, FIRE, DENSE, MELEE, RALLY, DEATH, ESCAPE, CATCH, CARD, EXTRA, FIRST = range(10, 21)


class Modifier:
    """Modifiers of dice."""

    (
        BASE, SUPERIOR, HEAVY, LONG, TARGET, MOVED, COLUMN, RAIN, SOFT, GROUND, COMMANDER, SUPPORT, COVER, HORSE,
        SKILL, CARD, HELPED, DENSE, SPLIT, INFERIOR,
    ) = range(1, 21)  # fmt: skip


class Event(journal.Event):
    """Events beside the common ones."""

    ORDER, CARD, ESCAPE, FIRST, DISMOUNT = range(OWN_EVENTS, OWN_EVENTS + 5)


class How:
    """Kinds of moves."""

    MARCH, COLUMN, ATTACK, LEAVE = range(4)


DIFFICULT = Land.ROUGH | Land.TOWN | Land.RIVER | Land.OBSTACLE
"""SQB-20 What ends a move that enters it, a road excepted; a wall or a ford as much as a wood."""
SCREEN = Land.ROUGH | Land.TOWN | Land.HILL
"""SQB-24 What stops a line of fire."""
SHELTER = Land.ROUGH | Land.TOWN | Land.WORK
"""SQB-42 Cover: woods, towns, field works."""


class Card:
    """Cards of chance."""

    NOTHING, ORDERS, SILENT, SHOT, MELEE, RALLY, PINNED, MUTE = range(8)


CARDS = keys(Card)
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
    events={
        Event.ORDER: Kind("order", "unit", values=(("commander", "leader"), ("price", "number"))),
        Event.CARD: Kind("card", "unit", values=(("card", "card"), ("extra", "number"))),
        Event.ESCAPE: Kind(
            "escape", "commander", "by", (("score", "number"), ("needed", "number"), ("pass", "flag")),
            actor_is="leader",
        ),
        Event.FIRST: Kind("first_turn", values=(("score", "number"), ("against", "number"))),
        Event.DISMOUNT: Kind("dismount", "unit", poses="pose"),
    },
    turn=45,
)  # fmt: skip
