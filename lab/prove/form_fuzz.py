"""Send requests, plausible and nasty, to every route as every kind of reader; count what the site could not answer.

    bin/prove --part fuzz --scale 40

Routes come from the URL conf, forms and addresses from the pages themselves.
"""

import logging
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

ROOT = str(Path(__file__).resolve().parents[2])
AT_A_TIME = 250
"""So many requests change the same war; then it is as it was."""
MANY_PAGES, FEW_PAGES = 400, 8
"""Pages that each reader looks through for forms and addresses: one for forty requests, within these bounds."""
CLASH = 409
SLOW = 30.0
NASTY: tuple[str, ...] = (
    "", " ", "-1", "0", "1", "2147483648", "9223372036854775807", "9223372036854775808", "9" * 40, "9" * 5000, "1e400",
    "NaN", "inf", "1_000", "٣", "²", "true", "null", "a\x00b", "\u202eabc", "\u2028", "ﬀ" * 57 + "abc", "é" * 200, "🐎",
    "<script>alert(1)</script>", "'\";--", "%", "_", "{{ 7 }}", "a\r\nb: c", "../../etc/passwd", "x" * 6000,
    "a b " * 1500, "[" * 3000, '{"a": 1}', '{"a":', "[]", "0000-00-00", "9999-12-31T23:59", "2030-02-30", "12:61",
    "2026-03-29T02:30", "\ud7ff", "\uffff", "a,b", "north", "ruling", "auto", "order__isnull", "-5", "=1+1",
)  # fmt: skip
QUERIES = (
    "q", "page", "p", "o", "all", "e", "turn", "at", "side", "next", "_facets", "_popup", "_to_field", "id", "tab",
    "id__exact", "campaign__id__exact", "faction__id__exact", "turn__number", "key", "state__exact", "term",
    "opened_at__year", "opened_at__month", "at__gte", "created_at__day", "province", "army", "unit", "plan",
    "app_label", "model_name", "field_name", "units__name", "phase", "scale", "paper",
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {}, {}, {}, {"HX-Request": "true"}, {"HX-Request": "true", "HX-History-Restore-Request": "true"},
    {"HX-Request": "true", "HX-Target": "x" * 500, "HX-Current-URL": "http://[::1"}, {"Accept-Language": "é,*;q=x"},
    {"If-Modified-Since": "never"}, {"Range": "bytes=9-1"}, {"Cookie": "zone=../../x; chosen_zone=%00"},
    {"If-None-Match": '"'}, {"X-Forwarded-For": "1,2,3"}, {"Referer": "http://[x"},
)  # fmt: skip


CONTENT = ("application/json", "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded")


@dataclass
class Form:
    """A form of a page: where it goes, how, and what may stand in its fields."""

    path: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class Page(HTMLParser):
    """The forms and the addresses of a page."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.forms: list[Any] = []
        self.links: list[str] = []
        self.path, self._select = path, ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("href", "hx-get") if given.get(name, "").startswith(("/", "?"))]
        if tag == "form":
            self.forms.append(Form(given.get("action") or self.path, given.get("method", "get").lower()))
        elif "hx-post" in given:
            self.forms.append(Form(given["hx-post"], "post"))
        if not self.forms:
            return
        fields = self.forms[-1].fields
        if tag in ("input", "textarea", "button", "select") and given.get("name"):
            fields.setdefault(given["name"], []).append(given.get("value", ""))
            self._select = given["name"] if tag == "select" else self._select
        elif tag == "option" and self._select:
            fields[self._select].append(given.get("value", ""))


@dataclass
class Fuzz:
    """What is known of the site, and what was found."""

    dice: random.Random
    readers: dict[str, Any]
    arguments: dict[str, list[str]]
    routes: list[str]
    forms: dict[str, list[Form]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    faults: dict[str, dict[str, Any]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    raised: list[BaseException] = field(default_factory=list)


def form_fuzz(requests: int, seed: int, first: bool = False) -> dict[str, Any]:
    """Send so many requests to an empty database's site; what was answered, and each kind of fault once.

    A fault is an answer of 500 and above, or of 409, since nobody else is there. With ``first`` no more are sent after
    a fault.
    """
    from django.db import connection

    started = time.monotonic()
    with prepared(seed, pages=FEW_PAGES if first else max(FEW_PAGES, min(MANY_PAGES, requests // 40))) as fuzz:
        send(fuzz, requests, first=first)
    return {
        "requests": sum(fuzz.statuses.values()), "seed": seed, "database": connection.vendor,
        "routes": len(fuzz.routes), "forms": sum(map(len, fuzz.forms.values())),
        "statuses": dict(sorted(fuzz.statuses.items())), "faults": list(fuzz.faults.values()),
        "seconds": round(time.monotonic() - started, 1),
    }  # fmt: skip


@contextmanager
def prepared(seed: int, pages: int) -> Iterator[Fuzz]:
    """A war to be fuzzed; its errors are heard."""
    from django.core.signals import got_request_exception

    with _quiet(), _drilled():
        fuzz = _prepared(random.Random(seed), pages)

        def heard(**_: Any) -> None:
            raised = sys.exc_info()[1]
            assert raised is not None
            fuzz.raised.append(raised)

        got_request_exception.connect(heard, weak=False)
        try:
            yield fuzz
        finally:
            got_request_exception.disconnect(heard)


def send(fuzz: Fuzz, requests: int, first: bool = False) -> None:
    """Send so many requests, some hundred at a time upon the war as it was."""
    for sent in range(0, requests, AT_A_TIME):
        if not (first and fuzz.faults):
            _some(fuzz, min(AT_A_TIME, requests - sent))


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is logged, no files are collected, and no password costs time."""
    from django.conf import settings
    from django.test import override_settings

    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    logging.disable(logging.CRITICAL)
    try:
        with override_settings(STORAGES=settings.STORAGES | plain, PASSWORD_HASHERS=hashers):
            yield
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def _drilled() -> Iterator[None]:
    """Battles are fought by the drill of the tests, at once."""
    import pytest

    from tests.battles import drill

    with pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        yield


