"""The front of the site: web processes and clock, and the wait for the first page."""

import http.client
import socket
import threading
import time
import urllib.error
import urllib.request

from config import bootstrap
from config.site.parts import start_clock, start_web, web_names
from config.site.supervisor import Part, Supervisor

STARTS_TRIED = 3
FIRST_WORD, NEXT_WORD = 15.0, 30.0
"""Seconds until the wait is shown for the first time, and between two lines of it."""


def start_front(parts: Supervisor, environment: dict[str, str], port: int, listener: socket.socket) -> None:
    """Start web and clock; return when the first page is served."""
    for name in web_names():
        parts.add(Part(name, lambda name=name: start_web(name, environment, listener), stops_in=3.5))  # type: ignore[misc]
    parts.add(Part("clock", lambda: start_clock(environment), stops_in=0.5))
    wait_for_first_page(parts, port)


def wait_for_first_page(parts: Supervisor, port: int) -> None:
    """Wait as long as the parts live, and show that we wait; stop where one does not start whatever is tried."""
    served = threading.Event()
    threading.Thread(target=_ask_until_served, args=(port, served), daemon=True).start()
    began = time.monotonic()
    word = FIRST_WORD
    while not served.wait(0.1):
        parts.look()
        if part := _hopeless(parts):
            bootstrap.stop(how_it_ended(part))
        if time.monotonic() - began >= word:
            bootstrap.show(f"the web server is starting: {word:.0f} s so far; Ctrl-C gives up …")
            word += NEXT_WORD


def _hopeless(parts: Supervisor) -> Part | None:
    """Return the part that does not start whatever is tried, if one does not."""
    return next((part for part in parts.parts if part.all_deaths >= STARTS_TRIED), None)


def how_it_ended(part: Part) -> str:
    """Return why a part is given up, with the last lines that it wrote."""
    lines = part.child.last_lines() if part.child else []
    sentence = f"the {part.name} ended {part.all_deaths} times before the first page was served"
    if not lines:
        return f"{sentence} and wrote nothing: {part.how}."
    return "\n    ".join([f"{sentence}. Its last lines:", *lines])


def _ask_until_served(port: int, served: threading.Event) -> None:
    while not answers(port):
        time.sleep(0.1)
    served.set()


def answers(port: int) -> bool:
    """Return whether the site serves its first page; a slow machine may take its time for it."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=60) as page:  # nosec B310 (our own)
            return bool(page.status == 200)
    except urllib.error.HTTPError:
        return True
    except (OSError, http.client.HTTPException):
        return False
