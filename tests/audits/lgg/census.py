"""The faces of all dice of audited battles, and how far they are from even: chi-square by name and stream."""

from collections import Counter, defaultdict
from math import erfc, sqrt
from typing import Any

Faces = dict[str, Counter[int]]
LEAST_EXPECTED = 5
"""Fewer of each face than this say nothing."""


def count(journal: list[dict[str, Any]], faces: Faces) -> None:
    """Add the dice of a journal; those that a stratagem had thrown again are dice too."""
    for event in journal:
        for die in event["dice"]:
            faces[f"{die['name']} of {die['stream']}, d{die['sides']}"][die["face"]] += 1


def no_faces() -> Faces:
    """A census without dice."""
    return defaultdict(Counter)


def chi_square(counted: Counter[int], sides: int) -> float:
    """How far the faces of a die are from even."""
    even = sum(counted.values()) / sides
    return sum((counted[face] - even) ** 2 / even for face in range(1, sides + 1))


def chance(square: float, freedom: int) -> float:
    """The chance of so much or more by fair dice (Wilson and Hilferty's cube root)."""
    if freedom < 1:
        return 1.0
    part = 2 / (9 * freedom)
    return erfc(((square / freedom) ** (1 / 3) - (1 - part)) / sqrt(part) / sqrt(2)) / 2


def table(faces: Faces) -> list[tuple[str, int, float, float]]:
    """Name, number thrown, chi-square and its chance, for each kind of die that was thrown often enough."""
    rows = []
    for name, counted in sorted(faces.items()):
        sides, thrown = int(name.rpartition("d")[2]), sum(counted.values())
        if thrown >= LEAST_EXPECTED * sides and sides > 1:
            square = chi_square(counted, sides)
            rows.append((name, thrown, square, chance(square, sides - 1)))
    return rows
