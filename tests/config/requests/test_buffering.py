"""The web server: a slow client costs a buffer, and that for a time only; a body too large is not taken."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from config.requests import buffering
from config.requests.limits import BODY_LIMIT
from config.web import address, bind, parse

MANY = 60
LARGE = b"x" * 4_000_000


class Site:
    """A small application behind the real server, in a thread."""

    def __init__(self, trust_proxy: bool = False, connections: int = 500) -> None:
        self.listener = bind("127.0.0.1", 0)
        self.asked: list[tuple[str, int]] = []
        self.held, self.let_go = threading.Event(), threading.Event()
        self.server = buffering.make_server(
            self.answer, self.listener, trust_proxy=trust_proxy, connections=connections
        )
        self.address = self.listener.getsockname()
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        body = environ["wsgi.input"].read()
        self.asked.append((environ["PATH_INFO"], len(body)))
        if environ["PATH_INFO"] == "/held":
            self.held.set()
            self.let_go.wait(10)
        words = LARGE if environ["PATH_INFO"] == "/large" else environ.get("HTTP_X_FORWARDED_FOR", "none").encode()
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(words)))])
        return [words]

    def open(self, first: bytes = b"") -> socket.socket:
        client = socket.create_connection(self.address, timeout=10)
        client.sendall(first)
        return client

    def ask(self, path: str = "/", *headers: str) -> str:
        lines = [f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *headers]
        return said(self.open("\r\n".join([*lines, "", ""]).encode()))

    def stop(self) -> None:
        if self.thread.is_alive():
            self.server.stop_soon()
        self.thread.join(10)
        self.listener.close()


def said(client: socket.socket) -> str:
    """All that the server says until it closes."""
    parts = []
    with client, contextlib.suppress(ConnectionResetError):
        while part := client.recv(65536):
            parts.append(part)
    return b"".join(parts).decode()


def read_to(client: socket.socket, end: bytes) -> bytes:
    """One answer, up to its last word."""
    words = b""
    while not words.endswith(end):
        words += client.recv(65536)
    return words


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.stop()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times of a third of a second, and no allowance for what trickles."""
    monkeypatch.setattr(buffering, "SECONDS", dict.fromkeys(buffering.SECONDS, 0.3))
    monkeypatch.setattr(buffering, "SLOWEST", 1e9)
    monkeypatch.setattr(buffering, "ROUND", 0.05)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Times of a tenth of a second for whoever does not read, and long ones for all others."""
    monkeypatch.setattr(buffering, "SECONDS", dict.fromkeys(buffering.SECONDS, 20) | {"sending": 0.1})


HALF_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
HALF_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + b"x" * 50_000
HALF_CHUNK = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nabc"
NOT_READ = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"


def test_slow_clients_of_five_kinds_keep_no_thread(site):
    slow = [site.open(kind) for kind in (b"", HALF_HEAD, HALF_BODY, HALF_CHUNK, NOT_READ) for _ in range(MANY)]
    begun = time.monotonic()
    assert [site.ask().startswith("HTTP/1.1 200") for _ in range(10)] == [True] * 10
    assert time.monotonic() - begun < 12  # the slow ones are given 15 seconds and more
    assert {length for _, length in site.asked} == {0}
    assert all(client.close() is None for client in slow)


@pytest.mark.parametrize("first", [b"", HALF_HEAD, HALF_BODY, HALF_CHUNK])
def test_what_stays_half_sent_is_dropped(quick, site, first):
    client = site.open(first)
    client.settimeout(30)
    assert said(client) == ""


def test_a_byte_now_and_then_does_not_keep_a_connection(quick, site):
    client = site.open(HALF_HEAD)
    with client, pytest.raises((ConnectionResetError, BrokenPipeError)):
        trickle(client, seconds=30)


def trickle(client: socket.socket, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        client.sendall(b"x")
        time.sleep(0.05)


def test_who_does_not_read_is_dropped(impatient, site):
    client, end = site.open(NOT_READ), time.monotonic() + 30
    while time.monotonic() < end and (len(site.asked) < 1 or site.server.active_channels):
        time.sleep(0.05)
    assert (len(site.asked), len(site.server.active_channels)) == (1, 0)
    assert len(said(client)) < len(LARGE)


def test_an_answer_that_takes_long_to_make_is_waited_for(quick, site):
    client = site.open(b"GET /held HTTP/1.0\r\n\r\n")
    assert site.held.wait(30)
    time.sleep(0.6)
    site.let_go.set()
    assert said(client).startswith("HTTP/1.0 200")


def test_where_connections_run_short_the_slow_go_first(monkeypatch):
    monkeypatch.setattr(buffering, "SECONDS", dict.fromkeys(buffering.SECONDS, 1.0))
    monkeypatch.setattr(buffering, "HURRIED", 0.0)
    monkeypatch.setattr(buffering, "ROUND", 0.05)
    monkeypatch.setattr(buffering, "SLOWEST", 1e9)
    site = Site(connections=20)
    try:
        slow = [site.open(HALF_HEAD) for _ in range(40)]
        assert site.ask().startswith("HTTP/1.1 200")
        assert len(slow) == 40
    finally:
        site.stop()


LIMIT = BODY_LIMIT


def test_a_body_of_the_limit_is_taken_and_one_byte_more_is_refused_before_it_is_sent(site):
    whole = b"POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % LIMIT
    assert said(site.open(whole + b"x" * LIMIT)).startswith("HTTP/1.0 200")
    refused = said(site.open(b"POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n" % (LIMIT + 1)))
    assert refused.startswith("HTTP/1.0 413")
    assert refused.endswith("Your request is larger than 5 MB. Send a smaller file.\n")
    assert site.asked == [("/", LIMIT)]


def test_who_sends_too_much_all_the_same_can_read_why(site):
    client = site.open(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\n\r\n")
    for _ in range(300):
        client.sendall(b"x" * 100_000)
    client.shutdown(socket.SHUT_WR)
    assert said(client).startswith("HTTP/1.1 413")
    assert site.asked == []


def test_a_chunked_body_is_refused_at_the_limit(site):
    client = site.open(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(80):
        client.sendall(b"186a0\r\n" + b"x" * 100_000 + b"\r\n")
    client.shutdown(socket.SHUT_WR)
    assert said(client).startswith("HTTP/1.1 413")
    assert site.asked == []


@pytest.mark.parametrize("endless", [b"0" * 3000, b"0\r\nX: " + b"x" * 9000])
def test_a_chunk_without_an_end_of_its_size_or_trailer_is_refused(site, endless):
    client = site.open(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + endless)
    client.shutdown(socket.SHUT_WR)
    assert said(client).startswith("HTTP/1.1 400")


def test_too_long_a_head_is_refused(site):
    client = site.open(b"GET / HTTP/1.1\r\nCookie: " + b"x" * buffering.HEAD_LIMIT)
    client.shutdown(socket.SHUT_WR)
    assert "431 Request Header Fields Too Large" in said(client)


@pytest.mark.parametrize(("trusted", "told"), [(False, "none"), (True, "192.0.2.7")])
def test_only_a_trusted_proxy_says_who_asks(trusted, told):
    site = Site(trust_proxy=trusted)
    try:
        assert site.ask("/", "X-Forwarded-For: 192.0.2.7").endswith(f"\r\n\r\n{told}")
    finally:
        site.stop()


def test_whoever_is_being_answered_is_answered_before_the_end(site):
    client = site.open(b"GET /held HTTP/1.0\r\n\r\n")
    assert site.held.wait(30)
    site.server.stop_soon()
    site.let_go.set()
    assert said(client).startswith("HTTP/1.0 200")
    site.thread.join(30)
    assert not site.thread.is_alive()


def test_a_second_request_in_one_packet_is_left_out(site):
    answer = said(site.open(b"GET /first HTTP/1.1\r\nHost: x\r\n\r\n" * 40))
    assert answer.count("HTTP/1.1 200") == 1
    assert "Connection: close" in answer
    assert site.asked == [("/first", 0)]


def test_a_dropped_connection_is_not_looked_at_again_since_its_number_may_be_a_new_visitors(impatient, site):
    client, end = site.open(NOT_READ), time.monotonic() + 30
    while time.monotonic() < end and not site.server.active_channels:
        time.sleep(0.001)
    connection = next(iter(site.server.active_channels.values()))
    while time.monotonic() < end and site.server.active_channels:
        time.sleep(0.01)
    assert connection.closed
    assert not connection.readable()
    assert not connection.writable()
    client.close()


def test_a_connection_is_kept_for_the_next_request(site):
    client = site.open()
    for _ in range(3):
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_to(client, b"none").startswith(b"HTTP/1.1 200")
    client.close()


@pytest.mark.parametrize("text", ["8000", ":8000", "host:0", "host:65536", "host:8o", "host:"])
def test_an_address_that_is_none_is_refused(text):
    with pytest.raises(SystemExit):
        parse(["--listen", text])


def test_addresses_of_both_kinds_are_read():
    assert address("[::1]:8000") == ("::1", 8000)
    assert address("192.0.2.1:80") == ("192.0.2.1", 80)
