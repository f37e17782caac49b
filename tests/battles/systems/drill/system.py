"""The manifest of the drill, a rule system for tests of everything around the fight."""

from battles.resolvers.contract.manifest import Board, RuleSystem

SYSTEM = RuleSystem(
    slug="drill", name="Drill", source="Made up for tests.", printed="Nothing of it is printed.", code="DRILL",
    board=Board(), resolver="tests.battles.systems.drill.resolver",
)  # fmt: skip
