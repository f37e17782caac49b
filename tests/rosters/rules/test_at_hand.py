"""Values at hand: one name is one value, and those not wanted for longest go first."""

from base.at_hand import AtHand


def test_a_value_is_made_once() -> None:
    shelf, made = AtHand(3), []
    for _ in range(2):
        assert shelf.get("a", lambda: made.append("a") or "value") == "value"
    assert made == ["a"]


def test_the_value_not_wanted_for_longest_goes() -> None:
    shelf = AtHand(2)
    for name in ("a", "b", "a", "c"):
        shelf.get(name, lambda name=name: name.upper())  # type: ignore[misc]
    assert (shelf.get("a", lambda: "made anew"), shelf.get("b", lambda: "made anew")) == ("A", "made anew")


def test_weights_count_and_a_heavy_value_stays_alone() -> None:
    shelf = AtHand(10)
    shelf.get("light", lambda: "x", len)
    shelf.get("heavy", lambda: "y" * 20, len)
    assert (shelf.weight, shelf.get("light", lambda: "made anew", len)) == (20, "made anew")


def test_a_value_put_twice_weighs_once() -> None:
    shelf = AtHand(10)
    shelf.put("a", "first", 4)
    shelf.put("a", "second", 5)
    assert (shelf.weight, shelf.get("a", lambda: "third")) == (5, "second")
