"""`verify_war` and a battle of La Grande Guerre to which an army came up while it was held open (HR-13)."""

import pytest
from django.core.management import call_command

from battles.models import Battle
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from campaign.services.files.files import dump_text
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.worlds import fresh, long_valley
from tests.factories.campaign import station

pytestmark = pytest.mark.django_db


def test_an_army_that_came_up_to_an_open_battle_lays_out_no_other_field(tmp_path, capsys) -> None:
    valley = long_valley(
        rules="lgg", battle_days=7, battle_patience=48, map={"view": [0, 0, 100, 100]}, secret="7" * 64
    )
    station(valley.factions["west"], valley.provinces["highfield"], "20 Line inf", "west-mass", "good")
    for ref in ("north-main", "west-mass"):
        give_order(station=fresh(valley, ref), kind="march", path=["ridge"], actor="a player")
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    battle = Battle.objects.get()
    laid = resolver("lgg").freeze(parse(battle.file | {"field": None}), battle.field_seed)
    assert (battle.state, laid.as_dict()["field"] == battle.file["field"]) == ("open", False)
    path = tmp_path / "dump.json"
    path.write_text(dump_text(valley.campaign), encoding="utf-8")
    call_command("verify_war", str(path), jobs="1", fast=True)
    assert "All that was compared is true" in capsys.readouterr().out
