"""The war that the fuzz attacks, with rows of nearly every model, and what leads somewhere in an address."""

from collections.abc import Callable
from datetime import date, time, timedelta

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tests.campaign.worlds import HIDDEN, Valley, after_a_battle, fresh

SOME = 40
NEAR = [*(str(number) for number in range(1, 12)), "lgg", "north", "html", "json", "pdf"]
"""What may be in any part of an address for which nothing better is known."""


def fuzzed_war() -> dict[str, User]:
    """A war with a battle behind it, an open one and a turn taken back; its people by name."""
    from campaign.models import Campaign
    from campaign.services.people.members import invite
    from campaign.services.phases.fighting.methods import set_battle_policy

    valley = after_a_battle(HIDDEN)
    referee = valley.people["referee"]
    Campaign.objects.update(map={"view": [0, 0, 400, 300]})  # a campaign of a file has one
    valley.campaign.refresh_from_db()
    _take_back(valley)
    _news(valley)
    _clock(valley)
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=None, user=referee)
    _march(valley)
    invite(campaign=valley.campaign, role="player", faction=None, note="", actor=referee)
    _of_their_own(valley)
    return valley.people


def _take_back(valley: Valley) -> None:
    """Run a turn and take the war back, so that there is an undone version."""
    from campaign.services.history.rolling_back import roll_back
    from campaign.services.turn import advance_turn

    advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    roll_back(campaign=valley.campaign, turn=2, reason="A wrong order", user=valley.people["referee"])
    valley.campaign.refresh_from_db()


def _news(valley: Valley) -> None:
    from campaign.services.corrections import add_hook
    from campaign.services.letters import write_letter
    from campaign.services.news.mail import give_address
    from campaign.visibility import knowledge_of

    north, referee = valley.people["north"], valley.people["referee"]
    give_address(user=north, email="north@example.org", zone="UTC", digest_hour=7)
    for name, kind in (("club", "discord"), ("board", "signed")):
        add_hook(campaign=valley.campaign, kind=kind, name=name, url=f"https://example.org/{name}", actor=referee)
    for thread in ("all", "pair.north.west", "referee.north"):
        write_letter(knowledge=knowledge_of(valley.campaign, north), thread=thread, text="We hold the ridge.")


def _clock(valley: Valley) -> None:
    from campaign.models import Member
    from campaign.rules.course.schedule import Rhythm
    from campaign.services.clockwork.schedules import set_schedule
    from campaign.services.events import set_hardship, write_event
    from campaign.services.people.absences import enter_absence
    from campaign.services.phases.fighting.methods import set_standing_wishes

    referee, north = valley.people["referee"], valley.factions["north"]
    rhythm = Rhythm("weekly", 1, "Europe/Berlin", time(20), date(2026, 1, 1))
    set_schedule(campaign=valley.campaign, rhythm=rhythm, actor=referee)
    set_hardship(campaign=valley.campaign, reason="Rain", actor=referee, turns=2)
    write_event(campaign=valley.campaign, kind="windfall", text="Silver", actor=referee, faction=north, points=5)
    deputy = Member.objects.get(campaign=valley.campaign, user=valley.people["west"])
    now = timezone.now()
    enter_absence(faction=north, starts=now, ends=now + timedelta(days=3), deputy=deputy, actor="north")
    set_standing_wishes(faction=north, wishes={"south": "table", "": "auto"}, by="north")


def _march(valley: Valley) -> None:
    """Bring armies together, so that a battle waits to be decided."""
    from base.refusal import Refusal
    from campaign.services.sheet.orders import give_order
    from campaign.services.turn import advance_turn

    for ref, target in (("north-main", "lowfield"), ("south-van", "ridge"), ("south-main", "lowfield")):
        try:
            give_order(station=fresh(valley, ref), kind="march", path=[target], actor="x")
        except Refusal:  # an army that was beaten elsewhere goes another way
            continue
    advance_turn(campaign=valley.campaign, actor="referee", wait=False)


def _of_their_own(valley: Valley) -> None:
    """What users have beside the war: a battle, a profile, a forecast, an upload, a dump that waits."""
    from battles.resolvers.forecasts.forecast import Question
    from battles.services.forecasting.forecasts import ask_forecast
    from battles.services.profiles import create_profile
    from campaign.services.files.dumps import ask_dump
    from campaign.services.files.uploads import send_upload
    from tests.factories.battles import file_of, one_off

    north = valley.people["north"]
    one_off(north)
    ask_forecast(scope=f"user:{north.pk}", question=Question(file_of()), runs=50, name="What if")
    create_profile(owner=north, name="Mine", values={})
    create_profile(owner=valley.people["referee"], name="His", values={})
    send_upload(user=north, name="a.json", data=b"{}", slug="a-war")
    ask_dump(campaign=valley.campaign)


def parts_of_addresses() -> dict[str, list[str]]:
    """What may be in an address: by the end of the route up to the part (``armies/<key>``), or by the part alone."""
    from battles.models import Battle, Forecast, RulesProfile
    from campaign.models import (
        Absence,
        Campaign,
        CampaignDump,
        CampaignUpload,
        Gazette,
        Hook,
        Invitation,
        Letter,
        Member,
        Notice,
        Province,
        RollBack,
        SheetLine,
        WarEvent,
    )
    from campaign.services.news.sending.feeds import feed_token
    from rosters.models import Army, Unit

    def some(model: type[Model], column: str = "pk") -> list[str]:
        return [str(value) for value in model._default_manager.values_list(column, flat=True)[:SOME]]

    armies, units, battles = some(Army, "key"), some(Unit, "key"), some(Battle, "key")
    feeds = [feed_token(key) for key in some(Member, "feed_key") if key]
    return {
        "slug": some(Campaign, "slug") * 3, "key": [*armies, *units[:30], *battles, *some(Forecast, "key")],
        "armies/<key>": armies, "units/<key>": units, "battles/<key>": battles, "": NEAR,
        "provinces/<key>": some(Province, "key"), "profiles/<key>": some(RulesProfile, "key"),
        "hooks/<key>": some(Hook, "key"), "news/<key>": some(Notice, "key"), "files/<key>": some(CampaignDump, "key"),
        "new/<key>": some(CampaignUpload, "key"), "letters/<thread>": some(Letter, "thread"),
        "away/<number>": some(Absence), "sheet/<number>": some(SheetLine), "gazette/<number>": some(Gazette, "turn"),
        "undone/<number>": some(RollBack), "<member_id>": some(Member), "<invitation_id>": some(Invitation),
        "<event_id>": some(WarEvent), "feeds/<token>": feeds, "<name>": battles, "<row>": ["lgg", "one_hour", "0", "1"],
        "reset/<uidb64>": _user_ids(), "<uidb64>/<token>": _tokens(), "<content_type_id>": some(ContentType),
        **_admin_rows(some),
    }  # fmt: skip


def _user_ids() -> list[str]:
    return [urlsafe_base64_encode(force_bytes(user.pk)) for user in User.objects.all()]


def _tokens() -> list[str]:
    return [default_token_generator.make_token(user) for user in User.objects.all()] + ["set-password"]


def _admin_rows(some: Callable[[type[Model]], list[str]]) -> dict[str, list[str]]:
    """The rows of each model by the admin's address of them."""
    found = {f"{model._meta.label_lower.replace('.', '/')}/<object_id>": some(model) for model in apps.get_models()}
    return {address: rows for address, rows in found.items() if rows}
