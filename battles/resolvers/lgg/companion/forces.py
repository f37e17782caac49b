"""A combat or a fire among the units of the table as a question about odds (EX-3).

Asked by a side, the enemy's units count as that side knows them: at full strength less the hits that lie beside them,
until they have fought and their strength is known. So do the units of allies.
"""

from collections.abc import Mapping
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.notes import EVERYTHING, Reader
from battles.resolvers.lgg.companion.state import TableState, read_unit
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.sums.odds_file import Question, read_question


def known_strength(table: TableState, key: str, reader: Reader) -> int:
    """Return the strength points of a unit as a side knows them; at least 1 while it stands."""
    if knows(table, key, reader):
        return table.strength(key)
    return max(1, table.kind(key).full - table.hits(key))


def knows(table: TableState, key: str, reader: Reader) -> bool:
    """Does a reader know the strength of a unit: his own, or one that has fought?"""
    return key in table.shown or reader.owns(key, table.side_of(key))


def force(table: TableState, key: str, reader: Reader) -> dict[str, Any]:
    """Return a unit as the odds want it."""
    slot, known = table.slots[key], knows(table, key, reader)
    return {
        "type": table.kind(key).key,
        "strength": known_strength(table, key, reader),
        "guard": known and bool(table.battle.guard[slot]),
        "outriders": known and bool(table.battle.outrider[slot]),
    }


def combat_question(table: TableState, values: JsonPlace, reader: Reader = EVERYTHING) -> Question:
    """LGG-9.0-b One or two attackers of one side and their defender."""
    places = values.at("attackers").items(least=1, most=2)
    attackers, defender = [read_unit(table, place) for place in places], read_unit(table, values.at("defender"))
    _stand_here(table, [*attackers, defender])
    if len(set(attackers)) < len(attackers):
        places[1].refuse("a unit attacks once; choose another one or none.")
    if len({table.side_of(key) for key in attackers}) > 1:
        places[1].refuse("both attackers belong to one side.")
    if table.side_of(defender) == table.side_of(attackers[0]):
        values.at("defender").refuse("it belongs to the attackers' own side.")
    return _question(table, "combat", attackers, defender, values.at("situation").value, reader)


def fire_question(table: TableState, values: JsonPlace, reader: Reader = EVERYTHING) -> Question:
    """LGG-13.0-a A battery and its target."""
    firer, target = (read_unit(table, values.at(place)) for place in ("firer", "target"))
    _stand_here(table, [firer, target])
    if table.side_of(firer) == table.side_of(target):
        values.at("target").refuse("it belongs to the battery's own side.")
    return _question(table, "fire", [firer], target, values.at("situation").value, reader)


def _stand_here(table: TableState, keys: list[str]) -> None:
    for key in keys:
        if not table.is_here(key):
            where = codes.STATUS_KEYS[table.status(key)]
            raise Refusal(f"{table.name(key)}: not on the table ({where}); choose another unit.")


def _question(
    table: TableState, kind: str, attackers: list[str], defender: str, situation: Mapping[str, Any] | None,
    reader: Reader,
) -> Question:  # fmt: skip
    if not isinstance(situation, dict | None):
        raise Refusal("situation: an object with what else counts is expected.")
    return read_question({
        "kind": kind,
        "attackers": [force(table, key, reader) for key in attackers],
        "defender": force(table, defender, reader),
        "situation": dict(situation or {}),
        "profile": table.file.profile or None,
    })  # fmt: skip
