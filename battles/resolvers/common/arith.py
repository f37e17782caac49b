"""Whole-number arithmetic of the smaller systems: rounding, roots, strength in and out (COM-02, COM-05, COM-06)."""

from math import sqrt

from battles.resolvers.core.kernels import kernel


@kernel
def rhu(numerator: int, denominator: int) -> int:
    """COM-02 A fraction rounded to the nearest whole number, halves upwards; the denominator is positive."""
    return (2 * numerator + denominator) // (2 * denominator)


@kernel
def root(square: int) -> int:
    """Return the whole part of a square root; exact up to 2^52."""
    r = int(sqrt(square))
    while r * r > square:
        r -= 1
    while (r + 1) * (r + 1) <= square:
        r += 1
    return r


@kernel
def capacity(full_capacity: int, strength: int, full: int) -> int:
    """COM-05 The capacity of a unit that enters with ``strength`` of ``full`` strength points."""
    return max(1, rhu(full_capacity * strength, full))


@kernel
def strength_left(strength: int, left: int, cap: int) -> int:
    """COM-06 The strength points of a unit that came with ``strength`` and has ``left`` of its capacity ``cap``."""
    if left <= 0:
        return 0
    return min(strength, max(1, rhu(strength * left, cap)))
