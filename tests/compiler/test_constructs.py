"""Every construct of the compiler's subset: the instruction that it becomes, and what it comes to."""

import re
from pathlib import Path

import numpy as np
import pytest

from compiler.kernel import Kernel, RuleFault
from compiler.named import by_words
from compiler.refused import CannotCompile
from tests.compiler.making import module_of, outcome, rule_of, rules_of

#: what is written, of two whole numbers a and b, and a broken one x → what is in LLVM's language
EXPRESSIONS = {
    "a + b": "add i64", "a - b": "sub i64", "a * b": "mul i64", "a & b": "and i64", "a | b": "or i64",
    "a ^ b": "xor i64", "a << 2": "shl i64", "a >> 1": "ashr i64", "~a": ", -1", "-a": "sub i64 0",
    "+a": "load i64", "a // 3": "sdiv i64", "a % 3": "srem i64", "a // -3": "sdiv i64", "a % -3": "srem i64",
    "a // b": "icmp eq i64", "a % b": 'store ptr @words', "a / 4": "fdiv double", "x + a": "sitofp i64",
    "x - 1": "fsub double", "x * 2.5": "fmul double", "-x": "fneg double", "a + (x > 1)": "zext i1",
    "a < b": "icmp slt", "a <= b": "icmp sle", "a > b": "icmp sgt", "a >= b": "icmp sge", "a == b": "icmp eq",
    "a != b": "icmp ne", "x < a": "fcmp olt", "x <= a": "fcmp ole", "x > a": "fcmp ogt", "x >= a": "fcmp oge",
    "x == a": "fcmp oeq", "x != a": "fcmp une", "1 < a < b": "and i1", "0 < a < 6 // b": "phi i1",
    "a in (1, 5, 9)": "or i1", "a not in (1, 5)": "xor i1", "not a": "xor i1", "~(a > b)": "xor i64",
    "a and b": "phi i64", "a or x": "phi double", "a if x > 2 else b": "phi i64", "min(a, b, 3)": "select i1",
    "max(a, x)": "select i1", "abs(a)": "@llvm.abs.i64", "abs(x)": "@llvm.fabs.f64", "sqrt(abs(x))": "@llvm.sqrt.f64",
    "floor(x)": "@llvm.floor.f64", "ceil(x)": "@llvm.ceil.f64", "int(x)": "fptosi double", "float(a > 1)": "uitofp i1",
    "bool(a)": "icmp ne", "lowest_bit(a | 64)": "@llvm.cttz.i64", "(7, 8, 9)[a % 3]": "getelementptr",
    "-3 <= a <= 3 or b == 2": "phi i1", "True": "ret i1 true", "9": "ret i64 9", "2.0": "0x4000000000000000",
}  # fmt: skip
KINDS = {int: "int", float: "float", bool: "bool"}
CASES = [(a, b, x) for a in (-7, -1, 0, 2, 5) for b in (-3, 0, 4) for x in (-2.5, 0.0, 3.25)]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_its_instruction_and_comes_to_pythons_value(tmp_path: Path, text: str) -> None:
    plain = module_of(tmp_path, f"def told(a, b, x):\n    return {text}\n").told
    values = [outcome(plain, case) for case in CASES]
    kinds = {type(plain(*case)) for case, value in zip(CASES, values, strict=True) if "nought" not in value}
    kind = float if float in kinds else int if int in kinds else bool
    rule = rule_of(tmp_path, f"def told(a: int, b: int, x: float) -> {KINDS[kind]}:\n    return {text}\n")
    assert EXPRESSIONS[text] in rule.written.text("dso_local")
    widened = [value if "nought" in value else repr([kind(plain(*case))])
               for case, value in zip(CASES, values, strict=True)]  # fmt: skip
    assert [outcome(rule, case) for case in CASES] == widened


