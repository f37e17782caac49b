"""The reader, and his knowledge by his role."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from base.rows.prepared import prepared
from campaign.models import Campaign, Faction, Member, Notice, Turn
from campaign.rules.kinds import Role
from campaign.selectors.campaigns import factions_of, last_turn, read_factions, ready_and_missed
from campaign.selectors.land import Provinces, provinces_of
from campaign.selectors.members.silence import chosen_leaders, leader_of, leads_now
from campaign.visibility.header import build_header
from campaign.visibility.values import FactionView, Header, NavLink

PAGES = (
    ("map", "Map", "m"),
    ("rosters", "Rosters", "r"),
    ("treasury", "Treasury", "t"),
    ("diplomacy", "Diplomacy", "p"),
    ("aims", "War aims", "a"),
    ("turn", "Turn", "u"),
    ("chronicle", "Chronicle", "c"),
    ("battles", "Battles", "b"),
    ("letters", "Letters", "l"),
    ("gazette", "Gazette", "z"),
)
RUN_STEPS = {"sealed": 1, "marching": 2, "fighting": 3, "closing": 4}
"""State of a turn that is being run → the step that is under way."""


@dataclass(frozen=True)
class Seat:
    """The seat of a reader who is not in his own place: ``mode`` act or view, and for whom; ``hand`` marks his acts."""

    mode: str
    name: str
    hand: str


@dataclass(frozen=True)
class Knowledge:
    """One reader's knowledge of one campaign; every page, form and file starts from it.

    ``role`` is None for a stranger, who knows nothing but what is public. Builders in this package take a
    ``Knowledge`` and give plain values; a caller who needs a row takes it from the builders too, already filtered.
    """

    campaign: Campaign
    role: str | None
    own: Faction | None
    user_name: str = ""
    member_pk: int | None = None
    unread: int = 0
    """Notices that the reader has not read."""
    seat: Seat | None = None
    """Where he sits, if not in his own place; all else is then what belongs to that seat."""
    here: int = 0
    """The newest turn at his last visit, or one more after the end of the war."""
    since_before: int = 0
    """The newest turn at his visit before that turn opened."""
    tour_step: int = 0
    """The step of the tour that he is shown next; 0 for none."""

    @property
    def is_referee(self) -> bool:
        """The referee reads everything."""
        return self.role == Role.REFEREE

    @property
    def is_member(self) -> bool:
        """Strangers are no members."""
        return self.role is not None

    @property
    def sees_armies(self) -> bool:
        """Whether every army lies open now: to the referee, and to all without fog (HR-22) and after the war."""
        return self.saw_armies or (self.is_member and self.war_is_over)

    @property
    def saw_armies(self) -> bool:
        """Whether every army lay open during the war: to the referee, and to all in the umpire mode (HR-22)."""
        return self.is_referee or (self.is_member and self.campaign.show_all)

    @property
    def war_is_over(self) -> bool:
        """Battles and secret acts are opened when the war ends."""
        return self.campaign.state == Campaign.State.FINISHED

    @property
    def commands(self) -> bool:
        """Whether the reader may give orders: a player of a faction."""
        return self.role == Role.PLAYER and self.own is not None

    @property
    def own_pk(self) -> int | None:
        """The primary key of the reader's own faction."""
        return self.own.pk if self.own else None

    @cached_property
    def faction(self) -> FactionView | None:
        """The reader's own faction."""
        return faction_view(self.own)

    @cached_property
    def turn(self) -> Turn | None:
        """The turn in hand, or the last one."""
        return last_turn(self.campaign)

    def take_turn(self, turn: Turn | None) -> None:
        """Take the turn from a part that has read it already."""
        self.__dict__["turn"] = turn

    @cached_property
    def places(self) -> Provinces:
        """The provinces of the campaign as they are now. What guerrillas do is not for every reader.

        The factions are read with them: a part that reads the war after the land finds them on the campaign.
        """
        read_factions(self.campaign)
        return provinces_of(self.campaign)

    def province_key(self, pk: int | None) -> str:
        """Return the key of a province by its primary key."""
        return self._province_keys[pk or 0]

    @cached_property
    def _province_keys(self) -> dict[int, str]:
        return {state.pk: state.key for state in self.places.states.values()}

    @property
    def turn_number(self) -> int:
        """Its number; 0 before the war."""
        return self.turn.number if self.turn else 0

    @property
    def moment(self) -> int:
        """The number of the turn in hand, and one more once the war is over: its last turn has been run."""
        return self.turn_number + (self.turn is not None and self.war_is_over)

    @property
    def since(self) -> int:
        """The turn that was open when the reader was here before the turn in hand."""
        if self.member_pk is None:
            return self.turn_number - 1
        return self.here if self.here < self.moment else self.since_before

    @property
    def orders_open(self) -> bool:
        """Whether orders are taken now."""
        closed = self.war_is_over or self.campaign.archived_at is not None
        return self.turn is not None and self.turn.state == Turn.State.OPEN and not closed

    @property
    def is_ready(self) -> bool:
        """Whether the reader's own faction is Ready."""
        return any(line.ready for line in self.header.ready if line.faction == self.faction)

    @cached_property
    def led_by(self) -> str:
        """Return who gives the orders of the reader's own faction now: "program", "caretaker", or nobody but he."""
        missed = self.own_pk in self.ready_and_missed[1]
        if self.turn is None or self.own is None or not leads_now(self.turn, self.own, missed=missed):
            return ""
        return leader_of(self.turn, self.own)

    @property
    def is_running(self) -> bool:
        """Return whether the turn is being run in a war against the program, whose players wait for it."""
        return self.campaign.ready_runs and self.turn is not None and self.turn.state in RUN_STEPS

    @property
    def run_steps(self) -> int:
        """Return how many of the four steps of a running turn are done, or under way."""
        return RUN_STEPS.get(self.turn.state, 0) if self.turn else 0

    @cached_property
    def header(self) -> Header:
        """The header of every page. In a war against the program nobody waits for others to be ready."""
        if self.campaign.ready_runs or not self.orders_open:
            return build_header(self.campaign, self.turn)
        views = self.factions
        return build_header(self.campaign, self.turn, views, self.ready, chosen_leaders(factions_of(self.campaign)))

    @cached_property
    def ready(self) -> set[int]:
        """The factions that are ready for the turn in hand, by primary key."""
        return self.ready_and_missed[0]

    def take_ready(self, ready: set[int]) -> None:
        """Take them from a part that has read them already."""
        self.__dict__["ready"] = ready

    @cached_property
    def ready_and_missed(self) -> tuple[set[int], set[int]]:
        """The factions that are ready for the turn in hand, and those that missed the one before."""
        return ready_and_missed(self.turn) if self.turn else (set(), set())

    @cached_property
    def factions(self) -> dict[int, FactionView]:
        """Every faction of the campaign by its primary key, in their order."""
        return {faction.pk: view for faction in read_factions(self.campaign) if (view := faction_view(faction))}

    @cached_property
    def nav(self) -> list[NavLink]:
        """The pages of the campaign that this reader has."""
        links = list(_links(self.campaign.slug))
        return [NavLink("desk", "Desk", f"/c/{self.campaign.slug}/desk/", "d"), *links] if self.is_referee else links


