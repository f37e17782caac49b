"""A plan of battle: given with the orders, kept, written into the battle file, and never shown to a rival."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command

from base.refusal import Refusal
from battles.models import Battle
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.dispatch.reasons import reason_sentence, ways_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import verify
from battles.resolvers.lgg.resolver import fight
from battles.resolvers.values import report as reports
from battles.resolvers.values.report import Report
from battles.services.life import packed
from campaign.models import FactionTurn, Turn
from campaign.services.files.files import copy_campaign
from campaign.services.sheet.orders import give_plan, set_ready
from rosters.models import Unit
from tests.campaign.worlds import Valley, fresh, long_valley, march_on_the_ridge
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
PLAN = {"posture": "delay", "sector": "left", "reserve": 20, "break_off": 35}


@pytest.fixture
def valley(drilled) -> Valley:
    return long_valley()


def spared(valley: Valley, ref: str) -> Unit:
    return Unit.objects.filter(army=valley.stations[ref].army).order_by("pk").last()


def fought(valley: Valley) -> Battle:
    march_on_the_ridge(valley)
    valley.campaign.refresh_from_db()
    return Battle.objects.get()


def page(valley: Valley, who: str, path: str) -> bytes:
    answer = logged_in(valley.people[who]).get(f"/c/long-valley/{path}")
    assert answer.status_code == 200
    return answer.content


def test_a_plan_is_given_in_the_armys_panel_and_kept_until_it_is_changed(valley):
    key, unit = valley.stations["south-van"].army.key, spared(valley, "south-van")
    south = logged_in(valley.people["south"])
    south.post(f"/c/long-valley/armies/{key}/plan/", PLAN | {"spare": unit.key})
    assert fresh(valley, "south-van").plan == PLAN | {"spare": [unit.key]}
    text = south.get(f"/c/long-valley/armies/{key}/").text
    assert "delay, on the left, 20 % in reserve, break off at 35 % broken, 1 unit not to be risked" in text
    fought(valley)
    assert fresh(valley, "south-van").plan["posture"] == "delay"
    south.post(f"/c/long-valley/armies/{key}/plan/", {"posture": ""})
    assert fresh(valley, "south-van").plan == {}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [({"posture": "charge"}, "Choose attack"), ({"reserve": "101"}, "from 0 to 100"), ({"break_off": "-1"}, "from 0"),
     ({"sector": "rear"}, "Choose left"), ({"spare": "aaaaaaaaaaaa"}, "choose some of those")],
)  # fmt: skip
def test_a_bad_plan_is_refused_in_its_place(valley, data, sentence):
    key = valley.stations["south-van"].army.key
    answer = logged_in(valley.people["south"]).post(f"/c/long-valley/armies/{key}/plan/", data)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert fresh(valley, "south-van").plan == {}


def test_three_words_beside_the_order_set_the_evening_and_leave_the_rest_of_the_plan(valley):
    key, unit = valley.stations["south-van"].army.key, spared(valley, "south-van")
    south, plan = logged_in(valley.people["south"]), PLAN | {"spare": [unit.key]}
    south.post(f"/c/long-valley/armies/{key}/plan/", plan)
    for word in ("hold", "save", ""):
        text = south.get(f"/c/long-valley/armies/{key}/").text
        form = re.search(r'<form method="post" class="evening.*?</form>', text, re.DOTALL).group()
        sent = re.findall(r'type="hidden" name="(?!csrf)([^"]+)" value="([^"]*)"', form)
        south.post(f"/c/long-valley/armies/{key}/plan/", dict(sent) | {"evening": word})
        assert fresh(valley, "south-van").plan == plan | ({"evening": word} if word else {})
        text = south.get(f"/c/long-valley/armies/{key}/").text
        assert f'value="{word}" aria-pressed="true"' in text
        assert text.count('aria-pressed="true" title=') == 1


def test_units_of_another_army_and_a_sealed_turn_are_refused(valley):
    station = fresh(valley, "south-van")
    with pytest.raises(Refusal, match="spare: choose units"):
        give_plan(station=station, plan={"spare": [spared(valley, "south-main").key]}, actor="south")
    valley.campaign.turns.update(state=Turn.State.SEALED)
    with pytest.raises(Refusal):
        give_plan(station=station, plan=PLAN, actor="south")


def test_a_changed_plan_makes_the_orders_a_draft_again(valley):
    set_ready(faction=valley.factions["south"], user=valley.people["south"])
    give_plan(station=fresh(valley, "south-van"), plan=PLAN, actor="south")
    assert not FactionTurn.objects.get(turn=valley.turn, faction=valley.factions["south"]).ready


def test_the_battle_file_carries_the_plan_with_ids_of_the_file(valley):
    unit = spared(valley, "south-van")
    give_plan(station=fresh(valley, "south-van"), plan=PLAN | {"spare": [unit.key]}, actor="south")
    battle = fought(valley)
    attacker, defender = battle.file["sides"]
    assert attacker["plan"] is None
    assert defender["plan"] == PLAN | {"spare": [battle.fielded.get(unit=unit).file_id]}
    assert parse(battle.file).sides[1].plan.posture == "delay"


def test_a_plan_is_read_by_its_side_and_the_referee_before_and_after_the_battle_and_by_nobody_else(valley):
    give_plan(station=fresh(valley, "south-van"), plan=PLAN, actor="south")
    battle = fought(valley)
    path = f"battles/{battle.key}/"
    for who, sees in (("south", True), ("referee", True), ("north", False), ("west", False), ("observer", False)):
        assert (b"Plan of South" in page(valley, who, path)) is sees, who
    for name in ("file/", "report/"):
        for who, sees in (("south", True), ("referee", True), ("north", False)):
            data = json.loads(page(valley, who, path + name))
            told = (data if name == "file/" else data["battle"])["sides"][1]["plan"]
            assert (told is not None) is sees, (who, name)
    assert b"delay" not in page(valley, "north", path + "report/")
    assert b"delay" not in page(valley, "north", path + "journal-file/")


def test_a_report_is_sealed_whether_there_was_a_plan_or_not(valley):
    battle = fought(valley)
    assert json.loads(page(valley, "north", f"battles/{battle.key}/report/"))["sealed"] == ["South"]
    assert json.loads(page(valley, "south", f"battles/{battle.key}/report/"))["sealed"] == ["North"]
    assert "sealed" not in json.loads(page(valley, "referee", f"battles/{battle.key}/report/"))


def test_when_the_war_is_over_everybody_reads_the_plans(valley):
    give_plan(station=fresh(valley, "south-van"), plan=PLAN, actor="south")
    battle = fought(valley)
    valley.campaign.state = "finished"
    valley.campaign.save()
    for who in ("north", "observer"):
        told = json.loads(page(valley, who, f"battles/{battle.key}/report/"))
        assert told["battle"]["sides"][1]["plan"]["posture"] == "delay"
        assert "sealed" not in told


def test_a_sealed_report_proves_its_journal_and_its_dice(valley, tmp_path, capsys):
    battle = fought(valley)
    data = json.loads(page(valley, "north", f"battles/{battle.key}/report/"))
    assert verify(reports.from_dict(data)).same
    file = tmp_path / "report.json"
    file.write_text(json.dumps(data))
    call_command("verify_battle", str(file))
    assert "The plan of South is sealed" in capsys.readouterr().out


def thrown(data: dict[str, Any]) -> dict[str, Any]:
    told: dict[Any, Any] = next(event for event in data["journal"] if event.get("dice"))["dice"][0]
    return told


def test_a_sealed_report_with_a_false_die_or_another_journal_is_caught(valley):
    battle = fought(valley)
    data = json.loads(page(valley, "north", f"battles/{battle.key}/report/"))
    thrown(data)["face"] = thrown(data)["face"] % 6 + 1
    assert "digest" in verify(reports.from_dict(data)).difference
    data["digest"] = reports.digest_of(data["journal"])
    assert "the dice give" in verify(reports.from_dict(data)).difference
    data["journal"] = []
    with pytest.raises(Refusal, match="sealed: "):
        verify(reports.from_dict(data))


def test_a_plan_goes_with_the_campaigns_file_and_names_the_units_of_the_copy(valley):
    unit = spared(valley, "south-van")
    give_plan(station=fresh(valley, "south-van"), plan=PLAN | {"spare": [unit.key]}, actor="south")
    valley.campaign.map = {"view": [0, 0, 800, 300]}
    valley.campaign.save()
    copy = copy_campaign(campaign=valley.campaign, slug="copy", name="Copy", actor="tester")
    plan = copy.stations.get(ref="south-van").plan
    assert {key: plan[key] for key in PLAN} == PLAN
    twin = Unit.objects.get(key=plan["spare"][0])
    assert twin.army.station.campaign == copy
    assert twin.type == unit.type


def fought_by_generals(battle: Battle) -> Report:
    """Put the battle as the generals of La Grande Guerre fight it in the place of its result: the first whose dispatch
    gives reasons of both."""
    tried = (fight(parse(battle.file), f"generals/{n}") for n in range(20))
    report = next(report for report in tried if all(reasons_in(everything_in(report), report, n) for n in (0, 1)))
    battle.result.report, battle.result.journal = report.as_dict(journal=False), packed(report)
    battle.result.save()
    return report


def everything_in(report: Report) -> str:
    """Return the dispatch of a report as one who may read all of it gets it."""
    return " ".join(part.text for part in write_dispatch(report).paragraphs)


def reasons_in(text: str, told: Report, side: int) -> set[str]:
    """Return the reasons of a side's general that a text has in one of their wordings."""
    own = [reason for reason in told.reasons if reason["side"] == told.sides[side].name]
    return {way for reason in own for way in ways_of(told, reason) if way.lower() in text.lower()}


