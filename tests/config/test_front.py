"""The wait for the first page: as long as the parts live. One that dies three times is given up with its last lines."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from base.processes import start
from config.site import front, supervisor
from config.site.supervisor import Part, Supervisor
from lab.prove.own_database import free_port

SLOW = """
import http.server, sys, time
time.sleep(0.9)
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_):
        pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Page).serve_forever()
"""
FAILS = "import sys; [print('line', n, file=sys.stderr) for n in range(20)]; sys.exit('SECRET_KEY: it is missing.')"


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(supervisor, "PAUSES", (0.0,))
    made = Supervisor(tmp_path / "launcher.json")
    yield made
    made.stop(("web",))


@pytest.fixture
def port() -> int:
    return free_port()


def add_web(parts: Supervisor, *command: str) -> Part:
    return parts.add(Part("web process", lambda: start("web", [sys.executable, "-c", *command], {}), stops_in=0))


def test_a_web_process_that_is_slow_is_waited_for_while_the_wait_is_shown(parts, port, monkeypatch, capsys):
    monkeypatch.setattr(front, "FIRST_WORD", 0.2)
    monkeypatch.setattr(front, "NEXT_WORD", 60.0)
    part = add_web(parts, SLOW, str(port))
    front.wait_for_first_page(parts, port)
    assert part.alive()
    assert part.all_deaths == 0
    assert re.findall(r"the web server is starting: (\d+) s so far", capsys.readouterr().out) == ["0"]


def test_a_web_process_that_dies_three_times_is_given_up_with_its_last_lines(parts, port, capfd):
    add_web(parts, FAILS)
    with pytest.raises(SystemExit) as ended:
        front.wait_for_first_page(parts, port)
    told = str(ended.value).splitlines()
    assert told[0] == "bivouac: the web process ended 3 times before the first page was served. Its last lines:"
    assert told[1:] == [*(f"    line {n}" for n in range(6, 20)), "    SECRET_KEY: it is missing."]
    assert capfd.readouterr().err.count("SECRET_KEY: it is missing.") == 3


def test_a_web_process_that_dies_without_a_word_is_given_up_with_how_it_ended(parts, port):
    add_web(parts, "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(SystemExit, match="before the first page was served and wrote nothing: killed by signal 9"):
        front.wait_for_first_page(parts, port)


def test_a_part_that_dies_late_again_and_again_is_given_up_all_the_same(parts, port, monkeypatch):
    monkeypatch.setattr(supervisor, "STEADY", -1.0)
    part = add_web(parts, "raise SystemExit(3)")
    with pytest.raises(SystemExit, match="3 times"):
        front.wait_for_first_page(parts, port)
    assert part.deaths == 1
