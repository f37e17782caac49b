"""HR-30 The unit types of shipped and published wars, for lists and battles without a campaign."""

import json
from collections.abc import Iterator
from functools import cache

from campaign.rules.drafts.starts import read_document
from campaign.rules.files.unit_type_rows import own_types
from campaign.selectors.drafts import shared_war, unpacked
from campaign.selectors.own_types import rows_of
from campaign.services.files.packs import SHIPPED, read_pack
from rosters.war_types import WarTypes


def war_types(logged_in: bool, key: str) -> Iterator[WarTypes]:
    """Yield the shipped wars that have types of their own, and the published one of this key for who is logged in."""
    yield from shipped_types()
    if logged_in and key.isalnum() and (shared := shared_war(key)):
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