def _prepared(dice: random.Random, pages: int) -> Fuzz:
    """A war with a battle behind it and an open one, people of every kind, and what their pages offer."""
    from django.contrib.auth.models import User

    from lab.prove.fuzz_war import fuzzed_war, parts_of_addresses

    people = fuzzed_war()
    people["host"] = User.objects.create_superuser("host", password="a long password")
    User.objects.filter(username="stranger").update(is_staff=True)
    readers = {name: people[name] for name in ("north", "south", "referee", "observer", "stranger", "host")}
    fuzz = Fuzz(dice, {**readers, "": None}, parts_of_addresses(), sorted(_routes()))
    for reader in fuzz.readers:
        _crawl(fuzz, reader, pages)
    return fuzz


def _routes() -> Iterator[str]:
    """Every route of the URL conf, its parts as <name>."""
    from django.urls import URLPattern, get_resolver

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for entry in patterns:
            text = before + str(entry.pattern)
            if isinstance(entry, URLPattern):
                yield _plain(text)
            else:
                yield from walk(entry.url_patterns, text)

    yield from walk(get_resolver().url_patterns, "")


def _plain(pattern: str) -> str:
    named = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", pattern)
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", named).replace("^", "").replace("$", "").replace("\\Z", "")


def _address(fuzz: Fuzz, route: str, nasty: float) -> str:
    from urllib.parse import quote

    def part(match: re.Match[str]) -> str:
        known = _known(fuzz.arguments, route[: match.end()], match[1])
        value = fuzz.dice.choice(NASTY) if fuzz.dice.random() < nasty else fuzz.dice.choice(known)
        return quote(value, safe="")[:8000] or "x"

    return re.sub(r"<(\w+)>", part, route)


def _known(arguments: dict[str, list[str]], before: str, name: str) -> list[str]:
    """What leads somewhere at this place of a route: of the longest end that is known, else by the part's name."""
    ends = sorted((end for end in arguments if end and before.endswith(end)), key=len, reverse=True)
    found = next((arguments[end] for end in ends if arguments[end]), arguments.get(name))
    return found or arguments["key" if "key" in name else ""]


def _client(fuzz: Fuzz, reader: str) -> Any:
    from django.test import Client

    client = Client(raise_request_exception=False)
    if fuzz.readers[reader] is not None:
        client.force_login(fuzz.readers[reader], backend="django.contrib.auth.backends.ModelBackend")
    return client


def _crawl(fuzz: Fuzz, reader: str, most: int) -> None:
    """Follow the addresses of pages and keep their forms; what is no page does not count."""
    client, seen, left = _client(fuzz, reader), set(), most
    routes = fuzz.dice.sample(fuzz.routes, min(max(40, 2 * most), len(fuzz.routes)))
    waiting = ["/", *(_address(fuzz, route, 0.0) for route in routes)]
    fuzz.forms[reader], fuzz.links[reader] = [], []
    while waiting and left:
        path = waiting.pop(0)
        if urlsplit(path).path in seen or "logout" in path:
            continue
        seen.add(urlsplit(path).path)
        answer = client.get(path)
        if answer.status_code != 200 or "text/html" not in answer.headers.get("Content-Type", ""):
            continue
        left -= 1
        page = Page(urlsplit(path).path, answer.text)
        fuzz.forms[reader] += page.forms
        fuzz.links[reader] += [link if link.startswith("/") else urlsplit(path).path + link for link in page.links]
        found = fuzz.dice.sample(page.links, min(6, len(page.links)))
        waiting[1:1] = [link for link in found if link.startswith("/")]
    fuzz.names |= {name for form in fuzz.forms[reader] for name in form.fields}


