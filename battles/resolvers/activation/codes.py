"""Columns of units and sides that only the activation rules have, and the words of their journal."""

from battles.resolvers.common.codes import HILL, OBSTACLE, RIVER, ROUGH, TOWN, WORK
from battles.resolvers.common.events import Kind, Words
from battles.resolvers.common.journal import OWN_EVENTS, R_MEMBER

(
    FORM,
    DONE,
    WAVERING,
    ROUTING,
    PETRIFIED,
    BROKEN_LINE,
    NO_OFFICER,
    CANISTER,
    LOCKED,
    WHERE,
    FOUGHT,
    HELD_BACK,
    MOVED,
    SHOT,
    CHARGED,
    FREE_TURN,
    NEAR,
    START_LEFT,
    GUESTS,
    HEIGHT,
    IN_SIGHT,
) = range(21)
"""Columns of ``own``: formation; whether it was activated; traits; loaded canister; the unit in whose square it fights,
plus one; the side it struck; whether its melee was fought; whether it is in reserve; squares moved,
shot fired, charge made and free turn used in this activation; squares to the nearest enemy; steps it began with;
how many enemies fight in its square; 1 where its charge came from above the square that it fights in, -1 from below;
of guns, whether they saw an enemy in range as the turn began."""

GENERAL = 0
"""A column of ``side_own``: who commands."""
B_ATTACKER = 1
"""A column of ``battle_own``: the side that attacks, whichever throws for the first turn."""

COLUMN, LINE, SQUARE, LIMBERED, UNLIMBERED, MOUNTED = range(6)
FORMATIONS = ("column", "line", "square", "limbered", "unlimbered", "mounted")

DIE_FIRST, DIE_WHITE, DIE_COLOURED, DIE_BLUNDER, DIE_AGAIN, DIE_ATTACK, DIE_DEFEND, DIE_CRITICAL, DIE_GENERAL = range(
    10, 19
)
(
    M_VALUE,
    M_FORMATION,
    M_SQUARE,
    M_UPHILL,
    M_CHARGE,
    M_FLANK,
    M_REAR,
    M_SEIZED,
    M_CRIPPLED,
    M_NEAR,
    M_FAR,
    M_COVER,
    M_AIMED,
    M_RAIN,
    M_SOFT,
) = range(1, 16)
(
    E_ACTIVATION,
    E_BLUNDER,
    E_CRITICAL,
    E_GROUP,
    E_CANISTER,
    E_FIRST,
    E_EASE,
    E_ROUT_STOPPED,
) = range(OWN_EVENTS, OWN_EVENTS + 8)
BLUNDERS = ("none", "garbled", "hesitation", "forward", "fall_back", "charge", "fire")
GARBLED, HESITATION, FORWARD, FALL_BACK, CHARGE, FIRE = range(1, 7)
CRITICALS = ("officer_killed", "broken_line", "petrified", "devastating", "panic", "wavering", "rout")
OFFICER_KILLED, LINE_BROKEN, IS_PETRIFIED, DEVASTATING, PANIC, IS_WAVERING, ROUT = range(7)
CRITICAL_OF = (0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6)
"""ADN-41 to ADN-47 The event by the total of two dice, from 2 on."""
HOW_MOVE, HOW_DOUBLE, HOW_CHARGE, HOW_FORWARD, HOW_RECOIL = range(5)

HARD = ROUGH | TOWN | OBSTACLE | RIVER
"""ADN-51 What ends a move that enters it: woods, towns, walls, fords."""
SCREEN = ROUGH | TOWN | HILL
"""ADN-31 What stops a line of sight."""
LIGHT_COVER, HEAVY_COVER = ROUGH | OBSTACLE, TOWN | WORK

WORDS = Words(
    code="ADN",
    dice={
        DIE_FIRST: "first turn",
        DIE_WHITE: "white die",
        DIE_COLOURED: "coloured die",
        DIE_BLUNDER: "blunder",
        DIE_AGAIN: "garbled orders",
        DIE_ATTACK: "attacker",
        DIE_DEFEND: "defender",
        DIE_CRITICAL: "critical event",
        DIE_GENERAL: "general",
    },
    modifiers={
        M_VALUE: "value",
        M_FORMATION: "formation",
        M_SQUARE: "square",
        M_UPHILL: "uphill",
        M_CHARGE: "charge",
        M_FLANK: "flank",
        M_REAR: "rear",
        M_SEIZED: "initiative_seized",
        M_CRIPPLED: "crippled",
        M_NEAR: "short_range",
        M_FAR: "long_range",
        M_COVER: "cover",
        M_AIMED: "aimed",
        M_RAIN: "rain",
        M_SOFT: "soft_ground",
    },
    words={
        "how": ("move", "double_time", "charge", "forward", "recoil"),
        "formation": FORMATIONS,
        "blunder": BLUNDERS,
        "critical": CRITICALS,
    },
    events={
        E_ACTIVATION: Kind(
            "activation", "unit", values=(("successes", "number"), ("quality", "number"), ("turnover", "flag"))
        ),
        E_BLUNDER: Kind("blunder", "unit", values=(("blunder", "blunder"), ("successes", "number"))),
        E_CRITICAL: Kind("critical", "unit", values=(("critical", "critical"), ("total", "number"))),
        E_GROUP: Kind(
            "group",
            "commander",
            values=(("successes", "number"), ("quality", "number"), ("turnover", "flag")),
            units={R_MEMBER: "units"},
            actor_is="leader",
        ),
        E_CANISTER: Kind("canister", "unit"),
        E_FIRST: Kind("first_turn", values=(("first", "side"),)),
        E_EASE: Kind("ease", "unit", values=(("sp", "number"), ("left", "number"))),
        E_ROUT_STOPPED: Kind("rout_stopped", "unit"),
    },
    turn=45,
)
