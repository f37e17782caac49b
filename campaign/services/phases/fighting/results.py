"""Results of battles on the table, handed in by a faction or for it."""

from collections.abc import Mapping
from typing import Any

from battles.models import Battle
from battles.resolvers.values.entries import Part
from battles.services.held.table import hand_in
from campaign.services.record.hands import note_hand


def hand_in_result(
    *, battle: Battle, part: Part, values: Mapping[str, Any], by: str, seen: str | None = None
) -> bool:  # fmt: skip
    """Hand in what a faction answers for; whether the battle is settled by it. The record names who acts."""
    act = f"handed in a result of the {battle.name} for"
    return hand_in(
        battle=battle, side=part.number, part=part, values=values, by=by, seen=seen, also=lambda: note_hand(act)
    )
