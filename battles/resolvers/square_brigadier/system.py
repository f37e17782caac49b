"""The manifest of the Square Brigadier."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, COMMON_STREAMS, SQUARE, Board, Option, RuleSystem

WEAPONS = (
    ("0", "muskets"), ("1", "rifles for Elite"), ("2", "rifles for all"), ("3", "superior rifles for all"),
)  # fmt: skip
IRREGULAR = (("0", "none"), ("1", "Militia"), ("2", "Elite"))
_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="square_brigadier",
    name="The Square Brigadier",
    source="The Square Brigadier, second edition draft of 2012, a grid game for a card table.",
    printed="The draft is whole but untested; chance cards, troop classes, board and length are rebuilt.",
    code="SQB",
    board=Board(SQUARE, per_inch=1 / 3),
    resolver="battles.resolvers.square_brigadier.resolver",
    odds="battles.resolvers.square_brigadier.odds",
    companion="battles.resolvers.square_brigadier.companion",
    briefing="battles.resolvers.square_brigadier.papers",
    phrases="battles.resolvers.square_brigadier.phrases",
    papers="battles.resolvers.square_brigadier.papers",
    options=(
        Option("chance", "Chance cards", "A card in each turn of a side.", rule="SQB-48", number="options.chance"),
        Option("melee_dense", "Dense targets in melee", "", rule="SQB-41", number="options.melee_dense"),
        Option(
            "first",
            "A die for the first turn",
            "In a meeting it is thrown anyway.",
            rule="SQB-01",
            number="options.first",
        ),
        Option(
            "carbines",
            "Carbines",
            "Light and irregular cavalry shoots on foot.",
            default=True,
            rule="SQB-19",
            number="fire.carbines",
        ),
        Option("militia", "Militia shoots badly", "It has inferior firepower.", rule="SQB-29", number="fire.militia"),
        Option("weapons", "Weapons of infantry", "", CHOICE, "0", "SQB-27", choices=WEAPONS, number="fire.weapons"),
        Option(
            "irregular",
            "Irregular infantry",
            "It moves on in difficult ground.",
            CHOICE,
            "0",
            "SQB-20",
            choices=IRREGULAR,
            number="move.irregular",
        ),
    ),
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A unit has two to four hits by its class; a weaker one begins with fewer. What is left is scaled back.",
)
