"""The public pages, and the builders that campaigns use."""

from datetime import UTC
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string

from rosters.pages import Link, biography, roster_page
from rosters.rules.catalogue import catalogue
from rosters.selectors import life_of, units_of
from rosters.services import amalgamate_units, post_strength
from tests.factories.rosters import ArmyFactory, unit, units

CHECKER = "/lists/check/"
GOOD = {"roster": "8 Line, 3 Heavy cav, Light cav", "skill": "average", "base": "400", "wings": "0"}


def _rows(html, start, end):
    return html.split(start, 1)[1].split(end, 1)[0]


def test_the_units_are_public_and_show_every_tag_in_words(client):
    html = client.get("/units/").text
    line = _rows(html, '<tr id="line_inf">', "</tr>")
    assert (line.count("(printed)"), line.count("(reconstructed)")) == (1, 3)
    assert _rows(html, '<tr id="field_art">', "</tr>").count("(house rule)") == 4
    fights = _rows(html, "How they fight by La Grande Guerre", "</main>")
    assert "Against cavalry" in fights
    assert "1 / 4" in _rows(fights, '<th scope="row">Line infantry</th>', "</tr>")
    for row in catalogue().unit_types.values():
        assert row.name in html


@pytest.mark.parametrize("path", ["/units/", CHECKER])
def test_pages_obey_the_content_security_policy(client, path):
    html = client.get(path).text
    assert " style=" not in html
    assert "<script>" not in html
    assert html.count("<h1") == 1


def test_the_checker_begins_empty_with_samples(client):
    response = client.get(CHECKER)
    assert response.status_code == 200
    assert "Nothing is checked yet" in response.text
    for name, link in response.context["examples"]:
        assert "meets every criterion" in client.get(link).text, name


def test_E95_the_checker_names_the_broken_criterion(client):
    response = client.get(CHECKER, {"roster": "8 Line, 4 Heavy cav", "skill": "average"})
    html = response.text
    assert "1 criterion is broken:" in html
    assert [each.id for each in response.context["check"].check.broken] == ["T6"]
    assert "380 of 400" in html
    assert "about 60,000" in html


def test_several_broken_criteria_are_all_named(client):
    html = client.get(CHECKER, {"roster": "8 Line, 4 Heavy cav, 2/4 Line, 4 Heavy art"}).text
    assert "4 criteria are broken:" in html
    for rule in ("T1", "T6", "T7", "T10"):
        assert f"<strong>{rule}</strong>" in html


def test_a_posted_list_is_answered_at_its_link(client):
    response = client.post(CHECKER, {**GOOD, "roster": "3 Line infantry\none 2/4 Line inf"})
    assert response.status_code == 302
    assert parse_qs(urlsplit(response["Location"]).query) == {
        "roster": ["3 Line inf, one 2/4 Line inf"], "skill": ["average"], "base": ["400"], "wings": ["0"],
    }  # fmt: skip
    assert client.get(response["Location"].removesuffix("#verdict")).status_code == 200


def test_a_list_too_long_for_a_link_is_answered_in_place(client):
    roster = ", ".join(f'Line inf "Regiment number {n}"' for n in range(120))
    response = client.post(CHECKER, {**GOOD, "roster": roster})
    assert (response.status_code, response.context["check"].check.units) == (200, 120)


@pytest.mark.parametrize(("field", "value", "sentence"), [
    ("roster", "", "write or paste the units"), ("roster", "3 Line inf\n2 Lne inf", "Line 2, column 3"),
    ("roster", "Line inf\1", "does not belong here"), ("skill", "brilliant", "choose poor, average, good or great"),
    ("base", "-5", "whole number from 1 to 10,000"), ("base", "1_000", "whole number from 1 to 10,000"),
    ("base", "٤٠٠", "whole number from 1 to 10,000"), ("base", "4.5", "whole number from 1 to 10,000"),
    ("base", "10001", "whole number from 1 to 10,000"),
    ("base", "", "Base points: write a whole number from 1 to 10,000"),
    ("wings", "3", "whole number from 0 to 2"), ("wings", "true", "whole number from 0 to 2"),
])  # fmt: skip
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_list_is_refused_beside_its_field_and_kept(client, method, field, value, sentence):
    response = getattr(client, method)(CHECKER, {**GOOD, field: value})
    assert response.status_code == 422
    assert sentence in response.context["form"].errors[field][0]
    other = "roster" if field != "roster" else "base"
    assert GOOD[other] in response.text


