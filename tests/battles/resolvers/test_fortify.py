"""HR-31 Field works that an army has raised are laid before the battle, by the rules of every system."""

from collections.abc import Callable
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.registry import briefing, slugs, system
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.values.report import Report
from tests.audits import my_favourite, one_hour, solo_napoleonic
from tests.audits.activation import auditor
from tests.audits.lgg import audit as lgg
from tests.audits.square_brigadier.auditor import audit as square_audit
from tests.battles.conformance.conftest import battle_data

SYSTEMS = [slug for slug in slugs() if system(slug).briefing]
"""Those that lay field works; the one of the tests has no field."""
SMALLER = ("activation", "my_favourite", "one_hour", "solo_napoleonic", "square_brigadier")


def file_with(rules: str, works: int, *, side: int = 1, **more: Any) -> dict[str, Any]:
    data = battle_data(rules, terrain="open", **more)
    data["sides"][side]["works"] = works
    return data


def laid(data: dict[str, Any]) -> list[dict[str, Any]]:
    report = fight_file(parse(data), "fortify")
    return [event for event in report.journal or () if event["ev"] == "engineer" and "HR-31" in event["rule"]]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_HR_31_a_defender_lays_what_his_army_has_raised(rules: str) -> None:
    events = laid(file_with(rules, 2))
    assert [(one["side"], one["work"], one["piece"]["cover"]) for one in events] == [("Allies", "EA4", "hard")] * 2
    assert {event["piece"]["built_by"] for event in events} == {"Allies"}
    assert events[0]["piece"]["shape"] != events[1]["piece"]["shape"]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_HR_31_an_attacker_lays_none(rules: str) -> None:
    assert laid(file_with(rules, 2, side=0)) == []


@pytest.mark.parametrize("rules", SYSTEMS)
def test_HR_31_works_of_engineers_come_besides(rules: str) -> None:
    data = file_with(rules, 1, held_whole_turn=True)
    data["sides"][1]["units"].append({"id": "sappers", "type": "engineer"})
    report = fight_file(parse(data), "fortify")
    before = [event["rule"] for event in report.journal or () if event["ev"] == "engineer" and not event.get("round")]
    assert [("HR-T4" in rule, "HR-31" in rule) for rule in before] == [(True, False), (False, True)]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_HR_31_the_papers_name_the_works(rules: str) -> None:
    file, door = parse(file_with(rules, 1)), briefing(rules)
    assert door is not None
    assert [sentence for sentence, rule in door.tasks(file, file.sides[1], commanded=True) if rule == "HR-31"]
    assert not [sentence for sentence, rule in door.tasks(file, file.sides[0], commanded=True) if rule == "HR-31"]


def test_HR_31_a_file_without_works_is_what_it_was() -> None:
    assert all("works" not in side for side in parse(battle_data("lgg")).as_dict()["sides"])
    assert parse(file_with("lgg", 1)).as_dict()["sides"][1]["works"] == 1


@pytest.mark.parametrize("works", [-1, 3, 1.5, True, "2", None])
def test_HR_31_none_to_two_works_are_read(works: Any) -> None:
    data = file_with("lgg", 0)
    data["sides"][1]["works"] = works
    if works is None:
        assert parse(data).sides[1].works == 0
        return
    with pytest.raises(Refusal, match=r"sides\[1\]\.works"):
        parse(data)


@pytest.mark.parametrize(
    "audit", [auditor.audit, my_favourite.audit, one_hour.audit, solo_napoleonic.audit, square_audit], ids=SMALLER,
)  # fmt: skip
def test_HR_31_no_rule_is_broken_on_them(audit: Callable[[Report], list[str]], request: pytest.FixtureRequest) -> None:
    assert audit(fight_file(parse(file_with(request.node.callspec.id, 2)), "fortify")) == []


def test_HR_31_no_rule_of_la_grande_guerre_is_broken_on_them() -> None:
    assert lgg.audit(fight_file(parse(file_with("lgg", 2)), "fortify").as_dict(journal=True)) == []
