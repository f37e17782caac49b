"""LGG-C1-a: rosters as text, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base.refusal import Refusal
from rosters.rules.catalogue import catalogue
from rosters.rules.notation import MOST_UNITS, RosterItem, canonical, check_item, clean_name, parse_roster, print_roster

LINE, WORN = RosterItem("line_inf", 4), RosterItem("line_inf", 2)


def test_ST_32_three_line_and_one_worn():
    units = parse_roster("3 Line inf, one 2/4 Line inf")
    assert units == (LINE, LINE, LINE, WORN)
    assert sum(unit.strength for unit in units) == 14
    assert print_roster(units) == "3 Line inf, one 2/4 Line inf"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Line inf", "1 Line inf"),
        ("one 2/4 Line inf, 3 Line inf", "3 Line inf, one 2/4 Line inf"),
        ("1/4 Line inf, 3/4 Line inf, 2/4 Line inf", "one 3/4 Line inf, one 2/4 Line inf, one 1/4 Line inf"),
        ("two 2/4 Line inf", "2 2/4 Line inf"),
        ("4/4 Line inf", "1 Line inf"),
        (
            "3 Line inf, one 2/4 Line inf, Elite inf Guard, Light cav, Heavy art",
            "3 Line inf, one 2/4 Line inf, 1 Elite inf Guard, 1 Light cav, 1 Heavy art",
        ),
        ("Line inf, Heavy cav, Line inf", "2 Line inf, 1 Heavy cav"),
        ("Irregular cav Outriders, Irregular cav", "1 Irregular cav Outriders, 1 Irregular cav"),
        ('Line inf "Kleist"', '1 Line inf "Kleist"'),
        ('2 Line inf "Żółw ""der Große"""', '2 Line inf "Żółw ""der Große"""'),
        ("Line inf “Łęczyca”; Line inf „Löbau“; Line inf « Évreux »", None),
    ],
)
def test_LGG_C1_a_prints_canonically(text, printed):
    units = parse_roster(text)
    assert parse_roster(print_roster(units)) == units
    if printed:
        assert print_roster(units) == printed


@pytest.mark.parametrize(("text", "expected"), [
    ("3 Line infantry", "3 Line inf"), ("THREE LINE INF.", "3 Line inf"), ("3x Line inf", "3 Line inf"),
    ("3 × Line inf", "3 Line inf"), ("a Line infantry division", "1 Line inf"),
    ("ten divisions of line infantry", "10 Line inf"), ("light cavalry", "1 Light cav"),
    ("2 Guard heavy cavalry", "2 Heavy cav Guard"), ("2 Elites (Guard)", "2 Elite inf Guard"),
    ("12-pdr guns and 2 horse batteries", "1 Heavy art, 2 Horse art"), ("2 militia", "2 Militia inf"),
    ("2 Militia cavalry", "2 Irregular cav"),
    ("line_inf, irreg_cav, heavy_art", "1 Line inf, 1 Irregular cav, 1 Heavy art"),
    ("Heavy foot artillery; Field foot artillery", "1 Heavy art, 1 Field art"),
    ("Engineers, Pontoon train, pontoons", "1 Engineer, 2 Pontoon train"), ("Line inf 2/4", "one 2/4 Line inf"),
    ("2⁄4 Line inf", "one 2/4 Line inf"),
    ("\ufeff- 3 Line inf\r\n- one 2/4 Line inf,\r\n\r\n* Light cav\r", "3 Line inf, one 2/4 Line inf, 1 Light cav"),
    ("3\u00a0Line\tinf;;\n;Light cav,", "3 Line inf, 1 Light cav"),
])  # fmt: skip
def test_LGG_C1_a_reads_what_a_referee_pastes(text, expected):
    assert print_roster(parse_roster(text)) == expected


