"""Columns of units, leaders and sides that only the Square Brigadier has, and the words of its journal."""

from battles.resolvers.common.codes import HILL, OBSTACLE, RIVER, ROUGH, TOWN, WORK
from battles.resolvers.common.events import Kind, Words
from battles.resolvers.common.journal import OWN_EVENTS

(
    POST,
    MOVED,
    TURNED,
    SHOT,
    SHED_FIRE,
    SHED_MELEE,
    COLUMN,
    HELD_BACK,
    PENDING,
    PENDING_BY,
    FOUGHT,
    POOL,
    NEAR,
    DONE,
    PINNED,
    MUTE,
    DISMOUNTED,
) = range(17)
"""Columns of ``own``: the post a unit belongs to, squares moved, whether it turned, shot, gave ground to shot and in
melee, marches in road column; whether it is in reserve; hits that wait, and who dealt them;
whether it fought, with how many dice; squares to the nearest enemy; whether it has acted; cards against it; of cavalry,
whether it is on foot."""

HOLDER, ORDERS, NEW, DUMB = range(4)
"""Columns of ``lead_own``: who holds a post, orders that are left, whether he is new this turn, a card against him."""

GENERAL, DEFERRED, OUTSHOT, ANSWERED, FIRE_CARD, MELEE_CARD, TOOK_SHOT, FIGHTERS, GUNS = range(9)
"""Columns of ``side_own``: who commands, turns deferred, turns out-shot, whether the side shot, cards in hand,
whether guns shot at it; its units beside guns, and its guns, on the board or on their way."""

(
    DIE_ORDERS,
    DIE_FIRE,
    DIE_DENSE,
    DIE_MELEE,
    DIE_RALLY,
    DIE_DEATH,
    DIE_ESCAPE,
    DIE_CATCH,
    DIE_CARD,
    DIE_EXTRA,
    DIE_FIRST,
) = range(10, 21)
(
    M_BASE,
    M_SUPERIOR,
    M_HEAVY,
    M_LONG,
    M_TARGET,
    M_MOVED,
    M_COLUMN,
    M_RAIN,
    M_SOFT,
    M_GROUND,
    M_COMMANDER,
    M_SUPPORT,
    M_COVER,
    M_HORSE,
    M_SKILL,
    M_CARD,
    M_HELPED,
    M_DENSE,
    M_SPLIT,
    M_INFERIOR,
) = range(1, 21)
E_ORDER, E_CARD, E_ESCAPE, E_FIRST, E_DISMOUNT = range(OWN_EVENTS, OWN_EVENTS + 5)
HOW_MARCH, HOW_COLUMN, HOW_ATTACK, HOW_LEAVE = range(4)

DIFFICULT = ROUGH | TOWN | RIVER | OBSTACLE
"""SQB-20 What ends a move that enters it, a road excepted; a wall or a ford as much as a wood."""
SCREEN = ROUGH | TOWN | HILL
"""SQB-24 What stops a line of fire."""
SHELTER = ROUGH | TOWN | WORK
"""SQB-42 Cover: woods, towns, field works."""

CARDS = (
    "nothing",
    "orders",
    "silent",
    "shot",
    "melee",
    "rally",
    "pinned",
    "mute",
)
NO_CARD, CARD_ORDERS, CARD_SILENT, CARD_SHOT, CARD_MELEE, CARD_RALLY, CARD_PINNED, CARD_MUTE = range(8)

WORDS = Words(
    code="SQB",
    dice={
        DIE_ORDERS: "orders",
        DIE_FIRE: "fire",
        DIE_DENSE: "fire on the unit behind",
        DIE_MELEE: "melee",
        DIE_RALLY: "rally",
        DIE_DEATH: "commander",
        DIE_ESCAPE: "escape",
        DIE_CATCH: "capture",
        DIE_CARD: "chance card",
        DIE_EXTRA: "extra orders",
        DIE_FIRST: "first turn",
    },
    modifiers={
        M_BASE: "dice",
        M_SUPERIOR: "superior_firepower",
        M_HEAVY: "heavy_artillery",
        M_LONG: "long_range",
        M_TARGET: "target",
        M_MOVED: "moved",
        M_COLUMN: "road_column",
        M_RAIN: "rain",
        M_SOFT: "soft_ground",
        M_GROUND: "ground",
        M_COMMANDER: "commander",
        M_SUPPORT: "rear_support",
        M_COVER: "cover",
        M_HORSE: "cavalry",
        M_SKILL: "skill",
        M_CARD: "chance_card",
        M_HELPED: "helped",
        M_DENSE: "dense_target",
        M_SPLIT: "divided",
        M_INFERIOR: "inferior_firepower",
    },
    words={"how": ("march", "column", "attack", "leave"), "card": CARDS},
    events={
        E_ORDER: Kind("order", "unit", values=(("commander", "leader"), ("price", "number"))),
        E_CARD: Kind("card", "unit", values=(("card", "card"), ("extra", "number"))),
        E_ESCAPE: Kind(
            "escape", "commander", "by", (("score", "number"), ("needed", "number"), ("pass", "flag")),
            actor_is="leader",
        ),
        E_FIRST: Kind("first_turn", values=(("score", "number"), ("against", "number"))),
        E_DISMOUNT: Kind("dismount", "unit", poses="pose"),
    },
    turn=45,
)  # fmt: skip
