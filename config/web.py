"""A web process: ``python -m config.web --listen 127.0.0.1:8000``, or ``--fd N`` on a socket that its parent holds.

Several processes may share one socket: the free one takes the next visitor, and a visitor who waits while one is killed
is served by the next one.
"""

import argparse
import contextlib
import resource
import signal
import socket

from base.processes import die_with_parent
from config import env
from config.requests.buffering import CONNECTIONS, Server, make_server

FILES = 4096


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="config.web", description="Serve the site.")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--listen", type=address, help="HOST:PORT, such as 127.0.0.1:8000")
    where.add_argument("--fd", type=int, help="number of a socket that is bound already")
    return parser.parse_args(arguments)


def address(text: str) -> tuple[str, int]:
    """HOST:PORT."""
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no address: write HOST:PORT, such as 127.0.0.1:8000")
    return host.strip("[]"), int(port)


def bind(host: str, port: int) -> socket.socket:
    """Return a bound socket, on which a web process begins to listen; OSError where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def files_allowed() -> int:
    """Raise the number of open files to what the system lets us have; each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return FILES if soft == resource.RLIM_INFINITY else soft


def serve(listener: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT; then answer what is being answered."""
    connections = min(CONNECTIONS, files_allowed() // 3)
    from django.conf import settings

    from config.wsgi import application

    env.wait_as_a_reader(settings.DATABASES["default"])
    server: Server = make_server(application, listener, trust_proxy=settings.TRUST_PROXY, connections=connections)
    for signum in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signum, lambda *_: server.stop_soon())
    server.run()


def main() -> None:
    options = parse()
    if options.fd is None:
        serve(bind(*options.listen))
    else:
        die_with_parent()
        serve(socket.socket(fileno=options.fd))


if __name__ == "__main__":
    main()
