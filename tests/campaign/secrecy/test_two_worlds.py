"""My rival cannot learn what I hid: two worlds that differ only in South's secrets answer everybody else alike.

Every route there is × GET and POST × with or without htmx × known, foreign and absent ids, as a rival, another
rival's ally, a stranger, an observer and a visitor who is not logged in: status, headers, body and number of queries
are equal. Only the CSRF token and the nonce of the content security policy are masked. A route that is missing in the
access matrix below fails.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from itertools import product
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone

from base import breaker
from battles.models import Battle
from campaign.services.news.sending.feeds import feed_token
from campaign.services.people.absences import enter_absence
from rosters.models import Unit
from tests.campaign.api.matrix import API
from tests.campaign.worlds import HIDDEN, PLAIN, FixedKeys, Secrets, Valley, after_a_battle
from tests.kept import plainly

ABSENT = "aaaaaaaaaaaa"
SLUG = "long-valley"
READERS = ("north", "west", "observer", "stranger", None)
RIVAL, WITHOUT_SIDE, OUTSIDERS = "north", ("observer", "stranger", None), ("stranger", None)

#: route → which ids it is asked with: "" for none. Routes of the site that know no campaign stand in OUTSIDE.
MATRIX = {
    "game:map": "", "game:list": "", "game:map_png": "", "game:map_poster": "", "game:tour": "", "game:seats": "",
    "game:absences": "", "game:absence_withdraw": "number", "game:brief": "", "game:province": "province",
    "game:buy": "province", "game:depot": "province", "game:order_all": "province", "game:gift": "",
    "game:hire": "", "game:pay_first": "", "game:aims": "", "game:generals": "", "game:general_order": "",
    "game:diplomacy": "", "game:relation": "", "game:captive": "", "game:army": "army",
    "game:army_forecast": "army", "game:army_forecast_stop": "army", "game:order": "army", "game:plan": "army",
    "game:standing": "army", "game:amalgamate": "army", "game:disband": "army", "game:split": "army",
    "game:merge": "army", "game:replacements": "army", "game:ready": "", "game:running": "",
    "game:withdraw": "number", "game:rosters": "", "game:unit": "unit", "game:honour": "", "game:tokens": "",
    "game:token_revoke": "notice", "game:treasury": "", "game:turn": "", "game:past_turn": "number",
    "game:chronicle": "", "game:film": "", "game:film_at": "number", "game:undone": "",
    "game:undone_version": "number", "game:undone_battle": "number+b1", "game:undone_report": "number+b1",
    "game:battles": "", "game:standing_wishes": "", "game:battle": "battle", "game:battle_state": "battle",
    "game:battle_photographs": "battle", "game:battle_photograph": "battle+row",
    "game:battle_photograph_remove": "battle+row", "game:numbers": "", "game:units": "", "game:numbers_copy": "",
    "game:numbers_file": "", "game:battle_numbers": "battle", "game:battle_wish": "battle",
    "game:battle_choose": "battle", "game:battle_terms": "battle", "game:battle_by": "battle",
    "game:battle_result": "battle", "game:battle_result_table": "battle", "game:battle_packs": "battle",
    "game:battle_pack_file": "battle", "game:battle_ruling": "battle", "game:battle_table": "battle",
    "game:battle_table_news": "battle", "game:battle_forecast": "battle", "game:battle_systems": "battle",
    "game:battle_system_sample": "battle+row", "game:battle_forecast_stop": "battle",
    "game:battle_journal": "battle", "game:battle_replay": "battle", "game:battle_film": "battle",
    "game:battle_account": "battle", "game:battle_still": "battle", "game:battle_file": "battle",
    "game:battle_report": "battle", "game:battle_journal_file": "battle", "game:news": "", "game:news_all_read": "",
    "game:news_read": "notice", "game:gazette": "", "game:gazette_text": "", "game:gazette_book": "",
    "game:gazette_issue": "number", "game:gazette_map": "number", "game:gazette_battle": "number",
    "desk_gazette": "", "desk_gazette_edit": "number", "desk_gazette_anew": "number", "game:letters": "",
    "game:letters_thread": "thread", "game:letters_read": "thread", "desk_couriers": "", "game:news_settings": "",
    "game:news_address": "", "game:news_choices": "", "game:news_feeds": "", "feed_calendar": "feed",
    "feed_chronicle": "feed", "desk": "", "desk_progress": "", "desk_run": "", "desk_due": "", "desk_schedule": "",
    "desk_schedule_save": "", "desk_schedule_drop": "", "desk_pause": "", "desk_resume": "", "desk_caretaker": "",
    "desk_terms": "", "desk_profile": "", "desk_policy": "", "desk_rules": "", "desk_correct": "",
    "desk_course": "", "desk_number": "", "desk_hardship": "", "desk_event": "", "desk_events": "",
    "desk_victory": "", "desk_amend": "", "desk_amend_withdraw": "", "desk_lift": "event_id",
    "desk_retry": "battle", "desk_download": "", "desk_download_secret": "", "desk_fork": "", "desk_copy": "",
    "desk_files": "", "desk_file": "battle", "desk_archive": "", "desk_ending": "", "desk_put_away": "",
    "desk_delete": "", "desk_news": "", "desk_hook_add": "", "desk_hook_remove": "notice",
    "desk_hook_again": "notice", "desk_past": "", "desk_battle_back": "battle", "desk_preflight": "",
    "desk_rehearse": "", "desk_back": "number", "members": "", "members_invite": "",
    "invitation_withdraw": "invitation_id", "member_remove": "member_id", "member_password": "member_id",
    "home": "site", "campaign_restore": "", "list_checker": "site", "upload": "site", "alone": "site",
    "alone_end": "", "alone_back": "", "alone_retry": "battle", "drafts": "site", "draft_new": "site",
    "draft": "draft", "draft_see": "draft", "draft_begin": "draft", "draft_war": "draft", "draft_map": "draft",
    "draft_courses": "draft", "draft_powers": "draft", "draft_provinces": "draft", "draft_ways": "draft",
    "draft_way_text": "draft", "draft_armies": "draft", "draft_aims": "draft", "draft_end": "draft",
    "draft_triggers": "draft", "draft_types": "draft", "draft_rules": "draft", "draft_triggers_gone": "draft",
    "draft_rehearsal": "draft", "draft_rehearsal_figures": "draft", "draft_rehearsal_film": "draft",
    "draft_rehearsal_stop": "draft", "draft_undo": "draft", "draft_redo": "draft", "draft_publish": "draft",
    "library": "site", "library_war": "draft", "library_begin": "draft", "library_withdraw": "draft",
    "library_file": "draft", "draft_link": "draft", "draft_guest": "draft", "draft_copy": "draft",
    "draft_drop": "draft", "draft_file": "draft", "draft_geojson": "draft", "draft_svg": "draft",
    "draft_png": "draft", "draft_poster": "draft", "draft_picture": "draft", "draft_picture_place": "draft",
    "draft_picture_gone": "draft", "draft_picture_shown": "one_off+row", "upload_state": "profile",
    "battles": "site", "battle_new": "site", "battle": "one_off", "battle_state": "one_off",
    "battle_photographs": "one_off", "battle_photograph": "one_off+row", "battle_photograph_remove": "one_off+row",
    "battle_guests": "one_off", "guest_replay": "feed", "guest_account": "feed", "guest_film": "feed",
    "battle_table": "one_off", "battle_table_news": "one_off", "battle_table_give_up": "one_off",
    "battle_journal": "one_off", "battle_replay": "one_off", "battle_film": "one_off", "battle_account": "one_off",
    "battle_still": "one_off", "battle_file": "one_off", "battle_report": "one_off",
    "battle_journal_file": "one_off", "battle_numbers": "one_off", "battle_packs": "one_off",
    "battle_pack_file": "one_off", "profiles": "site", "profile_new": "site", "profile_upload": "site",
    "profile_compare": "site", "profile": "profile", "profile_edit": "profile", "profile_delete": "profile",
    "profile_file": "profile", "battle_forecast": "one_off", "battle_systems": "one_off",
    "battle_system_sample": "one_off+row", "battle_forecast_stop": "one_off", "battle_again": "one_off",
    "battle_retry": "one_off",
}  # fmt: skip
#: Pages that read nothing of any campaign; their own tests hold them.
OUTSIDE = {
    "api:overview", "api:description", "api:nothing", "battle_rules", "guide", "guides", "odds", "unit_list",
    "join", "login", "logout", "tour", "password_change", "password_change_done", "mail_confirm", "campaign_schema",
    "battle_shown", "shown_film", "shown_account", "reset_help", "zone", "password_reset", "password_reset_done",
    "password_reset_confirm", "password_reset_complete",
}  # fmt: skip
PACK_KINDS = ("json", "csv", "xlsx", "counters", "vassal", "table", "pdf")
MASKS = (
    (re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"'), b"csrf"),
    (re.compile(rb"nonce-[^']+"), b"nonce"),
    (re.compile(rb'nonce="[^"]+"'), b"nonce"),
)


@dataclass(frozen=True)
class Question:
    """One request."""

    reader: str | None
    method: str
    htmx: bool
    url: str
    data: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """Everything that comes back, and the number of queries it took."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    queries: int


