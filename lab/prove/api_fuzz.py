"""Call every address of the API as every kind of program, plausibly and nastily, by its own OpenAPI text.

    bin/prove --part api --scale 20

An answer must be one that the text describes, in its shape; none is 500 or above, and none holds what South hides.
"""

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from lab.prove.described import misfit, resolved
from lab.prove.form_fuzz import AT_A_TIME, NASTY

HIDDEN_WORDS = ("Lüneburg Legion", "the ford by the mill")
"""What South hides, in words that are nowhere else: units that its enemies have not met, and a letter."""
PROGRAMS = (("north", "orders"), ("north", "read"), ("west", "orders"), ("south", "orders"), ("referee", "read"),
            ("observer", "read"))  # fmt: skip
MAY_KNOW = {"south", "referee"}
STRANGERS = ("", "Bearer", "Bearer bivouac_" + "x" * 40, "Basic bm9ydGg6eA==", "Bearer \u00e9", "Bearer " + "9" * 5000)
NUMBER = ("-1", "0", "1", "2", "3", "500", "501", "1e3", "9" * 30, "٣", "", "null")
VALUES: tuple[Any, ...] = (None, True, False, 0, -1, 2**63, 1e308, "", "x", [], {}, [None], [[]], {"a": 1}, *NASTY)
PATIENCE = 30.0


@dataclass
class Api:
    """The API as it describes itself, the programs that call it, and what was found."""

    dice: random.Random
    text: Mapping[str, Any]
    tokens: Mapping[str, tuple[str, str]]
    known: Mapping[str, list[str]]
    statuses: Counter[str] = field(default_factory=Counter)
    faults: dict[str, dict[str, Any]] = field(default_factory=dict)
    raised: list[BaseException] = field(default_factory=list)
    calls: int = 0


@dataclass(frozen=True)
class Sent:
    """A call: the address as the text has it, and what was sent."""

    place: str
    method: str
    path: str
    body: str | None
    headers: Mapping[str, str]
    reader: str


def api_fuzz(calls: int, seed: int, first: bool = False) -> dict[str, Any]:
    """Make so many calls upon an empty database's site; each kind of fault once. ``first``: end with a fault."""
    started = time.monotonic()
    with _prepared(seed) as api:
        for made in range(0, calls, AT_A_TIME):
            if not (first and api.faults):
                _some(api, min(AT_A_TIME, calls - made))
    return {
        "calls": api.calls, "seed": seed, "addresses": len(api.text["paths"]),
        "statuses": dict(sorted(api.statuses.items())), "faults": list(api.faults.values()),
        "seconds": round(time.monotonic() - started, 1),
    }  # fmt: skip


@contextmanager
def _prepared(seed: int) -> Iterator[Api]:
    """A war whose people have programs, and in which South hides something; errors are heard."""
    from django.core.signals import got_request_exception
    from django.test import override_settings

    from campaign.api.openapi import document

    with override_settings(BIVOUAC_API_LIMIT=10**9):
        tokens, known = _a_war_with_programs()
        api = Api(random.Random(seed), document(), tokens, known)

        def heard(**_: Any) -> None:
            api.raised.append(sys.exc_info()[1] or RuntimeError("unknown"))

        got_request_exception.connect(heard, weak=False)
        try:
            yield api
        finally:
            got_request_exception.disconnect(heard)


def _a_war_with_programs() -> tuple[dict[str, tuple[str, str]], dict[str, list[str]]]:
    from campaign.models import Leader, Member
    from campaign.services.people.tokens import make_token
    from lab.prove.fuzz_war import fuzzed_war, parts_of_addresses

    people = fuzzed_war()
    campaign = Member.objects.get(user=people["south"]).campaign
    _hide(campaign, people)
    tokens: dict[str, tuple[str, str]] = {}
    for name, scope in PROGRAMS:
        one = Member.objects.get(campaign=campaign, user=people[name])
        tokens[f"{name} ({scope})"] = (name, make_token(member=one.pk, name=f"{name} {scope}", scope=scope)[1])
    parts = parts_of_addresses()
    known = {
        "slug": [campaign.slug], "thread": parts["letters/<thread>"], "number": parts["sheet/<number>"] or ["1"],
        "armies": parts["armies/<key>"], "seen": parts["armies/<key>"], "units": parts["units/<key>"],
        "battles": parts["battles/<key>"], "provinces": parts["provinces/<key>"],
        "factions": list(campaign.factions.values_list("key", flat=True)),
        "leaders": [row.ref for row in Leader.objects.filter(campaign=campaign)],
    }  # fmt: skip
    return tokens, known


