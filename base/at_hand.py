"""Values at hand: what a process has made and is likely to be asked for again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class AtHand:
    """Values by name, with their weights. When they weigh too much, those go that were not wanted for longest.

    A name holds everything that the value was made of: the same name is the same value for everybody.
    """

    def __init__(self, most: int) -> None:
        self.most, self.weight = most, 0
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Hashable, make: Callable[[], T], weigh: Callable[[T], int] = lambda _: 1) -> T:
        """Return the value of a name; it is made where it is not at hand."""
        with self._lock:
            if name in self._values:
                self._values.move_to_end(name)
                known: T = self._values[name][0]
                return known
        made = make()
        self.put(name, made, weigh(made))
        return made

    def put(self, name: Hashable, value: object, weight: int = 1) -> None:
        """Keep a value that has been made already."""
        with self._lock:
            _, before = self._values.pop(name, (None, 0))
            self._values[name] = (value, weight)
            self.weight += weight - before
            while self.weight > self.most and len(self._values) > 1:
                _, (_, gone) = self._values.popitem(last=False)
                self.weight -= gone
