"""Which numbers of a profile a campaign can take (ENG-2)."""

from collections.abc import Mapping
from typing import Any

from battles.resolvers.registry import resolver
from rosters.rules.catalogue import catalogue
from rosters.rules.refusal import Refusal

RULES = "lgg"
KEPT = ("full", "may_be_guard", "may_be_outriders")


def check_profile(values: Mapping[str, Any]) -> None:
    """ENG-3 Refuse a profile by the path of what is wrong, or of what the rosters of a campaign keep as shipped."""
    tables = resolver(RULES).tables(dict(values))
    for key, shipped in catalogue().unit_types.items():
        for name in KEPT:
            if getattr(tables.unit_types[key], name) != getattr(shipped, name):
                raise Refusal(f"units.{key}.{name}: the rosters of a campaign keep what is shipped; leave it out.")
