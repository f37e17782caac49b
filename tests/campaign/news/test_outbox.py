"""News leaves the site once, whatever fails, read from a real SMTP server and a real HTTP receiver."""

import datetime
import re

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Dispatch, Hook, MailAddress, Member, Notice, Schedule, Turn
from campaign.services.archive import archive_campaign, unarchive_campaign
from campaign.services.news import Recipients, notify
from campaign.services.news.clock import STEPS
from campaign.services.news.mail import choose_news, confirm_address, give_address
from campaign.services.news.outbox import KEPT_FOR, LEASE, _due, free, run_dispatch
from campaign.services.news.sending.outside import NotSent, accepted
from campaign.services.sheet.orders import give_order
from config.clock import Ticks
from tests.campaign.news.receivers import http_receiver
from tests.campaign.worlds import Valley, fresh, long_valley

pytestmark = pytest.mark.django_db
START = datetime.datetime(2026, 3, 2, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def receiver(settings):
    with http_receiver() as found:
        settings.BIVOUAC_HOOKS_TO = [found.host]
        yield found


@pytest.fixture
def valley(clock) -> Valley:
    valley = long_valley()
    for name in ("north", "south", "west", "referee"):
        MailAddress.objects.create(
            user=valley.people[name], email=f"{name}@example.org", confirmed_at=timezone.now(), digest_hour=0
        )
    Notice.objects.all().delete()
    return valley


def tick() -> None:
    """What clock and workers do: gather, then send whatever is due."""
    Ticks([*STEPS]).tick()
    for pk in list(Dispatch.objects.filter(free()).order_by("pk").values_list("pk", flat=True)):
        run_dispatch(pk)


def tell(valley: Valley, fact: str = "x", kind: str = "result", text: str = "Type in your result.", **more) -> None:
    notify(valley.campaign, kind, fact=fact, text=text, to=Recipients.factions_of([valley.factions["north"]]), **more)


def hook_of(valley: Valley, receiver, kind: str = "discord", **more) -> Hook:
    return Hook.objects.create(**{"campaign": valley.campaign, "kind": kind, "name": kind, "url": receiver.url, **more})


def test_news_is_mailed_once_however_often_the_clock_ticks(valley, mailbox):
    tell(valley)
    tell(valley)
    for _ in range(3):
        tick()
    assert [to for to, _ in mailbox.mails] == ["north@example.org"]
    assert "Type in your result." in mailbox.to("north@example.org")[0]


def test_news_that_was_mailed_is_not_mailed_again_when_the_outbox_forgets_its_mail(valley, mailbox, clock):
    tell(valley)
    tick()
    clock.shift(KEPT_FOR + datetime.timedelta(hours=1))
    tick()
    assert not Dispatch.objects.exists()
    tick()
    assert len(mailbox.mails) == 1


def test_a_short_lease_of_battles_does_not_end_that_of_a_mail(valley, mailbox, settings):
    settings.BIVOUAC_BATTLE_LEASE = 20
    tell(valley)
    Ticks([*STEPS]).tick()
    Dispatch.objects.update(state="running", holder="elsewhere:1:1", lease_until=timezone.now() + LEASE)
    assert not Dispatch.objects.filter(free()).exists()


def test_a_worker_that_died_while_sending_sends_the_same_mail_again_under_the_same_id(valley, mailbox, clock):
    tell(valley)
    Ticks([*STEPS]).tick()
    mail = Dispatch.objects.get()
    run_dispatch(mail.pk)
    Dispatch.objects.update(state="running", holder="elsewhere:1:1", lease_until=timezone.now() + LEASE)
    assert not run_dispatch(mail.pk)
    clock.shift(LEASE + datetime.timedelta(seconds=60))
    tick()
    assert len({message["Message-ID"] for _, message in mailbox.mails}) == 1
    assert Dispatch.objects.get().state == "done"


def test_a_mail_server_that_fails_for_an_hour_gets_everything_once_in_the_end(valley, mailbox, clock):
    mailbox.broken = True
    tell(valley)
    for _ in range(60):
        tick()
        clock.shift(datetime.timedelta(minutes=1))
    assert mailbox.mails == []
    assert Dispatch.objects.get().attempt < 15
    mailbox.broken = False
    for _ in range(16):
        tick()
        clock.shift(datetime.timedelta(minutes=1))
    assert len(mailbox.mails) == 1


def test_an_address_that_is_refused_delays_nobody_and_is_shown_to_the_referee(valley, mailbox):
    mailbox.refused = {"north@example.org"}
    notify(valley.campaign, "turn", fact="t", text="Turn 2 is open.", to=Recipients.everyone())
    tick()
    tick()
    assert sorted(to for to, _ in mailbox.mails) == ["referee@example.org", "south@example.org", "west@example.org"]
    assert "550" in MailAddress.objects.get(email="north@example.org").trouble
    assert "News for north did not arrive" in Notice.objects.get(member__role="referee", kind="trouble").text


def test_each_member_chooses_at_once_digest_or_none(valley, mailbox, clock):
    north = Member.objects.get(user=valley.people["north"])
    choose_news(member=north.pk, choices={"result": "digest", "ruling": "none", "battle": "nonsense"})
    MailAddress.objects.filter(user=valley.people["north"]).update(digest_hour=7, digest_on=timezone.now().date())
    tell(valley, "a")
    tell(valley, "b", text="Another result.")
    tell(valley, "c", kind="ruling", text="A ruling.")
    tick()
    assert mailbox.mails == []
    clock.move_to(START + datetime.timedelta(hours=20))
    tick()
    tick()
    (text,) = mailbox.to("north@example.org")
    assert "Type in your result." in text
    assert "Another result." in text
    assert "A ruling." not in text


def test_news_of_after_the_hour_waits_for_the_next_digest(valley, mailbox, clock):
    choose_news(member=Member.objects.get(user=valley.people["north"]).pk, choices={"result": "digest"})
    MailAddress.objects.filter(user=valley.people["north"]).update(digest_hour=7, zone="Europe/Berlin")
    tell(valley, "a")
    for hours, mails in ((0, 0), (17, 0), (18, 1), (24, 1)):
        clock.move_to(START + datetime.timedelta(hours=hours, minutes=5))
        tick()
        assert len(mailbox.mails) == mails
    tell(valley, "b")
    tick()
    assert len(mailbox.mails) == 1
    clock.move_to(START + datetime.timedelta(hours=42, minutes=5))
    tick()
    assert len(mailbox.mails) == 2


def test_a_digest_begins_with_what_its_reader_has_to_do(valley, mailbox, clock):
    north = Member.objects.get(user=valley.people["north"])
    choose_news(member=north.pk, choices=dict.fromkeys(Notice.Kind.values, "digest"))
    MailAddress.objects.filter(user=valley.people["north"]).update(digest_hour=7, digest_on=timezone.now().date())
    for kind, fact, said in (
        ("turn", "turn:1:opened", "Turn 8 is open."), ("battle", "battle:a:decided", "The Battle of Ridge is over."),
        ("turn", "turn:2:opened", "Turn 9 is open."), ("result", "battle:b:result", "Type in your result."),
    ):  # fmt: skip
        notify(valley.campaign, kind, fact=fact, text=said, to=Recipients.only([north]))
    clock.move_to(START + datetime.timedelta(hours=20))
    tick()
    tick()
    ((_, mail),) = [one for one in mailbox.mails if one[0] == "north@example.org"]
    begins = [part.splitlines()[0] for part in mail.get_payload(decode=True).decode().split("\r\n\r\n")[1:-1]]
    assert begins == ["For you to do:", "Type in your result.", "Turn 9 is open.", "What has happened:",
                    "Turn 8 is open.", "The Battle of Ridge is over."]  # fmt: skip
    assert mail["Subject"] == "The Long Valley: Type in your result. (and 3 more)"


@pytest.mark.parametrize(("fact", "asks"), [("near:abc", True), ("ended", False)])
def test_a_mail_begins_with_the_end_of_the_war_or_the_warning_of_it(valley, mailbox, fact, asks):
    north = Member.objects.get(user=valley.people["north"])
    for kind, of, said in (
        ("turn", "turn:1:opened", "Turn 8 is open."), ("battle", "battle:a:decided", "The Battle of Ridge is over."),
        ("turn", f"turn:1:{fact}", "The end of the war."),
    ):  # fmt: skip
        notify(valley.campaign, kind, fact=of, text=said, to=Recipients.only([north]))
    tick()
    ((_, mail),) = [one for one in mailbox.mails if one[0] == "north@example.org"]
    assert mail["Subject"] == "The Long Valley: The end of the war. (and 2 more)"
    begins = [part.splitlines()[0] for part in mail.get_payload(decode=True).decode().split("\r\n\r\n")[1:-1]]
    assert begins[0] == "The end of the war."
    assert begins[1:] == (
        ["For you to do:", "Turn 8 is open.", "What has happened:", "The Battle of Ridge is over."]
        if asks
        else ["Turn 8 is open.", "The Battle of Ridge is over."]
    )


def test_nothing_is_mailed_to_an_address_before_its_link_is_followed(valley, mailbox, settings):
    settings.SITE_ADDRESS = "https://war.example.org"
    give_address(user=valley.people["observer"], email="new@example.org", zone="Europe/Berlin", digest_hour=7)
    notify(valley.campaign, "turn", fact="t", text="Turn 2 is open.", to=Recipients.everyone())
    tick()
    (mail,) = mailbox.to("new@example.org")
    code = re.search(r"https://war\.example\.org/accounts/mail/([^/]+)/", mail)[1]
    assert Dispatch.objects.filter(to="new@example.org").get().body == ""
    confirm_address(code=code)
    with pytest.raises(Refusal):
        confirm_address(code=code)
    notify(valley.campaign, "turn", fact="u", text="Turn 3 is open.", to=Recipients.everyone())
    tick()
    assert "Turn 3 is open." in mailbox.to("new@example.org")[1]


def test_news_has_its_times_in_the_zone_of_the_schedule(valley, clock):
    Schedule.objects.create(
        campaign=valley.campaign, zone="Europe/Berlin", at=datetime.time(20), first_on=datetime.date(2026, 3, 6)
    )
    Turn.objects.update(deadline=datetime.datetime(2026, 3, 6, 19, tzinfo=datetime.UTC))
    clock.shift(datetime.timedelta(days=3, hours=8))
    Ticks([*STEPS]).tick()
    assert {row.text for row in Notice.objects.filter(kind="reminder")} == {
        "You have entered no orders for turn 1. They are due on 6 March 2026, 20:00 CET."
    }


def test_reminders_reach_those_alone_who_have_entered_nothing(valley, mailbox, clock):
    clock.shift(datetime.timedelta(days=3))
    Turn.objects.update(deadline=timezone.now() + datetime.timedelta(hours=23))
    give_order(station=fresh(valley, "north-main"), kind="rest", path=[], actor="north")
    tick()
    tick()
    assert sorted(to for to, _ in mailbox.mails) == ["south@example.org", "west@example.org"]
    clock.shift(datetime.timedelta(hours=21))
    tick()
    assert len(mailbox.mails) == 4
    clock.shift(datetime.timedelta(hours=3))
    tick()
    assert len(mailbox.mails) == 4


def test_nobody_is_reminded_of_a_campaign_in_the_archive(valley, mailbox, clock):
    clock.shift(datetime.timedelta(days=3))
    Turn.objects.update(deadline=timezone.now() + datetime.timedelta(hours=23))
    archive_campaign(campaign=valley.campaign, reason="Summer", actor=valley.people["referee"])
    tick()
    assert mailbox.mails == []
    unarchive_campaign(campaign=valley.campaign, actor=valley.people["referee"])
    tick()
    assert len(mailbox.mails) == 3


def test_a_reminder_that_waits_past_its_deadline_is_not_mailed(valley, mailbox, clock):
    mailbox.broken = True
    tell(valley, kind="reminder", until=timezone.now() + datetime.timedelta(minutes=30))
    tick()
    mailbox.broken = False
    clock.shift(datetime.timedelta(hours=1))
    tick()
    assert (mailbox.mails, Dispatch.objects.get().state) == ([], "done")


def test_discord_gets_each_public_event_once_and_no_mention_can_be_forged(valley, receiver):
    hook_of(valley, receiver, status_digest="-")
    for _ in range(2):
        notify(valley.campaign, "turn", fact="t", text="secret", to=Recipients.everyone(),
               public="@everyone <@123> [here](https://evil.example) **now**")  # fmt: skip
    tell(valley)
    tick()
    tick()
    events = [one.json for one in receiver.got if "wait" not in one.path and one.method == "POST"]
    assert len(events) == 1
    content = events[0]["content"]
    assert events[0]["allowed_mentions"] == {"parse": []}
    assert content == (
        "**The Long Valley**: @\u200beveryone "
        "\\<@\u200b123\\> \\[here\\]\\(https\\:\u200b//evil\\.example\\) \\*\\*now\\*\\*"
    )
    assert "secret" not in content


def test_one_status_post_edits_itself(valley, receiver):
    hook_of(valley, receiver)
    tick()
    tick()
    assert [(one.method, one.path) for one in receiver.got] == [("POST", "/hook?wait=true")]
    assert "Not ready: North, South, West" in receiver.got[0].json["content"]
    valley.turn.faction_turns.filter(faction=valley.factions["north"]).update(ready=True)
    tick()
    assert (receiver.got[1].method, receiver.got[1].path) == ("PATCH", "/hook/messages/1001")
    assert "Not ready: South, West" in receiver.got[1].json["content"]


def test_a_status_post_follows_a_faction_that_changes_its_mind(valley, receiver):
    hook_of(valley, receiver)
    tick()
    for ready in (True, False, True, False):
        valley.turn.faction_turns.filter(faction=valley.factions["north"]).update(ready=ready)
        tick()
        assert ("North" in receiver.got[-1].json["content"]) is not ready


def test_a_status_post_that_a_hook_refuses_for_good_is_tried_once_a_day(valley, receiver, clock):
    hook_of(valley, receiver)
    receiver.status = 404
    for _ in range(3):
        tick()
    assert len(receiver.got) == 1
    clock.shift(datetime.timedelta(days=1))
    tick()
    tick()
    assert len(receiver.got) == 2


def test_a_status_post_in_a_thread_is_edited_there(valley, receiver):
    hook_of(valley, receiver, url=f"{receiver.url}?thread_id=77")
    tick()
    valley.turn.faction_turns.filter(faction=valley.factions["north"]).update(ready=True)
    tick()
    assert [one.path for one in receiver.got] == ["/hook?thread_id=77&wait=true", "/hook/messages/1001?thread_id=77"]


def test_a_hook_that_fails_keeps_its_order_and_delays_nobody(valley, mailbox, receiver, clock):
    hook = hook_of(valley, receiver, "signed", secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    receiver.status = 500
    for number in (1, 2):
        tell(valley, f"fact{number}", public=f"Event {number}")
    for _ in range(12):
        tick()
        clock.shift(datetime.timedelta(minutes=5))
    assert len(mailbox.to("north@example.org")) == 1
    hook.refresh_from_db()
    assert "500" in hook.trouble
    receiver.got.clear()
    receiver.status = 204
    for _ in range(8):
        tick()
        clock.shift(datetime.timedelta(minutes=5))
    assert [one.json["data"]["text"] for one in receiver.got] == ["Event 1", "Event 2"]
    assert len({one.headers["webhook-id"] for one in receiver.got}) == 2
    hook.refresh_from_db()
    assert hook.trouble == ""


def test_a_redirect_is_not_followed(valley, receiver):
    hook_of(valley, receiver, status_digest="-")
    receiver.status, receiver.location = 302, "http://127.0.0.1:9/"
    tell(valley, public="Event")
    tick()
    assert len([one for one in receiver.got if "wait" not in one.path]) == 1
    with pytest.raises(NotSent, match="leads elsewhere"):
        accepted(type("R", (), {"status": 307})())


def test_nobody_who_is_barred_is_mailed(valley, mailbox) -> None:
    User.objects.filter(username="north").update(is_active=False)
    tell(valley)
    tick()
    assert mailbox.mails == []
    User.objects.filter(username="north").update(is_active=True)
    tell(valley, "y")
    tick()
    assert [to for to, _ in mailbox.mails] == ["north@example.org"]


def test_a_clock_that_is_set_back_holds_back_no_news(valley, clock):
    """Neither what waits for its first try nor what was sent to a worker who never got it."""
    for sent in (None, START):
        made = Dispatch.objects.create(campaign=valley.campaign, kind="mail", next_try=START, published_at=sent)
        clock.move_to(START + datetime.timedelta(seconds=1))
        assert list(_due().values_list("pk", flat=True)) == ([made.pk] if sent is None else [])
        clock.move_to(START - datetime.timedelta(hours=1))
        assert list(_due().values_list("pk", flat=True)) == [made.pk]
        made.delete()
