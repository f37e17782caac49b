"""Lines of the sheet that spend: units, depots, and gifts to allies (HR-7, HR-18, 21.4)."""

from itertools import count

from django.db.models import Q
from django.utils.text import slugify

from base.refusal import Refusal
from base.words import ordinal_word, sentence
from campaign.models import Account, Province, SheetLine, Station, Turn
from campaign.rules.march.supply import trace
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.selectors.references import free_army_ref
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.record.points import account, post_points
from campaign.services.sheet.case import Case
from rosters.rules import catalogue
from rosters.rules.notation import RosterItem, check_item, clean_name
from rosters.services import raise_army, raise_unit

MOST_ALIKE = 20
LONGEST = 80
"""Letters of an army's name."""
CAPITAL_ONLY = ("heavy_art", "pontoon")


def verify_paid(case: Case) -> None:
    """HR-7 Purchases wait until maintenance is paid in full."""
    if case.war.turn.muster and case.war.turn.state == Turn.State.OPEN:
        claimed = sum(line.cost for line in case.earlier if line.state == SheetLine.State.ENTERED)
        due, held = upkeep_of(case.war, case.faction), case.points(Account.Kind.RESERVED) - claimed
        if held < due:
            raise Refusal(
                f"Maintenance costs {due} points and only {held} could be set aside: buy nothing this turn (HR-7)."
            )
    elif not case.war.turn.muster and case.owes_pay:
        raise Refusal("Some of your units were not paid at the last muster: buy nothing before the next one (HR-7).")


def unit_price(case: Case) -> int:
    """HR-7 Return the points for a unit; Refusal with the limit that forbids it."""
    verify_paid(case)
    return price_within_limits(case)


def price_within_limits(case: Case) -> int:
    """HR-7 The same for a faction that is known to have paid its upkeep."""
    province, item = case.province(), _item(case)
    _verify_place(case, province, item)
    _verify_quota(case, province)
    _verify_guns(case, item)
    if case.details.get("station"):
        _verify_army(case, province)
    return catalogue.price(item.type, item.guard, case.war.tables, item.own)


def _item(case: Case) -> RosterItem:
    d = case.details
    kind = catalogue.unit_type(d.get("type", ""))
    item = RosterItem(
        kind.key,
        kind.full,
        bool(d.get("guard")),
        bool(d.get("outriders")),
        clean_name(d.get("name", "")),
        d.get("own", ""),
    )
    check_item(item)
    _verify_own(case, item)
    if not kind.standard:
        raise Refusal(f"type: {kind.name} is not used in this campaign; choose another type.")
    return item


def _verify_own(case: Case, item: RosterItem) -> None:
    """HR-30 A type of the war is raised by its own factions, over the type of the catalogue that it has."""
    if not item.own:
        return
    kind = case.war.tables.own.get(item.own)
    if kind is None or kind.base != item.type:
        raise Refusal(f"type: this war has no {item.own}; choose another type.")
    if kind.raised_by and case.faction.key not in kind.raised_by:
        raise Refusal(f"type: {kind.name} is not raised by {case.faction}; choose another type (HR-30).")


def _verify_place(case: Case, province: ProvinceFacts, item: RosterItem) -> None:
    if case.war.theatre.enemies_in(province.key, case.faction.key, case.war.armies):
        raise Refusal(f"province: an enemy army is in {province.name}; choose another province.")
    if province.home != case.faction.key:
        raise Refusal(f"province: {province.name} is not a home province of yours; units are raised at home (HR-7).")
    if item.type == "irreg_cav":
        return
    if not province.depot:
        raise Refusal(f"province: {province.name} has no depot; choose a home province that has one (HR-7).")
    if (item.guard or item.type in CAPITAL_ONLY) and not province.capital:
        what = "Guard" if item.guard else catalogue.unit_type(item.type).name
        raise Refusal(f"province: {what} is raised at the capital only, and {province.name} is not one (HR-7).")


def _verify_quota(case: Case, province: ProvinceFacts) -> None:
    bought = [line for line in case.of_kind(SheetLine.Kind.BUY_UNIT) if line.details["province"] == province.key]
    key = "purchase.units_a_turn_at_capital" if province.capital else "purchase.units_a_turn"
    most = case.war.house[key]
    if len(bought) >= most:
        raise Refusal(f"province: {province.name} raises {most} units a turn at most; choose another province (HR-7).")


