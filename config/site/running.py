"""The site on one machine: prepare the state folder, start its parts, look after them, stop them in order."""

import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, NoReturn

from base import private
from base.processes import die_with_parent, wait_until
from config import bootstrap, web
from config.site.front import start_front
from config.site.parts import start_broker, start_compiling, start_worker
from config.site.supervisor import Part, Supervisor
from config.site.watch import Watch

BASE_DIR = bootstrap.BASE_DIR
SOCKET_PATH_LIMIT = 100
A_MOMENT = 3.0
NOTES = "launcher.json"
IN_PLAIN_PYTHON = (
    "The rules of battle are being compiled, once on this machine; until then battles are fought more slowly."
)
COMPILED = "The rules of battle are compiled: battles are fought at full speed from now on; the first worker stops."


class Stopped(Exception):
    """SIGTERM or Ctrl-C arrived."""


def run(*, port: int, lan: bool) -> None:
    """Prepare, start, look after, stop."""
    os.umask(0o077)
    state = prepare_state()
    lock = hold_lock(state)
    environment = make_environment(state, lan)
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, _raise_stopped)
    listener = listen(port, lan)
    parts = Supervisor(state / NOTES)
    try:
        add_broker(parts, environment)
        prepare_database(environment, state)
        start_front(parts, environment, port, listener)
        rules = compile_rules(parts, environment)
        worker = add_worker(parts, environment, compiled=bool(rules and rules.done))
        welcome(port, lan, state)
        if rules and not rules.done:
            parts.report(IN_PLAIN_PYTHON)
            parts.when_done(rules, lambda: change_over(parts, environment, worker))
        look_after(parts, Watch(port))
    except Stopped:
        print("\n  stopping …", flush=True)
    finally:
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(signum, signal.SIG_IGN)
        parts.stop(("web", "clock", "worker", "compilation", "broker"))
        lock.close()


def _raise_stopped(*_: object) -> NoReturn:
    raise Stopped


def prepare_state() -> Path:
    """Return the state folder, with a secret key in it."""
    state = Path(os.environ.get("BIVOUAC_STATE") or BASE_DIR / "var").resolve()
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        private.close_to_others(state)
        key = state / "secret_key"
        if not key.exists():
            with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50) + "\n")
    except OSError as error:
        bootstrap.stop(
            f"the state folder {state} cannot be written ({error.strerror}); set BIVOUAC_STATE to one that can."
        )
    return state


def hold_lock(state: Path) -> IO[str]:
    """Return one launcher to a state folder."""
    file = open(state / "launcher.lock", "w")  # noqa: SIM115 (held until the end)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        bootstrap.stop(f"Bivouac already runs on {state}; stop it first, or set BIVOUAC_STATE to another folder.")
    return file


def make_environment(state: Path, lan: bool) -> dict[str, str]:
    """Make the environment of broker, worker and web. The host's own settings win."""
    environment = {**os.environ, "BIVOUAC_STATE": str(state), "PYTHONPATH": str(BASE_DIR), "PYTHONUNBUFFERED": "1"}
    environment.setdefault("BIVOUAC_PLAIN_HTTP", "1")
    environment.setdefault("SECRET_KEY", (state / "secret_key").read_text().strip())
    environment.setdefault("REDIS_URL", f"redis+socket://{broker_socket(state)}")
    environment.setdefault(
        "ALLOWED_HOSTS", ",".join(["localhost", "127.0.0.1", "[::1]", *(lan_hosts() if lan else [])])
    )
    return environment


def broker_socket(state: Path) -> Path:
    """Return the broker's socket, in a folder that only this user enters; short enough for the kernel."""
    folder = state / "broker"
    if len(str(folder / "valkey.sock")) > SOCKET_PATH_LIMIT:
        folder = Path(tempfile.mkdtemp(prefix="bivouac-"))
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    return folder / "valkey.sock"


def lan_hosts() -> list[str]:
    """This machine's addresses and names on the local network."""
    names = {socket.gethostname(), socket.gethostname().split(".")[0] + ".local"}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the kernel only names the way out
            names.add(probe.getsockname()[0])
        except OSError:
            pass
    return sorted(names)


