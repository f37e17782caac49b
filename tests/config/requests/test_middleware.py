"""What the site says of every answer: who may keep a copy, and how long it took."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaign.models import Member
from campaign.services.people.members import make_referee
from tests.factories.battles import one_off
from tests.scenarios import two_valleys

pytestmark = pytest.mark.django_db
SECRET = "private, no-store"


@pytest.fixture
def reader(client: Client) -> Client:
    client.force_login(User.objects.create_user("reader"))
    return client


def keeping(client: Client, path: str) -> str:
    return str(client.get(path).headers.get("Cache-Control", ""))


def test_no_copy_is_kept_of_what_somebody_reads_who_has_logged_in(reader: Client) -> None:
    battle = one_off(User.objects.get(), rules="lgg")
    own = [f"/battles/{battle.key}/{page}" for page in ("", "pack/", "battle.json", "forecast/", "numbers/")]
    for path in ("/", "/battles/", "/battles/new/", "/profiles/", "/odds/", "/units/", *own):
        assert keeping(reader, path) == SECRET, path


@pytest.mark.parametrize("path", ["/nowhere/", "/battles/aaaaaaaaaaaa/", "/c/nowhere/"])
def test_no_copy_is_kept_of_an_error(client: Client, reader: Client, path: str) -> None:
    assert (reader.get(path).status_code, keeping(reader, path)) == (404, SECRET)
    assert keeping(Client(), "/nowhere/") == SECRET


def test_a_form_without_its_token_is_kept_by_nobody() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/times/", {"zone": "UTC"})
    assert answer.status_code == 403
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_is_public_may_be_kept() -> None:
    for path in ("/odds/", "/rules/", "/units/"):
        assert keeping(Client(), path) == "", path


def test_a_referee_is_shown_how_long_pages_of_his_own_campaigns_took(reader: Client) -> None:
    his, other = (two_valleys(slug=slug).campaign for slug in ("his", "other"))
    user = User.objects.get()
    make_referee(campaign=his, user=user)
    Member.objects.create(campaign=other, user=user, role="player", faction=other.factions.get(key="north"))
    for path, shown in (("/c/his/", True), ("/c/his/desk/", True), ("/c/other/", False), ("/", False),
                        ("/c/other/desk/", False), ("/battles/", False), ("/admin/", False)):  # fmt: skip
        headers = {"X-Refereed": "1", "bivouac.refereed": "True"}
        assert ("Server-Timing" in reader.get(path, headers=headers).headers) == shown, path


def test_the_host_is_shown_how_long_an_answer_took(reader: Client) -> None:
    for visitor in (Client(), reader):
        assert "Server-Timing" not in visitor.get("/").headers
    User.objects.update(is_superuser=True)
    told = reader.get("/").headers["Server-Timing"]
    parts = {name: float(spent) for name, spent in re.findall(r"(\w+);dur=([0-9.]+)", told)}
    assert parts.keys() == {"app", "db", "template", "rules", "broker"}
    assert parts["db"] > 0
    assert parts["template"] > 0
    assert sum(parts.values()) - parts["app"] == pytest.approx(parts["app"], abs=0.3)


@pytest.mark.parametrize(
    "word", ["x", "join", "battle", "?a=b", "#x", "\tx", "//evil.example", "https://evil.example/"]
)
def test_after_choosing_a_zone_one_is_led_nowhere_else(word: str) -> None:
    answer = Client().post("/accounts/times/", {"zone": "Europe/Vienna", "next": word})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
