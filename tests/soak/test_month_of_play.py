"""A month of play, when asked for with ``-m soak``: a process of its own, because it has a time of its own."""

import json
import subprocess
import sys

import pytest


@pytest.mark.soak
def test_a_month_of_play_keeps_every_promise():
    done = subprocess.run(
        [sys.executable, "-m", "lab.soak.month_of_play"], capture_output=True, text=True, timeout=1200, check=False
    )
    assert done.stdout, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["broken"] == []
    assert found["turns"] == 10
