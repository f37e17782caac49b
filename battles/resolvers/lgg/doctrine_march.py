"""Marches as the general weighs them: closing in, bringing up guns, drawing out worn units, headquarters (AI-9 to AI-16)."""

from battles.resolvers.geometry import FAR, base_gap, unit_vector
from battles.resolvers.lgg.activation import verify_open
from battles.resolvers.lgg.codes import (
    ACT_MOVE,
    ACT_RECOVER,
    ART,
    BOARD,
    CAV,
    CMD_MOVE,
    CMD_MOVE_COMMANDER,
    CMD_RALLY,
    CMD_RECOVER,
    FOOT,
    LEADERS,
    NOBODY,
    RALLYABLE,
)
from battles.resolvers.lgg.doctrine_choice import add_leg, beats, offer, order
from battles.resolvers.lgg.doctrine_posture import LIMITED_POSTURE, last_rounds
from battles.resolvers.lgg.doctrine_table import (
    ADVANCE,
    ADVANCE_GAP,
    ADVANCE_HOLD,
    GUNS_FORWARD,
    HEADQUARTERS,
    HEADQUARTERS_FAR,
    HEADQUARTERS_GAIN,
    HEADQUARTERS_OFF,
    RALLY,
    RECOVER_LATE,
    RECOVER_REST,
    RECOVER_SOON,
    RELIEF,
    WORN_FOOT,
    WORN_HORSE,
)
from battles.resolvers.lgg.doctrine_value import point_value
from battles.resolvers.lgg.fallback import COSINES, SINES, ANGLES, fan
from battles.resolvers.lgg.fire import is_line_of_battle
from battles.resolvers.lgg.morale import may_recover
from battles.resolvers.lgg.movement import verify_move, verify_move_commander
from battles.resolvers.lgg.radius import FORBIDDEN, standing_price
from battles.resolvers.lgg.rally import verify_rally, verify_recover
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import STAND, end_of, first_of, gap_between, locked, nearest_foe, on_board, side_of
from battles.resolvers.lgg.state import Battle
