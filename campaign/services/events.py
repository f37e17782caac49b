"""Events of the referee's own (HR-23), and the sixth condition of attrition that he sets (HR-19, LGG-C2-a)."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Account, Campaign, Faction, Notice, Province, Station, Turn, WarEvent
from campaign.references import turn_reference
from campaign.rules.course.events import harvest_text, read_events, text_with, windfall_text
from campaign.rules.wording import army_in_text
from campaign.selectors.war import current_turn
from campaign.services.news.events import announce_line
from campaign.services.record.chronicle import record_act, write_entry
from campaign.services.record.points import account, post_points

Kind = WarEvent.Kind
OWN_KINDS = (Kind.WINDFALL, Kind.HARVEST, Kind.STORY)


@transaction.atomic
def set_hardship(
    *, campaign: Campaign, reason: str, actor: User, turns: int = 1, region: str = "", station: Station | None = None
) -> WarEvent:
    """HR-19, LGG-C2-a Condition 6 for a region, an army or, without either, everybody, from this turn on."""
    turn = _open_turn(campaign)
    if station is not None and region:
        raise Refusal("region: choose a region or an army, not both.")
    if region and not campaign.provinces.filter(region=region).exists():
        raise Refusal("region: choose a region of this map.")
    event = _event(campaign, turn, Kind.HARDSHIP, _checked(reason), turns, actor)
    event.region, event.station = region, station
    event.faction = station.faction if station else None
    _save_once(event)
    whom = army_in_text(str(station)) if station else region.replace("_", " ").title() if region else "all armies"
    act = f"set a sixth condition of attrition for {whom}, {_span(event)}"
    record_act(campaign=campaign, user=actor, act=act, reason=event.text, secret=station is not None)
    _write_line(turn, event, f"A sixth condition of attrition for {whom}, {_span(event)}: {event.text}", "HR-19")
    return event


def _open_turn(campaign: Campaign) -> Turn:
    """Return the open turn under its lock, so that a form that is sent twice in one moment is seen twice."""
    turn = current_turn(campaign)
    turn = Turn.objects.select_for_update().filter(pk=turn.pk).first() if turn else None
    if turn is None or turn.state != Turn.State.OPEN:
        raise Refusal(
            "turns: set this while orders are open, so that it is known before the seal: wait for the next turn."
        )
    return turn


def _save_once(event: WarEvent) -> None:
    """Save an event, unless it is the same one again: the second click on a button befalls nobody."""
    names = ("campaign", "kind", "turn", "until", "text", "by", "faction", "province", "region", "station", "points")
    same = {f"{name}__isnull" if value is None else name: True if value is None else value
            for name in names for value in [getattr(event, name)]}  # fmt: skip
    if WarEvent.objects.filter(**same).exists():
        raise Refusal("text: the same event was entered on this turn already; change its words to enter another one.")
    event.save()


def _checked(text: str) -> str:
    if not text.strip():
        raise Refusal("text: write what happens, or why; those whom it concerns read it.")
    return text.strip()[:200]


def _event(campaign: Campaign, turn: Turn, kind: str, text: str, turns: int, actor: User) -> WarEvent:
    if not 1 <= turns <= 100:
        raise Refusal("turns: write a number of turns from 1 to 100.")
    until = min(turn.number + turns - 1, 520)
    return WarEvent(campaign=campaign, kind=kind, turn=turn.number, until=until, text=text, by=actor.get_username())


def _span(event: WarEvent) -> str:
    return f"on turn {event.turn}" if event.until == event.turn else f"on turns {event.turn} to {event.until}"


def _write_line(turn: Turn, event: WarEvent, text: str, rule: str) -> None:
    audience: list[Faction] | None = [event.faction] if event.faction else None
    write_entry(
        turn=turn, phase="", kind="own-event", text=text, rule=rule, province=event.province,
        audience=[] if event.for_referee else audience,
    )  # fmt: skip
    if not event.for_referee:
        announce_line(turn=turn, kind=Notice.Kind.EVENT, text=text, page="game:turn", factions=audience)


@transaction.atomic
def write_event(
    *,
    campaign: Campaign,
    kind: str,
    text: str,
    actor: User,
    faction: Faction | None = None,
    province: Province | None = None,
    points: int = 0,
    turns: int = 1,
    for_referee: bool = False,
) -> WarEvent:
    """HR-23 An event of the referee's own: a windfall, a failed harvest, or a story for a faction, all or himself."""
    turn = _open_turn(campaign)
    event = _event(campaign, turn, kind, _checked(text), turns, actor)
    event.faction, event.province, event.points, event.for_referee = faction, province, points, for_referee
    _check(event)
    _name_effect(event)
    _save_once(event)
    if kind == Kind.WINDFALL:
        _pay(turn, event, actor)
    secret = for_referee or event.faction is not None
    record_act(campaign=campaign, user=actor, act=f"wrote an event: {event.text}"[:200], secret=secret)
    _write_line(turn, event, event.text, "HR-23")
    return event


