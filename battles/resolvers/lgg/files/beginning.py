"""The start of every battle: the engine's version, the numbers it is fought by, the journal's first event."""

from __future__ import annotations

from battles.resolvers.lgg.record.profile import Profile, make_profile, shipped_profile
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Event

ENGINE = "20"


def profile_of(file: BattleFile) -> Profile:
    """Return the numbers that a battle file is fought by."""
    return make_profile(file.profile) if file.profile else shipped_profile()


def start_event(file: BattleFile, seed: str, profile: str) -> Event:
    """Make the journal's first event."""
    field = file.laid_out
    return {
        "seed": seed,
        "profile": profile,
        "engine": ENGINE,
        "table": [field.width, field.depth],
        "field": [piece.as_dict() for piece in field.pieces],
    }
