"""Saxony 1813 can be played: every army is fed, paid and where it belongs."""

from collections import Counter, deque
from datetime import timedelta
from itertools import combinations
from pathlib import Path

import pytest
from shapely import Point, Polygon, unary_union

from campaign.models import Account, ArmyOrder
from campaign.rules.files.campaign_file import CampaignFile, loads
from campaign.rules.files.drawing import borders_of, town_of
from campaign.rules.files.rows import LeaderRow
from campaign.rules.files.trigger_rows import EffectRow, GeneralRow
from campaign.services.audit import audit
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import SHIPPED, read_pack
from campaign.services.turn import advance_turn

DOCS = Path(__file__).resolve().parents[3] / "docs"
UPKEEP = {"line_inf": 3, "militia_inf": 1, "elite_inf": 4, "heavy_cav": 4, "light_cav": 3, "irreg_cav": 1,
          "heavy_art": 3, "horse_art": 2, "engineer": 1, "pontoon": 1}  # fmt: skip
LEADER_UPKEEP = {"poor": 0, "average": 2, "good": 4, "great": 8}
ALLIES = {"austria", "prussia", "russia", "sweden"}


@pytest.fixture(scope="module")
def saxony() -> CampaignFile:
    return loads(read_pack("saxony_1813"))


def side(faction: str) -> str:
    return "allies" if faction in ALLIES else faction


def upkeep(file: CampaignFile, faction: str, turn: int = 12) -> int:
    """What a faction's units and generals cost on a turn, with those that have arrived by then."""
    units = [unit for army in file.armies if army.faction == faction for unit in army.units]
    generals: list[LeaderRow | GeneralRow] = [leader for leader in file.leaders if leader.faction == faction]
    for effect in come(file, faction, turn):
        units += effect.units
        generals += effect.generals
    return sum(UPKEEP[unit.type] + unit.guard for unit in units) + sum(LEADER_UPKEEP[g.skill] for g in generals)


def come(file: CampaignFile, faction: str, turn: int) -> list[EffectRow]:
    day = file.calendar.start + timedelta(days=7 * (turn - 1))
    due = [row for row in file.triggers if row.conditions[0].on and row.conditions[0].on <= day]
    return [effect for row in due for effect in row.effects if effect.faction == faction]