def _check(event: WarEvent) -> None:
    if event.kind not in OWN_KINDS:
        raise Refusal("kind: choose a windfall, a failed harvest or a story.")
    if event.for_referee and event.kind != Kind.STORY:
        raise Refusal("for_referee: only a story is for the referee alone; choose that kind.")
    if event.kind == Kind.WINDFALL and (event.faction is None or not 1 <= event.points <= 1000):
        raise Refusal("points: a windfall needs a faction and 1 to 1000 points.")
    if event.kind == Kind.HARVEST:
        if event.province is None or event.province.controller is None or not 1 <= event.points <= 15:
            raise Refusal("province: a failed harvest needs a province that somebody controls, and 1 to 15 points.")
        event.faction = event.province.controller


def _name_effect(event: WarEvent) -> None:
    if event.kind == Kind.WINDFALL and event.faction:
        event.text = text_with(event.text, windfall_text(event.faction.name, event.points))
    elif event.kind == Kind.HARVEST and event.province and event.faction:
        event.text = text_with(event.text, harvest_text(event.province.name, event.faction.name, event.points))


def _pay(turn: Turn, event: WarEvent, actor: User) -> None:
    post_points(
        source=account(campaign=event.campaign, kind=Account.Kind.EVENTS),
        target=account(campaign=event.campaign, faction=event.faction, kind=Account.Kind.TREASURY),
        amount=event.points, reason=f"Windfall: {event.text}"[:200], rule="HR-23", turn=turn.number, actor=str(actor),
        reference=turn_reference(event.campaign.slug, turn.number),
    )  # fmt: skip


@transaction.atomic
def lift_event(*, event: WarEvent, reason: str, actor: User) -> None:
    """End something before its time, on the record; what has been paid stays paid."""
    turn = _open_turn(event.campaign)
    if event.until < turn.number:
        raise Refusal("event: it is over already.")
    secret = event.for_referee or event.faction_id is not None
    act = f"ended: {event.text}"[:200]
    record_act(campaign=event.campaign, user=actor, act=act, reason=_checked(reason), secret=secret)
    _write_line(turn, event, f"It is over: {event.text}", "HR-23")
    if event.turn == turn.number:
        event.delete()
        return
    event.until = turn.number - 1
    event.save(update_fields=["until"])


@transaction.atomic
def set_events(*, campaign: Campaign, data: Mapping[str, Any], reason: str, actor: User) -> None:
    """HR-23 Play with events or without, from the next turn on, by the shipped table or one of the referee's own."""
    _open_turn(campaign)
    rows = read_events(dict(data) | {"on": True})
    campaign.events = dict(data) if data.get("on") or "table" in data else {}
    campaign.save(update_fields=["events"])
    how = f"are rolled for by a table of {len(rows)} rows" if data.get("on") else "are not rolled for any more"
    act = f"decided that events {how}, from the next turn on"
    record_act(campaign=campaign, user=actor, act=act, reason=_checked(reason))
