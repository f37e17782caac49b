"""Arguments of a call by their names."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Named:
    """A constant with words of its own for parameters of the rules that it is given to, as an event for its columns."""

    @property
    def names(self) -> Mapping[str, str]:
        """Each of its words, and the parameter that is meant."""
        raise NotImplementedError


def words_of(given: Iterable[Any]) -> dict[str, str]:
    """Return the words that the constants among some values have for parameters."""
    words: dict[str, str] = {}
    for value in given:
        words |= value.names if isinstance(value, Named) else {}
    return words


def by_parameter(
    parameters: Mapping[str, T | None], given: Sequence[T], named: Mapping[str, T], words: Mapping[str, str]
) -> dict[str, T]:
    """Return what each parameter is given, first what was written, in that order; ``parameters`` holds the defaults,
    None where there is none. TypeError for a call that Python would refuse as well."""
    found = dict(zip(parameters, given, strict=False))
    for word, value in named.items():
        name = words.get(word, word)
        if name not in parameters or name in found:
            raise TypeError(f"has no place for {word}")
        found[name] = value
    found |= {name: value for name, value in parameters.items() if value is not None and name not in found}
    if len(given) > len(parameters) or len(found) < len(parameters):
        raise TypeError(f"takes {len(parameters)} arguments, not {len(given) + len(named)}")
    return found


def in_order(function: Any, given: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
    """Return the arguments of a call in the order of a function's parameters."""
    parameters = parameters_of(function)
    try:
        found = by_parameter(parameters, given, named, words_of(given))
    except TypeError as why:
        raise TypeError(f"{function.__module__}.{function.__qualname__} {why}") from None
    return [found[name] for name in parameters]


def parameters_of(function: Any) -> dict[str, Any]:
    """Return the parameters of a function with their defaults, None where there is none."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    return dict(zip(names, (*[None] * (len(names) - len(defaults)), *defaults), strict=True))


def by_words(function: Callable[..., T]) -> Callable[..., T]:
    """Return a plain function that understands the words of constants, as a compiled rule does."""

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> T:
        return function(*in_order(function, given, named))

    return call
