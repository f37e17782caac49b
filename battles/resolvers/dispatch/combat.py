"""Prose for a combat: who struck whom, how, and with what result."""

from dataclasses import dataclass

from base.words import listed, sentence
from battles.resolvers.dispatch.places import Country
from battles.resolvers.dispatch.scenes import Event, Scene
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


_ROUT = (
    "{attackers} broke {defender}{active}",
    "{defender}{passive} gave way before {attackers} and streamed to the rear",
    "{active_first}{attackers} overran {defender}",
    "{defender}{passive} broke under the assault of {attackers}",
)
_DRIVEN = (
    "{attackers} drove {defender} back{active}",
    "{defender}{passive} had to yield ground to {attackers}",
    "{active_first}{attackers} pushed {defender} from {its} place",
)
_DESTROYED = (
    "{attackers} destroyed {defender}{active}",
    "{defender}{passive} perished under the attack of {attackers}",
    "{active_first}{attackers} wiped out {defender}",
)
_STOOD_IN_SQUARE = (
    "{attackers} attacked {defender}, which stood in square{active}; men fell, but the square held",
    "the square of {defender}{passive} suffered under the attack of {attackers}, yet did not move",
)
_REPULSED = (
    "{defender}{though} held against {attackers} and threw {them} back",
    "{attackers} came on against {defender}{though} and had to fall back",
    "{attackers} could make no impression on {defender}{though} and fell back",
    "an attack of {attackers} on {defender}{though} failed",
    "{defender}{though} beat off {attackers}",
)
_BLOODY = (
    "{defender}{though} shattered the attack of {attackers}",
    "{attackers} ran onto {defender}{though} and {were} bloodily repulsed",
    "before {defender}{though} the attack of {attackers} collapsed",
    "{defender}{though} drove {attackers} off with heavy loss",
)


_FLED = (
    "{attackers} came on against {defender}{though} and broke",
    "the attack of {attackers} on {defender}{though} ended in flight",
    "{defender}{though} threw back {attackers}, which broke",
    "{defender}{though} held, and {attackers} broke",
)
_PERISHED = (
    "{attackers} attacked {defender}{though} and {were} destroyed",
    "{attackers} perished in an attack on {defender}{though}",
)
_BOTH = (
    "{attackers} and {defender}{though} fought it out at close quarters, and both suffered",
    "{attackers} closed with {defender}{though}; it cost both of them dear",
    "between {attackers} and {defender}{though} there was a fierce struggle that neither won",
    "{defender}{though} fought {attackers} at close quarters, and both suffered",
    "{defender}{though} gave {attackers} blow for blow",
)
_NOTHING = (
    "{attackers} closed with {defender}{though}, without a decision",
    "{attackers} could not move {defender}{though}",
    "{defender}{though} and {attackers} were locked together, and neither gave way",
    "{defender}{though} held out against {attackers}, without a decision",
)


_NOT_MOVED = ("{attackers} could not move {defender}{though}", "{defender}{though} held out against {attackers}")
"""For a fight without a decision after which an attacker was gone."""


@dataclass(frozen=True)
class How:
    """A circumstance, in words for the attackers, a beaten defender, a defender who held; ``first`` opens a sentence
    in which the defender is not named yet."""

    active: str = ""
    passive: str = ""
    though: str = ""
    first: str = ""


_HOUSES_FROM_TWO_SIDES = How("storming the houses from two sides", "assailed in {its} houses from two sides",
                             "assailed in {its} houses from two sides")  # fmt: skip
_HOUSES = How("storming the houses", "driven from house to house", "safe among {its} houses")
_HORSE_AND_FOOT = How("horse and foot together", "struck by horse and foot together",
                      "though struck by horse and foot together")  # fmt: skip
_SQUARE = How("", "standing in square", "standing in square")
_TWO_SIDES = (
    How("taking {it} from two sides", "taken from two sides", "though taken from two sides", "from two sides"),
    How("closing in from two sides", "assailed from two sides", "though assailed from two sides"),
    How(
        "striking {it} from two sides",
        "struck from two sides at once",
        "though struck from two sides at once",
        "from two sides at once",
    ),
)
_FLANK = (
    How("taking {it} in flank", "taken in flank", "though taken in flank", "from the flank"),
    How("striking {its} flank", "struck in the flank", "though struck in the flank", "with a blow in the flank"),
    How("coming in on {its} flank", "caught in the flank", "though caught in the flank", "by an attack in flank"),
)
_OUTNUMBERED = How("two upon one", "outnumbered", "though outnumbered")
_OBSTACLE = How("in spite of the obstacle before {it}", "for all the obstacle before {it}", "behind {its} obstacle",
                "in spite of an obstacle")  # fmt: skip