def test_a_list_with_a_nul_is_refused_beside_its_field(client):
    response = client.post(CHECKER, {**GOOD, "roster": "Line inf\0"})
    assert response.status_code == 422
    assert "save it as plain text (UTF-8)" in response.context["form"].errors["roster"][0]


def test_names_from_outside_are_escaped(client):
    html = client.get(CHECKER, {**GOOD, "roster": 'Line inf "<b>bold</b>"'}).text
    assert "<b>bold" not in html
    assert "&lt;b&gt;bold" in html


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_not_allowed(client, method):
    assert getattr(client, method)(CHECKER).status_code == 405
    assert getattr(client, method)("/units/").status_code == 405


@pytest.mark.django_db
def test_a_roster_page_adds_up():
    army = ArmyFactory()
    units(army, '2 Line inf, 2/4 Line inf "Kleist", Light cav Guard, Heavy art')
    page = roster_page(units_of(army), unit_url=lambda key: f"/u/{key}/")
    assert (page.strength, page.full, page.men, page.price, page.upkeep) == (14, 16, 18_000, 145, 16)
    assert [row.unit.text for row in page.rows] == ["Line inf", "Line inf", "Kleist", "Light cav Guard", "Heavy art"]
    assert page.rows[2].boxes == (True, True, False, False)
    html = render_to_string("rosters/roster.html", {"roster": page})
    assert f'<a href="/u/{units_of(army)[2].key}/">Kleist</a>' in html
    assert "14/16" in html


@pytest.mark.django_db
def test_an_empty_roster_says_where_units_come_from():
    assert "Units come by purchase" in render_to_string("rosters/roster.html", {"roster": roster_page([])})


@pytest.mark.django_db
def test_a_biography_tells_every_line_with_its_link():
    target = unit(text='Elite inf Guard "Alte Garde"')
    post_strength(
        unit=target, delta=-1, cause="battle", reference="battle:abc", actor="the dice", rule="LGG-15.6-b",
        note="2 hits",
    )  # fmt: skip
    page = biography(life_of(target), reference=lambda text: Link("Battle of Bautzen", f"/see/{text}"))
    raised, fought = page.lines
    assert (raised.change, raised.after, raised.cause) == ("+4", 4, "raised")
    assert (fought.change, fought.gain, fought.after, fought.rule) == ("−1", False, 3, "LGG-15.6-b")
    assert fought.at.tzinfo == UTC
    html = render_to_string("rosters/_biography.html", {"biography": page})
    assert '<a href="/see/battle:abc">Battle of Bautzen</a>' in html
    assert '/units/#elite_inf"' in html


@pytest.mark.django_db
def test_a_biography_links_the_units_that_became_one():
    army = ArmyFactory()
    kept, gone = units(army, '2/4 Line inf "A", 1/4 Line inf "B"')
    amalgamate_units(army=army, units=[kept, gone], reference="turn:x:1", actor="Anna")
    kept.refresh_from_db()
    gone.refresh_from_db()
    told: dict[str, Any] = {"reference": lambda text: Link("Turn 1"), "unit_url": lambda key: f"/u/{key}/"}
    assert biography(life_of(kept), **told).absorbed == (Link("B", f"/u/{gone.key}/"),)
    page = biography(life_of(gone), **told)
    assert page.merged_into == Link("A", f"/u/{kept.key}/")
    assert not page.serves
    assert "merged into another unit: " in render_to_string("rosters/_biography.html", {"biography": page})


