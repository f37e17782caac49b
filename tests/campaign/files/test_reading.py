"""Campaign files are read strictly: a refusal begins with the place that is wrong."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from campaign.rules.files.campaign_file import LIMIT, CampaignFileError, loads, parse, print_file, printed
from campaign.rules.files.past.history_rows import RefereeActRow
from tests.campaign.files.drafts import draft

Spoil = Callable[[dict[str, Any]], object]


def test_a_small_war_is_read() -> None:
    file = parse(draft())
    assert [row.name for row in file.provinces] == ["West", "Middle", "East"]
    assert file.provinces[1].value == 3
    assert file.provinces[0].value == 5, "the ordinary value of HR-2"
    assert file.edges[0].bridge
    assert file.history is None


def test_a_printed_file_reads_back_to_the_same_text() -> None:
    text = print_file(parse(draft()))
    assert print_file(loads(text)) == text
    assert text.count("\n") == len(text.splitlines())


def test_a_history_is_printed_row_by_row_as_it_is_taken() -> None:
    taken = []

    def rows() -> Iterator[RefereeActRow]:
        for number in range(3):
            taken.append(number)
            yield RefereeActRow(turn=number, act=f"act {number}")

    pieces = printed(parse(draft()), [("orders", ()), ("referee_acts", rows())])
    begun = next(piece for piece in pieces if "act 0" in piece)
    assert taken == [0]
    assert begun.startswith('  "referee_acts": [')
    assert "".join(pieces).endswith('"act": "act 2"}\n  ]\n }\n}\n')


def test_defaults_are_left_out_and_every_province_has_its_line() -> None:
    lines = print_file(parse(draft())).splitlines()
    assert lines[-1] == "}"
    middle = next(line for line in lines if '"middle"' in line and "polygon" in line)
    assert "terrain" not in middle
    assert '"value": 3' in middle


SPOILT: list[tuple[Spoil, str]] = [
    (lambda d: d["provinces"][1].update(value=16), "provinces[1].value: 16 is above 15."),
    (lambda d: d["provinces"][1].update(value=-1), "provinces[1].value: -1 is outside 0 to 15."),
    (lambda d: d["provinces"][1].update(value=True), "provinces[1].value: a whole number is expected, not"),
    (lambda d: d["provinces"][1].update(value="5"), "provinces[1].value: a whole number is expected, not text."),
    (lambda d: d["provinces"][1].update(colour="red"), "provinces[1].colour: this key is not known"),
    (lambda d: d["provinces"][1].pop("name"), "provinces[1].name: this key is missing."),
    (lambda d: d["provinces"][1].update(name="Mid\u0007dle"), "provinces[1].name: the character U+0007 is not allowed"),
    (lambda d: d["provinces"][1].update(name="x" * 81), "provinces[1].name: 81 characters, at most 80 are allowed."),
    (lambda d: d["provinces"][1].update(key="Mitte!"), 'provinces[1].key: "Mitte!" is no id'),
    (lambda d: d["provinces"][1].update(key="west"), 'provinces[1].key: "west" is used twice'),
    (lambda d: d["provinces"][1].update(home="green"), 'provinces[1].home: there is no "green" among the factions'),
    (lambda d: d["provinces"][1].update(capital=True), "provinces[1].capital: a capital is one of its home faction"),
    (lambda d: d["provinces"][1].update(home="red", capital=True), "provinces[0].capital: red has 2 capitals"),
    (lambda d: d["provinces"][1].pop("polygon"), "provinces[1].polygon: this key is missing; the command"),
    (lambda d: d["provinces"][1].update(polygon=[[0, 0], [1, 1]]), "provinces[1].polygon: 2 entries, 3 to 2000"),
    (lambda d: d["provinces"][1].pop("at"), "provinces[1]: give the town's place either as at"),
    (lambda d: d["provinces"][1].update(lon_lat=[1, 1]), "provinces[1]: give the town's place either as at"),
    (lambda d: d["edges"].append({"between": ["middle", "west"]}), "edges[2]: this pair is given already at edges[0]"),
    (lambda d: d["edges"].append({"between": ["east"]}), "edges[2].between: 1 different names are given"),
    (lambda d: d["edges"].append({"between": ["east", "east"]}), "edges[2].between: the same name is given twice"),
    (lambda d: d["edges"].append({"between": ["east", "far"]}), 'edges[2].between[1]: there is no "far"'),
    (lambda d: d["edges"][1].update(bridge=True), "edges[1].bridge: only a river crossing has a bridge"),
    (lambda d: d["relations"].append({"between": ["blue", "red"], "kind": "allied"}), "relations[1]: this pair"),
    (lambda d: d["armies"][0].update(leader="bleu"), "armies[0].leader: Bleu serves blue, not red."),
    (lambda d: d["armies"][0].update(leader="nobody"), 'armies[0].leader: there is no "nobody"'),
    (lambda d: d["armies"][0].pop("province"), "armies[0].province: this key is missing"),
    (lambda d: d["armies"][0].pop("roster"), "armies[0]: give the units either as units or as a roster"),
    (lambda d: d["armies"][0].update(roster="2 Dragons"), "armies[0].roster: "),
    (lambda d: d["armies"][1]["units"][0].update(strength=5), "armies[1].units[0].strength: 5 is above the full"),
    (lambda d: d["armies"][1]["units"][0].update(guard=True), "armies[1].units[0].guard: Line infantry cannot"),
    (lambda d: d["armies"][1]["units"][0].update(type="tank"), "armies[1].units[0].type: "),
    (lambda d: d["factions"].pop(), "relations[0].between[1]: there is no"),
    (lambda d: d["factions"][0].update(colour="blue"), 'factions[0].colour: "blue" is not a colour'),
    (lambda d: d["calendar"].update(start="1813-02-30"), 'calendar.start: "1813-02-30" is no date'),
    (lambda d: d["calendar"].update(start="9999-01-01"), "calendar.start: the year 9999 is outside 1000 to 4000."),
    (
        lambda d: d["armies"][0].update(supply_path=["west", "moon"]),
        "armies[0].supply_path[1]: there is no such province",
    ),
    (lambda d: d["calendar"].update(muster_every=0), "calendar.muster_every: 0 is outside 1 to 60."),
    (lambda d: d.pop("calendar"), "calendar: this key is missing."),
    (lambda d: d.update(format="bivouac.campaign/2"), "format: this is no campaign file of a version that can be read"),
    (lambda d: d.update(format="bivouac.battle/1"), "format: this is no campaign file"),
    (lambda d: d.update(house_rules={"supply.edgs": 4}), "house_rules.supply.edgs: no such number"),
    (lambda d: d["map"].update(view=[0, 0, 0, 10]), "map.view: width and height must be above 0"),
    (lambda d: d["map"]["rivers"][0].update(line=[[0, 0]]), "map.rivers[0].line: 1 entries, 2 to 2000 are allowed."),
]


@pytest.mark.parametrize(("spoil", "sentence"), SPOILT)
def test_a_spoilt_file_is_refused_at_its_place(spoil: Spoil, sentence: str) -> None:
    data = draft()
    spoil(data)
    with pytest.raises(CampaignFileError) as refused:
        parse(data)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("data", [None, [], "text", 7, True, {}])
def test_what_is_no_object_is_no_campaign(data: object) -> None:
    with pytest.raises(CampaignFileError):
        parse(data)


def test_a_key_given_twice_is_refused() -> None:
    text = json.dumps(draft()).replace('"value": 3', '"value": 3, "value": 4')
    with pytest.raises(CampaignFileError, match=r"provinces\[1\]\.value: this key is given twice"):
        loads(text)


def test_text_that_is_no_json_is_refused_with_line_and_column() -> None:
    with pytest.raises(CampaignFileError, match=r"line 2, column 2: this is not JSON"):
        loads(b"{\n}}")


def test_too_many_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(CampaignFileError, match="too long"):
        loads(b" " * (LIMIT + 1))


def test_nested_brackets_are_refused() -> None:
    with pytest.raises(CampaignFileError, match="deep"):
        loads("[" * 100 + "]" * 100)


def test_names_are_kept_in_one_normal_form() -> None:
    data = draft()
    data["provinces"][1]["name"] = "Wu\u0308rzburg"
    assert parse(data).provinces[1].name == "W\u00fcrzburg"
