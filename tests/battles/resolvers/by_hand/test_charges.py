"""The companion of the Solo Napoleonic rules notes both tests of a charge (SNW-59 to SNW-62)."""

from tests.battles.resolvers.by_hand.test_small_systems import Hand


def in_action() -> Hand:
    """The Solo rules when the cards are played."""
    hand = Hand("solo_napoleonic").begin()
    for side in (0, 1):
        count = len(hand.door.dice_wanted(hand.table, "control", {"side": side})[1])
        hand.note("control", side=side, dice=[4] * count)
    return hand.note("next")


def test_SNW_59_SNW_60_a_charge_that_starts_makes_its_target_test() -> None:
    hand = in_action().note("start", unit="f1/1", foe="a1/1", situation={}, dice=[100])
    assert "does not start" in hand.text
    assert hand.count("a1/1", "test") == 0
    hand.note("start", unit="f1/1", foe="a1/1", situation={"leader": "brigadier_aggressive"}, dice=[10])
    assert hand.count("a1/1", "test") == 1


def test_SNW_61_SNW_62_a_charge_goes_home_or_halts_and_fires() -> None:
    hand = in_action().note("home", unit="f1/1", foe="a1/1", situation={}, dice=[59])
    assert "goes home" in hand.text
    hand.note("home", unit="f1/1", foe="a1/1", situation={"stands": True, "ground": "work"}, dice=[100])
    assert "halts and fires a volley" in hand.text
    hand.note("counter", unit="a1/1", counter="chits", number=2)
    hand.note("home", unit="f1/1", foe="a1/1", situation={}, dice=[69])
    assert "goes home" in hand.text
