"""Two worlds at the table: what South's units had lost before the battle, North reads only by fighting them."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.services.held.choosing import choose_method
from battles.services.held.companion import note_down
from campaign.services.phases.fighting.methods import set_battle_policy
from rosters.models import Unit
from tests.campaign.secrecy.test_two_worlds import Answer, Question, answer, still_time
from tests.campaign.worlds import FixedKeys, Valley, fresh, long_valley, march_on_the_ridge

__all__ = ["still_time"]

WORN = (4, 4, 4, 4), (4, 2, 1, 3)


def at_the_table(strengths: tuple[int, ...]) -> Valley:
    """Both have set up, the first day has begun, both have rolled; South's Line infantry is as worn as it is."""
    valley = long_valley()
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=48, user=valley.people["referee"])
    line = Unit.objects.filter(army=fresh(valley, "south-van").army, type="line_inf").order_by("pk")
    for unit, strength in zip(list(line), strengths, strict=False):
        Unit.objects.filter(pk=unit.pk).update(strength=strength)
    march_on_the_ridge(valley)
    battle = Battle.objects.get()
    choose_method(battle=battle, method="table")
    dice = {"day": {"dice": [1]}, "roll": {"dice": [6, 5]}}
    for seen, (kind, side) in enumerate([("deploy", 0), ("deploy", 1), ("day", 0), ("roll", 0), ("roll", 1)]):
        values = {"side": side, **dice.get(kind, {})} | ({"dice": [1, 1]} if kind == "roll" and side else {})
        note_down(battle=battle, side=side, kind=kind, values=values, seen=seen, by="somebody")
    return valley


def north_reads(strengths: tuple[int, ...], *, fights: bool = False) -> list[Answer]:
    """Every page of the table as North sees it, with odds against each of South's units."""
    with transaction.atomic():
        with FixedKeys(1):
            valley = at_the_table(strengths)
        battle, client = Battle.objects.get(), Client()
        client.force_login(valley.people["north"])
        url = reverse("game:battle_table", args=[valley.campaign.slug, battle.key])
        first, second = parse(battle.file).sides
        foot = next(unit.id for unit in first.units if unit.type == "line_inf")
        foes = [unit.id for unit in second.units if unit.type == "line_inf"]
        asked = [url, *(f"{url}?tool={tool}" for tool in ("combat", "fire", "unit", "move"))]
        asked += [f"{url}?tool=combat&first={foot}&defender={foe}" for foe in foes]
        if fights:
            client.post(url, {"kind": "combat", "seen": "5", "first": foot, "defender": foes[1], "act": "typed",
                              "die-0": "1", "die-1": "10", "cost": "0"})  # fmt: skip
        client.get(url)
        found = [answer(client, Question("north", "GET", False, one)) for one in asked]
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_the_table_tells_north_no_strength_of_souths(still_time: None) -> None:
    plain, worn = (north_reads(strengths) for strengths in WORN)
    assert any(b"You learn more when that unit fights" in page.body for page in plain)
    assert plain == worn


@pytest.mark.django_db
def test_who_has_fought_has_told_his_strength(still_time: None) -> None:
    plain, worn = (north_reads(strengths, fights=True) for strengths in WORN)
    assert plain != worn
