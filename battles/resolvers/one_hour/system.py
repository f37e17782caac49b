"""The manifest of One Hour Wargames, modified."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, COMMON_STREAMS, INCH, Board, Option, RuleSystem

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
    companion="battles.resolvers.one_hour.companion",
    briefing="battles.resolvers.one_hour.papers",
    phrases="battles.resolvers.one_hour.phrases",
    papers="battles.resolvers.one_hour.papers",
    options=(
        Option(
            "cuirass", "Cuirasses", "They cover heavy cavalry against cavalry.", rule="OHW-24", number="column.cuirass"
        ),
        Option(
            "heavy_horse",
            "All cavalry shoots",
            "Heavy cavalry, too, as the sheet's table has it.",
            rule="OHW-08",
            number="range.heavy_horse",
        ),
        Option(
            "skirmishers",
            "Skirmishers",
            "Faster, through friends, and weak.",
            CHOICE,
            "0",
            "OHW-28",
            choices=(("0", "none"), ("1", "Elite infantry but for Guard"), ("2", "Militia")),
            number="column.skirmishers",
        ),
        Option(
            "melee_only",
            "Morale after melee alone",
            "Hits by fire call for no check.",
            rule="OHW-19",
            number="morale.melee_only",
        ),
        Option(
            "assault",
            "Infantry assaults",
            "Guns and towns may be stormed.",
            default=True,
            rule="OHW-16",
            number="move.assault",
        ),
    ),
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A unit at full strength has three hits; a weaker one begins with fewer. What is left is scaled back.",
)
