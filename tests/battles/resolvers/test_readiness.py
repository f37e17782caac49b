"""The cache of compiled rules: which modules there are, and when the cache counts as complete."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from battles.resolvers.contract import readiness
from compiler import folders

ROOT = Path(__file__).parents[3]


def test_every_module_with_rules_is_known() -> None:
    modules = folders.kernel_modules("battles.resolvers")
    assert "battles.resolvers.lgg.fighting.combat" in modules
    assert "battles.resolvers.core.dice" in modules
    assert "battles.resolvers.files.battle_file" not in modules


def test_a_cache_is_ready_when_this_very_source_is_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIVOUAC_KERNEL_CACHE", str(tmp_path))
    assert not readiness.is_ready()
    (tmp_path / "ready-of-another-source").touch()
    assert not readiness.is_ready()
    (tmp_path / f"ready-{readiness.sources_digest()}").touch()
    assert readiness.is_ready()


def test_compiling_refuses_where_it_is_switched_off(tmp_path: Path) -> None:
    environment = {**os.environ, "BIVOUAC_KERNELS": "0", "BIVOUAC_KERNEL_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "battles.resolvers.contract.readiness"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "Compiling is switched off here" in done.stderr
    assert not list(tmp_path.iterdir())


def run_rules(folder: Path, text: str, cache: str = "cache", **more: str) -> str:
    """Run a program with rules in a folder of its own; what it prints."""
    folder.mkdir(exist_ok=True)
    (folder / "rules.py").write_text(text)
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": str(folder.parent / cache),
                   "PYTHONPATH": str(ROOT), **more}  # fmt: skip
    done = subprocess.run([sys.executable, str(folder / "rules.py")], env=environment, capture_output=True, text=True,
                          cwd=ROOT)  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


DOUBLE = """
from compiler import machine
from battles.resolvers.core.kernels import kernel

made, make = [], machine.made
machine.made = lambda text: made.append(text) or make(text)


@kernel
def double(number: int) -> int:
    return 2 * number


print(double(21), len(made))
"""


def test_a_compiled_rule_is_found_by_what_its_sources_say_not_by_where_they_lie(tmp_path: Path) -> None:
    assert run_rules(tmp_path / "here", DOUBLE) == "42 1"
    assert run_rules(tmp_path / "there", DOUBLE) == "42 0"
    assert run_rules(tmp_path / "words", DOUBLE + "\n# a word more") == "42 0"
    assert run_rules(tmp_path / "change", DOUBLE.replace("2 * number", "number + number")) == "42 1"


LATE = """
import threading
from battles.resolvers.core.kernels import kernel


@kernel
def half(number: float) -> float:
    return number / 2.0


@kernel
def quarter(number: float) -> float:
    return half(half(number))


told = []
threads = [threading.Thread(target=lambda: told.append(quarter(6.0))) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(told, quarter(4))
try:
    half("six")
except ValueError as error:
    print(error)
try:
    half(1.0, 2.0)
except TypeError as error:
    print(error)
"""


def test_a_rule_is_compiled_when_it_is_first_wanted_by_several_threads_at_once(tmp_path: Path) -> None:
    called, wrong, many = run_rules(tmp_path / "late", LATE).splitlines()
    assert called == f"{[1.5] * 6} 1.0"
    assert "could not convert" in wrong
    assert many == "__main__.half takes 1 arguments, not 2"
