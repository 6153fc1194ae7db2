"""A cache in memory of values that never change: the latest so many, for all threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class Cache(Generic[KeyT, ValueT]):
    """Forgets the value that has not been used longest. Values are shared: do not change them.

    `most` values are remembered, or as many as weigh so much together.
    `functools.lru_cache` calls a function for one key; here a query fills many keys at once.
    """

    def __init__(self, most: int, weigh: Callable[[ValueT], int] = lambda _value: 1) -> None:
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._kept: OrderedDict[KeyT, ValueT] = OrderedDict()
        self._lock = Lock()

    def get(self, key: KeyT) -> ValueT | None:
        """The value; None: it is not known, or not any more."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: KeyT, value: ValueT) -> None:
        """Remember a value."""
        with self._lock:
            if key in self._kept:
                self._weight -= self._weigh(self._kept[key])
            self._kept[key] = value
            self._kept.move_to_end(key)
            self._weight += self._weigh(value)
            while self._weight > self._most and len(self._kept) > 1:
                self._weight -= self._weigh(self._kept.popitem(last=False)[1])
