"""HR-30 The unit types of shipped and published wars and of a reader's campaigns, for lists and one-off battles."""

import json
from collections.abc import Iterator
from functools import cache

from campaign.rules.drafts.starts import read_document
from campaign.rules.files.unit_type_rows import own_types
from campaign.selectors.making.drafts import shared_war, unpacked
from campaign.selectors.own_types import rows_of, types_for
from campaign.services.files.packs import SHIPPED, read_pack
from rosters.war_types import Reader, WarTypes

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
