"""The things that a battle of a war is given: name, plans, rules and numbers (ENG-2), stakes, wishes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import ordinal_word
from battles.resolvers.contract.registry import resolver, system
from battles.resolvers.files.battle_file import read_options
from battles.resolvers.values.sides import EVENINGS, POSTURES, SECTORS
from campaign.rules.theatre import ArmyFacts
from rosters.rules.catalogue import catalogue

KEYS = ("posture", "sector", "reserve", "break_off", "evening", "spare")
MOST_SPARED = 200


def check_plan(values: object, path: str = "") -> dict[str, Any]:
    """Return a stored plan with only the keys that have a value; refused by the place of what is wrong."""
    place = JsonPlace(values, path)
    place.object(optional=KEYS)
    made: dict[str, Any] = {}
    for key, choices in (("posture", POSTURES), ("sector", SECTORS), ("evening", EVENINGS)):
        if place.has(key):
            made[key] = place.at(key).choice(choices)
    for key in ("reserve", "break_off"):
        if place.has(key):
            made[key] = place.at(key).integer(0, 100)
    spare = [one.text(most=60) for one in place.at("spare").items(most=MOST_SPARED)] if place.has("spare") else []
    return made | ({"spare": spare} if spare else {})


def plan_of_side(
    armies: Sequence[ArmyFacts], commander: str | None, plans: Mapping[str, Mapping[str, Any]], ids: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return the plan of a side as in a battle file; None where nobody gave one.

    HR-14: the army whose leader commands the side decides, and the strongest where nobody leads. What each army wants
    spared is spared. ``plans`` is by army reference, ``ids`` turns unit keys into ids of the battle file.
    """
    deciding = _deciding(armies, commander)
    made = {key: value for key, value in plans.get(deciding.ref, {}).items() if key != "spare"}
    wanted: Iterable[str] = (key for army in armies for key in plans.get(army.ref, {}).get("spare", ()))
    spare = [ids[key] for key in wanted if key in ids]
    return made | ({"spare": spare} if spare else {}) or None


def _deciding(armies: Sequence[ArmyFacts], commander: str | None) -> ArmyFacts:
    for army in armies:
        if commander in {leader.ref for leader in (army.leader, *army.wings) if leader is not None}:
            return army
    return max(armies, key=lambda army: (army.strength, army.ref))


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


ANYBODY = ""
TABLE = "table"


def wished(standing: Mapping[str, str], enemies: Iterable[str]) -> str | None:
    """Return how a faction wants a battle against these enemies decided: the table, if it wants that against one of
    them.

    ``standing`` has a method by enemy; under ``ANYBODY`` the one against all others. None where the faction has
    chosen nothing.
    """
    wanted = [method for enemy in enemies if (method := standing.get(enemy, standing.get(ANYBODY)))]
    return TABLE if TABLE in wanted else wanted[0] if wanted else None


LEAST, BY_VALUE, CAPITAL = 5, 1, 60
"""In hundredths of an army's price: any province, each point of its value, the own capital besides."""


def stakes_of(value: int, *, capital: bool) -> dict[str, int]:
    """Return the stakes of a side in a province of some value, which may be its capital.

    A draw is worth nothing to either: the holder keeps the province, but the enemy's army is still there to try again.
    An army is dearer than a province, so that a clearly beaten side gives up the field and saves its strength.
    """
    field = LEAST + BY_VALUE * value
    return {"won": field, "drawn": 0, "lost": -field - (CAPITAL if capital else 0)}


LENGTH = 120


KINDS = {"": "Battle of", "storm": "Storm of", "sally": "Sally from"}
"""How the name of a battle begins; HR-28: of a storm and a sally."""


def free_name(place: str, taken: Collection[str], siege: str = "") -> str:
    """Return `Battle of Leipzig`; the next one fought there is the `Second Battle of Leipzig`."""
    return next(name for number in count(1) if (name := _name(f"{KINDS[siege]} {place}", number)) not in taken)


def _name(whole: str, number: int) -> str:
    times = ordinal_word(number)
    before = f"{times[0].upper()}{times[1:]} " if number > 1 else ""
    return f"{before}{whole}"[:LENGTH]
