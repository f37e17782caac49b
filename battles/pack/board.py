"""The board of a pack as it is drawn: the field on the board of its rule system, in inches of the drawing."""

from battles.pack.drawing import GRID, PIXELS, Ruler, field_svg
from battles.pack.pack import Pack
from battles.resolvers.contract.manifest import INCH, MILLIMETRE, SQUARE
from battles.resolvers.contract.registry import board_of
from battles.resolvers.fields.field import Field, stretched

UNITS = {INCH: "inches", SQUARE: "squares", MILLIMETRE: "mm"}


def drawn_board(pack: Pack) -> tuple[Field, Ruler | None]:
    """Return the field on the board of its rule system, in inches of the drawing; None for a table as it is laid
    out."""
    field, board = pack.file.laid_out, pack.board
    if board is None or ((board.width, board.depth) == (field.width, field.depth) and not board.zone):
        return field, None
    per_inch = board_of(pack.file.rules).per_inch
    step = 1 / per_inch if board.unit == SQUARE else GRID
    ruler = Ruler(step, per_inch, board.zone / per_inch, UNITS.get(board.unit, board.unit))
    return stretched(field, board.width / per_inch, board.depth / per_inch), ruler


def board_svg(pack: Pack, *, pixels: int = PIXELS) -> str:
    """Return the drawing of the board; ``pixels`` is the size of an inch."""
    field, ruler = drawn_board(pack)
    return field_svg(field, pack.edges, pixels=pixels, ruler=ruler)