#: statements on ``told``, and what they become
STATEMENTS = {
    "told = a\n    told += 3\n    told *= b": "mul i64",
    "told, a = a + 1, b\n    told -= a": "sub i64",
    "told = a\n    if a > b:\n        told = 1\n    elif a:\n        told = 2\n    else:\n        pass": "br i1",
    "told = 0\n    while told < a:\n        told += 2\n        if told == 4:\n            break": "br label",
    "told = 0\n    for n in range(a):\n        if n == b:\n            continue\n        told += n": "add nsw",
    "told = 0\n    for n in range(a, -9, -2):\n        told = told * 3 + n": "icmp sgt",
    "told = 0\n    for n in (a, b, 7):\n        told = told * 2 + n": "alloca [3 x i64]",
    "told = 0\n    for n in TURNS:\n        told = told * 2 + n * a": "@table.",
    "told = int(TABLE[a % 2, b % 2])": "getelementptr",
    "told = int(a)\n    a = a / 2\n    told += int(a * 4)": "sitofp i64 %a.a",
    "'A docstring'\n    told = a": "ret i64",
    "told, last = both(a, b)\n    told += 10 * last": "extractvalue",
    "told = both(a, b)[1]": "extractvalue",
    "told = added(a) + added(a, b)": "call i64",
    "told = added(b=a, a=b) - mixed(1, c=a)": "call i64",
    "told = a * Face.LEFT + Face.WORDS[1]": "mul i64",
}  # fmt: skip
BESIDE = """TURNS = (3, 1, 2)
class Side:
    LEFT, RIGHT = 7, 8
class Face(Side):
    WORDS = (4, 5)
TABLE = np.array([[1, 2], [3, 4]])
def added(a: int, b: int = 5) -> int:
    return a + b
def both(a: int, b: int) -> tuple[int, int]:
    return b, a + 1
def mixed(a: int, b: int = 20, c: int = 300) -> int:
    return a - b - c
"""


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_is_its_instructions_and_comes_to_pythons_value(tmp_path: Path, text: str) -> None:
    whole = f"{BESIDE}def rule(a: int, b: int) -> int:\n    {text}\n    return told\n"
    plain, rule = module_of(tmp_path, whole).rule, rule_of(tmp_path, whole)
    assert STATEMENTS[text] in rule.written.text("dso_local")
    for a, b, _ in CASES:
        assert outcome(rule, (a, b)) == outcome(plain, (a, b))


WORDS = """
class Mark(Named, int):
    names = {"left": "a", "right": "b"}
class Face:
    UP = Mark(3)
class Count:
    RECORD = np.dtype((np.record, [("so_far", "i8")]))
def counted(count: Count) -> int:
    count.so_far += 1
    return count.so_far
def noted(mark: Mark, a: int = 50, b: int = 60) -> int:
    return mark * 1000 + a * 30 - b
def told(count: Count) -> int:
    return noted(Face.UP, right=counted(count), left=counted(count)) + noted(Face.UP, b=counted(count)) + noted(5, 1)
"""


def test_a_constant_has_its_own_words_for_parameters_and_they_are_reckoned_as_written(tmp_path: Path) -> None:
    rules, plain = rules_of(tmp_path, WORDS), module_of(tmp_path, WORDS)
    noted = vars(plain)["noted"] = by_words(vars(plain)["noted"])
    up, stores = plain.Face.UP, [np.zeros(1, plain.Count.RECORD) for _ in range(2)]
    assert [plain.told(stores[0][0]), rules["told"](stores[1][0])] == [3059 + 4497 + 4970] * 2
    assert [noted(up, right=1, left=2), rules["noted"](up, right=1, left=2), noted(up, 7), rules["noted"](up, 7)] == [
        3059, 3059, 3150, 3150,
    ]  # fmt: skip
    for call in (noted, rules["noted"]):
        with pytest.raises(TypeError, match="noted has no place for top"):
            call(up, top=1)
        with pytest.raises(TypeError, match="noted takes 3 arguments"):
            call(a=1)


RECORD = """
class Board:
    RECORD = np.dtype((np.record, [("small", "i1", (3,)), ("plain", "i8"), ("far", "f8", (2,)), ("key", "u8"),
                       ("corners", "f8", (2, 2, 2))]))

def filled(board: Board, n: int) -> None:
    board.plain = n
    board.plain += 1
    board.small[1] = n
    board.small[2] -= 5
    row = board.far
    row[0], row[1] = 1.5, n
    board.corners[1, 0, 1] = 2.5
    board.key = u64(7)

def told(board: Board) -> tuple[int, int, float, float]:
    return board.small[1] + board.small[2], board.plain, total(board.far, 2), side(board.corners[1])

def total(row: Row, n: int) -> float:
    told = 0.0
    for k in range(n):
        told += row[k]
    return told

def side(points: Points) -> float:
    return points[0, 1] - points[1, 0]
"""


