"""The units of an audit: hits, reach, weapons."""

from collections.abc import Mapping
from typing import Any

from tests.audits.grid import GridPiece


def hits_of(kind: str, guard: bool) -> int:
    """SQB-43 SQB-49 The hits that destroy a fresh unit."""
    if kind.endswith("_inf"):
        return 4 if guard else {"elite_inf": 4, "line_inf": 3, "militia_inf": 2}[kind]
    return {"heavy_cav": 3, "light_cav": 3, "irreg_cav": 2}.get(kind, 2) + guard


class Piece(GridPiece):
    """A unit of this system."""

    def wake(self) -> None:
        """C.7 A day begins."""
        self.full_capacity = hits_of(self.kind, self.guard)
        super().wake()
        self.column = self.dismounted = False
        self.fresh()

    def fresh(self) -> None:
        """A player turn begins."""
        self.moved, self.turned, self.shot, self.ordered, self.promised = 0, False, False, False, False
        self.shed: set[str] = set()

    @property
    def mounted(self) -> bool:
        """SQB-19 SQB-40 Is it cavalry on horseback?"""
        return self.arm == "cav" and not self.dismounted

    @property
    def reach(self) -> int:
        """SQB-19 The squares of a move on hard ground."""
        return 3 if self.arm == "cav" or self.kind == "horse_art" else 2


def has_carbines(piece: Piece, options: Mapping[str, Any]) -> bool:
    """SQB-19 Light and irregular cavalry."""
    return bool(options["carbines"]) and piece.kind in ("light_cav", "irreg_cav")


def range_of(firer: Piece, options: Mapping[str, Any]) -> int:
    """SQB-27 The range of a unit's weapons."""
    if firer.arm == "foot":
        weapons = options["weapons"]
        return 4 if weapons == "3" else 3 if weapons == "2" or (weapons, firer.kind) == ("1", "elite_inf") else 2
    return 6 if firer.arm == "art" else 2 if has_carbines(firer, options) else 0
