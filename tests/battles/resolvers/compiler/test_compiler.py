"""The compiler of the rules: what it makes comes to what Python comes to, and it says what it does not know."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from battles.resolvers.compiler import fitting
from battles.resolvers.compiler.kernel import Kernel
from battles.resolvers.compiler.refused import CannotCompile

ROOT = Path(__file__).parents[4]


def printed(cache: Path, **environment: str) -> str:
    """What the rules of ``rules.py`` come to."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.battles.resolvers.compiler.rules"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "BIVOUAC_KERNEL_CACHE": str(cache), **environment},
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-2000:]
    return told.stdout


def test_compiled_rules_come_to_what_plain_ones_come_to(tmp_path: Path) -> None:
    plain = printed(tmp_path, BIVOUAC_KERNELS="0")
    assert len(plain.splitlines()) > 300
    assert "divided by nought" in plain
    for compiler in ("", "numba"):
        told = printed(tmp_path, BIVOUAC_KERNELS="1", BIVOUAC_COMPILER=compiler)
        assert told.splitlines() == plain.splitlines()


def made_of(tmp_path: Path, text: str) -> Kernel:
    """A rule that stands in a file of its own."""
    path = tmp_path / "strange.py"
    path.write_text(f"def strange(number: int) -> int:\n    {text}\n")
    names: dict[str, object] = {"__name__": "strange"}
    exec(compile(path.read_text(), str(path), "exec"), names)  # noqa: S102
    return Kernel(names["strange"], lambda kernel: 0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("return number ** 2", "line 2: number ** 2"),
        ("return [number][0]", "line 2"),
        ("return unheard_of(number)", "line 2: unheard_of"),
        ("return int(float(number > 1))", "line 2: numba makes no float of a truth"),
        ("x = 1\n    x = (1, 2)\n    return x", "cannot be both"),
        ("for n in range(number):\n        pass\n    else:\n        pass\n    return 1", "a loop has no else"),
        ("with number:\n        return 1", "line 2"),
    ],
)  # fmt: skip
def test_what_the_compiler_does_not_know_is_refused_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(CannotCompile, match=told.replace("*", r"\*")):
        made_of(tmp_path, text).written  # noqa: B018


def test_an_untried_version_or_processor_falls_back_on_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitting.why_not() == ""
    monkeypatch.setattr(fitting, "TRIED", ("0.1",))
    assert "was not tried with llvmlite" in fitting.why_not()
    monkeypatch.undo()
    monkeypatch.setattr(fitting.platform, "machine", lambda: "riscv64")
    assert "was not tried on the processor riscv64" in fitting.why_not()
