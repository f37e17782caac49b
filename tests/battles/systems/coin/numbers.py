"""The numbers of the coin toss, with a profile's values over them."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from base.place import JsonPlace
from battles.resolvers.contract.numbers import Number, NumberSheet, Section, SheetRow
from rosters.rules.catalogue import Catalogue, catalogue

LABELS = {"loser": "The loser loses, in strength points", "winner": "The winner loses"}


@cache
def shipped() -> dict[str, Any]:
    """The table as it is shipped."""
    told: dict[str, Any] = tomllib.loads((Path(__file__).parent / "coin.toml").read_text(encoding="utf-8"))["toss"]
    return told


def losses(profile: Mapping[str, Any]) -> dict[str, int]:
    """COIN-2 Strength points that a unit of either side loses; Refusal with the path of a wrong key."""
    place = JsonPlace(dict(profile), "")
    place.object(optional=("name", "toss"))
    rows = place.at("toss")
    if rows.value is not None:
        rows.object(optional=tuple(LABELS))
    return {key: _value(rows, key) for key in LABELS}


def _value(rows: JsonPlace, key: str) -> int:
    if rows.value is None or not rows.has(key):
        return int(shipped()[key]["value"])
    rows.at(key).object(required=("value",), optional=("tag", "source"))
    return rows.at(key).at("value").integer(0, 4)


def tables(profile: dict[str, Any]) -> Catalogue:
    """The unit types, which no number of a coin changes."""
    losses(profile)
    return catalogue()


def profile_hash(profile: dict[str, Any]) -> str:
    """The hash of the numbers under a profile's values."""
    return "sha256:" + sha256(json.dumps(losses(profile), sort_keys=True).encode()).hexdigest()


def sheet(profile: dict[str, Any]) -> NumberSheet:
    """Every number with its tag and source."""
    rows = tuple(
        SheetRow(LABELS[key], (Number(f"toss.{key}", LABELS[key], value, shipped()[key]["value"], "HR", "COIN-2"),))
        for key, value in losses(profile).items()
    )
    section = Section("toss", "The toss", "COIN-2", "", ("Points",), rows)
    return NumberSheet(str(profile.get("name") or "As shipped"), profile_hash(profile), (section,))
