"""The manifest of One Hour Wargames, modified."""

from pathlib import Path

from battles.resolvers.contract import COMMON_STREAMS, INCH, Board, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="one_hour",
    name="One Hour Wargames, modified",
    source="A play sheet of 15 July 2020 that modifies One Hour Wargames: three hits a unit and a line of morale.",
    printed="Moves, ranges, the attack table and morale are printed; pivots, arcs, contact and terrain are rebuilt.",
    code="OHW",
    board=Board(INCH),
    resolver="battles.resolvers.one_hour.resolver",
    odds="battles.resolvers.one_hour.odds",
    briefing="battles.resolvers.one_hour.briefing",
    phrases="battles.resolvers.one_hour.phrases",
    papers="battles.resolvers.one_hour.papers",
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A unit at full strength has three hits; a weaker one begins with fewer. What is left is scaled back.",
)
