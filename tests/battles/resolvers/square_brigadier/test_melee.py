"""Melee, hits and rally (SQB-36 to SQB-51) and their expected values."""

from fractions import Fraction
from typing import Any

import pytest

from battles.resolvers.common.chances import at_least, face_chance, pool_chances
from battles.resolvers.common.codes import NOBODY, Land, Status
from battles.resolvers.common.ending import break_test
from battles.resolvers.common.events import Cause
from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier.chance import DECK, draw_card
from battles.resolvers.square_brigadier.codes import CARDS, NUMBERS, Event, Lead, Own, Side
from battles.resolvers.square_brigadier.contact import is_helped, may_rally, rally
from battles.resolvers.square_brigadier.losses import take_hits, way_back
from battles.resolvers.square_brigadier.melee import chief_opponent, cover_of, melee_dice, melees, share_for
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.square_brigadier.troops import full_hits
from tests.battles.resolvers.common.grid_stage import board, events, leader, throws, unit
from tests.battles.resolvers.square_brigadier.files import file_of, laid_out

DENSE: dict[str, Any] = {"options": {"melee_dense": {"value": True}}}


def clash(mine: str = "line_inf", theirs: str = "line_inf", **profile: Any) -> Battle:
    """Two units face to face; the first side is on turn and has moved up."""
    battle = board(NUMBERS, **profile)
    unit(battle, 0, mine, 5, 4, 0, 3)
    unit(battle, 200, theirs, 5, 5, 4, 3)
    battle.own[0, Own.MOVED] = 1
    return battle


def struck(battle: Battle) -> list[tuple[int, int]]:
    """Who was struck, and with how many hits, in order."""
    return [(row[1], row[3]) for row in events(battle, Event.COMBAT)]


def test_SQB_36_opponents_fight_in_every_melee_phase() -> None:
    for side in (0, 1):
        battle = clash()
        throws(battle, 1, 1, 1, 1)
        melees(battle, side)
        assert struck(battle) == ([(0, 0), (200, 0)] if side == 0 else [(200, 0), (0, 0)])


def test_SQB_37_two_dice_ahead_one_in_column_none_beside() -> None:
    battle = clash()
    for column, dice in ((0, 2), (1, 1)):
        battle.own[0, Own.COLUMN] = column
        assert melee_dice(battle, 0, 200, False) == dice
    for heading, opponent in ((2, NOBODY), (1, 200)):
        battle.heading[0] = heading
        assert chief_opponent(battle, 0) == opponent


def test_SQB_38_what_the_first_enemy_cannot_need_goes_to_the_second() -> None:
    battle = clash("heavy_cav")
    unit(battle, 201, "line_inf", 6, 5, 4, 3)
    battle.left[200] = 1
    assert (chief_opponent(battle, 0), share_for(battle, 3, 200, 201)) == (200, 1)
    throws(battle, 1, 1, 1, 1, 4, 3, 4)
    melees(battle, 0)
    assert struck(battle) == [(0, 0), (0, 0), (200, 1), (201, 1)]


def test_SQB_39_foot_not_on_turn_strikes_first_and_cavalry_with_the_others() -> None:
    for theirs, blows in (("line_inf", [(0, 2)]), ("light_cav", [(200, 2), (0, 2)])):
        battle = clash("line_inf", theirs)
        for n in (0, 200):
            battle.left[n] = battle.cap[n] = 1
        battle.own[0, 5] = int(theirs == "line_inf")
        throws(battle, 4, 4, 4, 4)
        melees(battle, 0)
        assert struck(battle) == blows
        assert all(battle.status[n] != Status.BOARD for n, _ in blows)


def test_SQB_40_SQB_W3_a_wall_and_support_make_four_dice() -> None:
    battle = clash()
    battle.land[5 * 12 + 5] = Land.OBSTACLE
    unit(battle, 201, "line_inf", 5, 6, 4, 3)
    assert [melee_dice(battle, 200, 0, led) for led in (False, True)] == [4, 5]
    assert melee_dice(battle, 0, 200, False) == 2
    battle.guard[200] = 1
    assert melee_dice(battle, 200, 0, False) == 5


def test_SQB_41_a_dense_melee_is_a_switch() -> None:
    both: tuple[tuple[dict[str, Any], int], ...] = (({}, 2), (DENSE, 4))
    for profile, blows in both:
        battle = clash(**profile)
        unit(battle, 1, "line_inf", 5, 3, 0, 3)
        unit(battle, 201, "line_inf", 5, 6, 4, 3)
        throws(battle, 1, 1, 1, 1, 1, 1)
        melees(battle, 0)
        assert len(struck(battle)) == blows


