"""Whatever a battle file can hold is played, shown on the papers, or refused with a sentence; nothing is ignored."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.registry import resolver, slugs, system
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import OPTIONAL, REQUIRED
from battles.resolvers.values.sides import _PLAN_KEYS, _SIDE_OPTIONAL, _UNIT_OPTIONAL
from tests.battles.conformance.conftest import battle_data

Data = dict[str, Any]
COMMON = [slug for slug in slugs() if system(slug).streams and "battle" in system(slug).streams]
"""The systems that fight with the common record; the others have suites of their own."""

FIELD = {
    "width": 72, "depth": 48,
    "pieces": [{"kind": "obstacle", "shape": [[20, 34], [52, 34]], "cover": "hard"},
               {"kind": "river", "shape": [[0, 24], [72, 24]]}, {"kind": "bridge", "shape": [[36, 22], [36, 26]]}],
}  # fmt: skip


def top(**more: Any) -> Callable[[Data], None]:
    return lambda data: data.update(more)


def side(number: int, **more: Any) -> Callable[[Data], None]:
    return lambda data: data["sides"][number].update(more)


def plan(**more: Any) -> Callable[[Data], None]:
    """A plan of the attacker, and of the defender what he can take over of it."""
    both = {key: value for key, value in more.items() if key in ("break_off", "sector")}
    return lambda data: data["sides"][0].update(plan=more) or data["sides"][1].update(plan=both)


def unit(number: int, **more: Any) -> Callable[[Data], None]:
    return lambda data: data["sides"][0]["units"][number].update(more)


def held(data: Data) -> None:
    data["held_whole_turn"] = True
    data["sides"][1]["units"].append({"id": "sappers", "type": "engineer"})


def swapped(data: Data) -> None:
    data |= {"held_whole_turn": True, "swapped_edges": True}


def late_army(data: Data) -> None:
    for one in data["sides"][0]["units"][3:]:
        one |= {"arrives": 20, "army": "east"}
    data["sides"][0]["wings"][0]["army"] = "east"


def own_type(data: Data) -> None:
    """Give the attacker's line infantry a better type of the war."""
    better = {"morale": 9, "attack": 3, "defend": 3, "fire": 3}
    data["unit_types"] = [{"short": "Needle inf", "base": "line_inf", "name": "Needle-gun infantry", **better}]
    for one in data["sides"][0]["units"]:
        one |= {"own": "Needle inf"} if one["type"] == "line_inf" else {}


def guards(data: Data) -> None:
    for one in (*data["sides"][0]["units"][3:], *data["sides"][1]["units"][3:4]):
        one["guard"] = True


def limits(data: Data) -> None:
    """The attacker leaves with the first unit gone, the defender with the last: a general alone leaves in between."""
    for one, share in zip(data["sides"], (1, 95), strict=True):
        one["plan"] = {"break_off": share}


def turned_about(data: Data) -> None:
    for one, role in zip(data["sides"], ("defender", "attacker"), strict=True):
        one["role"] = role


PLAYED: dict[str, Callable[[Data], None]] = {
    "season": top(season="summer"), "weather": top(weather="precipitating"), "ground": top(ground="soft"),
    "terrain": top(terrain="marsh"), "field": top(field=FIELD), "engagement": top(engagement="meeting"),
    "held_whole_turn": held, "swapped_edges": swapped, "fortress": top(fortress=True),
    "river_crossing": top(river_crossing=True), "campaign_weather": top(campaign_weather="foul", options={}),
    "options.max_days": top(options={"max_days": 1}), "options.limit_guns": top(options={"limit_guns": True}),
    "role": turned_about, "commander": side(0, commander={"name": "Ney", "skill": "poor"}),
    "wings": side(0, wings=[{"name": "Vandamme", "skill": "good"}, {"name": "Oudinot", "skill": "good"}]),
    "roster": lambda data: data["sides"][0].update(roster="5 Line inf", units=None) or data["sides"][0].pop("units"),
    "must_decide": side(1, must_decide=True), "capital": side(0, capital=True),
    "supply_cut": side(0, supply_cut=True), "plan.posture": plan(posture="hold"),
    "plan.sector": plan(sector="right"), "plan.reserve": plan(reserve=70), "plan.break_off": limits,
    "plan.spare": plan(spare=["f1", "f2"]), "type": unit(0, type="militia_inf"), "guard": guards,
    "outriders": unit(3, type="irreg_cav", outriders=True), "strength": unit(0, strength=1),
    "arrives": unit(0, arrives=30), "edge": unit(0, arrives=30, edge="left"), "army": late_army,
    "works": side(1, works=2), "unit_types": own_type, "own": own_type,
}  # fmt: skip
"""A change of the file for every key that a rule system has to answer for."""

ELSEWHERE = {
    "format": "says how the file is read", "sides": "its keys are below", "name": "a name",
    "rules": "chooses the system", "profile": "numbers, see the suite of profiles", "options": "its keys are below",
    "came_from": "turns the table before the file is made (HR-T1)", "units": "its keys are below",
    "plan": "its keys are below",
    "stakes": "weighs the evening of La Grande Guerre (AI-22); the smaller systems leave by what is left (COM-14)",
    "plan.evening": "the same",
}  # fmt: skip


def test_every_key_of_a_battle_file_is_in_the_table() -> None:
    plans = {f"plan.{key}" for key in _PLAN_KEYS}
    keys = {*REQUIRED, *OPTIONAL, *_SIDE_OPTIONAL, *_UNIT_OPTIONAL, "type", "commander"} | plans
    known = {key for key in PLAYED if not key.startswith("options.")} | set(ELSEWHERE)
    assert keys <= known


def seen(rules: str, change: Callable[[Data], None] | None) -> dict[str, Any]:
    """What a file comes to: the frozen file and what both sides are shown, or the refusal."""
    data = deepcopy(battle_data(rules))
    if change is not None:
        change(data)
    try:
        file = resolver(rules).freeze(parse(data), "field")
    except Refusal as refusal:
        return {"refused": str(refusal)}
    door = system(rules).briefing
    assert door is not None
    told = __import__(door, fromlist=["tasks"]).tasks
    return {"file": file, "tasks": [told(file, one, commanded=True) for one in file.sides]}


def journal(rules: str, found: dict[str, Any], seed: str) -> Any:
    """How a file is fought on a seed."""
    if seed not in found:
        found[seed] = resolver(rules).fight(found["file"], seed).journal
    return found[seed]


@pytest.fixture(scope="module")
def plain() -> Callable[[str], dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    return lambda rules: made[rules] if rules in made else made.setdefault(rules, seen(rules, None))


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize("rules", COMMON)
def test_every_key_is_played_said_or_refused(rules: str, key: str, plain: Callable[[str], dict[str, Any]]) -> None:
    found = seen(rules, PLAYED[key])
    if "refused" in found:
        assert len(found["refused"]) > 20
        return
    usual = plain(rules)
    shown = found["tasks"] != usual["tasks"]
    assert shown or any(journal(rules, found, seed) != journal(rules, usual, seed) for seed in ("1", "2", "3", "4"))
