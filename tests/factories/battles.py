"""Battles for tests: two armies of rosters, or a one-off battle of texts."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.services import create_battle
from rosters.models import Unit
from rosters.rules.notation import RosterItem
from tests.battles.drill import SLUG
from tests.factories.rosters import ArmyFactory, units

Fielded = Sequence[Unit | RosterItem]
FRENCH, ALLIES = "4 Line inf, one 2/4 Line inf, Light cav", "3 Line inf, Heavy art"


def file_of(first: Fielded = (), second: Fielded = (), *, rules: str = SLUG, **more: Any) -> BattleFile:
    """A battle file of units, or of the two texts above where there are none; ids are ``f1`` and ``a1`` onwards."""
    return parse(file_data(first, second, rules=rules, **more))


def file_data(first: Fielded = (), second: Fielded = (), *, rules: str = SLUG, **more: Any) -> dict[str, Any]:
    """The same as plain data."""
    sides = [_side("French", "Ney", "f", first, FRENCH), _side("Allies", "Wittgenstein", "a", second, ALLIES)]
    return {"format": "bivouac.battle/1", "name": "Bautzen", "season": "spring", "terrain": "rolling",
            "rules": rules, "sides": sides, **more}  # fmt: skip


def _side(name: str, general: str, letter: str, fielded: Fielded, text: str) -> dict[str, Any]:
    rows = [
        {"id": f"{letter}{n}", "name": (unit.name or str(unit))[:80], "type": unit.type, "guard": unit.guard,
         "outriders": unit.outriders, "strength": unit.strength}
        for n, unit in enumerate(fielded, 1)
    ]  # fmt: skip
    force: dict[str, Any] = {"units": rows} if rows else {"roster": text}
    return {"name": name, "commander": {"name": general, "skill": "average"}, **force}


def roster_battle(
    *, seed: str = "seed 1", waiting: bool = False, rosters: tuple[str, str] = (FRENCH, ALLIES), **more: Any
) -> Battle:
    """A battle between two armies whose rosters bear the losses."""
    first, second = (units(ArmyFactory(), roster) for roster in rosters)
    ids = {f"f{n}": unit for n, unit in enumerate(first, 1)} | {f"a{n}": unit for n, unit in enumerate(second, 1)}
    return create_battle(
        name="Bautzen", file=file_of(first, second, **more), field_seed="field", seed=seed, reference="turn:test:1",
        unit_ids=ids, waiting=waiting,
    )  # fmt: skip


def one_off(owner: User, *, seed: str = "seed 1", **more: Any) -> Battle:
    """A battle of texts, without rosters."""
    return create_battle(
        name="Bautzen", file=file_of(**more), field_seed="field", seed=seed, reference="", unit_ids={}, owner=owner
    )