def _hide(campaign: Any, people: Mapping[str, Any]) -> None:
    """Name what South hides by words that are nowhere else."""
    from campaign.models import Station
    from campaign.services.letters import write_letter
    from campaign.visibility import knowledge_of
    from rosters.models import Unit

    legion, ford = HIDDEN_WORDS
    rear = Station.objects.get(campaign=campaign, ref="south-rear")
    Unit.objects.filter(army=rear.army_id).update(name=legion)
    write_letter(knowledge=knowledge_of(campaign, people["south"]), thread="referee.south", text=f"We hold {ford}.")


def _some(api: Api, count: int) -> None:
    """So many calls upon one war, which is then as it was."""
    from django.db import transaction

    with transaction.atomic():
        for _ in range(count):
            _one(api, _call(api))
        transaction.set_rollback(True)


def _one(api: Api, sent: Sent) -> None:
    """One call. Half of the entries that were taken stay for the calls that follow."""
    from django.db import transaction
    from django.test import Client

    api.raised.clear()
    api.calls += 1
    began, client = time.monotonic(), Client(raise_request_exception=False)
    with transaction.atomic():
        data = "" if sent.body is None else sent.body
        answer: Any = client.generic(
            sent.method, sent.path, data, content_type="application/json", headers=sent.headers
        )
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(answer.status_code >= 400 or api.dice.random() < 0.5)
    api.statuses[str(answer.status_code)] += 1
    for what in _wrong(api, sent, answer, text.decode("utf-8", "replace")):
        _fault(api, sent, what, text)
    if time.monotonic() - began > PATIENCE:
        _fault(api, sent, f"over {PATIENCE} s", b"")


def _wrong(api: Api, sent: Sent, answer: Any, text: str) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    status = answer.status_code
    if status >= 500:
        yield f"{status} {type(api.raised[-1]).__name__ if api.raised else ''}"
    if sent.reader not in MAY_KNOW and any(word in text for word in HIDDEN_WORDS):
        yield f"{sent.reader} reads what South hides"
    described = api.text["paths"].get(sent.place, {}).get(sent.method.lower())
    if described is None or sent.reader == "" or status in (304, 404, 413, 415):
        return
    one = described["responses"].get(str(status))
    if one is None:
        yield f"{status} is not described"
    elif "json" in answer.headers.get("Content-Type", "") and "ndjson" not in answer.headers["Content-Type"]:
        yield from _unlike(api, one, text)


def _unlike(api: Api, described: Mapping[str, Any], text: str) -> Iterator[str]:
    """Yield where an answer is not as it is described."""
    content = resolved(api.text, described).get("content", {})
    schema = next((one["schema"] for kind, one in content.items() if "json" in kind and "nd" not in kind), None)
    if schema is not None and (found := misfit(api.text, schema, json.loads(text))):
        yield f"the answer is not as it is described: {found}"


def _fault(api: Api, sent: Sent, what: str, text: bytes) -> None:
    fault = api.faults.setdefault(f"{sent.method} {sent.place}: {what}", {"what": what, "times": 0})
    fault["times"] += 1
    fault.setdefault("call", f"{sent.reader or 'nobody'} {sent.method} {sent.path[:300]}")
    fault.setdefault("body", (sent.body or "")[:300])
    fault.setdefault("answer", text[:300].decode("utf-8", "replace"))
    fault.setdefault("error", str(api.raised[-1])[:300] if api.raised else "")


def _call(api: Api) -> Sent:
    """Make up a call: nine in ten by the text, with some values spoilt."""
    dice = api.dice
    place = dice.choice(list(api.text["paths"]))
    methods = list(api.text["paths"][place])
    method = dice.choice(methods) if dice.random() < 0.95 else dice.choice(("head", "options", "patch", "delete"))
    described = api.text["paths"][place].get(method, api.text["paths"][place][methods[0]])
    path = "/api/v1" + _address(api, place) + _query(api, described)
    body = _body(api, described) if "requestBody" in described or dice.random() < 0.03 else None
    reader, headers = _caller(api)
    return Sent(place, method.upper(), path, body, headers, reader)


