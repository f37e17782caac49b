"""Rules that use all that the compiler knows; run as a program they print what they come to, one line a call.

Plain and compiled they print the same.
"""

from math import ceil, floor, sqrt
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from battles.resolvers.core.kernels import COMPILED, U64, Points, Row, i64, kernel, lowest_bit, u64

STEPS = (-7, -1, 0, 3, 12)
TABLE = np.array([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]])
TURNS = (2, 0, 1)
LIMIT = 12


class Board(np.record if COMPILED else object):  # type: ignore[misc]
    """A small record."""


FIELDS = [("small", "i1", (6,)), ("plain", "i8", ()), ("far", "f8", (4,)), ("grid", "i4", (3, 4)),
          ("corners", "f8", (2, 5, 2)), ("key", "u8", ())]  # fmt: skip
Board.RECORD = np.dtype((np.record, np.dtype(FIELDS, align=True)))


@kernel
def divided(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b


@kernel
def by_seven(a: int) -> tuple[int, int, int, int]:
    return a // 7, a % 7, a // -7, a % -7


@kernel
def chances(a: int, b: float, flag: bool) -> float:
    low = min(a, b, 3)
    high = max(a, -2) if flag else b
    return low / 2 + high * (a > 1) - abs(b) + abs(a) + (-b if not flag else +0.5 * int(flag))


@kernel
def decided(a: int, b: int) -> int:
    if a in STEPS or (b not in (1, 2) and not a):
        return (a and b) or 5
    told = 0
    while told < 40:
        told += 3
        if told == 9:
            continue
        if told > a or 0 < b < told:
            break
    return told if -3 <= b < LIMIT else -told


@kernel
def looped(n: int) -> int:
    told = 0
    for step in range(n, -1, -2):
        for turn in TURNS:
            if turn > step:
                continue
            told += turn * step
        for extra in (1, step, 5):
            if extra == 5 and step == 4:
                break
            told += extra
    for n in range(3):
        told = told * 3 + (7, 8, 9)[n]
    return told + n


@kernel
def bits(a: int, b: int) -> tuple[int, int, int, int, int]:
    both = a & b | a ^ 5
    both &= ~4
    both |= 1 << 6
    return both, a << 3, b >> 2, lowest_bit(a | 64), int((a > 0) & (b > 0))


@kernel
def stirred(key: U64, k: int) -> int:
    z = (u64(key) + u64(k)) * u64(0x9E3779B97F4A7C15) & u64(0xFFFFFFFFFFFFFFFF)
    z = z ^ (z >> u64(31))
    return i64(z % u64(6)) + 1 if z > u64(9) else 0


@kernel
def rounded(x: float) -> tuple[int, int, int, float, bool]:
    return floor(x), ceil(x), int(x), sqrt(abs(x)), bool(x)


@kernel
def length(points: Points, n: int) -> float:
    told = 0.0
    for k in range(n):
        dx, dy = points[k, 0] - points[k - 1 if k else 0, 0], points[k, 1]
        told += sqrt(dx * dx + dy * dy)
    return told


@kernel
def sum_of(row: Row, n: int) -> float:
    told = 0.0
    for k in range(n):
        told += row[k]
    return told


@kernel
def filled(board: Board, a: int) -> None:
    board.plain = board.key = 3
    for k in range(6):
        board.small[k] = a * k % 100 - 50
        board.small[k] -= 2
    for k in range(12):
        board.grid[k // 4, k % 4] = board.small[k % 6] + k
    for k in range(4):
        board.far[k] = a / (k + 1)
    row = board.grid[1]
    row[0], row[1] = row[1], row[0]
    for k in range(5):
        board.corners[1, k, 0], board.corners[1, k, 1] = k + 0.5, a * TABLE[k % 2, 2]
    board.plain += int(sum_of(board.far, 4) * 100)
    return


@kernel
def measured(board: Board) -> tuple[float, int, bool]:
    told = divided(board.plain, 7)
    return length(board.corners[1], 5), told[0] + told[1], board.small[2] == board.grid[0, 2] - 2


@kernel
def halved(n: int) -> int:
    return 100 // n


def board() -> Board:
    """An empty record, or the same fields on a plain object."""
    if COMPILED:
        told: Board = np.zeros(1, Board.RECORD)[0]
        return told

    class Grid(list[Any]):
        def __getitem__(self, place):
            return (
                list.__getitem__(self, place[0])[place[1]]
                if isinstance(place, tuple) and len(place) == 2
                else (list.__getitem__(self, place))
            )

        def __setitem__(self, place, value):
            if len(place) == 3:
                list.__getitem__(self, place[0])[place[1], place[2]] = value
            else:
                list.__getitem__(self, place[0])[place[1]] = value

    corners = Grid([Grid([[0.0, 0.0] for _ in range(5)]) for _ in range(2)])
    plain = SimpleNamespace(small=[0] * 6, plain=0, far=[0.0] * 4, grid=Grid([[0] * 4 for _ in range(3)]),
                            corners=corners, key=0)  # fmt: skip
    return cast(Board, plain)


def main() -> None:
    numbers = (-30, -8, -7, -1, 0, 1, 2, 3, 6, 7, 12, 45)
    for a in numbers:
        print(by_seven(a), looped(a), rounded(a / 4), rounded(-a / 3))
        for b in numbers:
            print(a, b, divided(a, b) if b else "", decided(a, b), bits(a, b), stirred(a & 0xFFFF, b & 0xFF))
            print(chances(a, b / 2, True), chances(a, b / 4, False))
        one = board()
        filled(one, a)
        print([int(n) for n in one.small], int(one.plain), int(one.key), [float(n) for n in one.far], measured(one))
    try:
        print(halved(7), halved(0))
    except (ZeroDivisionError, RuntimeError):
        print("divided by nought")
    print(halved(5))


if __name__ == "__main__":
    main()