@dataclass(frozen=True)
class Ids:
    """What a reader knows or guesses."""

    army: tuple[str, ...]
    unit: tuple[str, ...]
    battle: tuple[str, ...]
    province: tuple[str, ...] = ("highfield", "northgate", "ridge", "southgate", "farmoor", "nowhere")
    number: tuple[str, ...] = ("1", "2", "3")
    invitation_id: tuple[str, ...] = ("1",)
    member_id: tuple[str, ...] = ("1",)
    event_id: tuple[str, ...] = ("1",)
    notice: tuple[str, ...] = (ABSENT,)
    thread: tuple[str, ...] = (
        "all", "press", "referee.north", "referee.south", "pair.north.south", "pair.south.west", ABSENT,
    )  # fmt: skip

    def foreign(self) -> "Ids":
        """Something of South's and something absent of each kind."""
        return replace(
            self, army=self.army[-2:], unit=self.unit[-2:], province=("farmoor", "nowhere"), number=("2", "3"),
            thread=("referee.south", ABSENT),
        )  # fmt: skip


def routes(patterns=None, prefix: str = "") -> set[str]:
    """The names of all routes of the site but the admin's."""
    found = set()
    for entry in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(entry, URLResolver) and entry.app_name != "admin":
            space = f"{entry.namespace}:" if entry.namespace else prefix
            found |= routes(entry.url_patterns, space)
        elif isinstance(entry, URLPattern):
            found.add(prefix + str(entry.name))
    return found


