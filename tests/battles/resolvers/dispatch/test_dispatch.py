"""Dispatches: readable, deterministic, true to the journal."""

import re
from dataclasses import replace
from typing import Any

import pytest

from base.words import counted, listed, number, ordinal, possessive
from battles.resolvers.dispatch import combat
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.dispatch.names import Namer, person
from battles.resolvers.dispatch.scenes import story_of
from battles.resolvers.dispatch.score import level, part_words
from battles.resolvers.dispatch.sides import side_name
from battles.resolvers.values.report import Outcome
from tests.battles.resolvers.journals import told_report


def text() -> str:
    return " ".join(paragraph.text for paragraph in write_dispatch(told_report()).paragraphs)


def test_the_same_report_gives_the_same_words() -> None:
    assert write_dispatch(told_report()) == write_dispatch(told_report())


def test_the_headline_names_the_place_and_the_winner() -> None:
    headline = write_dispatch(told_report()).headline
    assert headline in {
        f"Großbeeren: the Prussians {how}" for how in ("rout the French", "drive the French from the field")
    }


def test_a_draw_has_no_winner_in_its_headline() -> None:
    dispatch = write_dispatch(replace(told_report(), outcome=Outcome("draw", None, 1, 2)))
    assert dispatch.headline.startswith("Großbeeren: ")
    assert dispatch.headline.endswith("a drawn battle that cost the French dear"), "they lost 7 of 9, the enemy none"
    assert "fought to a draw after two rounds of fighting; the Prussians gained by it, for the" in dispatch.lead


@pytest.mark.parametrize(("loser", "lead", "closing"), [
    ("French", "six of the 15 units on the field broken", "The French|the French"),
    (None, "both armies broke", "The French with six of"),
])  # fmt: skip
def test_HR_26_an_army_that_breaks_is_named_with_what_it_has_lost(loser: str | None, lead: str, closing: str) -> None:
    broke: dict[str, Any] = {"ev": "will", "side": None, "dice": [], "loser": loser}
    broke |= {"broken": {"French": 6, "Prussian": 5}, "total": {"French": 15, "Prussian": 14}}
    journal = tuple(e | broke if e["ev"] == "stay_leave" else e for e in told_report().journal)
    outcome = Outcome("victory", "Prussian", 1, 2) if loser else Outcome("draw", None, 1, 2)
    dispatch = write_dispatch(replace(told_report().with_journal(journal), outcome=outcome))
    assert lead in dispatch.lead
    closes = " ".join(part.text for part in dispatch.paragraphs)
    assert "six of the 15 units on the field broken" in closes
    assert re.search(closing, closes, re.IGNORECASE)


def test_the_lead_gives_the_losses_of_both_sides() -> None:
    lead = write_dispatch(told_report()).lead
    assert "The French lost 7 of 9 strength points (some 9,000 men)" in lead
    assert "(some 9,000 men), the Prussians none." in lead
    assert "One unit of the French was destroyed." in lead


def test_a_battle_without_a_blow_is_told_as_manoeuvring() -> None:
    quiet = tuple(event for event in told_report().journal if event["ev"] not in ("combat", "fire"))
    lead = write_dispatch(told_report().with_journal(quiet)).lead
    assert "fter two rounds of manoeuvre without a blow" in lead
    assert "manoeuvre" not in write_dispatch(told_report()).lead
    typed_in = replace(told_report().with_journal(quiet), outcome=Outcome("draw", None, 1, 0))
    assert "after one day;" in write_dispatch(typed_in).lead
    assert "n two rounds of fighting" in write_dispatch(told_report().with_journal(())).lead


def test_every_paragraph_names_the_events_it_tells_in_order() -> None:
    dispatch = write_dispatch(told_report())
    told = [n for paragraph in dispatch.paragraphs for n in paragraph.events]
    journal = {event["n"]: event["ev"] for event in told_report().journal}
    assert len(told) == len(set(told))
    assert all(list(paragraph.events) == sorted(paragraph.events) for paragraph in dispatch.paragraphs)
    for name in ("combat", "fire", "rout", "pursuit", "stay_leave", "battle_end", "day_start"):
        assert {n for n, ev in journal.items() if ev == name} <= set(told)


def test_combats_are_told_with_their_circumstances_and_what_is_left() -> None:
    assert "Durutte" in text()
    assert "the defenders were" in text(), "Durutte has one point of four left"
    assert "less than half strength" in text()
    assert "horse and foot together" in text().lower()
    assert "Sahr" in text()