def test_SQB_42_hills_help_against_lower_ground_and_cover_takes_a_die() -> None:
    battle = clash()
    battle.land[5 * 12 + 5] = Land.HILL
    assert melee_dice(battle, 200, 0, False) == 3
    battle.land[4 * 12 + 5] = Land.HILL
    assert melee_dice(battle, 200, 0, False) == 2
    for bits, cover in ((Land.ROUGH, -1), (Land.TOWN, -1), (Land.OBSTACLE, 0), (0, 0)):
        battle.land[5 * 12 + 5] = bits
        assert cover_of(battle, 200) == cover
    battle.land[4 * 12 + 5] = Land.OBSTACLE
    assert melee_dice(battle, 0, 200, False) == 2


@pytest.mark.parametrize(("kind", "guard", "hits"), [
    ("line_inf", False, 3), ("militia_inf", False, 2), ("elite_inf", False, 4), ("elite_inf", True, 4),
    ("heavy_cav", False, 3), ("heavy_cav", True, 4), ("light_cav", False, 3), ("irreg_cav", False, 2),
    ("heavy_art", False, 2), ("field_art", True, 3),
])  # fmt: skip
def test_SQB_43_SQB_49_the_hits_that_destroy(kind: str, guard: bool, hits: int) -> None:
    battle = board(NUMBERS)
    unit(battle, 0, kind, 5, 4, 0, 1, guard=guard)
    assert full_hits(battle, 0) == hits
    battle.left[0] = battle.cap[0] = hits
    unit(battle, 200, "line_inf", 5, 6, 4, 3)
    battle.own[0, Own.SHED_FIRE] = 1
    for more, left in ((hits - 1, 1), (1, 0)):
        take_hits(battle, 0, 200, more, Cause.FIRE)
        assert (battle.status[0] == Status.BOARD) == (left > 0)
        assert not left or int(battle.left[0]) == left


def test_SQB_49_cavalry_in_melee() -> None:
    assert [melee_dice(clash(kind), 0, 200, False) for kind in ("heavy_cav", "light_cav", "irreg_cav")] == [3, 2, 2]


@pytest.mark.parametrize(("hits", "left", "alive"), [(2, 0, False), (1, 1, True)])
def test_SQB_44_SQB_W2_giving_ground_cancels_one_hit_once(hits: int, left: int, alive: bool) -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 4, 0, 3)
    unit(battle, 200, "line_inf", 5, 6, 4, 3)
    battle.left[0] = 1
    take_hits(battle, 0, 200, hits, Cause.FIRE)
    assert (int(battle.left[0]), battle.status[0] == Status.BOARD) == (left, alive)
    if alive:
        assert (int(battle.x[0]), int(battle.y[0]), int(battle.heading[0])) == (5, 3, 0)
        take_hits(battle, 0, 200, 1, Cause.FIRE)
        assert battle.status[0] != Status.BOARD
        assert len(events(battle, Event.FALLBACK)) == 1


def test_SQB_44_even_a_fresh_unit_gives_ground_but_not_a_town() -> None:
    for bits, left in ((0, 4), (Land.TOWN, 3), (Land.HILL, 4)):
        battle = board(NUMBERS)
        unit(battle, 0, "elite_inf", 5, 4, 0, 4)
        unit(battle, 200, "line_inf", 5, 6, 4, 3)
        battle.land[4 * int(battle.columns) + 5] = bits
        take_hits(battle, 0, 200, 1, Cause.FIRE)
        assert (int(battle.left[0]), int(battle.y[0])) == (left, 4 if bits == Land.TOWN else 3)


def test_SQB_45_ground_is_given_to_a_free_square_farther_off_and_next_to_no_new_enemy() -> None:
    battle = clash()
    assert way_back(battle, 0, 200) == 4
    for number, x, y, way in ((1, 5, 3, 3), (201, 7, 2, 5), (202, 3, 2, NOBODY)):
        unit(battle, number, "line_inf", x, y, 0 if number == 1 else 4, 3)
        assert way_back(battle, 0, 200) == way
    take_hits(battle, 0, 200, 3, Cause.COMBAT)
    assert battle.status[0] != Status.BOARD


def test_SQB_46_rally_by_a_four_with_one_added_when_helped() -> None:
    for face, friend, done in ((3, False, 0), (4, False, 1), (3, True, 1), (2, True, 0)):
        battle = board(NUMBERS)
        unit(battle, 0, "line_inf", 5, 4, 0, 3)
        battle.left[0] = 2
        if friend:
            unit(battle, 1, "line_inf", 6, 5, 0, 3)
        assert may_rally(battle, 0)
        assert is_helped(battle, 0) == friend
        throws(battle, face)
        rally(battle, 0)
        assert int(battle.left[0]) == 2 + done


