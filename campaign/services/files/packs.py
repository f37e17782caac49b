"""The campaigns that ship with the program, as campaign files."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "packs"
SHIPPED = ("two_valleys", "saxony_1813")


def read_pack(name: str) -> bytes:
    """Return the campaign file of a shipped pack."""
    return (FOLDER / f"{name}.json").read_bytes()
