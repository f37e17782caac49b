"""Engineers (REC-7, EA1 to EA6)."""

from fractions import Fraction

import pytest

from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.command.morale import rout
from battles.resolvers.lgg.fighting.sight import cover_of
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.legal import legal
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.movement.contact import behind_obstacle
from battles.resolvers.lgg.movement.movement import hard_going
from battles.resolvers.lgg.movement.paths import load_route
from battles.resolvers.lgg.plane.footing import shelter_of
from battles.resolvers.lgg.plane.pieces import foot_of
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.plane.terrain import ground_allows, on_road
from battles.resolvers.lgg.record.codes import (
    MAX_PIECES,
    NOBODY,
    Activity,
    Cause,
    Command,
    Cover,
    Face,
    Phase,
    Piece,
    Status,
    Work,
)
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import (
    NORTHWARD,
    SOUTHWARD,
    events,
    fix,
    laid,
    names,
    path,
    rule_of,
    stage,
    stand,
)

RIVER = [(0.0, 20.0), (72.0, 20.0)]


def order(battle: Battle, unit: int, work: int, target: int = -1) -> None:
    """Write the command ``engineer``."""
    battle.cmd, battle.cmd_unit, battle.cmd_arg, battle.cmd_target = Command.ENGINEER, unit, work, target


def attempt(battle: Battle, unit: int, work: int, face: int) -> int:
    """One attempt in a round of its own, with a die set by hand; the code of the rule against it."""
    battle.done[unit, Activity.ENGINEER], battle.closed[unit] = 0, 0
    fix(battle, MORALE_STREAM, face)
    order(battle, unit, work)
    return int(apply(battle))


def refused(battle: Battle, unit: int, work: int) -> str:
    """The rule that forbids a work to an engineer who has not been activated."""
    battle.done[unit, Activity.ENGINEER], battle.closed[unit] = 0, 0
    order(battle, unit, work)
    return rule_of(verify(battle))


def by_the_river(apart: float = 2.0) -> tuple[Battle, int, int]:
    """An engineer and a pontoon train flush against a modest river, side 0 south of it."""
    battle = stage()
    add_piece(battle, "obstacle", RIVER, river=True)
    return battle, stand(battle, 0, "engineer", 36, 19.25), stand(battle, 0, "pontoon", 36 + apart, 18.5)


def step(battle: Battle, unit: int, x: float, y: float) -> str:
    """The rule against a straight move, or nothing."""
    path(battle, Command.MOVE, unit, (x, y, *NORTHWARD))
    return rule_of(verify(battle))


def test_EA1_two_successes_make_a_bridge_and_the_train_lies_as_it() -> None:
    battle, engineer, train = by_the_river()
    foot = stand(battle, 0, "line_inf", 38, 12)
    assert (step(battle, foot, 38, 23), attempt(battle, engineer, Work.EA1, 7)) == ("LGG-3.0-f", 0)
    assert (battle.successes[engineer], battle.pieces) == (1, 1)
    assert (attempt(battle, engineer, Work.EA1, 8), battle.successes[engineer]) == (0, 1)
    assert attempt(battle, engineer, Work.EA1, 7) == 0
    assert (battle.pieces, battle.piece_kind[1], battle.piece_width[1]) == (2, Piece.BRIDGE, 2.0)
    assert battle.status[train] == Status.AS_BRIDGE
    assert foot_of(battle, 1, 0.0, 20.0)[:2] == (38.0, 20.0)
    assert step(battle, foot, 38, 23) == ""
    assert (battle.work[engineer], battle.successes[engineer]) == (NOBODY, 0)


@pytest.mark.parametrize(("apart", "rule"), [(4.5, ""), (4.6, "EA1")])
def test_EA1_engineer_and_train_within_three_inches(apart: float, rule: str) -> None:
    """Both bases are 1.5" wide: at 4.5" from middle to middle they are 3" apart."""
    battle, engineer, _ = by_the_river(apart)
    assert refused(battle, engineer, Work.EA1) == rule


