"""The manifest of the Solo Napoleonic Wargames Rules."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, COMMON_STREAMS, MILLIMETRE, Board, Option, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="solo_napoleonic",
    name="Solo Napoleonic Wargames Rules",
    source="Solo Napoleonic Wargames Rules by Kuryakin, First Empire 52: command as a lottery, for one player.",
    printed="Sequence, fire, melee and morale are printed; some twenty tables or first rows are lost and rebuilt.",
    code="SNW",
    board=Board(MILLIMETRE, 25.0),
    resolver="battles.resolvers.solo_napoleonic.resolver",
    odds="battles.resolvers.solo_napoleonic.odds",
    companion="battles.resolvers.solo_napoleonic.companion",
    briefing="battles.resolvers.solo_napoleonic.papers",
    phrases="battles.resolvers.solo_napoleonic.phrases",
    papers="battles.resolvers.solo_napoleonic.papers",
    options=(
        Option(
            "skirmishers",
            "Skirmishers",
            "The first unit of a division of Elite, Guard, light or irregular troops.",
            default=True,
            rule="SNW-38",
            number="fire.skirmish",
        ),
        Option("rifles", "Rifles", "Elite skirmishers carry them.", default=True, rule="SNW-36", number="fire.rifles"),
        Option("nations", "Nations", "A side is of the nation in its name: British, Austria …", rule="SNW-15"),
        Option(
            "special",
            "Officers, standards, musicians",
            "They are hit by name.",
            default=True,
            rule="SNW-65",
            number="disorder.special",
        ),
        Option(
            "die", "Die of a volley", "", CHOICE, "6", "SNW-32", choices=(("6", "d6"), ("4", "d4")), number="fire.die"
        ),
        Option(
            "leaves",
            "A unit leaves",
            "",
            CHOICE,
            "2",
            "SNW-64",
            number="morale.leaves",
            choices=(("2", "at half of its figures"), ("4", "at a quarter")),
        ),
    ),
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A division is a brigade of one battalion or regiment a strength point; figures left are scaled back.",
)
