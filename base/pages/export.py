"""A file to download, whatever it was made from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Export:
    """Name, kind and content of a file; made when it is asked for."""

    name: str
    content_type: str
    content: str | bytes
