"""HR-3 and HR-17: war, peace, alliance, passage and captives are lines of the sheet."""

import pytest

from base.refusal import Refusal
from campaign.models import Leader, Relation, SheetLine, Station, Turn
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet import sheet
from campaign.services.sheet.orders import give_order
from rosters.models import StrengthLine
from tests.campaign.wars.turns import run
from tests.factories.campaign import LeaderFactory
from tests.scenarios import World, enrich, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def enter(world: World, by: str, kind: str, **details: object) -> SheetLine:
    return sheet.enter_line(faction=world.factions[by], kind=kind, details=details, actor="Ada")


def relate(world: World, by: str, to: str, then: str) -> SheetLine:
    return enter(world, by, "relation", faction=to, relation=then)


def kind(world: World) -> str:
    return Relation.objects.get(campaign=world.campaign).kind


def captive(world: World, of: str, by: str, ref: str) -> Leader:
    return LeaderFactory(campaign=world.campaign, faction=world.factions[of], ref=ref, name=ref.title(),
                         status="captured", captor=world.factions[by], skill="good")  # fmt: skip


def test_HR_3_peace_needs_both_and_takes_effect_when_the_next_turn_opens() -> None:
    world = two_valleys()
    first = relate(world, "north", "south", "neutral")
    run(world)
    first.refresh_from_db()
    assert (kind(world), first.outcome) == ("war", "Offered; the offer holds until turn 2 is run.")
    assert world.campaign.chronicle.get(kind="offer").audience.count() == 2
    relate(world, "south", "north", "neutral")
    assert kind(world) == "war"
    run(world)
    assert kind(world) == "neutral"
    told = world.campaign.chronicle.filter(kind="relation", public=True).values_list("turn", "text")
    first.refresh_from_db()
    assert first.outcome == "Agreed to. Takes effect on turn 3."
    assert list(told) == [(2, "South and North have agreed: from turn 3 on they are neutral to each other."),
                          (3, "From now on North and South are neutral to each other.")]  # fmt: skip


def test_HR_3_an_offer_that_is_not_answered_in_time_lapses() -> None:
    world = two_valleys()
    relate(world, "north", "south", "neutral")
    run(world, 2)
    line = relate(world, "south", "north", "neutral")
    run(world)
    line.refresh_from_db()
    assert (kind(world), line.outcome) == ("war", "Offered; the offer holds until turn 4 is run.")


def test_HR_3_a_declaration_of_war_is_heard_at_once_and_pins_nobody_in_its_first_impulse() -> None:
    world = two_valleys()
    Relation.objects.update(kind="transit")
    Station.objects.filter(ref="north-i").update(province=world.provinces["lowfield"])
    relate(world, "south", "north", "war")
    run(world)
    assert world.campaign.chronicle.get(kind="relation", turn=1).public
    assert kind(world) == "war"
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="Ada")
    run(world)
    assert world.where("north-i") == "ridge"
    assert not world.campaign.chronicle.filter(kind="contact").exists()


def test_HR_3_an_army_in_a_country_that_ends_its_passage_is_led_out_with_heavy_attrition() -> None:
    world = two_valleys()
    Relation.objects.update(kind="transit")
    Station.objects.filter(ref="north-i").update(province=world.provinces["southgate"])
    relate(world, "south", "north", "neutral")
    run(world)
    assert world.where("north-i") == "southgate"
    run(world)
    assert (world.where("north-i"), world.campaign.chronicle.get(kind="led-out").turn) == ("highfield", 2)
    assert set(StrengthLine.objects.filter(note__startswith="led out; ").values_list("rule", flat=True)) == {"HR-3"}


def test_HR_3_what_cannot_be_entered_names_its_field_and_the_step_before() -> None:
    world = two_valleys()
    for faction, then, why in (
        ("south", "allied", "relation: make peace first"), ("south", "war", "relation: this is your relation"),
        ("south", "friends", "relation: choose war"), ("north", "neutral", "faction: choose another"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=why):
            relate(world, "north", faction, then)
    relate(world, "north", "south", "neutral")
    with pytest.raises(Refusal, match="faction: a line about South is on the sheet already"):
        relate(world, "north", "south", "neutral")


def test_HR_17_captives_are_exchanged_when_both_sides_enter_it() -> None:
    world = two_valleys()
    captive(world, "north", "south", "ney")
    captive(world, "south", "north", "toll")
    with pytest.raises(Refusal, match="leader: choose a general of North who is a captive of South"):
        enter(world, "north", "captives", faction="south", leader="toll", other="ney")
    enter(world, "north", "captives", faction="south", leader="ney", other="toll")
    enter(world, "south", "captives", faction="north", leader="toll", other="ney")
    run(world)
    assert list(Leader.objects.filter(ref__in=("ney", "toll")).values_list("status", flat=True)) == ["present"] * 2
    station = world.station("north-ii")
    assert station.leader is not None
    assert station.leader.ref == "ney"  # the army without a general is his


def test_HR_17_a_ransom_is_paid_when_the_captor_asks_for_as_much() -> None:
    world = two_valleys()
    enrich(world, "north")
    captive(world, "north", "south", "ney")
    held = world.factions["north"].accounts.get(kind="treasury").balance
    line = enter(world, "north", "ransom", faction="south", leader="ney", points=40)
    assert (line.cost, world.factions["north"].accounts.get(kind="treasury").balance) == (40, held - 40)
    enter(world, "south", "ransom", faction="north", leader="ney", points=50)
    run(world)
    assert Leader.objects.get(ref="ney").status == "captured"
    enter(world, "south", "ransom", faction="north", leader="ney", points=40)
    before = world.factions["south"].accounts.get(kind="treasury").balance
    run(world)
    assert Leader.objects.get(ref="ney").status == "present"
    paid = world.campaign.entries.get(reason="Ransom for Ney")
    assert (paid.amount, paid.rule, paid.target.faction) == (40, "HR-17", world.factions["south"])
    assert before >= 0


def test_HR_17_a_general_on_parole_does_not_serve_before_his_time() -> None:
    world = two_valleys()
    captive(world, "north", "south", "ney")
    enter(world, "south", "parole", leader="ney")
    run(world)
    ney = Leader.objects.get(ref="ney")
    assert (ney.status, ney.captor, ney.back_on_turn) == ("home", None, 7)
    with pytest.raises(Refusal, match="leader: Ney gave his word and may not serve before turn 7"):
        enter(world, "north", "post", leader="ney", station="north-ii")
    run(world, 6)
    assert Leader.objects.get(ref="ney").status == "present"


def test_HR_17_captives_come_back_at_peace() -> None:
    world = two_valleys()
    captive(world, "north", "south", "ney")
    relate(world, "north", "south", "neutral")
    relate(world, "south", "north", "neutral")
    run(world)
    ney = Leader.objects.get(ref="ney")
    assert (ney.status, ney.captor) == ("present", None)


def test_offers_and_captives_stand_in_the_dump_and_come_back() -> None:
    world = two_valleys()
    captive(world, "north", "south", "ney")
    relate(world, "north", "south", "neutral")
    enter(world, "south", "ransom", faction="north", leader="ney", points=40)
    run(world)
    Relation.objects.update(since=1)
    text = dump_text(world.campaign)
    assert dump_text(load_campaign(data=text, slug="copy", actor="tester")) == text
    assert Turn.objects.filter(campaign__slug="copy").count() == 2
