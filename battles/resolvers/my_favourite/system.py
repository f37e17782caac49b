"""The manifest of My Favourite Rules."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, COMMON_STREAMS, INCH, Board, Option, RuleSystem

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
    companion="battles.resolvers.my_favourite.companion",
    briefing="battles.resolvers.my_favourite.papers",
    phrases="battles.resolvers.my_favourite.phrases",
    papers="battles.resolvers.my_favourite.papers",
    options=(
        Option(
            "light_foot",
            "Light infantry",
            "It may skirmish: faster, free turns, through friends, weak in melee.",
            CHOICE,
            "0",
            "MFR-19",
            choices=(("0", "none"), ("1", "Elite infantry but for Guard")),
            number="move.light_foot",
        ),
        Option(
            "wheel",
            "Wheels",
            "A unit may wheel where that costs less than a turn.",
            default=True,
            rule="MFR-18",
            number="move.wheel",
        ),
        Option(
            "by_skill",
            "Generals by skill",
            "A general near adds his skill to every test, −2 to +2.",
            rule="MFR-10",
            number="general.by_skill",
        ),
        Option(
            "stand",
            "Figures to a die",
            "In shooting and close combat.",
            CHOICE,
            "3",
            "MFR-25",
            choices=(("1", "one"), ("2", "two"), ("3", "three")),
            number="musket.stand",
        ),
        Option("pairs", "Weak fire at long range", "Two hits remove one figure.", rule="MFR-26", number="musket.pairs"),
        Option(
            "british",
            "Small batteries",
            "Every battery has the crew of a horse battery.",
            rule="MFR-31",
            number="guns.british",
        ),
    ),
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A unit has six figures for each strength point, a battery its crew; what is left is scaled back.",
)