def test_EA1_needs_a_modest_river_touched_by_both() -> None:
    battle, engineer, train = by_the_river()
    place(battle, train, 38, 17, *NORTHWARD)
    assert refused(battle, engineer, Work.EA1) == "EA1"
    place(battle, train, 38, 18.5, *NORTHWARD)
    battle.piece_impassable[0] = 1
    assert refused(battle, engineer, Work.EA1) == "EA1"
    battle.piece_impassable[0], battle.piece_river[0] = 0, 0
    assert refused(battle, engineer, Work.EA1) == "EA1"


def test_EA1_a_pontoon_bridge_is_taken_up_by_one_success() -> None:
    battle, engineer, train = by_the_river()
    for _ in range(2):
        attempt(battle, engineer, Work.EA1, 1)
    assert attempt(battle, engineer, Work.DISMANTLE, 1) == rule_code("EA1")
    place(battle, engineer, 38, 17.25, *NORTHWARD)
    foot = stand(battle, 0, "line_inf", 38, 20)
    assert refused(battle, engineer, Work.DISMANTLE) == "EA1"
    place(battle, foot, 60, 10, *NORTHWARD)
    assert attempt(battle, engineer, Work.DISMANTLE, 7) == 0
    assert (battle.status[train], battle.closed[train], battle.sp[train]) == (Status.BOARD, 1, 1)
    assert (step(battle, foot, 60, 23), refused(battle, engineer, Work.EA3)) == ("LGG-3.0-f", "EA3")
    assert names(battle)[-2:] == ["engineer", "arrive"]


def rule_code(rule_id: str) -> int:
    """The code of a rule id."""
    return next(code for code in range(1000) if rule_of(code) == rule_id)


def at_a_bridge(side: int = 0) -> tuple[Battle, int]:
    """An engineer at the southern end of a bridge over a gorge at y = 20."""
    battle = stage()
    add_piece(battle, "obstacle", RIVER, impassable=True, river=True)
    add_piece(battle, "bridge", [(36, 18), (36, 22)], width=2)
    return battle, stand(battle, side, "engineer", 36, 17.25, NORTHWARD)


def test_EA2_one_success_removes_a_bridge_even_near_the_enemy() -> None:
    battle, engineer = at_a_bridge()
    foot = stand(battle, 0, "line_inf", 36, 12)
    stand(battle, 1, "line_inf", 38, 23.5)
    assert (attempt(battle, engineer, Work.EA2, 7), battle.piece_kind[1]) == (0, Piece.BROKEN_BRIDGE)
    assert step(battle, foot, 36, 20) == "LGG-3.0-b"


def test_EA2_not_while_a_unit_is_on_the_bridge_nor_from_it() -> None:
    battle, engineer = at_a_bridge()
    foe = stand(battle, 1, "line_inf", 36, 21)
    assert refused(battle, engineer, Work.EA2) == "EA2"
    place(battle, foe, 60, 40, *SOUTHWARD)
    assert refused(battle, engineer, Work.EA2) == ""
    place(battle, engineer, 36, 18.5, *NORTHWARD)
    assert refused(battle, engineer, Work.EA2) == "EA2"
    place(battle, engineer, 36, 16, *NORTHWARD)
    assert refused(battle, engineer, Work.EA2) == "EA2"


def test_EA2_a_road_leads_over_a_demolished_bridge_no_more() -> None:
    battle = stage()
    add_piece(battle, "obstacle", RIVER, river=True)
    add_piece(battle, "bridge", [(36, 18.5), (36, 21.5)], width=2)
    add_piece(battle, "road", [(36, 0), (36, 48)], width=2)
    engineer, foot = stand(battle, 0, "engineer", 36, 17.75), stand(battle, 0, "line_inf", 36, 12)
    assert attempt(battle, engineer, Work.EA2, 7) == 0
    place(battle, engineer, 10, 10, *NORTHWARD)
    assert step(battle, foot, 36, 23) == "LGG-3.0-f"


def test_EA2_a_demolished_pontoon_bridge_breaks_its_train() -> None:
    battle, engineer, train = by_the_river()
    for _ in range(2):
        attempt(battle, engineer, Work.EA1, 1)
    foe = stand(battle, 1, "engineer", 38, 22.75)
    battle.phase, battle.on_turn, battle.asked, battle.actions = Phase.TURN_SECOND, 1, 1, 5
    assert attempt(battle, foe, Work.EA2, 7) == 0
    assert (battle.status[train], battle.sp[train]) == (Status.NONRALLYABLE, 0)
    assert names(battle)[-3:] == ["engineer", "hit", "rout"]