def manage(environment: dict[str, str], *arguments: str, quiet: bool = False) -> int:
    """Run one management command to its end."""
    output = subprocess.DEVNULL if quiet else None
    command = [sys.executable, str(BASE_DIR / "manage.py"), *arguments]
    us = os.getpid()
    return subprocess.run(
        command, env=environment, cwd=BASE_DIR, stdout=output, stderr=output, preexec_fn=lambda: die_with_parent(us)
    ).returncode


def prepare_database(environment: dict[str, str], state: Path) -> None:
    """Bring tables, pages' files and samples up to date; keep a copy of the database before a migration."""
    own = not environment.get("DATABASE_URL")
    is_old = own and (state / "bivouac.sqlite3").exists()  # asked first: the check itself makes an empty file
    bootstrap.show("looking at the database and the pages' files …")
    if manage(environment, "migrate", "--check", quiet=True):
        if is_old:
            _must(manage(environment, "backup"), "no copy of the database could be made before the migration")
        bootstrap.show("preparing the database …")
        _must(manage(environment, "migrate", "--verbosity", "0"), "the database could not be migrated")
    _must(manage(environment, "collectstatic", "--no-input", "-v", "0"), "the pages' files could not be collected")
    _must(manage(environment, "load_samples"), "the sample campaigns could not be loaded")


def _must(code: int, sentence: str) -> None:
    if code:
        bootstrap.stop(f"{sentence}; the error is shown above.")


def listen(port: int, lan: bool) -> socket.socket:
    """Return the socket of the site, held as long as the launcher runs: who comes while web starts anew waits a
    moment."""
    host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104  # nosec B104 (asked for with --lan)
    try:
        return web.bind(host, port)
    except OSError:
        bootstrap.stop(f"port {port} is in use by another program; choose another one with --port.")


def add_broker(parts: Supervisor, environment: dict[str, str]) -> None:
    """Start the embedded broker, unless the host has one of his own."""
    if "REDIS_URL" not in os.environ:
        parts.add(Part("broker", lambda: start_broker(environment), stops_in=1.5))


def compile_rules(parts: Supervisor, environment: dict[str, str]) -> Part | None:
    """Begin to compile the rules of battle where that is not done yet; None where the host wants them plain."""
    if environment.get("BIVOUAC_KERNELS", "1") not in ("1", "on", "auto"):
        return None
    rules = parts.add(Part("compilation of the rules", lambda: start_compiling(environment), stops_in=0.5, once=True))
    wait_until(lambda: _compiled(parts, rules), A_MOMENT)
    return rules


def _compiled(parts: Supervisor, rules: Part) -> bool:
    parts.look()
    return rules.done


def add_worker(parts: Supervisor, environment: dict[str, str], *, compiled: bool) -> Part:
    """Start a worker."""
    return parts.add(Part("worker", lambda: start_worker(environment, compiled=compiled), stops_in=4.5))


def change_over(parts: Supervisor, environment: dict[str, str], plain: Part) -> None:
    """Start a worker with compiled rules; the plain one ends when it has done what it has in hand."""
    add_worker(parts, environment, compiled=True)
    parts.retire(plain)
    parts.report(COMPILED)


def welcome(port: int, lan: bool, state: Path) -> None:
    """The address and the sample log-ins."""
    print(f"\n  Bivouac is ready: http://127.0.0.1:{port}/", flush=True)
    if lan:
        print("".join(f"  on the local network: http://{host}:{port}/\n" for host in lan_hosts()), end="")
    logins = state / "logins.txt"
    if logins.exists():
        print(f"\n  Sample log-ins (kept in {logins}):\n")
        print("".join(f"    {line}\n" for line in logins.read_text(encoding="utf-8").splitlines()))
    print("  Ctrl-C stops everything.", flush=True)


def look_after(parts: Supervisor, watch: Watch) -> NoReturn:
    """Start again what dies or does not do its work any more, until a signal comes."""
    while True:
        parts.look()
        for part, why in watch.unresponsive(parts.parts):
            parts.restart(part, why)
        time.sleep(0.5)
