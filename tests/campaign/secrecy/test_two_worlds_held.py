"""Two worlds once more, with a battle that is held open: what South brought, typed and wished stays South's own."""

from dataclasses import replace

import pytest
from django.db import transaction
from django.urls import reverse

from battles.models import Battle
from battles.resolvers.contract.registry import DEFAULT
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import UNANSWERED, first_entry
from battles.services.held.choosing import choose_method
from battles.services.held.table import save_draft
from campaign.models import Campaign
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.sheet.orders import give_order, give_plan
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.campaign.secrecy.test_two_worlds import (
    ABSENT,
    MATRIX,
    PACK_KINDS,
    READERS,
    SLUG,
    Answer,
    Question,
    difference,
    still_time,
)
from tests.campaign.secrecy.test_two_worlds import answers as answers_of
from tests.campaign.worlds import HIDDEN, PLAIN, FixedKeys, Secrets, Valley, fresh, keep_secrets, long_valley
from tests.kept import kept

__all__ = ["still_time"]

BETTER = replace(HIDDEN, purchases=())
"""Nothing is bought: the better van is not paid in full."""
PAGES = ("map", "battles", "chronicle", "turn", "rosters", "treasury")
SENT = {
    "game:battle_wish": ({"method": "auto"}, {"method": "concede", "sure": "on"}, {}),
    "game:battle_forecast": ({"runs": "1000", "compare": "nothing"}, {"runs": "1000", "compare": "roles"}),
    "game:battle_ruling": ({"reason": "I say so", "days": "1", "stage": "after"},),
    "game:battle_terms": ({"fallback": "ruling", "patience": "1"},),
    "game:battle_by": ({"rules": "drill"},),
    "game:battle_table": (
        {"kind": "chits", "count": "2", "seen": "0"}, {"kind": "unit", "seen": "0"}, {"kind": "undo", "of": "1"},
        {"kind": "deploy", "side": "1", "seen": "0"}, {"kind": "deploy", "side": "0", "seen": "0"},
    ),
    "game:battle_choose": ({"method": "auto"},),
}  # fmt: skip


@kept
def held(secrets: Secrets, rules: str = DEFAULT) -> Valley:
    """Turn 2: North stands before South's van on the ridge, and the battle is on the table."""
    valley = long_valley(secrets)
    Campaign.objects.filter(pk=valley.campaign.pk).update(rules=rules)
    valley.campaign.refresh_from_db()
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=48, user=valley.people["referee"])
    _weaken_the_van(valley, secrets)
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    give_plan(station=fresh(valley, "south-van"), plan=dict(secrets.van_plan), actor="south")
    with FixedKeys(99):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    valley.campaign.refresh_from_db()
    choose_method(battle=Battle.objects.get(), method="table")
    with FixedKeys(7):
        keep_secrets(valley, secrets)
    if secrets == BETTER:
        _draft(Battle.objects.get())
    return valley


def _weaken_the_van(valley: Valley, secrets: Secrets) -> None:
    """South's van is as many units in both worlds, but of other kinds under a better general in one."""
    if secrets != BETTER:
        return
    van = fresh(valley, "south-van")
    infantry = Unit.objects.filter(army=van.army, type="line_inf")
    infantry.filter(pk__in=list(infantry.values_list("pk", flat=True)[:2])).update(type="elite_inf")
    assert van.leader is not None
    van.leader.skill = "great"
    van.leader.save(update_fields=["skill"])


def _draft(battle: Battle) -> None:
    """What South has typed so far and shows to nobody."""
    side = next(n for n, side in enumerate(parse(battle.file).sides) if side.name == "South")
    values = {**first_entry(parse(battle.file), side), **UNANSWERED, "foe_left": 3, "days": 2}
    save_draft(battle=battle, side=side, values=values, by="south")


def asked() -> list[Question]:
    """Every page about the battle, and those that tell of it, as each reader; with forms that are sent."""
    key, result = _key_and_result()
    named = [name for name, kind in MATRIX.items() if kind == "battle"]
    addresses = [(name, reverse(name, args=[SLUG, one])) for one in (key, ABSENT) for name in named]
    addresses += [(f"game:{name}", reverse(f"game:{name}", args=[SLUG])) for name in PAGES]
    pack = reverse("game:battle_pack_file", args=[SLUG, key])
    addresses.append(("", f"{reverse('game:battle_result', args=[SLUG, key])}?from=table"))
    addresses += [("", f"{pack}?kind={kind}&side={side}") for kind in PACK_KINDS for side in ("1", "2", "both")]
    made = []
    for reader in READERS:
        for name, url in addresses:
            made.append(Question(reader, "GET", False, url))
            sent = (*SENT.get(name, ()), *((result, result | {"foe_left": "7"}) if "result" in name else ()))
            sent = ({}, *(sent if key in url else sent[:1]))
            made += [Question(reader, "POST", False, url, tuple(data.items())) for data in sent]
    return made


def read_by(reader: str, rules: str) -> list[Question]:
    """What a reader sees of the battle without sending anything: its pages, and what its pack holds."""
    key, _ = _key_and_result(rules)
    names = [name for name, kind in MATRIX.items() if kind == "battle"]
    pack = reverse("game:battle_pack_file", args=[SLUG, key])
    urls = [reverse(name, args=[SLUG, key]) for name in names]
    urls += [f"{pack}?kind=json&side={side}" for side in ("1", "2", "both")]
    return [Question(reader, "GET", False, url) for url in urls]


def _key_and_result(rules: str = DEFAULT) -> tuple[str, dict[str, str]]:
    """The battle's key, and North's result with nobody hurt."""
    with transaction.atomic(), FixedKeys(1):
        held(PLAIN, rules)
        battle = Battle.objects.get()
        own = parse(battle.file).sides[0]
        assert own.name == "North"
        data = {
            "stage": "after", "days": "1", "stayed-0": "yes", "stayed-1": "no", "foe_left": "",
            "0-leader-0": "unhurt",
        }  # fmt: skip
        for unit in own.units:
            data |= {f"0-{unit.id}-strength": str(unit.strength), f"0-{unit.id}-fate": "stands"}
        transaction.set_rollback(True)
    return battle.key, data


def answers(
    secrets: Secrets, questions: list[Question], readers: tuple[str | None, ...], rules: str = DEFAULT
) -> dict[Question, Answer]:
    """All answers of one world, which is forgotten afterwards."""

    def made(secrets: Secrets) -> Valley:
        with FixedKeys(1):
            return held(secrets, rules)

    return answers_of(secrets, questions, made, readers)


@pytest.mark.django_db
def test_an_open_battle_tells_nobody_what_south_brought_to_it(drilled, still_time):
    questions = asked()
    plain, hidden = answers(PLAIN, questions, READERS), answers(BETTER, questions, READERS)
    leaks = [f"{q}: {difference(plain[q], hidden[q])}" for q in questions if plain[q] != hidden[q]]
    assert not leaks, "\n".join(leaks[:20])
    assert {plain[q].status for q in questions} >= {200, 302, 403, 404, 405, 422}
    handed_in = [q for q in questions if q.reader == "north" and q.method == "POST" and q.url.endswith("/result/")]
    assert 302 in {plain[q].status for q in handed_in}


@pytest.mark.django_db
def test_the_open_battle_does_differ_to_south(drilled, still_time):
    key, _ = _key_and_result()
    own = [Question("south", "GET", False, reverse("game:battle_result", args=[SLUG, key]))]
    assert answers(PLAIN, own, ("south",)) != answers(BETTER, own, ("south",))
