"""A claim is taken from a dead process at once, and never from one that may live."""

import os
import signal
import subprocess
import sys

import pytest

from base.rows.holder import Fate, fate_of, this_process
from battles.models import Battle
from battles.services import claim_battle, reconcile, run_battle
from tests.factories.battles import roster_battle

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc, which Linux has")
ALIVE, DEAD, DEAD_WITH_WORKER = Fate(False, False), Fate(True, False), Fate(True, True)
NAME = """
import os, tests.environment, django
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
from base.rows.holder import this_process
print(this_process(), flush=True)
input()
"""


def sleeper() -> tuple[subprocess.Popen[str], str]:
    """A child process and its name; its parent is this process."""
    child = subprocess.Popen([sys.executable, "-c", NAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return child, child.stdout.readline().strip()


def kill(child: subprocess.Popen[str]) -> None:
    os.kill(child.pid, signal.SIGKILL)
    child.wait()


def test_a_living_process_is_alive_and_a_killed_one_dead():
    child, name = sleeper()
    assert fate_of(name) == ALIVE
    kill(child)
    assert fate_of(name) == DEAD


def test_a_killed_process_is_dead_before_anybody_has_waited_for_it():
    child, name = sleeper()
    os.kill(child.pid, signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert fate_of(name) == DEAD
    child.wait()


def test_a_process_that_died_with_its_worker_is_told_apart():
    child, name = sleeper()
    kill(child)
    machine, own, _ = name.split("|")
    assert fate_of(f"{machine}|{own}|{own}") == DEAD_WITH_WORKER


def test_a_number_used_again_is_not_the_old_process():
    machine, own, parent = this_process().split("|")
    pid, start = own.split(":")
    assert fate_of(f"{machine}|{pid}:{int(start) - 1}|{parent}") == DEAD


def test_a_process_of_another_machine_or_container_is_never_called_dead():
    machine, _, parent = this_process().split("|")
    host, boot, space = machine.split("/", 2)
    gone = f"999999999:1|{parent}"
    assert fate_of(f"elsewhere/{boot}/{space}|{gone}") == ALIVE
    assert fate_of(f"{host}/{boot}/pid:[1]|{gone}") == ALIVE


def test_a_process_from_before_the_last_boot_of_this_machine_is_dead():
    machine, own, parent = this_process().split("|")
    host, _, space = machine.split("/", 2)
    assert fate_of(f"{host}/another-boot/{space}|{own}|{parent}") == DEAD_WITH_WORKER


@pytest.mark.parametrize("name", ["", "|", "||", "x", "x|y|z", "a/b/c|:|:"])
def test_a_name_that_says_nothing_leaves_it_to_the_lease(name):
    assert fate_of(name) == ALIVE


@pytest.mark.django_db
def test_the_battle_of_a_killed_process_is_taken_up_at_once_and_the_attempt_counts():
    battle = roster_battle()
    claim_battle(battle_id=battle.pk)
    child, name = sleeper()
    Battle.objects.update(holder=name)
    assert reconcile().freed == 0
    kill(child)
    assert reconcile().freed == 1
    assert run_battle(battle.pk)
    assert Battle.objects.get().attempt == 2
