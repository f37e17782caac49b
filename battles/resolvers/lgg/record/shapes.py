"""The shapes of the rows of the battle record: one number for each side, slot, row of the roll, and so on."""

from typing import Annotated, TypeVar

from battles.resolvers.lgg.record.codes import LEADERS, MAX_COMBATS, MAX_PIECES, ROLL, SIDES, TYPES, UNITS
from compiler.annotations import Numbers

N = TypeVar("N")

STANDS = SIDES * LEADERS
ENTRY_WIDTH = 10

BySide = Annotated[Numbers[N], SIDES]
BySlot = Annotated[Numbers[N], UNITS]
ByRow = Annotated[Numbers[N], ROLL]
ByStand = Annotated[Numbers[N], STANDS]
ByFight = Annotated[Numbers[N], MAX_COMBATS]
ByType = Annotated[Numbers[N], TYPES]
ByPiece = Annotated[Numbers[N], MAX_PIECES]