def _address(api: Api, place: str) -> str:
    parts = place.split("/")
    made = [_part(api, parts[n - 1], part[1:-1]) if part.startswith("{") else part for n, part in enumerate(parts)]
    return "/".join(made)


def _part(api: Api, before: str, name: str) -> str:
    """Return a part of an address: mostly one that leads somewhere."""
    if api.dice.random() < 0.08:
        return quote(api.dice.choice(NASTY), safe="")[:4000] or "x"
    known = api.known.get(name) or api.known.get(before) or ["x"]
    return quote(api.dice.choice(known), safe="")


def _query(api: Api, described: Mapping[str, Any]) -> str:
    asked = [one for one in described.get("parameters", ()) if one["in"] == "query" and api.dice.random() < 0.25]
    made = {one["name"]: _text(api, one["schema"]) for one in asked}
    if api.dice.random() < 0.03:
        made[api.dice.choice(("nonsense", "turn", "format", "\x00"))] = api.dice.choice(NASTY)
    return f"?{urlencode(made, errors='replace')}" if made else ""


def _text(api: Api, schema: Mapping[str, Any]) -> str:
    if api.dice.random() < 0.3:
        return api.dice.choice((*NUMBER, *NASTY))
    return str(_value(api, schema, ""))


def _body(api: Api, described: Mapping[str, Any]) -> str:
    """Return a body: fields of the text, some spoilt, left out or added; now and then no object at all."""
    if api.dice.random() < 0.05:
        return api.dice.choice(NASTY)
    content = described.get("requestBody", {}).get("content", {})
    schema = resolved(api.text, content.get("application/json", {}).get("schema", {}))
    made = {}
    for name, one in schema.get("properties", {}).items():
        if name in schema.get("required", ()) or api.dice.random() < 0.6:
            spoilt = api.dice.random() < 0.12
            made[name] = api.dice.choice(VALUES) if spoilt else _value(api, one, name)
    if made and api.dice.random() < 0.06:
        made.pop(api.dice.choice(list(made)))
    if api.dice.random() < 0.04:
        made[api.dice.choice(NASTY)] = api.dice.choice(VALUES)
    return json.dumps(made)


def _value(api: Api, schema: Mapping[str, Any], name: str) -> Any:
    """Return a value as a schema has it; of texts one that may mean something."""
    schema, dice = resolved(api.text, schema), api.dice
    if "enum" in schema:
        return dice.choice(schema["enum"])
    kind = schema.get("type", "string")
    kind = dice.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        return {key: _value(api, one, key) for key, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [_value(api, schema.get("items", {}), name) for _ in range(dice.randint(0, 3))]
    if kind == "integer":
        return dice.randint(schema.get("minimum", 0), min(schema.get("maximum", 50), 50))
    return {"boolean": dice.random() < 0.5, "number": dice.random(), "null": None}.get(kind, _word(api, name))


def _word(api: Api, name: str) -> str:
    """Return a word that may mean something under a name."""
    known = api.known
    province, army = api.dice.choice(known["provinces"]), api.dice.choice(known["armies"])
    words = {
        "order": ("hold", "rest", "avoid", f"march:{province}", f"support:{province}", f"forced:{province}:ridge"),
        "faction": known["factions"], "army": (army,), "into": (army,), "units": known["units"],
        "leader": known["leaders"], "other": known["leaders"], "spare": known["units"], "path": (province,),
        "type": ("line_inf", "light_cav", "heavy_art", "militia_inf"), "kind": ("hold", "rest", "avoid", "route"),
        "relation": ("war", "neutral", "allied"), "text": ("We march.",),
    }  # fmt: skip
    return api.dice.choice(words.get(name, (province, army, "x", "average", "1", "")))


def _caller(api: Api) -> tuple[str, dict[str, str]]:
    """Return whose program calls, and the headers that it sends."""
    dice = api.dice
    reader, token = dice.choice(list(api.tokens.values()))
    given = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"call-{api.calls}"}
    if dice.random() < 0.05:
        reader, given["Authorization"] = "", dice.choice(STRANGERS)
    if dice.random() < 0.08:
        given["Idempotency-Key"] = dice.choice(("", "x" * 81, "call-1", "é", "a b", "\t"))
    if dice.random() < 0.1:
        given["If-None-Match"] = dice.choice(("*", '"', 'W/"x"', "x" * 3000))
    return reader, given
