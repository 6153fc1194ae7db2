"""The behaviour of data that was stored before behaviours were stored with it.

Results of equal scenario, seed and behaviour version are equal. The number is the core's
(sim-core/include/ccsim/behaviour.h), raised when a run gives other numbers.
"""

import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lab_model.algorithms import traffic_kinds
from lab_model.scenarios import Scenario
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.fair_shares import passing_share_ratio
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import all_links
from lab_model.scenarios.marking import asks_for_ecn, marks
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS, SENT_HANDSHAKES

_NANOSECOND_S: Final = 1e-9
_SHAKING_HANDS: Final = traffic_kinds("connection")
"""Kinds of traffic of one connection, which is to be established first."""
FIRST_BEHAVIOUR: Final = 1
_SENDS_HANDSHAKES: Final = 9
# The one core of everything that was shipped when behaviour got its name.
FIRST_CORE: Final = "0.1.0+8935eb439cc1"


PATH_REORDERS: Final = "path_reorders"
"""The trait of a scenario in which a packet of a flow can overtake another one. No algorithm is
called that."""
MARKED: Final = "marked"
"""... in which packets may come back marked: a flow uses ECN, and a queue marks."""
BEGINS_WITH_MEASURING: Final = "begins_with_measuring"
"""... in which the first data of a flow may leave at the instant at which measuring begins."""
HANDSHAKE: Final = "handshake"
"""... in which connections are opened by packets."""
POLICED: Final = "policed"
"""... with a link that lets only a share of its rate pass."""


def traits_of(*scenarios: Scenario) -> frozenset[str]:
    """What a change of behaviour may be confined to: the algorithms that run, by name (datagrams
    have none), and what the constants above name. Of several scenarios, those that any of them has.
    """
    algorithms = {group.algorithm.name for scenario in scenarios for group in scenario.flows}
    conditions = {
        PATH_REORDERS: lambda scenario: any(map(_may_reorder, all_links(scenario).values())),
        MARKED: _may_mark,
        BEGINS_WITH_MEASURING: _may_begin_with_measuring,
        HANDSHAKE: _sends_handshakes,
        POLICED: _is_policed,
    }
    met = {name for name, is_met in conditions.items() if any(map(is_met, scenarios))}
    return frozenset(algorithms | met)


def _may_mark(scenario: Scenario) -> bool:
    return any(map(asks_for_ecn, scenario.flows)) and any(
        marks(link.queue) for link in all_links(scenario).values()
    )


def _sends_handshakes(scenario: Scenario) -> bool:
    kinds = {group.traffic.kind for group in scenario.flows}
    return scenario.transport.handshake in SENT_HANDSHAKES and not kinds <= traffic_kinds(
        "datagrams"
    )


def _is_policed(scenario: Scenario) -> bool:
    return any(passing_share_ratio(link) is not None for link in all_links(scenario).values())


def _may_begin_with_measuring(scenario: Scenario) -> bool:
    """The start jitter draws a time that is at most `start_jitter_s` after the start. A nanosecond
    on each side covers how the core rounds.
    """
    return any(
        -_NANOSECOND_S
        <= scenario.warmup_s - _first_data_s(scenario, group)
        <= scenario.start_jitter_s + _NANOSECOND_S
        for group in scenario.flows
    )


def _first_data_s(scenario: Scenario, group: FlowGroup) -> float:
    """Without jitter: datagrams, and connections that come one after another, need no handshake
    before the flow begins.
    """
    if group.traffic.kind not in _SHAKING_HANDS:
        return group.start_s
    return group.start_s + HANDSHAKE_ROUND_TRIPS[scenario.transport.handshake] * group.rtt_s


def _may_reorder(link: Bottleneck) -> bool:
    """Whether what leaves the link later may be at its end earlier: by a jitter that lets it, or
    where the delay falls. Queues serve the packets of a flow in their order.
    """
    if link.jitter_s > 0 and link.jitter_reorders:
        return True
    delays_s = [link.delay_s, *(step.delay_s for step in link.delay_schedule)]
    return any(after_s < before_s for before_s, after_s in itertools.pairwise(delays_s))


def behaviour_of(document: Mapping[str, object]) -> int | None:
    """The behaviour version of a document that names its core; None: an older core, whose behaviour
    is unknown.
    """
    found = document.get("behaviour_version")
    if isinstance(found, int):
        return found
    return FIRST_BEHAVIOUR if document.get("core_version") == FIRST_CORE else None


def named_as_now(document: Any, behaviour: int | None) -> Any:
    """Plain data of a scenario or an experiment (or anything else) that was given to a behaviour;
    None: an older one. What those up to 8 called a handshake of TCP, their default, was a round
    trip without packets, which is `none` since, and has the digest of that.
    """
    is_present = behaviour is not None and behaviour >= _SENDS_HANDSHAKES
    return document if is_present else _renamed(document)


def _renamed(part: Any) -> Any:
    if isinstance(part, list):
        return [_renamed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: _renamed(value) for key, value in part.items()}
    if found.get("handshake") == "tcp":
        found["handshake"] = "none"
    # An axis that varies it.
    varied = found.get("values")
    if found.get("path") == "transport.handshake" and isinstance(varied, dict):
        values = varied.get("values")
        if isinstance(values, list):
            found["values"] = {**varied, "values": ["none" if v == "tcp" else v for v in values]}
    return found


@dataclass(frozen=True)
class _Changes:
    """Which behaviours changed nothing but runs with certain traits (`traits_of`)."""

    newest: int
    only_with: Mapping[int, frozenset[str]]
    """By version: the trait that all changed runs had. No entry: no such trait."""


@cache
def _changes() -> _Changes:
    """Read from sim-core/behaviour.json (`./lab generate`); the service has no core to ask."""
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