def test_a_unit_is_introduced_once_with_what_it_is() -> None:
    assert text().count("Durutte (line infantry of the French)") == 1
    assert text().count("Durutte") > 1
    assert "Saxon battery (heavy artillery" in text()


def test_prose_has_no_loose_ends() -> None:
    for paragraph in write_dispatch(told_report()).paragraphs:
        assert paragraph.text[0].isupper()
        assert paragraph.text.endswith(".")
        assert not re.search(r"  | ,|,,|\.\.|;\.|\{|\}|None|_", paragraph.text)


def test_without_a_journal_there_is_a_headline_and_a_lead() -> None:
    dispatch = write_dispatch(replace(told_report(), journal=()))
    assert dispatch.headline
    assert dispatch.lead
    assert dispatch.paragraphs == ()


def test_parts_of_the_day_follow_the_count() -> None:
    chapters = story_of(told_report().journal).chapters
    assert [(chapter.part, sorted(chapter.rounds)) for chapter in chapters] == [
        ("morning", [1]), ("afternoon", [2]), (None, [2]),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "subject", "owner", "plural"), [
    ("French", "the French", "the French", True), ("Allies", "the Allies", "the Allies'", True),
    ("Russian", "the Russians", "the Russian", True), ("Prussia", "Prussia", "Prussia's", False),
    ("Army of Bohemia", "the Army of Bohemia", "the Army of Bohemia's", False),
    ("Northern Army", "the Northern Army", "the Northern Army's", False),
    ("The Blues", "the Blues", "the Blues'", True), ("Rot", "Rot", "Rot's", False),
])  # fmt: skip
def test_sides_take_their_article(name: str, subject: str, owner: str, plural: bool) -> None:
    told = side_name(name)
    assert (told.subject, told.owner, told.plural) == (subject, owner, plural)


def test_units_of_the_same_name_are_told_apart_by_their_side() -> None:
    battle = told_report().battle
    battle["sides"][0]["units"][0]["name"] = "Oppen"
    names = Namer(battle)
    assert names.unit("f1") == "the French Oppen (line infantry)"
    assert names.unit("p2") == "the Prussian Oppen (light cavalry)"
    assert names.unit("p2") == "the Prussian Oppen"


def _named(*changes: tuple[int, int, str]) -> Namer:
    battle = told_report().battle
    for side, unit, name in changes:
        battle["sides"][side]["units"][unit]["name"] = name
    return Namer(battle)


def test_a_tail_behind_a_comma_goes_into_brackets_with_the_kind() -> None:
    names = _named((0, 0, "Barrois's division, Young Guard"), (0, 1, "1st Division (Posse), line"))
    assert names.unit("f1") == "Barrois's division (Young Guard, line infantry of the French)"
    assert names.unit("f1") == "Barrois's division (Young Guard)"
    assert names.unit("f2") == "the French 1st Division (Posse, line infantry)"


def test_a_side_is_named_with_each_unit_that_comes_up_first_and_once_in_a_row() -> None:
    names = _named((0, 0, "Girard"), (0, 1, "Landwehr infantry of III Corps"), (1, 0, "Reserve infantry (Röder)"))
    assert names.unit("f2") == "the French Landwehr infantry of III Corps"
    assert names.unit("p1") == "the Reserve infantry (Röder, of the Prussians)"
    assert names.units(["f1", "f3"]) == "Girard (line infantry of the French) and the Saxon battery (heavy artillery)"


def test_an_owner_is_named_once_in_a_row_of_units() -> None:
    names = _named((0, 0, "1st Infantry"), (0, 1, "2nd Infantry"), (0, 2, "Reserve artillery"))
    assert names.units(["f1", "f2", "f3"]) == "the French 1st Infantry, 2nd Infantry and the Reserve artillery"


@pytest.mark.parametrize(("name", "told"), [
    ("III Corps heavy batteries", "the III Corps heavy batteries of the French"),
    ("Saxon battery", "the Saxon battery (heavy artillery of the French)"),
    ("Garrison of Glogau (Laplane)", "the Garrison of Glogau (Laplane, heavy artillery of the French)"),
])  # fmt: skip
def test_a_kind_is_given_as_far_as_the_name_leaves_it_open(name: str, told: str) -> None:
    assert _named((0, 2, name)).unit("f3") == told


def test_neither_side_lost_a_point() -> None:
    report = told_report()
    first, second = (replace(side, units=()) for side in report.sides)
    kept = write_dispatch(replace(report, sides=(first, second))).lead
    assert "When the stragglers were in, neither side had lost a strength point." in kept
    quiet = tuple(event for event in report.journal if event["ev"] not in ("hit", "rout"))
    unharmed = write_dispatch(replace(report, sides=(first, second)).with_journal(quiet)).lead
    assert "Neither side lost a strength point." in unharmed


