"""Which rule ids the names of the tests speak of: ``test_LGG_8_5_b_…``, ``test_ST_13_to_ST_15_…``."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
TESTED = "tested"
_ID = re.compile(
    r"(?<![A-Za-z0-9])("
    r"LGG_(?:\d+|S|C)_?\d+(?:_[a-z](?=_|$))?|LGG_[SC]\d_[a-z](?=_|$)|REC_\d+|HR_(?:T?\d+|D2|[BEW])(?![A-Za-z0-9])|"
    r"AI_\d+|N_\d|ENG_\d+|EX_\d+|R_\d\d|ST_\d\d|(?:COM|OHW|MFR|SQB|SNW|ADN)_(?:\d\d|[EW]\d\d?)|CM\d+|EA\d|ST\d|E\d\d\d?[abc]?"
    r")(?:_to_([A-Z]+_?[EW]?\d+))?(?![A-Za-z0-9])"
)


@cache
def ids() -> dict[str, str]:
    """Every id of the specification: ``tested``, or the reason why no test is named after it."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((TESTS / "rules").glob("ids*.toml"))]
    return {id: str(said) for text in texts for table in tomllib.loads(text).values() for id, said in table.items()}


@cache
def names_of_tests() -> set[str]:
    """The names of all test functions."""
    nodes = [node for path in TESTS.rglob("test_*.py") for node in ast.parse(path.read_text(encoding="utf-8")).body]
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def spoken_of(names: set[str]) -> set[str]:
    """The ids that the names of tests hold, those between the ends of a range as well."""
    found = set()
    for name in names:
        for first, last in _ID.findall(_spelled_out(name.removeprefix("test_"))):
            found |= _range(first, last) if last else {written(first)}
    return found


def _spelled_out(body: str) -> str:
    """``LGG_9_0_g_i_…`` speaks of two paragraphs of 9.0, ``LGG_7_0_l_9_0_f_…`` of two sections; an ``a`` is a word."""
    body = re.sub(r"(LGG_\d+_\d+_[a-z])_(?=\d+_\d+_[a-z](_|$))", r"\1_LGG_", body)
    for _ in range(3):
        body = re.sub(r"(LGG_\d+_\d+_)([a-z])_([b-z])(?=_|$)", r"\1\2_\1\3", body)
    return body


def written(token: str) -> str:
    """An id as the specification writes it: LGG_8_5_b is LGG-8.5-b."""
    if not token.startswith("LGG_"):
        return token.replace("_", "-")
    parts = token.split("_")[1:]
    if parts[0][0] in "SC":
        return "-".join(["LGG", *parts])
    return f"LGG-{parts[0]}.{parts[1]}" + (f"-{parts[2]}" if len(parts) > 2 else "")


def _range(first: str, last: str) -> set[str]:
    head, tail = re.fullmatch(r"(\D+)(\d+)", first), re.fullmatch(r"(\D+)(\d+)", last)
    if head is None or tail is None or head[1] != tail[1]:
        return {written(first), written(last)}
    width = len(head[2])
    return {written(f"{head[1]}{n:0{width}}") for n in range(int(head[2]), int(tail[2]) + 1)}
