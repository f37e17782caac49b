"""AI-38 The enemy's plan as he would make it himself: the general puts himself in his place."""

from collections.abc import Mapping
from dataclasses import replace

from campaign.rules.general.caretaker import UNIT_STRENGTH
from campaign.rules.general.known import Known
from campaign.rules.theatre import ArmyFacts, UnitFacts


def in_his_place(known: Known, at: Mapping[str, str]) -> Known | None:
    """AI-38 Return the war as the strongest enemy knows it who knows where we stand; ``at``: army → its province."""
    foe = _strongest(known)
    if foe is None:
        return None
    land, ours = known.theatre, dict[str, int]()
    for army in known.own:
        ours[at[army.ref]] = ours.get(at[army.ref], 0) + _units(army.strength)
    for key, strength in known.allied.items():
        ours[key] = ours.get(key, 0) + _units(strength)
    own = [_stack(foe, key, strength) for key, strength in known.enemy.items() if not known.behind_walls(key)]
    return replace(
        known, faction=foe, own=own, idle=own, foes=ours, ghosts={}, unseen=frozenset(), bound={}, wanted=frozenset(),
        friends={key: _units(strength) for key, strength in known.enemy.items() if known.behind_walls(key)},
        may=lambda army, key: land.lets_through(land.provinces[key].controller, foe),
        may_force=lambda army, way: land.lets_through(land.provinces[way[1]].controller, foe),
        toll=lambda army, key, forced: 1.0 if forced else 0.0, cut=lambda army, key: False,
    )  # fmt: skip


def _strongest(known: Known) -> str | None:
    """Return the enemy with the most land."""
    land: dict[str, int] = {}
    for province in known.theatre.provinces.values():
        if province.controller and known.theatre.at_war(province.controller, known.faction):
            land[province.controller] = land.get(province.controller, 0) + province.value
    return max(land, key=lambda key: (land[key], key), default=None)


def _units(strength: float) -> int:
    return max(1, round(strength / UNIT_STRENGTH))


def _stack(faction: str, key: str, strength: float) -> ArmyFacts:
    """Return the enemies of a province as one army, of as many points as they are taken for."""
    number, points = _units(strength), max(1, round(strength))
    units = (UnitFacts(f"{key}-{n}", strength=(points + n) // number) for n in range(number))
    return ArmyFacts(key, faction, key, units=tuple(units))
