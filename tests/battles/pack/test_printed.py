"""EX-1, EX-6 The printed pack: what stands on paper, in which size, in which letters."""

import re
import time

import pypdfium2
import pytest

from battles.pack.contents import contents_of, typeset
from battles.pack.files import PAPERS, pack_pdf
from battles.pack.printing import UNSETTABLE, has_glyph, settable
from battles.resolvers.contract.manifest import UnitPaper
from battles.resolvers.contract.registry import resolver
from battles.resolvers.forecasts.what_if import by_rules
from tests.battles.pack import reading
from tests.battles.pack.packs import FRENCH, allied_pack, battle, both_packs, french_pack, renamed

ADDRESS = "https://war.example.org/c/saxony-1813/battles/bcdfghjkmnpq/result/"


@pytest.fixture(scope="module")
def printed() -> bytes:
    return pdf()


def pdf(pack=None, paper="a4") -> bytes:
    content = pack_pdf(pack or french_pack(), paper=paper, address=ADDRESS).content
    assert isinstance(content, bytes)
    return content


def test_EX_1_the_pack_tells_the_day_and_the_task(printed):
    first = reading.text_of(printed)
    for words in (
        "Season Fall", "The count reaches 120", "Table 72″ × 48″", "Normal 1–5 20″ +0", "Overcast 6–7 15″ +1",
        "Precipitating 8–10 10″ +2", "without a decision it goes back", "Ney army commander Good d10 + d6",
        "Oudinot wing commander Average 2d6", "attack, sector left, 20 % in reserve, not to be risked: Artillerie",
        "Army of Silesia (Prussia): about 6 units (4 to 8), reported this turn in Lusatia.",
    ):  # fmt: skip
        assert words in first, words


def test_EX_1_a_unit_has_its_card(printed):
    cards = re.sub(r"\s+", " ", reading.pages_of(printed)[1])
    assert "Division Gérard Line infantry f1 2/4 foot 4 / 4 horse 1 / 4 fire – Morale 7 move 12″" in cards
    assert "Vieille Garde Elite infantry · Guard f2 4/4 foot 5 / 5 horse 2 / 5 fire – Morale 9 move 12″" in cards
    assert "Heavy foot artillery (12-pdr) f4 1/1 foot – / 3 horse – / 2 fire 2 at 8″ Morale 7 move 12″" in cards


def test_EX_1_boxes_are_crossed_off_for_what_was_lost_before():
    cards = {card["id"]: card["boxes"] for card in contents_of(french_pack())["sides"][0]["cards"]}
    assert cards == {"f1": [True, True, False, False], "f2": [True] * 4, "f3": [True] * 3, "f4": [True], "f5": [True]}


def test_EX_1_what_comes_late_bears_its_mark():
    text = reading.text_of(pdf(allied_pack()))
    assert "Militia infantry · comes at count 61, left edge" in text
    assert "Count Comes by the What comes late 61 left edge Łódź pułk ő" in text
    late = [
        {"id": id, "name": id.upper(), "type": "line_inf", "arrives": count, "edge": edge}
        for id, count, edge in (("a", 60, "right"), ("b", 30, "own"), ("c", 60, "right"), ("d", 60, "own"))
    ]
    pack = french_pack(battle(FRENCH | {"units": [*FRENCH["units"], *late]}))
    assert contents_of(pack)["sides"][0]["arrivals"] == [
        ("30", "own edge", "B"), ("60", "own edge", "D"), ("60", "right edge", "A, C")
    ]  # fmt: skip


def test_HR_T4_the_edges_are_those_that_the_defender_has_chosen():
    made = contents_of(french_pack(battle(held_whole_turn=True, swapped_edges=True)))
    assert made["sides"][0]["edge"] == "upper"
    assert "Союзники deploys at the lower long edge, Français at the upper." in made["table"]["text"]
    assert ("The defender has swapped the two long edges.", "HR-T4") in made["sides"][0]["tasks"]


def test_EX_6_every_part_has_its_page(printed):
    headings = ("Order of battle: Français", "The table", "The ground, piece by piece", "Command rolls and count",
                "Quick sheet", "The evening", "Result: Français", "Base labels: Français", "Stratagems")  # fmt: skip
    text = reading.text_of(printed)
    assert [heading for heading in headings if text.count(heading) < 2] == []


def test_EX_6_the_evening_counts_with_the_units_own_morale():
    """Morale 7: recovers and rallies up to 7, from the other box up to 5; pursued one less each."""
    rows = {row["label"]: row["values"] for row in contents_of(french_pack())["sides"][0]["evening"]}
    assert rows["Line infantry"] == ["7", "7", "5", "6", "6", "4"]
    assert rows["Elite infantry, Guard"] == ["9", "9", "7", "8", "8", "6"]
    assert rows["Heavy foot artillery (12-pdr)"] == ["–", "–", "5", "–", "–", "4"]
    allied = {row["label"]: row["values"] for row in contents_of(allied_pack())["sides"][0]["evening"]}
    assert allied["Irregular cavalry, Outriders"] == ["4", "–", "–", "3", "–", "–"]


