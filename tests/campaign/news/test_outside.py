"""Outgoing addresses: none in the site's own networks, whatever form it has. Signatures as Standard Webhooks wants."""

import ipaddress
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from threading import Thread

import pytest

from campaign.services.news.sending import outside
from campaign.services.news.sending.hooks import plain, signed
from campaign.services.news.sending.outside import NotSent, checked_url, is_outside, send

INSIDE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104
    "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
    "2002:a00:1::", "2001:0:53aa:64c:0:fffe:80ff:fffe", "2001:db8::1",
    "192.0.0.8", "192.88.99.1", "3fff::1", "64:ff9b:1::7f00:1", "2001:db9::5efe:10.0.0.1", "::ffff:0:127.0.0.1",
)  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_no_private_address_counts_as_outside(address: str) -> None:
    assert not is_outside(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["162.159.128.233", "2606:4700::6810:85e5", "::ffff:162.159.128.233"])
def test_public_addresses_do(address: str) -> None:
    assert is_outside(ipaddress.ip_address(address))


@pytest.mark.parametrize("url", [
    "http://example.org/hook", "ftp://example.org/", "https:///x", "https://user:pw@example.org/", "javascript:1",
    "https://:pw@example.org/", "https://@example.org/", "https://example.org\\@127.0.0.1/",
    "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\r\nHost: x", "https://[::1", "",
    "https://127.0.0.1/x", "https://[::ffff:10.0.0.1]/x", "https://LOCALHOST:8443/x", "https://169.254.169.254/",
])  # fmt: skip
def test_an_address_that_is_no_plain_https_is_refused(url: str) -> None:
    with pytest.raises(NotSent):
        checked_url(url)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_nothing_is_sent_into_the_own_machine(host: str, monkeypatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("it connected"))
    with pytest.raises(NotSent):
        send("POST", f"https://{host}/hook", body=b"", headers={})


def test_a_name_with_one_private_address_among_others_is_refused(monkeypatch) -> None:
    found = [(2, 1, 6, "", (one, 443)) for one in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(NotSent, match="private network"):
        send("POST", "https://rebinding.example/hook", body=b"", headers={})


@contextmanager
def dripping(first: bytes, drop: bytes, every: float) -> Iterator[int]:
    """A receiver that answers a drop at a time, for ever; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with suppress(OSError):
                line, _ = listener.accept()
                with line:
                    for part in chain([first], repeat(drop)):
                        line.sendall(part)
                        time.sleep(every)

        Thread(target=answer, daemon=True).start()
        yield listener.getsockname()[1]


@pytest.mark.parametrize(("first", "drop", "every"), [
    (b"HTTP/1.1 ", b"2", 0.02), (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.02),
    (b"HTTP/1.1 200 OK\r\n\r\n", b"x", 0.02), (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536, 0),
])  # fmt: skip
def test_a_receiver_that_never_ends_its_answer_holds_nobody(
    first: bytes, drop: bytes, every: float, monkeypatch, settings
) -> None:
    settings.BIVOUAC_HOOKS_TO = ["127.0.0.1"]
    monkeypatch.setattr(outside, "ANSWER_WITHIN", 0.2)
    with dripping(first, drop, every) as port:
        begun = time.monotonic()
        with suppress(NotSent):
            assert len(send("POST", f"http://127.0.0.1:{port}/hook", body=b"{}", headers={}).body) <= outside.MOST_READ
        assert time.monotonic() - begun < 2


def test_a_signature_is_the_one_of_the_specification() -> None:
    headers = signed("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                     b'{"test": 2432232314}')  # fmt: skip
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_text_for_discord_loses_its_marks() -> None:
    assert plain("@here *x* `y` <@&1> https://a.b") == (
        "@\u200bhere \\*x\\* \\`y\\` \\<@\u200b&1\\> https\\:\u200b//a\\.b"
    )


@pytest.mark.parametrize(
    "body",
    [b"-5\r\nhi\r\n0\r\n\r\n", b"-1\r\n" + bytes(1_000_000), b"0x-5\r\nhello", b"zz\r\nhello", b"9" * 5000 + b"\r\nhey",
     b"1;" + b"x" * 100_000 + b"\r\nhello", b"\xff\r\nhello"],
    ids=["minus five", "minus one", "hexadecimal", "no number", "huge", "long", "no text"],
)  # fmt: skip
def test_an_answer_in_pieces_of_impossible_sizes_is_short_or_none(body: bytes, monkeypatch, settings) -> None:
    settings.BIVOUAC_HOOKS_TO = ["127.0.0.1"]
    monkeypatch.setattr(outside, "ANSWER_WITHIN", 0.2)
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with dripping(head + body, b"x", 0.02) as port, suppress(NotSent):
        assert len(send("POST", f"http://127.0.0.1:{port}/", body=b"", headers={}).body) <= outside.MOST_READ
