"""The verifier of the page without a page: its script is run by an embedded engine, and what is forged is refused."""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import quickjs
from django.conf import settings

from battles.resolvers.contract import registry
from battles.resolvers.core.dice import STREAMS, commitment, face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.journal.vocabulary import HEAD
from battles.resolvers.values.report import canonical_lines, digest_of
from tests.battles.conformance.conftest import battle_data
from tests.battles.golden.pin import golden_battles
from tests.battles.resolvers.common.armies import any_battle

SCRIPTS = [settings.BASE_DIR / "static" / "js" / name for name in ("verify_chain.js", "verify.js")]
AROUND = """
var window = {}, document = {getElementById: function () { return null; }};
function TextEncoder() {}
TextEncoder.prototype.encode = function (text) {
  return Uint8Array.from(unescape(encodeURIComponent(text)), function (sign) { return sign.charCodeAt(0); });
};
"""
ASKED = """
function asked(name, text) { return JSON.stringify(window.bivouacVerify[name].apply(null, JSON.parse(text))); }
function told(text) {
  var proof = window.bivouacVerify.verify.apply(null, JSON.parse(text));
  return JSON.stringify([proof.wrong, window.bivouacVerify.sentence(proof)]);
}
function faces(text) {
  return JSON.stringify(JSON.parse(text).map(function (die) {
    return window.bivouacVerify.face(window.bivouacVerify.keyOf(die[0]), die[1], die[2], die[3]);
  }));
}
"""
Data = dict[str, Any]


@pytest.fixture(scope="module")
def engine() -> quickjs.Context:
    """What a browser has of the page's script."""
    context = quickjs.Context()
    context.eval(AROUND + "".join(script.read_text(encoding="utf-8") for script in SCRIPTS) + ASKED)
    return context


@cache
def text_of(name: str, rules: str) -> str:
    """The report of a golden battle, with its journal, as it is downloaded."""
    golden = golden_battles()[name]
    data = golden["battle"] if rules == "lgg" else _by_other_rules(golden["battle"], rules)
    return json.dumps(fight_file(parse(data), golden["seed"]).as_dict(journal=True), ensure_ascii=False, indent=1)


def _by_other_rules(data: Data, rules: str) -> Data:
    plain = {key: value for key, value in data.items() if key not in ("profile", "field", "options")}
    return {**plain, "rules": rules, "terrain": data.get("terrain") or "rolling"}


def whole() -> Data:
    """A report of a battle with fire, combats, stratagems and amalgamation."""
    data: Data = json.loads(text_of("stratagems_small", "lgg"))
    return data


def sealed_again(data: Data) -> Data:
    """With the digest that its journal has now, as a forger would make it."""
    data["digest"] = digest_of(data["journal"])
    return data


