"""A fault of a draft."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A sentence, the page on which the fault is mended (``room``), and the row of that page (``key``).

    A draft cannot begin while a fault ``blocks``. ``place`` is where the reader of campaign files would refuse it.
    """

    room: str
    sentence: str
    key: str = ""
    blocks: bool = False
    place: str = ""
