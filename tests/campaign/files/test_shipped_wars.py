"""The wars that were made in the editor can be played: they are sound, everybody is paid, and the docs name what they
hold."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from shapely import Polygon

from campaign.models import Campaign
from campaign.rules.course.calendar import is_muster
from campaign.rules.drafts.facts import sums_of
from campaign.rules.drafts.faults import faults_of
from campaign.rules.files.campaign_file import CampaignFile, loads, print_file
from campaign.services.audit import audit
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack
from campaign.services.turn import advance_turn
from rosters.models import Unit

PACKS = ("bohemia_1757", "bohemia_1866", "jena_1806", "hundred_days_1815", "eight_crowns")
PAGE = (Path(__file__).resolve().parents[3] / "docs" / "wars.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=PACKS)
def war(request: pytest.FixtureRequest) -> CampaignFile:
    return loads(read_pack(request.param))


def test_a_shipped_war_has_no_fault_and_is_written_as_the_program_writes_it(war: CampaignFile) -> None:
    assert [fault for fault in faults_of(war) if fault.blocks] == []
    assert print_file(war).encode() == read_pack(str(war.slug).replace("-", "_"))


def test_HR_6_every_faction_can_keep_what_it_has_to_the_end(war: CampaignFile) -> None:
    musters = [n for n in range(1, war.calendar.last_turn + 1) if is_muster(n, war.calendar.muster_every)]
    assert {line.name: line.short_on(musters) for line in sums_of(war)} == {line.name: 0 for line in sums_of(war)}


def test_the_page_names_the_war_its_armies_and_its_types(war: CampaignFile) -> None:
    assert war.name in PAGE
    assert all(name in PAGE for name in {row.name.split()[-1] for row in war.leaders if row.skill == "great"})
    assert all(re.search(row.name.split()[0], PAGE, re.IGNORECASE) or "needle gun" in PAGE for row in war.unit_types)


def test_every_arrival_comes_within_the_war(war: CampaignFile) -> None:
    last = war.calendar.start + timedelta(days=war.calendar.turn_days * war.calendar.last_turn)
    dated = [one.on for row in war.triggers for one in row.conditions if one.kind == "date"]
    assert all(day and war.calendar.start < day < last for day in dated)


@pytest.mark.django_db
@pytest.mark.parametrize("pack", PACKS)
def test_a_shipped_war_is_loaded_and_plays_its_first_turn(pack: str, drilled: None) -> None:
    campaign = load_campaign(data=read_pack(pack), slug=None, actor="tester")
    assert campaign.slug == pack.replace("_", "-")
    advance_turn(campaign=campaign, actor="tester")
    assert [turn.number for turn in Campaign.objects.get().turns.order_by("number")] == [1, 2]
    assert audit() == []


@pytest.mark.django_db
def test_HR_30_1866_is_fought_by_two_infantries() -> None:
    load_campaign(data=read_pack("bohemia_1866"), slug=None, actor="tester")
    foot = Unit.objects.filter(type="line_inf").values_list("army__station__faction__key", "own").distinct()
    assert set(foot) == {("prussia", "Breech inf"), ("austria", ""), ("saxony", "")}


def turned(file: CampaignFile, key: str) -> str:
    """The province that lies where this one does, an eighth of the way round."""
    keys = [row.key for row in file.provinces]
    ring = len(keys) - 1
    return key if key == keys[ring] else keys[(keys.index(key) + ring // 8) % ring]


def test_the_eight_crowns_begin_alike() -> None:
    file = loads(read_pack("eight_crowns"))
    ways = {frozenset(row.between): (row.kind, row.bridge) for row in file.edges}
    assert {frozenset(turned(file, key) for key in pair): kind for pair, kind in ways.items()} == ways
    rows = {row.key: row for row in file.provinces}
    for key, row in rows.items():
        other = rows[turned(file, key)]
        names = ("value", "terrain", "town_size", "fortress", "depot", "capital", "region")
        assert [getattr(row, name) for name in names] == [getattr(other, name) for name in names]
        assert Polygon(row.polygon).area == pytest.approx(Polygon(other.polygon).area, rel=0.05)
    armies = [sorted(row.roster for row in file.armies if row.faction == one.key) for one in file.factions]
    assert len(armies) == 8
    assert all(one == armies[0] for one in armies)
    assert len({(one.offmap_income, one.opening_points) for one in file.factions}) == 1
    enemies = [sum(one.key in row.between and row.kind == "war" for row in file.relations) for one in file.factions]
    assert enemies == [2] * 8
