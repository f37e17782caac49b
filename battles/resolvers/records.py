"""Records of numpy with fields as plain attributes; numpy's own search for them takes four times as long.

A record made by ``kept_record`` keeps its fields as arrays, since numpy makes a new one each time it is asked. These
belong to the record's store and not to the record, so that no circle keeps its memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from compiler.annotations import ADDRESS

Field = tuple[str, str, tuple[int, ...]]


class FlatRecord(np.record):  # type: ignore[misc]
    """A record with plain attributes; ``give_fields`` names them."""

    __getattribute__ = np.void.__getattribute__
    __setattr__ = np.void.__setitem__


class _Rows:
    """A field with several numbers: an array, found anew on a record that does not keep it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, record: Any, kind: object = None) -> Any:
        return np.void.__getitem__(record, self._name)


class _Number:
    """A field with one number: read from the array that a record keeps of it, or from the record."""

    def __init__(self, name: str) -> None:
        self._name, self._kept = name, f"_{name}"

    def __get__(self, record: Any, kind: object = None) -> Any:
        kept = record.__dict__.get(self._kept)
        return np.void.__getitem__(record, self._name) if kept is None else kept.item()


def give_fields(kind: type, fields: Iterable[Field]) -> None:
    """Make the fields of records attributes of their type."""
    for name, _, shape in fields:
        setattr(kind, name, _Rows(name) if shape else _Number(name))


def kept_record(store: Any, fields: Iterable[Field]) -> Any:
    """Return the one record of a store, with its fields as arrays; an unsigned number is read from the record."""
    record = store[0]
    arrays = {name if shape else f"_{name}": store[name][0] if shape else store[name]
              for name, kind, shape in fields if kind != "u8"}  # fmt: skip
    vars(record).update(arrays, **{ADDRESS: store.ctypes.data})
    return record
