"""Columns of units, generals, sides and the battle that only this system has; its dice, modifiers and events."""

from battles.resolvers.common.codes import SECTOR_KEYS
from battles.resolvers.common.events import F, Kind, N, Words
from battles.resolvers.common.journal import OWN_EVENTS

(
    BRIGADE,
    CLASS,
    FORM,
    NEXT_FORM,
    QUARTERS,
    CHITS,
    STATE,
    CARD,
    ACTED,
    MOVED_LAST,
    MOVED,
    FIRED,
    LOST_NOW,
    LOCK,
    SHELLED,
    MARK,
    DEAD,
    CHARGED,
    SHAKEN,
    HURT,
    GONE_BACK,
    LINE_NO,
    ENTERS,
    FRIEND_TESTED,
    MOVED_FAR,
) = range(25)
"""Columns of ``own``. CARD is ten times the number; HURT counts the casualties of the charge that is on;
LINE_NO is 1 in the second line."""

CLASS_KEYS = ("A", "B", "C", "D")
CLASS_A, CLASS_B, CLASS_C, CLASS_D = range(4)
FORM_KEYS = ("line", "column", "square", "skirmish", "horse", "limbered", "deployed")
LINE, COLUMN, SQUARE, SKIRMISH, HORSE, LIMBERED, DEPLOYED = range(7)
STATE_KEYS = ("steady", "wavering", "halted", "retreating", "routing")
STEADY, WAVERING, HALTED, RETREATING, ROUTING = range(5)
OFFICER, STANDARD, MUSICIAN, EVERYBODY = 1, 2, 4, 7
"""Bits of DEAD."""

M_LOSS, M_FRIEND, M_BRIGADIER, M_CORPS = 1, 2, 4, 8
"""Bits of MARK: why a unit must still test (SNW-56)."""

L_GRADE, L_TH, L_AV, L_MODIFIER, L_CONTROLS, L_CARD, L_DIED, L_MOVED, L_UNITS, L_SENIOR, L_MADE, L_USELESS = range(12)
"""Columns of ``lead_own``: TH and AV are 0 to 2, DIED the turn of his death, SENIOR his divisional commander."""

S_CHANCE, S_PLAYED, S_OUTSHOT, S_SHELLED, S_REPLIED, S_SECTOR_X, S_SECOND, S_NATION, S_STAFF, S_WAITS = range(10)
"""Columns of ``side_own``: SECOND shows that the second line goes in, STAFF is one more than the battery that a staff
officer directs, WAITS shows that an attack waits for late columns."""
POINTS, WINGS = 30, 31
"""Further columns of ``side_own``: strength points of a unit, wing commanders of the file."""

B_BRIDGES, B_FIRST_BRIDGE, MOST_BRIDGES = 1, 2, 8
B_BLOCKER, B_GROUND = 30, 31
"""Places of ``battle_own``; 0 is the common room's. Bridges are pairs of x and y."""

CHANCE_KEYS = (
    "nothing", "morale", "charge", "control", "lost order", "half a move", "ditch", "formation", "steadied",
    "useless general", "enemy fire", "own fire", "second try",
)  # fmt: skip
(
    NO_CHANCE,
    C_MORALE,
    C_CHARGE,
    C_CONTROL,
    C_LOST_ORDER,
    C_HALF,
    C_DITCH,
    C_FORMATION,
    C_STEADIED,
    C_USELESS,
    C_ENEMY_FIRE,
    C_OWN_FIRE,
    C_AGAIN,
) = range(13)

HOW_KEYS = (
    "marches", "drifts", "carries on", "charges", "evades", "pursues", "goes back", "turns", "enters", "follows",
    "sidles",
)  # fmt: skip
MARCHES, DRIFTS, CARRIES_ON, CHARGES, EVADES, PURSUES, GOES_BACK, TURNS, ENTERS_BOARD, FOLLOWS, SIDLES = range(11)

