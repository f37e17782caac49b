"""Settings of an installation, read from the environment; a wrong value is one sentence that names the variable.

Every variable is listed with its meaning in docs/hosting.md; a test keeps the two in step.
"""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from base import private
from base.breaker import PATIENCE

BASE_DIR = Path(__file__).resolve().parent.parent
LONGEST_WAIT = 20
"""Seconds that a request waits for a row or a table that another one holds; then the database counts as busy."""
READERS_WAIT = 8
"""The same for a page on SQLite, where one writes at a time: longer than a phase of a large war is written."""
KEPT_OPEN = 60
"""Seconds that a connection to the database serves one request after the other: to open one costs 4 ms each time."""

#: name → meaning. The whole interface between an installation and the program.
VARIABLES = {
    "SECRET_KEY": "signs sessions; required, unless bin/up made one in the state folder",  # nosec B105 (a meaning)
    "ALLOWED_HOSTS": "host names the site answers to, separated by commas; required outside DEBUG",
    "CSRF_TRUSTED_ORIGINS": "origins such as https://war.example.org, where a proxy changes the host",
    "DEBUG": "1 shows error details; never on a public site",
    "DATABASE_URL": "such as postgres://user:password@host/name; without it SQLite in the state folder",
    "REDIS_URL": "such as redis://host:6379/0; without it the broker that bin/up starts",
    "BIVOUAC_STATE": "folder of the database, the keys and the broker; without it var/ beside manage.py",
    "BIVOUAC_PLAIN_HTTP": "1 where the site is reached without TLS (cookies are then not marked secure)",
    "BIVOUAC_TRUST_PROXY": "1 behind a proxy that sets X-Forwarded-Proto and X-Forwarded-For",
    "BIVOUAC_BATTLE_DELAY": "seconds by which each battle is slowed, for tests",
    "BIVOUAC_BATTLE_LEASE": "seconds after which a silent battle is taken up by another worker",
    "BIVOUAC_BATTLE_ATTEMPTS": "how often a battle is tried before the referee is asked",
    "BIVOUAC_BATTLE_TIME_LIMIT": "hard limit in seconds of a battle's task, below the lease",
    "BIVOUAC_KERNELS": "1 compiles the battle kernels in this process, 0 never does, auto takes compiled ones",
    "BIVOUAC_KERNEL_CACHE": "folder of the compiled kernels; without it `bivouac/kernels` in the user's cache folder",
    "EMAIL_URL": "such as smtp+tls://user:password@host:587; without it nothing is mailed",
    "BIVOUAC_ADDRESS": "address in mails, such as https://war.example.org; without it the first of ALLOWED_HOSTS",
    "BIVOUAC_API_LIMIT": "calls of a program a minute and token (240)",
    "BIVOUAC_HOOKS_TO": "private hosts, as name or name:port, to which webhooks may be sent; without it none",
    "DEFAULT_FROM_EMAIL": "sender of mails",
    "TIME_ZONE": "zone of times where the reader's own is not known",
}

env = environ.Env()


def flag(name: str) -> bool:
    """Return a yes-or-no variable; anything but 0, 1, true, false, yes, no is refused."""
    text = os.environ.get(name, "").strip().lower()
    if text in ("", "0", "false", "no"):
        return False
    if text in ("1", "true", "yes"):
        return True
    raise ImproperlyConfigured(f"{name} is {text!r}: write 1 or 0.")


