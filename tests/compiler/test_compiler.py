"""Rules that use all of the language, in processes of their own: the same numbers plain and compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compiler import fitting

ROOT = Path(__file__).parents[2]


def printed(cache: Path, **environment: str) -> str:
    """What the rules of ``rules.py`` come to."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.compiler.rules"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "BIVOUAC_KERNEL_CACHE": str(cache), **environment},
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-2000:]
    return told.stdout


def test_compiled_rules_come_to_what_plain_ones_come_to(tmp_path: Path) -> None:
    plain = printed(tmp_path, BIVOUAC_KERNELS="0")
    assert len(plain.splitlines()) > 300
    assert "divided by nought" in plain
    assert printed(tmp_path, BIVOUAC_KERNELS="1").splitlines() == plain.splitlines()
    assert list(tmp_path.glob("*.o")), "the second run is compiled"


def test_rules_stay_plain_with_an_untried_version_or_on_another_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitting.why_not() == ""
    monkeypatch.setattr(fitting, "TRIED", ("0.1",))
    assert "was not tried with llvmlite" in fitting.why_not()
    monkeypatch.undo()
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert "was not tried on the processor riscv64" in fitting.why_not()
    asked = (
        "from compiler import fitting; fitting.TRIED = ()\n"
        "from battles.resolvers.core.kernels import COMPILED; print(COMPILED)"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True,
                          env={**os.environ, "BIVOUAC_KERNELS": "1"})  # fmt: skip
    assert done.stdout == "False\n"
    assert "The rules are not compiled, battles take longer: it was not tried" in done.stderr
