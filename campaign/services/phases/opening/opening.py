"""P1: the date, the weather, and generals who are back."""

from django.utils.formats import date_format

from campaign.models import Leader, Station, Turn
from campaign.rules.course.calendar import summed_up, weather
from campaign.rules.fighting.command import second_of
from campaign.rules.house_changes import in_force, read_changes
from campaign.selectors.war import War
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup

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
