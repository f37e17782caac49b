"""The plan that a player gives an army for its next battle: what his general is to try, and what not to risk."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from base.place import JsonPlace
from battles.resolvers.values.sides import EVENINGS, POSTURES, SECTORS
from campaign.rules.theatre import ArmyFacts

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
