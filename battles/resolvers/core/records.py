"""Records of a battle: classes of annotated fields, as one row of a numpy array or as a plain object of lists.

A group of fields is a class whose annotations give each field's format and shape (``compiler.annotations``); a record
inherits its groups. Its layout, its plain twin, the compiler's kinds and mypy's types all come from these annotations.

A record made by ``kept_record`` keeps its fields as arrays, since numpy makes a new one each time it is asked. These
belong to the record's store and not to the record, so that no circle keeps its memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from compiler.annotations import ADDRESS

Field = tuple[str, str, tuple[int, ...]]
"""A field's name, format and shape; a number alone has the shape ()."""


def fields_of(*groups: type) -> list[Field]:
    """Return the fields of groups, in the order of their annotations."""
    return [_field(name, hint) for group in groups for name, hint in get_type_hints(group, include_extras=True).items()]


def _field(name: str, hint: Any) -> Field:
    kind, metadata = hint.__origin__, hint.__metadata__
    if get_origin(kind) is None:
        return name, metadata[0], ()
    return name, get_args(kind)[0].__metadata__[0], metadata


class FlatRecord(np.record):  # type: ignore[misc]
    """A record with plain attributes; ``give_fields`` names them. Numpy's own search for them takes four times as
    long."""

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


class Grid(list[Any]):
    """A table as a list of rows that also answers to ``grid[row, column]``, as an array does."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            row = list.__getitem__(self, place[0])
            return row[place[1]] if len(place) == 2 else row[place[1:]]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, tuple):
            list.__getitem__(self, place[0])[place[1] if len(place) == 2 else place[1:]] = value
        elif isinstance(place, slice):
            list.__setitem__(self, place, [list(row) for row in value])
        else:
            list.__getitem__(self, place)[:] = value


def copy_of(value: Any) -> Any:
    """Return a list or table of its own with the same numbers."""
    if isinstance(value, Grid):
        return Grid(map(copy_of if value and isinstance(value[0], Grid) else list, value))
    return list(value) if isinstance(value, list) else value


def listed(array: Any) -> Any:
    """Return an array as nested lists of plain numbers."""
    return Grid(listed(row) for row in array) if array.ndim > 1 else array.tolist()


def zeros(kind: str, shape: tuple[int, ...]) -> Any:
    """Return a field with every number zero, as a plain number, list or table."""
    if not shape:
        return 0.0 if kind == "f8" else 0
    part = zeros(kind, shape[1:])
    return copy_of(Grid([part] * shape[0])) if len(shape) > 1 else [part] * shape[0]


class Plain:
    """The fields of a record on a plain object of lists, for rules that run uncompiled: there a record's attributes are
    slow, and so is every number of an array."""

    def __init__(self, fields: Iterable[Field]) -> None:
        self.__dict__.update((name, zeros(kind, shape)) for name, kind, shape in fields)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __setitem__(self, name: str, value: Any) -> None:
        kept = self.__dict__[name]
        if isinstance(kept, list):
            array = np.array(kept)
            array[...] = value
            self.__dict__[name] = listed(array)
        else:
            self.__dict__[name] = type(kept)(value)

    def copy(self, fields: Iterable[Field] | None = None) -> Plain:
        """Return a snapshot; with ``fields`` only these are its own, and the others are shared."""
        other = Plain(())
        other.__dict__.update(self.__dict__)
        for name in self.__dict__ if fields is None else [name for name, _, _ in fields]:
            other.__dict__[name] = copy_of(self.__dict__[name])
        return other
