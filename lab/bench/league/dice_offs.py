"""TripleA's odds calculator, run headless: a small Java class of ours is compiled against its jar when it is wanted."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from base.refusal import Refusal

HERE = Path(__file__).parents[1] / "triplea"
MAIN = "games.strategy.triplea.oddsCalculator.ta.DiceOffs"
JAR = Path("games/triplea/bin/triplea.jar")
LONGEST = 300
UNITS = 40


def dice_offs_a_second(*, share: Path, units: int, runs: int) -> float:
    """Dice-offs of so many units a side a second; raises Refusal with the reason where TripleA cannot be run.

    ``share`` is where the package's files are, normally /usr/share.
    """
    if not (share / JAR).is_file():
        raise Refusal(f"not installed: {share / JAR} (apt install triplea)")
    if not (shutil.which("java") and shutil.which("javac")):
        raise Refusal("not installed: a Java development kit (apt install default-jdk-headless)")
    with tempfile.TemporaryDirectory() as folder:
        jars = ":".join([str(share / JAR), *map(str, sorted((share / "java").glob("*.jar")))])
        _run(["javac", "-nowarn", "-cp", jars, "-d", folder, str(HERE / "DiceOffs.java")], share)
        java = ["java", "-Djava.awt.headless=true", f"-Duser.home={folder}", "-cp", f"{folder}:{jars}", MAIN]
        return float(_run([*java, str(HERE / "field.xml"), str(units), str(runs)], share).splitlines()[-1])


def _run(command: list[str], share: Path) -> str:
    """Run a program beside the jar, where TripleA looks for its settings, and return its output."""
    try:
        done = subprocess.run(command, cwd=(share / JAR).parent, capture_output=True, text=True, check=True,
                              timeout=LONGEST)  # fmt: skip
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError) as error:
        words = str(getattr(error, "stderr", "") or error).strip().splitlines()
        raise Refusal(f"{command[0]} failed: {words[-1][:200] if words else 'no reason given'}") from error
    return done.stdout
