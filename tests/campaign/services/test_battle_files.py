"""What a battle file tells of the armies of a side."""

from campaign.rules.theatre import ArmyFacts, UnitFacts
from campaign.services.phases.fighting.battle_files import unit_rows


def army(ref: str, name: str, *units: tuple[str, str]) -> ArmyFacts:
    rows = tuple(UnitFacts(f"{ref}-{n}", kind, name=called) for n, (kind, called) in enumerate(units))
    return ArmyFacts(ref, "prussia", "saxony", name, rows)


def named(facts: ArmyFacts, first: int) -> list[str]:
    return [row["name"] for row in unit_rows(facts, {}, "a{}", first, "own")]


def test_nameless_units_are_told_by_the_name_of_their_army_and_numbered_within_it() -> None:
    units = ("line_inf", ""), ("line_inf", "Kleist"), ("line_inf", ""), ("heavy_art", "")
    assert named(army("ru2", "Army of Silesia", *units), 9) == [
        "1st Line infantry (Army of Silesia)", "Kleist", "2nd Line infantry (Army of Silesia)",
        "1st Heavy artillery (Army of Silesia)",
    ]  # fmt: skip


def test_the_first_army_of_a_side_needs_no_telling() -> None:
    assert named(army("ru1", "Main Army", ("line_inf", ""), ("line_inf", "")), 1) == [
        "1st Line infantry", "2nd Line infantry",
    ]  # fmt: skip


def test_a_long_name_of_an_army_leaves_the_units_name_whole() -> None:
    (name,) = named(army("ru2", "x" * 80, ("elite_inf", "")), 2)
    assert (len(name), name[:20], name[-1]) == (80, "1st Elite infantry (", ")")
