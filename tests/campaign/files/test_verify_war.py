"""`verify_war`: a dump of a played war is proved without a database; what is changed in it is found by its place."""

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle
from battles.resolvers.core.dice import commitment
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import first_entry
from battles.resolvers.values.report import canonical_lines, digest_of, read_lines
from battles.services.held.choosing import choose_method
from battles.services.held.table import hand_in
from campaign.rules.dice import commitment_of
from campaign.rules.proof.told import meetings_told
from campaign.rules.proof.war import read_dump
from campaign.services.corrections import change_number, correct_points
from campaign.services.events import write_event
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from lab.prove.changed_dumps import unseen
from tests.battles import drill
from tests.scenarios import enrich, two_valleys

pytestmark = pytest.mark.django_db
Data = dict[str, Any]
HARD = {"attrition.heavy_conditions": 1, "attrition.severe_conditions": 2}
WINTER: dict[str, Any] = {"start_date": "1812-12-01", "secret": "3" * 64, "muster_every": 1, "house_rules": HARD}


@pytest.fixture(scope="module", autouse=True)
def fought_by_the_drill() -> Iterator[None]:
    """Battles are fought, and proved, by the drill."""
    with pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        yield


@pytest.fixture(scope="module")
def dump(django_db_setup: None, django_db_blocker: Any, fought_by_the_drill: None) -> str:
    """Three turns of a war in winter: purchases, marches, battles, attrition."""
    with django_db_blocker.unblock(), transaction.atomic():
        text = _played()
        transaction.set_rollback(True)
    return text


def _played() -> str:
    world = two_valleys(**WINTER)
    for key in ("north", "south"):
        enrich(world, key)
    north, south = world.factions["north"], world.factions["south"]
    for turn in range(3):
        buy_unit(faction=north, province=world.provinces["northgate"], type_key="line_inf", actor="North")
        buy_unit(faction=south, province=world.provinces["southgate"], type_key="light_cav", actor="South")
        for ref, way in (("north-i", ("ridge", "lowfield", "southgate")), ("south-i", ("ridge", "ford", "highfield"))):
            with suppress(Refusal):
                give_order(station=world.station(ref), kind="march", path=[way[turn]], actor="a player")
        assert advance_turn(campaign=world.campaign, actor="referee").closed
    return dump_text(world.campaign)


def verified(path: Any, text: str, capsys: pytest.CaptureFixture[str], **options: Any) -> str:
    """What the command says; a fault ends it with CommandError."""
    path.write_text(text, encoding="utf-8")
    call_command("verify_war", str(path), jobs="1", **options)
    return capsys.readouterr().out


