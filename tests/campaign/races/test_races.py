"""Races that only PostgreSQL can lose."""

import threading
import time

import pytest
from django.db import connection, transaction

from base.refusal import Refusal
from battles.models import BattleResult
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import first_entry
from battles.services.held.choosing import choose_method
from battles.services.held.settling import locked
from battles.services.held.table import hand_in
from campaign.models import ArmyOrder, Campaign, Engagement, FactionTurn, Turn
from campaign.services.audit import audit, orphans
from campaign.services.files.files import dump_pieces, dump_text
from campaign.services.phases.fighting.methods import ask_quick
from campaign.services.sheet.orders import give_order, set_ready
from campaign.services.sheet.sheet import open_turn_of
from campaign.services.turn import advance_turn, seal_turn
from tests.races import RACES, at_once
from tests.scenarios import two_valleys

pytestmark = [*RACES, pytest.mark.usefixtures("drilled")]


def test_an_order_is_accepted_exactly_if_it_is_in_the_sealed_set():
    world, accepted = two_valleys(), {}

    def play(ref):
        army = world.station(ref)
        for kind in ["hold", "rest"] * 40:
            try:
                give_order(station=army, kind=kind, actor=ref)
            except Refusal:
                return
            accepted[ref] = kind

    def seal():
        time.sleep(0.3)
        assert seal_turn(turn=world.turn)

    at_once(seal, *(lambda ref=ref: play(ref) for ref in world.stations))
    assert dict(ArmyOrder.objects.filter(turn=world.turn).values_list("station__ref", "kind")) == accepted


def test_the_seal_is_later_than_the_act_it_waited_for():
    world = two_valleys()
    north = world.factions["north"]
    sealing = threading.Thread(target=at_once, args=(lambda: seal_turn(turn=world.turn),))
    with transaction.atomic():
        open_turn_of(north)
        sealing.start()
        _until_somebody_waits()
        give_order(station=world.station("north-i"), kind="rest", actor="north")
        set_ready(faction=north)
    sealing.join()
    sealed_at = Turn.objects.get(pk=world.turn.pk).sealed_at
    assert FactionTurn.objects.get(turn=world.turn, faction=north).ready_at <= sealed_at
    assert ArmyOrder.objects.get().given_at <= sealed_at


def _until_somebody_waits():
    """Another connection waits for a lock that this one holds."""
    last = time.monotonic() + 30
    while not _waiting():
        assert time.monotonic() < last, "nobody asked for what this one holds"
        time.sleep(0.01)


def _waiting():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
        return cursor.fetchone()[0]


def test_a_dump_shows_one_moment_while_others_write():
    world = two_valleys()
    pieces = dump_pieces(world.campaign)
    begun = next(pieces)
    at_once(lambda: give_order(station=world.station("north-i"), kind="rest", actor="north"))
    assert '"orders"' not in "".join([begun, *pieces])
    assert '"orders"' in dump_text(world.campaign)


def march(world, target, *refs):
    for ref in refs:
        give_order(station=world.station(ref), kind="march", path=[target], actor="player")


def test_a_quick_result_asked_for_while_an_army_comes_up_waits_its_turn_and_is_not_forgotten():
    """The march holds the battle, then writes the engagement; an asker takes the two in the same order."""
    world = two_valleys(battle_days=7)
    march(world, "ridge", "north-i", "south-i")
    advance_turn(campaign=world.campaign, actor="desk")
    row = Engagement.objects.select_related("battle").get()
    asking = threading.Thread(target=at_once, args=(lambda: ask_quick(engagement=row, side=0),))
    with transaction.atomic():
        locked(row.battle)
        asking.start()
        _until_somebody_waits()
        row.details = row.details | {"size": "large"}
        row.save(update_fields=["details"])
    asking.join()
    row.refresh_from_db()
    assert (row.details["size"], row.details["quick"]) == ("large", [0])


@pytest.mark.parametrize("number", range(4))
def test_who_comes_up_while_the_last_result_is_handed_in_has_joined_or_waits(monkeypatch, number):
    """A column and a settlement reach for the same battle and the same turn; neither waits for the other for ever."""
    monkeypatch.undo()  # results of the table are the great rules' own
    world = two_valleys(battle_days=7, secret=f"{number}" * 64)
    march(world, "ridge", "north-i", "south-i")
    advance_turn(campaign=world.campaign, actor="desk")
    march(world, "highfield", "north-ii")
    advance_turn(campaign=world.campaign, actor="desk")
    battle = Engagement.objects.get().battle
    choose_method(battle=battle, method="table")
    told = [first_entry(parse(battle.file), side) | {"stage": "after", "stayed": [True, False]} for side in (0, 1)]
    hand_in(battle=battle, side=0, values=told[0], by="north", part=None) if number % 2 else None
    march(world, "ridge", "north-ii")
    answers: list[bool | str] = []

    def settle():
        for side in (0, 1):
            try:
                answers.append(hand_in(battle=battle, side=side, values=told[side], by="player"))
            except Refusal as refusal:
                answers.append(str(refusal))

    at_once(settle, lambda: advance_turn(campaign=Campaign.objects.get(), actor="desk"))
    battle.refresh_from_db()
    joined = any(unit["army"] == "north-ii" for side in battle.file["sides"] for unit in side["units"])
    if joined:
        assert "is missing: type its strength" in " ".join(map(str, answers))
        assert battle.state == "open"
    else:
        assert True in answers
        assert BattleResult.objects.count() == 1
    assert Turn.objects.filter(state=Turn.State.CLOSED).count() == 3
    assert audit() + orphans() == []
