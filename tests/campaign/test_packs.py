"""Battle packs of the war: who gets which, what is in it, and how it comes."""

import json
from typing import Any

import pytest
import time_machine

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.services.held.choosing import choose_method, concede
from campaign.models import Campaign, Engagement, Sighting
from campaign.services.turn import advance_turn
from tests.battles.pack.reading import streams_of, text_of
from tests.campaign.worlds import Valley, held_on_the_ridge
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
FILES = {
    "pdf": "application/pdf", "json": "application/json", "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "counters": "application/zip",
    "vassal": "application/zip", "table": "image/svg+xml",
}  # fmt: skip


@pytest.fixture
def valley() -> Valley:
    return held_on_the_ridge()


def get(valley: Valley, battle: Battle, name: str, file: str = "", **headers: Any) -> Any:
    client = logged_in(valley.people[name])
    asked = f"file/?kind={file}" if file else ""
    return client.get(f"/c/{valley.campaign.slug}/battles/{battle.key}/pack/{asked}", **headers)


def part(valley: Valley, battle: Battle, name: str, side: str = "") -> dict[str, Any]:
    told: dict[str, Any] = json.loads(get(valley, battle, name, f"json&side={side}" if side else "json").content)
    return told


def test_a_player_has_the_pack_of_his_side_alone_which_has_a_name_and_is_kept_nowhere(valley, battle):
    for file, kind in FILES.items():
        answer = get(valley, battle, "north", f"{file}&side=1")
        assert (answer["Content-Type"], answer["Cache-Control"]) == (kind, "private, no-store")
        assert answer["Content-Disposition"].startswith(f'attachment; filename="battle-of-ridge-north-{battle.key}')
        for side in ("2", "both", "3", "0", "-1", "x"):
            assert get(valley, battle, "north", f"{file}&side={side}").status_code == 404
        for stranger in ("west", "observer", "stranger"):
            assert get(valley, battle, stranger, file).status_code == 404
    assert get(valley, battle, "south", "pdf&side=1").status_code == 404
    assert get(valley, battle, "south", "pdf&side=2").status_code == 200
    for paper in ("a4", "letter"):
        name = get(valley, battle, "north", f"pdf&paper={paper}")["Content-Disposition"]
        assert name.endswith(f'-{paper}.pdf"')


def test_the_page_offers_what_the_reader_may_have(valley, battle):
    answer = get(valley, battle, "north")
    north = answer.text
    assert answer["Cache-Control"] == "private, no-store"
    assert "side=1&amp;kind=pdf&amp;paper=a4" in north
    assert "side=2" not in north
    assert "side=both" not in north
    referee = get(valley, battle, "referee").text
    assert [f"side={side}" in referee for side in ("both", "1", "2")] == [True] * 3
    assert get(valley, battle, "west").status_code == get(valley, battle, "observer").status_code == 404


def test_letter_comes_first_where_it_is_the_paper(valley, battle):
    american = get(valley, battle, "north", HTTP_ACCEPT_LANGUAGE="en-US,en;q=0.9").text
    british = get(valley, battle, "north", HTTP_ACCEPT_LANGUAGE="en-GB,en-US;q=0.5").text
    assert american.index("paper=letter") < american.index("paper=a4")
    assert british.index("paper=a4") < british.index("paper=letter")


def test_the_battles_page_leads_to_its_packs(valley, battle):
    def leads(name: str) -> bool:
        client = logged_in(valley.people[name])
        page = client.get(f"/c/{valley.campaign.slug}/battles/{battle.key}/").text
        return f"/battles/{battle.key}/pack/" in page

    assert [leads(name) for name in ("north", "south", "referee", "west", "observer")] == [True] * 3 + [False] * 2


def test_own_units_exactly_and_the_enemy_as_he_was_reported(valley, battle):
    told, file = part(valley, battle, "north"), parse(battle.file)
    assert told["sides"][0] == file.sides[0].as_dict()
    assert (set(told["sides"][1]), len(told["sides"][1]["reported"])) == ({"name", "role", "reported"}, 1)
    assert told["sides"][1]["reported"][0].endswith("reported on turn 2 in Ridge.")


def test_a_pack_of_a_later_turn_says_on_which_turn_the_armies_met(valley, battle):
    told = " ".join(text_of(get(valley, battle, "north", "pdf").content).split())
    assert "Your side came into the province on turn 1: without a decision it goes back." in told
    assert "province this turn" not in told
    assert "reported this turn" not in told


@pytest.mark.parametrize(("hosts", "told", "warned"), [
    (["localhost"], "http://localhost", True),
    (["localhost", "war.example.org"], "https://war.example.org", False),
])  # fmt: skip
def test_the_code_leads_to_the_public_address(valley, battle, settings, hosts, told, warned):
    settings.ALLOWED_HOSTS, settings.SESSION_COOKIE_SECURE, settings.CSRF_TRUSTED_ORIGINS = hosts, True, []
    made = text_of(get(valley, battle, "north", "pdf", HTTP_HOST="localhost").content).replace("\n", " ")
    assert f"{told}/c/" in made.replace(" ", "")
    assert ("leads only to the machine" in made) == warned
    page = get(valley, battle, "north", HTTP_HOST="localhost").text
    assert ("would lead only to this machine" in page) == warned


def test_before_the_enemy_is_reported_nothing_is_told_of_him(valley, battle):
    valley.turn.sightings.all().delete()
    assert part(valley, battle, "north")["sides"][1]["reported"] == []
    assert "Nothing has been reported." in text_of(get(valley, battle, "north", "pdf").content)


