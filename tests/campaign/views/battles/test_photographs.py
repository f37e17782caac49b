"""Photographs of a battle: who adds, sees and removes them, and what is left of them."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from battles.models import Battle, Photograph
from battles.services.archiving import forget_battles
from battles.services.held.companion import create_by_hand
from battles.services.photographs import MOST_EACH
from campaign.models import Engagement
from tests.battles.resolvers.lgg.companion.hand import file
from tests.campaign.views.battles.test_companion import settle, valley  # noqa: F401 (fixtures)
from tests.campaign.worlds import Valley

pytestmark = pytest.mark.django_db
EVERYBODY = ("north", "south", "west", "observer", "referee", "stranger")


def a_file(size: tuple[int, int] = (64, 48)) -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", size, "green").save(out, "JPEG")
    return SimpleUploadedFile("IMG_0001.JPG", out.getvalue(), "image/jpeg")


class Phone:
    """Somebody with a telephone."""

    def __init__(self, user: User, home: str) -> None:
        self.client, self.home = Client(), home
        self.client.force_login(user)

    def add(self, caption: str = "The centre", **fields) -> str:
        answer = self.client.post(f"{self.home}photographs/", {"picture": a_file(), "caption": caption, **fields})
        return self.page() if answer.status_code == 302 else str(answer.status_code)

    def page(self) -> str:
        return self.client.get(self.home).text

    def seen(self) -> list[str]:
        """The addresses of the pictures on the page."""
        return re.findall(r'<img src="([^"]+\.jpg)"', self.page())

    def remove(self, address: str) -> int:
        return self.client.post(f"{address.removesuffix('.jpg')}/remove/").status_code


@pytest.fixture
def phones(valley: Valley, battle: Battle) -> dict[str, Phone]:  # noqa: F811
    home = f"/c/{valley.campaign.slug}/battles/{battle.key}/"
    return {name: Phone(valley.people[name], home) for name in EVERYBODY if name in valley.people}


def answers(phones: dict[str, Phone], address: str) -> dict[str, int]:
    return {name: phone.client.get(address).status_code for name, phone in phones.items()}


def test_a_sides_photograph_is_its_own_until_the_battle_is_decided(
    phones: dict[str, Phone], battle: Battle, valley: Valley  # noqa: F811
) -> None:  # fmt: skip
    before = {name: phone.page() for name, phone in phones.items()}
    assert "The centre" in phones["south"].add()
    [address] = phones["south"].seen()
    assert answers(phones, address) == {name: 200 if name in ("south", "referee") else 404 for name in phones}
    for name in set(phones) - {"south", "referee"}:
        assert plain(phones[name].page()) == plain(before[name])
        absent = phones[name].client.get(f"{phones[name].home}photographs/{'a' * 12}.jpg")
        hidden = phones[name].client.get(address)
        assert plain(absent.text) == plain(hidden.text)
    settle(battle)
    assert [name for name, code in answers(phones, address).items() if code == 200] == ["north", "south", "referee"]
    assert address in phones["north"].page().partition('aria-label="Dispatch"')[2].partition("</article>")[0]
    type(valley.campaign).objects.update(state="finished")
    assert answers(phones, address)["west"] == 200


def plain(page: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value=|nonce[=-])[\w"\'-]+', "", page)


def test_those_who_fought_and_the_referee_add_photographs_and_nobody_else(phones: dict[str, Phone]) -> None:
    for name, phone in phones.items():
        allowed = name in ("north", "south", "referee")
        assert (phone.add() == "404") != allowed
        assert ("Add a photograph" in phone.page()) == allowed
    assert Photograph.objects.count() == 3


def test_a_sender_removes_his_own_and_the_referee_any(phones: dict[str, Phone], battle: Battle) -> None:
    phones["north"].add()
    phones["south"].add()
    settle(battle)
    own, foreign = phones["north"].seen()
    assert phones["north"].page().count("Remove this photograph") == 1
    assert [phones["north"].remove(foreign), phones["west"].remove(foreign), phones["north"].remove(own)] == [
        404, 404, 302,
    ]  # fmt: skip
    assert phones["referee"].remove(foreign) == 302
    assert not Photograph.objects.exists()


def test_a_picture_is_served_as_nothing_but_a_picture_and_kept_nowhere(phones: dict[str, Phone]) -> None:
    phones["north"].add()
    answer = phones["north"].client.get(phones["north"].seen()[0])
    wanted = {
        "Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "same-origin",
    }  # fmt: skip
    assert {name: answer[name] for name in wanted} == wanted
    assert answer["Content-Disposition"].startswith('inline; filename="photograph-')
    assert Image.open(io.BytesIO(answer.content)).size == (64, 48)


def test_what_cannot_be_kept_is_refused_with_a_sentence(phones: dict[str, Phone], battle: Battle) -> None:
    north = phones["north"]
    for fields, why in (
        ({"picture": SimpleUploadedFile("a.jpg", b"no picture")}, "Photograph: this file cannot be read as a picture"),
        ({"picture": ""}, "Photograph: choose a file."),
        ({"caption": "x" * 201}, "Caption: write at most 200 characters."),
    ):
        page = north.add(**fields)
        assert why in page
        caption = fields.get("caption", "The centre")
        assert (f'value="{caption}"' in page, f'value="{caption}"' in north.page()) == (True, False)
    assert not Photograph.objects.exists()
    for number in range(MOST_EACH):
        north.add(str(number))
    assert f"you have added {MOST_EACH} to this battle already" in north.add()
    assert "The centre" in phones["south"].add()
    assert battle.photographs.count() == MOST_EACH + 1


def test_photographs_go_with_their_battle_and_stay_without_their_sender(
    phones: dict[str, Phone], battle: Battle, valley: Valley  # noqa: F811
) -> None:  # fmt: skip
    phones["north"].add("<b>Guns</b> & horse")
    valley.people["north"].delete()
    assert "&lt;b&gt;Guns&lt;/b&gt; &amp; horse" in phones["referee"].page()
    Engagement.objects.update(battle=None, after=None)
    forget_battles([battle.pk])
    assert not Photograph.objects.exists()


def test_the_owner_of_a_one_off_keeps_photographs_of_it() -> None:
    owner, other = (User.objects.create_user(name) for name in ("owner", "other"))
    fought = create_by_hand(file=file(), seed="1813", owner=owner)
    mine, foreign = (Phone(user, f"/battles/{fought.key}/") for user in (owner, other))
    assert "The centre" in mine.add()
    [address] = mine.seen()
    assert (mine.client.get(address).status_code, foreign.client.get(address).status_code) == (200, 404)
    assert (foreign.add(), foreign.remove(address), mine.remove(address)) == ("404", 404, 302)
