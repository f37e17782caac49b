"""Names for the numbers of a rule beyond Python's own words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar, overload

N = TypeVar("N")

if TYPE_CHECKING:
    U64 = int
else:

    class U64(int):
        """Annotation only: an unsigned 64-bit number."""


ADDRESS = "_at"
"""The attribute in which a record may keep where it lies in memory."""

i1 = Annotated[int, "i1"]
i2 = Annotated[int, "i2"]
i4 = Annotated[int, "i4"]
i8 = Annotated[int, "i8"]
u8 = Annotated[int, "u8"]
f8 = Annotated[float, "f8"]
"""The formats of a record's fields: whole numbers of so many bytes, an unsigned one, a broken one. A rule reads them as
numbers of 64 bits."""


class Numbers(Protocol[N]):
    """One row of numbers: of an array, of a record's field, or a plain list. Rules use single places of it alone."""

    @overload
    def __getitem__(self, place: int, /) -> N: ...
    @overload
    def __getitem__(self, place: slice, /) -> list[N]: ...
    @overload
    def __setitem__(self, place: int, number: N, /) -> None: ...
    @overload
    def __setitem__(self, place: slice, numbers: Any, /) -> None: ...
    def __iter__(self) -> Iterator[N]:
        """Go through the numbers."""

    def __len__(self) -> int:
        """Return how many there are."""


class Table(Protocol[N]):
    """Rows of numbers, all as long."""

    @overload
    def __getitem__(self, place: int, /) -> Numbers[N]: ...
    @overload
    def __getitem__(self, place: slice, /) -> list[Numbers[N]]: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> N: ...
    @overload
    def __getitem__(self, place: tuple[int, slice], /) -> list[N]: ...
    @overload
    def __setitem__(self, place: tuple[int, int], number: N, /) -> None: ...
    @overload
    def __setitem__(self, place: int | slice | tuple[int | slice, slice], numbers: Any, /) -> None: ...
    def __iter__(self) -> Iterator[Numbers[N]]:
        """Go through the rows."""

    def __len__(self) -> int:
        """Return how many rows there are."""


class Cube(Protocol[N]):
    """Tables of numbers, all alike."""

    @overload
    def __getitem__(self, place: int, /) -> Table[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> Numbers[N]: ...
    @overload
    def __getitem__(self, place: tuple[int, int, int], /) -> N: ...
    @overload
    def __setitem__(self, place: tuple[int, int, int], number: N, /) -> None: ...
    @overload
    def __setitem__(self, place: tuple[int, slice], numbers: Any, /) -> None: ...


Row = Numbers[float]
"""As an annotation of a rule: a row of broken numbers."""
Points = Table[float]
"""As an annotation of a rule: a table of points, one (x, y) a row."""


def lowest_bit(bits: int) -> int:
    """Return the number of the lowest bit that is set; not for 0."""
    return (bits & -bits).bit_length() - 1
