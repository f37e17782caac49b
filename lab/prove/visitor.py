"""Somebody who visits a site of several web processes over HTTP, as by a proxy that passes on to whoever answers."""

import http.client
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

AWAY = (OSError, http.client.HTTPException)
PATIENCE = 60.0


@dataclass
class Answer:
    """What came back."""

    status_code: int
    content: bytes
    location: str = ""


@dataclass
class Visitor:
    """Logged in over the form; keeps cookies, and counts answers and times."""

    ports: list[int]
    chance: random.Random
    answers: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, url: str, headers: dict[str, str] | None = None) -> Answer:
        """A page; asked for again while nobody answers, as a proxy would, or while the site says to come back."""
        return self._patiently("GET", url, "", headers or {})

    def post(self, url: str, data: dict[str, Any]) -> Answer:
        """Send a form; sent again only where it cannot have arrived, or where the site says that nothing was kept."""
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        return self._patiently("POST", url, urlencode({**data, **token}, doseq=True), {})

    def log_in(self, name: str, password: str) -> None:
        """By the page, with its token; again while a fault is in the way."""
        end = time.monotonic() + PATIENCE
        while "sessionid" not in self.cookies and time.monotonic() < end:
            self.get("/accounts/login/")
            self.post("/accounts/login/", {"username": name, "password": password})
        if "sessionid" not in self.cookies:
            raise RuntimeError(f"{name} cannot log in")

    def _patiently(self, method: str, url: str, body: str, headers: dict[str, str]) -> Answer:
        end = time.monotonic() + PATIENCE
        while True:
            answer = self._once(method, url, body, headers)
            again = answer.status_code == 503 or (answer.status_code == 0 and method == "GET")
            if not again or time.monotonic() > end:
                return answer
            time.sleep(0.3)

    def _once(self, method: str, url: str, body: str, headers: dict[str, str]) -> Answer:
        """One request, on a connection of its own, to a process that takes connections; status 0 where it broke off."""
        connection = self._connected()
        if connection is None:
            return Answer(503, b"")
        begun = time.perf_counter()
        try:
            connection.request(method, url, body.encode(), self._headers(connection, method) | headers)
            got = connection.getresponse()
            content = got.read()
        except AWAY:
            self.answers["broken off"] += 1
            return Answer(0, b"")
        finally:
            connection.close()
        self.times.append(time.perf_counter() - begun)
        self.answers[str(got.status)] += 1
        self._keep(got.headers.get_all("Set-Cookie") or [])
        return Answer(got.status, content, got.headers.get("Location", ""))

    def _connected(self) -> http.client.HTTPConnection | None:
        for port in self.chance.sample(self.ports, len(self.ports)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                connection.connect()
            except OSError:
                self.answers["refused"] += 1
                continue
            return connection
        return None

    def _headers(self, connection: http.client.HTTPConnection, method: str) -> dict[str, str]:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        return {"Cookie": jar, "Origin": f"http://127.0.0.1:{connection.port}", **kind}

    def _keep(self, cookies: list[str]) -> None:
        for cookie in cookies:
            found = re.match(r"([^=;]+)=([^;]*)", cookie)
            if found:
                self.cookies[found[1]] = found[2].strip('"')
