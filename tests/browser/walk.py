"""Every kind of page, in one table: who looks at it, and where it is."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import by_each_system
from battles.services import ask_comparison, run_battle, run_chunk
from battles.services.held.companion import create_by_hand
from battles.services.profiles import create_profile
from campaign.models import Campaign, CampaignUpload, Engagement, Member, Station
from campaign.rules.drafts.starts import read_document
from campaign.rules.kinds import Role
from campaign.services.drafts.drafts import make_draft, publish_draft
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack
from campaign.services.gazette import draft_due
from campaign.services.history.rolling_back import roll_back
from campaign.services.people.members import invite
from campaign.services.phases.fighting import methods
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.campaign.api.matrix import API
from tests.factories.battles import file_of, one_off
from tests.kept import kept

#: Routes that are no page of their own: forms that are only sent, files, and parts of pages.
NO_PAGE = {
    "logout", "password_change_done", "password_reset", "password_reset_done", "password_reset_complete",
    "desk_progress", "desk_run", "desk_due", "desk_profile", "desk_rules", "desk_policy", "desk_correct",
    "desk_retry", "desk_download", "desk_download_secret", "desk_rehearse", "game:undone_report", "desk_file",
    "desk_archive", "members_invite", "invitation_withdraw", "member_remove", "member_password", "game:buy",
    "game:order", "game:plan", "game:depot", "game:gift", "game:hire", "game:pay_first", "game:amalgamate",
    "game:disband", "game:split", "game:merge", "game:replacements", "game:ready", "game:withdraw",
    "game:army_forecast_stop", "game:battle_forecast_stop", "game:battle_wish", "game:battle_choose",
    "game:battle_terms", "game:battle_by", "game:battle_state", "game:battle_file", "game:battle_report",
    "game:battle_journal_file", "game:numbers_copy", "profile_new", "profile_upload", "profile_delete",
    "battle_state", "battle_file", "battle_report", "battle_journal_file", "battle_forecast_stop", "battle_again",
    "battle_retry", "battle_account", "game:battle_account", "battle_pack_file", "game:battle_pack_file",
    "game:general_order", "game:relation", "game:captive", "desk_number", "desk_hardship", "desk_event",
    "desk_events", "desk_victory", "desk_lift", "desk_put_away", "desk_delete", "campaign_restore",
    "game:battle_table_news", "battle_table_news", "battle_table_give_up", "desk_caretaker", "desk_gazette_anew",
    "desk_hook_add", "desk_hook_again", "desk_hook_remove", "desk_pause", "desk_resume", "desk_schedule_drop",
    "desk_schedule_save", "game:absence_withdraw", "game:letters_read", "game:news_address", "game:news_all_read",
    "game:news_choices", "game:news_feeds", "game:news_read", "game:standing", "game:order_all", "battle_guests",
    "guest_account", "shown_account", "game:tour", "tour", "alone_back", "alone_end", "alone_retry", "game:running",
    "game:token_revoke", "api:nothing", *API, "draft_courses", "draft_way_text", "draft_end", "draft_begin",
    "draft_undo", "draft_copy", "draft_drop", "draft_picture", "draft_picture_place", "draft_picture_gone",
    "draft_redo", "draft_rehearsal_figures", "draft_rehearsal_film", "draft_rehearsal_stop", "draft_link",
    "draft_guest", "draft_publish", "draft_triggers_gone", "library_begin", "library_withdraw",
    "desk_amend_withdraw", "battle_photographs", "battle_photograph_remove", "game:battle_photographs",
    "game:battle_photograph_remove",
}  # fmt: skip
FACTIONS = ("avenne", "birkenfeld")
COMBAT = "/odds/?kind=combat&first_type=line_inf&second_type=light_cav&defender_type=line_inf"
#: Pages of the same template as `game:numbers`, `profile_edit`, `game:army_forecast` and those of a one-off battle,
#: which are looked at.
SAME_SHEET = {"game:battle_numbers", "battle_numbers", "profile", "game:battle_system_sample",
              "game:undone_battle", "guest_replay", "battle_shown", "game:battle_journal", "game:battle_replay",
              "game:battle_forecast", "game:battle_packs", "game:battle_systems",
              "desk_battle_back"}  # fmt: skip
#: Templates of answers that no address leads to.
ANSWERS = ("400.html", "403.html", "403_csrf.html", "500.html", "held.html", "registration/locked_out.html")


@dataclass(frozen=True)
class Things:
    """What the addresses name: a war after a turn with two battles, one of them still on the table."""

    slug: str
    army: str
    foreign: str
    unit: str
    battle: str
    open_battle: str
    one_off: str
    by_hand: str
    profile: str
    token: str
    compared: str
    upload: str
    draft: str
    shared: str


LONG = "Donaudampfschiffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellsch"


def lengthened(pack: bytes) -> bytes:
    """A war with a long word for each name."""
    data = json.loads(pack)
    for kind in ("factions", "provinces", "leaders", "armies"):
        data[kind] = [row | {"name": f"{LONG}{n:03}"} for n, row in enumerate(data[kind])]
    return json.dumps(data | {"name": LONG[:60] * 2}).encode()


@kept
def war_with_people(password: str = "", *, long_names: bool = False) -> Campaign:
    """Two Valleys as it ships, or with names of 80 letters without a space, with a referee and two players."""
    pack = read_pack("two_valleys")
    campaign = load_campaign(data=lengthened(pack) if long_names else pack, slug="two-valleys", actor="tester")
    referee = User.objects.create_user("referee", password=password)
    Member.objects.create(campaign=campaign, user=referee, role=Role.REFEREE)
    for faction in campaign.factions.all():
        user = User.objects.create_user(faction.key, password=password)
        Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=faction)
    return campaign


def play(war: Campaign, referee: User) -> Things:
    """A turn that is taken back, one with a battle, one with a battle held open; and a battle of one's own."""
    advance_turn(campaign=war, actor="tester")
    roll_back(campaign=war, turn=1, reason="A slip of the pen", user=referee)
    _march(war, "main", "the_saddle")
    methods.set_battle_policy(campaign=war, days=7, fallback="auto", patience=None, user=referee)
    _march(war, "south", "crossways")
    Campaign.objects.filter(pk=war.pk).update(gazette="at_once")
    draft_due()
    held = Engagement.objects.get(battle__state=Battle.State.OPEN)
    methods.choose(engagement=held, user=referee, method="table")
    own = one_off(referee, rules="lgg")
    by_hand = create_by_hand(file=file_of(rules="lgg"), seed="by hand", owner=referee)
    run_battle(own.pk)
    draft = make_draft(user=referee, file=read_document(read_pack("two_valleys")))
    avenne, birkenfeld = (_station(war, f"{name}_main").army for name in FACTIONS)
    return Things(
        war.slug, avenne.key, birkenfeld.key, Unit.objects.filter(army=avenne).earliest("pk").key,
        Battle.objects.exclude(pk__in=(held.battle.pk, own.pk, by_hand.pk)).get().key, held.battle.key, own.key,
        by_hand.key,
        create_profile(owner=referee, name="The booklet", values={}).key,
        invite(campaign=war, role=Role.OBSERVER, faction=None, note="", actor=referee).token,
        _compared(own, referee),
        CampaignUpload.objects.create(
            owner=referee, name="Silesia", data=b"{}", state="refused", problem="map: it is missing."
        ).key,
        draft.key,
        publish_draft(draft=draft, user=referee, licence="cc0", summary="Two valleys and a saddle.").key,
    )  # fmt: skip