def test_small_words() -> None:
    assert [number(n) for n in (0, 1, 12, 13, 1200)] == ["no", "one", "twelve", "13", "1,200"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th",
    ]  # fmt: skip
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("a", "a, b and c")
    assert (counted(1, "battery", "batteries"), counted(2, "battery", "batteries")) == ("one battery", "two batteries")
    assert (possessive("Ney"), possessive("Davies")) == ("Ney's", "Davies'")


def _with_works(*events: dict[str, Any]) -> str:
    """The dispatch of the battle with more events behind its first two."""
    report = told_report()
    first, second, *others = report.journal
    more = [{"n": 90 + n, "day": 1, "round": 1, "ev": "engineer", "pass": True} | e for n, e in enumerate(events)]
    before = [event for event in more if event["day"] == 0]
    during = [event for event in more if event["day"] == 1]
    told = replace(report, journal=(first, *before, second, *during, *others))
    return " ".join(paragraph.text for paragraph in write_dispatch(told).paragraphs)


def test_HR_T4_works_that_stood_before_the_battle_are_told_of_at_its_beginning() -> None:
    work = {"day": 0, "round": 0, "side": "Prussian", "unit": "p1", "work": "EA4", "piece": {"kind": "obstacle"}}
    assert "Before the Prussian line two field works were ready." in _with_works(work, work)


def test_REC_7_only_finished_works_are_told() -> None:
    begun = {"side": "French", "unit": "f1", "work": "EA1", "successes": 1}
    done = begun | {"successes": 2, "piece": {"kind": "bridge"}}
    down = {"side": "Prussian", "unit": "p1", "work": "EA2", "removed": {"kind": "bridge"}}
    assert "engineers" not in _with_works(begun)
    text = _with_works(begun, done, down)
    assert "The French engineers threw a bridge over the river." in text
    assert "The Prussian engineers broke down a bridge." in text


@pytest.mark.parametrize(("name", "told"), [
    ("Ney", "Ney"), ("French commander", "the French commander"),
    ("Austria brigadier 1", "the first brigadier of Austria"),
    ("French brigadier 2", "the second brigadier of the French"),
    ("General of North Main", "the General of North Main"),
    ("North Main's officer", "the officer leading North Main"),
    ("Garrison of Glogau's officer", "the commandant of Glogau"),
    ("French subordinate 1", "the second-in-command of the French"), ("Blücher's second", "Blücher's second"),
    ("The Old General", "The Old General"), ("General Winter", "General Winter"),
    ("Duke of York", "the Duke of York"), ("Crown Prince of Prussia", "the Crown Prince of Prussia"),
    ("Left General of Brisk", "the Left General of Brisk"), ("Eugene of Württemberg", "Eugene of Württemberg"),
    ("", ""),
])  # fmt: skip
def test_a_general_who_has_a_description_for_a_name_gets_an_article(name: str, told: str) -> None:
    assert person(name) == told


@pytest.mark.parametrize("how", [*combat._FLANK, *combat._TWO_SIDES])
@pytest.mark.parametrize("ways", [combat._REPULSED, combat._BLOODY, combat._FLED, combat._BOTH, combat._NOTHING])
def test_what_befell_the_defender_is_never_read_of_the_attackers(ways: tuple[str, ...], how: combat.How) -> None:
    _, clear = combat._clearly("any", ways, how)
    assert len(clear) > 1
    assert all(way.startswith("{defender}{though}") for way in clear)
    assert combat._clearly("any", ways, combat._UPHILL) == ("any", ways)


def test_parts_of_armies_that_are_called_by_the_same_fraction_are_level() -> None:
    assert level(0.295, 0.336), "nearly a third and about a third"
    assert level(0.40, 0.43)
    assert not level(0.29, 0.36)
    assert not level(0.01, 0.06), "less than a twentieth and more than a twentieth"
    assert (part_words(0.0), part_words(1.0)) == ("nothing", "all")


def test_several_battalions_are_counted_as_battalions() -> None:
    cast = [{"id": f"f1/{n}", "unit": "f1", "strength": 1} for n in (1, 2)]
    names = Namer(told_report().battle, pieces=cast)
    assert (names.bodies(["f1/1", "f1/2"]), names.bodies(["f1", "f2"])) == ("two battalions", "two units")
    assert names.bodies(["f1/1", "f2"]) == "two bodies of troops"