def test_the_reasons_of_a_general_are_read_where_his_plan_is(valley):
    battle = fought(valley)
    told = fought_by_generals(battle)
    for over in (False, True):
        for who, known in (("north", [0]), ("south", [1]), ("referee", [0, 1])):
            reads_reasons(valley, who, battle, told, [0, 1] if over else known)
        valley.campaign.state = "finished"
        valley.campaign.save()


def reads_reasons(valley: Valley, who: str, battle: Battle, told: Report, sides: list[int]) -> None:
    """Assert that a reader finds the reasons of these sides and of no other: report, dispatch and account."""
    path = f"battles/{battle.key}"
    report = json.loads(page(valley, who, f"{path}/report/"))
    assert {reason["side"] for reason in report["reasons"]} == {told.sides[n].name for n in sides}
    assert not report.get("sealed") or verify(reports.from_dict(report)).same
    shown = unescape(page(valley, who, f"{path}/").decode())
    for n, side in enumerate(told.sides):
        first = next(reason for reason in told.reasons if reason["side"] == side.name)
        account = unescape(page(valley, who, f"{path}/replay/account/?at={first['n']}").decode())
        assert reasons_in(everything_in(told), told, n)
        assert bool(reasons_in(shown, told, n)) == (n in sides), (who, side.name)
        assert (n in sides) == (reason_sentence(told, first) in account), (who, side.name)
