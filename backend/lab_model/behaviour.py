"""Behaviour of what was stored before it was stored beside the core's version.

Results of equal scenario, seed and behaviour version are equal. The number is the core's
(sim-core/include/ccsim/behaviour.h), raised when a run gives other numbers.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

FIRST_BEHAVIOUR: Final = 1
# The one core of everything that was shipped when behaviour got its name.
FIRST_CORE: Final = "0.1.0+8935eb439cc1"


def behaviour_of(document: Mapping[str, object]) -> int | None:
    """Of a document that names its core; None: an older core, of which nothing is known."""
    found = document.get("behaviour_version")
    if isinstance(found, int):
        return found
    return FIRST_BEHAVIOUR if document.get("core_version") == FIRST_CORE else None


@dataclass(frozen=True)
class _Changes:
    """Which behaviours changed nothing but runs of certain algorithms."""

    newest: int
    only_with: Mapping[int, frozenset[str]]
    """By version; a version that is not in it changed other runs as well."""


@cache
def _changes() -> _Changes:
    """From sim-core/behaviour.json (`./lab generate`): the service does not import the core."""
    content = json.loads(files("lab_model").joinpath("behaviour_changes.json").read_bytes())
    only_with = {int(version): frozenset(names) for version, names in content["only_with"].items()}
    return _Changes(content["behaviour_version"], only_with)


def newest_behaviour() -> int:
    """The behaviour of this release's core."""
    return _changes().newest


def holds_under(made: int, now: int, algorithms: Iterable[str]) -> bool:
    """Whether what behaviour `made` computed with these algorithms is what `now` computes.

    False for versions that this release does not know. See decision 13
    (docs/decisions/0013-what-a-change-leaves-alone.md).
    """
    if made == now:
        return True
    changes = _changes()
    first, last = min(made, now), max(made, now)
    if first < FIRST_BEHAVIOUR or last > changes.newest:
        return False
    used = set(algorithms)
    return all(
        version in changes.only_with and used.isdisjoint(changes.only_with[version])
        for version in range(first + 1, last + 1)
    )
