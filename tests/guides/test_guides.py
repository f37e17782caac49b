"""The guides inside the site: every document is a page, its links lead on, and its words are found."""

import re

import pytest
from django.test import Client

from guides.library import files, library, names
from guides.search import find
from guides.text import headings, html, parsed
from tests.architecture.test_documents import DOCS, anchors

TEMPLATES = DOCS.parent / "templates"
KNOWN = frozenset({"player", "glossary"})


def written(text: str) -> str:
    return html(parsed(text, KNOWN))


def test_every_document_is_a_guide_and_those_of_players_come_first() -> None:
    assert sorted(names()) == sorted(path.stem for path in DOCS.rglob("*.md") if path.stem != "README")
    assert names()[:4] == ("player", "table", "player_reference", "referee")


@pytest.mark.parametrize("name", sorted(names()))
def test_the_anchors_are_those_of_the_repository(name: str) -> None:
    text = files()[name].read_text()
    assert anchors(files()[name]) <= {head.anchor for head in headings(parsed(text, KNOWN))}


def test_every_link_of_every_guide_leads_somewhere(client: Client) -> None:
    ids = {found.name: set(re.findall(r'id="([^"]+)"', found.html)) for found in library()}
    links = [(found.name, link) for found in library() for link in re.findall(r'href="([^"]+)"', found.html)]
    inside = [re.fullmatch(r"(?:/guides/([\w-]+)/)?(?:#(.*))?", link) for _, link in links if "//" not in link]
    assert len(inside) > 100
    assert [
        (name, link)
        for name, link in links
        if "//" not in link
        and link != "/guides/"
        and not ((to := re.fullmatch(r"(?:/guides/([\w-]+)/)?(?:#(.*))?", link)) and _there(ids, to[1] or name, to[2]))
    ] == []


def _there(ids: dict[str, set[str]], name: str, anchor: str | None) -> bool:
    return name in ids and (anchor is None or anchor in ids[name])


def test_links_lead_where_they_lead_in_the_repository() -> None:
    text = written(
        "[a](player.md#orders) [b](../glossary.md) [c](../LICENSE) [d](https://example.org/) [e](#here) [f](README.md)"
    )
    assert re.findall(r'href="([^"]*)"', text) == [
        "/guides/player/#orders", "/guides/glossary/", "https://example.org/", "#here", "/guides/",
    ]  # fmt: skip
    assert " c " in text


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[x](javascript:alert(1))", "<b onclick='x'>b</b>"])
def test_nothing_of_a_document_runs(text: str) -> None:
    assert not re.search(r"<script|<b|href", written(text))


def test_no_table_has_an_inline_style() -> None:
    assert all("style=" not in found.html for found in library())
    assert '<td class="num">1</td>' in written("| a |\n|--:|\n| 1 |")


def test_like_headings_have_anchors_of_their_own() -> None:
    assert [head.anchor for head in headings(parsed("# A\n## B\n## B", KNOWN))] == ["a", "b", "b-1"]


def test_a_place_is_found_by_all_of_its_words_and_the_heading_comes_first() -> None:
    hits = find("Standing  ORDERS")
    assert (hits[0].guide.name, hits[0].heading.anchor) == ("player", "standing-orders")
    assert find("standing zzz") == [] == find("  ")
    assert all("".join(part for part, _ in hit.parts) for hit in hits)


def test_the_words_that_were_looked_for_are_marked() -> None:
    assert {part.lower() for hit in find("a depot") for part, mark in hit.parts if mark} == {"a", "depot"}


def test_a_row_of_a_table_is_found_with_all_its_cells() -> None:
    hit = next(hit for hit in find("depot where supply comes from") if hit.guide.name == "glossary")
    assert "".join(part for part, _ in hit.parts) == "depot: where supply comes from"


def test_the_pages(client: Client) -> None:
    assert 'href="/guides/player/"' in client.get("/guides/").text
    page = client.get("/guides/player/").text
    assert 'href="#the-plan-of-battle"' in page
    assert 'id="the-plan-of-battle"' in page
    assert client.get("/guides/nowhere/").status_code == 404 == client.get("/guides/README/").status_code


def test_the_search_works_without_scripts_and_escapes_what_was_asked(client: Client) -> None:
    page = client.get("/guides/", {"q": "forced march"}).text
    assert "<mark>" in page
    assert "/guides/player/#orders" in page
    assert "Nothing with" in client.get("/guides/", {"q": "zzz"}).text
    assert "<script>x" not in client.get("/guides/", {"q": "<script>x"}).text


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/units/", "/accounts/login/"])
def test_every_head_leads_to_the_guides(client: Client, path: str) -> None:
    assert 'href="/guides/"' in client.get(path).text.partition("<main")[0]


def test_every_page_leads_to_a_chapter_that_is_there() -> None:
    links = re.compile(r"\{% url 'guide' '(\w+)' %\}(?:#([\w-]+))?")
    found = {to for path in TEMPLATES.rglob("*.html") for to in links.findall(path.read_text())}
    assert len(found) > 12
    assert {to for to in found if to[1] and to[1] not in anchors(DOCS / f"{to[0]}.md")} == set()
