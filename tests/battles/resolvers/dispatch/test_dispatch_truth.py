"""What a dispatch says is so: held against the journals of battles by every rule system."""

import random
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from battles.resolvers.dispatch.dispatch import Dispatch, write_dispatch
from battles.resolvers.dispatch.names import Namer, person
from battles.resolvers.dispatch.places import country_of
from battles.resolvers.dispatch.reasons import ways_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.replay.account import event_sentence, narrator_of
from battles.resolvers.values.report import Event, Reason, Report
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.dispatch.truth import check

SYSTEMS = ("activation", "lgg", "my_favourite", "one_hour", "solo_napoleonic", "square_brigadier")
TYPES = ["line_inf"] * 5 + ["elite_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "field_art"]
NAMES = ("Marchand's division", "Guard Grenadiers", "3rd Brigade (Borstell)", "Reserve batteries", "Birke Lancers", "")
ONCE = {"once": 1, "twice": 2}
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def side(dice: random.Random, name: str, general: str) -> dict[str, Any]:
    """An army of three to nine units, some worn, some late, some with names of their own."""
    units: list[dict[str, Any]] = []
    for n in range(dice.randint(3, 9)):
        kind = dice.choice(TYPES)
        full = catalogue().unit_types[kind].full
        units.append({"id": f"{name[0]}{n}", "type": kind, "strength": dice.randint(1, full) if n % 3 else full})
        own = dice.choice(NAMES)
        if own and all(unit.get("name") != own for unit in units):
            units[-1]["name"] = own
        units[-1] |= {"arrives": dice.randint(2, 12)} if dice.random() < 0.1 else {}
    return {"name": name, "commander": {"name": general, "skill": dice.choice(("poor", "good"))}, "units": units}


@cache
def fought(rules: str, seed: int) -> tuple[Report, Dispatch]:
    """A battle of a random roster, field and sky, with its dispatch."""
    dice = random.Random(f"{rules} {seed}")
    report = fight_file(parse({
        "format": "bivouac.battle/1", "name": "Lindenau", "rules": rules, "season": dice.choice(("spring", "winter")),
        "terrain": dice.choice(("open", "rolling", "wooded", "hilly", "marsh")),
        "engagement": dice.choice(("held", "meeting")),
        "sides": [side(dice, "France and the Confederation", "Ney"), side(dice, "Prussian", "Yorck")],
    }), f"seed {seed}")  # fmt: skip
    return report, write_dispatch(report)


def text(dispatch: Dispatch, day: int = 0) -> str:
    return " ".join(part.text for part in dispatch.paragraphs if day in (0, part.day))


def days(report: Report) -> list[int]:
    return sorted({event["day"] for event in report.journal if event["ev"] == "day_start"})


def named(report: Report, unit: str) -> re.Pattern[str]:
    """The name of a unit in a sentence, with or without its owner and kind."""
    return re.compile(re.escape(Namer(report.battle).cards[unit].name.rstrip(")")))


every = pytest.mark.parametrize("rules", SYSTEMS)


def some(rules: str) -> list[tuple[Report, Dispatch]]:
    """Some battles by a system, each fought once for all tests; one of single battalions takes as long as three."""
    return [fought(rules, seed) for seed in ((1,) if rules == "solo_napoleonic" else (1, 2))]


@every
def test_every_number_and_comparison_is_what_the_journal_shows(rules: str) -> None:
    """Counted anew by `truth.py`."""
    for seed in (1, 2, 3):
        one = check(*fought(rules, seed))
        assert one.wrong == []
        assert one.known > 5


@pytest.mark.parametrize(("true", "untrue"), [("attacked twice", "attacked three times"),
                                              ("nearly a quarter", "nearly a third"),
                                              (" two units", " three units")])  # fmt: skip
def test_the_checker_notices_an_untrue_dispatch(true: str, untrue: str) -> None:
    report, dispatch = next(both for seed in range(1, 99) if true in text((both := fought("lgg", seed))[1]))
    parts = tuple(replace(part, text=part.text.replace(true, untrue)) for part in dispatch.paragraphs)
    assert check(report, replace(dispatch, paragraphs=parts)).wrong


@every
def test_a_day_keeps_to_its_words(rules: str) -> None:
    for seed in (1, 2, 3):
        report, dispatch = fought(rules, seed)
        for day in days(report):
            assert len(text(dispatch, day).split()) <= 420, "names of several words cannot be left out"


def test_the_three_manners_are_all_used() -> None:
    report = fought("lgg", 1)[0]
    first = {
        write_dispatch(replace(report, digest=f"sha256:{n:064x}")).paragraphs[0].text.split()[0] for n in range(12)
    }
    assert len(first) > 3


def test_places_keep_their_names_whatever_the_dice() -> None:
    report = fought("lgg", 1)[0]
    assert country_of(fight_file(parse(report.battle), "other dice")).places == country_of(report).places
    assert len({place.name for place in country_of(report).places}) == len(country_of(report).places)


@every
def test_the_attacks_of_a_day_are_its_combats(rules: str) -> None:
    for report, dispatch in some(rules):
        for day in days(report):
            combats = sum(event["ev"] == "combat" and event["day"] == day for event in report.journal)
            assert attacks(text(dispatch, day)) == combats, text(dispatch, day)


def attacks(told: str) -> int:
    """Add up the attacks that the openings of a day's parts count."""
    told, times = told.lower(), r"(once|twice|(\w+) times)"
    both = 2 * sum(count(found) for found in re.findall(rf"each side attacked {times}", told))
    second = rf"attacked (?:once|twice|\w+ times) and (?:[^.;,]+?) {times}[.;,]"
    ways = rf"(?<!each side )attacked,? {times}|the enemy came on {times}"
    both += sum(count(found) for found in re.findall(second, told))
    return both + sum(count((found[0] or found[2], found[1] or found[3])) for found in re.findall(ways, told))


def count(found: tuple[str, str]) -> int:
    how, many = found
    return ONCE.get(how) or (int(many) if many.isdigit() else WORDS.index(many) + 1)


@every
def test_a_unit_that_is_gone_in_the_evening_was_seen_to_break(rules: str) -> None:
    for report, dispatch in some(rules):
        for event in report.journal:
            if event["ev"] == "eod_rally":
                told = [part.text for part in dispatch.paragraphs if part.day <= event["day"]]
                field = " ".join(part for part in told if "return to the colours" not in part)
                assert named(report, event["unit"]).search(field) or " units of " in field or "more combat" in field


@every
def test_a_general_escapes_once_in_a_dispatch(rules: str) -> None:
    for report, dispatch in some(rules):
        near = Counter(
            event["commander"] for event in report.journal if event["ev"] == "casualty" and not event["lost"]
        )
        for name in near:
            who = re.escape(person(name))
            escapes = rf"{who} (was for a moment|barely|had to ride|drew his sword)|swept past {who}"
            assert len(re.findall(escapes, text(dispatch), re.IGNORECASE)) <= 1


@every
def test_nobody_waits_to_begin_a_fight_that_has_begun(rules: str) -> None:
    for report, dispatch in some(rules):
        first = min((e["n"] for e in report.journal if e["ev"] in ("combat", "fire")), default=0)
        for part in dispatch.paragraphs:
            if "begin the fight" in part.text or "only felt for one another" in part.text:
                assert not first or min(part.events) < first


@every
def test_no_side_is_without_loss_that_was_seen_to_lose(rules: str) -> None:
    for report, dispatch in some(rules):
        struck = {event["side"] for event in report.journal if event["ev"] in ("hit", "rout")}
        for one in report.sides:
            if not one.lost and one.name in struck:
                assert "none in the end" in dispatch.lead or "When the stragglers were in" in dispatch.lead
        if "Neither side lost a strength point" in dispatch.lead:
            assert not struck


@every
def test_a_draw_has_its_reason(rules: str) -> None:
    for report, dispatch in some(rules):
        if report.outcome.winner is None:
            assert re.search(r": (neither would leave the field|both left the field|both broke off the fight)\.",
                             dispatch.lead)  # fmt: skip


@every
def test_number_and_verb_agree_and_no_name_is_cut(rules: str) -> None:
    for _, dispatch in some(rules):
        told = f"{dispatch.lead} {text(dispatch)}"
        assert not re.search(r"(Grenadiers|batteries|Lancers)( \([^)]*\))? (was|is|has|holds|its)\b", told), told
        assert not re.search(r"[.;] (The )?\w+'s division( \([^)]*\))? (were|have)\b", told), told
        assert not re.search(r"\(\d, |\) \(|took one hit from|lost \w+ hits?\b|\b(\w{3,}) \1\b", told), told


@every
def test_the_running_account_speaks_of_many_as_many(rules: str) -> None:
    for report, _ in some(rules):
        narrator = narrator_of(report)
        lines = [event_sentence(narrator, event) for event in report.journal if event["ev"] in ("combat", "fire")]
        part = r"\b(battalion|regiment|battery|squadron) of [^,;.]*?(Grenadiers|batteries|Lancers)"
        whole = [re.sub(part, r"\1", line) for line in lines]
        assert not [line for line in whole if re.search(r"(Grenadiers|batteries|Lancers) and (broke|cost) it\b", line)]


def nights(dispatch: Dispatch) -> list[str]:
    """The first sentences of the nights after which both armies or neither go on."""
    return [part.text.partition(".")[0] for part in dispatch.paragraphs
            if "both armies" in part.text or "neither army" in part.text]  # fmt: skip


@pytest.mark.parametrize("rules", ["lgg", "my_favourite"])
def test_two_nights_that_follow_one_another_do_not_end_in_the_same_words(rules: str) -> None:
    found = next(both for seed in range(1, 99) if len(both := nights(fought(rules, seed)[1])) > 1)
    assert all(one != two for one, two in pairwise(found))


def test_the_same_rosters_fought_ten_times_do_not_read_alike() -> None:
    """Even one journal of two days under ten digests: fewer than half of the sentences of any two are the same."""
    report = next(found for seed in range(1, 99) if (found := fought("lgg", seed)[0]).outcome.days == 2)
    told = [set(text(write_dispatch(replace(report, digest=f"sha256:{n:064x}"))).split(". ")) for n in range(10)]
    assert len({frozenset(one) for one in told}) == 10
    for n, one in enumerate(told):
        assert all(len(one & other) < 0.5 * len(one) for other in told[:n])


def reasoned() -> list[tuple[Report, Dispatch]]:
    """Return battles whose generals gave their reasons."""
    return [fought("lgg", seed) for seed in (2, 4, 6)]


def test_a_reason_is_the_choice_that_the_journal_shows() -> None:
    for report, _ in reasoned():
        assert report.reasons
        for reason in report.reasons:
            follows = report.journal[reason["n"] - 1]
            assert (follows["day"], follows["round"]) >= (reason["day"], reason["round"])
            assert shows(reason, follows), (reason, follows)


def shows(reason: Reason, follows: Event) -> bool:
    """Is the event that follows a reason what the general chose, as far as one event shows a choice?"""
    choice, side = reason["choice"], reason["side"]
    if choice in ("stay", "leave"):
        return bool(follows["ev"] == "stay_leave" and follows["choices"][side] == choice)
    if choice == "break_off":
        return bool(follows["ev"] == "break_off" and follows["side"] in (side, None))
    if choice == "guns":
        fires = follows["ev"] == "activate" and follows["activity"] == "fire"
        return bool(fires and (follows["unit"], follows["target"]) == (reason["unit"], reason["target"]))
    if "odds" in reason and reason["why"] in STRONG:
        told: bool = STRONG[reason["why"]] <= reason["odds"]
        return told
    return "odds" not in reason or reason["why"] not in WEAK or reason["odds"] <= WEAK[reason["why"]]


STRONG, WEAK = {"stronger": 115, "equal": 90}, {"weaker": 90, "outnumbered": 60}
"""AI-5 The least and the greatest ratio of strength, in hundredths, of these reasons."""


def test_the_dispatch_gives_no_reason_that_the_general_did_not_have() -> None:
    more, unlike = list[str](), list[str]()
    for report, dispatch in reasoned():
        bare = set(text(write_dispatch(replace(report, reasons=()))).rstrip(".").split(". "))
        said = [one for part in dispatch.paragraphs for one in part.text.rstrip(".").split(". ") if one not in bare]
        ways = [way.lower() for reason in report.reasons for way in ways_of(report, reason)]
        more += said
        unlike += [one for one in said if not any(way in one.lower() for way in ways)]
    assert more
    assert len(unlike) <= len(more) / 4, unlike
    for one in unlike:
        assert not re.search(r"odds|orders|reserve|stayed|broken off", one), one


def test_two_generals_of_one_name_are_told_apart_by_their_sides() -> None:
    for report, _ in reasoned():
        battle = {**report.battle, "sides": [{**one, "commander": {**one["commander"], "name": "James"}}
                                             for one in report.battle["sides"]]}  # fmt: skip
        namesakes = replace(report, battle=battle)
        for reason in namesakes.reasons:
            side = Namer(battle, introduce=False).sides[reason["side"]].subject
            assert all(f"James of {side}" in way for way in ways_of(namesakes, reason) if "James" in way)


def test_a_reader_of_one_side_reads_the_reasons_of_its_general_alone() -> None:
    for report, _ in reasoned():
        for number, general in enumerate(("Ney", "Yorck")):
            told = text(write_dispatch(report.with_reasons_of([1 - number])))
            assert not re.search(rf"{general} (kept|stayed|left|attacked|sent|struck|waited|held|let|would)", told)


@every
def test_no_word_is_written_twice_and_no_one_of_a_thing_is_many(rules: str) -> None:
    """With generals without a name, whom an article and their side make a person."""
    report, _ = some(rules)[0]
    battle = {**report.battle, "sides": [{**one, "commander": {**one["commander"], "name": ""}}
                                         for one in report.battle["sides"]]}  # fmt: skip
    nameless = replace(report, battle=battle)
    narrator = narrator_of(nameless)
    written = [event_sentence(narrator, event) for event in nameless.journal]
    written += [way for reason in nameless.reasons for way in ways_of(nameless, reason)]
    assert ", under " not in write_dispatch(nameless).paragraphs[0].text
    assert [line for line in written if re.search(r"\b(the|a|of|to|was) \1\b|\b1 \w+sses\b", line, re.I)] == []


@every
def test_a_heavy_name_of_a_side_is_given_where_it_is_introduced_and_nowhere_else(rules: str) -> None:
    """`France and the Confederation` in headline, first sentence and opening; then `the French`."""
    for report, dispatch in some(rules):
        result, _, losses = dispatch.lead.partition(". ")
        opening, *story = (part.text for part in dispatch.paragraphs)
        assert "France and the Confederation under Ney" in result
        assert len(re.findall("France and the Confederation, under (Ney|my command),", opening)) == 1
        assert not [told for told in (losses, *story) if "Confederation" in told]
        assert "the French" in " ".join(story)
        narrator = narrator_of(report)
        assert not [e for e in report.journal if "Confederation" in event_sentence(narrator, e)]


@every
def test_one_pair_of_units_is_not_described_again_and_again(rules: str) -> None:
    """Of several attacks by the same units on the same defender the vain ones before the best are only counted."""
    for report, dispatch in some(rules):
        for part in dispatch.paragraphs:
            pairs = Counter(
                (tuple(event["attackers"]), event["defender"])
                for event in report.journal
                if event["ev"] == "combat" and event["n"] in part.events and "/" not in event["defender"]
            )
            for (attackers, defender), times in pairs.items():
                both = [told for told in part.text.split(". ") if named(report, defender).search(told)
                        and all(named(report, one).search(told) for one in attackers)]  # fmt: skip
                assert times < 3 or len(both) < times, both


@every
def test_no_attack_is_named_twice_in_a_sentence_and_no_side_twice_with_its_general(rules: str) -> None:
    for report, dispatch in some(rules):
        nameless = {**report.battle, "sides": [{**one, "commander": {**one["commander"], "name": ""}}
                                               for one in report.battle["sides"]]}  # fmt: skip
        for told in f"{text(dispatch)} {text(write_dispatch(replace(report, battle=nameless)))}".split(". "):
            assert not re.search(r"(At|In) the \w+ attack\b.*\b(attack|attacked|assault)\b", told), told
            assert not re.search(r"\b(France|Confederation|Prussian)s?'?s? commander of ", told), told


@every
def test_a_fight_in_which_neither_gave_way_broke_nobody(rules: str) -> None:
    for _, dispatch in some(rules):
        for told in text(dispatch).split(". "):
            assert not ("neither gave way" in told and re.search(r"\b(broke|destroyed)\b", told)), told


@every
def test_the_running_account_keeps_to_the_past_and_names_the_side_that_breaks_off(rules: str) -> None:
    for report, _ in some(rules):
        narrator = narrator_of(report)
        told = {event["n"]: event_sentence(narrator, event) for event in report.journal}
        present = (
            r"\b(acts|leads|runs|does|comes|loses|stays|begins|(?<!two )(?<!three )(?<!four )steps|reforms|stands"
            r"|retreats|halts|wavers|has)\b"
        )
        assert not [line for line in told.values() if re.search(present, line)]
        for event in report.journal:
            if event["ev"] == "break_off" and event["side"]:
                assert told[event["n"]].startswith(narrator.side(event["side"])[:1].upper()), told[event["n"]]


def many(count: int, name: str, letter: str) -> dict[str, Any]:
    """An army of so many divisions and batteries with names of their own."""
    names = {n: f"{n + 1}th {letter} Division" for n in range(count)}
    units = [{"id": f"{letter}{n}", "type": "line_inf" if n % 4 else "field_art", "name": name}
             for n, name in names.items()]  # fmt: skip
    return {"name": name, "commander": {"name": f"Prince of {name}", "skill": "good"}, "units": units}


def test_an_army_of_many_units_is_told_within_its_words_and_each_unit_introduced_once() -> None:
    sides = [many(16, "Prussia", "P"), many(14, "Sweden", "S")]
    for rules, seed in (("one_hour", 4), ("solo_napoleonic", 5), ("lgg", 2), ("lgg", 3)):
        dispatch = write_dispatch(fight_file(parse({
            "format": "bivouac.battle/1", "name": "Lindenau", "rules": rules, "season": "spring", "terrain": "open",
            "sides": sides}), f"seed {seed}"))  # fmt: skip
        day = max({part.day for part in dispatch.paragraphs}, key=lambda day: len(text(dispatch, day).split()))
        assert 250 < len(text(dispatch, day).split()) <= 420
        told = text(dispatch)
        for unit in set(re.findall(r"\d+th [PS] Division", told)):
            first = re.search(rf"\b{unit}( \(line infantry| \(field artillery)?", told)
            assert first is not None
            assert first[1], f"{unit} is not introduced: {told}"
        assert "Prussia under the Prince of Prussia" in dispatch.lead


@every
def test_reinforcements_come_up_before_they_fight(rules: str) -> None:
    for report, dispatch in some(rules):
        came = {event["unit"] for event in report.journal if event["ev"] == "arrive" and "unit" in event}
        for part in dispatch.paragraphs:
            before, up, _ = part.text.partition(" came up")
            if up:
                fought = {u for n in part.events for e in [report.journal[n - 1]] if e["ev"] == "combat"
                          for u in (*e["attackers"], e["defender"])}  # fmt: skip
                names = [named(report, unit) for unit in came & fought]
                assert not any(len(name.findall(before)) > 1 for name in names), part.text
