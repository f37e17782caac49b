"""A real SMTP server and a real HTTP receiver, which a test starts and may let fail."""

import json
import logging
import threading
from asyncio import Server
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller

SERVERS_LOG = logging.getLogger("mail.log")
SERVERS_LOG.addHandler(logging.NullHandler())
SERVERS_LOG.propagate = False  # its thread writes on when the output of its test is closed


@dataclass
class Mailbox:
    """What an SMTP server has taken; addresses that it refuses, and whether it is out of order."""

    mails: list[tuple[str, Message]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    broken: bool = False

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.refused:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.broken:
            return "451 try again later"
        for to in envelope.rcpt_tos:
            self.mails.append((to, message_from_bytes(envelope.content)))
        return "250 OK"

    def to(self, address: str) -> list[str]:
        """The texts of the mails to an address."""
        return [bytes(mail.get_payload(decode=True)).decode() for to, mail in self.mails if to == address]


class AnyPort(Controller):
    """A server on whatever port is free."""

    server: Server

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    """A running SMTP server: what it has taken, and its port."""
    box = Mailbox()
    controller = AnyPort(box, hostname="127.0.0.1", port=0)
    controller.start()
    try:
        yield box, controller.port
    finally:
        controller.stop()


@contextmanager
def smtp_server(settings) -> Iterator[Mailbox]:
    """An SMTP server to which the site's mail goes."""
    with mail_server() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.MAIL_IS_SET_UP = True
        yield box


@dataclass
class Posted:
    """A request that a receiver has got."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 200

    @property
    def taken(self):
        return self.status < 300

    @property
    def json(self):
        return json.loads(self.body)


@dataclass
class Receiver:
    """What an HTTP receiver has got, and how it answers."""

    url: str
    host: str
    got: list[Posted] = field(default_factory=list)
    status: int = 200
    location: str = ""


@contextmanager
def http_receiver() -> Iterator[Receiver]:
    """An HTTP server that answers like Discord."""

    class Handler(BaseHTTPRequestHandler):
        def _take(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.got.append(Posted(self.command, self.path, dict(self.headers), body, receiver.status))
            answer = json.dumps({"id": str(1000 + len(receiver.got))}).encode()
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_POST = do_PATCH = do_GET = _take  # noqa: N815 (the server calls them so)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    host = f"127.0.0.1:{server.server_port}"
    receiver = Receiver(f"http://{host}/hook", host)
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
