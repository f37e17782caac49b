"""A small war as a campaign file, to be spoilt by tests."""

from copy import deepcopy
from typing import Any

DRAFT: dict[str, Any] = {
    "format": "bivouac.campaign/1",
    "name": "Small war",
    "calendar": {"start": "1809-05-01", "last_turn": 6},
    "map": {"view": [0, 0, 300, 100], "rivers": [{"name": "Beck", "line": [[100, 0], [100, 100]]}]},
    "factions": [{"key": "red", "name": "Red", "opening_points": 100},
                 {"key": "blue", "name": "Blue", "colour": "#0000aa"}],
    "relations": [{"between": ["red", "blue"], "kind": "war"}],
    "provinces": [
        {"key": "west", "name": "West", "at": [50, 50], "home": "red", "controller": "red", "depot": True,
         "capital": True, "polygon": [[0, 0], [100, 0], [100, 100], [0, 100]]},
        {"key": "middle", "name": "Middle", "at": [150, 50], "value": 3,
         "polygon": [[100, 0], [200, 0], [200, 100], [100, 100]]},
        {"key": "east", "name": "East", "at": [250, 50], "home": "blue", "controller": "blue", "depot": True,
         "capital": True, "polygon": [[200, 0], [300, 0], [300, 100], [200, 100]]},
    ],
    "edges": [{"between": ["west", "middle"], "kind": "river", "bridge": True, "river": "Beck"},
              {"between": ["middle", "east"]}],
    "leaders": [{"ref": "rufus", "faction": "red", "name": "Rufus", "skill": "good"},
                {"ref": "bleu", "faction": "blue", "name": "Bleu"}],
    "armies": [
        {"ref": "red_army", "faction": "red", "name": "Red army", "province": "west", "leader": "rufus",
         "roster": "2 Line inf, one 2/4 Line inf, 1 Elite inf Guard \"Household\", 1 Light cav"},
        {"ref": "blue_army", "faction": "blue", "name": "Blue army", "province": "east", "leader": "bleu",
         "units": [{"type": "line_inf", "name": "First"}, {"type": "heavy_cav", "strength": 2}]},
    ],
}  # fmt: skip


def draft() -> dict[str, Any]:
    """A fresh copy of the small war."""
    return deepcopy(DRAFT)
