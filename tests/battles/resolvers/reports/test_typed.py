"""Results typed in from the table (EX-5): what cannot be is refused by name, what can goes on at the evening."""

from dataclasses import replace
from typing import Any

import pytest

from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import finish_file, verify
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report, from_dict
from battles.resolvers.values.typed import TypedError, check_days, differences, read_typed, unhurt
from rosters.rules.catalogue import catalogue


@pytest.fixture(scope="module")
def file() -> BattleFile:
    sides = [
        {"name": "Français", "role": "attacker", "commander": {"name": "Ney", "skill": "good"},
         "wings": [{"name": "Oudinot", "skill": "average"}],
         "units": [{"id": "f1", "name": "Légère", "type": "line_inf", "strength": 3}, {"id": "f2", "type": "light_cav"},
                   {"id": "f3", "type": "heavy_art"}]},
        {"name": "Allies", "role": "defender", "commander": {"name": "Kleist", "skill": "average"},
         "units": [{"id": "a1", "name": "Garde", "type": "line_inf"}, {"id": "a3", "type": "line_inf"},
                   {"id": "a2", "type": "irreg_cav", "outriders": True}]},
    ]  # fmt: skip
    return freeze(parse({"format": "bivouac.battle/1", "name": "Bautzen", "season": "spring", "terrain": "open",
                         "sides": sides}), "bautzen")  # fmt: skip


def typed(file: BattleFile, **units: tuple[int, str]) -> dict[str, Any]:
    made = unhurt(file).as_dict()
    for side in made["sides"]:
        for key in side["units"]:
            if key in units:
                side["units"][key] = dict(zip(("strength", "fate"), units[key], strict=True))
    return made


@pytest.mark.parametrize(("key", "unit", "sentence"), [
    ("f1", (4, "stands"), "Légère: 4 strength points are more than the 3 it went into the battle with; type 0 to 3."),
    ("f1", (0, "stands"), "Légère: a unit with 0 strength points has routed; choose its box, or destroyed."),
    ("f3", (0, "rallyable"), "guns, engineers and trains go to the Non-Rallyable box (LGG-14.0-d)."),
    ("a2", (0, "nonrallyable"), "Outriders that rout are lost at once (LGG-S4-b); choose destroyed."),
    ("a1", (-1, "stands"), "sides[1].units.a1.strength"),
    ("a1", (2, "asleep"), "sides[1].units.a1.fate"),
])  # fmt: skip
def test_EX_5_a_result_that_cannot_be_is_refused_by_name(file, key, unit, sentence) -> None:
    with pytest.raises(TypedError) as refused:
        read_typed(typed(file, **{key: unit}), file, catalogue())
    assert sentence in str(refused.value)


def test_EX_5_units_of_two_armies_are_not_mixed_and_none_is_forgotten(file) -> None:
    mixed = typed(file)
    mixed["sides"][0]["units"]["a1"] = mixed["sides"][1]["units"].pop("a1")
    with pytest.raises(TypedError, match="a1 belongs to Allies, not to Français"):
        read_typed(mixed, file, catalogue())
    strange = typed(file)
    strange["sides"][0]["units"]["x9"] = {"strength": 1, "fate": "stands"}
    with pytest.raises(TypedError, match="x9: no unit of this battle has this id"):
        read_typed(strange, file, catalogue())
    short = typed(file)
    del short["sides"][1]["units"]["a1"]
    with pytest.raises(TypedError, match="Garde of Allies is missing"):
        read_typed(short, file, catalogue())


def fought(file: BattleFile, made: dict[str, Any], stage: str, stayed: tuple[bool, bool]) -> Report:
    made["stage"] = stage
    for side, stays in zip(made["sides"], stayed, strict=True):
        side["stayed"] = stays
    return finish_file(file, "a seed", made)


def test_EX_5_after_the_evening_the_strengths_stand_as_typed(file) -> None:
    report = fought(file, typed(file, f1=(1, "stands"), a1=(0, "destroyed")), "after", (True, False))
    assert (report.outcome.kind, report.outcome.winner) == ("victory", "Français")
    assert [(u.id, u.before, u.lost, u.after, u.fate) for side in report.sides for u in side.units] == [
        ("f1", 3, 2, 1, "kept"), ("f2", 3, 0, 3, "kept"), ("f3", 1, 0, 1, "kept"),
        ("a1", 4, 4, 0, "eliminated"), ("a3", 4, 0, 4, "kept"), ("a2", 3, 0, 3, "kept"),
    ]  # fmt: skip
    assert not any(event["dice"] for event in report.journal)


