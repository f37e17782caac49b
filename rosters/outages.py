"""Errors that are the database's alone: it is away, busy or full. Let one pass, and try again later."""

from collections.abc import Iterator

from django.db import InterfaceError, OperationalError


def let_database_trouble_pass(error: BaseException) -> None:
    """Raise the trouble of the database behind an error; nothing where the error is of the rows or the program.

    In the middle of a transaction it may hide: the next statement complains of a broken transaction, and names the
    first error as its cause only.
    """
    for one in _chain(error):
        if isinstance(one, OperationalError | InterfaceError):
            raise one


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
