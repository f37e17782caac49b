"""HR-28 Sieges through their end: by hunger, by breach and storm, by relief; by players and by caretakers."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from base.refusal import Refusal
from battles.models import Battle
from battles.services import fight_here
from battles.services.held.choosing import choose_method
from campaign.models import ArmyOrder, Engagement, Member, Notice
from campaign.services.audit import audit, orphans
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.rehearsal.preflight import preflight
from campaign.services.sheet.orders import give_order, order_choices
from campaign.services.sheet.sheet import hire_leader
from tests.campaign.history.steps import bytes_of, umpire
from tests.campaign.sieges import PAST_WAR, fortress_war, keep, lines, turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def invested(**more):
    world = fortress_war(**more)
    turn(world, north_i=("march", ["keep"]))
    return world


def test_HR_28_a_garrison_is_besieged_and_not_met():
    world = invested()
    assert not Engagement.objects.exists()
    assert lines(world)[0] == "North lays siege to Keep."
    assert (keep(world).besieged_since, keep(world).stores, keep(world).controller.key) == (1, 6, "south")
    assert world.station("north-i").in_supply, "a besieged garrison cuts nobody off"
    assert world.station("keep-garrison").in_supply, "it lives on its stores"


def test_HR_28_wars_that_began_before_go_on_as_they_did():
    world = invested(house_rules=PAST_WAR)
    assert (Engagement.objects.count(), keep(world).besieged_since) == (1, 0)


def test_HR_28_a_small_garrison_is_starved_by_a_screen_in_seven_turns():
    world = invested(garrison="2 Militia inf", besiegers="2 Line inf")
    for number in range(2, 8):
        assert keep(world).controller.key == "south", number
        assert keep(world).stores == 8 - number
        turn(world)
    assert keep(world).controller.key == "north"
    assert world.where("keep-garrison") is None
    assert lines(world)[-1] == "Keep has fallen: its stores are used up, and the garrison is taken."
    assert (keep(world).besieged_since, keep(world).stores, keep(world).breach) == (0, 0, 0)
    assert audit() + orphans() == []


def test_HR_28_guns_breach_a_strong_fortress_and_a_storm_or_a_summons_takes_it():
    world = invested(garrison="3 Line inf", besiegers="8 Line inf, 2 Light cav, 3 Heavy art")
    for _ in range(7):
        if keep(world).controller.key == "north":
            break
        breached = keep(world).breach >= 3
        turn(world, north_i="storm" if breached else "bombard")
    assert keep(world).controller.key == "north"
    assert 4 <= world.turn.number - 1 <= 8
    assert any("the breach is wider" in text for text in lines(world))
    assert world.where("keep-garrison") is None
    assert audit() + orphans() == []


def test_HR_28_a_storm_is_a_battle_at_the_works_and_a_breach_opens_them():
    world = invested(garrison="3 Line inf")
    turn(world, north_i="storm")
    battle, row = Battle.objects.get(), Engagement.objects.get()
    assert (battle.file["fortress"], row.details["siege"], battle.name) == (True, "storm", "Storm of Keep")
    assert [army.faction.key for army in row.armies.order_by("side")] == ["north", "south"]
    if row.winner_side != 0:
        assert (world.where("north-i"), world.where("keep-garrison")) == ("keep", "keep"), "each stays where he was"
        assert keep(world).besieged_since == 1
    else:
        assert keep(world).controller.key == "north"
    other = fortress_war(garrison="3 Line inf", slug="other")
    turn(other, north_i=("march", ["keep"]))
    other.campaign.provinces.filter(key="keep").update(breach=3)
    turn(other, north_i="storm")
    assert Battle.objects.get(engagement__turn__campaign=other.campaign).file["fortress"] is False


def test_HR_28_a_sally_is_a_battle_before_the_walls():
    world = invested(garrison="3 Line inf")
    turn(world, keep_garrison="sally")
    row = Engagement.objects.get()
    assert (row.battle.file["fortress"], row.details["siege"]) == (False, "sally")
    assert row.battle.name == "Sally from Keep"
    assert [army.faction.key for army in row.armies.order_by("side")] == ["south", "north"]
    if row.winner_side == 0:
        assert world.where("north-i") == "northgate"
        assert "The siege of Keep is raised." in lines(world)
    else:
        assert (world.where("north-i"), world.where("keep-garrison")) == ("keep", "keep")


def test_HR_28_a_relief_that_wins_raises_the_siege_and_the_garrison_stays_within():
    world = fortress_war(garrison="one 1/4 Line inf", besiegers="2 Line inf", relief="6 Line inf, 1 Light cav")
    turn(world, north_i=("march", ["keep"]))
    turn(world, south_i=("march", ["keep"]))
    row = Engagement.objects.first()
    assert "siege" not in row.details
    assert {army.station.ref for army in row.armies.all()} == {"north-i", "south-i"}
    assert world.where("north-i") == "northgate"
    assert lines(world)[-1] == "The siege of Keep is raised."
    assert keep(world).besieged_since == 0


def test_HR_28_a_garrison_that_capitulates_in_time_marches_out():
    world = invested()
    turn(world, keep_garrison="yield")
    assert (world.where("keep-garrison"), keep(world).controller.key) == ("southgate", "north")
    assert lines(world)[-1] == "Keep has capitulated: its garrison marches out with the honours of war."
    late = fortress_war(slug="late")
    turn(late, north_i=("march", ["keep"]))
    late.campaign.provinces.filter(key="keep").update(breach=3)
    turn(late, keep_garrison="yield")
    assert late.where("keep-garrison") is None


def test_HR_28_a_general_who_comes_to_a_besieged_garrison_is_shut_up_with_it():
    world = invested(garrison="2 Line inf", besiegers="4 Line inf")
    hire_leader(faction=world.factions["south"], skill="average", station=world.station("keep-garrison"), name="Vauban",
                actor="south")  # fmt: skip
    turn(world)
    turn(world)
    assert world.station("keep-garrison").leader is not None
    assert not Engagement.objects.exists()
    assert keep(world).stores == 4


def test_HR_28_an_army_passes_by_and_leaves_a_screen_that_invests():
    world = invested(garrison="1 Line inf")
    assert "march" in {choice.kind for choice in order_choices(world.station("north-i")) if choice.legal}
    turn(world, north_i=("march", ["southgate"]))
    assert lines(world)[-1] == "The siege of Keep is raised.", "nobody was left before it"


def test_HR_28_orders_of_a_siege_are_offered_to_those_who_are_in_one():
    world = invested(besiegers="4 Line inf")
    kinds = {choice.kind: choice.reason for choice in order_choices(world.station("north-i"))}
    assert kinds["bombard"] == "No artillery is with this army."
    assert kinds["storm"] == ""
    assert "sally" not in kinds
    assert {"sally", "yield"} <= {choice.kind for choice in order_choices(world.station("keep-garrison"))}
    with pytest.raises(Refusal, match="no part in a siege"):
        give_order(station=world.station("south-i"), kind="storm", path=[], actor="south")


def test_HR_28_a_siege_taken_back_and_run_again_gives_the_same_bytes():
    world = invested(garrison="3 Line inf")
    turn(world, north_i="bombard")
    turn(world, north_i="bombard")
    before = bytes_of(world.campaign)
    roll_back(campaign=world.campaign, turn=2, reason="A wrong order", user=umpire())
    assert (keep(world).besieged_since, keep(world).stores) == (1, 6)
    turn(world)
    turn(world, north_i="bombard")
    assert bytes_of(world.campaign) == before


def test_HR_28_a_besieged_war_is_dumped_loaded_and_proved(tmp_path, capsys):
    world = invested(garrison="3 Line inf")
    for _ in range(4):
        turn(world, north_i="bombard")
    text = dump_text(world.campaign)
    copy = load_campaign(data=json.loads(text), slug="copy", actor="tester")
    first, second = (row.provinces.values("besieged_since", "stores", "breach").get(key="keep")
                     for row in (world.campaign, copy))  # fmt: skip
    assert first == second
    file = tmp_path / "war.json"
    file.write_text(text, encoding="utf-8")
    call_command("verify_war", str(file), jobs="1")
    assert "dice of the chronicle" in capsys.readouterr().out
    data = json.loads(text)
    rows = [row for row in data["history"]["chronicle"] if row["kind"] == "siege" and "dice" in row.get("details", {})]
    assert rows, "a bombardment keeps its dice"
    rows[0]["details"]["dice"][0]["face"] = rows[0]["details"]["dice"][0]["face"] % 10 + 1
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("verify_war", str(file), jobs="1")


def test_HR_28_caretakers_besiege_a_fortress_to_its_end():
    world = fortress_war(garrison="3 Line inf", besiegers="6 Line inf, 1 Light cav, 3 Heavy art")
    world.campaign.factions.filter(key="north").update(caretaker="on")
    turn(world, north_i=("march", ["keep"]))
    assert keep(world).besieged_since == 1
    given = set()
    while keep(world).controller.key == "south" and world.turn.number < 12:
        before = world.turn.number
        turn(world)
        given |= set(ArmyOrder.objects.filter(turn__number=before, hand="caretaker").values_list("kind", flat=True))
    assert keep(world).controller.key == "north"
    assert 4 <= world.turn.number - 1 <= 8
    assert "bombard" in given
    assert audit() + orphans() == []


def test_HR_28_a_caretaken_garrison_marches_out_before_it_starves():
    world = invested(garrison="2 Line inf", besiegers="4 Line inf", relief="1 Irregular cav", points=40)
    world.campaign.provinces.filter(key="southgate").update(depot=False)
    world.campaign.factions.filter(key="south").update(caretaker="on")
    while keep(world).controller.key == "south" and world.turn.number < 12:
        turn(world, north_i="hold")
    assert world.turn.number - 1 == 7
    assert lines(world)[-1] == "Keep has capitulated: its garrison marches out with the honours of war."
    assert world.where("keep-garrison") == "southgate"


def proved(world, tmp_path, **changes):
    """Prove a dump of the war; ``changes`` are made in the row of the fortress before."""
    data = json.loads(dump_text(world.campaign))
    for row in data["provinces"]:
        if row["key"] == "keep":
            row |= changes
    file = tmp_path / "war.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    call_command("verify_war", str(file), jobs="1")


def test_HR_28_a_siege_that_was_changed_in_the_dump_is_found(tmp_path):
    world = invested(garrison="3 Line inf")
    turn(world, north_i="bombard")
    proved(world, tmp_path)
    for changes in ({"breach": 2}, {"stores": 7}, {"besieged_since": 2}, {"besieged_since": 0}):
        with pytest.raises(CommandError):
            proved(world, tmp_path, **changes)


def test_HR_28_every_end_of_a_siege_is_proved(tmp_path):
    world = invested()
    turn(world, keep_garrison="yield")
    turn(world)
    proved(world, tmp_path)


def test_HR_28_a_storm_a_sally_and_hunger_are_proved(tmp_path):
    world = invested(garrison="2 Line inf", besiegers="9 Line inf, 2 Heavy art")
    for orders in ({"keep_garrison": "sally"}, {"north_i": "storm"}, {}, {}, {}, {}, {}, {}):
        if keep(world).controller.key == "south" and world.where("north-i") == "keep":
            turn(world, **orders)
    proved(world, tmp_path)


def test_HR_28_a_storm_is_foreseen_before_the_turn():
    world = invested(garrison="3 Line inf")
    assert preflight(world.turn).battles == ()
    give_order(station=world.station("north-i"), kind="storm", path=[], actor="north")
    (battle,) = preflight(world.turn).battles
    assert battle.province == "Keep"


def test_HR_28_a_storm_that_is_held_open_takes_the_fortress_when_it_is_settled():
    world = invested(garrison="1 Militia inf", besiegers="9 Elite inf")
    set_battle_policy(campaign=world.campaign, days=7, fallback="auto", patience=72, user=umpire())
    turn(world, north_i="storm")
    battle = Battle.objects.get()
    assert battle.state == "open"
    assert (keep(world).besieged_since, keep(world).controller.key) == (1, "south"), "the siege stands meanwhile"
    choose_method(battle=battle, method="auto")
    fight_here(battle)
    assert Engagement.objects.get().winner_side == 0
    assert world.where("keep-garrison") is None
    turn(world)
    assert (keep(world).controller.key, audit() + orphans()) == ("north", [])


def test_HR_28_both_sides_hear_of_the_beginning_and_the_fall_and_a_storm_is_called_one():
    world = invested()
    for name in ("north", "south"):
        person = User.objects.create_user(name)
        Member.objects.create(campaign=world.campaign, user=person, role="player", faction=world.factions[name])
    turn(world, north_i="storm")
    assert lines(world, "contact")[0].startswith("North storms the works of Keep against South: a ")
    if keep(world).controller.key == "south":
        turn(world, keep_garrison="yield")
    told = Notice.objects.filter(kind="event").values_list("member__user__username", "text")
    assert {name for name, text in told if text.startswith("Keep ")} == {"north", "south"}


def test_HR_28_a_caretaker_who_passes_by_leaves_a_screen_that_takes_the_fortress():
    late = {"victory.earliest_turn": 12}
    world = fortress_war(garrison="one 1/4 Line inf", besiegers="12 Line inf, 2 Light cav",
                         relief="one 1/4 Militia inf", points=40, house_rules=late)  # fmt: skip
    world.campaign.provinces.filter(key="southgate").update(depot=False)
    world.campaign.factions.filter(key="north").update(caretaker="on")
    turn(world, north_i=("march", ["keep"]))
    turn(world)
    screen = world.campaign.stations.select_related("army").get(army__name="Screen of Keep")
    assert (screen.province.key, screen.army.units.count()) == ("keep", 2)
    assert world.where("north-i") == "southgate"
    for _ in range(6):
        assert keep(world).besieged_since == 1
        if keep(world).controller.key == "south":
            turn(world)
        if keep(world).controller.key == "north":
            break
    assert (keep(world).controller.key, world.turn.number - 1) == ("north", 7)
    assert audit() + orphans() == []
