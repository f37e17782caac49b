"""The commands of docs/resolvers.md make a rule system of one's own from the coin; it is found and works at once."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from battles.models import Battle, Forecast
from battles.resolvers.contract import registry
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file, verify
from battles.services import run_battle
from tests.battles.conformance.conftest import battle_data

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/resolvers.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def penny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Carry the guide's commands out in a package of the test's own, and let the registry find it."""
    package = tmp_path / "of_ones_own"
    package.mkdir()
    commands = re.search(r"```sh\n(cp -r .*?)cd - ", GUIDE, re.DOTALL)
    assert commands
    script = commands[1].replace("battles/resolvers/penny", str(package / "penny"))
    subprocess.run(["sh", "-ec", script.replace("battles.resolvers.penny", "of_ones_own.penny")], cwd=ROOT, check=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_PLACES", [*registry._PLACES, "of_ones_own"])
    registry.systems.cache_clear()
    yield
    registry.systems.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "of_ones_own"]:
        del sys.modules[name]


def test_it_fights_and_is_verified() -> None:
    report = fight_file(parse(battle_data("penny")), "1813")
    assert (report.rules, verify(report).same) == ("penny", True)


@pytest.mark.django_db
def test_pages_show_it_without_a_change_elsewhere(mine: Client) -> None:
    assert "Toss a penny" in mine.get("/battles/new/").text
    assert "1/8" in mine.get("/odds/", {"rules": "penny", "tosses": "3"}).text
    sent = {"kind": "file", "text": json.dumps(battle_data("penny")), "seed": "1813"}
    address = mine.post("/battles/new/", sent)["Location"]
    run_battle(Battle.objects.get().pk)
    assert "Toss a penny" in mine.get(address).text
    page = mine.post(f"{address}systems/", {"runs": "1000"})["Location"]
    assert "penny" in {row.question["file"]["rules"] for row in Forecast.objects.all()}
    assert '<th scope="row">Toss a penny' in mine.get(page).text
