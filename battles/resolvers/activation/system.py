"""The manifest of the activation rules."""

from pathlib import Path

from battles.resolvers.contract.manifest import COMMON_STREAMS, SQUARE, Board, Option, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="activation",
    name="Activation dice",
    source="An untitled set of regimental rules with activation dice and disorder.",
    printed="The course of a turn, combat and critical events are printed; all values of units were never published.",
    code="ADN",
    board=Board(SQUARE, per_inch=1 / 3),
    resolver="battles.resolvers.activation.resolver",
    odds="battles.resolvers.activation.odds",
    companion="battles.resolvers.activation.companion",
    briefing="battles.resolvers.activation.papers",
    phrases="battles.resolvers.activation.phrases",
    papers="battles.resolvers.activation.papers",
    options=(
        Option(
            "coloured_first",
            "Coloured dice first",
            "A disordered unit throws its coloured dice before white ones.",
            rule="ADN-07",
            number="options.coloured_first",
        ),
    ),
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="The fourth disorder removes a unit; a weak one begins with some. What is left is scaled back.",
)