def test_every_route_stands_in_the_access_matrix():
    assert routes() == set(MATRIX) | set(API) | OUTSIDE & routes()


def known_ids(valley: Valley) -> Ids:
    """Ids of own, sighted, never sighted and absent things."""
    armies = [station.army.key for station in valley.stations.values()]
    units = [
        Unit.objects.filter(army=valley.stations[ref].army).first().key
        for ref in ("north-main", "south-rear", "south-van")
    ]
    battles = list(Battle.objects.values_list("key", flat=True))
    return Ids((*armies, ABSENT), (*units, ABSENT), (*battles, ABSENT))


OF_THE_SITE: dict[str, Callable[[Ids], Sequence[str]]] = {
    "one_off": lambda ids: ids.battle, "profile": lambda _: ("shipped", ABSENT), "draft": lambda _: (ABSENT,),
    "feed": lambda _: (feed_token("north23north"), ABSENT),
}  # fmt: skip
"""What the addresses of the site that name no campaign are asked for; nobody in these worlds has a draft."""


def urls(ids: Ids) -> list[str]:
    """Every address of the matrix, and a few with a query."""
    found = []
    for name, kind in MATRIX.items():
        if kind == "site":
            found.append(reverse(name))
        elif kind.endswith("+row"):
            before = [] if kind.startswith("one_off") else [SLUG]
            found += [reverse(name, args=[*before, key, "0" * 24]) for key in ids.battle]
        elif kind in OF_THE_SITE:
            found += [reverse(name, args=[key]) for key in OF_THE_SITE[kind](ids)]
        elif kind.startswith("number+"):
            found += [reverse(name, args=[SLUG, value, kind.partition("+")[2]]) for value in ids.number]
        elif not kind:
            found.append(reverse(name, args=[SLUG]))
        else:
            found += [reverse(name, args=[SLUG, value]) for value in getattr(ids, kind)]
    home = reverse("game:treasury", args=[SLUG])
    chronicle = reverse("game:chronicle", args=[SLUG])
    pack = reverse("game:battle_pack_file", args=[SLUG, ids.battle[0]])
    found += [f"{pack}?kind={kind}&side={side}" for kind in PACK_KINDS for side in ("1", "both")]
    return [*found, f"{home}?faction=south", f"{home}?turn=1&direction=in", f"{chronicle}?turn=1&kind=battle&whose=own"]


