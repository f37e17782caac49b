"""The cache of compiled rules: who is killed leaves nothing behind that hinders others, and two may work at once."""

import fcntl
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from base.processes import wait_until
from battles.resolvers.core import kernels

ROOT = Path(__file__).parents[2]
RULES = "tests.compiler.rules"


def started(cache: Path, *arguments: str) -> subprocess.Popen[str]:
    """A process that compiles into a cache."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "BIVOUAC_KERNEL_CACHE": str(cache), "BIVOUAC_KERNELS": "1"},
    )  # fmt: skip


def is_free(cache: Path) -> bool:
    """Whether nobody holds the lock of a cache."""
    with (cache / "compiling").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@pytest.mark.skipif(sys.platform != "linux" or (os.cpu_count() or 1) == 1, reason="looks at a compiler's children")
def test_a_compiler_that_is_killed_leaves_nobody_with_the_lock(tmp_path: Path) -> None:
    compiler = started(tmp_path, "battles.resolvers.contract.readiness", "--all")
    children = Path(f"/proc/{compiler.pid}/task/{compiler.pid}/children")
    assert wait_until(lambda: len(children.read_text().split()) > 1, 60)
    assert not is_free(tmp_path)
    compiler.send_signal(signal.SIGKILL)
    compiler.wait()
    assert wait_until(lambda: is_free(tmp_path), 60)
    assert not list(tmp_path.glob("ready-*"))


def test_two_compilers_at_once_leave_one_whole_cache(tmp_path: Path) -> None:
    told = [compiler.communicate() for compiler in [started(tmp_path, RULES), started(tmp_path, RULES)]]
    assert told[0] == told[1]
    assert len(told[0][0].splitlines()) > 300
    (code,) = tmp_path.glob("*.o")
    (note,) = tmp_path.glob("*/*.json")
    assert json.loads(note.read_text())["code"] == code.stem
    assert [path.name for path in tmp_path.rglob("tmp*")] == []


def test_progress_is_read_until_all_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIVOUAC_KERNEL_CACHE", str(tmp_path))
    assert kernels.progress() is None
    kernels.note_progress(12, 20)
    seen = kernels.progress()
    assert seen is not None
    assert seen.sentence.startswith("Rules compiled: 12 of 20.")
    kernels.progress_file().write_text("{")
    assert kernels.progress() is None
    kernels.note_progress(20, 20)
    kernels.mark().touch()
    assert kernels.progress() is None
