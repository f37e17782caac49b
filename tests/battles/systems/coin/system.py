"""The manifest of the coin toss."""

from pathlib import Path

from battles.resolvers.contract.manifest import CHOICE, Board, Option, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="coin",
    name="Toss a coin",
    source="Heads or tails, as everybody knows it.",
    printed="Nothing of it is printed; nothing had to be rebuilt.",
    code="COIN",
    board=Board(),
    resolver="tests.battles.systems.coin.resolver",
    odds="tests.battles.systems.coin.odds",
    companion="tests.battles.systems.coin.companion",
    phrases="tests.battles.systems.coin.phrases",
    options=(
        Option("best_of_three", "Best of three", "Two tosses won decide it.", rule="COIN-3"),
        Option(
            "metal", "Metal", "What the coin is made of.", CHOICE, "silver",
            choices=(("silver", "Silver"), ("gold", "Gold")),
        ),
    ),
    numbers=(_HERE / "coin.toml",),
    rules=_HERE / "rules.toml",
    streams=("toss",),
)  # fmt: skip
