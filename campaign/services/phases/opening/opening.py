"""P1 and P2: the date, the weather, generals who are back, events (HR-23), and income."""

from collections.abc import Sequence

from django.utils.formats import date_format

from campaign.models import Account, Faction, Leader, Notice, Station, Turn, WarEvent
from campaign.references import turn_reference
from campaign.rules.course import events
from campaign.rules.course.calendar import summed_up, weather
from campaign.rules.economy import ProvinceIncome, income
from campaign.rules.fighting.command import second_of
from campaign.rules.house import in_force, read_changes
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_in_text
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.points import Posting, account, post_all, post_points

SKY = {"fair": "fair weather", "overcast": "overcast skies", "foul": "foul weather"}


def roll_weather(*, war: War) -> None:
    """P1, HR-4 A d10 for each region; public."""
    turn, found = war.turn, {}
    for region in sorted({p.region for p in war.provinces.values()}):
        cup = CampaignCup(turn, "weather", region)
        die = cup.roll(10, "weather")
        found[region] = {"weather": weather(die, turn.season, war.house), "die": die}
    turn.weather = found
    turn.save(update_fields=["weather"])
    write_entry(turn=turn, phase="P1", kind="weather", text=_report(turn), rule="HR-4", details={"weather": found})


def _report(turn: Turn) -> str:
    date = date_format(turn.starts_on, "j F Y")
    regions = {region: entry["weather"] for region, entry in turn.weather.items()}
    sky = summed_up(regions)
    return f"{date}: {SKY.get(sky, sky)}."


def reset_stations(*, war: War) -> None:
    """Clear what armies did last turn; only the memory of a rest stays (HR-9)."""
    Station.objects.filter(campaign=war.campaign).update(
        marched=Station.Marched.NO, fought=False, retreats=0, garrison=False, entered_impulse=0
    )


def return_generals(*, war: War) -> None:
    """P1, HR-17 A wounded general who is back takes his army again from his substitute; a parole runs out."""
    rows = Leader.objects.filter(campaign=war.campaign, back_on_turn__lte=war.turn.number).select_related("faction")
    rows.filter(status=Leader.Status.HOME).update(status=Leader.Status.PRESENT, back_on_turn=None)
    for leader in rows.filter(status=Leader.Status.WOUNDED):
        leader.status, leader.back_on_turn = Leader.Status.PRESENT, None
        leader.save(update_fields=["status", "back_on_turn"])
        _take_post(leader, second_of(leader.ref))
        write_entry(turn=war.turn, phase="P1", kind="general-back", text=f"{leader.name} has recovered from his wound.",
                    audience=[leader.faction], rule="HR-17")  # fmt: skip


def _take_post(leader: Leader, substitute: str) -> None:
    """His army from his substitute; where somebody else leads it by now, the substitute's post as a wing."""
    stations = Station.objects.filter(campaign=leader.campaign_id, faction=leader.faction_id, province__isnull=False)
    if stations.filter(leader__ref__startswith=substitute).update(leader=leader):
        return
    for station in stations.filter(wings__ref__startswith=substitute).distinct():
        station.wings.remove(*station.wings.filter(ref__startswith=substitute))
        station.wings.add(leader)


def change_house(*, turn: Turn) -> None:
    """P1 What the referee announced of the house rules takes effect."""
    campaign = turn.campaign
    numbers = in_force(campaign.house_rules, read_changes(campaign.house_changes), turn.number)
    if numbers != campaign.house_rules:
        campaign.house_rules = numbers
        campaign.save(update_fields=["house_rules"])


def pay_income(*, war: War, actor: str) -> None:
    """P2, HR-5 Each province pays its controller, and each faction draws what comes from beyond the map."""
    lines = income(war.theatre, war.armies, war.house)
    treasuries = {a.faction_id: a for a in Account.objects.filter(campaign=war.campaign, kind=Account.Kind.TREASURY)}
    source = account(campaign=war.campaign, kind=Account.Kind.INCOME)
    offmap = account(campaign=war.campaign, kind=Account.Kind.OFFMAP)
    for faction in war.factions.values():
        own = [line for line in lines if line.faction == faction.key]
        treasury = treasuries[faction.pk]
        paid = [_posting(war, (source, treasury), line.points, _reason(war, line), f"income:{line.province}", actor)
                for line in own if line.points]  # fmt: skip
        if faction.offmap_income:
            paid.append(_posting(war, (offmap, treasury), faction.offmap_income, "Income from beyond the map",
                                 f"offmap:{faction.key}", actor))  # fmt: skip
        post_all(paid)
        total = sum(line.points for line in own) + faction.offmap_income
        details = {"lines": [vars(line) for line in own], "offmap": faction.offmap_income}
        write_entry(turn=war.turn, phase="P2", kind="income", text=f"Income: {total} points.", audience=[faction],
                    rule="HR-5", details=details)  # fmt: skip