def test_EX_5_the_dispatch_of_a_typed_result_claims_nothing_of_its_hours(file) -> None:
    """The paper gives strengths alone: whether it came to blows, and when, is not on it."""
    report = fought(file, typed(file, f1=(1, "stands"), a1=(2, "stands")), "before", (True, False))
    dispatch = write_dispatch(report)
    assert "Français lost 1 of 7 strength points" in dispatch.lead
    assert {part.round for part in dispatch.paragraphs} == {0}
    assert not [part.text for part in dispatch.paragraphs if "armies only" in part.text or "lines moved" in part.text]


@pytest.mark.parametrize("box", ["rallyable", "nonrallyable"])
def test_LGG_15_4_b_who_is_still_in_a_box_after_the_evening_is_no_more(file, box) -> None:
    report = finish_file(file, "one", typed(file, f1=(0, box)) | {"stage": "after"})
    unit = report.sides[0].units[0]
    assert (unit.id, unit.fate, unit.after, unit.lost) == ("f1", "eliminated", 0, 3)
    assert "One unit of Français was destroyed." in write_dispatch(report).lead
    assert report.typed is not None
    assert report.typed["sides"][0]["units"]["f1"] == {"strength": 0, "fate": "destroyed"}
    assert verify(report).same


def test_EX_5_no_more_days_than_the_battle_lasts(file) -> None:
    check_days(3, file)
    with pytest.raises(TypedError, match="Days fought: this battle lasts 3 days at most; write 1 to 3"):
        check_days(4, file)
    with pytest.raises(TypedError, match="Days fought: this battle lasts 1 day; write 1"):
        check_days(2, replace(file, options=replace(file.options, max_days=1)))


def test_EX_4_before_the_evening_the_pursuit_and_the_rallies_are_rolled(file) -> None:
    report = fought(file, typed(file, f1=(1, "stands"), a1=(0, "rallyable")), "before", (True, False))
    told = [event["ev"] for event in report.journal if event["ev"] != "typed"]
    assert told[:3] == ["battle_start", "stay_leave", "pursuit"]
    pursuit = next(event for event in report.journal if event["ev"] == "pursuit")
    assert len(pursuit["dice"]) == 3  # three points of light cavalry against none (LGG-15.2, 15.3)
    rally = next(event for event in report.journal if event["ev"] == "eod_rally")
    assert rally["penalty"] == 1  # pursued (LGG-15.4-c), from the Rallyable box
    assert {u.id: u.after for side in report.sides for u in side.units}["a1"] == int(rally["pass"])


def test_EX_5_a_battle_left_by_both_or_held_by_both_is_a_draw(file) -> None:
    for stayed in ((True, True), (False, False)):
        report = fought(file, typed(file), "before", stayed)
        assert (report.outcome.kind, report.outcome.winner) == ("draw", None)
        assert not any(event["ev"] == "pursuit" for event in report.journal)


def test_EX_5_lost_generals_are_in_the_report(file) -> None:
    made = typed(file)
    made["sides"][0]["leaders"] = ["unhurt", "lost"]
    report = fought(file, made, "after", (True, False))
    assert [report.sides[0].commander.fate, report.sides[0].wings[0].fate] == ["unhurt", "lost"]


def test_EX_5_a_typed_report_verifies_and_a_changed_one_does_not(file) -> None:
    data = fought(file, typed(file, f1=(1, "stands")), "before", (True, False)).as_dict(journal=True)
    assert verify(from_dict(data)).same
    data["typed"]["sides"][0]["units"]["f1"]["strength"] = 2
    assert not verify(from_dict(data)).same


def test_two_results_are_compared_line_by_line(file) -> None:
    one = read_typed(typed(file, f1=(1, "stands")), file, catalogue())
    other = read_typed(typed(file, f1=(2, "stands"), a1=(0, "rallyable")), file, catalogue())
    assert differences(one, one, file) == []
    assert differences(one, other, file) == [("Légère", "1 left", "2 left"), ("Garde", "4 left", "rallyable (0 left)")]