@pytest.mark.django_db
def test_a_biography_takes_a_fixed_number_of_queries(django_assert_num_queries):
    target = unit()
    for change in (-1, 1) * 15:
        post_strength(unit=target, delta=change, cause="event", reference="", actor="")
    with django_assert_num_queries(2):
        page = biography(life_of(target), reference=lambda text: None)
    assert len(page.lines) == 31


def test_the_page_names_the_encoding_that_it_had_to_assume(client) -> None:
    table = "Type;Name\r\nLine inf;Görlitz\r\n"
    form = {"skill": "average", "base": 400, "wings": 0}
    pages = {
        encoding: client.post(
            "/lists/check/", form | {"table": SimpleUploadedFile("list.csv", table.encode(encoding))}, follow=True
        ).text
        for encoding in ("cp1252", "utf-8")
    }
    assert all("Görlitz" in page for page in pages.values())
    assert [encoding for encoding, page in pages.items() if "Windows-1252" in page] == ["cp1252"]


def test_a_table_is_checked_like_the_list_it_is(client) -> None:
    plain = client.post(
        "/lists/check/", {"roster": "2 Line inf, 1 Light cav", "skill": "average", "base": 400, "wings": 0}
    )
    table = "sep=;\nTYPE;count\n;\nLine inf;2\nLight cav;1\n"
    pasted = client.post("/lists/check/", {"roster": table, "skill": "average", "base": 400, "wings": 0})
    sent = SimpleUploadedFile("list.csv", table.encode())
    uploaded = client.post("/lists/check/", {"table": sent, "skill": "average", "base": 400, "wings": 0})
    assert plain.status_code == 302
    assert plain["Location"] == pasted["Location"] == uploaded["Location"]


def test_a_list_is_given_once(client) -> None:
    sent = SimpleUploadedFile("list.csv", b"type,count\nLine inf,2\n")
    both = client.post(
        "/lists/check/", {"roster": "Line inf", "table": sent, "skill": "average", "base": 400, "wings": 0}
    )
    assert (both.status_code, "not both" in both.text) == (422, True)
    none = client.post("/lists/check/", {"skill": "average", "base": 400, "wings": 0})
    assert (none.status_code, "write or paste the units" in none.text) == (422, True)
    bad = SimpleUploadedFile("list.csv", b"type,count\nLne inf,2\n")
    wrong = client.post("/lists/check/", {"table": bad, "skill": "average", "base": 400, "wings": 0})
    assert (wrong.status_code, "Line 2: &quot;Lne inf&quot; is not a unit type" in wrong.text) == (422, True)


WAR_LIST = {**GOOD, "roster": "2 Breech inf, Line inf", "war": "bohemia_1866"}


def test_HR_30_the_checker_prices_the_types_of_a_chosen_war_and_counts_them_as_their_bases(client):
    link = client.post(CHECKER, WAR_LIST)["Location"]
    assert parse_qs(urlsplit(link).query)["war"] == ["bohemia_1866"]
    response = client.get(link.removesuffix("#verdict"))
    check = response.context["check"]
    assert (check.check.points, check.check.maintenance) == (2 * 36 + 30, 2 * 3 + 3)
    assert {row.unit for row in check.rows} == {"Breech-loading infantry", "Line infantry"}
    assert "T3" not in [each.id for each in check.check.broken]
    html = response.text
    assert "Types of this war" in html
    assert "Rifled field artillery" in html


def test_HR_30_a_table_of_units_names_the_types_of_a_chosen_war(client):
    table = SimpleUploadedFile("army.csv", b"type,count\nBreech inf,2\nLine inf,1\n")
    assert (
        client.post(CHECKER, {**WAR_LIST, "roster": "", "table": table})["Location"]
        == (client.post(CHECKER, WAR_LIST)["Location"])
    )


@pytest.mark.parametrize("war", ["", "saxony_1813", "no war", "x" * 5000])
def test_HR_30_without_its_war_a_type_is_refused(client, war):
    assert client.post(CHECKER, {**WAR_LIST, "war": war}).status_code == 422
    assert client.get(CHECKER, {"war": war}).status_code == 200
