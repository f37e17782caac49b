"""What a record says when its battle is over."""

import pytest

from battles.resolvers.lgg.files.outcome import fate_of
from battles.resolvers.lgg.record.codes import Status
from battles.resolvers.values.report import UnitReport, shared_losses
from tests.battles.resolvers.lgg.stage import stage, stand


@pytest.mark.parametrize(("status", "fate"), [
    (Status.BOARD, "rallied"), (Status.RALLYABLE, "eliminated"), (Status.NONRALLYABLE, "eliminated"),
    (Status.ELIMINATED, "eliminated"), (Status.EXITED, "exited")])  # fmt: skip
def test_R_52_a_unit_that_is_still_broken_at_the_end_is_lost(status: int, fate: str) -> None:
    battle = stage()
    row = battle.roll[stand(battle, 0, "line_inf", 36, 12)]
    battle.roll_was_broken[row], battle.roll_status[row] = 1, status
    assert fate_of(battle, row) == fate


def unit(id: str, before: int, after: int, moved: int, fate: str = "kept", into: str | None = None) -> UnitReport:
    return UnitReport(id, "line_inf", "line_inf", False, before, before - after - moved, moved, after, fate, into)


def test_LGG_15_5_d_wounds_that_return_after_amalgamation_were_the_losses_of_others() -> None:
    """A 2/4 and a 4/4 with one point left became a 2/4 that recovered to 4/4."""
    gainer, giver = unit("a", 2, 4, -1), unit("b", 4, 0, 1, "amalgamated", "a")
    assert (gainer.lost, giver.lost) == (-1, 3)
    told = shared_losses((unit("c", 4, 2, 0), gainer, giver))
    assert [(u.lost, u.moved) for u in told] == [(2, 0), (0, -2), (2, 2)]
    assert all(u.before == u.after + u.lost + u.moved for u in told)
    assert sum(u.moved for u in told) == 0


def test_losses_that_add_up_stay_as_they_are() -> None:
    units = (unit("a", 4, 3, -1), unit("b", 3, 0, 1, "amalgamated", "a"), unit("c", 4, 4, 0))
    assert shared_losses(units) == units
