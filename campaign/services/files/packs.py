"""The campaigns that ship with the program, as campaign files."""

import json
from functools import cache
from pathlib import Path

from base.words import counted

FOLDER = Path(__file__).resolve().parents[2] / "packs"
SHIPPED = (
    "two_valleys", "saxony_1813", "bohemia_1757", "bohemia_1866", "jena_1806", "hundred_days_1815", "eight_crowns",
)  # fmt: skip
SAMPLES = SHIPPED[:2]
"""Those of which a fresh site has a campaign."""


def read_pack(name: str) -> bytes:
    """Return the campaign file of a shipped pack."""
    return (FOLDER / f"{name}.json").read_bytes()


@cache
def title_of(name: str) -> str:
    """Return the name of a shipped pack with its size: ``Saxony 1813: five factions, 20 turns``."""
    pack = json.loads(read_pack(name))
    size = counted(len(pack["factions"]), "faction"), counted(pack["calendar"]["last_turn"], "turn")
    return f"{pack['name']}: {', '.join(size)}"


@cache
def sides_of(name: str) -> dict[str, str]:
    """Return the factions of a shipped pack: key → name."""
    return {row["key"]: row["name"] for row in json.loads(read_pack(name))["factions"]}