def _compared(battle: Battle, owner: User) -> str:
    """The key of a comparison of one battle by one of the smaller systems, one of its battles kept."""
    plans, _ = by_each_system(Question(parse(battle.file)))
    (row,) = ask_comparison(
        scope=f"owner:{owner.pk}", plans=[plan for plan in plans if plan.question.file.rules == "one_hour"], runs=1,
        name=battle.name, about=f"systems:{battle.key}", sample=True,
    )  # fmt: skip
    run_chunk(row.chunks.get().pk)
    return str(row.key)


def _march(war: Campaign, army: str, province: str) -> None:
    for name in FACTIONS:
        give_order(station=_station(war, f"{name}_{army}"), kind="march", path=[province], actor="tester")
    advance_turn(campaign=war, actor="tester")


def _station(war: Campaign, ref: str) -> Station:
    return Station.objects.get(campaign=war, ref=ref)


def pages(things: Things) -> dict[str | None, list[str]]:
    """Whose eyes see which addresses; the visitor's name is None."""
    war = f"/c/{things.slug}"
    return {
        None: [
            "/", "/accounts/login/", "/accounts/forgotten/", "/accounts/times/", "/accounts/reset/x/y/", "/units/",
            "/lists/check/", "/odds/", "/odds/?kind=fire", COMBAT, "/rules/?q=combat",
            "/guides/", "/guides/?q=forced+march", "/guides/player/", "/guides/formats/", "/api/",
            f"/join/{things.token}/", "/nowhere/",
        ],
        "avenne": [
            "/", f"{war}/", f"{war}/rosters/", f"{war}/treasury/", f"{war}/turn/", f"{war}/turns/1/",
            f"{war}/chronicle/", f"{war}/generals/", f"{war}/diplomacy/", f"{war}/aims/", f"{war}/battles/",
            f"{war}/numbers/", f"{war}/units/", f"{war}/letters/", f"{war}/letters/all/", f"{war}/gazette/",
            f"{war}/gazette/1/", f"{war}/honour/", f"{war}/news/", f"{war}/news/settings/", f"{war}/programs/",
            f"{war}/away/", f"{war}/brief/", "/accounts/mail/x/", f"{war}/film/", f"{war}/film/1/",
            f"{war}/undone/", f"{war}/undone/1/", f"{war}/battles/wishes/", f"{war}/armies/{things.army}/",
            f"{war}/armies/{things.foreign}/", f"{war}/units/{things.unit}/", f"{war}/provinces/avenne/",
            f"{war}/battles/{things.battle}/", f"{war}/list/", f"{war}/armies/{things.army}/forecast/",
            f"{war}/battles/{things.open_battle}/", f"{war}/battles/{things.open_battle}/result/",
            f"{war}/battles/{things.open_battle}/table/",
        ],
        "referee": [
            f"{war}/", f"{war}/desk/", f"{war}/desk/terms/", f"{war}/desk/members/", f"{war}/desk/copy/",
            f"{war}/desk/course/", f"{war}/desk/ending/", f"{war}/seats/", f"{war}/desk/files/",
            f"{war}/desk/news/", f"{war}/desk/schedule/", f"{war}/desk/couriers/", f"{war}/desk/gazette/",
            f"{war}/desk/gazette/1/", f"{war}/desk/preflight/", f"{war}/desk/past/", f"{war}/desk/past/1/",
            f"{war}/desk/fork/", f"{war}/battles/{things.open_battle}/",
            f"{war}/battles/{things.open_battle}/ruling/", "/alone/", "/campaigns/new/", "/drafts/", "/drafts/new/",
            f"/drafts/{things.draft}/",
            *(f"/drafts/{things.draft}/{room}/" for room in ("war", "map", "powers", "provinces", "ways", "armies")),
            f"/drafts/{things.draft}/rules/", f"/drafts/{things.draft}/triggers/", f"/drafts/{things.draft}/types/",
            f"/drafts/{things.draft}/rehearsal/", "/drafts/library/", f"/drafts/library/{things.shared}/",
            f"{war}/desk/amend/", f"/drafts/{things.draft}/victory/",
            f"/drafts/{things.draft}/see/?faction=birkenfeld", "/accounts/password_change/",
            f"/battles/{things.by_hand}/", f"/battles/{things.by_hand}/table/", "/battles/", "/battles/new/",
            f"/battles/{things.one_off}/", f"/battles/{things.one_off}/journal/",
            f"/battles/{things.one_off}/replay/", f"/battles/{things.one_off}/forecast/",
            f"/battles/{things.one_off}/pack/", f"/battles/{things.one_off}/systems/?of={things.compared}",
            f"/battles/{things.one_off}/systems/{things.compared}/", f"/campaigns/new/{things.upload}/",
            "/battles/profiles/", f"/battles/profiles/{things.profile}/edit/", "/battles/profiles/compare/",
        ],
    }  # fmt: skip


def routes(patterns: Iterable[URLPattern | URLResolver] | None = None, prefix: str = "") -> set[str]:
    """The names of all routes of the site but the admin's and those of files, which have an ending."""
    found = set()
    for entry in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(entry, URLResolver) and entry.app_name != "admin":
            found |= routes(entry.url_patterns, f"{entry.namespace}:" if entry.namespace else prefix)
        elif isinstance(entry, URLPattern) and "." not in str(entry.pattern):
            found.add(f"{prefix}{entry.name}")
    return found


def routes_of(paths: Iterable[str]) -> set[str]:
    """The routes that these addresses lead to."""
    return {resolve(path.partition("?")[0]).view_name for path in paths if path != "/nowhere/"}
