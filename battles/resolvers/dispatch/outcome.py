"""The outcome of a combat: the units that broke, and the cost behind the semicolon of its sentence."""

from base.words import listed
from battles.resolvers.dispatch.places import Country
from battles.resolvers.dispatch.scenes import Scene
from battles.resolvers.dispatch.voice import Voice


def broken(scene: Scene) -> set[str]:
    """Return the unit whose breaking the sentence itself gives: the defender, or else the only attacker."""
    event, routed = scene.event, {rout["unit"] for rout in scene.of("rout")}
    if event["defender"] in routed or event["result"] == "rout":
        return {event["defender"]}
    return routed & set(event["attackers"]) if len(event["attackers"]) == 1 else set()


def destroyed(scene: Scene) -> bool:
    """Was the defender destroyed by the blow itself, or by a fight that took his last strength?"""
    lost = any(event["unit"] == scene.event["defender"] for event in scene.of("eliminated"))
    return lost and scene.event["result"] in ("rout", "defender_hit", "both_hit", "nothing")


def perished(scene: Scene) -> set[str]:
    """Return the only attacker if the attack that failed was its last."""
    event, gone = scene.event, {e["unit"] for e in scene.of("eliminated")}
    failed = event["result"] not in ("rout", "defender_hit") and event["defender"] not in gone
    return gone & set(event["attackers"]) if failed and len(event["attackers"]) == 1 else set()


def aftermath(voice: Voice, country: Country, scene: Scene) -> str:
    """Describe the cost and the consequences, behind a semicolon."""
    costs = [*_left(voice, scene), *_also_broken(voice, scene)]
    struck = [text for unit, text in costs if unit in _fought(scene)]
    beside = [text for unit, text in costs if unit not in _fought(scene)]
    taken = _occupied(voice, country, scene)
    clauses = [*struck, *taken, *(f"{_BESIDE * (k == 0)}{text}" for k, text in enumerate(beside))]
    return f"; {listed(clauses)}" if clauses else ""


_BESIDE = "in the same fight "


def _fought(scene: Scene) -> set[str]:
    return {*scene.event["attackers"], scene.event["defender"]}


def _left(voice: Voice, scene: Scene) -> list[tuple[str, str]]:
    """Describe the units of the fight that are down to half of their strength or less, and did not break."""
    routed = {event["unit"] for name in ("rout", "eliminated") for event in scene.of(name)}
    hits = [event for event in scene.of("hit") if event["unit"] not in routed and event["sp"]]
    now = {e["unit"]: e["sp"] for e in hits if 2 * e["sp"] <= voice.names.cards[e["unit"]].full}
    return [(unit, _worn(voice, scene, unit, strength)) for unit, strength in now.items() if unit in _fought(scene)]


def _worn(voice: Voice, scene: Scene, unit: str, strength: int) -> str:
    half = 2 * strength == voice.names.cards[unit].full
    ways = _HALF if half else _LESS
    return voice.pick(f"left {half}", ways).format(_again(voice, scene, unit), _were(voice, scene, unit))


_HALF = ("{0} {1} down to half strength", "{0} {1} left at half strength")
_LESS = ("{0} {1} down to less than half strength", "{0} {1} left with less than half strength")


def _again(voice: Voice, scene: Scene, unit: str) -> str:
    """Return a unit that the sentence has named already."""
    if unit == scene.event["defender"]:
        return "the defenders"
    return "the attackers" if scene.event["attackers"] == [unit] else voice.names.unit(unit)


def _were(voice: Voice, scene: Scene, unit: str) -> str:
    named = unit == scene.event["defender"] or scene.event["attackers"] == [unit]
    return "were" if named or voice.names.is_many(unit) else "was"


def _also_broken(voice: Voice, scene: Scene) -> list[tuple[str, str]]:
    """Return units that broke although the result of the combat does not show it."""
    expected = broken(scene) | ({scene.event["defender"]} if destroyed(scene) else set()) | perished(scene)
    also = " as well" if scene.event["defender"] in expected else ""
    fled = dict.fromkeys(event["unit"] for event in scene.of("rout") if event["unit"] not in expected)
    taken = dict.fromkeys(e["unit"] for e in scene.of("eliminated") if e["unit"] not in {*expected, *fled})
    beside = [unit for unit in fled if unit not in _fought(scene)]
    clauses = [(unit, f"{_again(voice, scene, unit)} broke{also}") for unit in fled if unit not in beside]
    clauses += [(beside[0], f"{voice.names.units(beside)} broke{also}")] if beside else []
    return clauses + [(unit, f"{_again(voice, scene, unit)} {_were(voice, scene, unit)} destroyed") for unit in taken]


def _occupied(voice: Voice, country: Country, scene: Scene) -> list[str]:
    """Return who took the named place that the defender held, where the fight was inside one."""
    where = country.where(scene.event["n"])
    if where is None or not where[1]:
        return []
    return [f"{_again(voice, scene, event['unit'])} took {where[0].name}" for event in scene.of("occupy")][:1]
