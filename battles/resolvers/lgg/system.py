"""The manifest of La Grande Guerre."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, INCH, WHOLE, Board, Option, RuleSystem

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
    papers="battles.resolvers.lgg.sums.briefing",
    options=(
        Option("stratagems", "Stratagems", "Each side draws stratagems before the battle.", rule="LGG-S1"),
        Option("sudden_death", "Sudden death", "A battle may end before its day does.", rule="LGG-S3"),
        Option("will", "The will of an army", "An army leaves once more than this share of its units is broken.",
               kind=CHOICE, default="1/3", rule="HR-26", letter="off",
               choices=(("off", "off, nobody must leave"), ("1/4", "a quarter"), ("1/3", "a third"),
                        ("2/5", "two fifths"), ("1/2", "a half"))),
        Option("large_army", "Units to a command roll",
               "A side throws one command roll for so many units on the table, or part of them; 0: one for any number.",
               kind=WHOLE, default=16, least=0, most=64, rule="HR-27", letter=0),
    ),
    numbers=(_HERE / "record" / "units.toml", _HERE / "record" / "profile.toml", _HERE / "record" / "doctrine.toml"),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    watched=True,
    weighs_stakes=True,
    conversion="Nothing is converted: strength points are its own.",
)
