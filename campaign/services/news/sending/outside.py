"""Sending to outside addresses: never into the site's own networks, in bounded time, and reading little of the answer.

A name is looked up once; what is connected to is the address that was checked, so that a name which changes its
address in between gains nothing. No redirect is followed.
"""

import http.client
import io
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

CONNECT_WITHIN, ANSWER_WITHIN = 5.0, 10.0
MOST_READ, MOST_RECEIVED = 65_536, 262_144
"""Bytes of an answer's body, and of all that comes with it: its head, and the sizes of its pieces."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
ISATAP = (0x0000_5EFE, 0x0200_5EFE)
SPECIAL = [ipaddress.ip_network(net) for net in ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "64:ff9b:1::/48")]
"""What some versions of Python count as public: of protocols, old relays, documents, a site's own NAT64."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotSent(Exception):
    """Something could not be sent; the text explains why. ``final``: trying again is of no use."""

    def __init__(self, why: str, *, final: bool = False, wait: float = 0) -> None:
        super().__init__(why)
        self.final = final
        self.wait = wait


@dataclass(frozen=True)
class Reply:
    """The reply of an outside address."""

    status: int
    body: bytes


def checked_url(url: str) -> SplitResult:
    """Return the parts of an address to which we may send, as far as can be seen without looking its name up; else
    NotSent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotSent("Address: this is no web address.", final=True) from None
    if parts.scheme not in ("https", "http") or not parts.hostname or "@" in parts.netloc or port == 0:
        raise NotSent("Address: write one that begins with https:// and names a host.", final=True)
    if parts.scheme == "http" and not _trusted(parts):
        raise NotSent("Address: write one that begins with https://.", final=True)
    if not url.isascii() or any(ord(sign) <= 32 for sign in url):
        raise NotSent("Address: it holds a space or a sign that is no part of an address.", final=True)
    if _is_private(parts.hostname) and not _trusted(parts):
        raise NotSent(f"Address: {parts.hostname} lies in a private network; name a public host.", final=True)
    return parts


def _is_private(host: str) -> bool:
    """Return whether a host is known to lie inside without looking it up: it is a number, or this machine."""
    try:
        return not is_outside(ipaddress.ip_address(host))
    except ValueError:
        return host == "localhost"


def _trusted(parts: SplitResult) -> bool:
    return f"{parts.hostname}:{parts.port}" in settings.BIVOUAC_HOOKS_TO or parts.hostname in settings.BIVOUAC_HOOKS_TO


def is_outside(address: Address) -> bool:
    """Return whether an address lies in the public internet, whatever form it is written in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = _carried(address)
        if inner is not None:
            return is_outside(inner)
        if int(address) >> 32 == 0 or address.is_site_local:
            return False
    if any(address in net for net in SPECIAL):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address to which a gateway would lead from this one."""
    if address in NAT64 or (int(address) >> 32) & 0xFFFF_FFFF in ISATAP:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _looked_up(parts: SplitResult, port: int) -> str:
    """Return the address to connect to: all that the name has must be outside."""
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent(f"{parts.hostname} was not found.") from None
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not addresses:
        raise NotSent(f"{parts.hostname} was not found.")
    if not _trusted(parts) and not all(is_outside(ipaddress.ip_address(one)) for one in addresses):
        raise NotSent(f"{parts.hostname} lies in a private network: nothing is sent there.", final=True)
    return addresses[0]


def send(method: str, url: str, *, body: bytes, headers: dict[str, str]) -> Reply:
    """Send bytes to an outside address and read its short answer; NotSent where that does not work."""
    parts = checked_url(url)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    at = _looked_up(parts, port)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = f"[{host}]" if ":" in host else host
    asked = {"Host": named if parts.port is None else f"{named}:{port}", "User-Agent": "Bivouac", **headers}
    try:
        with _connected(at, port, host if secure else "") as connection:
            connection.request(method, path, body=body, headers=asked)
            answer = connection.getresponse()
            return Reply(answer.status, answer.read(MOST_READ)[:MOST_READ])
    except (http.client.HTTPException, OSError, ValueError, OverflowError) as error:  # ValueError: a chunk of size -5
        raise NotSent(f"{host} does not answer ({type(error).__name__}).") from None


class _Few(io.RawIOBase):
    """The first bytes that come on a line: then it ends, whatever its sender calls their number."""

    def __init__(self, line: io.RawIOBase) -> None:
        self._line, self._left = line, MOST_RECEIVED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._line.readinto(memoryview(buffer)[: self._left]) or 0
        self._left -= count
        return count

    def close(self) -> None:
        self._line.close()
        super().close()


class _Answer(http.client.HTTPResponse):
    """An answer of which little is received, in whatever pieces it comes."""

    def __init__(self, sock: socket.socket, *arguments: Any, **options: Any) -> None:
        super().__init__(sock, *arguments, **options)
        self.fp = io.BufferedReader(_Few(self.fp.detach()))


@contextmanager
def _connected(at: str, port: int, secure_name: str) -> Iterator[http.client.HTTPConnection]:
    """Connect to a checked address. However slowly its answer comes, the line is cut when the time is over."""
    plain = socket.create_connection((at, port), timeout=CONNECT_WITHIN)
    with plain.dup() as line, closing(http.client.HTTPConnection(at, port)) as connection:
        hang_up = threading.Timer(ANSWER_WITHIN, _cut, [line])
        hang_up.start()
        plain.settimeout(ANSWER_WITHIN)
        try:
            connection.response_class = _Answer
            connection.sock = plain  # closed with the connection, also where no secure line comes of it
            if secure_name:
                connection.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=secure_name)
            yield connection
        finally:
            hang_up.cancel()
            hang_up.join()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def accepted(reply: Reply) -> Reply:
    """Return the reply if it confirms the post; otherwise raise NotSent with the remedy."""
    if 200 <= reply.status < 300:
        return reply
    if reply.status == 429:
        raise NotSent("It asks us to wait (429).", wait=60)
    if 300 <= reply.status < 400:
        raise NotSent(f"It leads elsewhere ({reply.status}): enter the address where it leads.", final=True)
    raise NotSent(f"It answered {reply.status}.", final=reply.status in (401, 403, 404, 410))
