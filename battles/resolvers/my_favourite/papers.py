"""Print of My Favourite Rules: figures, moves, dice and ranges of each unit, the board (B.6)."""

from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.my_favourite.board import ZONE
from battles.resolvers.my_favourite.codes import FIGURES, INCH
from battles.resolvers.my_favourite.melee import combat_dice
from battles.resolvers.my_favourite.resolver import DOOR
from battles.resolvers.my_favourite.shooting import range_of
from battles.resolvers.my_favourite.system import SYSTEM
from battles.resolvers.my_favourite.troops import figures_of, move_of, steadiness

LOSS = ("figure", "figures")
NOTE = "One die for three figures, of a battery one for each. A unit is gone with its last figure (MFR-25)."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """MFR-16 MFR-27 MFR-36 MFR-41 What is on a unit's card."""
    reach, morale = int(range_of(battle, unit)), int(steadiness(battle, unit))
    rows = [("move", f"{int(move_of(battle, unit)) // INCH}″"), ("combat", f"{int(combat_dice(battle, unit))} dice")]
    if reach:
        rows.append(("shoots", f"to {reach // INCH}″"))
    if morale:
        rows.append(("morale", f"{morale:+d}"))
    return tuple(rows)


def fresh_figures(battle: Any, unit: int) -> int:
    """B.6 The figures of a fresh unit."""
    return int(figures_of(battle, unit)) if battle.arm[unit] == Arm.ART else FIGURES * int(battle.full[unit])


unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh_figures, zone=ZONE / INCH)
