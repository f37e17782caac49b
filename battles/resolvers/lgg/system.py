"""The manifest of La Grande Guerre."""

from pathlib import Path

from battles.resolvers.contract import INCH, Board, Option, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="lgg",
    name="La Grande Guerre",
    source="La Grande Guerre, the grand-tactical rules that campaigns here are paid and counted by.",
    printed="The course of a battle is printed; several tables and lists are lost and were rebuilt (REC-1 to REC-8).",
    code="LGG",
    board=Board(INCH),
    resolver="battles.resolvers.lgg.resolver",
    odds="battles.resolvers.lgg.sums.odds_file",
    companion="battles.resolvers.lgg.companion.door",
    briefing="battles.resolvers.lgg.sums.briefing",
    phrases="battles.resolvers.lgg.phrases",
    papers="battles.resolvers.lgg.sums.papers",
    options=(
        Option("stratagems", "Stratagems", "Each side draws stratagems before the battle.", rule="LGG-S1"),
        Option("sudden_death", "Sudden death", "A battle may end before its day does.", rule="LGG-S3"),
    ),
    numbers=(_HERE / "record" / "units.toml", _HERE / "record" / "profile.toml", _HERE / "record" / "doctrine.toml"),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    watched=True,
    weighs_stakes=True,
    conversion="Nothing is converted: strength points are its own.",
)
