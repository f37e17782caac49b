"""Two worlds on paper: of what an ally brought, and of who came up late, a pack tells nobody but its owner.

In both worlds the hidden army has as many units; their kinds, their strengths and its general differ.
"""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.urls import reverse

from battles.models import Battle
from battles.services.held.choosing import choose_method
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.campaign.secrecy.test_two_worlds import Answer, Question, answer, difference, still_time
from tests.campaign.worlds import FixedKeys, Valley, fresh, long_valley
from tests.factories.people import logged_in

__all__ = ["still_time"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
PACK_KINDS = ("json", "table")
"""The others are made of what stands in these (battles/pack)."""
PAGES = ("battle", "battle_packs", "battle_table", "battle_result", "battle_result_table", "battle_forecast")

OTHER_SKILL = {"north-main": "great", "west-main": "poor", "south-main": "great"}
"""Of a general whom this does not put into command, or out of it: who commands is known."""


def hide(valley: Valley, ref: str) -> None:
    """In the other world that army is as large, but of other kinds, partly worn, and under a better general."""
    station = fresh(valley, ref)
    infantry = list(Unit.objects.filter(army=station.army, type="line_inf").order_by("pk").values_list("pk", flat=True))
    Unit.objects.filter(pk__in=infantry[:2]).update(type="elite_inf", name="Old Guard")
    Unit.objects.filter(pk=infantry[2]).update(strength=1)
    assert station.leader is not None
    station.leader.skill = OTHER_SKILL[ref]
    station.leader.save(update_fields=["skill"])


def start(ref: str, *, better: bool) -> Valley:
    valley = long_valley()
    referee = valley.people["referee"]
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=48, user=referee)
    if better:
        hide(valley, ref)
    return valley


def march(valley: Valley, *refs: str) -> None:
    for ref in refs:
        give_order(station=fresh(valley, ref), kind="march", path=["ridge"], actor="tester")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)


def allied(ref: str, *, better: bool) -> Valley:
    """North and West have marched upon South's van together."""
    valley = start(ref, better=better)
    west = fresh(valley, "west-main")
    west.province = valley.provinces["highfield"]
    west.save()
    march(valley, "north-main", "west-main")
    choose_method(battle=Battle.objects.get(), method="table")
    return valley


def joined(ref: str, *, better: bool) -> Valley:
    """South's main army has come up to the battle on the ridge, a turn after it was opened."""
    valley = start(ref, better=better)
    main = fresh(valley, "south-main")
    main.province = valley.provinces["lowfield"]
    main.save()
    march(valley, "north-main")
    march(valley, "south-main")
    battle = Battle.objects.get()
    assert {unit["arrives"] for unit in battle.file["sides"][1]["units"]} == {None, 60}
    choose_method(battle=battle, method="table")
    return valley


def read(world: Callable[..., Valley], ref: str, readers: tuple[str, ...], *, better: bool) -> dict[Question, Answer]:
    """Every page and every pack of the battle, as each reader is answered; the world is forgotten afterwards."""
    found = {}
    with transaction.atomic():
        with FixedKeys(1):
            valley = world(ref, better=better)
        key = [valley.campaign.slug, Battle.objects.get().key]
        pages = [reverse(f"game:{name}", args=key) for name in PAGES]
        file = reverse("game:battle_pack_file", args=key)
        packs = [f"{file}?kind={kind}&side={side}" for kind in PACK_KINDS for side in ("", "1", "2", "both")]
        for reader in readers:
            client = logged_in(valley.people[reader])
            client.get(pages[0])
            for url in (*pages, *packs):
                question = Question(reader, "GET", False, url)
                found[question] = answer(client, question)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize(("world", "ref", "owner", "others"), [
    (allied, "north-main", "north", ("west", "south", "observer")),
    (allied, "west-main", "west", ("north", "south", "observer")),
    (joined, "south-main", "south", ("north", "west", "observer")),
], ids=["of the ally who commands", "of the ally who is led", "of who came up"])  # fmt: skip
def test_a_pack_tells_what_an_army_brought_to_its_owner_alone(still_time, world, ref, owner, others) -> None:
    plain, hidden = (read(world, ref, (*others, owner), better=better) for better in (False, True))
    leaks = [f"{q}: {difference(plain[q], hidden[q])}" for q in plain if q.reader != owner and plain[q] != hidden[q]]
    assert not leaks, "\n".join(leaks[:10])
    assert [q for q in plain if q.reader == owner and "kind=json&side=&" not in q.url and plain[q] != hidden[q]]
    handed_out = [q for q in plain if q.reader == others[0] and q.url.endswith("kind=json&side=")]
    assert [plain[q].status for q in handed_out] == [404 if others[0] == "observer" else 200]