def _posting(war: War, way: tuple[Account, Account], amount: int, reason: str, what: str, actor: str) -> Posting:
    return Posting(*way, amount, reason, turn_reference(war.campaign.slug, war.turn.number), actor, "HR-5",
                   war.turn.number, f"c{war.campaign.pk}:t{war.turn.number}.{war.turn.attempt}:{what}")  # fmt: skip


def _reason(war: War, line: ProvinceIncome) -> str:
    return f"Income of {war.provinces[line.province].name} ({line.reason})"


Kind = WarEvent.Kind


def roll_events(*, war: War, actor: str) -> None:
    """P1, HR-23 A d100 for each faction, where the campaign plays with events."""
    table = events.read_events(war.campaign.events)
    for faction in war.factions.values() if table else ():
        cup = CampaignCup(war.turn, "event", faction.key)
        row = events.row_for(cup.roll(100, "event"), table)
        event = _event(war, faction, row, cup) if row else None
        if event is not None:
            _write(war, faction, event, cup, actor)


def _event(war: War, faction: Faction, row: events.EventRow, cup: CampaignCup) -> WarEvent | None:
    """Draw what a row brings a faction; None where the faction has nothing that this could befall.

    The row's sentence is followed by one that names what it befalls, and whose.
    """
    turn, days = war.turn, war.campaign.turn_days
    until = events.last_turn_of(row.holds, turn.number, turn.starts_on, days)
    event = WarEvent(
        campaign=war.campaign, kind=row.kind, turn=turn.number, until=min(until, 520), faction=faction, text=row.text,
        for_referee=row.for_referee,
    )  # fmt: skip
    armies = [army for army in war.armies if army.faction == faction.key and army.units]
    if row.kind in (Kind.EPIDEMIC, Kind.MUTINY):
        return _upon_army(war, event, armies, cup)
    if row.kind == Kind.HARVEST:
        return _upon_province(war, event, faction, cup)
    if row.kind == Kind.WINDFALL:
        event.points = cup.roll(10, "windfall")
        return _with_effect(event, events.windfall_text(faction.name, event.points))
    return _with_effect(event, f"This concerns {faction.in_text}.")


def _with_effect(event: WarEvent, whom: str) -> WarEvent:
    event.text = events.text_with(event.text, whom)
    return event


def _upon_army(war: War, event: WarEvent, armies: Sequence[ArmyFacts], cup: CampaignCup) -> WarEvent | None:
    if not armies:
        return None
    army = armies[cup.roll(len(armies), "army") - 1]
    event.station = war.stations[army.ref]
    name = f"{army_in_text(army.name)}, an army of {war.factions[army.faction].in_text}"
    if event.kind == Kind.MUTINY:
        unit = army.units[cup.roll(len(army.units), "unit") - 1]
        event.unit, name = war.units[unit.key], f"{army_in_text(str(war.units[unit.key]))} in {name}"
    return _with_effect(event, f"It concerns {name}.")


def _upon_province(war: War, event: WarEvent, faction: Faction, cup: CampaignCup) -> WarEvent | None:
    own = sorted(key for key, p in war.theatre.provinces.items() if p.controller == faction.key and p.value)
    if not own:
        return None
    event.province, event.points = war.provinces[own[cup.roll(len(own), "province") - 1]], 1
    return _with_effect(event, events.harvest_text(event.province.name, faction.name, 1))


def _write(war: War, faction: Faction, event: WarEvent, cup: CampaignCup, actor: str) -> None:
    event.save()
    if event.kind == Kind.WINDFALL:
        _pay(war, faction, event.points, actor)
    write_entry(
        turn=war.turn, phase="P1", kind="event", text=event.text, rule="HR-23", province=event.province,
        audience=[] if event.for_referee else [faction], details={"dice": cup.thrown, "faction": faction.key},
    )  # fmt: skip
    if not event.for_referee:
        announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=event.text, page="game:turn", factions=[faction])


def _pay(war: War, faction: Faction, points: int, actor: str) -> None:
    campaign, turn = war.campaign, war.turn
    post_points(
        source=account(campaign=campaign, kind=Account.Kind.EVENTS),
        target=account(campaign=campaign, faction=faction, kind=Account.Kind.TREASURY),
        amount=points, reason="Windfall", reference=turn_reference(campaign.slug, turn.number), actor=actor,
        rule="HR-23", turn=turn.number, key=f"c{campaign.pk}:t{turn.number}.{turn.attempt}:event:{faction.key}",
    )  # fmt: skip
