"""Every rule system that the registry finds, those of the tests among them, one after the other."""

from typing import Any

import pytest

from battles.resolvers.contract.registry import slugs, system
from tests.battles import drill

drill.register()

FIRST_OF = {"foot": "line_inf", "cav": "light_cav", "art": "field_art"}
"""A unit type of each arm."""
DOORS = ("odds", "companion", "briefing", "phrases")


@pytest.fixture(params=slugs())
def rules(request: pytest.FixtureRequest) -> str:
    """The slug of a rule system. A test marked ``door`` is skipped where its manifest has none of the name."""
    slug: str = request.param
    for mark in request.node.iter_markers("door"):
        if not getattr(system(slug), mark.args[0]):
            pytest.skip(f"its manifest has no {mark.args[0]}")
    return slug


@pytest.fixture
def data(rules: str) -> dict[str, Any]:
    """A battle of two small armies, as plain data."""
    return battle_data(rules)


def battle_data(rules: str, **more: Any) -> dict[str, Any]:
    """The same for a rule system of this slug: every arm, a worn unit, a wing."""
    french = {
        "name": "French", "commander": {"name": "Ney", "skill": "good"},
        "wings": [{"name": "Oudinot", "skill": "average"}],
        "units": [
            {"id": "f1", "name": "Gérard", "type": "line_inf", "strength": 4},
            {"id": "f2", "name": "Charpentier", "type": "line_inf", "strength": 2},
            {"id": "f3", "name": "Vieille Garde", "type": "elite_inf", "guard": True, "strength": 4},
            {"id": "f4", "name": "Chasseurs", "type": "light_cav", "strength": 3},
            {"id": "f5", "name": "Réserve", "type": "heavy_art", "strength": 1},
        ],
    }  # fmt: skip
    allies = {
        "name": "Allies", "commander": {"name": "Wittgenstein", "skill": "average"},
        "units": [
            {"id": "a1", "name": "Klüx", "type": "line_inf", "strength": 4},
            {"id": "a2", "name": "Zieten", "type": "line_inf", "strength": 4},
            {"id": "a3", "name": "Landwehr", "type": "militia_inf", "strength": 3},
            {"id": "a4", "name": "Kürassiere", "type": "heavy_cav", "strength": 3},
            {"id": "a5", "name": "Batterie 7", "type": "field_art", "strength": 1},
        ],
    }  # fmt: skip
    return {"format": "bivouac.battle/1", "name": "Bautzen", "season": "spring", "terrain": "rolling", "rules": rules,
            "sides": [french, allies], **more}  # fmt: skip
