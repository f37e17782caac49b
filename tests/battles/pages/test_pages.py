"""What a reader sees of a battle, by how much he may know."""

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string

from battles.audit import audit_battles
from battles.models import Battle
from battles.pages import BattleLinks, battle_page, battle_view
from battles.pages.journal import Names, event_line
from battles.resolvers.files.fighting import verify
from battles.resolvers.journal.phrases import phrases_of
from battles.selectors import battle_by_key, report_of
from battles.services import run_battle
from rosters.audit import audit_strength
from tests.factories.battles import one_off, roster_battle
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
LINKS = BattleLinks("/b/", "/b/state/")


def shown(battle: Battle, *, full: bool, problem: bool = False) -> str:
    found = battle_by_key(battle.key)
    return render_to_string("battles/_battle.html", battle_page(battle_view(found, LINKS, full=full, problem=problem)))


def test_whoever_may_not_read_all_learns_winner_commitment_and_digest_alone():
    battle = roster_battle(seed="never-to-be-guessed")
    run_battle(battle.pk)
    battle.refresh_from_db()
    text = shown(battle, full=False)
    assert battle.commitment in text
    assert battle.result.digest in text
    assert battle.result.winner in text
    for secret in ("never-to-be-guessed", "Wittgenstein", "Line infantry", "4/4"):
        assert secret not in text


def test_the_page_before_is_the_same_for_every_reader():
    battle = roster_battle(seed="never-to-be-guessed")
    assert shown(battle, full=True) == shown(battle, full=False)
    assert "never-to-be-guessed" not in shown(battle, full=True)


def test_only_the_referee_reads_why_a_battle_failed():
    battle = roster_battle()
    Battle.objects.update(state="failed", error="The ground gave way.")
    assert "The ground gave way." in shown(battle, full=True, problem=True)
    assert "The ground gave way." not in shown(battle, full=True)


def test_the_orders_of_battle_show_every_unit_before_and_after():
    battle = roster_battle()
    run_battle(battle.pk)
    page = battle_page(battle_view(battle_by_key(battle.key), LINKS, full=True))
    rows = [(row.before.points, row.after.points, row.lost) for side in page["sides"] for row in side.units]
    assert sorted(rows) == sorted(battle.effects.values_list("before", "after", "lost"))
    for side in page["sides"]:
        assert side.before - side.lost == side.after == sum(row.after.points for row in side.units)
        assert all(len(row.before.boxes) == row.before.full for row in side.units)


def test_an_event_is_told_with_names_dice_modifiers_and_rules():
    event = {
        "n": 41, "ev": "combat", "day": 1, "round": 3, "side": "French", "rule": ["LGG-10.0-a", "X-1"],
        "combat": 2, "attackers": ["f1"], "defender": "a1", "forced": False,
        "dice": [{"name": "attack", "stream": "combat", "k": 7, "sides": 10, "face": 9}],
        "cv": {"attack": [3, 2], "defend": 2}, "modifiers": {"attack": [["CM3", -1]], "defend": []},
        "totals": {"attack": 13, "defend": 4}, "result": "rout",
    }  # fmt: skip
    line = event_line(event, Names({"f1": "Oudinot", "a1": "Kleist"}, phrases_of("lgg")))
    assert (line.title, line.result, line.when) == ("Combat", "the defender is routed", "day 1, round 3")
    assert line.facts == (("attackers", "Oudinot"), ("defender", "Kleist"))
    assert (line.dice[0].name, line.dice[0].face, line.dice[0].sides) == ("attack", 9, 10)
    attack, defend = line.columns
    assert (attack.values, attack.modifiers, attack.total) == ("3 and 2", (("CM3", "−1"),), "13")
    assert (defend.values, defend.modifiers, defend.total) == ("2", (), "4")
    assert [bool(rule.explanation) for rule in line.rules] == [True, False]
    assert line.page == 2


def test_REC_7_a_finished_work_is_told_in_words():
    event = {
        "n": 7, "ev": "engineer", "day": 1, "round": 2, "side": "French", "rule": ["REC-7"], "unit": "f1",
        "work": "EA4", "pass": True, "successes": 2,
        "piece": {"number": 3, "kind": "obstacle", "shape": [[10.0, 20.0], [14.0, 20.0]], "cover": "hard"},
    }  # fmt: skip
    facts = dict(event_line(event, Names({"f1": "Eblé"})).facts)
    assert facts["work"] == "a field work"
    assert facts["there is now"] == "a field work from (10.0″, 20.0″) to (14.0″, 20.0″)"


def test_a_battle_of_la_grande_guerre_from_its_opening_to_its_dispatch():
    small, owner = {"sides": _small_sides()}, User.objects.create(username="owner")
    battle = one_off(owner, seed="1813", rules="lgg", **small)
    assert run_battle(battle.pk)
    assert verify(report_of(battle_by_key(battle.key))).same
    assert audit_battles() == audit_strength() == []
    client = logged_in(owner)
    for path in ("", "journal/", "journal/?dice=1", "journal/?page=2"):
        assert client.get(f"/battles/{battle.key}/{path}").status_code == 200


def _small_sides() -> list[dict[str, object]]:
    return [
        {"name": "Français", "commander": {"name": "Ney", "skill": "good"}, "roster": "2 Line inf, Light cav"},
        {"name": "Allies", "commander": {"name": "Wittgenstein", "skill": "poor"}, "roster": "2 Line inf, Heavy art"},
    ]