def payloads(url: str, ids: Ids) -> list[tuple[tuple[str, str], ...]]:
    """What is sent to an address: something sensible, something foreign, nothing."""
    last, foreign = url.rstrip("/").rpartition("/")[2], ids.army[5]
    found: dict[str, list[Any]] = {
        "forecast": [
            (("province", "ridge"), ("runs", "1000"), ("compare", way)) for way in ("nothing", "roles", "posture-1")
        ],
        "systems": [(("runs", "1000"),)],
        "order": [(("order", "march:ridge"),), (("order", "march:farmoor"),), (("order", "rest"),)],
        "buy": [(("type", "line_inf"),), (("type", "line_inf"), ("army", foreign))],
        "gift": [(("faction", "west"), ("points", "10")), (("faction", "south"), ("points", "10"))],
        "general": [(("skill", "average"), ("army", key)) for key in (ids.army[0], foreign)],
        "pay": [((f"rank-{key}", "1"),) for key in ids.unit],
        "disband": [tuple(("units", key) for key in ids.unit[:1])],
        "plan": [(("posture", "attack"), ("reserve", "20"), ("spare", ids.unit[0])), (("spare", ids.unit[1]),)],
        "standing": [(("kind", "route"), ("path", "Ridge, Lowfield")), (("kind", "support"), ("path", "farmoor"))],
        "amalgamate": [tuple(("units", key) for key in ids.unit)],
        "split": [tuple(("units", key) for key in ids.unit[:1])],
        "merge": [(("into", foreign),), (("into", ids.army[1]),)],
        "replacements": [(("units", ids.unit[0]), ("points", "1"))],
        "relation": [(("relation", "south:neutral"),), (("relation", "west:neutral"),)],
        "captive": [(("act", "parole"), ("leader", "south-rear-leader"))],
        "ready": [(("ready", "1"),)],
        "away": [(("starts", "2026-12-01T08:00"), ("ends", "2026-12-09T08:00"), ("deputy", "1"))],
        "caretaker": [(("faction", "south"), ("caretaker", "on"))],
        "seats": [(("seat", seat),) for seat in ("act:south", "view:1", "")],
        "pair.north.south": [(("text", "A truce?"),)],
        "pair.south.west": [(("text", "A truce?"),)],
        "correct": [(("faction", "south"), ("points", "5"), ("reason", "x"))],
    }  # fmt: skip
    return [*found.get(last, []), ()]


