"""The member, his campaign, the turn, the land, the aims of the war."""

from campaign.api.operations import Call, Listed, reads
from campaign.api.values import Faction, Me, Shape, TurnNow, War
from campaign.selectors.members.tokens import led_by_program
from campaign.visibility import land
from campaign.visibility.court import aims as known_aims
from campaign.visibility.court import diplomacy
from campaign.visibility.court.aims import AimView
from campaign.visibility.court.diplomacy import Standing
from campaign.visibility.header import turn_view
from campaign.visibility.news import record
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import EdgeView, ProvinceView, TurnView


@reads("me")
def get_me(call: Call) -> Me:
    """Show whose token this is, for which campaign, and what it may do."""
    one = call.knowledge
    return Me(one.user_name, one.campaign.slug, str(one.role), one.faction, call.token.name, call.token.scope)


@reads("campaigns")
def list_campaigns(call: Call) -> Listed[War]:
    """List the campaigns of this token: one."""
    return Listed([_war(call.knowledge)])


@reads("campaigns/<slug:slug>")
def get_campaign(call: Call) -> War:
    """Show the campaign."""
    return _war(call.knowledge)


def _war(knowledge: Knowledge) -> War:
    campaign = knowledge.campaign
    return War(
        campaign.slug, campaign.name, campaign.summary, campaign.state, knowledge.turn_number, campaign.last_turn,
        str(knowledge.role), knowledge.faction, campaign.ready_runs, campaign.archived_at is not None,
    )  # fmt: skip


@reads("campaigns/<slug:slug>/factions")
def list_factions(call: Call) -> Listed[Faction]:
    """List the factions: who is Ready, and who is played by a program."""
    bots, ready = led_by_program(call.knowledge.campaign), _ready(call.knowledge)
    return Listed([
        Faction(view.key, view.name, view.adjective, view.colour, view.key in ready, pk in bots)
        for pk, view in call.knowledge.factions.items()
    ])  # fmt: skip


def _ready(knowledge: Knowledge) -> list[str]:
    """Return who is Ready; in a war against the program, where no page shows it, the reader's own faction alone."""
    if not knowledge.orders_open:
        return []
    pks = knowledge.ready & {knowledge.own_pk} if knowledge.campaign.ready_runs else knowledge.ready
    return [view.key for pk, view in knowledge.factions.items() if pk in pks]


@reads("campaigns/<slug:slug>/relations")
def list_relations(call: Call) -> Listed[Standing]:
    """List how each two factions stand to one another."""
    return Listed(diplomacy.standings(call.knowledge))


@reads("campaigns/<slug:slug>/turn")
def get_turn(call: Call) -> TurnNow:
    """Show the turn in hand: its state, whether orders are taken, who is Ready. Ask again while it is being run."""
    return turn_now(call.knowledge)


def turn_now(knowledge: Knowledge) -> TurnNow:
    """Return the turn in hand, or the last one; number 0 before the war."""
    campaign, row = knowledge.campaign, knowledge.turn
    shown = turn_view(campaign, row) if row else TurnView(0, "", "", "", "", False, "", None)
    ready = _ready(knowledge)
    return TurnNow(
        shown.number, campaign.last_turn, shown.state, shown.state_text, shown.date_text, shown.season, shown.weather,
        shown.muster, shown.deadline, knowledge.orders_open, tuple(ready),
        knowledge.faction is not None and knowledge.faction.key in ready, knowledge.war_is_over, campaign.winner,
    )  # fmt: skip


@reads("campaigns/<slug:slug>/turns")
def list_turns(call: Call) -> Listed[TurnView]:
    """List every turn so far, the first one first."""
    return Listed(record.turns(call.knowledge))


@reads("campaigns/<slug:slug>/provinces")
def list_provinces(call: Call) -> Listed[ProvinceView]:
    """List the provinces with what everybody knows of them."""
    return Listed(list(land.provinces(call.knowledge).values()))


@reads("campaigns/<slug:slug>/outlines")
def list_outlines(call: Call) -> Listed[Shape]:
    """List the outlines of the provinces, for those who draw a map."""
    return Listed([Shape(one.key, one.x, one.y, one.polygon) for one in land.provinces(call.knowledge).values()])


@reads("campaigns/<slug:slug>/ways")
def list_ways(call: Call) -> Listed[EdgeView]:
    """List the ways between provinces; each leads in both directions."""
    return Listed(land.edges(call.knowledge))


@reads("campaigns/<slug:slug>/aims")
def list_aims(call: Call) -> Listed[AimView]:
    """List the conditions of victory, and how far each alliance is."""
    return Listed(known_aims.aims_of(call.knowledge))
