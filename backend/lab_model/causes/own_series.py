"""Series that one algorithm alone has, from the registry."""

from collections import Counter
from functools import cache

from lab_model.algorithms import find_algorithm, registry


def own_ratios(algorithm: str) -> list[tuple[str, str]]:
    """Ratio series that only this algorithm has, with what each of them is."""
    known = find_algorithm(algorithm)
    if known is None:
        return []
    return [
        (metric.name, metric.description)
        for metric in known.metrics
        if metric.name.endswith("_ratio") and _owners()[metric.name] == 1
    ]


def all_own_ratios() -> tuple[str, ...]:
    """The ratio series that `own_ratios` gives for any algorithm."""
    names = (name for known in registry().algorithms for name, _text in own_ratios(known.name))
    return tuple(sorted(names))


def has_own_series(algorithm: str) -> bool:
    """Some of its series belong to it alone: it is no plain NewReno."""
    known = find_algorithm(algorithm)
    return known is not None and any(_owners()[metric.name] == 1 for metric in known.metrics)


@cache
def _owners() -> Counter[str]:
    """How many algorithms have each series."""
    return Counter(metric.name for known in registry().algorithms for metric in known.metrics)
