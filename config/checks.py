"""The steps of ``bin/test``: lints, types and contracts first, then the tests."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
ESLINT = BASE_DIR / "node_modules" / ".bin" / "eslint"

#: The longest first: two run at a time.
CHECKS = {
    "types": ["mypy"],
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "contracts between the rooms": ["lint-imports"],
    "security of the program": [
        "bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", "config", "campaign", "battles",
        "compiler", "rosters", "base", "guides", "lab/bench", "lab/general", "manage.py",
    ],
    "templates": ["djlint", "templates", "--lint", "--quiet"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    "scripts of the pages": ["eslint", "static/js"],
    "deployment": ["python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
}  # fmt: skip

#: Settings of a maker's shell that no public site has.
OF_A_WORKBENCH = ("DEBUG", "BIVOUAC_PLAIN_HTTP")

#: Reads every test once. What pytest translates is kept, so that its processes need not each do it.
COLLECTION = ["python", "-m", "pytest", "--collect-only", "-qq"]


def environment() -> dict[str, str]:
    """Return a public site's environment, for the checks that read the settings."""
    state = os.environ.get("BIVOUAC_STATE") or tempfile.mkdtemp(prefix="bivouac-check-")
    secret = "".join(chr(33 + (7 * k) % 90) for k in range(60))
    inherited = {name: value for name, value in with_bytecode().items() if name not in OF_A_WORKBENCH}
    return {**inherited, "SECRET_KEY": secret, "ALLOWED_HOSTS": "war.example.org", "BIVOUAC_STATE": state}


def run(title: str, command: list[str]) -> bool:
    """Run one check; its output is shown when it fails."""
    program = ESLINT if command[0] == "eslint" else BIN / command[0]
    if program == ESLINT and not ESLINT.exists():
        print(f"skip  {title}: eslint is not installed; npm install does it", flush=True)
        return True
    done = subprocess.run([str(program), *command[1:]], cwd=BASE_DIR, env=environment(), capture_output=True, text=True)
    verdict = "ok  " if done.returncode == 0 else "FAIL"
    print(f"{verdict}  {title}\n" + (done.stdout + done.stderr if done.returncode else ""), end="", flush=True)
    return done.returncode == 0


def checks() -> int:
    """Run all of them, two at a time; how many failed."""
    with ThreadPoolExecutor(2) as pool:
        return sum(not passed for passed in pool.map(run, CHECKS, CHECKS.values()))


def with_bytecode() -> dict[str, str]:
    """Return an environment in which Python keeps what it compiles, for all the processes that tests start."""
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}


def warm_kernels() -> bool:
    """Compile the battle kernels once, before the tests share them out."""
    command = [str(BIN / "python"), "-c", "import tests.environment, django, os; "
               "os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup(); "
               "from django.core.management import call_command; call_command('compile_kernels')"]  # fmt: skip
    return subprocess.run(command, cwd=BASE_DIR, env=with_bytecode()).returncode == 0


def tests(arguments: list[str]) -> int:
    """Run pytest, on all cores unless asked otherwise."""
    chosen = arguments or ["-q", "-n", "auto", "--dist", "loadgroup"]
    command = [str(BIN / "python"), "-m", "pytest", *chosen]
    return subprocess.run(command, cwd=BASE_DIR, env=with_bytecode()).returncode


def before_all_tests() -> bool:
    """Run the checks, and beside them what all tests need: compiled rules and the translated tests."""
    with ThreadPoolExecutor(2) as pool:
        warmed, collected = pool.submit(warm_kernels), pool.submit(run, "collection of the tests", COLLECTION)
        failed = checks()
        return warmed.result() and collected.result() and not failed


def main() -> int:
    arguments = sys.argv[1:]
    if not (warm_kernels() if arguments else before_all_tests()):
        return 1
    return tests(arguments)


if __name__ == "__main__":
    sys.exit(main())