def test_EA3_two_successes_restore_a_bridge() -> None:
    battle, engineer = at_a_bridge()
    foot = stand(battle, 0, "line_inf", 36, 12)
    assert refused(battle, engineer, Work.EA3) == "EA3"
    attempt(battle, engineer, Work.EA2, 1)
    assert refused(battle, engineer, Work.EA2) == "EA2"
    attempt(battle, engineer, Work.EA3, 3)
    assert battle.piece_kind[1] == Piece.BROKEN_BRIDGE
    attempt(battle, engineer, Work.EA3, 3)
    assert battle.piece_kind[1] == Piece.BRIDGE
    place(battle, engineer, 10, 10, *NORTHWARD)
    assert step(battle, foot, 36, 20) == ""


def behind_a_work() -> tuple[Battle, int]:
    """An engineer at (36, 20) has built a work along y = 20.75 from x = 34 to 38."""
    battle, engineer = laid((0, "engineer", 36, 20))
    for _ in range(2):
        assert attempt(battle, engineer, Work.EA4, 7) == 0
    return battle, engineer


def test_EA4_field_works_are_a_straight_obstacle_in_front_of_the_engineer() -> None:
    battle, engineer = behind_a_work()
    assert [list(map(float, battle.piece_at[0, n])) for n in range(2)] == [[34.0, 20.75], [38.0, 20.75]]
    assert (battle.piece_kind[0], battle.piece_cover[0]) == (Piece.OBSTACLE, Cover.HARD)
    assert shelter_of(battle, engineer) == 0


def test_EA4_works_are_hard_cover_and_hinder_attackers_for_the_defender() -> None:
    battle, engineer = behind_a_work()
    place(battle, engineer, 10, 10, *NORTHWARD)
    foot, gun = stand(battle, 0, "line_inf", 36, 19.25), stand(battle, 1, "heavy_art", 36, 27)
    foe = stand(battle, 1, "line_inf", 37.5, 31)
    assert cover_of(battle, gun, foot) == Cover.HARD
    assert behind_obstacle(battle, foe, foot, Face.FRONT)


def test_EA4_works_halt_the_enemy_but_not_those_who_built_them() -> None:
    battle, engineer = behind_a_work()
    place(battle, engineer, 10, 10, *NORTHWARD)
    foot = stand(battle, 0, "line_inf", 36, 14)
    assert step(battle, foot, 36, 25) == ""
    place(battle, foot, 60, 10, *NORTHWARD)
    foe = stand(battle, 1, "line_inf", 36, 27)
    battle.phase, battle.on_turn, battle.asked, battle.actions = Phase.TURN_SECOND, 1, 1, 5
    path(battle, Command.MOVE, foe, (36, 17, *SOUTHWARD))
    assert rule_of(verify(battle)) == "LGG-3.0-f"


def test_EA4_only_in_clear_or_hill_ground_with_room_in_front() -> None:
    battle, engineer = laid(("rough", [(30, 15), (42, 15), (42, 25), (30, 25)]),
                            ("hill", [(50, 15), (62, 15), (62, 25), (50, 25)]), (0, "engineer", 36, 20))
    assert refused(battle, engineer, Work.EA4) == "EA4"
    place(battle, engineer, 56, 20, *NORTHWARD)
    assert refused(battle, engineer, Work.EA4) == ""
    friend = stand(battle, 0, "line_inf", 58.5, 20)
    assert refused(battle, engineer, Work.EA4) == "EA4"
    place(battle, friend, 58.5, 19.25, *NORTHWARD)
    assert refused(battle, engineer, Work.EA4) == ""
    place(battle, engineer, 1, 20, *NORTHWARD)
    assert refused(battle, engineer, Work.EA4) == "EA4"