RESULT_KEYS = ("pass", "wavers", "halts", "retreats", "routs")
PASSES, WAVERS, HALTS, RETREATS, ROUTS = range(5)
CAUSE_KEYS = (
    "melee", "fire", "rout", "retreat", "pursuit", "unformed", "collision", "rough", "no music", "halt", "card",
    "failed charge",
)  # fmt: skip
(
    D_MELEE,
    D_FIRE,
    D_ROUT,
    D_RETREAT,
    D_PURSUIT,
    D_UNFORMED,
    D_COLLISION,
    D_ROUGH,
    D_NO_MUSIC,
    D_HALT,
    D_CARD,
    D_FAILED,
) = range(12)

(
    E_BRIGADIER,
    E_UNIT_CARD,
    E_BRIGADE_CARD,
    E_CHANCE,
    E_CHANCE_PLAYED,
    E_BALKS,
    E_CARRIES_ON,
    E_DISORDER,
    E_COLLISION,
    E_JUMPS,
    E_MARKED,
    E_CHARGE_TEST,
    E_HOME_TEST,
    E_REFORM,
    E_SPECIAL,
    E_LOCKED,
    E_CAPTURED,
    E_CHANGING,
    E_STEPS_IN,
    E_PRIVATE_CHANCE,
    E_STAFF,
    E_ATTACHED,
) = range(OWN_EVENTS, OWN_EVENTS + 22)

(
    DIE_CONTROL,
    DIE_HANDLING,
    DIE_ATTACK,
    DIE_RATING,
    DIE_CARD,
    DIE_CHANCE,
    DIE_SET_OFF,
    DIE_HALT,
    DIE_PACE,
    DIE_SWERVE,
    DIE_DRIFT,
    DIE_COLLISION,
    DIE_FORMATION,
    DIE_VOLLEY,
    DIE_PART,
    DIE_SAVE,
    DIE_GUN,
    DIE_PLACE,
    DIE_GENERAL,
    DIE_MORALE,
    DIE_FAILURE,
    DIE_CHARGE,
    DIE_HOME,
    DIE_MELEE,
    DIE_ROUNDS,
    DIE_PURSUIT,
    DIE_RIDDEN,
    DIE_REFORM,
    DIE_EVADE,
    DIE_STEADY,
) = range(10, 40)
DICE = {
    DIE_CONTROL: "control", DIE_HANDLING: "troop handling", DIE_ATTACK: "attack value",
    DIE_RATING: "control rating", DIE_CARD: "card", DIE_CHANCE: "chance card", DIE_SET_OFF: "setting off",
    DIE_HALT: "halting", DIE_PACE: "pace", DIE_SWERVE: "swerve", DIE_DRIFT: "drift", DIE_COLLISION: "collision",
    DIE_FORMATION: "formation", DIE_VOLLEY: "volley", DIE_PART: "part of a hit", DIE_SAVE: "save", DIE_GUN: "gun",
    DIE_PLACE: "place", DIE_GENERAL: "general", DIE_MORALE: "morale", DIE_FAILURE: "failure", DIE_CHARGE: "charge",
    DIE_HOME: "charge home", DIE_MELEE: "melee", DIE_ROUNDS: "rounds", DIE_PURSUIT: "pursuit",
    DIE_RIDDEN: "ridden down", DIE_REFORM: "reform", DIE_EVADE: "evade", DIE_STEADY: "steadied",
}  # fmt: skip

MODIFIER_KEYS = (
    "class", "soft cover", "hard cover", "skirmishers", "guns", "moved", "dense", "rain", "chance card", "staff",
    "square", "column", "guard", "crew", "disorder", "officer dead", "range", "nation", "enemy standing", "flank",
    "shaken", "friends", "control", "cover", "casualties", "commander attached", "corps commander attached",
    "shelled", "higher class", "lost melee", "commander killed", "corps commander killed", "retiring", "routing",
    "friends routing", "no square", "lower class", "standard down", "uphill", "downhill", "enemy disorder",
    "obstacle", "work", "steady infantry", "senior", "musician dead", "out of control", "troop handling",
    "attack value", "useless general", "own type",
)  # fmt: skip
(
    MOD_CLASS, MOD_SOFT, MOD_HARD, MOD_SKIRMISHERS, MOD_GUNS, MOD_MOVED, MOD_DENSE, MOD_RAIN, MOD_CHANCE, MOD_STAFF,
    MOD_SQUARE, MOD_COLUMN, MOD_GUARD, MOD_CREW, MOD_CHITS, MOD_OFFICER, MOD_RANGE, MOD_NATION, MOD_STANDING,
    MOD_FLANK, MOD_SHAKEN, MOD_FRIENDS, MOD_CONTROL, MOD_COVER, MOD_CASUALTIES, MOD_ATTACHED, MOD_CORPS,
    MOD_SHELLED, MOD_HIGHER, MOD_LOST, MOD_KILLED, MOD_CORPS_KILLED, MOD_RETIRING, MOD_ROUTING, MOD_FRIENDS_ROUT,
    MOD_NO_SQUARE, MOD_LOWER, MOD_STANDARD, MOD_UPHILL, MOD_DOWNHILL, MOD_ENEMY_CHITS, MOD_OBSTACLE, MOD_WORK,
    MOD_STEADY, MOD_SENIOR, MOD_MUSICIAN, MOD_OUT, MOD_HANDLING, MOD_ATTACK, MOD_USELESS,
    MOD_OWN,
) = range(51)  # fmt: skip

