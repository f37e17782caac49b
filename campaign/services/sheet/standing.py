"""Standing orders of armies: given by their player, kept until changed, carried out where nothing is entered."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from base.refusal import Refusal
from base.words import listed, sentence
from campaign.models import ArmyOrder, Faction, Station, Turn
from campaign.rules.kinds import Hand
from campaign.rules.orders.kinds import FORCED, HOLD, ORDERS, SUPPORT
from campaign.rules.orders.offers import march_reason, support_reason
from campaign.rules.standing import Ground, Now, Standing, check_standing, order_now
from campaign.rules.wording import army_in_text, army_opens
from campaign.selectors.war import War, engaged_stations, war_known_to
from campaign.services.record.chronicle import as_list, note_hand, write_entry
from campaign.services.sheet.orders import as_it_will_stand
from campaign.services.sheet.sheet import draft_again, open_turn_of


@transaction.atomic
def give_standing(*, station: Station, kind: str, path: Sequence[str] = (), actor: str) -> Station:
    """Give an army its standing order, or take it back with an empty kind. It holds from this turn on."""
    turn = open_turn_of(station.faction)
    data: Mapping[str, Any] = {"kind": kind, "path": list(path)} if kind else {}
    theatre = war_known_to(turn, station.faction).theatre
    standing = check_standing(data, theatre)
    here = station.province.key if station.province else ""
    if standing and standing.kind == SUPPORT and theatre.edge(here, standing.path[0]) is None:
        raise Refusal("Standing order: choose a province next to the army.")
    if standing and standing.path and standing.path[0] != here and theatre.edge(here, standing.path[0]) is None:
        raise Refusal("Standing order: a route begins in a province next to the army.")
    station.standing = {"kind": standing.kind, "path": list(standing.path)} if standing else {}
    Station.objects.filter(pk=station.pk).update(standing=station.standing)
    draft_again(turn, station.faction)
    note_hand("gave orders for")
    return station


def give_standing_orders(*, turn: Turn) -> None:
    """P5 Every army without an order that has a standing one gets the order of this turn from it.

    Each faction's are made from what it knows. An army in an open battle gets none.
    """
    rows = without_order(turn)
    factions = Faction.objects.filter(pk__in=rows.values("faction")).order_by("order", "pk")
    waiting = list(rows.order_by("pk").values_list("faction_id", "ref"))
    for faction in factions:
        war = war_known_to(turn, faction)
        given = by_standing_orders(war, faction, [ref for owner, ref in waiting if owner == faction.pk])
        write_orders(war, given, Hand.STANDING, "standing order")
        text = as_list("By standing order:", sentences(war, given))
        write_entry(turn=turn, phase="P5", kind="standing", text=text, audience=[faction], rule="HR-10")


def without_order(turn: Turn) -> QuerySet[Station]:
    """Return armies that have a standing order and nothing else for this turn, and are in no open battle."""
    ordered = ArmyOrder.objects.filter(turn=turn).values("station")
    rows = Station.objects.filter(campaign=turn.campaign_id, province__isnull=False).exclude(standing={})
    return rows.exclude(pk__in=ordered).exclude(pk__in=engaged_stations(turn.campaign))


def waits_for_standing(war: War, faction: Faction) -> list[str]:
    """Return a faction's armies that have a standing order and are in no open battle; some may have an order too."""
    own = [station for station in war.stations.values() if station.faction_id == faction.pk]
    return [station.ref for station in own if station.standing and not war.army(station).engaged]


def by_standing_orders(
    war: War, faction: Faction, refs: Collection[str], seen: Mapping[str, int] | None = None
) -> dict[str, Now]:
    """Return what the standing orders of a faction's armies come to this turn; ``war`` is what it knows.

    Pass ``seen`` (from ``seen_now``) where it has been read already.
    """
    if not refs:
        return {}
    foes = seen_now(war, faction) if seen is None else seen
    return {ref: _now(war, war.stations[ref], foes) for ref in refs}


def _now(war: War, station: Station, foes: Mapping[str, int]) -> Now:
    standing = check_standing(station.standing)
    army = as_it_will_stand(war, station)

    def may(kind: str, target: str) -> bool:
        reason = support_reason if kind == SUPPORT else march_reason
        return not reason(war, army, target)

    return order_now(standing or Standing(HOLD), army, Ground(war.theatre, war.turn.number, foes, may))


def seen_now(war: War, faction: Faction) -> dict[str, int]:
    """HR-22 The enemies that a faction sees this turn, as units by province: by its sightings, never by the truth."""
    rows = war.turn.sightings.filter(viewer=faction)
    return foes_among(rows.values_list("province__key", "seen_faction__key", "units_shown"), war, faction)


def foes_among(sightings: Iterable[tuple[str, str, int]], war: War, faction: Faction) -> dict[str, int]:
    """Add up a faction's enemies by province. A sighting is a province, whose army was seen there, and its units."""
    found: dict[str, int] = {}
    for province, other, units in sightings:
        if war.theatre.at_war(faction.key, other):
            found[province] = found.get(province, 0) + units
    return found


def write_orders(war: War, given: Mapping[str, Now], hand: str, by: str) -> None:
    """Write orders that no player has entered, with the mark of whose they are."""
    ArmyOrder.objects.bulk_create(
        ArmyOrder(turn=war.turn, station=war.stations[ref], kind=now.kind, path=list(now.path), given_by=by, hand=hand)
        for ref, now in given.items()
    )


def sentences(war: War, given: Mapping[str, Now]) -> list[str]:
    """Return orders as sentences, one for all armies that do the same for the same reason."""
    alike: dict[Now, list[str]] = {}
    for ref, now in given.items():
        alike.setdefault(now, []).append(war.by_ref[ref].name)
    return [_sentence(war, names, order) for order, names in alike.items()]


def _sentence(war: War, armies: Sequence[str], now: Now) -> str:
    path = now.path[-1:] if now.kind == FORCED else now.path
    names: Iterable[str] = (war.theatre.provinces[key].name for key in path)
    why = f" ({now.why})" if now.why else ""
    return " ".join([_open(armies, *ORDERS[now.kind].does), *names]) + f"{why}."


def _open(armies: Sequence[str], one: str, many: str) -> str:
    if len(armies) == 1:
        return army_opens(armies[0], one, many)
    return f"{sentence(listed([army_in_text(name) for name in armies]))} {many}"
