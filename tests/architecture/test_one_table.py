"""Every kind of order is one row of a table, and no other list of them is kept (``campaign/rules/orders/kinds.py``)."""

import ast
from collections.abc import Iterator
from pathlib import Path

from base.named import Named
from campaign.models import ArmyOrder
from campaign.rules import kinds as words
from campaign.rules.files.fields import kinds_of
from campaign.rules.files.past.history_rows import OrderRow
from campaign.rules.orders import kinds
from campaign.rules.orders.kinds import ORDERS
from tests.architecture.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
NAMES = {name for name, value in vars(kinds).items() if name.isupper() and isinstance(value, str) and value in ORDERS}
FEW = 5
"""Rules name the kinds that they are about; a list of so many is a table of its own."""


def kinds_in(node: ast.AST) -> set[str]:
    """The kinds of order that a list, a set or the keys of a mapping name, by key or by constant."""
    entries = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    words = {entry.value for entry in entries if isinstance(entry, ast.Constant)}
    constants = {getattr(entry, "id", getattr(entry, "attr", "")) for entry in entries if entry is not None}
    return {key for key in ORDERS if key in words} | {vars(kinds)[name] for name in constants & NAMES}


def lists_of_kinds() -> Iterator[str]:
    for app in ("campaign", "config", "lab"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from (f"{path.relative_to(ROOT)}:{node.lineno}" for node in ast.walk(tree_of(path))
                            if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict)
                            and len(kinds_in(node)) >= FEW)  # fmt: skip


def test_no_other_list_of_the_kinds_of_orders_is_kept() -> None:
    found = list(lists_of_kinds())
    assert {place.partition(":")[0] for place in found} <= {"campaign/rules/orders/kinds.py"}, found


def test_a_list_of_kinds_is_seen_by_words_and_by_constants() -> None:
    tuples = [ast.parse(text).body[0].value for text in ('("hold", "rest")', "(HOLD, kinds.REST)", "{HOLD: 1, **x}")]  # type: ignore[attr-defined]
    assert [sorted(kinds_in(one)) for one in tuples] == [["hold", "rest"], ["hold", "rest"], ["hold"]]


def test_rows_and_files_hold_the_kinds_of_the_table() -> None:
    column, length = ArmyOrder._meta.get_field("kind"), max(map(len, ORDERS))
    assert dict(column.choices or ()) == {key: kind.label for key, kind in ORDERS.items()}
    assert (column.max_length or 0) >= length
    assert dict(kinds_of(OrderRow))["kind"].schema == {"enum": list(ORDERS)}


def test_every_row_says_what_pages_and_chronicles_ask_of_it() -> None:
    for key, kind in ORDERS.items():
        assert all((kind.label, kind.command, *kind.does)), key
        assert bool(kind.length) == bool(kind.missing), key
        assert kind.length or not kind.marches, key
        assert bool(kind.folded.heading) == bool(kind.folded.hint), key
        assert kind.hint or kind.length or kind.folded.hint, f"{key}: nothing explains it"


def test_an_order_in_words_names_its_places() -> None:
    assert [ORDERS[key].text(places) for key, places in (
        ("march", ["Ridge"]), ("forced", ["Ridge", "Lowfield"]), ("support", ["Ford"]), ("fortify", []), ("avoid", []),
    )] == ["March to Ridge", "Forced march to Ridge, then Lowfield", "Support Ford", "Fortify", "Avoid"]  # fmt: skip


def words_of(node: ast.AST) -> frozenset[str]:
    entries = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
    return frozenset(str(entry.value) for entry in entries if isinstance(entry, ast.Constant))


def test_no_list_of_the_words_of_a_column_is_kept_beside_its_enumeration() -> None:
    known = {frozenset(one.values): name for name, one in vars(words).items() if name[0].isupper() and one is not Named}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {known[words_of(node)]}"
        for room in ("models", "rules/files")
        for path in sorted((ROOT / "campaign" / room).rglob("*.py"))
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.List | ast.Tuple | ast.Set) and words_of(node) in known
    ]
    assert len(known) > 25
    assert found == []