_SCORE = (("score", N), ("needed", N), ("pass", F))
EVENTS = {
    E_BRIGADIER: Kind(
        "brigadier", "commander", values=(("grade", N), ("handling", "value"), ("attack", "temper"), ("modifier", N)),
        actor_is="leader",
    ),
    E_UNIT_CARD: Kind("card", "unit", values=(("card", N),)),
    E_BRIGADE_CARD: Kind("brigade_card", "commander", values=(("card", N), ("units", N)), actor_is="leader"),
    E_CHANCE: Kind("chance_card", values=(("card", "chance"),)),
    E_CHANCE_PLAYED: Kind("chance_played", "unit", values=(("card", "chance"),)),
    E_PRIVATE_CHANCE: Kind("chance_played", "commander", values=(("card", "chance"),), actor_is="leader"),
    E_BALKS: Kind("balks", "unit", modifiers=("modifiers", "")),
    E_CARRIES_ON: Kind("carries_on", "unit", modifiers=("modifiers", "")),
    E_DISORDER: Kind("disorder", "unit", values=(("chits", N), ("added", N), ("cause", "disorder"))),
    E_COLLISION: Kind("collision", "unit", "other"),
    E_JUMPS: Kind("jumps", "unit", "attacker", (("tenths", N), ("acts", F))),
    E_MARKED: Kind("marked", "unit", values=(("reason", "mark"),)),
    E_CHARGE_TEST: Kind("charge_test", "unit", "target", _SCORE, modifiers=("modifiers", "")),
    E_HOME_TEST: Kind("charge_home", "unit", "target", _SCORE, modifiers=("modifiers", "")),
    E_REFORM: Kind("reform", "unit", values=(("removed", N), ("chits", N)), modifiers=("modifiers", "")),
    E_SPECIAL: Kind("figure_lost", "unit", values=(("figure", "figure"),)),
    E_LOCKED: Kind("locked", "unit", "other"),
    E_CAPTURED: Kind("captured", "unit", "by"),
    E_CHANGING: Kind(
        "changing", "unit", values=(("formation", "formation"), ("quarters", N)), modifiers=("modifiers", "")
    ),
    E_STAFF: Kind("staff_officer", "unit"),
    E_ATTACHED: Kind("attached", "commander", "unit", actor_is="leader"),
    E_STEPS_IN: Kind("steps_in", "commander", values=(("grade", N),), poses="pose", actor_is="leader"),
}  # fmt: skip

WORDS = Words(
    "SNW",
    dice=DICE,
    modifiers=dict(enumerate(MODIFIER_KEYS)),
    words={
        "how": HOW_KEYS,
        "result": RESULT_KEYS,
        "formation": FORM_KEYS,
        "chance": CHANCE_KEYS,
        "disorder": CAUSE_KEYS,
        "value": ("below average", "average", "above average"),
        "temper": ("timid", "normal", "aggressive"),
        "figure": ("", "officer", "standard", "", "musician"),
        "mark": ("", "loss", "friend", "", "brigadier", "", "", "", "corps"),
        "sector": SECTOR_KEYS,
    },
    events=EVENTS,
    scale=10,
)
