"""What ``bin/up`` writes: little."""

import os
import subprocess
import sys
from pathlib import Path

from battles.resolvers.contract.readiness import progress_line
from config.site import parts

BASE_DIR = Path(__file__).resolve().parents[2]


def test_the_progress_of_compiling_is_one_line_on_a_terminal() -> None:
    told = [progress_line(n, 69, "(combat), 3 s", terminal=True) for n in range(1, 70)]
    assert "".join(told).count("\n") == 1
    assert all(line.startswith("\r\x1b[K") for line in told)


def test_the_progress_of_compiling_is_six_lines_elsewhere() -> None:
    told = "".join(progress_line(n, 69, "(combat), 3 s", terminal=False) for n in range(1, 70)).splitlines()
    assert [line.split(" (")[0] for line in told] == [
        f"compiling the rules: {n} of 69" for n in (12, 23, 35, 46, 58, 69)
    ]


def test_a_worker_of_roots_does_not_preach() -> None:
    text = "import os; os.getuid = os.geteuid = lambda: 0; from celery.platforms import check_privileges; "
    command = [sys.executable, "-W", parts.AS_ROOT, "-c", f"{text}check_privileges(['json'])"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": os.environ["PATH"]}, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_command_without_a_secret_key_ends_in_one_sentence(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "BIVOUAC_STATE": str(tmp_path)}
    command = [str(BASE_DIR / "bin" / "manage"), "audit"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr == "SECRET_KEY is not set: set it to 50 or more random characters, or start with bin/up.\n"
