"""Data with something wrong in it, made from data that is right."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

ODD_VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**53, 10**30, 0.5, -0.0, 1e-300, 1e300, 5e-324),
    *(float("nan"), float("inf"), "", "bbr2", "\0", "\ud800", "ü" * 300, [], {}, [[]]),
    *({"kind": "codel"}, {"kind": None}, {"kind": ["none"]}, [1, 2], {"": 1}, (1, 2), b"x"),
]


def places_of(data: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key) pairs below `data`."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(items):
        yield data, key
        if isinstance(value, dict | list):
            yield from places_of(value)


def with_one_odd_value(make: Callable[[], Any]) -> Iterator[Any]:
    """Every odd value in every place."""
    for position in range(len(list(places_of(make())))):
        for value in ODD_VALUES:
            data = make()
            container, key = list(places_of(data))[position]
            container[key] = copy.deepcopy(value)
            yield data


def with_one_field_missing(make: Callable[[], Any]) -> Iterator[Any]:
    """Without one place after the other."""
    for position in range(len(list(places_of(make())))):
        data = make()
        container, key = list(places_of(data))[position]
        del container[key]
        yield data


def with_several_odd_values(make: Callable[[], Any], count: int, most: int) -> Iterator[Any]:
    """Two or more odd values at once, the same ones in every run of the tests; and they alone."""
    chooser = random.Random(20)
    for _ in range(count):
        data = make()
        for _ in range(chooser.randint(2, most)):
            container, key = chooser.choice(list(places_of(data)))
            container[key] = copy.deepcopy(chooser.choice(ODD_VALUES))
        yield data
    yield from ODD_VALUES
