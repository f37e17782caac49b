"""Settings, commands and docs cannot drift apart."""

import re
from pathlib import Path

from django.core.management import get_commands

from config.env import BASE_DIR, VARIABLES

DOCS = BASE_DIR / "docs"


def all_docs() -> str:
    return "\n".join(path.read_text() for path in [BASE_DIR / "README.md", *DOCS.rglob("*.md")])


def named_commands(text: str) -> set[str]:
    """Return the management commands that the text runs by `manage.py` or `bin/manage`."""
    return set(re.findall(r"(?:manage\.py|bin/manage) ([a-z_]+)", text))


def test_every_variable_stands_in_the_hosts_guide_with_its_meaning() -> None:
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", (DOCS / "hosting.md").read_text(), re.M)) == VARIABLES


def test_no_other_file_reads_the_environment_than_those_that_may() -> None:
    processes = {
        "battles/management/answers.py", "battles/management/commands/forecast.py",
        "lab/bench/children.py", "lab/bench/cold.py",
        "campaign/services/rehearsal/apart.py",
    }  # fmt: skip  # hand it on to a child
    allowed = processes | {
        "config/env.py", "config/settings.py", "config/site/running.py", "config/launcher.py", "config/bootstrap.py",
        "config/checks.py", "config/wsgi.py", "config/celery.py", "config/clock.py", "config/site/parts.py",
        "battles/resolvers/core/kernels.py", "compiler/folders.py",
    }  # fmt: skip
    sources = [
        path
        for app in (
            "lab/bench", "lab/general", "config", "campaign", "battles", "compiler", "rosters", "base", "guides",
        )
        for path in (BASE_DIR / app).rglob("*.py")
    ]  # fmt: skip
    assert {str(path.relative_to(BASE_DIR)) for path in sources if "os.environ" in path.read_text()} <= allowed


def test_every_command_of_ours_stands_in_the_docs() -> None:
    ours = {name for name, app in get_commands().items() if app in ("lab.bench", "campaign", "battles", "rosters")}
    text = all_docs()
    assert ours, "the commands are found"
    assert {name for name in ours - named_commands(text) if f"`{name}" not in text} == set()


def test_the_two_commands_of_the_readme_are_programs() -> None:
    readme = (BASE_DIR / "README.md").read_text()
    for command in ("bin/up", "bin/test"):
        assert command in readme
        assert Path(BASE_DIR / command).stat().st_mode & 0o111
