"""docs/security.md: each test that it names exists, and each line of the standard has a state."""

import re
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent.parent
TEXT = (BASE_DIR / "docs" / "security.md").read_text()
STATES = ("held", "held in part", "held by the host", "n/a", "**open**")


def rows() -> list[list[str]]:
    """The lines of all chapters: number, what is asked, state, what holds it."""
    found = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in TEXT.splitlines()]
    return [cells for cells in found if re.match(r"\d+\.\d+\.\d+", cells[0].strip("| "))]


def test_every_test_that_the_document_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TEXT)
    assert len(named) > 100
    missing = [
        f"{path}::{name}" for path, name in named
        if not (BASE_DIR / path).exists() or not re.search(rf"^def {name}\(" if name else "", _text(path), re.M)
    ]  # fmt: skip
    assert missing == []


def _text(path: str) -> str:
    return (BASE_DIR / path).read_text()


def test_every_line_has_a_state_and_what_is_open_a_remedy_in_the_list() -> None:
    assert len(rows()) > 150
    assert [cells for cells in rows() if len(cells) != 4 or cells[2] not in STATES] == []
    numbers = [cells[0].strip("| ") for cells in rows()]
    assert len(numbers) == len(set(numbers))
    missing = TEXT.partition("\n## What is open\n")[2]
    wholly = [cells[0].strip("| ") for cells in rows() if cells[2] == "**open**"]
    assert [number for number in wholly if number.split(" ")[0] not in missing] == []


def test_every_chapter_is_there() -> None:
    assert re.findall(r"^## V(\d+) ", TEXT, re.M) == [str(n) for n in range(1, 18)]


def test_settings_that_the_document_names_exist() -> None:
    settings = _text("config/settings.py")
    named = {"CELERY_ACCEPT_CONTENT", "PASSWORD_RESET_TIMEOUT", "PASSWORD_HASHERS", "SECURE_SSL_REDIRECT"}
    assert {name for name in named if name not in settings or name not in TEXT} == set()