def questions(ids: Ids) -> list[Question]:
    """Every request that is asked in both worlds.

    The rival asks for each id of each route, and for the first one with and without htmx; his ally asks for the first
    one, and by turns for the rest. Both send every form to the first id and to what South hides, and by turns one to
    the others. Those without a side ask each route for something foreign, read and sent. For the rest an observer
    reads all and sends a form to every second address; of the two outside one reads what the other sends a form to.
    """
    asked = []
    for turn, reader in enumerate(READERS):
        without_side = reader in WITHOUT_SIDE
        for number, (place, url) in enumerate(placed(urls(ids.foreign() if without_side else ids)), start=turn):
            if reader not in (RIVAL, *WITHOUT_SIDE) and place % 2 and (place // 2 + turn) % 2:
                continue
            both = (False, True) if reader == RIVAL and place == 0 else (bool(number // 2 % 2),)
            if reader not in OUTSIDERS or number % 2 or not place:
                asked += [Question(reader, "GET", htmx, url) for htmx in both]
            sent = payloads(url, ids)
            if without_side:
                sent = sent[: int(number % 2 == 0 or not place)]
            elif place and not is_hidden(url, ids):
                sent = [sent[number % len(sent)]]
            nth = number // 2 if without_side else number
            asked += [Question(reader, "POST", bool(n % 2), url, data) for n, data in enumerate(sent, start=nth)]
    return asked


def is_hidden(url: str, ids: Ids) -> bool:
    """Whether an address names an army, a unit or a province of South's that nobody else sees."""
    return any(f"/{key}/" in url for key in (ids.army[5], ids.unit[1], "farmoor"))


def placed(addresses: list[str]) -> list[tuple[int, str]]:
    """Addresses, each with its place among those of its route."""
    seen, found = Counter[str](), []
    for url in addresses:
        name = resolve(url.partition("?")[0]).view_name
        found.append((seen[name], url))
        seen[name] += 1
    return found


def test_every_route_is_asked_with_htmx_and_without() -> None:
    ids = Ids(*(tuple(f"{kind}{n}" for n in range(8)) for kind in ("army", "unit", "battle")))
    asked = {(q.url.partition("?")[0], q.method, q.htmx) for q in questions(ids)}
    names = {url: resolve(url).view_name for url, _, _ in asked}
    assert {(names[url], *way) for url, *way in asked} == set(product(MATRIX, ("GET", "POST"), (False, True)))


def test_every_reader_reads_every_route_and_sends_to_it() -> None:
    ids = Ids(*(tuple(f"{kind}{n}" for n in range(8)) for kind in ("army", "unit", "battle")))
    asked = {(q.reader, resolve(q.url.partition("?")[0]).view_name, q.method) for q in questions(ids)}
    assert asked == set(product(READERS, MATRIX, ("GET", "POST")))


def counted(queries: Counter[str], execute: Any, sql: str, *others: Any) -> Any:
    """Send a query, and count it: a log of them would ask SQLite for the text of every value."""
    queries[sql] += 1
    return execute(sql, *others)


def answer(client: Client, question: Question) -> Answer:
    """Ask, and undo whatever was done."""
    asked = {"HX-Request": "true", "HX-Target": "panel"} if question.htmx else {}
    data: dict[str, list[str]] = {}
    for key, value in question.data:
        data.setdefault(key, []).append(value)
    kept: Any = client.cookies.copy()
    queries = Counter[str]()
    with transaction.atomic(), connection.execute_wrapper(partial(counted, queries)):
        response = getattr(client, question.method.lower())(question.url, data, headers=asked)
        transaction.set_rollback(True)
    client.cookies = kept
    body = b"".join(response.streaming_content) if response.streaming else response.content
    for pattern, mask in MASKS:
        body = pattern.sub(mask, body)
    return Answer(response.status_code, tuple(sorted(response.items())), body, queries.total())


PUBLIC_NUMBERS = {"campaign_campaign", "campaign_member"}
"""Tables whose numbers show wars and their members, which everybody knows."""


def build(secrets: Secrets) -> Valley:
    """Make a world; where South has secrets, its rows have other numbers, as if South had written much in between."""
    with FixedKeys(1), plainly():
        number_rows(gaps=secrets != PLAIN)
        valley = after_a_battle(secrets)
    starts = timezone.now() + timedelta(days=40)
    enter_absence(
        faction=valley.factions["north"], starts=starts, ends=starts + timedelta(days=3), deputy=None, actor="north"
    )
    return valley


def number_rows(*, gaps: bool) -> None:
    """Let the next rows of each table be numbered from 1, or with gaps from another number above a thousand."""
    models = [model for app in ("campaign", "battles", "rosters") for model in apps.get_app_config(app).get_models()]
    numbered = sorted(model._meta.db_table for model in models if model._meta.pk.column == "id")
    with connection.cursor() as cursor:
        for place, table in enumerate(numbered, start=1001):
            first = place if gaps and table not in PUBLIC_NUMBERS else 1
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, first])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first - 1])


