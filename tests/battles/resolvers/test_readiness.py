"""The cache of compiled rules: which modules there are, and when the cache counts as complete."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from battles.resolvers import readiness

ROOT = Path(__file__).parents[3]


def test_every_module_with_rules_is_known() -> None:
    modules = readiness.kernel_modules()
    assert "battles.resolvers.lgg.fighting.combat" in modules
    assert "battles.resolvers.dice" in modules
    assert "battles.resolvers.battle_file" not in modules


def test_a_cache_is_ready_when_this_very_source_is_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIVOUAC_KERNEL_CACHE", str(tmp_path))
    assert not readiness.is_ready()
    (tmp_path / "ready-of-another-source").touch()
    assert not readiness.is_ready()
    (tmp_path / f"ready-{readiness.sources_digest()}").touch()
    assert readiness.is_ready()


def test_compiling_refuses_where_it_is_switched_off(tmp_path: Path) -> None:
    environment = {**os.environ, "BIVOUAC_KERNELS": "0", "BIVOUAC_KERNEL_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "battles.resolvers.readiness"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "Compiling is switched off here" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_compiled_rule_is_found_by_what_its_sources_say_not_by_where_they_lie(tmp_path: Path) -> None:
    program = ("import importlib.util as u, sys\n"
               "spec = u.spec_from_file_location('doubling', sys.argv[1]); module = u.module_from_spec(spec)\n"
               "sys.modules['doubling'] = module; spec.loader.exec_module(module)\n"
               "print(module.double(21), sum(module.double.stats.cache_hits.values()))\n")  # fmt: skip
    text = ("from battles.resolvers.kernels import kernel\n\n\n@kernel\n"
            "def double(number: int) -> int:\n    return 2 * number\n")  # fmt: skip
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": str(tmp_path / "cache")}
    printed = []
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "doubling.py").write_text(text)
        command = [sys.executable, "-c", program, str(tmp_path / place / "doubling.py")]
        printed.append(subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, check=True))
    assert [done.stdout.split() for done in printed] == [["42", "0"], ["42", "1"]]


LATE = """
import threading
from battles.resolvers.kernels import kernel


@kernel
def half(number: float) -> float:
    return number / 2.0


@kernel
def quarter(number: float) -> float:
    return half(half(number))


@kernel
def unwanted(number: float) -> float:
    return half(number)


told = []
threads = [threading.Thread(target=lambda: told.append(quarter(6.0))) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(told, quarter(4), [len(one.overloads) for one in (half, quarter, unwanted)])
try:
    half("six")
except TypeError as error:
    print(error)
"""


def test_a_rule_is_compiled_once_when_it_is_first_wanted_by_python_or_by_another(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(LATE)
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": str(tmp_path / "cache"),
                   "PYTHONPATH": str(ROOT)}  # fmt: skip
    done = subprocess.run([sys.executable, str(tmp_path / "late.py")], env=environment, capture_output=True, text=True,
                          cwd=ROOT, check=True)  # fmt: skip
    called, wrong = done.stdout.splitlines()
    assert called == f"{[1.5] * 6} 1.0 [1, 1, 0]"
    assert wrong.startswith("No matching definition")


STAGES = """
import sys
from battles.resolvers import kernels, late_kernels

late_kernels.STAGE_WEIGHT = int(sys.argv[1])
from battles.resolvers.kernels import kernel


@kernel
def half(number: float) -> float:
    return number / 2.0


@kernel
def quarter(number: float) -> float:
    return half(half(number))


@kernel
def eighth(number: float) -> float:
    return quarter(half(number))


print(eighth(6.0), [len(one.overloads) for one in (half, quarter, eighth)], sum(eighth.stats.cache_hits.values()))
"""


def told_by_stages(folder: Path, weight: int) -> str:
    (folder / "stages.py").write_text(STAGES)
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": str(folder / f"cache-{weight}"),
                   "PYTHONPATH": str(ROOT)}  # fmt: skip
    command = [sys.executable, str(folder / "stages.py"), str(weight)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, check=True).stdout.strip()


def test_a_heavy_rule_is_called_by_its_address_wherever_the_cache_lies(tmp_path: Path) -> None:
    assert told_by_stages(tmp_path, 0) == "0.75 [1, 1, 1] 0"
    (tmp_path / "cache-0").rename(tmp_path / "cache-1")
    assert told_by_stages(tmp_path, 1) == "0.75 [1, 1, 1] 1"


def test_a_light_rule_is_part_of_its_caller_and_not_loaded_for_it(tmp_path: Path) -> None:
    assert told_by_stages(tmp_path, 1_000_000) == "0.75 [1, 1, 1] 0"
    assert told_by_stages(tmp_path, 1_000_000) == "0.75 [0, 0, 1] 1"
