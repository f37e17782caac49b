"""What a child writes to its standard error is read to the end, whatever becomes of ours; its last lines are kept."""

import contextlib
import os
import sys
from collections.abc import Iterator

import pytest

from base.processes import Child, start


@pytest.fixture
def broken_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A standard error whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    with contextlib.suppress(OSError), open(writing, "w", buffering=1) as errors:
        monkeypatch.setattr(sys, "stderr", errors)
        yield


def ended(text: str) -> Child:
    child = start("child", [sys.executable, "-c", text], {})
    assert child.process.wait(10) == 0
    return child


@pytest.mark.usefixtures("broken_errors")
def test_a_child_is_read_to_its_end_where_our_standard_error_is_broken():
    child = ended("import sys; [print('line', n, file=sys.stderr) for n in range(20_000)]")
    assert child.last_lines() == [f"line {n}" for n in range(19_985, 20_000)]


def test_a_line_without_an_end_is_read_in_pieces():
    child = ended("import sys; sys.stderr.write('x' * 20_000)")
    assert [len(line) for line in child.last_lines()] == [8192, 8192, 3616]
