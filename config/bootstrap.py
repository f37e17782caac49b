"""Make the virtual environment and install what the program needs.

Standard library only: this runs before anything is installed.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

BASE_DIR = Path(__file__).resolve().parent.parent
VENV = BASE_DIR / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST, NEWEST = (3, 11), (3, 13)
LOCKED = ("--require-hashes", "--only-binary", ":all:")
"""Every package by its hash, and none that runs a build of its own."""


def stop(sentence: str) -> NoReturn:
    """End with one sentence for the reader."""
    sys.exit(f"bivouac: {sentence}")


def show(sentence: str) -> None:
    print(f"  {sentence}", flush=True)


def check_python() -> None:
    """Refuse a Python that is too old or too new."""
    version = sys.version_info[:2]
    if not OLDEST <= version <= NEWEST:
        stop(f"this is Python {version[0]}.{version[1]}; install Python 3.11, 3.12 or 3.13 and start again.")
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        stop("Python has no venv module here; install it (Debian, Ubuntu: apt install python3-venv) and start again.")


def has_embedded_broker() -> bool:
    """Return whether a broker binary is published for this machine."""
    musl = platform.libc_ver()[0] != "glibc" and sys.platform == "linux"
    return sys.platform in ("linux", "darwin") and not musl


def check_broker() -> None:
    """Refuse before anything is installed where the embedded broker cannot run."""
    if not os.environ.get("REDIS_URL") and not has_embedded_broker():
        stop(
            "the embedded broker does not exist for this system; install Redis or Valkey and set REDIS_URL=redis://127.0.0.1:6379/0."
        )


def install(*, development: bool = False) -> None:
    """Bring the virtual environment in line with the requirements; nothing happens while they are unchanged."""
    name = "requirements-dev" if development else "requirements"
    stamp = VENV / f".installed-{name}.txt"
    wanted = _fingerprint(name)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    _make_venv()
    _install_packages(name)
    stamp.write_text(wanted)


def _install_packages(name: str) -> None:
    """Install the lock, each package checked by its hash; the ranges where the lock has nothing for this system."""
    show(f"installing {name}.lock (a few minutes the first time) …")
    done = subprocess.run(_install_command(f"{name}.lock", *LOCKED), cwd=BASE_DIR, stderr=subprocess.PIPE, text=True)
    if not done.returncode:
        return
    print(done.stderr, file=sys.stderr, end="", flush=True)
    if tampered(done.stderr):
        stop("a package is not the one that was tried: its hash differs from the lock's. Nothing of it was installed.")
    show(f"{name}.lock does not fit this system; installing the ranges of {name}.txt, without hashes …")
    if subprocess.run(_install_command(f"{name}.txt"), cwd=BASE_DIR).returncode:
        stop("the installation failed; the error is shown above. Mend it and start again.")


def tampered(output: str) -> bool:
    """Return whether pip or uv found a package whose hash is another than the lock's."""
    return "do not match the hashes" in output.lower() or "hash mismatch" in output.lower()


def _fingerprint(name: str) -> str:
    parts = {f"{part}.{end}" for part in (name, "requirements") for end in ("txt", "lock")}
    texts = [(BASE_DIR / part).read_bytes() for part in sorted(parts)]
    return hashlib.sha256(b"\0".join(texts) + sys.version.encode()).hexdigest()


def _make_venv() -> None:
    if PYTHON.exists():
        return
    show("making a virtual environment in .venv …")
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], cwd=BASE_DIR).returncode:
        stop("the virtual environment could not be made; install python3-venv (Debian, Ubuntu) and start again.")


def _install_command(file: str, *options: str) -> list[str]:
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", str(PYTHON), *options, "-r", file]
    quiet = ["--quiet", "--quiet", "--disable-pip-version-check"]
    return [str(PYTHON), "-m", "pip", "install", *quiet, *options, "-r", file]


def main() -> None:
    """``python config/bootstrap.py [--dev]``: install and end."""
    check_python()
    install(development="--dev" in sys.argv[1:])


if __name__ == "__main__":
    main()
