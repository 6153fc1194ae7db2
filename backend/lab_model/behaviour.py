"""Behaviour of what was stored before it was stored beside the core's version.

Results of equal scenario, seed and behaviour version are equal. The number is the core's
(sim-core/include/ccsim/behaviour.h), raised when a run gives other numbers.
"""

import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from lab_model.scenarios import Scenario
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.links import all_links

FIRST_BEHAVIOUR: Final = 1
# The one core of everything that was shipped when behaviour got its name.
FIRST_CORE: Final = "0.1.0+8935eb439cc1"


PATH_REORDERS: Final = "path_reorders"
"""The trait of a scenario in which a packet of a flow can overtake another one. No algorithm is
called that."""


def traits_of(*scenarios: Scenario) -> frozenset[str]:
    """What a change of behaviour may be confined to: the algorithms that run, by name (datagrams
    have none), and `path_reorders`. Of several scenarios, those that any of them has.
    """
    algorithms = {group.algorithm.name for scenario in scenarios for group in scenario.flows}
    links = [link for scenario in scenarios for link in all_links(scenario).values()]
    if any(map(_may_reorder, links)):
        return frozenset({*algorithms, PATH_REORDERS})
    return frozenset(algorithms)


def _may_reorder(link: Bottleneck) -> bool:
    """Whether what leaves the link later may be at its end earlier: by a jitter that lets it, or
    where the delay falls. Queues serve the packets of a flow in their order.
    """
    if link.jitter_s > 0 and link.jitter_reorders:
        return True
    delays_s = [link.delay_s, *(step.delay_s for step in link.delay_schedule)]
    return any(after_s < before_s for before_s, after_s in itertools.pairwise(delays_s))


def behaviour_of(document: Mapping[str, object]) -> int | None:
    """Of a document that names its core; None: an older core, of which nothing is known."""
    found = document.get("behaviour_version")
    if isinstance(found, int):
        return found
    return FIRST_BEHAVIOUR if document.get("core_version") == FIRST_CORE else None


@dataclass(frozen=True)
class _Changes:
    """Which behaviours changed nothing but runs with certain traits (`traits_of`)."""

    newest: int
    only_with: Mapping[int, frozenset[str]]
    """By version: what all changed runs had in common. No entry: nothing."""


@cache
def _changes() -> _Changes:
    """From sim-core/behaviour.json (`./lab generate`): the service does not import the core."""
    content = json.loads(files("lab_model").joinpath("behaviour_changes.json").read_bytes())
    only_with = {int(version): frozenset(names) for version, names in content["only_with"].items()}
    return _Changes(content["behaviour_version"], only_with)


def newest_behaviour() -> int:
    """The behaviour of this release's core."""
    return _changes().newest


def holds_under(made: int, now: int, traits: Iterable[str]) -> bool:
    """Whether what behaviour `made` computed of scenarios with these traits is what `now` computes.

    False for versions that this release does not know. See decision 13
    (docs/decisions/0013-what-a-change-leaves-alone.md).
    """
    if made == now:
        return True
    changes = _changes()
    first, last = min(made, now), max(made, now)
    if first < FIRST_BEHAVIOUR or last > changes.newest:
        return False
    present = set(traits)
    return all(
        version in changes.only_with and present.isdisjoint(changes.only_with[version])
        for version in range(first + 1, last + 1)
    )
