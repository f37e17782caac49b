"""The Solo Napoleonic rules as a whole: doors, conversion, invariants, goldens, the auditor (COM-19, T1 to T9)."""

import json
import os
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from base.refusal import Refusal
from battles.resolvers.common.codes import SIDE_UNITS, Arm, Status
from battles.resolvers.contract.explanations import explanations
from battles.resolvers.files.battle_file import parse
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.charge import charge_way
from battles.resolvers.solo_napoleonic.codes import WORDS, Side
from battles.resolvers.solo_napoleonic.odds import read_question
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.shooting import throw_volleys, unsaved
from battles.resolvers.solo_napoleonic.turn import play_turn
from battles.resolvers.values.report import Report
from tests.audits.solo_napoleonic import audit
from tests.audits.unseen import compiled
from tests.battles.resolvers.solo_napoleonic.armies import SMALL, frozen, unseen
from tests.battles.resolvers.solo_napoleonic.table import BLUE, Man, table

GOLDEN = Path(__file__).parent / "golden.json"
FEW, AUDITED, PINNED = range(4), range(10, 20), range(10)


def plain(n: int) -> Report:
    """Battle n of this module: those from 100 on are pinned."""
    return DOOR.fight(unseen(n), f"golden {n - 100}" if n >= 100 else f"seed {n}")


@cache
def battles() -> dict[int, Report]:
    return compiled(__name__, (*FEW, *AUDITED, *(100 + k for k in PINNED)))


@pytest.fixture(scope="module")
def report() -> Report:
    return DOOR.fight(frozen(), "seed")


def test_SNW_01_battalions_regiments_and_batteries() -> None:
    battle = DOOR.ready(frozen("1 Line inf, 1 Heavy cav, 1 Field art, 1 Horse art"), "seed")
    assert [int(battle.cap[unit]) for unit in range(int(battle.units[0]))] == [18] * 4 + [12] * 3 + [4, 3]
    assert int(battle.start_sp[0]) == 9


@pytest.mark.parametrize(("roster", "points", "units"), [("10 Line inf", 1, 40), ("11 Line inf", 2, 22)])
def test_D9_large_armies_field_a_unit_for_two_points(roster: str, points: int, units: int) -> None:
    battle = DOOR.ready(frozen(roster, "1 Line inf"), "seed")
    assert [int(battle.side_own[side, Side.POINTS]) for side in (0, 1)] == [points, points]
    assert int(battle.units[0]) == units


def test_D9_the_largest_field_a_unit_a_division() -> None:
    battle = DOOR.ready(frozen("101 Line inf", "1 Line inf"), "seed")
    assert (int(battle.units[0]), int(battle.sp[0])) == (101, 4)
    assert int(battle.leaders[0]) <= 64


def test_HR_7_guns_beyond_their_limit_stay_off_the_table() -> None:
    file = frozen("3 Line inf, 3 Field art", options={"max_days": 1, "limit_guns": True})
    battle = DOOR.ready(file, "seed")
    here = [unit for unit in range(int(battle.units[0])) if battle.status[unit] == Status.BOARD]
    assert [int(battle.arm[unit]) for unit in here].count(Arm.ART) == 1
    after = {unit.id: unit.after for unit in DOOR.fight(file, "seed").sides[0].units}
    assert [after[unit.id] for unit in file.sides[0].units if unit.type == "field_art"][1:] == [1, 1]


def test_HR_T3_HR_T6_the_rest_of_an_army_and_late_units_enter_by_their_edge() -> None:
    meeting = DOOR.fight(frozen("4 Line inf", "4 Line inf", engagement="meeting"), "seed")
    assert {event["round"] for event in meeting.journal if event["ev"] == "arrive"} >= {3}
    data = frozen("4 Line inf", "4 Line inf").as_dict()
    data["sides"][0]["units"][1] |= {"arrives": 50, "edge": "left"}
    came = [event for event in DOOR.fight(parse(data), "seed").journal if event["ev"] == "arrive"]
    assert {event["unit"].partition("/")[0] for event in came} == {data["sides"][0]["units"][1]["id"]}
    assert min(event["round"] for event in came) == 7
    assert {event["pose"][2] for event in came} == {90.0}


