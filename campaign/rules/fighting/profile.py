"""The rules, options and numbers that a campaign can take (ENG-2)."""

from collections.abc import Mapping
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.registry import resolver, system
from battles.resolvers.files.battle_file import read_options
from rosters.rules.catalogue import catalogue

KEPT = ("full", "may_be_guard", "may_be_outriders")


def check_rules(rules: str, options: Mapping[str, Any]) -> None:
    """Refuse a rule system that is not here, or by its path an option that it does not know."""
    known = system(rules).options
    options = dict(options)
    JsonPlace(options, "rule_options").object(optional=tuple(option.key for option in known))
    read_options(JsonPlace(options, "rule_options"), known, campaign=True)


def check_profile(values: Mapping[str, Any], rules: str) -> None:
    """ENG-3 Refuse a profile by the path of what is wrong, or of what the rosters of a campaign keep as shipped."""
    tables = resolver(rules).tables(dict(values))
    for key, shipped in catalogue().unit_types.items():
        for name in KEPT:
            if getattr(tables.unit_types[key], name) != getattr(shipped, name):
                raise Refusal(f"units.{key}.{name}: the rosters of a campaign keep the shipped values; leave it out.")