@pytest.mark.parametrize(("text", "place", "remedy"), [
    ("3 Line inf, 2 Lne inf", "Line 1, column 15", "write one of Elite inf, Line inf"),
    ("3 Line inf\n5/4 Line inf", "Line 2, column 1", "write 1/4 to 4/4"),
    ("2/3 Line inf", "Line 1, column 1", "write 2/4"),
    ("0/4 Line inf", "Line 1, column 1", "write 1/4 to 4/4"),
    ("3/4 Light cav", "Line 1, column 1", "write 3/3"),
    ("½ Line inf", "Line 1, column 1", "such as 2/4"),
    ("0 Line inf", "Line 1, column 1", "from 1 to 200"),
    ("201 Line inf", "Line 1, column 1", "from 1 to 200"),
    ("-3 Line inf", "Line 1, column 1", "separate units by commas"),
    ("1_000 Line inf", "Line 1, column 2", "does not belong here"),
    ("3.5 Line inf", "Line 1, column 1", "in the digits 0 to 9"),
    ("٣ Line inf", "Line 1, column 1", "in the digits 0 to 9"),
    ("2/4/4 Line inf", "Line 1, column 4", "such as 2/4"),
    ("99999999999 Line inf", "Line 1, column 1", "such as 3"),
    ("3 4 Line inf", "Line 1, column 3", "the count comes first"),
    ("3/4 2/4 Line inf", "Line 1, column 5", "keep one of them"),
    ("3", "Line 1, column 1", "the type is missing"),
    ("Line inf Guard", "Line 1, column 1", "choose one of Elite inf"),
    ("Light cav Outriders", "Line 1, column 1", "choose Irregular cav"),
    ("Elite inf Guard Guard", "Line 1, column 17", "put a comma"),
    ('Line inf "Kleist', "Line 1, column 10", "close it after the name"),
    ('Line inf "Kleist\nLine inf "Zieten"', "Line 1, column 10", "close it after the name"),
    ('Line inf ""', "Line 1, column 10", "leave the quotation marks out"),
    ('Line inf "a" "b"', "Line 1, column 14", "two names"),
    (f'Line inf "{"a" * 81}"', "Line 1, column 10", "shorten it to 80"),
    ("French: 3 Line inf", "Line 1, column 7", "does not belong here"),
    ("<script>", "Line 1, column 1", "does not belong here"),
])  # fmt: skip
def test_LGG_C1_a_refuses_with_place_and_remedy(text, place, remedy):
    with pytest.raises(Refusal) as refused:
        parse_roster(text)
    assert str(refused.value).startswith(f"{place}: ")
    assert remedy in str(refused.value)


@pytest.mark.parametrize("text", ["", " \n\t", ",;\n,", "and"])
def test_an_empty_roster_is_refused_with_an_example(text):
    with pytest.raises(Refusal, match="3 Line inf, one 2/4 Line inf"):
        parse_roster(text)


def test_limits_are_refused_before_work_is_done():
    with pytest.raises(Refusal, match="bytes"):
        parse_roster("3 Line inf, " * 10_000)
    with pytest.raises(Refusal, match="more than 500 units"):
        parse_roster("200 Line inf, 200 Light cav, 101 Heavy cav")
    assert len(parse_roster("200 Line inf, 200 Light cav, 100 Heavy cav")) == MOST_UNITS


@pytest.mark.parametrize("text", ["Line inf\0", "Line inf \ud800"])
def test_signs_that_are_no_text_are_refused(text):
    with pytest.raises(Refusal, match="not text"):
        parse_roster(text)


def test_names_are_kept_in_normal_form():
    (unit,) = parse_roster('Line inf "  Kle\u0301ber \t d\u202eivision "')
    assert unit.name == "Kléber d ivision"


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        units = parse_roster(text)
    except Refusal:
        return
    assert parse_roster(print_roster(units)) == units


@st.composite
def _items(draw):
    row = draw(st.sampled_from(list(catalogue().unit_types.values())))
    name = draw(st.text(max_size=40, alphabet=st.characters(exclude_categories=["Cs"])).map(clean_name))
    return RosterItem(
        type=row.key, strength=draw(st.integers(1, row.full)), guard=row.may_be_guard and draw(st.booleans()),
        outriders=row.may_be_outriders and draw(st.booleans()), name=name,
    )  # fmt: skip


@given(st.lists(_items(), min_size=1, max_size=30))
def test_LGG_C1_a_parse_of_print_is_the_roster(items):
    units = canonical(items)
    assert parse_roster(print_roster(items)) == units
    assert canonical(units) == units
    assert sorted(units, key=repr) == sorted(items, key=repr)


@pytest.mark.parametrize("item", [
    RosterItem("hussars", 1), RosterItem("line_inf", 5), RosterItem("line_inf", 0),
    RosterItem("line_inf", 4, guard=True), RosterItem("light_cav", 3, outriders=True),
    RosterItem("line_inf", 4, name="two  spaces"), RosterItem("line_inf", 4, name="a" * 81),
])  # fmt: skip
def test_an_impossible_unit_is_refused(item):
    with pytest.raises(Refusal):
        check_item(item)
