"""The syntax trees of the program, parsed once for all tests that read them."""

import ast
import gc
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the tree of a module; nobody changes it. The collector need not look through it again and again."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    gc.freeze()
    return tree
