"""Names for the numbers of a rule beyond Python's own words."""

import typing

import numpy as np
import numpy.typing as npt

Row = npt.NDArray[np.float64]
"""One row of numbers; as an annotation of a kernel it means a one-dimensional array."""


ADDRESS = "_at"
"""The attribute in which a record may keep where it lies in memory."""


class Points(npt.NDArray[np.float64] if typing.TYPE_CHECKING else object):  # type: ignore[misc]
    """Annotation only: a table of points, one (x, y) a row."""


class U64(int):
    """Annotation only: an unsigned 64-bit number."""


def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit that is set; not for 0."""
    return (bits & -bits).bit_length() - 1
