"""A PostgreSQL server of the proof's own, which may be killed: made in a folder that is thrown away."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = Path("/usr/lib/postgresql")


def _programs() -> Path:
    """The folder of the newest server that is installed."""
    found = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda path: int(path.parent.parent.name))
    if not found:
        raise SystemExit(f"no PostgreSQL server is installed below {PROGRAMS}")
    return found[-1].parent


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class OwnDatabase:
    """One server on a free port. PostgreSQL does not run as root: then it runs as its own user."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="bivouac-postgres-"))
        self.address = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *words: str) -> None:
        command = [*self._as_user, str(_programs() / program), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self) -> None:
        """Start it, after a kill with the recovery that it needs, and wait until it answers."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-D", self._data, "-o", options, "-l", str(self.folder / "log"), "-w", "-t", "60", "start")

    def kill(self) -> None:
        """End every one of its processes at once, as a power cut would."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.05)

    def restart(self) -> None:
        """A power cut, and the server again a moment later."""
        self.kill()
        time.sleep(1)
        self.start()

    def throw_away(self) -> None:
        """Stop it, and take its folder away."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def own_database() -> Iterator[OwnDatabase]:
    """A server that is there for as long as it is worked with."""
    server = OwnDatabase()
    try:
        yield server
    finally:
        server.throw_away()