def test_EA5_a_gap_of_four_inches_is_passed_without_halt_or_check() -> None:
    battle, engineer, foot = laid(("obstacle", [(20, 20), (50, 20)]), (0, "engineer", 36, 19.25),
                                  (0, "line_inf", 37, 12))
    assert (step(battle, foot, 37, 22), attempt(battle, engineer, Work.EA5, 7)) == ("LGG-3.0-f", 0)
    place(battle, engineer, 10, 10, *NORTHWARD)
    assert (step(battle, foot, 37, 22), hard_going(battle, load_route(battle, foot))) == ("", 0)
    place(battle, foot, 38.5, 12, *NORTHWARD)
    assert step(battle, foot, 38.5, 22) == "LGG-3.0-f"


def test_EA5_not_a_river_and_there_is_no_cover_in_a_gap() -> None:
    battle, engineer, _ = by_the_river()
    assert refused(battle, engineer, Work.EA5) == "EA5"
    battle.piece_river[0] = 0
    gun, foe = stand(battle, 0, "heavy_art", 36, 12), stand(battle, 1, "line_inf", 36, 21.5)
    place(battle, foe, 36, 21.5, *SOUTHWARD)
    place(battle, engineer, 60, 19.25, *NORTHWARD)
    assert cover_of(battle, gun, foe) == Cover.SOFT
    place(battle, foe, 60, 30, *SOUTHWARD)
    place(battle, engineer, 36, 19.25, *NORTHWARD)
    assert attempt(battle, engineer, Work.EA5, 7) == 0
    place(battle, foe, 36, 21.5, *SOUTHWARD)
    place(battle, engineer, 60, 10, *NORTHWARD)
    assert (cover_of(battle, gun, foe), shelter_of(battle, foe)) == (Cover.NONE, NOBODY)


@pytest.mark.parametrize(("deep", "end"), [(4.0, 24.0), (9.0, 26.0)])
def test_EA6_a_track_goes_up_to_six_inches_into_rough_ground(deep: float, end: float) -> None:
    battle, engineer, gun = laid(("rough", [(30, 20), (42, 20), (42, 20 + deep), (30, 20 + deep)]),
                                 (0, "engineer", 36, 19.25), (0, "heavy_art", 60, 10))
    assert ground_allows(battle, gun, 36, 22, *NORTHWARD, False) != 0
    assert (attempt(battle, engineer, Work.EA6, 2), battle.pieces) == (0, 1)
    assert attempt(battle, engineer, Work.EA6, 7) == 0
    assert ground_allows(battle, gun, 36, 22, *NORTHWARD, False) == 0
    assert battle.piece_at[1, 1, 1] == pytest.approx(end, abs=0.26)
    assert [bool(on_road(battle, x, 21)) for x in (36.9, 37.1)] == [True, False]


def test_EA6_needs_rough_ground_in_front() -> None:
    battle, engineer = laid(("rough", [(30, 20), (42, 20), (42, 25), (30, 25)]), (0, "engineer", 36, 19.1))
    assert refused(battle, engineer, Work.EA6) == "EA6"
    place(battle, engineer, 36, 19.25, *SOUTHWARD)
    assert refused(battle, engineer, Work.EA6) == "EA6"
    place(battle, engineer, 36, 19.25, *NORTHWARD)
    assert refused(battle, engineer, Work.EA6) == ""


@pytest.mark.parametrize(("kind", "y", "rule"), [("line_inf", 28.25, "REC-7"), ("line_inf", 28.3, ""),
                                                 ("heavy_art", 24.0, "")])
def test_REC_7_no_work_within_six_inches_of_enemy_infantry_or_cavalry(kind: str, y: float, rule: str) -> None:
    """The engineer's front edge is at 20.75, the enemy's 1.5" before its middle."""
    battle, engineer, _ = laid((0, "engineer", 36, 20), (1, kind, 36, y))
    assert refused(battle, engineer, Work.EA4) == rule


def test_REC_7_only_engineers_work_and_only_at_a_known_work() -> None:
    battle = stage()
    assert refused(battle, stand(battle, 0, "line_inf", 20, 20), Work.EA4) == "REC-7"
    engineer = stand(battle, 0, "engineer", 36, 20)
    assert [refused(battle, engineer, work) for work in (0, 8, -3)] == ["REC-7"] * 3


