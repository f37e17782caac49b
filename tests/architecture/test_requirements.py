"""Ranges and locks of packages: each range ends somewhere, and each lock holds one version within it, with hashes."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BASE_DIR = Path(__file__).resolve().parent.parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
SYSTEMS = ({"sys_platform": "linux"}, {"sys_platform": "darwin"}, {"sys_platform": "win32"})
RENEW = "renew the locks as docs/hosting.md tells (Packages and their lock)"


def lines(name: str) -> list[str]:
    """What a file of requirements says, a package a line, without remarks and without the files that it includes."""
    text = (BASE_DIR / name).read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith(("#", "-r"))]


def ranges(name: str) -> list[Requirement]:
    return [Requirement(line) for line in lines(name)]


def locked(name: str) -> list[tuple[Requirement, list[str]]]:
    """Each line of a lock with its hashes."""
    parts = [re.split(r"\s+--hash=", line.strip()) for line in lines(name)]
    return [(Requirement(first), hashes) for first, *hashes in parts]


def on(wanted: Requirement, python: str, system: dict[str, str]) -> bool:
    """Whether a line concerns a Python on a system."""
    here = {"python_version": python, "python_full_version": f"{python}.9", **system}
    return wanted.marker is None or wanted.marker.evaluate(here)


def versions(name: str, python: str, system: dict[str, str]) -> dict[str, str]:
    """What a lock installs there: a package has one version."""
    found = [(canonicalize_name(one.name), str(one.specifier)) for one, _ in locked(name) if on(one, python, system)]
    assert len(dict(found)) == len(found)
    return {package: version.removeprefix("==") for package, version in found}


@pytest.mark.parametrize("path", sorted(BASE_DIR.glob("requirements*.txt")), ids=lambda path: path.name)
def test_every_range_ends_somewhere(path: Path) -> None:
    assert [str(one) for one in ranges(path.name) if not re.search(r"<|==", str(one.specifier))] == []


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system["sys_platform"])
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_lock_holds_a_version_within_each_range(name: str, python: str, system: dict[str, str]) -> None:
    found = versions(f"{name}.lock", python, system)
    wanted = [one for one in ranges(f"{name}.txt") if on(one, python, system)]
    outside = [
        str(one) for one in wanted if found.get(canonicalize_name(one.name), "none") not in one.specifier
    ]  # fmt: skip
    assert outside == [], RENEW


@pytest.mark.parametrize("python", PYTHONS)
def test_tests_run_with_the_packages_of_the_site(python: str) -> None:
    for system in SYSTEMS:
        site, tests = (versions(name, python, system) for name in ("requirements.lock", "requirements-dev.lock"))
        assert site.items() <= tests.items(), RENEW


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_holds_a_hash_of_every_package_and_names_no_registry(name: str) -> None:
    entries = locked(name)
    assert len(entries) > 40
    assert [str(one) for one, hashes in entries if not hashes] == []
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", given.strip()) for _, hashes in entries for given in hashes)
    assert "://" not in (BASE_DIR / name).read_text()


def test_the_image_installs_from_the_lock() -> None:
    assert "--require-hashes --only-binary :all: -r requirements.lock" in (BASE_DIR / "Dockerfile").read_text()