def number(name: str, default: float, least: float = 0) -> float:
    """Return a number not below ``least``."""
    text = os.environ.get(name, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {text!r}: write a number.") from None
    if not least <= value < 1e9:
        raise ImproperlyConfigured(f"{name} is {text}: write a number from {least:g} on.")
    return value


def names(name: str) -> list[str]:
    """Return a list separated by commas."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def state_dir() -> Path:
    """Return the folder that holds everything an installation owns."""
    folder = Path(os.environ.get("BIVOUAC_STATE") or BASE_DIR / "var")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def keep_to_ourselves(state: Path) -> None:
    """Nobody else reads what this process writes from now on, nor what it finds in its state folder."""
    os.umask(0o077)
    private.close_to_others(state)


def secret_key() -> str:
    """SECRET_KEY, or the one that bin/up made."""
    made = state_dir() / "secret_key"
    key = os.environ.get("SECRET_KEY") or (made.read_text().strip() if made.exists() else "")
    if not key:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set: set it to 50 or more random characters, or start with bin/up."
        )
    return key


def hosts(debug: bool) -> list[str]:
    """ALLOWED_HOSTS; with the embedded database the local machine is the default."""
    given = names("ALLOWED_HOSTS")
    if given or debug:
        return given or ["*"]
    if os.environ.get("DATABASE_URL"):
        raise ImproperlyConfigured("ALLOWED_HOSTS is not set: write the host names of the site, separated by commas.")
    return ["localhost", "127.0.0.1", "[::1]"]


def address() -> str:
    """Return the address of the site as others reach it, without a slash at its end; empty where it is not known."""
    given = os.environ.get("BIVOUAC_ADDRESS", "").strip().rstrip("/")
    if given and not given.startswith(("https://", "http://")):
        raise ImproperlyConfigured(f"BIVOUAC_ADDRESS is {given!r}: write it with https:// at its beginning.")
    named = [host for host in names("ALLOWED_HOSTS") if not host.startswith((".", "*"))]
    scheme = "http" if flag("BIVOUAC_PLAIN_HTTP") else "https"
    return given or (f"{scheme}://{named[0]}" if named else "")


def database() -> dict[str, Any]:
    """Return the database: DATABASE_URL, or SQLite in the state folder with settings that survive two writers."""
    if os.environ.get("DATABASE_URL"):
        config = dict(env.db_url("DATABASE_URL"))
        if "sqlite" not in str(config["ENGINE"]):
            options = {"options": f"-c lock_timeout={LONGEST_WAIT}s"} | dict(config.get("OPTIONS", {}))
            return config | {"CONN_MAX_AGE": KEPT_OPEN, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    else:
        config = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(state_dir() / "bivouac.sqlite3")}
    pragmas = "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cache_size=-8000;"
    options = {"timeout": LONGEST_WAIT, "transaction_mode": "IMMEDIATE", "init_command": pragmas}
    return config | {"CONN_MAX_AGE": KEPT_OPEN, "OPTIONS": options}


def wait_as_a_reader(config: dict[str, Any]) -> None:
    """Let this process wait less long for a SQLite database that another one holds: a reader sits before it."""
    if "sqlite" in str(config["ENGINE"]):
        config["OPTIONS"]["timeout"] = READERS_WAIT


def close_database(config: dict[str, Any]) -> None:
    """Nobody else reads the file of a SQLite database."""
    if "sqlite" in str(config["ENGINE"]) and config["NAME"] != ":memory:":
        private.close_database(Path(config["NAME"]))


def broker_socket() -> Path:
    """Return the unix socket of the embedded broker."""
    return state_dir() / "broker" / "valkey.sock"


def broker_url() -> str:
    """REDIS_URL in the form that kombu wants, or the embedded broker's socket."""
    url = os.environ.get("REDIS_URL", "")
    if url.startswith("unix://"):
        return "redis+socket://" + url.removeprefix("unix://")
    return url or f"redis+socket://{broker_socket()}"


def caches() -> dict[str, Any]:
    """Redis where REDIS_URL names one, else the memory of the process."""
    url = os.environ.get("REDIS_URL", "")
    if not url:
        return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    if url.startswith("redis+socket://"):
        url = "unix://" + url.removeprefix("redis+socket://") + "?db=1"
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    return {"default": {"BACKEND": "config.backends.caches.ForgetfulRedisCache", "LOCATION": url, "OPTIONS": patience}}
