"""The steps of the agenda: what goes on after a question about dice, and what waits behind it (ENG-17)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import check_leader, settle_leader
from battles.resolvers.lgg.command.morale import check_on_board, settle_check, settle_rally, settle_recovery
from battles.resolvers.lgg.engineering.works import settle_work
from battles.resolvers.lgg.fighting.combat import back_if_there, settle_combat
from battles.resolvers.lgg.fighting.fire import settle_fire
from battles.resolvers.lgg.movement.attack import make_contact
from battles.resolvers.lgg.movement.movement import check_increment, march_on
from battles.resolvers.lgg.record.journal import Die
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    STEP_CASUALTY,
    STEP_CHECK,
    STEP_CHECKED,
    STEP_CONTACT,
    STEP_FALL_BACK,
    STEP_FIRED,
    STEP_FOUGHT,
    STEP_INCREMENT,
    STEP_KEEP,
    STEP_LOST,
    STEP_MARCH,
    STEP_RALLIED,
    STEP_RECOVERED,
    STEP_WORKED,
    face_that_counts,
    keep_die,
    take_up,
)


@kernel
def settle(battle: Battle, step: int, a: int, b: int) -> None:
    """ENG-17 The dice on the table count: the second half of the rule that threw them."""
    if step == STEP_KEEP:
        keep_die(battle)
        return
    take_up(battle)
    if step == STEP_CHECKED:
        settle_check(battle, a, b)
    elif step == STEP_LOST:
        settle_leader(battle, a, b)
    elif step == STEP_RECOVERED:
        settle_recovery(battle, a)
    elif step == STEP_RALLIED:
        settle_rally(battle, a, battle.kept_pose[0], battle.kept_pose[1], battle.kept_pose[2], battle.kept_pose[3])
    elif step == STEP_FIRED:
        settle_fire(battle, a, b)
    elif step == STEP_WORKED:
        settle_work(battle, a, face_that_counts(battle, Die.ENGINEER))
    elif step == STEP_FOUGHT:
        settle_combat(battle, a)


@kernel
def next_step(battle: Battle) -> None:
    """ENG-17 Take the next step from the agenda and carry it out."""
    battle.agenda_n -= 1
    n = battle.agenda_n
    step, a, b, c = battle.agenda[n, 0], battle.agenda[n, 1], battle.agenda[n, 2], battle.agenda[n, 3]
    if step == STEP_CHECK:
        check_on_board(battle, a, b)
    elif step == STEP_CASUALTY:
        check_leader(battle, a, b)
    elif step == STEP_FALL_BACK:
        back_if_there(battle, a, b, c == 1)
    elif step == STEP_CONTACT:
        make_contact(battle, a, b, c)
    elif step == STEP_INCREMENT:
        check_increment(battle, a)
    elif step == STEP_MARCH:
        march_on(battle, a, b)
    else:
        settle(battle, step, a, b)