def answers(
    secrets: Secrets, asked: Sequence[Question], made: Callable[[Secrets], Valley] = build,
    readers: tuple[str | None, ...] = READERS,
) -> dict[Question, Answer]:  # fmt: skip
    """All answers of one world, which is forgotten afterwards."""
    cache.clear()
    with transaction.atomic():
        valley, clients = made(secrets), {reader: Client() for reader in readers}
        for reader, client in clients.items():
            if reader:
                client.force_login(valley.people[reader])
            client.get(reverse("game:map", args=[SLUG]))
        found = _answered(clients, asked)
        transaction.set_rollback(True)
    return found


def _answered(clients: dict[str | None, Client], asked: Sequence[Question]) -> dict[Question, Answer]:
    """Ask; what a route answers to a method that it does not take (405) is asked for once by each reader."""
    found, closed = dict[Question, Answer](), dict[tuple[str | None, str, str, bool], Answer]()
    for question in asked:
        name = resolve(question.url.partition("?")[0]).view_name
        way = (question.reader, name, question.method, question.htmx)
        found[question] = closed.get(way) or answer(clients[question.reader], question)
        if found[question].status == HTTPStatus.METHOD_NOT_ALLOWED:
            closed[way] = found[question]
    return found


def ids_of(secrets: Secrets) -> Ids:
    with transaction.atomic():
        ids = known_ids(build(secrets))
        transaction.set_rollback(True)
    return ids


@pytest.fixture
def still_time(monkeypatch):
    """No clock in the answers. How long they took is told to staff alone, so that it stands in none of them.

    The broker is away throughout: whether it is tried again would depend on the time that passes.
    """
    monkeypatch.setattr(breaker, "PAUSE", 24 * 3600.0)
    breaker.BROKER.trip()
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        yield
    breaker.BROKER.close()


def difference(first: Answer, second: Answer) -> str:
    """Where two answers part."""
    for name in ("status", "headers", "queries"):
        if getattr(first, name) != getattr(second, name):
            return f"{name}: {getattr(first, name)} / {getattr(second, name)}"
    spot = next(n for n, (a, b) in enumerate(zip(first.body, second.body, strict=False)) if a != b)
    return f"body: …{first.body[max(0, spot - 120) : spot + 60]!r} / …{second.body[max(0, spot - 60) : spot + 60]!r}"


@pytest.mark.django_db
def test_two_worlds_that_differ_in_a_rivals_secrets_answer_alike(drilled, still_time):
    """But to South and to the referee they differ."""
    asked, owners = questions(ids_of(HIDDEN)), ("south", "referee")
    pages = [reverse(f"game:{name}", args=[SLUG]) for name in ("map", "rosters", "treasury", "turn")]
    own = [Question(reader, "GET", False, url) for reader, url in product(owners, pages)]
    plain, hidden = (answers(secrets, asked + own, readers=READERS + owners) for secrets in (PLAIN, HIDDEN))
    leaks = [f"{q}: {difference(plain[q], hidden[q])}" for q in asked if plain[q] != hidden[q]]
    assert not leaks, "\n".join(leaks[:20])
    assert {plain[q].status for q in asked} >= {200, 302, 403, 404, 405, 422}
    assert [q for q in own if plain[q].body == hidden[q].body] == []
