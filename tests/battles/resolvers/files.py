"""Battle files for tests: a small one to bend, and the one of the documentation."""

import copy
from typing import Any

SMALL: dict[str, Any] = {
    "format": "bivouac.battle/1", "name": "Kulm", "season": "summer", "terrain": "open",
    "sides": [
        {
            "name": "French", "role": "attacker", "commander": {"name": "Vandamme", "skill": "average"},
            "units": [
                {"id": "f1", "name": "Philippon", "type": "line_inf"},
                {"id": "f2", "name": "Corbineau", "type": "light_cav", "strength": 2},
            ],
        },
        {
            "name": "Allies", "role": "defender", "commander": {"name": "Ostermann", "skill": "good"},
            "roster": "2 Line inf, one 2/4 Militia inf, Heavy art Guard",
        },
    ],
}  # fmt: skip


def small(**changes: Any) -> dict[str, Any]:
    """The small file with other values at its top."""
    return copy.deepcopy(SMALL) | changes


def with_side(number: int, **changes: Any) -> dict[str, Any]:
    """The small file with one side bent; a value of `...` takes the key out."""
    file = copy.deepcopy(SMALL)
    _bend(file["sides"][number], changes)
    return file


def with_unit(number: int = 0, **changes: Any) -> dict[str, Any]:
    """The small file with one French unit bent."""
    file = copy.deepcopy(SMALL)
    _bend(file["sides"][0]["units"][number], changes)
    return file


def with_piece(**piece: Any) -> dict[str, Any]:
    """The small file with one piece of terrain on its table."""
    return small(field={"width": 72, "depth": 48, "pieces": [piece]})


def _bend(target: dict[str, Any], changes: dict[str, Any]) -> None:
    target.update(changes)
    for key in [key for key, value in changes.items() if value is ...]:
        del target[key]
