"""Real processes, killed with SIGKILL: each battle is settled once anyway.

The test runs lab/soak/worker_kills.py in a process of its own, since a worker cannot see the database of a test.
A worker is killed before each single statement in tests/prove.
That a missing guard is seen was tried by taking away one at a time:

==========================================  =====================================================================
guard taken away                            red
==========================================  =====================================================================
``claim=token`` in ``Claim.held``           test_whoever_was_taken_over_cannot_settle
row count of ``settle_battle`` ignored      test_a_doubled_message_…, test_whoever_was_taken_over_…
``lease_until__lt`` in ``claim_battle``     test_of_two_claims_one_wins, test_a_lease_that_stands_is_respected
``attempt__lt`` in ``claim_battle``         test_a_battle_that_kills_its_worker_every_time_is_not_tried_for_ever
``transaction.atomic`` in the settlement    test_killed_before_any_statement_…, test_an_error_in_a_receiver_… and more
freeing the claims of dead processes        test_killed_before_any_statement_…, test_four_battles_…
==========================================  =====================================================================
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BASE_DIR = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.store


@pytest.mark.skipif(sys.platform != "linux", reason="a dead process is known for certain only on Linux")
def test_four_battles_survive_two_kills_of_their_workers():
    command = ["lab.soak.worker_kills", "--battles", "4", "--kills", "2", "--delay", "1", "--seconds", "400"]
    done = subprocess.run([sys.executable, "-m", *command], cwd=BASE_DIR, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert found["settled"] == found["results"] == 4
    assert found["effects"] == found["fielded"] == 40
    assert (sum(found["kills"].values()), found["audit"]) == (2, [])
