"""Hold slow connections of six kinds against a real web process while others use the site.

    .venv/bin/python -m lab.prove.slow_clients --slow 200 --minutes 1

The site has a state folder of its own (SQLite, the sample campaigns) and one web process; nothing else runs. A slow
connection that is dropped is opened anew, so that their number stays. Prints what was found as JSON; exit code 0 where
19 of 20 pages came within 300 ms and a connection that stayed half sent was dropped.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.environment import memory_folder

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PATIENCE_MS = 300
READERS = 2
POST = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
KINDS = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "half a body": b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\n"
    + b"x" * 9000,
    "half a chunk": b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nx",
    "a byte now and then": b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\n",
    "does not read": b"GET /static/vendor/bootstrap/bootstrap.min.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def site() -> Iterator[int]:
    """A site of one web process; its port."""
    state, port = tempfile.mkdtemp(prefix="bivouac-slow-", dir=memory_folder()), free_port()
    environment = {**os.environ, "BIVOUAC_STATE": state, "SECRET_KEY": "only-for-this-proof-" * 4,
                   "ALLOWED_HOSTS": "*", "BIVOUAC_PLAIN_HTTP": "1", "BIVOUAC_KERNELS": "0"}  # fmt: skip
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    for command in (["migrate", "-v", "0"], ["collectstatic", "--no-input", "-v", "0"], ["load_samples"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=BASE_DIR, env=environment, check=True)
    command = [sys.executable, "-m", "config.web", "--listen", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, cwd=BASE_DIR, env=environment)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(state, ignore_errors=True)


def wait_for(port: int) -> None:
    """Return when the first page is served."""
    for _ in range(300):
        with contextlib.suppress(OSError):
            ask(port, "/accounts/login/")
            return
        time.sleep(0.1)
    raise RuntimeError("the web process does not answer")


def ask(port: int, path: str) -> float:
    """Milliseconds until a page is there as a whole, on a connection of its own."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
    return 1000 * (time.perf_counter() - begun)


class Slow:
    """A slow connection, opened anew whenever it is dropped."""

    def __init__(self, port: int, kind: str) -> None:
        self.port, self.kind, self.dropped, self.longest = port, kind, 0, 0.0
        self.open()

    def open(self) -> None:
        self.since = time.monotonic()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(5)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.sendall(KINDS[self.kind])
        self.socket.setblocking(False)

    def look(self) -> None:
        """Send another byte where this is its kind; see whether it was dropped."""
        try:
            if self.kind == "a byte now and then":
                self.socket.send(b"x")
            gone = self.kind != "does not read" and self.socket.recv(100) == b""
        except BlockingIOError:
            gone = False
        except OSError:
            gone = True
        if gone:
            self.longest = max(self.longest, time.monotonic() - self.since)
            self.dropped += 1
            self.socket.close()
            self.open()


def read_pages(port: int, chance: random.Random, until: float, times: list[float]) -> None:
    """Read pages one after the other, as a visitor who clicks twice a second."""
    while time.monotonic() < until:
        times.append(ask(port, chance.choice(["/accounts/login/", "/rules/", "/", "/odds/"])))
        time.sleep(0.5)


def slow_clients(seed: int, minutes: float, slow: int = 200) -> dict[str, Any]:
    """Measure the pages without and with so many slow connections."""
    chance = random.Random(seed)
    with site() as port:
        alone = measured(port, chance, min(minutes, 0.2) * 60, [])
        kinds = list(KINDS)
        held = [Slow(port, kinds[n % len(kinds)]) for n in range(slow)]
        beside = measured(port, chance, minutes * 60, held)
    return {
        "slow": slow, "alone_ms": alone, "beside_ms": beside, "dropped": sum(each.dropped for each in held),
        "kept_longest_s": round(max((each.longest for each in held), default=0), 1),
    }  # fmt: skip


def measured(port: int, chance: random.Random, seconds: float, held: list[Slow]) -> dict[str, float]:
    """Times of pages in milliseconds, while the slow ones are kept slow."""
    times: list[float] = []
    until = time.monotonic() + seconds
    seeds = [random.Random(chance.random()) for _ in range(READERS)]
    readers = [threading.Thread(target=read_pages, args=(port, each, until, times)) for each in seeds]
    for reader in readers:
        reader.start()
    while time.monotonic() < until:
        for each in held:
            each.look()
        time.sleep(0.5)
    for reader in readers:
        reader.join()
    cuts = statistics.quantiles(times, n=20)
    return {"pages": len(times), "p50": round(cuts[9], 1), "p95": round(cuts[-1], 1), "most": round(max(times), 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = slow_clients(options.seed, options.minutes, options.slow)
    print(json.dumps(found, indent=1))
    return 0 if found["beside_ms"]["p95"] < PATIENCE_MS and found["dropped"] else 1


if __name__ == "__main__":
    sys.exit(main())
