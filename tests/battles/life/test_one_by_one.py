"""Work of the clock for many rows."""

import pytest

from base.rows.one_by_one import each_by_itself


def test_one_war_that_goes_wrong_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    def remind(war: int) -> int:
        return 12 // war

    assert each_by_itself([1, 0, 3], remind) == 16
    assert "remind went wrong for 0" in caplog.text
