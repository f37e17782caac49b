"""People come in by invitation, and passwords are reset by the referee."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Dispatch, Invitation, MailAddress, Member, RefereeAct
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.people.members import accept, invite, make_referee, remove_member, reset_path
from tests.factories.people import logged_in
from tests.scenarios import World, two_valleys

pytestmark = pytest.mark.django_db
PASSWORD = "sabretache-and-shako-1813"


@pytest.fixture
def referee(world: World) -> User:
    user = User.objects.create_user("Schwarzenberg", password=PASSWORD)
    make_referee(campaign=world.campaign, user=user)
    return user


def invitation(world: World, referee: User, role: str = "player", faction: str | None = None) -> str:
    chosen = world.factions[faction] if faction else None
    return invite(campaign=world.campaign, role=role, faction=chosen, note="Émile", actor=referee).token


def join(client: Client, token: str, **data: str):
    return client.post(f"/join/{token}/", {"username": "Émile", "password": PASSWORD, "faction": "north", **data})


def test_a_guest_chooses_faction_name_and_password_and_stands_on_the_map(world: World, referee: User) -> None:
    client, token = Client(), invitation(world, referee)
    page = client.get(f"/join/{token}/")
    assert page.status_code == 200
    assert "North" in page.text
    assert "South" in page.text
    answer = join(client, token)
    assert (answer.status_code, answer.url) == (302, f"/c/{world.campaign.slug}/")
    member = Member.objects.get(user__username="Émile")
    assert (member.role, member.faction) == ("player", world.factions["north"])
    assert client.get(answer.url).status_code == 200


def test_an_invitation_works_once(world: World, referee: User) -> None:
    token = invitation(world, referee)
    join(Client(), token)
    assert Client().get(f"/join/{token}/").status_code == 404
    assert join(Client(), token, username="Second", faction="south").status_code == 404
    assert not User.objects.filter(username="Second").exists()


def test_an_invitation_that_has_run_out_or_was_withdrawn_is_closed(world: World, referee: User) -> None:
    old, withdrawn = invitation(world, referee), invitation(world, referee)
    first, second = Invitation.objects.order_by("pk")
    Invitation.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    Invitation.objects.filter(pk=second.pk).update(withdrawn=True)
    for token in (old, withdrawn, "nonsense"):
        assert Client().get(f"/join/{token}/").status_code == 404


def test_the_token_itself_is_not_kept(world: World, referee: User) -> None:
    assert invitation(world, referee) not in str(list(Invitation.objects.values()))


def test_a_faction_that_has_a_player_is_not_offered_again(world: World, referee: User) -> None:
    join(Client(), invitation(world, referee))
    page = Client().get(f"/join/{invitation(world, referee)}/").text
    assert 'value="south"' in page
    assert 'value="north"' not in page


def test_a_guest_for_whom_no_faction_is_free_reads_so_and_finds_no_form(world: World, referee: User) -> None:
    token = invitation(world, referee)
    for faction in world.factions.values():
        user = User.objects.create_user(f"player of {faction.key}")
        Member.objects.create(campaign=world.campaign, user=user, role="player", faction=faction)
    answer = Client().get(f"/join/{token}/")
    assert "No faction is free now" in answer.text
    assert "Take part</button>" not in answer.text
    Member.objects.filter(faction=world.factions["north"]).delete()
    assert "Take part</button>" in Client().get(f"/join/{token}/").text


def test_somebody_who_knows_the_site_joins_with_his_own_log_in(world: World, referee: User) -> None:
    user = User.objects.create_user("Blücher", password=PASSWORD)
    client = logged_in(user)
    client.post(f"/join/{invitation(world, referee, faction='south')}/", {"faction": "south"})
    assert Member.objects.get(user=user).faction == world.factions["south"]


@pytest.mark.parametrize(("data", "field"), [
    ({"username": "schwarzenberg"}, "Name:"), ({"username": "a\u0007b"}, "control characters"),
    ({"password": "12345678"}, "many people use this one"), ({"faction": "mars"}, "choose one of those listed"),
    ({"username": ""}, "Name: fill it in"),
])  # fmt: skip
def test_a_wrong_entry_is_told_in_place_and_the_invitation_stays_open(world, referee, data, field) -> None:
    token = invitation(world, referee)
    answer = join(Client(), token, **data)
    assert answer.status_code == 422
    assert field in answer.text
    assert not Member.objects.filter(role="player").exists()
    assert Client().get(f"/join/{token}/").status_code == 200


def test_a_member_cannot_take_a_second_part(world: World, referee: User) -> None:
    with pytest.raises(Refusal, match="takes part in this campaign already"):
        accept(token=invitation(world, referee), user=referee, faction_key="north")
    assert Invitation.objects.get().used_at is None


def test_the_last_referee_stays(world: World, referee: User) -> None:
    member = Member.objects.get(user=referee)
    with pytest.raises(Refusal, match="needs a referee"):
        remove_member(campaign=world.campaign, member_id=member.pk, actor=referee)


def test_somebody_who_is_removed_reads_it_and_is_mailed(world: World, referee: User, settings: Any) -> None:
    settings.MAIL_IS_SET_UP = True
    player = User.objects.create_user("Soult", password=PASSWORD)
    member = Member.objects.create(campaign=world.campaign, user=player, role="player", faction=world.factions["north"])
    MailAddress.objects.create(user=player, email="soult@example.org", confirmed_at=timezone.now())
    client = logged_in(player)
    said = "ended your part in it on"
    assert said not in client.get("/").text
    remove_member(campaign=world.campaign, member_id=member.pk, actor=referee)
    assert said in client.get("/").text
    load_campaign(data=dump_text(world.campaign), slug="copied", actor="x")
    assert client.get("/").text.count(said) == 1
    mail = Dispatch.objects.get()
    assert (mail.to, mail.subject) == ("soult@example.org", f"{world.campaign.name}: your part has ended")
    Member.objects.create(campaign=world.campaign, user=player, role="observer")
    assert said not in client.get("/").text


def test_a_link_by_the_referee_sets_a_new_password_once(world: World, referee: User) -> None:
    player = User.objects.create_user("Émile", password=PASSWORD)
    member = Member.objects.create(campaign=world.campaign, user=player, role="observer")
    path = reset_path(campaign=world.campaign, member_id=member.pk, actor=referee)
    client = Client()
    target = client.get(path, follow=True).redirect_chain[-1][0]
    new = "a-different-shako-1815"
    assert client.post(target, {"new_password1": new, "new_password2": new}).status_code == 302
    assert User.objects.get(pk=player.pk).check_password(new)
    assert "has been used" in Client().get(path, follow=True).text


def test_a_referee_cannot_reset_the_host_nor_people_of_other_campaigns(world: World, referee: User) -> None:
    host = User.objects.create_superuser("host", password=PASSWORD)
    other = two_valleys(slug="another")
    stranger = User.objects.create_user("stranger", password=PASSWORD)
    Member.objects.create(campaign=other.campaign, user=stranger, role="observer")
    for user in (host, stranger):
        member = Member.objects.create(campaign=world.campaign, user=user, role="observer")
        with pytest.raises(Refusal, match="only the host"):
            reset_path(campaign=world.campaign, member_id=member.pk, actor=referee)


def set_by(path: str) -> int:
    """Follow a link from its first page to the new password, and return the last answer."""
    client, new = Client(), "a-different-shako-1815"
    target = client.get(path, follow=True).redirect_chain
    return client.post(target[-1][0] if target else path, {"new_password1": new, "new_password2": new}).status_code


ENDS: dict[str, Callable[[User, User, World], object]] = {
    "he referees elsewhere": lambda player, *_: make_referee(
        campaign=two_valleys(slug="another").campaign, user=player),
    "he plays elsewhere": lambda player, *_: Member.objects.create(
        campaign=two_valleys(slug="another").campaign, user=player, role="observer"),
    "he was removed": lambda player, referee, world: remove_member(
        campaign=world.campaign, member_id=player.memberships.get().pk, actor=referee),
    "the referee was removed": lambda _, referee, __: Member.objects.filter(user=referee).delete(),
    "the referee was barred": lambda _, referee, __: User.objects.filter(pk=referee.pk).update(is_active=False),
    "he confirmed an address": lambda player, *_: MailAddress.objects.create(
        user=player, email="e@example.org", confirmed_at=timezone.now()),
}  # fmt: skip


@pytest.mark.parametrize("change", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("opened", [False, True])
def test_a_referees_link_ends_with_his_right_to_make_it(world: World, referee: User, change: Any, opened: bool) -> None:
    player = User.objects.create_user("Émile", password=PASSWORD)
    member = Member.objects.create(campaign=world.campaign, user=player, role="observer")
    path, client, new = reset_path(campaign=world.campaign, member_id=member.pk, actor=referee), Client(), "shako-18-15"
    target = client.get(path, follow=True).redirect_chain[-1][0] if opened else ""
    change(player, referee, world)
    if opened:
        client.post(target, {"new_password1": new, "new_password2": new})
    else:
        set_by(path)
    assert User.objects.get(pk=player.pk).check_password(PASSWORD)
    with pytest.raises(Refusal):
        reset_path(campaign=world.campaign, member_id=member.pk, actor=User.objects.get(pk=referee.pk))


def test_one_referees_link_is_no_other_ones_and_no_mailed_one(world: World, referee: User) -> None:
    player, other = (User.objects.create_user(name, password=PASSWORD) for name in ("Émile", "Blücher"))
    make_referee(campaign=world.campaign, user=other)
    member = Member.objects.create(campaign=world.campaign, user=player, role="observer")
    path = reset_path(campaign=world.campaign, member_id=member.pk, actor=referee)
    start, token = path.rstrip("/").rsplit("/", 1)
    maker, _, inner = token.partition(".")
    for forged in (inner, f"{other.pk}.{inner}", f".{inner}", f"zzzzzzzzzzzzzz.{inner}", f"-1.{inner}", f"{maker}."):
        assert "has been used" in Client().get(f"{start}/{forged}/", follow=True).text
    assert set_by(path) == 302
    assert not User.objects.get(pk=player.pk).check_password(PASSWORD)


def test_a_referee_who_referees_nothing_any_more_has_no_admin(world: World, referee: User) -> None:
    other = User.objects.create_user("Blücher", password=PASSWORD)
    member, elsewhere = make_referee(campaign=world.campaign, user=other), two_valleys(slug="another").campaign
    second = make_referee(campaign=elsewhere, user=other)
    make_referee(campaign=elsewhere, user=referee)
    remove_member(campaign=world.campaign, member_id=member.pk, actor=referee)
    assert User.objects.get(pk=other.pk).is_staff
    remove_member(campaign=elsewhere, member_id=second.pk, actor=referee)
    assert not User.objects.get(pk=other.pk).is_staff


def test_the_desk_shows_the_link_once_and_writes_the_act_down(world: World, referee: User) -> None:
    client = logged_in(referee)
    page = client.post(f"/c/{world.campaign.slug}/desk/members/invite/", {"role": "player", "faction": "north"})
    link = re.search(r'value="(http://testserver/join/[^"]+)"', page.text)
    assert link is not None
    assert Client().get(link[1]).status_code == 200
    assert link[1] not in client.get(f"/c/{world.campaign.slug}/desk/members/").text
    assert RefereeAct.objects.filter(act__startswith="invited").count() == 1


def hidden_key(page: str, action: str) -> str:
    """The key of the form that leads there."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    return re.search(r'name="form" value="([^"]+)"', form)[1]


def test_two_clicks_on_one_form_make_one_invitation_and_show_its_link_twice(world: World, referee: User) -> None:
    client = logged_in(referee)
    path = f"/c/{world.campaign.slug}/desk/members/"
    data = {"role": "player", "faction": "north", "form": hidden_key(client.get(path).text, f"{path}invite/")}
    first, second = (client.post(f"{path}invite/", data).text for _ in range(2))
    links = [re.search(r'value="(http://testserver/join/[^"]+)"', page)[1] for page in (first, second)]
    assert links[0] == links[1]
    assert Invitation.objects.count() == RefereeAct.objects.filter(act__startswith="invited").count() == 1
    client.post(f"{path}invite/", data | {"role": "observer", "faction": ""})
    client.post(f"{path}invite/", data | {"form": hidden_key(second, f"{path}invite/")})
    assert Invitation.objects.count() == 3


def test_the_form_of_an_invitation_that_is_used_makes_no_other(world: World, referee: User) -> None:
    client = logged_in(referee)
    path, data = f"/c/{world.campaign.slug}/desk/members/invite/", {"role": "player", "form": "k" * 32}
    link = re.search(r'value="http://testserver/join/([^"/]+)/"', client.post(path, data).text)
    join(Client(), link[1])
    answer = client.post(path, data)
    assert answer.status_code == 422
    assert "its invitation is closed" in answer.text


def test_password_change_asks_for_the_old_one(world: World, referee: User) -> None:
    client = logged_in(referee)
    data = {"old_password": "wrong", "new_password1": "new-shako-4711", "new_password2": "new-shako-4711"}
    assert client.post("/accounts/password_change/", data).status_code == 200
    assert client.post("/accounts/password_change/", data | {"old_password": PASSWORD}).status_code == 302


def test_the_referee_gives_a_side_to_the_program_and_takes_it_back(world: World, referee: User) -> None:
    client = logged_in(referee)
    desk = f"/c/{world.campaign.slug}/desk"
    for way, led in (("program", "the program, while nothing is entered"), ("auto", "nobody")):
        sent = {"faction": "south", "caretaker": way, "page": "members"}
        page = client.post(f"{desk}/caretaker/", sent, follow=True)
        assert page.redirect_chain == [(f"{desk}/members/", 302)]
        assert f"<strong>South</strong>: {led}" in page.text
    act = RefereeAct.objects.filter(act__startswith="decided that the program").get()
    assert act.act == "decided that the program's general leads South while nothing is entered for it"