def thrown(data: Data, name: str = "") -> Data:
    dice = [die for event in data["journal"] for die in event["dice"] if not name or die["name"] == name]
    told: dict[str, Any] = dice[len(dice) // 2]
    return told


def a_face(data: Data) -> None:
    die = thrown(data)
    die["face"] = die["face"] % die["sides"] + 1


def a_stream(data: Data) -> None:
    die = thrown(data, "attack")
    die["stream"] = "fire" if die["stream"] != "fire" else "combat"


def a_counter(data: Data) -> None:
    """A number at which the same face lies, so that only the count of the stream can tell."""
    die, key = thrown(data, "attack"), key_of(data["seed"])
    stream = STREAMS.index(die["stream"])
    same = (k for k in range(1000) if face_of(key, stream, k, die["sides"]) == die["face"])
    die["k"] = next(k for k in same if k > die["k"])


def a_total(data: Data) -> None:
    event = next(event for event in data["journal"] if event["ev"] == "combat")
    event["totals"]["attack"] += 1


def a_modifier(data: Data) -> None:
    event = next(event for event in data["journal"] if event.get("modifiers", {}).get("attack"))
    event["modifiers"]["attack"][0][1] += 1


def a_command_roll(data: Data) -> None:
    next(event for event in data["journal"] if event["ev"] == "command_roll")["total"] += 1


def a_loss(data: Data) -> None:
    unit = next(unit for side in data["sides"] for unit in side["units"] if unit["lost"] > 0)
    unit["lost"] -= 1


def a_loss_that_adds_up(data: Data) -> None:
    unit = next(unit for side in data["sides"] for unit in side["units"] if unit["lost"] > 0)
    unit["lost"], unit["after"] = unit["lost"] - 1, unit["after"] + 1


def another_strength(data: Data) -> None:
    unit = data["battle"]["sides"][0]["units"][0]
    unit["strength"] = unit["strength"] % 4 + 1


def a_winner(data: Data) -> None:
    names = [side["name"] for side in data["sides"]]
    data["outcome"]["winner"] = next(name for name in names if name != data["outcome"]["winner"])
    data["outcome"]["kind"] = "victory"


def a_general(data: Data) -> None:
    leader = data["sides"][0]["commander"]
    leader["fate"] = "lost" if leader["fate"] == "unhurt" else "unhurt"


def a_unit_with_another_fate(data: Data) -> None:
    next(unit for side in data["sides"] for unit in side["units"] if unit["after"])["fate"] = "eliminated"


def a_field(data: Data) -> None:
    data["battle"]["field"]["pieces"].pop()


def a_typed_result(data: Data) -> None:
    """A result that nobody entered, to which the strengths would not be held."""
    units = {unit["id"]: {"strength": 4, "fate": "stands"} for unit in data["sides"][0]["units"]}
    data["typed"] = {"stage": "after", "days": 1, "sides": [{"stayed": True, "leaders": [], "units": units}]}


def a_cast(data: Data) -> None:
    data["journal"][0]["cast"] = []
    a_loss_that_adds_up(data)


def a_fight_without_dice(data: Data) -> None:
    next(event for event in data["journal"] if event["ev"] == "combat")["dice"] = []


FORGED: tuple[tuple[Callable[[Data], None], str], ...] = (
    (a_face, "the seed gives"), (a_stream, "comes next"), (a_counter, "comes next"),
    (a_total, "die and modifiers make"), (a_modifier, "die and modifiers make"), (a_command_roll, "its dice make"),
    (a_loss, "before is not"), (a_loss_that_adds_up, "the journal leaves it"),
    (another_strength, "the battle file has"), (a_winner, "Winner: "), (a_general, "has him otherwise"),
    (a_unit_with_another_fate, "it is eliminated"), (a_field, "Field: "), (a_typed_result, "what was typed in"),
    (a_cast, "the journal leaves it"), (a_fight_without_dice, "it has no dice"),
)  # fmt: skip


def first(data: Data, ev: str, fits: Callable[[Data], bool] = bool) -> int:
    """The place in the journal of the first such event."""
    return next(n for n, event in enumerate(data["journal"]) if event["ev"] == ev and fits(event))


def put_in(data: Data, at: int, ev: str, /, **values: Any) -> None:
    """Put an event without dice into a journal, numbered anew, in the turn of the one before it."""
    before = data["journal"][at - 1]
    head = {"ev": ev, "day": before["day"], "round": before["round"], "side": before["side"], "rule": [], "dice": []}
    data["journal"].insert(at, head | values)
    for n, event in enumerate(data["journal"], 1):
        event["n"] = n


def a_hit(data: Data) -> None:
    at = first(data, "move")
    put_in(data, at, "hit", unit=data["journal"][at]["unit"], sp=1, cause="fire")


def a_rout(data: Data) -> None:
    at = first(data, "move")
    put_in(data, at, "rout", unit=data["journal"][at]["unit"], box="rallyable", cause="hits")


def a_death(data: Data) -> None:
    at = first(data, "move")
    put_in(data, at, "eliminated", unit=data["journal"][at]["unit"], cause="combat")


def a_jump(data: Data) -> None:
    move = data["journal"][first(data, "move")]
    put_in(data, move["n"], "move", **{**_own(move), "path": [[0.0, 0.0, 0.0], move["path"][-1]]})


def a_second_march(data: Data) -> None:
    """There and back again, so that no later place is wrong."""
    at, move = first(data, "move"), data["journal"][first(data, "move")]
    back = list(reversed(move["path"]))
    turn = next(n for n in range(at, 0, -1) if data["journal"][n]["ev"] in ("turn_end", "turn_start", "initiative"))
    put_in(data, turn, "move", **{**_own(move), "path": move["path"]})
    put_in(data, turn + 1, "move", **{**_own(move), "path": back})


def _own(event: Data) -> Data:
    return {key: value for key, value in event.items() if key not in HEAD}


def a_retreat(data: Data) -> None:
    at = first(data, "move")
    path = data["journal"][at]["path"]
    put_in(data, at, "fallback", unit=data["journal"][at]["unit"], path=[path[0], path[-1]])


def a_contact(data: Data) -> None:
    units = [side["units"][0]["id"] for side in data["battle"]["sides"]]
    put_in(data, first(data, "day_start") + 1, "contact", attacker=units[0], defender=units[1], where="rear", combat=1)


def a_deployment(data: Data) -> None:
    put_in(data, first(data, "move"), "deploy", **_own(data["journal"][first(data, "deploy")]))


def a_turn(data: Data) -> None:
    at = first(data, "turn_end")
    put_in(data, at + 1, "turn_end", side=data["journal"][at]["side"])


def an_end_of_the_day(data: Data) -> None:
    put_in(data, first(data, "turn_end") + 1, "break_off", lost=1, began=4)


def a_night(data: Data) -> None:
    names = [side["name"] for side in data["sides"]]
    put_in(data, first(data, "move"), "stay_leave", choices={names[0]: "stay", names[1]: "leave"})


def a_command_change(data: Data) -> None:
    names = [side["commander"]["name"] for side in data["sides"]]
    put_in(data, first(data, "move"), "command_change", old=names[0], new=names[1], role="army", skill="great",
           reason="none", pose=[1.0, 1.0, 0.0])  # fmt: skip


def a_recovery(data: Data) -> None:
    at = first(data, "move")
    put_in(data, at, "rally", unit=data["journal"][at]["unit"], sp=4, left=3, morale=7, modifiers=[],
           **{"pass": True}, pose=data["journal"][at]["path"][0])  # fmt: skip


def a_work(data: Data) -> None:
    put_in(data, first(data, "turn_end"), "engineer", unit=data["battle"]["sides"][0]["units"][0]["id"], work="EA4",
           at=None, successes=3, **{"pass": True})  # fmt: skip


def an_arrival(data: Data) -> None:
    at = first(data, "turn_end")
    put_in(data, at, "arrive", **_own(data["journal"][first(data, "deploy")]) | {"cost": 0, "left": 0})


def an_earlier_day(data: Data) -> None:
    put_in(data, len(data["journal"]) - 1, "turn_end", day=0)


def a_ride(data: Data) -> None:
    """A general who stands where he was put down before the first turn rides there."""
    deployed = data["journal"][first(data, "deploy", lambda event: bool(event.get("commander")))]
    put_in(data, first(data, "day_start") + 1, "commander_move", commander=deployed["commander"], pose=deployed["pose"])


def a_turn_before_the_first(data: Data) -> None:
    put_in(data, first(data, "day_start") + 1, "turn_end")


PUT_IN = (a_hit, a_rout, a_death, a_jump, a_second_march, a_retreat, a_contact, a_deployment, a_turn,
          an_end_of_the_day, a_night, a_command_change, a_recovery, a_work, an_arrival, an_earlier_day,
          a_turn_before_the_first)  # fmt: skip
ANY_RULES = ("lgg", "one_hour", "my_favourite", "solo_napoleonic", "square_brigadier", "activation")


def proved(
    engine: quickjs.Context, data: Data | str, *, lines: str | None = None, **expected: str
) -> tuple[list[str], str]:
    """What is wrong with a report, and the sentence that the reader sees."""
    known = {slug: list(registry.streams(slug)) for slug in registry.slugs()}
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
    wrong, sentence = json.loads(engine.get("told")(json.dumps([text, lines, known, expected])))
    return wrong, sentence


@pytest.mark.parametrize(("name", "rules"), [
    ("stratagems_small", "lgg"), ("arrivals_flank", "lgg"), ("smallest", "one_hour"), ("smallest", "square_brigadier"),
    ("smallest", "my_favourite"), ("smallest", "activation"), ("smallest", "solo_napoleonic"),
    ("river_crossing_sappers", "lgg"),
])  # fmt: skip
def test_a_true_report_of_any_rules_is_true(engine, name, rules) -> None:
    text = text_of(name, rules)
    data = json.loads(text)
    wrong, sentence = proved(engine, text, commitment=commitment(data["seed"]), seed=data["seed"])
    assert wrong == []
    dice = sum(len(event["dice"]) for event in data["journal"])
    units = sum(len(side["units"]) for side in data["sides"])
    assert sentence.startswith(f"All that was compared is true: commitment, seed, digest, {dice} dice, ")
    assert f" of {len(data['journal'])} events, their order, field, outcome, fates of " in sentence
    assert f" losses of {units} units. Whether each act was legal was not compared." in sentence
    assert dice > 5


@pytest.mark.parametrize(("forge", "sentence"), FORGED, ids=[forge.__name__ for forge, _ in FORGED])
def test_what_is_forged_is_refused_though_the_digest_was_made_anew(engine, forge, sentence) -> None:
    data = whole()
    forge(data)
    wrong, told = proved(engine, sealed_again(data), commitment=commitment(data["seed"]))
    assert [line for line in wrong if sentence in line], wrong
    assert "wrong" in told


@pytest.mark.parametrize("rules", ANY_RULES)
@pytest.mark.parametrize("forge", PUT_IN, ids=[forge.__name__ for forge in PUT_IN])
def test_an_event_without_dice_that_was_put_in_is_refused(engine, forge, rules) -> None:
    data: Data = json.loads(text_of("smallest", rules))
    forge(data)
    wrong, told = proved(engine, sealed_again(data), commitment=commitment(data["seed"]))
    assert wrong
    assert "wrong" in told


def told_of(engine: quickjs.Context, data: Data) -> str:
    """What is wrong with a report that was sealed again, as one text."""
    for n, event in enumerate(data["journal"], 1):
        event["n"] = n
    return " ".join(proved(engine, sealed_again(data))[0])


def solo(nations: bool = False) -> Data:
    """A battle by the Solo Napoleonic rules, between nations or not."""
    data = battle_data("solo_napoleonic")
    for side, name in zip(data["sides"], ("Russia", "Spain"), strict=True):
        side["name"] = name
    data["options"] = {"nations": nations}
    made: Data = json.loads(json.dumps(fight_file(parse(data), "a").as_dict(journal=True)))
    return made


def test_SNW_15_a_nation_counts_where_there_are_nations_and_always_as_much(engine) -> None:
    data = solo()
    fires = [event for event in data["journal"] if event["ev"] == "fire" and event["side"] == "Russia"]
    fires[0]["modifiers"]["firer"].append(["nation", -2])
    assert "no side has a nation" in told_of(engine, data)
    data = solo(nations=True)
    assert told_of(engine, data) == ""
    fires = [
        event for event in data["journal"] if event["ev"] == "fire" and ["nation", -2] in event["modifiers"]["firer"]
    ]
    assert fires
    fires[0]["modifiers"]["firer"].append(["nation", 1])
    assert "the nation of Russia counted -2 before" in told_of(engine, data)
    fires[0]["modifiers"]["firer"] = [pair for pair in fires[0]["modifiers"]["firer"] if pair[0] != "nation"]
    assert "for all its guns or for none" in told_of(engine, data)


def test_SNW_12_a_general_who_is_of_no_use_helps_nobody_in_that_turn(engine) -> None:
    data = solo()
    at = first(data, "orders", lambda event: event["side"] == "Russia")
    chief = data["battle"]["sides"][0]["commander"]["name"]
    played = {"ev": "chance_played", "side": "Spain", "rule": ["SNW-12"], "dice": [], "commander": chief,
              "card": "useless general", "day": 1, "round": data["journal"][at]["round"]}  # fmt: skip
    data["journal"].insert(at, played)
    data["journal"][at + 1]["modifiers"] = [["corps commander attached", -1]]
    assert f"{chief} is of no use in this turn" in told_of(engine, data)
    played["side"] = "Russia"
    assert "it is not for Russia" in told_of(engine, data)


@pytest.mark.parametrize("rules", ANY_RULES)
def test_a_general_does_not_ride_to_where_he_stands(engine, rules) -> None:
    data: Data = json.loads(text_of("smallest", rules))
    if not any(event["ev"] == "deploy" and event.get("commander") for event in data["journal"]):
        pytest.skip("no generals stand on this board")
    a_ride(data)
    assert "(commander move)" in told_of(engine, data)


def test_a_combat_in_which_nobody_has_a_die_is_no_fault(engine) -> None:
    file = any_battle("square_brigadier", 53003, most=10)
    report: Data = json.loads(json.dumps(fight_file(file, "h53003").as_dict(journal=True)))
    assert any(event["ev"] == "combat" and not event["dice"] for event in report["journal"])
    assert told_of(engine, report) == ""


def test_a_system_may_number_the_start_of_a_battle_as_its_first_day(engine) -> None:
    data = whole()
    assert {event["day"] for event in data["journal"] if event["ev"] == "deploy"} == {0}
    data["journal"][0]["day"] = 1
    assert told_of(engine, data) == ""


def test_a_key_that_is_given_twice_is_refused(engine) -> None:
    text = json.dumps(whole(), ensure_ascii=False)
    with pytest.raises(quickjs.JSException, match="given twice"):
        proved(engine, text[:-1] + ', "journal": []}')


def test_a_changed_journal_has_another_digest(engine) -> None:
    data = whole()
    data["journal"][0]["rule"] = ["HR-1"]
    assert proved(engine, data)[0] == ["The digest of the journal is not the one of the report."]
    data = whole() | {"digest": "sha256:" + "0" * 64}
    assert proved(engine, data)[0] == ["The digest of the journal is not the one of the report."]


def test_another_seed_than_the_one_committed_to_is_refused(engine) -> None:
    true = commitment(whole()["seed"])
    wrong, _ = proved(engine, whole() | {"seed": "loaded"}, commitment=true)
    assert wrong[0] == "The seed is not the one that was committed to."
    assert proved(engine, whole(), commitment="0" * 64)[0] == ["The seed is not the one that was committed to."]
    assert proved(engine, whole(), seed="loaded")[0] == ["The seed of the report is not the one of the page."]
    assert proved(engine, whole(), digest="sha256:0")[0] == ["The digest of the report is not the one of the page."]
    assert proved(engine, whole())[1].endswith("No commitment was given to compare the seed with.")


def test_a_journal_may_be_a_file_of_its_own(engine) -> None:
    data = whole()
    lines = canonical_lines(data.pop("journal"))
    assert proved(engine, data, lines=lines)[0] == []
    other = lines.replace("\n", " \n", 1)
    assert proved(engine, data, lines=other)[0] == ["The digest of the journal is not the one of the report."]
    assert proved(engine, data)[0] == ["The report has no journal in it; choose the journal's file too."]


def test_its_digests_are_those_of_the_rules(engine) -> None:
    for text in ("", "a", "é🐎" * 20, "x" * 55, "x" * 56, "x" * 64, "x" * 1000):
        told = json.loads(engine.get("asked")("sha256", json.dumps([text])))
        assert told == hashlib.sha256(text.encode()).hexdigest()


def test_ENG_12_its_dice_are_those_of_the_rules(engine) -> None:
    asked = [(seed, stream, k, sides) for seed in ("a", "Bautzen") for stream in (0, 4, 11) for k in (0, 7, 999)
             for sides in (2, 6, 10, 1000)]  # fmt: skip
    faces = json.loads(engine.get("faces")(json.dumps(asked)))
    assert faces == [int(face_of(key_of(seed), stream, k, sides)) for seed, stream, k, sides in asked]


@pytest.mark.parametrize("value", [
    {"b": 1.0, "a": [1e-05, True, None, 'ü\n"\u2028'], "c": {}}, {"k": [], "n": -0.5, "e": [[], {"": ""}]},
])  # fmt: skip
def test_its_canonical_lines_are_those_of_the_format(engine, value) -> None:
    text = json.dumps(value, indent=2)
    assert json.loads(engine.get("asked")("canonical", json.dumps([text]))) + "\n" == canonical_lines([value])
