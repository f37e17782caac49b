"""The dice by stream, by what they are thrown for, by Python, and by how many fight at once (ENG-12)."""

import json
import os
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from battles.management.commands.forecast import parts
from battles.resolvers.contract import readiness
from battles.resolvers.core.dice import STREAMS, face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.tally import Tally
from tests.battles.resolvers.files import small

ROOT = Path(__file__).parents[3]
LIMIT = {5: 25.74, 9: 33.72, 25: 60.14, 81: 137.6}
"""Chi-squared that fair dice exceed once in 10,000 times, by degrees of freedom."""
OTHERS = ("3.11", "3.12", "3.13")
DIGEST = """
import json, sys
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
print(fight_file(parse(json.loads(sys.argv[1])), "everywhere").digest)
"""


def chi_squared(counts: list[int]) -> float:
    """How far some counts are from being equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def faces(seed: str, stream: int, sides: int, count: int) -> list[int]:
    key = key_of(seed)
    return [face_of(key, stream, k, sides) for k in range(count)]


def pairs_table(pairs: Any, sides: int) -> list[int]:
    """How often each pair of faces came."""
    found = Counter(pairs)
    return [found[one, other] for one in range(1, sides + 1) for other in range(1, sides + 1)]


@pytest.mark.parametrize("stream", range(len(STREAMS)), ids=STREAMS)
def test_LGG_1_0_d_ENG_12_every_stream_has_all_faces_alike(stream: int) -> None:
    for sides in (6, 10):
        counts = Counter(faces("fair", stream, sides, 6000))
        assert chi_squared([counts[face] for face in range(1, sides + 1)]) < LIMIT[sides - 1]


@pytest.mark.parametrize("sides", [6, 10])
def test_ENG_12_a_die_says_nothing_of_the_next(sides: int) -> None:
    table = pairs_table(pairwise(faces("next", STREAMS.index("combat"), sides, 20_001)), sides)
    assert chi_squared(table) < LIMIT[81 if sides == 10 else 25] + sides  # rows and columns are nearly equal


def test_ENG_12_a_stream_says_nothing_of_another_nor_a_seed_of_its_neighbour() -> None:
    combat, fire = (faces("apart", STREAMS.index(name), 10, 20_000) for name in ("combat", "fire"))
    assert chi_squared(pairs_table(zip(combat, fire, strict=True), 10)) < LIMIT[81] + 10
    one, other = (faces(f"forecast/{run}", 4, 10, 20_000) for run in (0, 1))
    assert chi_squared(pairs_table(zip(one, other, strict=True), 10)) < LIMIT[81] + 10


def test_loaded_dice_would_be_found() -> None:
    """A d10 that shows its ten in 13 of 100 throws instead of 10 does not pass 6,000 throws."""
    assert chi_squared([580] * 9 + [780]) > LIMIT[9]


compiled = pytest.mark.skipif(not readiness.is_ready(), reason="the rules are not compiled: manage.py compile_kernels")


def interpreter(version: str) -> str:
    """A Python of that version with numpy, from the PATH or the usual places; empty where there is none."""
    homes = [Path.home() / ".pyenv/versions", Path.home() / ".local/share/uv/python"]
    found = [
        shutil.which(f"python{version}"),
        *(path for home in homes for path in home.glob(f"*{version}.*/bin/python")),
    ]
    for program in map(str, filter(None, found)):
        if subprocess.run([program, "-c", "import numpy"], capture_output=True).returncode == 0:
            return program
    return ""


@pytest.mark.parametrize("version", OTHERS)
def test_ENG_12_the_same_battle_on_another_python(version: str) -> None:
    here, program = fight_file(parse(small()), "everywhere").digest, interpreter(version)
    if not program:
        pytest.skip(f"no Python {version} with numpy was found on the PATH, in pyenv or in uv")
    plain = {**os.environ, "BIVOUAC_KERNELS": "0"}
    done = subprocess.run([program, "-c", DIGEST, json.dumps(small())], env=plain, cwd=ROOT, capture_output=True,
                          text=True, check=True)  # fmt: skip
    assert done.stdout.strip() == here


def test_ENG_12_one_process_or_four_tell_the_same_forecast() -> None:
    question, told = Question(parse(small())).frozen("many"), []
    for processes in (1, 4):
        made = Tally()
        for part in parts(question, "many", 6, processes):
            made.add(part)
        told.append(made.as_dict())
    assert told[0] == told[1]
    assert told[0]["runs"] == 6