def test_nobody_stands_over_another_when_armies_deploy() -> None:
    for number in FEW:
        battle, boxes = DOOR.ready(unseen(number), "seed"), []
        for side in (0, 1):
            for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
                if battle.status[unit] != Status.WAITING:
                    w, d = battle.width[unit] // 2, battle.depth[unit] // 2
                    boxes.append((battle.x[unit] - w, battle.y[unit] - d, battle.x[unit] + w, battle.y[unit] + d))
        for i, (a, b, c, d) in enumerate(boxes):
            assert all(c <= e or g <= a or d <= f or h <= b for e, f, g, h in boxes[:i])


def test_COM_19_T1_the_same_seed_gives_the_same_journal(report: Report) -> None:
    assert DOOR.fight(frozen(), "seed") == report
    assert DOOR.fight(frozen(), "another").digest != report.digest


@pytest.mark.parametrize("number", FEW)
def test_COM_19_T5_T6_T7_invariants_over_unseen_battles(number: int) -> None:
    file, fought = unseen(number), battles()[number]
    known = explanations()
    named = {rule for event in fought.journal for rule in event["rule"]}
    assert {rule for rule in named if not rule.startswith("COM-")} - set(known) == set()
    limit = {"spring": 13, "summer": 18, "fall": 15, "winter": 10}[file.season]
    assert max(event["round"] for event in fought.journal) <= limit
    for side in fought.sides:
        assert all(unit.before == unit.after + unit.lost + unit.moved for unit in side.units)
        assert all(unit.after >= 0 and unit.lost >= 0 for unit in side.units)
        assert sum(unit.after for unit in side.units) <= sum(unit.before for unit in side.units)


def test_T6_a_battle_stopped_at_once_changes_nothing() -> None:
    from battles.resolvers.solo_napoleonic.losses import write_back

    battle = DOOR.ready(frozen(), "seed")
    before = [int(v) for v in battle.roll_before[:400]]
    write_back(battle)
    assert [int(v) for v in battle.roll_sp[:400]] == before


def test_the_journal_tells_where_everybody_is(report: Report) -> None:
    places: dict[str, list[float]] = {}
    for event in report.journal:
        if event["ev"] in ("move", "fallback"):
            assert places[event["unit"]][:2] == event["path"][0][:2]
            places[event["unit"]] = event["path"][-1]
        elif "unit" in event and event.get("pose"):
            places[event["unit"]] = event["pose"]
    assert len(places) > 20


@pytest.mark.parametrize("number", AUDITED)
def test_the_auditor_finds_nothing(number: int) -> None:
    assert audit(battles()[number]) == []


def _tampered(report: Report, name: str, change: object) -> list[str]:
    journal = deepcopy(list(report.journal))
    event = next(one for one in journal if one["ev"] == name and change(one))  # type: ignore[operator]
    assert event
    return audit(replace(report, journal=tuple(journal)))


def _further(event: dict) -> bool:
    event["path"][-1][1] += 300
    return True


def _other(key: str, by: int = 1):
    def change(event: dict) -> bool:
        if key not in event:
            return False
        event[key] = event[key] + by
        return True

    return change


def _passed(event: dict) -> bool:
    event["pass"] = not event["pass"]
    return True


def _die(event: dict) -> bool:
    event["dice"][0]["face"] = event["dice"][0]["sides"] + 1
    return True


@pytest.mark.parametrize(("name", "change"), [
    ("move", _further), ("fire", _other("hits")), ("fire", _other("range", 900)), ("hit", _other("left")),
    ("combat", _other("attack", 2)), ("morale", _other("needed", 5)), ("morale", _passed),
    ("orders", _other("total")),
    ("disorder", _other("chits")), ("charge_test", _other("needed", 10)), ("card", _die), ("decision", None),
])  # fmt: skip
def test_the_auditor_catches_a_changed_journal(name: str, change: object, report: Report) -> None:
    if change is None:

        def change(event: dict) -> bool:
            event["lost"]["Blue"] += 1
            return True

    assert _tampered(report, name, change) != []


