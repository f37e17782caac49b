"""A rival's program cannot learn what South hid: every address of the API answers alike in two worlds.

Every operation × known, foreign and absent ids × a rival, another rival's ally, an observer, a stranger with a token of
another war, and a caller without any: status, headers, body and number of queries are equal.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from campaign.api.operations import OPERATIONS, Operation, route_of
from campaign.models import Member, Token
from campaign.selectors.members.tokens import hash_of, mark_of_log_in
from tests.campaign.api.matrix import API
from tests.campaign.secrecy.test_two_worlds import (
    SLUG,
    Answer,
    Ids,
    build,
    counted,
    difference,
    ids_of,
    is_hidden,
    still_time,
)
from tests.campaign.worlds import HIDDEN, PLAIN, Secrets, Valley

__all__ = ["still_time"]
READERS = ("north", "west", "observer", "stranger", None)
QUERIES = ("", "?format=csv", "?limit=1&offset=1", "?turn=1", "?turn=2", "?faction=south", "?whose=own&kind=battle")


@dataclass(frozen=True)
class Asked:
    """One call."""

    reader: str | None
    method: str
    path: str
    body: str = ""


def bodies(name: str, ids: Ids) -> list[dict[str, Any]]:
    """What is sent to an operation: something sensible, something foreign, nothing."""
    own, foreign = ids.army[0], ids.army[5]
    found: dict[str, list[dict[str, Any]]] = {
        "give_order": [{"order": order} for order in ("march:ridge", "march:farmoor", "rest")],
        "give_standing_order": [{"kind": "route", "path": "ridge, lowfield"}, {"kind": "support", "path": "farmoor"}],
        "give_plan": [{"posture": "attack", "reserve": 20, "spare": [ids.unit[0]]}, {"spare": [ids.unit[1]]}],
        "buy_unit": [{"type": "line_inf"}, {"type": "line_inf", "army": foreign}],
        "buy_replacements": [{"units": [key], "points": 1} for key in ids.unit[:2]],
        "amalgamate_units": [{"units": list(ids.unit)}],
        "disband_units": [{"units": [key]} for key in ids.unit[:2]],
        "split_army": [{"units": [ids.unit[0]]}],
        "merge_army": [{"into": foreign}, {"into": ids.army[1]}],
        "give_points": [{"faction": one, "points": 10} for one in ("west", "south")],
        "hire_general": [{"skill": "average", "army": key} for key in (own, foreign)],
        "pay_first": [{"units": [key]} for key in ids.unit[:2]],
        "order_general": [{"act": "home", "leader": ref} for ref in ("north-main-leader", "south-rear-leader")],
        "change_relation": [{"relation": "south:neutral"}, {"relation": "west:neutral"}],
        "treat_captive": [{"act": "parole", "leader": "south-rear-leader"}],
        "set_ready": [{"ready": True}],
        "send_letter": [{"text": "A truce?"}],
    }
    return [*found.get(name, []), {}]


def addresses(one: Operation, ids: Ids) -> Iterator[str]:
    """The addresses of an operation, with every id of its kind."""
    route = f"api:{route_of(one.path)}"
    kind = API[route]
    for value in getattr(ids, kind) if kind not in ("", "site") else [""]:
        args = [] if kind == "site" else [SLUG, value] if value else [SLUG]
        yield reverse(route, args=args)


def calls(ids: Ids) -> list[Asked]:
    """Every call that is made in both worlds; what the others read goes by turns of the queries."""
    asked = []
    for turn, reader in enumerate(READERS):
        known = ids if reader in ("north", "west", "observer") else ids.foreign()
        for one in OPERATIONS:
            for place, path in enumerate(addresses(one, known)):
                every = not place or is_hidden(path, ids)
                asked += list(_of(one, reader, path, turn + place, known if reader == "north" else None, ids, every))
    return asked


def _of(
    one: Operation, reader: str | None, path: str, number: int, full: Ids | None, ids: Ids, every: bool
) -> Iterator[Asked]:
    if one.method == "GET":
        whole = full is not None and one.query is not None and len(one.parameters) < 2
        yield from (Asked(reader, "GET", path + query) for query in (QUERIES if whole else {"", QUERIES[number % 7]}))
        return
    sent = bodies(one.name, ids)
    if not (full or reader == "west"):
        sent = sent[:1]
    elif not every:
        sent = [sent[number % len(sent)]]
    yield from (Asked(reader, one.method, path + "?turn=2", json.dumps(body)) for body in sent)


def tokens(valley: Valley) -> None:
    """A token for each reader whose text is his name; the stranger's is for another war."""
    for name in (*READERS, "south"):
        if name:
            user = valley.people[name]
            member, scope = Member.objects.get(user=user), "orders" if name in ("north", "west") else "read"
            Token.objects.create(
                member=member, name=name, scope=scope, token_hash=hash_of(f"token-{name}"), log_in=mark_of_log_in(user)
            )


def answer(client: Client, asked: Asked) -> Answer:
    """Make a call and take back what it wrote."""
    headers = {"Idempotency-Key": "one"} | ({"Authorization": f"Bearer token-{asked.reader}"} if asked.reader else {})
    queries = Counter[str]()
    with transaction.atomic(), connection.execute_wrapper(partial(counted, queries)):
        response = client.generic(asked.method, asked.path, asked.body, "application/json", headers=headers)
        transaction.set_rollback(True)
    heads = tuple(sorted((name, value) for name, value in response.items() if name != "RateLimit-Remaining"))
    return Answer(response.status_code, heads, response.content, queries.total())


def answers(secrets: Secrets, asked: list[Asked]) -> dict[Asked, Answer]:
    """All answers of one world, which is forgotten afterwards."""
    cache.clear()
    with transaction.atomic():
        tokens(build(secrets))
        client = Client()
        for reader in READERS:
            answer(client, Asked(reader, "GET", reverse("api:turn", args=[SLUG])))
        found = {one: answer(client, one) for one in asked}
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_two_worlds_answer_a_rivals_program_alike(drilled, still_time, settings):
    """But to South's program they differ."""
    settings.BIVOUAC_API_LIMIT = 1_000_000
    asked = calls(ids_of(HIDDEN))
    pages = [reverse(f"api:{name}", args=[SLUG]) for name in ("armies", "treasury", "units", "orders", "letters")]
    own = [Asked("south", "GET", page) for page in pages]
    assert {f"api:{route_of(one.path)}" for one in OPERATIONS} == set(API), "every operation is in the matrix"
    plain, hidden = answers(PLAIN, asked + own), answers(HIDDEN, asked + own)
    leaks = [f"{one}: {difference(plain[one], hidden[one])}" for one in asked if plain[one] != hidden[one]]
    assert not leaks, "\n".join(leaks[:20])
    assert {plain[one].status for one in asked} >= {200, 201, 401, 403, 404, 422}
    assert max(one.status for one in plain.values()) < 500
    assert [one for one in own if plain[one].body == hidden[one].body] == []
