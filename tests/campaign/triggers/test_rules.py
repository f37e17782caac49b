"""HR-29 Arrivals and triggers: when their conditions hold, and where an army arrives."""

import datetime
from typing import Any

import pytest

from campaign.rules.ending.aims import Moment
from campaign.rules.files.trigger_rows import ConditionRow, EffectRow, TriggerRow
from campaign.rules.house import house_rules
from campaign.rules.theatre import ArmyFacts, EdgeFacts, ProvinceFacts, Theatre, UnitFacts
from campaign.rules.triggers import Now, blocked, conditions_in_words, holds, place_of

PLACES = {"west": (50.0, 50.0), "middle": (150.0, 20.0), "east": (250.0, 50.0)}
RED_ARMY = ArmyFacts("red_army", "red", "west", units=(UnitFacts("r1"),))


def land(**controllers: str) -> Theatre:
    held = {"west": "red", "middle": None, "east": "blue"} | controllers
    homes = {"west": "red", "east": "blue"}
    provinces = {key: ProvinceFacts(key, controller=who, home=homes.get(key), capital=key in homes, controlled_since=2)
                 for key, who in held.items()}  # fmt: skip
    edges = (EdgeFacts("west", "middle"), EdgeFacts("middle", "east"))
    relations = {frozenset(("red", "blue")): "war", frozenset(("red", "grey")): "neutral",
                 frozenset(("blue", "grey")): "allied"}  # fmt: skip
    return Theatre(provinces, edges, relations, factions=("red", "blue", "grey"))


def now(theatre: Theatre | None = None, day: str = "1809-06-01", turn: int = 3, destroyed: tuple[str, ...] = ()) -> Now:
    date = datetime.date.fromisoformat(day)
    return Now(Moment(theatre or land(), (RED_ARMY,), turn, date, {"red": 1}, house_rules({})), destroyed)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"kind": "date", "on": datetime.date(1809, 6, 1)}, True),
        ({"kind": "date", "on": datetime.date(1809, 6, 2)}, False),
        ({"kind": "held", "province": "west", "factions": ("red",), "turns": 2}, True),
        ({"kind": "held", "province": "west", "factions": ("red",), "turns": 3}, False),
        ({"kind": "held", "province": "west", "factions": ("blue",)}, False),
        ({"kind": "lost", "province": "west", "factions": ("blue",)}, True),
        ({"kind": "lost", "province": "west", "factions": ("red", "blue")}, False),
        ({"kind": "capital_lost", "factions": ("red",)}, False),
        ({"kind": "destroyed", "army": "old_guard"}, True),
        ({"kind": "destroyed", "army": "red_army"}, False),
        ({"kind": "relation", "between": ("red", "blue"), "relation": "war"}, True),
        ({"kind": "relation", "between": ("red", "grey"), "relation": "war"}, False),
        # West is worth 5, the battle won 5, the army 30 / 10
        ({"kind": "points", "factions": ("red",), "at_least": 13}, True),
        ({"kind": "points", "factions": ("red",), "at_least": 14}, False),
    ],
)
def test_HR_29_each_condition_holds_when_it_is_so(condition: dict[str, Any], expected: bool) -> None:
    row = TriggerRow(key="one", conditions=(ConditionRow(**condition),))
    assert holds(row, now(destroyed=("old_guard",))) is expected


def test_HR_29_a_capital_is_lost_when_somebody_else_holds_it() -> None:
    row = TriggerRow(key="one", conditions=(ConditionRow(kind="capital_lost", factions=("red",)),))
    assert holds(row, now(land(west="blue")))


def test_HR_29_all_conditions_have_to_hold_and_nothing_happens_twice() -> None:
    day = ConditionRow(kind="date", on=datetime.date(1809, 6, 1))
    held: dict[str, Any] = {"kind": "held", "province": "east"}
    both = (day, ConditionRow(**held, factions=("blue",)))
    assert holds(TriggerRow(key="one", conditions=both), now())
    assert not holds(TriggerRow(key="one", conditions=both, fired=1), now())
    assert not holds(TriggerRow(key="one", conditions=(day, ConditionRow(**held, factions=("red",)))), now())


@pytest.mark.parametrize(("effect", "expected"), [
    ({"provinces": ("middle", "east")}, "middle"), ({"provinces": ("west", "east")}, "east"),
    ({"provinces": ("west",)}, None), ({"provinces": ("west",), "if_taken": "nearest"}, "east"),
    ({"provinces": ("west",), "if_taken": "never"}, None), ({"edge": "west"}, "middle"),
    ({"edge": "north"}, "middle"), ({"edge": "east"}, "east"), ({"provinces": ("west",), "edge": "south"}, "east"),
])  # fmt: skip
def test_HR_29_an_army_arrives_where_no_enemy_is(effect: dict[str, Any], expected: str | None) -> None:
    coming = EffectRow(kind="army", faction="blue", name="Relief", **effect)
    assert place_of(coming, land(), (RED_ARMY,), PLACES) == expected
    waits = blocked(TriggerRow(key="one", effects=(coming,)), land(), (RED_ARMY,), PLACES)
    assert waits is (expected is None and coming.if_taken != "never")


def test_HR_29_a_neutral_lets_no_army_in() -> None:
    coming = EffectRow(kind="army", faction="red", name="Relief", provinces=("middle", "west"))
    assert place_of(coming, land(middle="grey"), (), PLACES) == "west"


def test_HR_29_conditions_are_put_into_words() -> None:
    rows = (
        ConditionRow(kind="date", on=datetime.date(1813, 10, 8)),
        ConditionRow(kind="held", province="west", factions=("red", "grey"), turns=2),
        ConditionRow(kind="destroyed", army="a"),
    )
    words = conditions_in_words(TriggerRow(key="one", conditions=rows), {"west": "West"}, {"red": "Red"}, {"a": "I"})
    assert words == (
        "from 8 October 1813 on, and if Red and grey holds West at the end of two turns in a row, and if I is destroyed"
    )