def test_a_dump_of_a_played_war_is_true_without_a_database(dump, tmp_path, capsys, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        told = verified(tmp_path / "dump.json", dump, capsys)
    assert "All that was compared is true: Two Valleys, four turns." in told
    figures = {line[11:]: line[:9].strip() for line in told.splitlines() if line[9:11] == "  "}
    history = json.loads(dump)["history"]
    assert figures["battles fought again"] == figures["battles"] == str(len(history["battles"]))
    for name in ("weather", "strength ledger", "chronicle", "battles"):
        assert figures[f"dice of the {name}" if name != "battles" else "dice of battles"] != "0"
    assert figures["postings of points"] == str(len(history["points"]))
    assert figures["lines of the strength ledger"] == str(len(history["strength"]))


def test_fast_looks_at_everything_and_fights_nothing(dump, tmp_path, capsys) -> None:
    told = verified(tmp_path / "dump.json", dump, capsys, fast=True)
    assert "        0  battles fought again" in told
    assert "All that was compared is true" in told


def test_another_commitment_than_the_one_that_was_noted_is_a_fault(dump, tmp_path, capsys) -> None:
    true = commitment_of("3" * 64)
    assert "All that was compared is true" in verified(tmp_path / "dump.json", dump, capsys, fast=True, commitment=true)
    with pytest.raises(CommandError, match="one fault in") as caught:
        verified(tmp_path / "dump.json", dump, capsys, fast=True, commitment="0" * 64)
    assert caught.value.returncode == 1


@pytest.mark.parametrize(("text", "sentence"), [
    ("{", "line 1"), ("{}", "format"), ('{"format": "bivouac.campaign/1", "calendar": {}, "map": {}}', "name"),
])  # fmt: skip
def test_what_is_no_dump_is_refused_in_a_sentence(text, sentence, tmp_path, capsys) -> None:
    with pytest.raises(CommandError, match=sentence) as caught:
        verified(tmp_path / "dump.json", text, capsys)
    assert caught.value.returncode == 2


def _result(data: Data) -> Data:
    told: dict[str, Any] = data["history"]["results"][0]
    return told


def _journal(data: Data, change: Callable[[list[Data]], object]) -> None:
    """Change a journal and all digests with it, as a host would."""
    row = _result(data)
    events = read_lines(zlib.decompress(base64.b64decode(row["journal"])).decode())
    change(events)
    row["journal"] = base64.b64encode(zlib.compress(canonical_lines(events).encode())).decode()
    row["digest"] = row["report"]["digest"] = digest_of(events)


def another_secret(data: Data) -> None:
    """A secret under which the dice fall better, with its commitment."""
    data["secret"] = "4" * 64
    data["commitment"] = commitment_of("4" * 64)


def a_secret_not_committed_to(data: Data) -> None:
    data["commitment"] = "0" * 64


def weather(data: Data) -> None:
    sky = data["history"]["turns"][0]["weather"]["map"]
    sky["die"] = sky["die"] % 10 + 1


def better_sky(data: Data) -> None:
    for turn in data["history"]["turns"][:1]:
        turn["weather"]["map"]["weather"] = "foul" if turn["weather"]["map"]["weather"] != "foul" else "fair"


def a_die_of_attrition(data: Data) -> None:
    entry = next(row for row in data["history"]["chronicle"] if row["kind"] == "attrition" and row["details"]["units"])
    die = entry["details"]["units"][0]["dice"][0]
    die["face"] = die["face"] % 10 + 1


def attrition_of_another_unit(data: Data) -> None:
    entry = next(row for row in data["history"]["chronicle"] if row["kind"] == "attrition" and row["details"]["units"])
    entry["details"]["units"][0]["dice"][0]["stream"] = "attrition|u99"


def the_note_of_a_loss(data: Data) -> None:
    line = next(row for row in data["history"]["strength"] if row["cause"] == "attrition")
    line["note"] = line["note"].replace("d10: ", "d10: 1")


def an_attrition_that_was_spared(data: Data) -> None:
    lines = data["history"]["strength"]
    last = next(row for row in reversed(lines) if row["cause"] == "attrition")
    lines.remove(last)
    for row in lines:
        if row["unit"] == last["unit"] and row["at"] > last["at"]:
            row["after"] -= last["delta"]


def a_unit_from_nowhere(data: Data) -> None:
    history = data["history"]
    history["units"].append(dict(history["units"][-1], id="u99"))
    lines = history["strength"]
    raised = next(row for row in reversed(lines) if row["cause"] == "raised" and row["reference"].startswith("turn:"))
    lines.append(dict(raised, unit="u99"))


def a_seed(data: Data) -> None:
    """Another seed of a battle, with its commitment, wherever it is written."""
    data["history"]["battles"][0]["seed"] = _result(data)["report"]["seed"] = "loaded"
    data["history"]["battles"][0]["commitment"] = commitment("loaded")


def a_field(data: Data) -> None:
    """A hill where the seed lays none."""
    hill = {"kind": "hill", "shape": [[30, 20], [40, 20], [40, 28], [30, 28]], "elevation": 2, "width": None,
            "halt": False, "cover": "none", "impassable": False}  # fmt: skip
    for file in (data["history"]["battles"][0]["file"], _result(data)["report"]["battle"]):
        file["field"]["pieces"] = [{key: hill[key] for key in ("kind", "shape", "elevation")}]


def a_face_of_a_battle(data: Data) -> None:
    def change(events: list[Data]) -> None:
        die = next(event for event in events if event.get("dice"))["dice"][0]
        die["face"] = die["face"] % die["sides"] + 1

    _journal(data, change)


def a_journal(data: Data) -> None:
    _journal(data, lambda events: events.pop())


def a_loss_of_a_battle(data: Data) -> None:
    """A unit that lost nothing, in report, effect and ledger alike."""
    history = data["history"]
    row = next(row for row in history["effects"] if row["lost"] and not row.get("moved"))
    ids = {(pair["battle"], pair["unit"]): pair["file_id"] for pair in history["battle_units"]}
    report = next(found["report"] for found in history["results"] if found["battle"] == row["battle"])
    told = next(u for s in report["sides"] for u in s["units"] if u["id"] == ids[(row["battle"], row["unit"])])
    for unit in (row, told):
        unit["lost"], unit["after"] = 0, unit["before"]


@pytest.mark.parametrize(("change", "path"), [
    (another_secret, "history.battles[0].seed"), (a_secret_not_committed_to, "secret"),
    (weather, "history.turns[0].weather.map.die"),
    (better_sky, "history.turns[0].weather.map.weather"), (a_die_of_attrition, ".details.dice[0]"),
    (attrition_of_another_unit, ".details"), (the_note_of_a_loss, ".note"),
    (an_attrition_that_was_spared, "history.chronicle"),
    (a_unit_from_nowhere, "history.strength"),
    (a_seed, "history.battles[0].seed"), (a_field, "battle b1.file.field"),
    (a_face_of_a_battle, "history.results[0].report"), (a_journal, "history.results[0].report"),
    (a_loss_of_a_battle, "history.results["),
])  # fmt: skip
def test_what_a_host_could_change_is_found(change, path, dump, tmp_path, capsys) -> None:
    data = json.loads(dump)
    change(data)
    with pytest.raises(CommandError, match=r"faults? in Two Valleys") as caught:
        verified(tmp_path / "dump.json", json.dumps(data), capsys)
    assert caught.value.returncode == 1
    assert path in capsys.readouterr().out


def test_each_change_that_a_dump_proves_wrong_is_seen(dump) -> None:
    made, missed = unseen(json.loads(dump), every=5)
    assert (made > 70, missed) == (True, [])


def test_a_war_that_was_taken_back_and_copied_is_true(tmp_path, capsys) -> None:
    world, user = two_valleys(secret="6" * 64), User.objects.create_user("umpire")
    for turn in (1, 2):
        give_order(
            station=world.station("north-i"), kind="march", path=[("ridge", "lowfield")[turn - 1]], actor="North"
        )
        advance_turn(campaign=world.campaign, actor="referee")
    write_event(campaign=world.campaign, kind="windfall", text="Gold", actor=user, faction=world.factions["south"],
                points=30)  # fmt: skip
    correct_points(faction=world.factions["north"], points=7, reason="A slip", actor=user, form="once")
    for new_dice in (False, True):
        roll_back(campaign=world.campaign, turn=2, reason="Wrong", user=user, new_dice=new_dice)
        advance_turn(campaign=world.campaign, actor="referee")
    copy = load_campaign(data=dump_text(world.campaign).encode(), slug="copied", actor="the host")
    for campaign in (world.campaign, copy):
        told = verified(tmp_path / "dump.json", dump_text(campaign), capsys, fast=True)
        assert "All that was compared is true" in told
        assert "Not compared: What was entered" in told


def archived(dump: str) -> Data:
    """The dump as it is when its first turn was archived."""
    data = json.loads(dump) | {"archived": 1}
    history = data["history"]
    first = {row["battle"] for row in history["engagements"] if row["turn"] == 1}
    for row in history["results"]:
        if row["battle"] in first:
            del row["journal"]
    assert any("journal" not in row for row in history["results"])
    told: dict[str, Any] = data
    return told


def test_a_battle_whose_journal_was_archived_is_fought_again(dump, tmp_path, capsys) -> None:
    assert "All that was compared is true" in verified(tmp_path / "dump.json", json.dumps(archived(dump)), capsys)


def test_a_battle_of_an_older_engine_is_left_to_the_version_that_fought_it(dump, tmp_path, capsys) -> None:
    data = json.loads(dump)
    data["history"]["battles"][0]["engine"] = data["history"]["results"][0]["report"]["engine"] = "an older one"
    data["history"]["kept_states"] = []
    with pytest.raises(CommandError, match=r"^one fault in Two Valleys: .* another version has to prove it"):
        verified(tmp_path / "dump.json", json.dumps(data), capsys)
    assert "verify it with the version of Bivouac that fought it" in capsys.readouterr().out
    assert "All that was compared is true" in verified(tmp_path / "dump.json", json.dumps(data), capsys, fast=True)


def test_an_archived_battle_with_another_digest_is_found(dump, tmp_path, capsys) -> None:
    data = archived(dump)
    row = next(row for row in data["history"]["results"] if "journal" not in row)
    row["digest"] = row["report"]["digest"] = "sha256:" + "0" * 64
    with pytest.raises(CommandError):
        verified(tmp_path / "dump.json", json.dumps(data), capsys)
    assert "digest: the report has" in capsys.readouterr().out


def test_a_fate_follows_from_the_numbers_of_the_turn_in_which_the_battle_was_decided(tmp_path, capsys) -> None:
    world = two_valleys(secret="4" * 64, battle_days=7, battle_patience=48)
    for ref in ("north-i", "south-i"):
        give_order(station=world.station(ref), kind="march", path=["ridge"], actor="a player")
    for key in ("general.killed_to", "general.wounded_to"):
        user = User.objects.get_or_create(username="umpire")[0]
        change_number(campaign=world.campaign, key=key, value=0, reason="No quarter", actor=user)
    advance_turn(campaign=world.campaign, actor="referee")
    battle = Battle.objects.get()
    choose_method(battle=battle, method="table")
    for side in (0, 1):
        values = first_entry(parse(battle.file), side) | {"stage": "after", "stayed": [False, True]}
        fates = ["unhurt" if side else "lost" for _ in values["leaders"]]
        hand_in(battle=battle, side=side, values=values | {"leaders": fates}, by="a player")
    world.campaign.refresh_from_db()
    assert "was captured" in " ".join(world.campaign.chronicle.values_list("text", flat=True))
    told = verified(tmp_path / "dump.json", dump_text(world.campaign), capsys, fast=True)
    assert "All that was compared is true" in told


@pytest.mark.parametrize(("state", "kind"), [("overrun", "overrun"), ("avoided", "avoid")])
def test_HR_12_armies_that_met_without_a_battle_did_so_where_the_chronicle_has_it(dump, state, kind) -> None:
    data = json.loads(dump)
    rows, lines = data["history"]["engagements"], data["history"]["chronicle"]
    met = next(row for row in rows if row["state"] == "settled")
    met |= {"state": state, "battle": None}
    lines.append(
        next(line for line in lines if line["turn"] == met["turn"]) | {"kind": kind, "province": met["province"]}
    )
    assert list(meetings_told(read_dump(json.dumps(data)))) == []
    met["province"] = next(key for key in ("ridge", "ford", "highfield") if key != met["province"])
    path = f"history.engagements[{rows.index(met)}].province"
    assert [fault.path for fault in meetings_told(read_dump(json.dumps(data)))] == [path]
