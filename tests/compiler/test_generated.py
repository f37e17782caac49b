"""Programs that hypothesis writes in the compiler's subset: compiled they come to what plain Python comes to."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.compiler.making import module_of, outcome, rule_of

#: names, and patterns of expressions with a letter for each part: whole (W), broken (B) and true (T) ones. What is
#: multiplied, shifted or turned into a whole number stays small, since a compiled number has 64 bits.
NAMES = {"W": ("i", "j", "k", "(-7)", "0", "3", "12"), "B": ("x", "y", "0.75", "(-2.5)"), "T": ("p", "q", "True")}
PATTERNS = {
    "W": ("(W + W)", "(W - W)", "(W % 1009 * (W % 1009))", "(W & W)", "(W | W)", "(W ^ W)", "(W // W)", "(W % W)",
          "(W // -3)", "(W % 256 << (W & 7))", "(W >> (W & 7))", "(-W)", "(~W)", "(W if T else W)", "(W and W)",
          "(W or W)", "min(W, W, 5)", "max(W, W)", "abs(W)", "floor(max(min(B, 1e6), -1e6))",
          "ceil(max(min(B, 99.0), -9.0))",
          "int(max(min(B, 1e6), -1e6))", "(W, W, 9)[W % 3]", "steps[W % 4]", "int(T)", "lowest_bit(W | 512)",
          "part(W, T)[1]", "(W + T)"),
    "B": ("(B + B)", "(B - W)", "(B * B)", "(B / (abs(B) + 1))", "(W / (abs(W) + 1))", "sqrt(abs(B))", "(-B)",
          "float(W)",
          "max(B, B)", "min(B, 1.5)", "(B if T else B)", "float(T)", "abs(B)"),
    "T": ("(not T)", "(T & T)", "(T | T)", "(T ^ T)", "(T or T)", "(T and T)", "(W < W)", "(W <= W != W)", "(B > W)",
          "(B >= B)", "(W == W)", "(0 < W < W // W)", "(W in (W, W, 3))", "(W not in steps)", "bool(W)", "bool(B)",
          "part(W, T)[0]"),
}  # fmt: skip
ASSIGNMENTS = (
    "i = W % 4093", "j = W % 4093", "k = W % 97", "x = max(min(B, 1e9), -1e9)", "y = max(min(B, 1e3), -1e3)", "p = T",
    "q = T", "i += W % 97", "j ^= W % 97", "k -= W % 97", "y *= B if -9 < B < 9 else 0.5", "i, j = j % 4093, W % 97",
    "q, k = part(W % 97, T)",
)  # fmt: skip
HEADS = ("if T:", "for n in range(W % 6):", "for n in range(W % 5, -3, -2):", "for n in (W % 9, 4):", "for n in steps:")
LEAVES = ("if p:\n    break", "if q:\n    continue", "k = (k + 1) % 4093", "i = (i * 3 + 1) % 4093", "p = not p")


def filled(draw: Any, pattern: str, depth: int) -> str:
    """A pattern with expressions in the place of its letters."""
    return "".join(expression(draw, letter, depth) if letter in NAMES else letter
                   for letter in pattern.replace("True", "\0")).replace("\0", "True")  # fmt: skip


def expression(draw: Any, kind: str, depth: int) -> str:
    """An expression of a kind."""
    if depth == 0 or draw(st.booleans()):
        told: str = draw(st.sampled_from(NAMES[kind]))
        return told
    return filled(draw, draw(st.sampled_from(PATTERNS[kind])), depth - 1)


def statements(draw: Any, depth: int) -> list[str]:
    """A few statements, some of them with bodies."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        if depth == 0 or draw(st.booleans()):
            lines.append(filled(draw, draw(st.sampled_from(ASSIGNMENTS)), 3))
            continue
        head, body = filled(draw, draw(st.sampled_from(HEADS)), 2), statements(draw, depth - 1)
        body += draw(st.sampled_from(LEAVES)).split("\n") if head.startswith("for") else []
        lines += [head, *indented(body), *(["else:", *indented(statements(draw, depth - 1))] if head[0] == "i" else [])]
    return lines


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@st.composite
def programs(draw: Any) -> str:
    lines = [*statements(draw, 3), "w = 0", "while w < 4:", *indented(["w += 1", *statements(draw, 1)])]
    return FRAME + "\n".join(indented([*lines, "return i, j, k, x, y, p, q"])) + "\n"


FRAME = """steps = (5, -3, 11, 2)
def part(n: int, t: bool) -> tuple[bool, int]:
    return not t, n + 1
def rule(i: int, j: int, x: float, p: bool) -> tuple[int, int, int, float, float, bool, bool]:
    k, y, q = 1, 0.5, False
"""
CASES = [(i, j, x, p) for i in (-9, 0, 4) for j in (-2, 7) for x in (-1.5, 0.125) for p in (False, True)]


@settings(max_examples=40, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(programs())
def test_a_generated_program_comes_to_the_same_compiled_and_plain(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain, rule = module_of(Path(folder), text).rule, rule_of(Path(folder), text)
        assert [outcome(rule, case) for case in CASES] == [outcome(plain, case) for case in CASES], text