def test_what_the_referee_hands_out_is_what_the_side_would_have_had(valley, battle):
    moment = time_machine.travel("2026-11-21T18:05:00Z", tick=False)
    for side, name, files in (("1", "north", tuple(FILES)), ("2", "south", ("json",))):
        for file in files:
            with moment:
                own, handed = (get(valley, battle, who, f"{file}&side={side}&paper=a4") for who in (name, "referee"))
            assert own.content == handed.content, (name, file)


@time_machine.travel("2026-11-21T18:05:00Z", tick=False)
def test_a_printed_pack_says_of_when_it_is_and_that_columns_may_come(valley, battle):
    text = " ".join(text_of(get(valley, battle, "north", "pdf").content).split())
    assert "As of Sat 21 November 2026, 18:05 UTC, turn 2;" in text
    assert "columns that come up later are not in it: print it again then" in text
    assert "print a new pack when one does" in get(valley, battle, "north").text
    choose_method(battle=battle, method="auto")
    assert "columns that come up" not in text_of(get(valley, battle, "north", "pdf").content)


def test_the_referee_has_both_sides(valley, battle):
    text = text_of(get(valley, battle, "referee", "pdf").content)
    for side in parse(battle.file).sides:
        assert [unit.name for unit in side.units if unit.name not in text] == []
    assert parse(part(valley, battle, "referee")) == parse(battle.file)


def test_no_pack_has_the_seed_of_the_dice(valley, battle):
    for name in ("north", "referee"):
        for file in ("pdf", "json", "csv"):
            plain = streams_of(get(valley, battle, name, file).content)
            for secret in (battle.seed, battle.field_seed):
                assert secret.encode() not in plain
                assert secret.encode("utf-16-be") not in plain


def test_the_code_on_the_paper_leads_to_the_result_of_that_side(valley, battle):
    home = f"http://testserver/c/{valley.campaign.slug}/battles/{battle.key}"
    assert f"({home}/result/)".encode() in streams_of(get(valley, battle, "north", "pdf").content)
    assert f"({home}/ruling/)".encode() in streams_of(get(valley, battle, "referee", "pdf").content)


def test_a_battle_that_waits_for_another_has_no_pack_yet(valley, battle):
    Battle.objects.filter(pk=battle.pk).update(state="waiting", file=battle.file | {"field": None})
    for name in ("north", "referee"):
        assert get(valley, battle, name).status_code == get(valley, battle, name, "pdf").status_code == 404


def share_the_ridge(valley: Valley, battle: Battle, units: int) -> None:
    """The first of North's units are West's, who stands beside him under North's general."""
    west = valley.stations["west-main"]
    Engagement.objects.get(battle=battle).armies.create(station=west, faction=west.faction, side=0)
    ids = [unit["id"] for unit in battle.file["sides"][0]["units"][:units]]
    for row in battle.fielded.filter(file_id__in=ids):
        row.unit.army = west.army
        row.unit.save(update_fields=["army"])


def test_allies_have_their_own_units_and_the_referee_the_whole_side(valley, battle):
    share_the_ridge(valley, battle, 3)
    north, west = part(valley, battle, "north")["sides"][0], part(valley, battle, "west")["sides"][0]
    whole = part(valley, battle, "referee", "1")["sides"][0]
    ids = [unit["id"] for unit in whole["units"]]
    assert (len(ids), [unit["id"] for unit in west["units"]]) == (10, ids[:3])
    assert [unit["id"] for unit in north["units"]] == ids[3:]
    assert north["commander"] == whole["commander"]
    assert (west["commander"], west["plan"], west["supply_cut"]) == (None, None, False)
    assert "Only your own units are in this pack." in text_of(get(valley, battle, "west", "pdf").content)


def test_after_the_battle_those_who_fought_have_both_sides(valley, battle):
    concede(battle=battle, side=1)
    assert get(valley, battle, "north", "pdf&side=2").status_code == 404
    assert get(valley, battle, "north", "pdf&side=both").status_code == 200
    assert get(valley, battle, "west", "pdf&side=both").status_code == 404
    told = part(valley, battle, "north", "1")["sides"][1]
    assert told["reported"] == ["The battle is over; those who fought it may read both sides now."]
    Campaign.objects.filter(pk=valley.campaign.pk).update(state=Campaign.State.FINISHED)
    assert get(valley, battle, "observer", "pdf").status_code == 200


def test_plans_stay_with_those_who_gave_them(valley, battle):
    battle.file["sides"][1]["plan"] = {"posture": "delay", "break_off": 35}
    battle.save(update_fields=["file"])
    concede(battle=battle, side=1)
    assert part(valley, battle, "north", "both")["sides"][1]["plan"] is None
    assert part(valley, battle, "south", "both")["sides"][1]["plan"]["posture"] == "delay"
    assert "35 % broken" not in text_of(get(valley, battle, "north", "pdf&side=both").content)
    assert "35 % broken" in text_of(get(valley, battle, "referee", "pdf").content)


def test_the_enemys_numbers_stay_the_same_from_print_to_print_while_a_battle_is_open(valley, battle):
    first = part(valley, battle, "north")["sides"]
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    Sighting.objects.filter(turn__number=fresh_turn(valley)).update(units_shown=97, units_low=96, units_high=98)
    again = part(valley, battle, "north")["sides"]
    reports = [side["reported"] for side in first if "reported" in side]
    assert fresh_turn(valley) == 3
    assert reports
    assert all(reports)
    assert [side["reported"] for side in again if "reported" in side] == reports


def fresh_turn(valley: Valley) -> int:
    return valley.campaign.turns.order_by("-number").first().number
