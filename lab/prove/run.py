"""Run the proof: faults, races, two worlds, fuzz, changed files, whole wars, each with its figures.

    bin/prove                                  every part in its short form, some minutes
    bin/prove --scale 20                       twenty times as much of each, some hours
    bin/prove --part races --part wars --seed 7 --database postgres://postgres@127.0.0.1:5432/proof
    bin/prove --break claim                    without one guard: the part that holds it must go red
    bin/prove --break all                      so with every guard, one after the other

The database is a test database of its own, beside the one that --database or DATABASE_URL names; without either SQLite.
Prints figures as JSON. Exit code 0 if all is well (with --break: if the proof went red), else 1.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

SHORT = {"faults": 60, "races": 2, "worlds": 0.1, "fuzz": 500, "api": 500, "uploads": 60, "tables": 60, "pasts": 20,
         "wars": 12}  # fmt: skip
"""How much of each part at --scale 1: battles, rounds, share of questions, requests, files, tables, pasts, turns."""
BROKEN = {"faults": 4, "races": 4, "worlds": 0.02, "fuzz": 1000, "uploads": 60, "wars": 12}
"""How much is enough to see that a guard is out; uploads, fuzz and wars end when they see it."""
TRIES = 3
"""Seeds by which a guard is missed: without it a race is not lost every time, and a short war may have no battle."""
Part = Callable[[float, int, Sequence[str]], dict[str, Any]]


def parts(first: bool = False) -> dict[str, Part]:
    """Each part as a function of how much, the seed and the kinds (none: all); ``broken`` is what is wrong.

    With ``first`` uploads, fuzz and wars end with the first thing that is wrong.
    """
    from lab.prove.api_fuzz import api_fuzz
    from lab.prove.faults import faults
    from lab.prove.form_fuzz import form_fuzz
    from lab.prove.mutated_pasts import mutated_pasts
    from lab.prove.mutated_tables import mutated_tables
    from lab.prove.mutated_uploads import mutated_uploads
    from lab.prove.races import races
    from lab.prove.two_worlds import two_worlds
    from lab.soak.through_the_forms import wars

    def fuzz(by: Callable[..., dict[str, Any]], much: float, seed: int) -> dict[str, Any]:
        found = by(int(much), seed, first=first)
        return {**found, "broken": found.pop("faults")}

    return {
        "faults": lambda much, seed, kinds: faults(int(much), seed, kinds),
        "races": lambda much, seed, kinds: races(int(much), seed, kinds),
        "worlds": lambda much, seed, kinds: two_worlds(min(1.0, much), seed, kinds),
        "fuzz": lambda much, seed, _: fuzz(form_fuzz, much, seed),
        "api": lambda much, seed, _: fuzz(api_fuzz, much, seed),
        "uploads": lambda much, seed, _: mutated_uploads(int(much), seed, first),
        "tables": lambda much, seed, _: mutated_tables(int(much), seed),
        "pasts": lambda much, seed, _: mutated_pasts(int(much), seed),
        "wars": lambda much, seed, _: wars(int(much), seed, first),
    }


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="bin/prove", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", action="append", choices=list(SHORT), help="this part; may be given more than once")
    parser.add_argument("--scale", type=float, default=1.0, help="how many times the short form")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", metavar="URL", help="PostgreSQL, as in DATABASE_URL")
    parser.add_argument("--break", dest="guard", metavar="GUARD", help="take this guard out, or all in turn")
    return parser.parse_args(arguments)


@contextmanager
def database() -> Iterator[None]:
    """Django upon a test database of its own."""
    import tests.environment  # noqa: F401

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    with sqlite_in_a_file():
        with redirect_stdout(sys.stderr):
            kept = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(kept, verbosity=0)


@contextmanager
def sqlite_in_a_file() -> Iterator[None]:
    """SQLite as it is in use: in memory a worker that is forked would claim a battle of a database of its own."""
    from django.db import connections

    from tests.environment import memory_folder

    if connections["default"].vendor != "sqlite":
        yield
        return
    with tempfile.TemporaryDirectory(prefix="bivouac-proof-", dir=memory_folder()) as folder:
        connections["default"].settings_dict["TEST"]["NAME"] = str(Path(folder) / "proof.sqlite3")
        yield


@contextmanager
def quick(part: str) -> Iterator[None]:
    """Battles are fought by the drill, but for those of whole wars; nothing is logged and no password costs time."""
    from lab.prove.form_fuzz import _drilled, _quiet

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if part != "wars":
            stack.enter_context(_drilled())
        yield


def proved(part: str, much: float, seed: int, kinds: Sequence[str] = (), first: bool = False) -> dict[str, Any]:
    """One part, with its seconds; the database is empty afterwards."""
    from django.core.management import call_command

    begun = time.monotonic()
    with quick(part):
        found = parts(first)[part](much, seed, kinds)
    call_command("flush", verbosity=0, interactive=False)
    return {**found, "seconds": round(time.monotonic() - begun, 1)}


def all_parts(options: argparse.Namespace) -> bool:
    """Run what was asked for; whether all is well."""
    well = True
    for part in options.part or SHORT:
        found = proved(part, SHORT[part] * options.scale, options.seed)
        print(json.dumps({part: found}, indent=1, ensure_ascii=False, default=str), flush=True)
        well = well and not found["broken"]
    return well


def goes_red(name: str, seed: int) -> dict[str, Any]:
    """Whether the part that holds a guard sees that it is out, by one of a few seeds; what it saw first."""
    from lab.prove.guards import GUARDS

    guard = GUARDS[name]
    first = next(filter(None, (_seen_without(name, seed + more) for more in range(TRIES))), None)
    return {"guard": guard.what, "part": guard.part, "red": first is not None, "first": str(first)[:300]}


def _seen_without(name: str, seed: int) -> object:
    from lab.prove.guards import GUARDS, without

    guard = GUARDS[name]
    try:
        with without(name):
            return next(iter(proved(guard.part, BROKEN[guard.part], seed, guard.kinds, first=True)["broken"]), None)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def broken_guards(options: argparse.Namespace) -> bool:
    """Take out the guard, or each; whether every proof went red."""
    from lab.prove.guards import GUARDS

    names = list(GUARDS) if options.guard == "all" else [options.guard]
    if unknown := set(names) - set(GUARDS):
        print(f"bin/prove: --break: there is no guard {unknown.pop()}; choose from {', '.join(GUARDS)}, all.",
              file=sys.stderr)  # fmt: skip
        return False
    found = {name: goes_red(name, options.seed) for name in names}
    print(json.dumps(found, indent=1, ensure_ascii=False))
    return all(row["red"] for row in found.values())


def main() -> int:
    options = parse(sys.argv[1:])
    if options.database:
        os.environ["DATABASE_URL"] = options.database
    with database():
        well = broken_guards(options) if options.guard else all_parts(options)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