def _verify_guns(case: Case, item: RosterItem) -> None:
    """HR-7 No gun beyond a quarter, rounded up, of the faction's infantry and cavalry."""
    if catalogue.unit_type(item.type).arm != "art":
        return
    bought = [
        line.details["type"] for line in case.of_kind(SheetLine.Kind.BUY_UNIT) if line.state == SheetLine.State.ENTERED
    ]
    arms = [u.arm for a in case.war.armies if a.faction == case.faction.key for u in a.units]
    arms += [catalogue.unit_type(key).arm for key in bought]
    most = -(-sum(arm in ("foot", "cav") for arm in arms) // case.war.house["purchase.gun_share"])
    if arms.count("art") + 1 > most:
        raise Refusal(f"type: you may own {most} artillery units, a quarter of your infantry and cavalry (HR-7).")


def _verify_army(case: Case, province: ProvinceFacts) -> None:
    army = case.idle_army()
    if army.province != province.key:
        raise Refusal(f"station: {army.name} is not in {province.name}; choose an army there or a new garrison.")


def raise_bought_unit(case: Case, line: SheetLine) -> str:
    """HR-7 Add the unit at full strength, to an army there or a garrison. An army with recruits stays this turn."""
    item, province = _item(case), case.province()
    station = case.station() if case.details.get("station") else None
    if station is None:
        station = garrison_in(case, province)
    raise_unit(army=station.army, item=item, reference=case.reference, actor=case.actor, rule="HR-7")
    Station.objects.filter(pk=station.pk).update(garrison=True)
    return f"Raised in {province.name}, in {station.army.name}."


def garrison_in(case: Case, province: ProvinceFacts) -> Station:
    """Return the faction's garrison of a province, raised if there is none: an army with a Poor leader."""
    ref = slugify(f"{case.faction.key}-garrison-{province.key}")[:56].strip("-_")
    row = case.war.provinces[province.key]
    own = Station.objects.filter(campaign=case.war.campaign, faction=case.faction, ref__startswith=ref)
    there = own.filter(Q(province=row) | Q(province=None), ref__in=(ref, *(f"{ref}-{n}" for n in range(2, MOST_ALIKE))))
    station = there.select_related("army").order_by("pk").first()
    if station is not None:
        Station.objects.filter(pk=station.pk).update(province=row)
        return station
    return station_army(case, f"Garrison of {province.name[:66]}", row, ref)


def station_army(case: Case, name: str, province: Province, ref: str) -> Station:
    """Return a new army without units in a province, under a name and a reference that are not in use yet."""
    army = raise_army(name=free_army_name(case, name), items=[], reference=case.reference, actor=case.actor)
    return Station.objects.create(
        campaign=case.war.campaign, faction=case.faction, army=army, ref=free_army_ref(case.war.campaign, ref),
        province=province,
    )  # fmt: skip


def free_army_name(case: Case, wanted: str) -> str:
    """Return `Garrison of Erfurt`, or `Second Garrison of Erfurt` where the faction has an army of that name."""
    own = Station.objects.filter(campaign=case.war.campaign, faction=case.faction, province__isnull=False)
    taken = set(own.values_list("army__name", flat=True))
    names = (wanted if n == 1 else f"{sentence(ordinal_word(n))} {wanted}"[:LONGEST] for n in count(1))
    return next(name for name in names if name not in taken)


def depot_price(case: Case) -> int:
    """HR-18 A depot in a controlled, supplied province with a town; one a turn."""
    province, house = case.province(), case.war.house
    verify_paid(case)
    if province.depot:
        raise Refusal(f"province: {province.name} has a depot already; choose another province.")
    if province.town_size < house["purchase.depot_town_size"]:
        raise Refusal(f"province: {province.name} has no town to hold a depot; choose another province (HR-18).")
    if case.war.theatre.enemies_in(province.key, case.faction.key, case.war.armies):
        raise Refusal(f"province: an enemy army is in {province.name}; choose another province.")
    if not _supplied_province(case, province.key):
        raise Refusal(f"province: no depot supplies {province.name}; choose a province in supply (HR-18).")
    if len(case.of_kind(SheetLine.Kind.BUILD_DEPOT)) >= house["purchase.depots_a_turn"]:
        raise Refusal("One depot a turn can be built: withdraw the other line first (HR-18).")
    return house["purchase.depot_price"]


def _supplied_province(case: Case, key: str) -> bool:
    visitor = ArmyFacts("", case.faction.key, key)
    return trace(visitor, case.war.armies, case.war.theatre, case.war.turn.number, case.war.house).supplied


def build_depot(case: Case, line: SheetLine) -> str:
    """HR-18 The depot works from the next turn on."""
    works_from = case.war.turn.number + case.war.house["supply.new_depot_turns"]
    row = case.war.provinces[case.province().key]
    Province.objects.filter(pk=row.pk).update(depot=True, depot_works_from=works_from)
    return f"Built in {row.name}; it supplies from turn {works_from} on."


def gift_price(case: Case) -> int:
    """21.4 Return the points of a gift to an ally, once per pair and turn; Refusal with the field that is wrong."""
    to, points = case.details.get("faction", ""), case.details.get("points")
    if to == case.faction.key or to not in case.war.factions or not case.war.theatre.friends(case.faction.key, to):
        raise Refusal("faction: choose an ally of yours.")
    if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= 10_000:
        raise Refusal("points: give a whole number from 1 to 10,000.")
    if any(line.details["faction"] == to for line in case.of_kind(SheetLine.Kind.GIFT)):
        raise Refusal(f"{case.war.factions[to]} gets a gift from you this turn already: withdraw that line first.")
    return points


def give(case: Case, line: SheetLine) -> str:
    """21.4 Hand the reserved points over to the ally's treasury."""
    to = case.war.factions[case.details["faction"]]
    post_points(
        source=account(campaign=case.war.campaign, faction=case.faction, kind=Account.Kind.RESERVED),
        target=account(campaign=case.war.campaign, faction=to, kind=Account.Kind.TREASURY),
        amount=line.cost, reason=f"Gift of {case.faction} to {to}", reference=case.reference, actor=case.actor,
        rule="HR-7", turn=case.war.turn.number, key=f"sheet:{line.pk}:gift",
    )  # fmt: skip
    return f"Given to {to}."
