from campaign.rules.house import shipped
from campaign.rules.march.contact import battle_order, blocs, contact_in, next_contact, overrun, quick_result
from tests.campaign.rules.worlds import army, theatre

HOUSE = shipped()


def refs(bloc):
    return sorted(a.ref for a in bloc.armies)


def test_HR_12_sides_at_war_in_one_province_fight_the_holder_defends():
    world = theatre("a-b", a={"controller": "blue"})
    here = [army("x", "red", "a", entered_turn=2, entered_impulse=1), army("y", "blue", "a")]
    contact = contact_in(world.provinces["a"], here, world, 2)
    assert (refs(contact.first), refs(contact.second)) == (["x"], ["y"])
    assert not contact.meeting


def test_HR_T3_both_sides_that_came_in_this_turn_meet():
    world = theatre("a-b", a={})
    here = [
        army(ref, faction, "a", entered_turn=2, entered_impulse=1) for ref, faction in (("x", "red"), ("y", "blue"))
    ]
    assert contact_in(world.provinces["a"], here, world, 2).meeting


def test_21_4_of_sides_that_are_equal_in_all_else_the_lot_chooses_the_holder_and_no_name_does():
    world = theatre("a-b", a={})
    here = [
        army(ref, faction, "a", entered_turn=2, entered_impulse=1) for ref, faction in (("x", "red"), ("y", "blue"))
    ]
    for lots, holder in (({"red": "1", "blue": "2"}, "x"), ({"red": "2", "blue": "1"}, "y")):
        contact = contact_in(world.provinces["a"], here, world, 2, lots.__getitem__)
        assert refs(contact.second) == [holder]
    larger = [here[0], army("y", "blue", "a", "9 Line inf", entered_turn=2, entered_impulse=1)]
    contact = contact_in(world.provinces["a"], larger, world, 2, {"red": "1", "blue": "2"}.__getitem__)
    assert refs(contact.second) == ["y"], "the larger side goes before the lot"


def test_21_4_allies_fight_together_and_neutrals_stand_aside():
    world = theatre("a-b", war=(("red", "blue"), ("pink", "blue")), allied=(("red", "pink"),))
    here = [army("x", "red", "a"), army("z", "pink", "a"), army("y", "blue", "a"), army("n", "green", "a")]
    contact = contact_in(world.provinces["a"], here, world, 1)
    assert {tuple(refs(contact.first)), tuple(refs(contact.second))} == {("x", "z"), ("y",)}
    assert contact.later == ()


def test_21_4_an_ally_who_is_not_at_war_with_the_enemy_stands_aside():
    world = theatre("a-b", war=(("red", "blue"),), allied=(("red", "pink"),))
    here = [army("x", "red", "a"), army("z", "pink", "a"), army("y", "blue", "a")]
    contact = contact_in(world.provinces["a"], here, world, 1)
    assert sorted((refs(contact.first), refs(contact.second))) == [["x"], ["y"]]


def test_21_4_of_three_enemies_the_holder_fights_the_first_to_arrive_and_the_third_fights_the_winner():
    world = theatre("a-b", war=(("red", "blue"), ("red", "green"), ("blue", "green")), a={"controller": "blue"})
    here = [army("h", "blue", "a"), army("late", "green", "a", "9 Line inf", entered_turn=4, entered_impulse=2),
            army("soon", "red", "a", entered_turn=4, entered_impulse=1)]  # fmt: skip
    contact = contact_in(world.provinces["a"], here, world, 4)
    assert (refs(contact.first), refs(contact.second)) == (["soon"], ["h"])
    assert [refs(bloc) for bloc in contact.later] == [["late"]]
    following = next_contact("a", contact.first, contact.later, world)
    assert (refs(following.first), refs(following.second)) == (["late"], ["soon"])


def test_21_4_the_third_side_leaves_a_winner_in_peace_with_whom_it_has_no_quarrel():
    world = theatre("a-b", war=(("red", "blue"), ("blue", "green")))
    (red,) = blocs([army("x", "red", "a")], world)
    (green,) = blocs([army("g", "green", "a")], world)
    assert next_contact("a", red, [green], world) is None


def test_HR_12_five_times_the_strength_overruns_unless_a_fortress_is_held():
    world = theatre("a-b", a={"controller": "blue"})
    castle = theatre("a-b", a={"controller": "blue", "fortress": True})
    weak = army("y", "blue", "a", "1 Line inf")
    strong = army("x", "red", "a", "5 Line inf", entered_turn=1, entered_impulse=1)
    less = army("x", "red", "a", "4 Line inf, one 3/4 Line inf", entered_turn=1, entered_impulse=1)
    contact = contact_in(world.provinces["a"], [weak, strong], world, 1)
    assert refs(overrun(contact, world.provinces["a"], HOUSE).weaker) == ["y"]
    assert overrun(contact, castle.provinces["a"], HOUSE) is None
    assert overrun(contact_in(world.provinces["a"], [weak, less], world, 1), world.provinces["a"], HOUSE) is None


def test_21_4_guns_alone_are_overrun_by_any_army():
    world = theatre("a-b")
    here = [army("g", "blue", "a", "3 Heavy art"), army("x", "red", "a", "one 1/4 Line inf")]
    contact = contact_in(world.provinces["a"], here, world, 1)
    assert refs(overrun(contact, world.provinces["a"], HOUSE).weaker) == ["g"]


def test_an_army_in_an_open_battle_is_left_out():
    world = theatre("a-b")
    here = [army("x", "red", "a", engaged=True), army("y", "blue", "a", engaged=True), army("z", "red", "a")]
    assert contact_in(world.provinces["a"], here, world, 1) is None


def test_P8_the_most_valuable_province_is_fought_for_first_then_by_key():
    world = theatre(a={"value": 3}, b={"value": 8}, c={"value": 8})
    assert [p.key for p in battle_order(world.provinces.values())] == ["b", "c", "a"]


def test_HR_12_a_quick_result_is_for_the_side_with_three_times_the_strength():
    assert [quick_result(own, 10, HOUSE) for own in (29, 30, 49)] == [False, True, True]