@lru_cache(maxsize=256)
def _links(slug: str) -> tuple[NavLink, ...]:
    return tuple(NavLink(name, label, reverse(f"game:{name}", args=[slug]), key) for name, label, key in PAGES)


def faction_view(faction: Faction | None) -> FactionView | None:
    """Return a faction as everybody knows it."""
    if faction is None:
        return None
    adjective = faction.adjective or faction.name
    return FactionView(faction.key, faction.name, adjective, faction.colour, faction.pattern)


def knowledge_of(campaign: Campaign, user: User | AnonymousUser) -> Knowledge:
    """Return what this user may know of this campaign. Strangers get a Knowledge without a role."""
    member = None
    if user.is_authenticated:
        member = next(iter(_of_campaign(campaign.pk, user.pk)), None)
    return _knowledge(campaign, member, user)


def knowledge_for(slug: str, user: User) -> Knowledge | None:
    """Return the same from a slug in one query; None where the campaign is absent or the user no member of it."""
    member = next(iter(_of_slug(slug, user.pk)), None)
    return _knowledge(member.campaign, member, user) if member else None


@prepared
def _of_campaign(campaign: int, user: int) -> QuerySet[Member]:
    return _members().filter(campaign=campaign, user=user).select_related("faction")


@prepared
def _of_slug(slug: str, user: int) -> QuerySet[Member]:
    rows = _members().filter(campaign__slug=slug, user=user).select_related("campaign", "faction")
    return rows.defer("campaign__map")


def _members() -> QuerySet[Member]:
    """Members, each with the number of his unread notices."""
    unread = Notice.objects.filter(member=OuterRef("pk"), read_at=None).order_by().values("member")
    number = Subquery(unread.annotate(number=Count("pk")).values("number"))
    return Member.objects.filter(campaign__deleted_at=None).annotate(unread=Coalesce(number, 0))


def _knowledge(campaign: Campaign, member: Member | None, user: User | AnonymousUser) -> Knowledge:
    name = user.get_username()
    if member is None:
        return Knowledge(campaign, None, None, name)
    unread: int = getattr(member, "unread", 0)
    return Knowledge(
        campaign, member.role, member.faction, name, member.pk, unread, here=member.here_turn,
        since_before=member.since_turn, tour_step=member.tour_step,
    )  # fmt: skip
