"""The parts started by ``bin/up``: the whole site on one machine, with nothing installed but Python.

First with any Python, to make the virtual environment; then again inside it, to run broker, worker and web.
"""

import argparse
import os
import signal
import socket
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# started by its path: without this, config/celery.py and config/site/ would hide the modules of these names
sys.path[:] = [str(HERE.parent), *(place for place in sys.path if Path(place).resolve() != HERE)]

from config import bootstrap  # noqa: E402 (the path comes first)

INSIDE = "BIVOUAC_LAUNCHER_INSIDE"


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="bin/up", description="Set up and run Bivouac.")
    parser.add_argument("--port", type=port_number, default=8000, help="port of the site (default 8000)")
    parser.add_argument("--lan", action="store_true", help="reachable from other machines, such as phones at the table")
    return parser.parse_args(arguments)


def port_number(text: str) -> int:
    """Return a port from 1 to 65535."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: write a number from 1 to 65535")
    return int(text)


def check_port(port: int, host: str) -> None:
    """Refuse a port that another program holds."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            bootstrap.stop(
                f"port {port} is reserved for the administrator; choose one above 1023, such as: bin/up --port 8000"
            )
        except OSError:
            bootstrap.stop(f"port {port} is taken by another program; choose another one, such as: bin/up --port 8080")


def main() -> None:
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get(INSIDE):
        from config.site import running as site

        site.run(port=options.port, lan=options.lan)
        return
    bootstrap.check_python()
    bootstrap.check_broker()
    check_port(options.port, "0.0.0.0" if options.lan else "127.0.0.1")  # noqa: S104  # nosec B104 (asked for with --lan)
    bootstrap.install()
    os.environ[INSIDE] = "1"
    os.execv(str(bootstrap.PYTHON), [str(bootstrap.PYTHON), __file__, *sys.argv[1:]])  # noqa: S606  # nosec B606 (our own Python)


if __name__ == "__main__":
    main()