def test_T8_an_empirical_check_of_a_volley() -> None:
    """50 000 volleys of C infantry at short range: 7/4 fall, within four standard errors."""
    battle = table(Man(0, "line_inf", 900, 400))
    battle.quiet, throws, total, squares = 1, 5_000, 0, 0
    for _ in range(throws):
        dead = sum(unsaved(battle, throw_volleys(battle, 1, 0, 0), 5) for _ in range(10))
        battle.thrown = 0
        total, squares = total + dead, squares + dead * dead
    mean, variance = total / throws, squares / throws - (total / throws) ** 2
    assert abs(mean - 17.5) < 4 * (variance / throws) ** 0.5


def test_T8_odds_are_those_of_the_engine() -> None:
    asked = {
        "kind": "fire", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"},
        "situation": {"range": 70, "cover": "soft"},
    }  # fmt: skip
    answer = read_question(asked).answer()
    assert answer["expected_hits"]["defender"]["fraction"] == "5/2"
    assert sum(Fraction(one["fraction"]) for one in answer["chances"].values()) == 1
    morale = {"kind": "morale", "defender": {"type": "line_inf"}, "situation": {
        "control": True, "friends": 1, "casualties": 2, "disorder": 1}}  # fmt: skip
    assert read_question(morale).answer()["chances"]["pass"]["fraction"] == "39/50"
    melee = {"kind": "combat", "attackers": [{"type": "heavy_cav"}], "defender": {"type": "light_cav"}}
    answer = read_question(melee).answer()
    assert sum(Fraction(one["fraction"]) for one in answer["chances"].values()) == 1


@pytest.mark.parametrize(("change", "words"), [
    ({"situation": {"range": 200}}, "out of range"), ({"attackers": [{"type": "heavy_cav"}]}, "does not fire"),
    ({"attackers": [{"type": "engineer"}]}, "does not fight"), ({"kind": "chess"}, "kind"),
])  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(change: dict, words: str) -> None:
    asked = {
        "kind": "fire", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"},
        "situation": {"range": 70},
    }  # fmt: skip
    with pytest.raises(Refusal, match=words):
        read_question(asked | change)


def test_a_plan_of_battle_is_followed() -> None:
    data = frozen().as_dict()
    data["sides"][0]["plan"] = {
        "posture": "hold", "sector": "left", "reserve": 50, "break_off": 20,
        "spare": [data["sides"][0]["units"][0]["id"]],
    }  # fmt: skip
    battle = DOOR.ready(parse(data), "seed")
    assert (int(battle.posture[0]), int(battle.spare[0])) == (1, 1)
    marched = []
    for _ in range(2):
        play_turn(battle)
        marched.append(int(battle.y[0]))
    assert max(marched) < 4000


def test_every_event_has_its_words() -> None:
    from battles.resolvers.solo_napoleonic.phrases import PHRASES

    assert {kind.name for kind in WORDS.events.values()} - set(PHRASES) == set()
    assert charge_way is not None
    assert n.MM * BLUE == 0


def test_ten_golden_battles() -> None:
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert {str(k): battles()[100 + k].digest for k in PINNED} == kept
    assert plain(100).digest == kept["0"]


def test_compiled_and_plain_rules_fight_the_same_battle_and_the_same_runs(report: Report) -> None:
    code = (
        "import tests.environment; from battles.resolvers.solo_napoleonic.resolver import DOOR;"
        "from tests.battles.resolvers.solo_napoleonic.armies import frozen;"
        "print(DOOR.fight(frozen(), 'seed').digest, DOOR.tally_runs(frozen(), 'seed', 0, 1).as_dict())"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "BIVOUAC_KERNELS": "1"}, capture_output=True, text=True,
        check=True,
    ).stdout  # fmt: skip
    assert told.strip() == f"{report.digest} {DOOR.tally_runs(frozen(), 'seed', 0, 1).as_dict()}"
    assert SMALL
