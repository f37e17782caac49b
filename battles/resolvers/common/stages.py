"""Kernels that others call by their address instead of swallowing them, however light they are.

What many rules call, such as writing an event, would be compiled again with each of them.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from battles.resolvers.kernels import COMPILED, kernel

F = TypeVar("F", bound=Callable[..., Any])
HEAVY = 1_000_000
"""More than any kernel weighs of itself."""


def stage(function: F) -> F:
    """Compile a function as a kernel of its own, or return it as it is when compiling is off."""
    made = kernel(function)
    if COMPILED:
        cast(Any, made).weight = HEAVY
    return made