def test_SQB_46_who_moved_shot_or_is_in_contact_does_not_rally() -> None:
    for column in (Own.MOVED, Own.SHOT):
        battle = board(NUMBERS)
        unit(battle, 0, "line_inf", 5, 4, 0, 3)
        assert not may_rally(battle, 0)
        battle.left[0] = 2
        battle.own[0, column] = 1
        assert not may_rally(battle, 0)
    battle = clash()
    battle.own[0, Own.MOVED], battle.left[0] = 0, 2
    assert not may_rally(battle, 0)


def test_SQB_47_more_than_half_is_broken() -> None:
    for lost, broken in ((4, 0), (5, 1)):
        battle = laid_out()
        battle.status[:lost] = Status.NONRALLYABLE
        break_test(battle, 1, 2)
        assert int(battle.broken[0]) == broken


def test_SQB_48_every_card_does_what_it_says() -> None:
    assert sorted(DECK.count(card) for card in range(len(CARDS))) == [1, 1, 1, 1, 1, 1, 2, 4]
    told = {}
    for face in range(1, 13):
        battle = clash()
        battle.side_own[0, Side.GENERAL] = leader(battle, 0, 0, 0)
        battle.side_own[1, Side.GENERAL] = leader(battle, 64, 0, 9)
        unit(battle, 201, "field_art", 8, 8, 4, 2)
        battle.left[0] = 2
        throws(battle, face, sides=12)
        draw_card(battle, 0)
        told[DECK[face - 1]] = (
            int(battle.lead_own[0, Lead.ORDERS]) > 0, int(battle.lead_own[64, 3]),
            int(battle.side_own[0, Side.FIRE_CARD]), int(battle.side_own[0, Side.MELEE_CARD]), int(battle.left[0]),
            int(battle.own[200, Own.PINNED]), int(battle.own[201, Own.MUTE]),
        )  # fmt: skip
        assert [row[2] for row in events(battle, Event.CARD)] == [DECK[face - 1]]
    plain = (False, 0, 0, 0, 2, 0, 0)
    changed = {card: [n for n in range(7) if row[n] != plain[n]] for card, row in told.items()}
    assert changed == {0: [], 1: [0], 2: [1], 3: [2], 4: [3], 5: [4], 6: [5], 7: [6]}


def test_SQB_48_cards_are_drawn_only_where_the_switch_is_on() -> None:
    for profile, drawn in (({"options": {"chance": {"value": True}}}, True), ({}, False)):
        told = [event["ev"] for event in DOOR.fight(file_of(profile=profile), "s").journal]
        assert told.count("card") == (told.count("turn_start") if drawn else 0)
        assert told.count("turn_start") > 2


def test_SQB_51_the_turns_of_a_day() -> None:
    limits = [int(laid_out(season=season).limit) for season in ("spring", "summer", "fall", "winter")]
    assert limits == [13, 18, 15, 10]


def test_COM_07_boxes_of_the_destroyed() -> None:
    for kind, near, cause, box in (
        ("line_inf", 3, Cause.FIRE, Status.RALLYABLE),
        ("line_inf", 4, Cause.FIRE, Status.NONRALLYABLE),
        ("field_art", 1, Cause.COMBAT, Status.ELIMINATED),
        ("field_art", 1, Cause.FIRE, Status.RALLYABLE),
        ("irreg_cav", 1, Cause.FIRE, Status.ELIMINATED),
    ):
        battle = board(NUMBERS)
        unit(battle, 0, kind, 5, 4, 0, 1)
        unit(battle, 200, "line_inf", 5, 6, 4, 3)
        leader(battle, 0, 5 - near, 4)
        battle.own[0, 4] = battle.own[0, 5] = 1
        take_hits(battle, 0, 200, 1, cause)
        assert battle.status[0] == box
    assert events(battle, Event.ROUT) == []


def test_SQB_38_SQB_E3_SQB_E9_the_chances_of_a_melee() -> None:
    two, three = (pool_chances(dice, face_chance(4)) for dice in (2, 3))
    assert (at_least(two, 1), two[2]) == (Fraction(3, 4), Fraction(1, 4))
    assert (at_least(three, 1), three[3]) == (Fraction(7, 8), Fraction(1, 8))
    assert two == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]


def test_SQB_38_SQB_E5_the_mean_rounds_to_a_number_of_hits() -> None:
    two, rounds = pool_chances(2, face_chance(4)), [Fraction(0)]
    for wanted in range(1, 5):
        rounds.append((1 + sum(two[hits] * rounds[max(0, wanted - hits)] for hits in (1, 2))) / (1 - two[0]))
    assert rounds[2:] == [Fraction(20, 9), Fraction(88, 27), Fraction(344, 81)]


def test_SQB_46_SQB_E6_the_chances_of_a_rally() -> None:
    assert (face_chance(4), face_chance(4 - 1)) == (Fraction(1, 2), Fraction(2, 3))