def test_EX_6_the_numbers_are_those_of_the_battle_with_their_tags():
    own = {"name": "The club's", "units": {"line_inf": {"morale": {"value": 6}}}, "combat": {"CM3": {"value": -3}}}
    text = reading.text_of(pdf(french_pack(battle(profile=own))))
    assert "Numbers: The club's" in text
    assert "Line infantry: Morale 6 (shipped 7)" in text
    assert "Line infantry f1 2/4 foot 4 / 4 horse 1 / 4 fire – Morale 6" in text
    close = text.replace(" ", "")
    assert "Lineinfantry4/4P1/4P6R4P12P" in close
    assert "CM3:flanked−3R" in close


def test_EX_6_fifteen_chits_a_side_six_of_them_stratagems():
    text = reading.pages_of(pdf(both_packs()))[-1]
    assert (text.count("Stratagem\r\n"), text.count("Blank")) == (2 * 6, 2 * 9)


def test_EX_6_labels_are_as_large_as_the_bases():
    """3 inches are 216 points; artillery is 1.5 by 3, engineers 1.5 by 1.5, commanders 2 by 2; the rim adds half a
    point."""
    sizes = [(label["width"], label["depth"]) for label in contents_of(french_pack())["sides"][0]["labels"]]
    assert list(dict.fromkeys(sizes)) == [(3.0, 3.0), (1.5, 3.0), (2.0, 2.0), (1.5, 1.5)]
    assert {(217, 217), (109, 217), (145, 145), (109, 109)} <= reading.boxes_of(pdf())


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(paper, size):
    assert set(reading.page_sizes(pdf(paper=paper))) == {size, size[::-1]}


@pytest.mark.parametrize("units", [1, 17, 29])
def test_the_table_has_one_page_across_whatever_its_size(units):
    line = [{"id": f"n{n}", "type": "line_inf"} for n in range(units)]
    made = pdf(french_pack(battle(FRENCH | {"units": line, "plan": None})), paper="letter")
    assert [size for size in reading.page_sizes(made) if size[0] > size[1]] == [(792, 612)]
    assert reading.room_under_the_heading(made, "The table") > 5


def test_a_pack_is_small_quick_and_always_the_same():
    pdf()
    started, made = time.process_time(), pdf(both_packs())
    assert time.process_time() - started < 2
    assert len(made) < 1_000_000
    assert made == pdf(both_packs())


def test_names_of_all_europe_are_printed_and_can_be_searched():
    made = pdf(allied_pack())
    text = reading.text_of(made)
    for name in ("Союзники", "Витгенштейн", "Дивизия Клюкса", "Łódź pułk ő", "Казаки", "Schlacht bei Görlitz"):
        assert name in text
    assert b".notdef" not in reading.streams_of(made)
    assert UNSETTABLE not in text


def test_a_letter_that_no_font_has_is_a_box_and_the_pack_is_printed():
    text = reading.text_of(pdf(french_pack(battle(renamed("Régiment 龍 ✓")))))
    assert f"Régiment {UNSETTABLE} ✓" in text
    assert (has_glyph("龍"), has_glyph("Ж"), has_glyph("ő"), has_glyph(UNSETTABLE)) == (False, True, True, True)
    assert settable({"a": ["龍龍", 3]}) == {"a": [UNSETTABLE * 2, 3]}


def test_text_is_data_never_source():
    nasty = '#panic("x") $a$ *b* \\ "q" <label> @ref [c] // d'
    text = reading.text_of(pdf(french_pack(battle(renamed(nasty, side=nasty[:50].strip()), name=nasty))))
    assert re.sub(r"\s", "", text).count(re.sub(r"\s", "", nasty)) >= 3


def test_the_pdf_is_tagged_and_says_what_it_is(printed):
    plain = reading.streams_of(printed)
    assert b"pdfuaid:part>1<" in plain or b'pdfuaid:part="1"' in plain
    assert re.search(rb"/Lang ?\(en\)", plain)
    assert b"/StructTreeRoot" in plain
    assert b"/CreationDate" not in plain
    figures = re.findall(rb"<</Type/StructElem/S/Figure.*", plain)
    assert [b"/Alt" in figure for figure in figures] == [True] * 9, "the code twice, the map, six lines of its key"


def test_the_qr_code_and_the_link_lead_to_the_result(printed):
    assert reading.streams_of(printed).count(ADDRESS.encode()) >= 2
    assert ADDRESS in reading.text_of(printed).replace(" ", "")
    assert "The result is typed in" not in reading.text_of(pack_pdf(french_pack(), paper="a4", address="").content)


def test_the_longest_words_stay_on_the_paper():
    made = pdf(french_pack(battle(renamed("W" * 80, id="M" * 60, side="W" * 50), name="W" * 120)))
    assert reading.lowest_margin(made) > 20


def test_many_figures_stay_on_their_card_and_long_lists_leave_room_for_their_names():
    made = pdf(french_pack(resolver("solo_napoleonic").freeze(by_rules(battle(), "solo_napoleonic"), "field")))
    lines = [line for page in reading.pages_of(made) for line in page.splitlines()]
    assert reading.highest_margin(made) > 10
    assert any("Infantry in line" in line for line in lines)


