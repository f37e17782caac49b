"""Other programs that simulate, measured in the same run on the same machine; each note names what one run of it is."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from base.refusal import Refusal
from lab.bench.children import ChildError, run
from lab.bench.plan import Plan
from lab.bench.rates import one_core
from lab.bench.table import Figure, skipped

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


TRIPLEA, OPENSPIEL, CHESS = 1.0, 2.0, 15.0


def figures(plan: Plan) -> list[Figure]:
    """Our whole battles of 16 a side on one core against what each peer does on one core."""
    ours = one_core(plan).rates[16]
    return [
        _against(ours, "triplea", "TripleA", TRIPLEA, f"a dice-off of {UNITS} v {UNITS}, no board",
                 lambda: dice_offs_a_second(share=plan.triplea, units=UNITS, runs=plan.dice_offs)),
        _against(ours, "openspiel", "OpenSpiel", OPENSPIEL, "a random game of chess by its C++ core",
                 _rate(plan, "peer_openspiel")),
        _against(ours, "chess", "python-chess", CHESS, "a random game of chess", _rate(plan, "peer_chess")),
    ]  # fmt: skip


def _rate(plan: Plan, program: str) -> Callable[[], float]:
    """Measure a Python peer; raises Refusal where it is not installed."""

    def measure() -> float:
        try:
            return float(run(program, plan.seconds, compiled=False, python=plan.peers)["per_second"])
        except ChildError as error:
            words = str(error).strip().splitlines()
            raise Refusal(f"not installed: {words[-1][:160]} (requirements-bench.txt)") from error

    return measure


def _against(ours: float, key: str, name: str, limit: float, what: str, measure: Callable[[], float]) -> Figure:
    """Our battles a second as a multiple of the peer's runs a second."""
    try:
        theirs = measure()
    except Refusal as refusal:
        return skipped(f"peer_{key}", f"against {name}", str(refusal))
    note = f"its run is {what}: {theirs:.0f} a second; ours a whole battle: {ours:.0f}"
    return Figure(f"peer_{key}", f"against {name}", float(f"{ours / theirs:.3g}"), "times", limit, note=note)