def income(file: CampaignFile, faction: str, *, guerrillas: bool) -> int:
    held = [p for p in file.provinces if p.controller == faction and not (guerrillas and p.guerrilla_rating)]
    return sum(p.value if p.home == faction else p.value // 2 for p in held)


@pytest.mark.parametrize("faction", ["france", "austria", "prussia", "russia", "sweden"])
def test_HR_6_every_faction_can_keep_what_it_has(saxony: CampaignFile, faction: str) -> None:
    """Through five musters in twenty turns, with guerrillas in every province that has them, and without any."""
    row = next(f for f in saxony.factions if f.key == faction)
    for guerrillas in (True, False):
        treasury = row.opening_points
        for muster in (1, 5, 9, 13, 17):
            due = upkeep(saxony, faction, muster)
            treasury += income(saxony, faction, guerrillas=guerrillas) + row.offmap_income
            treasury += sum(effect.points for effect in come(saxony, faction, muster)) * (muster == 13)
            assert treasury <= 6 * due
            treasury -= due
            assert treasury >= 0


@pytest.mark.django_db
def test_ST_twelve_turns_of_hold_and_rest_leave_nobody_bankrupt() -> None:
    campaign = load_campaign(data=read_pack("saxony_1813"), slug="idle", actor="x")
    due = {f.key: upkeep(loads(read_pack("saxony_1813")), f.key) for f in campaign.factions.all()}
    for turn in range(1, 13):
        resting = campaign.stations.filter(province__isnull=False)[turn % 2 :: 2]
        row = campaign.turns.get(number=turn)
        ArmyOrder.objects.bulk_create(ArmyOrder(turn=row, station=station, kind="rest") for station in resting)
        advance_turn(campaign=campaign, actor="x")
        assert not campaign.turns.get(number=turn).faction_turns.exclude(unpaid=[]).exists()
        for account in Account.objects.filter(campaign=campaign, kind="treasury").select_related("faction"):
            assert account.balance <= 6 * due[account.faction.key]
    assert audit() == []


def test_HR_18_every_army_starts_within_six_edges_of_a_depot(saxony: CampaignFile) -> None:
    neighbours: dict[str, set[str]] = {p.key: set() for p in saxony.provinces}
    for edge in saxony.edges:
        neighbours[edge.between[0]].add(edge.between[1])
        neighbours[edge.between[1]].add(edge.between[0])
    held = {p.key: side(p.controller) for p in saxony.provinces if p.controller}
    depots = {p.key for p in saxony.provinces if p.depot}
    for army in saxony.armies:
        own, far = side(army.faction), {army.province: 0}
        queue = deque([army.province])
        while queue and (here := queue.popleft()) is not None:
            fresh = [n for n in neighbours[here] if n not in far and held.get(n) == own]
            far |= dict.fromkeys(fresh, far[here] + 1)
            queue += fresh
        reach = [steps for key, steps in far.items() if key in depots and held.get(key) == own]
        assert min(reach, default=99) <= 6, army.name


def test_no_enemies_share_a_province_at_the_start(saxony: CampaignFile) -> None:
    sides = {(army.province, side(army.faction)) for army in saxony.armies}
    assert len(sides) == len({province for province, _ in sides})


def test_HR_24_no_province_is_crowded_at_the_start(saxony: CampaignFile) -> None:
    units = Counter[str]()
    for army in saxony.armies:
        units[army.province] += len(army.units)
    assert max(units.values()) <= 24


def test_HR_7_no_faction_has_more_guns_than_a_quarter_of_its_other_units(saxony: CampaignFile) -> None:
    for faction in saxony.factions:
        types = [unit.type for army in saxony.armies if army.faction == faction.key for unit in army.units]
        guns = sum(kind.endswith("_art") for kind in types)
        assert guns * 4 <= sum(kind.endswith(("_inf", "_cav")) for kind in types), faction.name


def test_HR_7_every_faction_has_one_capital_with_a_depot_in_its_own_hands(saxony: CampaignFile) -> None:
    capitals = [p for p in saxony.provinces if p.capital]
    assert sorted(p.home for p in capitals) == ["austria", "france", "prussia", "russia", "sweden"]
    assert all(p.depot and p.controller == p.home for p in capitals)


def test_the_four_allies_are_allied_and_all_at_war_with_france(saxony: CampaignFile) -> None:
    kinds = {frozenset(row.between): row.kind for row in saxony.relations}
    assert {kinds[frozenset(pair)] for pair in combinations(sorted(ALLIES), 2)} == {"allied"}
    assert {kinds[frozenset(("france", ally))] for ally in ALLIES} == {"war"}


def test_HR_29_poland_comes_on_turn_4_bavaria_changes_sides_on_turn_9_and_wrede_is_there_on_turn_11(
    saxony: CampaignFile,
) -> None:
    days = {row.key: row.conditions[0].on for row in saxony.triggers}
    turns = {key: -(-(day - saxony.calendar.start).days // 7) + 1 for key, day in days.items() if day}
    assert turns == {"army_of_poland": 4, "bavaria": 9, "wrede": 11}
    assert "army_of_poland" not in {army.ref for army in saxony.armies}


def test_both_sides_meet_with_several_armies_within_two_marches(saxony: CampaignFile) -> None:
    """Saxony's neighbours: Bohemia, Silesia and the Mark each hold armies of two allied factions."""
    at = {
        key: {a.faction for a in saxony.armies if a.province == key} for key in ("teplitz", "liegnitz", "brandenburg")
    }
    assert at == {"teplitz": {"prussia", "russia"}, "liegnitz": {"prussia", "russia"},
                  "brandenburg": {"prussia", "russia"}}  # fmt: skip


@pytest.mark.parametrize("pack", SHIPPED)
def test_the_provinces_cover_the_land_without_overlap(pack: str) -> None:
    file = loads(read_pack(pack))
    shapes = {row.key: Polygon(row.polygon) for row in file.provinces if row.polygon}
    assert all(shape.is_valid for shape in shapes.values())
    whole = unary_union(list(shapes.values()))
    assert whole.area == pytest.approx(sum(shape.area for shape in shapes.values()), rel=0.002)
    assert whole.area == pytest.approx(Polygon(file.map.outline).area, rel=0.005)
    for row in file.provinces:
        assert shapes[row.key].contains(Point(town_of(row, file.map))), row.name


@pytest.mark.parametrize("pack", SHIPPED)
def test_every_edge_joins_provinces_that_touch_and_follows_its_river(pack: str) -> None:
    file = loads(read_pack(pack))
    rivers = {row.name for row in file.map.rivers}
    touching = {frozenset((b.first, b.second)): b.along for b in borders_of(file)}
    for edge in file.edges:
        along = touching[frozenset(edge.between)]
        assert (edge.kind == "river") == (along in rivers), edge
        assert edge.river == (along if edge.kind == "river" else ""), edge


@pytest.mark.parametrize("pack", SHIPPED)
def test_every_province_can_be_reached(pack: str) -> None:
    file = loads(read_pack(pack))
    groups = [{row.key} for row in file.provinces]
    for edge in file.edges:
        joined = [group for group in groups if group & set(edge.between)]
        groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    assert len(groups) == 1


def test_the_page_on_sources_lists_every_army_as_it_is(saxony: CampaignFile) -> None:
    lines = (DOCS / "saxony_1813.md").read_text(encoding="utf-8").splitlines()
    listed = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.count("|") == 7]
    names = {p.key: p.name for p in saxony.provinces}
    generals = {row.ref: f"{row.name} ({row.skill})" for row in saxony.leaders}
    expected = []
    for army in saxony.armies:
        commanding = ", ".join(generals[ref] for ref in (army.leader, *army.wings) if ref) or "none"
        counts = [str(sum(unit.type.endswith(arm) for unit in army.units)) for arm in ("_inf", "_cav", "_art")]
        expected.append([army.name, commanding, names[army.province or ""], *counts])
    assert [row for row in listed if row[0] in {army.name for army in saxony.armies}] == expected
