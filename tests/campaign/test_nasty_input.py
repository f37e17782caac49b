"""Whatever is sent: never a 500, never half a thing written, never the sender's markup in a page.

Every field of every form and every part of every address of a campaign is filled with each of the values below, the
other fields being right. On PostgreSQL a NUL, a number beyond its column and a text longer than it are errors of the
database, so these run there too.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from campaign.models import ArmyOrder, Campaign, Invitation, Member, PointsEntry, RefereeAct, SheetLine, Station, Turn
from rosters.models import Unit
from tests.campaign.worlds import HIDDEN, Valley, after_a_battle

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
SLUG = "long-valley"
MARKUP = "<script>alert(1)</script>"
NASTY: dict[str, Any] = {
    "negative": "-5", "nought": "0", "beyond any column": "9" * 40, "beyond Python's own limit": "9" * 5000,
    "underscore": "1_000", "Arabic digits": "٣", "superscript": "²", "exponent": "1e3", "a word for yes": "true",
    "NUL": "a\x00b", "turned round": "\u202eabc", "markup": MARKUP, "quotes": "'\";--", "lines": "a\r\nb: c",
    "a list": ["a", "b"], "a megabyte": "x" * 1_000_000, "nothing": None,
}  # fmt: skip
#: What is nearly a number, and harmless where a text is asked for.
NEAR_NUMBERS = {"negative", "nought", "underscore", "Arabic digits", "superscript", "exponent"}
ALWAYS = ("NUL", "markup", "a list", "nothing", "beyond Python's own limit")
"""What each field gets; of the rest each text gets one by turns."""
AGAIN = connection.vendor != "sqlite"
"""Whether it was all tried on SQLite before: another database gets what only it can trip over."""
TO_A_DATABASE = ("negative", "beyond any column", "NUL", "a megabyte")
TO_A_TEXT = ("NUL", "a megabyte")
WRITTEN = (ArmyOrder, Battle, Campaign, Invitation, Member, PointsEntry, RefereeAct, SheetLine, Station, Unit, User)
FINE = {200, 302, 400, 403, 404, 405, 422}


def journey(client: Client, before: dict[str, int], method: str, url: str, data: Any, **more: Any) -> str:
    """Send it and take it back again; what was wrong with the answer, or an empty text. ``before``: the counts."""
    with transaction.atomic():
        response = getattr(client, method)(url, data, **more)
        left = counts() if response.status_code not in (200, 302, 404) else before
        transaction.set_rollback(True)
    if response.status_code not in FINE:
        return f"{response.status_code}"
    if response.status_code not in (200, 302) and left != before:
        return f"{response.status_code}, and yet {sorted(n for n in left if left[n] != before[n])} were written"
    return "its markup is in the page" if MARKUP.encode() in response.getvalue() else ""


def counts() -> dict[str, int]:
    """How many rows there are of everything that a form can write, in one query."""
    asked = ", ".join(f'(SELECT COUNT(*) FROM "{model._meta.db_table}")' for model in WRITTEN)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        return dict(zip((model.__name__ for model in WRITTEN), cursor.fetchone(), strict=True))


@pytest.fixture
def valley(drilled) -> Valley:
    return after_a_battle(HIDDEN)


def browser(valley: Valley, name: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(valley.people[name])
    return client


def player_forms(valley: Valley) -> dict[str, dict[str, Any]]:
    """address → the fields of its form, rightly filled."""
    army = valley.stations["north-guard"].army
    units, place = [unit.key for unit in army.units.all()], {"place": "0"}

    def url(name: str, *args: object) -> str:
        return reverse(f"game:{name}", args=[SLUG, *args])

    return {
        url("order", army.key): {"order": "march:highfield"},
        url("amalgamate", army.key): {"units": units[-2:], **place},
        url("split", army.key): {"units": units[:1], "name": "Left wing", "leader": "", **place},
        url("merge", army.key): {"into": valley.stations["north-main"].army.key, **place},
        url("replacements", army.key): {"units": units[-1:], "points": "1", **place},
        url("buy", "northgate"): {"type": "line_inf", "guard": "", "outriders": "", "name": "X", "army": "", **place},
        url("disband", army.key): {"units": units[:1], **place},
        url("depot", "northgate"): {**place},
        url("gift"): {"faction": "west", "points": "5", **place},
        url("hire"): {"skill": "average", "name": "X", "army": army.key, **place},
        url("pay_first"): {f"rank-{units[0]}": "1", **place},
        url("ready"): {"ready": "1", "next": "/"},
        url("withdraw", 1): {"turn": "1"},
    }


def referee_forms(valley: Valley) -> dict[str, dict[str, Any]]:
    """The same for the desk."""
    return {
        reverse("desk_run", args=[SLUG]): {"turn": "1"},
        reverse("desk_due", args=[SLUG]): {"deadline": "2030-01-01T12:00"},
        reverse("desk_correct", args=[SLUG]): {"faction": "north", "points": "5", "reason": "a gift"},
        reverse("desk_copy", args=[SLUG]): {"name": "A copy", "slug": "a-copy"},
        reverse("members_invite", args=[SLUG]): {"role": "player", "faction": "north", "note": "for you"},
    }


def site_forms(valley: Valley) -> dict[str, dict[str, Any]]:
    """The same for anybody who is logged in."""
    rosters = {
        "kind": "rosters", "name": "A battle", "season": "summer", "weather": "", "ground": "", "terrain": "rolling",
        "seed": "7", "first_name": "French", "first_role": "attacker", "first_commander": "Ney",
        "first_skill": "good", "first_roster": "2 Line inf", "second_name": "Allies", "second_role": "defender",
        "second_commander": "", "second_skill": "average", "second_roster": "2 Line inf",
    }  # fmt: skip
    return {
        reverse("battle_new"): rosters,
        reverse("upload"): {"pack": "", "slug": "mine"},
        reverse("list_checker"): {"roster": "2 Line inf", "points": "300", "skill": "average"},
        reverse("password_change"): {"old_password": "x", "new_password1": "y", "new_password2": "y"},
    }


def spoilt(fields: dict[str, Any], turn: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """The fields with one of them spoilt, and what was done. ``turn`` goes on from form to form."""
    for number, (name, right) in enumerate(fields.items(), start=turn):
        shared = name == "place" and turn > len(fields)  # the same lines of code read it in every form
        for what in spoils(number, str(right).isdigit() and not shared):
            data = {key: row for key, row in fields.items() if key != name}
            yield f"{name}: {what}", data if NASTY[what] is None else data | {name: NASTY[what]}


def spoils(number: int, is_number: bool) -> list[str]:
    """What a field is spoilt with: a number with everything, a text with what is always tried and one of the rest."""
    if AGAIN:
        return [what for what in TO_A_DATABASE if is_number or what in TO_A_TEXT]
    if is_number:
        return list(NASTY)
    by_turns = [what for what in NASTY if what not in NEAR_NUMBERS.union(ALWAYS)]
    return [*ALWAYS, by_turns[number % len(by_turns)]]


def asked_as(what: str) -> list[dict[str, str]]:
    """With which headers a spoilt form is sent: markup for the whole page and the part of it, the rest for the part."""
    part = {"HX-Request": "true", "HX-Target": "panel"}
    return [part, {}] if what.endswith("markup") else [part]


RAW = {
    "broken UTF-8": (b"order=%ED%A0%80%FF&name=\xff", "application/x-www-form-urlencoded"),
    "JSON": (b'{"order": ["rest"]}', "application/json"),
    "a broken multipart": (b"--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=x"),
    "too many fields": (b"&".join(b"units=a" for _ in range(1200)), "application/x-www-form-urlencoded"),
    "nothing": (b"", ""),
}


@pytest.mark.parametrize(
    ("name", "forms"), [("north", player_forms), ("referee", referee_forms), ("north", site_forms)]
)
def test_no_field_of_any_form_breaks_the_site(valley, name, forms):
    client, before, broken = browser(valley, name), counts(), []
    turn = 0
    for url, fields in forms(valley).items():
        turn += len(fields)
        for what, data in spoilt(fields, turn):
            for headers in asked_as(what):
                if found := journey(client, before, "post", url, data, headers=headers):
                    broken.append(f"{url} with {what}: {found}")
        for what, (body, kind) in list(RAW.items())[turn % 2 :: 2]:  # read before any form is
            if found := journey(client, before, "post", url, body, content_type=kind):
                broken.append(f"{url} with {what}: {found}")
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("what", ["negative", "nought", "beyond any column", "underscore", "Arabic digits", "exponent",
                                  "superscript", "a word for yes", "NUL"])  # fmt: skip
def test_numbers_are_plain_digits_within_bounds_or_refused(valley, what):
    army = valley.stations["north-guard"].army
    worn = army.units.order_by("pk").last()
    url = reverse("game:replacements", args=[SLUG, army.key])
    answer = browser(valley, "north").post(url, {"units": worn.key, "points": NASTY[what]})
    assert answer.status_code == 422
    if what not in ("negative",):  # a correction may take points away
        desk = reverse("desk_correct", args=[SLUG])
        answer = browser(valley, "referee").post(desk, {"faction": "north", "points": NASTY[what], "reason": "x"})
        assert answer.status_code == 422


PARTS = ("0", "-1", "9" * 30, "9" * 5000, "1_0", "%D9%A3", "a%00b", "%ED%A0%80", "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
         "x" * 3000, "..%2f..%2fetc", "%0d%0aa:b", "%E2%80%AEabc")  # fmt: skip


PARTS_AGAIN = tuple(part for part in PARTS if part in ("-1", "9" * 30, "a%00b", "%ED%A0%80", "x" * 3000))


def parts() -> tuple[str, ...]:
    """The nasty parts of addresses for this database."""
    return PARTS_AGAIN if AGAIN else PARTS


def with_parts(inside: tuple[str, ...], outside: tuple[str, ...], turn: int) -> Iterator[str]:
    """Addresses of the campaign and of the site: each has every third nasty part, another one on each turn."""
    places = [*(f"/c/{SLUG}/{where}" for where in inside), *outside]
    for number, part in enumerate(parts(), start=turn):
        yield from (where.format(part) for where in places[-number % 3 :: 3])


def addresses(turn: int) -> Iterator[str]:
    """Every kind of address with nasty parts, in its path and behind the question mark."""
    inside = ("provinces/{}/", "armies/{}/", "units/{}/", "turns/{}/", "battles/{}/", "battles/{}/state/",
              "battles/{}/journal/", "battles/{}/file/", "battles/{}/report/", "battles/{}/journal-file/",
              "?province={}", "chronicle/?page={}", "chronicle/?turn={}", "chronicle/?kind={}",
              "chronicle/?whose={}", "treasury/?page={}", "treasury/?turn={}", "treasury/?direction={}",
              "treasury/?faction={}", "rosters/?sort={}", "rosters/?faction={}", "desk/?x={}")  # fmt: skip
    outside = ("/c/{}/", "/battles/{}/", "/battles/{}/journal/", "/battles/{}/journal.jsonl", "/battles/?page={}",
               "/join/{}/", "/accounts/reset/{}/x/", "/accounts/login/?next={}", "/units/?sort={}", "/units/{}/",
               "/battles/new/?example={}", "/lists/check/?roster={}")  # fmt: skip
    return with_parts(inside, outside, turn)


def acts(turn: int) -> Iterator[str]:
    """The addresses that are posted to, with nasty parts."""
    inside = ("provinces/{}/buy/", "armies/{}/order/", "armies/{}/split/", "armies/{}/merge/",
              "orders/sheet/{}/withdraw/", "desk/battles/{}/retry/", "desk/members/{}/remove/",
              "desk/members/{}/password/", "desk/members/invitations/{}/withdraw/")  # fmt: skip
    outside = ("/battles/{}/again/", "/battles/{}/retry/", "/join/{}/")
    return with_parts(inside, outside, turn)


@pytest.mark.parametrize(("name", "turn"), [("north", 0), ("referee", 1), ("west", 2)])
def test_no_part_of_any_address_breaks_the_site(valley, name, turn):
    client, before, broken = browser(valley, name), counts(), []
    for url in addresses(turn):
        if found := journey(client, before, "get", url, None):
            broken.append(f"GET {url[:120]}: {found}")
    for url in acts(turn):
        if found := journey(client, before, "post", url, {}):
            broken.append(f"POST {url[:120]}: {found}")
    assert not broken, "\n".join(broken)


def test_no_part_of_an_admins_address_breaks_the_site(valley):
    people = valley.people["referee"]
    people.is_staff = people.is_superuser = True
    people.save()
    client, before, broken = browser(valley, "referee"), counts(), []
    models = [m for label in ("campaign", "battles", "rosters") for m in apps.get_app_config(label).get_models()]
    for number, model in enumerate(models):
        home = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
        if client.get(home).status_code == 404:
            continue
        for url in asked_of_a_list(home, number):
            if found := journey(client, before, "get", url, None):
                broken.append(f"GET {url}: {found}")
    assert not broken, "\n".join(broken)


QUERIES = ("q", "o", "p", "e", "all", "type", "worn", "state", "campaign__id__exact", "id__exact", "nosuch")
IN_A_LIST = ("-1", "9" * 30, "a%00b", *(() if AGAIN else ("%D9%A3", "%3Cscript%3Ealert(1)%3C%2Fscript%3E")))


def asked_of_a_list(home: str, number: int) -> Iterator[str]:
    """Addresses of the admin for a model: parts by turns, from model to model, as a key and in each query."""
    yield from (f"{home}{IN_A_LIST[n % len(IN_A_LIST)]}/change/" for n in (number, number + 2))
    for turn, query in enumerate(QUERIES, start=number):
        yield f"{home}?{query}={IN_A_LIST[turn % len(IN_A_LIST)]}"


def test_a_wrong_method_is_refused_and_does_nothing(valley):
    client, before, broken = browser(valley, "north"), counts(), []
    for url in player_forms(valley):
        for method in ("get", "put", "delete", "patch", "head"):
            if found := journey(client, before, method, url, None):
                broken.append(f"{method} {url}: {found}")
            if getattr(client, method)(url).status_code != 405:
                broken.append(f"{method} {url} is not refused")
    assert not broken, "\n".join(broken)


def test_after_the_seal_every_form_is_refused_and_nothing_is_written(valley):
    Turn.objects.filter(pk=valley.turn.pk).update(state=Turn.State.SEALED)
    client, before = browser(valley, "north"), counts()
    for url, fields in player_forms(valley).items():
        assert client.post(url, fields).status_code in (404, 422), url
    assert counts() == before


FILES = {
    "deep lists": b"[" * 100_000, "deep objects": b'{"a":' * 20_000, "five megabytes": b"[" * 5_000_001,
    "a key twice": b'{"format": "bivouac.campaign/1", "format": "bivouac.campaign/1"}',
    "half a surrogate": b'{"format": "bivouac.campaign/1", "name": "\\ud800"}',
    "a NUL": b'{"format": "bivouac.campaign/1", "name": "a\\u0000b"}', "no UTF-8": b"\xff\xfe\x00{",
    "a byte order mark": b"\xef\xbb\xbf{}", "NaN": b'{"format": NaN}',
    "a huge number": b'{"format": 1e999, "x": ' + b"9" * 5000 + b"}", "a list": b"[]", "nothing": b"",
    "not a file of ours": b"PK\x03\x04" + b"\x00" * 100,
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_a_bad_file_is_refused_whole_with_a_sentence(valley, what):
    from django.core.files.uploadedfile import SimpleUploadedFile

    client, before = browser(valley, "north"), counts()
    for url, fields, name in (
        (reverse("upload"), {"pack": "", "slug": ""}, "file"),
        (reverse("battle_new"), {"kind": "file", "seed": "", "text": ""}, "upload"),
    ):
        answer = client.post(url, fields | {name: SimpleUploadedFile("a.json", FILES[what])})
        assert answer.status_code == 422, (url, answer.status_code)
        assert b"Traceback" not in answer.content
    assert counts() == before


def test_an_address_with_other_signs_is_refused_with_an_example(valley):
    answer = browser(valley, "north").post(reverse("upload"), {"pack": "two_valleys", "slug": "Élysée Straße!"})
    assert answer.status_code == 422
    assert "such as autumn-1813." in answer.text


IN_A_FILE = ["\ud800", "a\x00b", 10**30, -1, "x" * 100_000, *([] if AGAIN else ["\u202eabc", 1.5, True, [], {}, None])]


@pytest.mark.parametrize("value", IN_A_FILE)
def test_no_value_of_a_campaign_file_breaks_the_loading(valley, value):
    from django.core.files.uploadedfile import SimpleUploadedFile

    from campaign.services.files.packs import read_pack

    client, before, broken = browser(valley, "north"), counts(), []
    for place in ("name", "slug", "summary", "sources", "calendar", "map", "factions", "provinces", "edges", "armies",
                  "leaders", "relations"):  # fmt: skip
        pack = json.loads(read_pack("two_valleys"))
        whole = pack | {place: value}
        inner = [pack | {place: [row | {key: value}, *pack[place][1:]]}
                 for row in pack[place][:1] for key in row] if isinstance(pack.get(place), list) else []  # fmt: skip
        for data in (whole, *inner):
            text = json.dumps(data | ({} if place == "slug" else {"slug": "mine"})).encode()
            with transaction.atomic():
                answer = client.post(reverse("upload"), {"pack": "", "file": SimpleUploadedFile("a.json", text)})
                left = counts()
                transaction.set_rollback(True)
            if answer.status_code not in (302, 422) or (answer.status_code == 422 and left != before):
                broken.append(f"{place} {[k for k in data if data[k] != pack.get(k)]}: {answer.status_code}")
    assert not broken, "\n".join(broken)


def test_an_address_with_a_NUL_is_refused_with_a_sentence(valley):
    client = browser(valley, "referee")
    for url in (f"/c/{SLUG}/treasury/?faction=a%00b", f"/c/{SLUG}/desk/battles/a%00b/retry/"):
        answer = client.get(url)
        assert (answer.status_code, answer.content) == (400, b"The address holds a NUL (%00): leave it out.")