def _some(fuzz: Fuzz, count: int) -> None:
    """So many requests upon one war, which is then as it was."""
    from django.db import transaction

    with transaction.atomic():
        clients = {reader: _client(fuzz, reader) for reader in fuzz.readers}
        for _ in range(count):
            reader = fuzz.dice.choice(list(clients))
            _one(fuzz, clients[reader], reader)
        transaction.set_rollback(True)


def _one(fuzz: Fuzz, client: Any, reader: str) -> None:
    """One request. What was refused leaves nothing behind; of the others one in three stays."""
    from django.db import transaction

    method, path, data, more = _request(fuzz, reader)
    fuzz.raised.clear()
    begun = time.monotonic()
    with transaction.atomic():
        try:
            send = client.generic if data is None else getattr(client, method)
            answer = send(method, path, **more) if data is None else send(path, data, **more)
            status = answer.status_code
            list(answer) if answer.streaming else None
        except Exception as error:
            fuzz.raised.append(error)
            status = 599
        transaction.set_rollback(status >= 400 or fuzz.dice.random() < 0.67)
    if status in (302, 200) and "logout" in path:
        client.force_login(fuzz.readers[reader]) if fuzz.readers[reader] else None
    fuzz.statuses[str(status)] += 1
    if status >= 500 or status == CLASH:
        _fault(fuzz, reader, method, path, data, status)
    elif time.monotonic() - begun > SLOW:
        what = {"what": f"over {SLOW} s", "request": f"{reader} {method} {path[:200]}"}
        fuzz.faults.setdefault(f"slow {path[:80]}", what)


def _request(fuzz: Fuzz, reader: str) -> tuple[str, str, dict[str, Any] | None, dict[str, Any]]:
    """A method, an address, fields (None for a bare method) and headers."""
    dice = fuzz.dice
    more: dict[str, Any] = {"headers": dice.choice(HEADERS)}
    kind = dice.random()
    if kind < 0.45 and fuzz.forms[reader]:
        form = dice.choice(fuzz.forms[reader])
        return "post" if form.method == "post" else "get", form.path, _filled(fuzz, form), more
    if kind < 0.6 and fuzz.links[reader]:
        link = urlsplit(dice.choice(fuzz.links[reader]))
        return "get", link.path, {**dict(parse_qsl(link.query)), **_stray(fuzz, 2)}, more
    path = _address(fuzz, dice.choice(fuzz.routes), 0.25)
    if kind < 0.65:
        body = {"data": dice.choice(NASTY).encode("utf-8", "replace"), "content_type": dice.choice(CONTENT)}
        return dice.choice(("HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH")), path, None, more | body
    return ("get" if kind < 0.8 else "post"), path, _stray(fuzz, 6), more


def _filled(fuzz: Fuzz, form: Form) -> dict[str, Any]:
    """The form as a hand would fill it, with some fields spoilt, doubled, left out or added."""
    dice = fuzz.dice
    made: dict[str, Any] = {}
    for name, values in form.fields.items():
        chance = dice.random()
        if chance < 0.12:
            made[name] = dice.choice(NASTY)
        elif chance < 0.16:
            made[name] = [dice.choice(NASTY), *values[:3]]
        elif chance > 0.06 + 0.86:
            continue
        else:
            made[name] = dice.choice(values)
    return made | (_stray(fuzz, 1) if dice.random() < 0.1 else {})


def _stray(fuzz: Fuzz, most: int) -> dict[str, Any]:
    from django.core.files.uploadedfile import SimpleUploadedFile

    dice, known = fuzz.dice, (*QUERIES, *sorted(fuzz.names))
    made: dict[str, Any] = {}
    for _ in range(dice.randint(0, most)):
        made[dice.choice(known)] = dice.choice(NASTY) if dice.random() < 0.7 else dice.choice(fuzz.arguments["key"])
    if dice.random() < 0.04:
        made["file"] = SimpleUploadedFile("a.json", dice.choice(NASTY).encode("utf-8", "replace"))
    return {name: value for name, value in made.items() if value is not None}


def _fault(fuzz: Fuzz, reader: str, method: str, path: str, data: Any, status: int) -> None:
    error = fuzz.raised[-1] if fuzz.raised else None
    frames = traceback.extract_tb(error.__traceback__) if error else []
    own = [f"{f.filename.removeprefix(ROOT)}:{f.lineno} {f.name}" for f in frames if f.filename.startswith(ROOT)]
    own = [line for line in own if ".venv" not in line and "/tests/" not in line] or [str(f) for f in frames[-2:]]
    what = f"{status} {type(error).__name__} at {own[-1] if own else path}"
    fault = fuzz.faults.setdefault(what, {"what": what, "times": 0})
    fault["times"] += 1
    fault.setdefault("request", f"{reader or 'nobody'} {method} {path[:300]}")
    fault.setdefault("fields", {name: str(value)[:80] for name, value in (data or {}).items()})
    fault.setdefault("error", str(error)[:300])
    fault.setdefault("way", own[-4:])
