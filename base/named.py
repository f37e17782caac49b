"""Words of a column or a file that also have a name for readers: ``HOLD = "hold", "Hold"``."""

from enum import EnumType, StrEnum
from typing import Self, cast


class _Named(EnumType):
    """The lists that forms, columns and files ask of the words."""

    def __contains__(cls, word: object) -> bool:
        return any(word == one.value for one in cast("type[Named]", cls))

    @property
    def choices(cls) -> list[tuple[str, str]]:
        """Every word with its name."""
        return [(word.value, word.label) for word in cast("type[Named]", cls)]

    @property
    def values(cls) -> list[str]:
        """Every word, as it is kept."""
        return [word.value for word in cast("type[Named]", cls)]


class Named(StrEnum, metaclass=_Named):
    """A word as it is kept, and its name for readers."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label or value
        return made
