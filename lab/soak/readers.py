"""Many readers of a running site over HTTP, and how soon they are answered.

    bin/up --port 8101
    .venv/bin/python -m lab.soak.readers var/logins.txt --port 8101 --readers 48 --seconds 15

Every reader is one of the players of Saxony 1813 whose log-ins stand in the file. He reads one page after the other
and looks at each for 0.3 s on average. Prints requests a second and the times of half and of 95 in 100 of the answers.
"""

import argparse
import random
import re
import threading
import time
import urllib.parse
import urllib.request
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple

HOST, WAR, LONGEST_LOOK, PATIENCE = "127.0.0.1", "saxony-1813", 0.6, 30.0
PAGES = ("", "rosters/", "treasury/", "turn/", "chronicle/", "battles/", "diplomacy/", "aims/", "news/", "letters/")
PANELS = 3
"""How many armies and provinces each reader opens."""


class Reader(NamedTuple):
    """A player who is logged in, and the addresses that he reads."""

    cookie: str
    addresses: list[str]


class Crowd:
    """Readers who read until the time is over: seconds of every answer, and how many were no page."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port, self.end = port, time.monotonic() + seconds
        self.answers: list[float] = []
        self.failed = 0
        self._lock = threading.Lock()

    def read(self, reader: Reader, number: int) -> None:
        """Read one page after the other."""
        dice, line = random.Random(number), HTTPConnection(HOST, self.port, timeout=PATIENCE)
        n, times, failed = dice.randrange(100), list[float](), 0
        while time.monotonic() < self.end:
            time.sleep(dice.uniform(0.0, LONGEST_LOOK))
            n += 1
            start = time.perf_counter()
            line.request("GET", reader.addresses[n % len(reader.addresses)], headers={"Cookie": reader.cookie})
            answer = line.getresponse()
            answer.read()
            failed += int(answer.status != 200)
            times.append(time.perf_counter() - start)
        with self._lock:
            self.answers += times
            self.failed += failed


def log_in(port: int, name: str, password: str) -> Reader:
    """Log a player in and find the pages of his war, some of its armies and provinces among them."""
    jar, site = CookieJar(), f"http://{HOST}:{port}"
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.addheaders = [("Referer", site)]
    form = _text(opener, f"{site}/accounts/login/")
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    fields = {"csrfmiddlewaretoken": found[1] if found else "", "username": name, "password": password}
    opener.open(f"{site}/accounts/login/", urllib.parse.urlencode(fields).encode()).read()
    shown, war = _text(opener, f"{site}/c/{WAR}/"), f"/c/{WAR}/"
    panels = [address for kind in ("armies", "provinces")
              for address in sorted(set(re.findall(rf'{war}{kind}/[a-z0-9-]+/(?=")', shown)))[:PANELS]]  # fmt: skip
    return Reader("; ".join(f"{c.name}={c.value}" for c in jar), [war + page for page in PAGES] + panels)


def _text(opener: urllib.request.OpenerDirector, address: str) -> str:
    with opener.open(address) as answer:
        return str(answer.read().decode())


def players(path: Path) -> list[tuple[str, str]]:
    """Return name and password of everybody in a file of log-ins who plays Saxony 1813."""
    rows = [
        line.split() for line in path.read_text(encoding="utf-8").splitlines() if "plays" in line and "Saxony" in line
    ]
    return [(row[0], row[1]) for row in rows]


def summary(answers: list[float], seconds: float, failed: int) -> str:
    """Return what a crowd met with as a line: requests a second, and times in ms."""
    ordered = sorted(answers)
    half, most = (1000 * ordered[int(part * len(ordered))] for part in (0.5, 0.95))
    return f"{len(ordered) / seconds:.0f} requests a second, p50 {half:.0f} ms, p95 {most:.0f} ms, {failed} failed"


def main() -> None:
    """Log everybody in, let them read, print."""
    line = argparse.ArgumentParser(prog="readers")
    line.add_argument("logins", type=Path)
    line.add_argument("--port", type=int, default=8000)
    line.add_argument("--readers", type=int, default=48)
    line.add_argument("--seconds", type=float, default=15.0)
    asked = line.parse_args()
    known = [log_in(asked.port, *player) for player in players(asked.logins)]
    crowd = Crowd(asked.port, asked.seconds)
    threads = [threading.Thread(target=crowd.read, args=(known[n % len(known)], n)) for n in range(asked.readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(summary(crowd.answers, asked.seconds, crowd.failed))


if __name__ == "__main__":
    main()
