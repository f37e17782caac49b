"""The door of this rule system: what the registry asks for."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDES, Status
from battles.resolvers.common.deploy import deploy_side, lay_plane, low_edge
from battles.resolvers.common.events import Event
from battles.resolvers.common.fill import field_units, hold_by_plan, units_of
from battles.resolvers.common.journal import log_event, log_pose
from battles.resolvers.common.record import Battle
from battles.resolvers.common.works import works_on_plane
from battles.resolvers.frame.door import Door
from battles.resolvers.my_favourite.codes import INCH, L_OUT, NUMBERS, S_CHIEF, WORDS, Form, Own
from battles.resolvers.my_favourite.system import SYSTEM
from battles.resolvers.my_favourite.troops import figures_of, fit_base, usual_form
from battles.resolvers.my_favourite.turn import play_day
from battles.resolvers.values.battle import BattleFile

DEPTH, LEAST_WIDTH, ZONE, PITCH, GAP, POST, WORK_LENGTH = 48, 72, 900, 400, 350, 300, 400


def set_up(battle: Battle, file: BattleFile) -> None:
    """COM-20 Lay out the board and deploy, the defender first; on the morning of each further day again."""
    if battle.day == 1:
        lay_plane(battle, file, depth=DEPTH, least=LEAST_WIDTH, unit=8, margin=12, inch=INCH)
        for side in range(SIDES):
            battle.side_own[side, S_CHIEF] = side * SIDE_LEADERS
    field_units(battle, file)
    for side in (1 - int(battle.first), int(battle.first)):
        for unit in units_of(battle, side):
            ready_unit(battle, unit)
        hold_by_plan(battle, side, Own.HELD)
        deploy_side(battle, side, ZONE, PITCH, GAP, INCH // 2)
        post_leaders(battle, side)
    works_on_plane(battle, file, WORK_LENGTH)


def ready_unit(battle: Battle, unit: int) -> None:
    """B.6 A unit's figures, formation and base, and nothing behind it."""
    for column in range(Own.DONE + 1):
        battle.own[unit, column] = 0
    battle.own[unit, Own.FOE] = NOBODY
    battle.own[unit, Own.FORM] = usual_form(battle, unit) if battle.sp[unit] > 0 else Form.LINE
    battle.cap[unit] = battle.left[unit] = figures_of(battle, unit)
    fit_base(battle, unit)


def post_leaders(battle: Battle, side: int) -> None:
    """COM-20 The army commander behind the centre, wing commanders behind the wings."""
    low, wide = low_edge(battle, side), int(battle.board_width)
    for n in range(int(battle.leaders[side])):
        leader = side * SIDE_LEADERS + n
        if battle.lead_state[leader] == Status.BOARD:
            battle.lead_x[leader] = wide // 2 if n == 0 else wide * (1 if n == 1 else 3) // 4
            battle.lead_y[leader] = POST if low else int(battle.board_depth) - POST
            battle.lead_own[leader, L_OUT] = 0
            log_event(
                battle, Event.LEADER, rule=1020, side=side, commander=leader, role=0 if n == 0 else 1,
                skill=battle.lead_skill[leader],
            )  # fmt: skip
            log_pose(battle, int(battle.lead_x[leader]), int(battle.lead_y[leader]), 0 if low else 180)


ENGINE = "7"
BASE_TURNS = 12
"""MFR-43 Turns of a day in fall."""

DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=BASE_TURNS, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, tally_runs, warm = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.tally_runs, DOOR.warm
