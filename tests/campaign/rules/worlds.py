"""Small theatres of plain values for the rules."""

from campaign.rules.theatre import ArmyFacts, EdgeFacts, LeaderFacts, ProvinceFacts, Theatre, UnitFacts
from rosters.rules import catalogue
from rosters.rules.notation import parse_roster


def theatre(*edges, war=(("red", "blue"),), allied=(), transit=(), weather=None, **provinces):
    """Provinces by key with their facts; edges as ``"a-b"`` or ``"a-b:pass"``; ``:bridge`` is a river with a bridge."""
    ways = [_edge(text) for text in edges]
    keys = set(provinces) | {key for way in ways for key in (way.first, way.second)}
    facts = {key: ProvinceFacts(key, name=key.title(), **provinces.get(key, {})) for key in keys}
    relations = {frozenset(pair): kind for kind, pairs in (("war", war), ("allied", allied), ("transit", transit))
                 for pair in pairs}  # fmt: skip
    factions = tuple(sorted({f for pair in relations for f in pair}))
    return Theatre(facts, tuple(ways), relations, weather or {}, factions)


def _edge(text):
    pair, _, kind = text.partition(":")
    first, second = pair.split("-")
    if kind == "bridge":
        return EdgeFacts(first, second, "river", True)
    return EdgeFacts(first, second, kind or "road")


def units(roster, prefix="u"):
    """Unit facts of a roster text."""
    found = []
    for number, item in enumerate(parse_roster(roster), start=1):
        kind = catalogue.unit_type(item.type)
        found.append(UnitFacts(
            f"{prefix}{number}", item.type, kind.arm, item.guard, item.outriders, item.strength, kind.full,
            catalogue.morale(item.type, item.guard), catalogue.price(item.type, item.guard),
            catalogue.upkeep(item.type, item.guard),
        ))  # fmt: skip
    return tuple(found)


def army(ref, faction, province, roster="2 Line inf", skill=None, **more):
    """An army of a faction in a province."""
    leader = LeaderFacts(f"{ref}-leader", ref.title(), skill) if skill else None
    return ArmyFacts(ref, faction, province, ref.title(), units(roster, f"{ref}-"), leader, **more)
