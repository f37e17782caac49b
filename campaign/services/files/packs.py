"""The campaigns that ship with the program, as campaign files."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from base.words import counted
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.unit_type_rows import own_types
from campaign.selectors.making.drafts import shared_war, unpacked
from campaign.selectors.own_types import rows_of, types_for
from rosters.war_types import Reader, WarTypes

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


CAMPAIGN = "campaign-"
"""Before the slug of a campaign; no shipped war begins so, and no key of the library has a hyphen."""


def war_types(reader: Reader, key: str) -> Iterator[WarTypes]:
    """Yield the wars with types of their own: shipped ones, the reader's campaigns, the published one of this key."""
    yield from shipped_types()
    if not reader.is_authenticated:
        return
    for campaign, types in types_for(reader):
        yield WarTypes(f"{CAMPAIGN}{campaign.slug}", f"{campaign.name} (campaign of yours)", types)
    if key.isalnum() and (shared := shared_war(key)):
        file = read_document(unpacked(shared.packed))
        if file.unit_types:
            yield WarTypes(shared.key, shared.name, file.own_types)


@cache
def shipped_types() -> tuple[WarTypes, ...]:
    """Return the shipped wars that have types of their own."""
    packs = {name: json.loads(read_pack(name)) for name in SHIPPED}
    return tuple(
        WarTypes(name, pack["name"], own_types(rows_of(pack["unit_types"])))
        for name, pack in packs.items()
        if pack.get("unit_types")
    )
