"""The manifest of My Favourite Rules."""

from pathlib import Path

from battles.resolvers.contract import COMMON_STREAMS, INCH, Board, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="my_favourite",
    name="My Favourite Rules",
    source="A series of posts, Pt1 to Pt3b, on rules that their author likes best: initiative, morale before moving.",
    printed="Sequence, morale, musketry and gunnery are printed; charges, terrain and advantages are rebuilt.",
    code="MFR",
    board=Board(INCH),
    resolver="battles.resolvers.my_favourite.resolver",
    odds="battles.resolvers.my_favourite.odds",
    briefing="battles.resolvers.my_favourite.briefing",
    phrases="battles.resolvers.my_favourite.phrases",
    papers="battles.resolvers.my_favourite.papers",
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A unit has six figures for each strength point, a battery its crew; what is left is scaled back.",
)
