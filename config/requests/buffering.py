"""The web server: waitress, with a deadline for every state of a connection.

One loop holds all connections and keeps what comes and goes in buffers; a thread is taken only by a request that is
there as a whole. Waitress itself drops a connection that is silent; one that sends a byte now and then it keeps for
ever. Here each state (idle, receiving, sending, draining) has its time, in seconds of a clock that nobody sets.
"""

import socket
import time
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher
from waitress.utilities import BadRequest
from waitress.wasyncore import close_all

from config.requests.limits import BODY_LIMIT

HEAD_LIMIT = 64 * 1024
CONNECTIONS = 1000
THREADS = 8
SLOWEST = 2000
"""Bytes a second that a connection must come to, beyond the time of its state."""
SECONDS = {"idle": 30.0, "head": 15.0, "body": 35.0, "sending": 30.0, "draining": 10.0}
HURRIED = 0.2
"""What is left of these seconds where connections run short."""
STOP_WITHIN = 3.0
ROUND = 1.0
"""Seconds between two looks at the deadlines."""
CONTROL_LINE, TRAILER = 1024, 8192
SENTENCES = {
    413: "Your request is larger than 5 MB. Send a smaller file.",
    431: "The address and the cookies are too long. Delete the cookies of this site, or shorten the address.",
    501: "This way of sending a request is not known here. Send it plainly, or in chunks.",
}


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """Requests that come one by one, in chunks whose sizes and trailers have a reasonable length."""

    completed: bool

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        if self.chunked and not self.completed:
            body = self.body_rcv
            if len(body.control_line) > CONTROL_LINE or len(body.trailer) > TRAILER:
                self.error = BadRequest("a chunk without a size")
                self.completed = True
        return self._alone(consumed, data) if self.completed and not self.empty else consumed

    def _alone(self, consumed: int, data: bytes) -> int:
        """Leave out what was sent behind a request without waiting for its answer, and close after the answer.

        Else one packet could order hundreds of pages, which nobody need read.
        """
        if data[consumed:].strip(b"\r\n"):
            self.headers["CONNECTION"] = "close"
        return len(data)


class Refused(ErrorTask):  # type: ignore[misc]
    """The answer to a request that is not taken: one sentence."""

    def execute(self) -> None:
        error = self.request.error
        words = SENTENCES.get(error.code, "The request cannot be read. Send it again from a page of this site.")
        body = words.encode() + b"\n"
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it is in its state."""

    parser_class = Parser
    error_task_class = Refused

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.moved = self.moved_before = self.served = 0
        self.lingers = self.draining = self.closed = False
        self.state: tuple[str, int] = ("idle", 0)
        self.since = time.monotonic()
        super().__init__(*arguments, **options)

    def received(self, data: bytes) -> bool:
        self.moved += len(data)
        return bool(super().received(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close))
        self.moved += sent
        return sent

    def service(self) -> None:
        self.lingers = bool(self.requests and self.requests[0].error)
        super().service()
        self.served += 1

    def state_now(self) -> str:
        """Return what is waited for: the client in all cases but *working*."""
        if self.draining:
            return "draining"
        if self.requests:
            return "working"
        if self.total_outbufs_len:
            return "sending"
        if self.request is None:
            return "idle"
        return "body" if self.request.headers_finished else "head"

    def overdue(self, now: float, share: float) -> bool:
        """Return whether the time of this state is over; ``share`` of it where connections run short."""
        state = self.state_now()
        if (state, self.served) != self.state:
            self._enter(state, now)
        allowed = SECONDS.get(state)
        return allowed is not None and now - self.since > share * allowed + (self.moved - self.moved_before) / SLOWEST

    def _enter(self, state: str, now: float) -> None:
        goes_on = self.state == ("head", self.served) and state == "body"
        self.state = (state, self.served)
        if not goes_on:
            self.since, self.moved_before = now, self.moved

    def readable(self) -> bool:
        return not self.closed and (self.draining or bool(super().readable()))

    def writable(self) -> bool:
        return not (self.closed or self.draining) and bool(super().writable())

    def handle_close(self) -> None:
        """Close for good: the number of its file may be a new visitor's before the loop has gone round."""
        self.closed = True
        super().handle_close()

    def handle_read(self) -> None:
        if not self.draining:
            super().handle_read()
        elif not self._thrown_away():
            self.handle_close()

    def _thrown_away(self) -> bool:
        """Return whether more of a refused body came, which is read and forgotten."""
        try:
            return bool(self.socket.recv(self.adj.recv_bytes))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def handle_write(self) -> None:
        """Let a client who still sends read the refusal: a connection closed at once would be reset under it."""
        done = self.close_when_flushed and not self.will_close
        if done and self.lingers and not self.total_outbufs_len and self._end_sending():
            self.draining = True
        else:
            super().handle_write()

    def _end_sending(self) -> bool:
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            return False
        return True


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress on a socket that is bound already, and may be shared with other processes."""

    channel_class = Connection
    next_round = 0.0
    stop_by: float | None = None

    def maintenance(self, now: float) -> None:
        """Nothing by the clock on the wall, which may be set back."""

    def readable(self) -> bool:
        now = time.monotonic()
        if now >= self.next_round:
            self.next_round = now + ROUND
            self.drop_slow(now)
        if self.stop_by is not None and (now > self.stop_by or not self.at_work()):
            raise SystemExit
        return bool(super().readable())

    def drop_slow(self, now: float) -> None:
        """Close the connections whose time is over; soon, where most of those that are allowed are taken."""
        connections = list(self.active_channels.values())
        share = HURRIED if len(connections) > 0.75 * self.adj.connection_limit else 1.0
        for connection in connections:
            if connection.overdue(now, share):
                connection.handle_close()

    def at_work(self) -> bool:
        """Return whether an answer is being made or sent."""
        return any(
            connection.close_when_flushed or connection.state_now() in ("working", "sending")
            for connection in self.active_channels.values()
        )

    def run(self) -> None:
        super().run()
        close_all(self._map, ignore_all=True)

    def stop_soon(self) -> None:
        """Take no more connections; end when what is being answered is answered, or after a few seconds."""
        self.accepting = False
        self.stop_by = time.monotonic() + STOP_WITHIN
        self.pull_trigger()


def make_server(application: Any, listener: socket.socket, *, trust_proxy: bool, connections: int) -> Server:
    """Return the server of a WSGI application on a bound socket."""
    limits = Adjustments(
        threads=THREADS, connection_limit=connections, ident=None, asyncore_use_poll=True, recv_bytes=16384,
        max_request_header_size=HEAD_LIMIT, max_request_body_size=BODY_LIMIT + 1, inbuf_overflow=64 * 1024,
        outbuf_overflow=256 * 1024, outbuf_high_watermark=64 * 1024 * 1024, log_socket_errors=False,
        clear_untrusted_proxy_headers=not trust_proxy, sockets=[listener],
    )  # fmt: skip
    limits.asyncore_loop_timeout = ROUND
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(limits.threads)
    where = (listener.family, listener.type, listener.proto, listener.getsockname())
    return Server(application, {}, True, listener, dispatcher, limits, where, bind_socket=False)
