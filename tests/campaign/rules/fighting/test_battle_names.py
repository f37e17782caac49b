"""No two battles of a war have the same name."""

from campaign.rules.fighting.plan import free_name


def test_battles_in_one_place_are_counted_and_a_name_that_fell_free_is_used_again() -> None:
    taken: list[str] = []
    for _ in range(4):
        taken.append(free_name("Teplitz", taken))
    assert taken == [
        "Battle of Teplitz", "Second Battle of Teplitz", "Third Battle of Teplitz", "Fourth Battle of Teplitz",
    ]  # fmt: skip
    assert free_name("Teplitz", {taken[0], taken[2]}) == "Second Battle of Teplitz"
    assert free_name("Culm", taken) == "Battle of Culm"


def test_two_provinces_of_one_long_name_have_battles_of_two_names() -> None:
    first = free_name("x" * 130, ())
    assert len(first) == len(free_name("x" * 130, {first})) == 120
    assert first != free_name("x" * 130, {first})