def test_figures_left_are_given_in_spans_of_the_strength_that_they_come_to():
    assert UnitPaper(4, 4, (0, 1, 1, 1, 1), (), (1, 1)).spans == ("4–1 = 1", "0 = 0")
    assert UnitPaper(3, 3, (0, 1, 3, 4), (), (1, 1)).spans == ("3 = 4", "2 = 3", "1 = 1", "0 = 0")


def test_signs_of_numbers():
    assert [typeset(text) for text in ("-2", "- / 3", "4 / 4", "7")] == ["−2", "– / 3", "4 / 4", "7"]


def test_every_paper_is_offered():
    assert list(PAPERS) == ["a4", "letter"]


def letters(content: bytes, page: int) -> list[tuple[str, float]]:
    """Each piece of text on a page with the size of its type in points."""
    leaf = pypdfium2.PdfDocument(content)[page]
    found = leaf.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_TEXT], textpage=leaf.get_textpage())
    return [(one.extract(), one.get_font_size() * abs(one.get_matrix().d)) for one in found]


def squares(content: bytes, page: int) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right and top in points of what is drawn as large as a card on a page."""
    paths = pypdfium2.raw.FPDF_PAGEOBJ_PATH
    drawn = [thing.get_bounds() for thing in pypdfium2.PdfDocument(content)[page].get_objects([paths])]
    return sorted({tuple(map(round, one)) for one in drawn if one[2] - one[0] > 200 and one[3] - one[1] > 100})


@pytest.mark.parametrize(("units", "pages"), [(1, [1]), (5, [5]), (8, [8]), (9, [5, 4]), (20, [7, 7, 6])])
def test_cards_are_in_14_points_and_as_high_as_they_need(units, pages):
    rows = [FRENCH["units"][0] | {"id": f"f{n}", "name": f"Division {n}"} for n in range(units)]
    content = pdf(french_pack(battle(french=FRENCH | {"units": rows, "plan": None})))
    for number, count in enumerate(pages, 1):
        cards = squares(content, number)
        assert len(cards) == count
        assert all(left > 0 and right < 595 and bottom > 40 and top < 842 for left, bottom, right, top in cards)
        assert {top - bottom > 130 for _, bottom, _, top in cards} == {True}
        assert max(top - bottom for _, bottom, _, top in cards) < 200, "no half of a card is empty"
    assert max(high for text, high in letters(content, 1) if "Division" in text) >= 14


def test_the_map_has_a_key_and_a_scale(printed):
    page = reading.pages_of(printed)[2]
    kinds = {row["text"] for row in contents_of(french_pack())["table"]["key"]}
    assert kinds == {
        "Hill, elevation 1", "Hill, elevation 2", "Obstacle, soft cover", "Road", "Rough ground", "Town block",
    }  # fmt: skip
    assert [words for words in (*kinds, "12 inches") if words not in page] == []
    sizes = [high for text, high in letters(printed, 2) if text.strip() in (*kinds, "12 inches")]
    assert len(sizes) >= 2
    assert min(sizes) >= 12, "to be read at arm's length"


def test_labels_have_the_side_and_the_combat_values(printed):
    page = re.sub(r"\s+", " ", [text for text in reading.pages_of(printed) if "Base labels" in text][-1])
    assert "Français" in page
    assert "foot 4 / 4 · horse 1 / 4 · Morale 7 · 12″" in page


def test_HR_T3_a_meeting_engagement_names_the_half_that_deploys_and_who_chooses():
    first = reading.text_of(pdf(french_pack(battle(engagement="meeting"))))
    assert "Each side chooses its own half; the defender deploys it first, and the attacker sees it." in first
    assert "Choose 3 of the 5 units here to deploy. The other 2 stay hidden" in first


@pytest.mark.parametrize(
    ("options", "rows"), [({}, [("Français", 4, 2)]), ({"will": "1/2"}, [("Français", 4, 3)]), ({"will": "off"}, [])]
)
def test_HR_26_a_box_is_crossed_off_for_each_broken_unit_that_counts(options, rows):
    content = contents_of(french_pack(battle(options=options)))
    assert [(row["name"], row["units"], row["boxes"]) for row in content["will"]] == rows
    assert ("HR-26" in [rule for _, rule in content["sides"][0]["tasks"]]) is bool(rows)


@pytest.mark.parametrize(("divisions", "boxes"), [(5, 20), (20, 28), (40, 38)])
def test_HR_27_the_track_has_a_box_for_each_action_that_all_command_rolls_can_give(divisions, boxes):
    """LGG-5.0-a A Good commander throws 16 at most, an Average wing commander 12 and a Poor officer 10."""
    units = [FRENCH["units"][0] | {"id": f"f{n}"} for n in range(1, divisions + 1)]
    content = contents_of(french_pack(battle(FRENCH | {"units": units, "plan": None})))
    assert content["track"]["actions"] == [boxes, 20]