def test_REC_7_one_attempt_a_round_at_the_price_of_its_place() -> None:
    battle = stage(actions=9, radius=12)
    engineer = stand(battle, 0, "engineer", 36, 24)
    fix(battle, MORALE_STREAM, 10)
    order(battle, engineer, Work.EA4)
    assert apply(battle) == 0
    assert (battle.actions, battle.done[engineer, Activity.ENGINEER]) == (7, 1)
    assert rule_of(verify(battle)) == "LGG-7.0-f"


def test_REC_7_not_while_locked() -> None:
    battle, engineer, foe = laid((0, "engineer", 36, 20), (1, "line_inf", 36, 22.25))
    battle.combats, battle.fight_open[0], battle.fight_defender[0] = 1, 1, engineer
    battle.fight_attackers[0] = [foe, NOBODY]
    battle.combat[engineer] = battle.combat[foe] = 0
    assert refused(battle, engineer, Work.EA2) == "LGG-7.0-l"


def test_REC_7_a_work_in_progress_is_lost_when_its_engineer_moves_away() -> None:
    battle, engineer = laid((0, "engineer", 36, 20))
    attempt(battle, engineer, Work.EA4, 1)
    place(battle, engineer, 36, 20, *SOUTHWARD)
    assert battle.successes[engineer] == 1
    place(battle, engineer, 36, 20.5, *SOUTHWARD)
    assert (battle.work[engineer], battle.successes[engineer]) == (NOBODY, 0)


def test_REC_7_a_work_in_progress_is_lost_when_its_engineer_routs() -> None:
    battle, engineer = laid((0, "engineer", 36, 20))
    attempt(battle, engineer, Work.EA4, 1)
    rout(battle, engineer, Cause.FIRE)
    assert (battle.work[engineer], battle.successes[engineer]) == (NOBODY, 0)


def test_REC_7_successes_at_another_work_do_not_count() -> None:
    battle, engineer = laid(("rough", [(30, 20.75), (42, 20.75), (42, 25), (30, 25)]), (0, "engineer", 36, 20))
    attempt(battle, engineer, Work.EA4, 1)
    attempt(battle, engineer, Work.EA6, 1)
    assert (battle.work[engineer], battle.successes[engineer], battle.pieces) == (Work.EA6, 1, 1)


def test_REC_7_no_more_works_than_the_record_has_room_for() -> None:
    battle, engineer = laid((0, "engineer", 36, 20))
    while battle.pieces < MAX_PIECES:
        add_piece(battle, "hill", [(1, 1), (2, 1), (2, 2)])
    assert refused(battle, engineer, Work.EA4) == "EA4"


def test_E110_a_work_of_two_successes_takes_twenty_sevenths_of_attempts() -> None:
    """Enumerated: an attempt succeeds on 7 of 10 faces, and each success takes 1 / (7/10) attempts."""
    battle = stage()
    engineer, passed = stand(battle, 0, "engineer", 36, 20), 0
    for face in range(1, 11):
        battle.work[engineer], battle.successes[engineer] = NOBODY, 0
        attempt(battle, engineer, Work.EA4, face)
        passed += int(battle.successes[engineer])
    assert battle.work_needs[Work.EA4] / Fraction(passed, 10) == Fraction(20, 7)


def test_ENG_11_the_works_of_an_engineer_are_offered_with_their_reasons() -> None:
    battle, engineer, _ = by_the_river()
    offers = {offer.target: (offer.price, offer.rule) for offer in legal(battle)
              if offer.command == "engineer" and offer.unit == engineer}
    assert offers == {Work.EA1: (1, ""), Work.EA2: (None, "EA2"), Work.EA3: (None, "EA3"), Work.EA4: (1, ""),
                      Work.EA5: (None, "EA5"), Work.EA6: (None, "EA6"), Work.DISMANTLE: (None, "EA1")}


def test_REC_7_the_journal_tells_each_attempt() -> None:
    battle, _ = behind_a_work()
    told = [row for name, row in events(battle) if name == "engineer"]
    assert [(row["work"], row["passed"], row["successes"]) for row in told] == [(4, 1, 1), (4, 1, 2)]