_UPHILL = How("uphill", "for all {its} higher ground", "on {its} higher ground")
_DOWNHILL = How("from the higher ground", "struck from above", "though struck from above")


_OF_HOW = ("active", "active_first", "passive", "though")


def combat_sentence(voice: Voice, country: Country, scene: Scene) -> str:
    """Return one combat in one sentence."""
    event, how = scene.event, _how(voice, scene)
    many = len(event["attackers"]) > 1 or voice.names.is_many(event["attackers"][0])
    plural = voice.names.is_many(event["defender"])
    pronouns = {"it": "them" if plural else "it", "its": "their" if plural else "its"}
    words = pronouns | {
        "attackers": voice.names.units(event["attackers"]),
        "defender": voice.names.unit(event["defender"]),
        "active": f", {how.active}," if how.active else "",
        "active_first": f"{how.first or how.active}, " if how.active else "",
        "passive": f", {how.passive}," if how.passive else "",
        "though": f", {how.though}," if how.though else "",
        "them": "them" if many else "it",
        "were": "were" if many else "was",
    }
    words = {key: word.format_map(pronouns) if key in _OF_HOW else word for key, word in words.items()}
    text = _tidy(voice.pick(*_clearly(*_phrases(scene), how)).format_map(words))
    return sentence(f"{text}{aftermath(voice, country, scene)}.")


def _clearly(kind: str, ways: tuple[str, ...], how: How) -> tuple[str, tuple[str, ...]]:
    """Leave out phrases in which what befell the defender could be read of the attackers."""
    clear = tuple(way for way in ways if way.startswith("{defender}{though}"))
    if not clear or not how.though.startswith(("though ", "assailed ")):
        return kind, ways
    return f"{kind} all the same", clear


def _phrases(scene: Scene) -> tuple[str, tuple[str, ...]]:
    result, gone = scene.event["result"], broken(scene)
    if destroyed(scene):
        return "destroyed", _DESTROYED
    if perished(scene):
        return "perished", _PERISHED
    if gone:
        return ("rout", _ROUT) if scene.event["defender"] in gone else ("fled", _FLED)
    if result == "defender_hit":
        return ("square", _STOOD_IN_SQUARE) if scene.squares else ("driven", _DRIVEN)
    if result in ("both_hit", "nothing"):
        return ("both", _BOTH) if result == "both_hit" else _undecided(scene)
    return ("bloody", _BLOODY) if result == "attacker_two_hits" else ("repulsed", _REPULSED)


def _undecided(scene: Scene) -> tuple[str, tuple[str, ...]]:
    """Leave out that neither gave way where one of several attackers did."""
    gone = {event["unit"] for name in ("rout", "eliminated", "fallback") for event in scene.of(name)}
    return ("not moved", _NOT_MOVED) if gone & set(scene.event["attackers"]) else ("locked", _NOTHING)


def _tidy(text: str) -> str:
    """No comma before another mark or at the end."""
    for wrong, right in ((",,", ","), (",;", ";")):
        text = text.replace(wrong, right)
    return text.rstrip(",")


def circumstances(voice: Voice, event: Event) -> set[str]:
    """Collect what mattered in a combat, by the meaning of its system's modifiers and by the side struck."""
    known, modifiers = voice.phrases.circumstances, event.get("modifiers") or {}
    found = {
        known[column, name]
        for column, rows in modifiers.items()
        for name, value in rows
        if value and (column, name) in known
    }
    return found | ({"flank"} if event.get("where") in ("flank", "rear") else set())


def _how(voice: Voice, scene: Scene) -> How:
    """Return the circumstance that mattered most: town, squares, flank, two on one, obstacle, height."""
    found, two = circumstances(voice, scene.event), len(scene.event["attackers"]) > 1
    if "houses" in found:
        return _HOUSES_FROM_TWO_SIDES if two else _HOUSES
    if scene.squares:
        return _square(scene.event, found)
    if "flank" in found:
        ways = _TWO_SIDES if two else _FLANK
        return ways[voice.turn("flank", len(ways))]
    return _OUTNUMBERED if two else _ground(found)


def _square(event: Event, found: set[str]) -> How:
    if "horse_and_foot" in found:
        return _HORSE_AND_FOOT
    return How() if event["result"] == "defender_hit" else _SQUARE


def _ground(found: set[str]) -> How:
    return next((how for name, how in _GROUNDS if name in found), How())


_GROUNDS = (("obstacle", _OBSTACLE), ("uphill", _UPHILL), ("downhill", _DOWNHILL))