def test_records_are_read_and_written_field_by_field(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, RECORD.replace("class Board:", "class Board(np.record):"))
    filled: Kernel = rules["filled"]
    store = np.zeros(1, filled.py_func.__globals__["Board"].RECORD)
    filled(store[0], 300)
    assert store["small"][0].tolist() == [0, 300 - 256, -5]
    assert (store["plain"][0], store["key"][0], store["far"][0].tolist()) == (301, 7, [1.5, 300.0])
    assert rules["told"](store[0]) == (39, 301, 301.5, 2.5)
    text = filled.written.text("dso_local")
    assert re.search(r"trunc i64 %t\d+ to i8", text)
    assert re.search(r"store i8 %t\d+, ptr %t\d+, !tbaa", text)


def test_a_division_by_nought_names_its_rule_and_line(tmp_path: Path) -> None:
    rule = rule_of(tmp_path, "def halved(n: int) -> int:\n    return 100 // n\n")
    with pytest.raises(RuleFault, match=r"halved, line \d+: something was divided by nought"):
        rule(0)
    assert rule(7) == 14


#: what is refused → the words of the refusal
REFUSED = {
    "return number ** 2": r"number \*\* 2", "return [number][0]": "is not known",
    "return strange": "is no rule|no number", "return unheard_of(number)": "unheard_of",
    "return sum((1, 2))": "sum is no rule", "return range(3)": "no number|is not known",
    "return pow(number, 2)": "pow is no rule", "return min()": "no number",
    "return float('1')": "no number of 64 bits", "x = 1\n    x = (1, 2)\n    return x": "cannot be both",
    "x, y = 1, 2, 3\n    return x": "has not 2 parts",
    "for n in range(number):\n        pass\n    else:\n        pass\n    return 1": "a loop has no else",
    "for n in range(1, 9, 0):\n        pass\n    return 1": "other than 0",
    "for n in 5:\n        pass\n    return 1": "row",
    "for n in range(1, 9, number):\n        pass\n    return 1": "the step of a range",
    "with number:\n        return 1": "line", "x: int = 3\n    return x": "is not known",
    "return number is TABLE[0]": "Is", "number + 1\n    return 1": "has no effect",
    "if number:\n        return 1": "may end without a value", "return": "not what the annotation has",
    "return (number, 2)[0][0]": "no such place", "return TABLE[-1]": "no place from 0 to 2",
    "return TABLE[3]": "no place from 0 to 2", "return TABLE": "cannot become",
    "return ~(number / 2)": "is not known", "return number / 2 // 3": "is not known",
    "return strange(number, 1)": "takes 1", "return max(number, key=1)": "by their places",
    "return strange(strange=1)": "has no place for strange", "return strange(number, number=1)": "no place for number",
    "return strange()": "takes 1", "return strange(**TABLE)": "has no place for None",
    "return both()[2]": "no place from 0 to 1", "return total(TABLE)": "cannot become",
    "return total(number)": "cannot become", "return 1 << 70 | 2**70": "not known",
    "return 99999999999999999999": "no number of 64 bits", "return lambda: 1": "is not known",
    "return 1 if TABLE else 2": "neither true nor false", "return TABLE == TABLE": "has no comparison",
}  # fmt: skip
AROUND = """TABLE = (1, 2, 3)
def both() -> tuple[int, int]:
    return 1, 2
def total(row: Row) -> float:
    return row[0]
def strange(number: int) -> int:
    """


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_in_the_subset_is_refused_with_its_rule(tmp_path: Path, text: str) -> None:
    with pytest.raises(CannotCompile, match=REFUSED[text]) as refused:
        rule_of(tmp_path, f"{AROUND}{text}\n").written  # noqa: B018
    assert ".strange, " in str(refused.value)
