"""Digests that name equal work. Frozen: a change gives every stored result another name."""

import hashlib
from collections.abc import Mapping, Set
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from lab_model.algorithms import registry
from lab_model.metrics import FLOW, SUMMARY, MetricDeclaration
from lab_model.scenarios.canonical import canonical_json, canonical_scenario

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario


NEVER_S: Final = 9223372036.854776
"""`start_s` of a flow that never starts, in the core and in digests: 2^63 - 1 ns, later than any
run ends. Code that compares moments keeps it; people read null (lab_model.results.shown)."""


def scenario_digest(scenario: "Scenario") -> str:
    """SHA-256 (hex) of the canonical JSON of a valid scenario."""
    return hashlib.sha256(canonical_scenario(scenario).encode()).hexdigest()


def summary_digest(summary: dict[str, Any], flows: list[dict[str, Any]]) -> str:
    """SHA-256 (hex) of the canonical JSON of a result's `summary` and `flows`.

    Labels are left out, numbers that came after the first table of metrics, and parameters that
    came later and have their default: a new one leaves the digests of stored results as they are.
    A flow that never starts counts with the core's number for never, where `start_s` is null, too.
    """
    text = canonical_json(
        {
            "flows": [
                _without(_with_start(_without_later(flow)), {"label", *_undigested(FLOW)})
                for flow in flows
            ],
            "summary": _without(summary, _undigested(SUMMARY)),
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _with_start(flow: dict[str, Any]) -> dict[str, Any]:
    never_starts = "start_s" in flow and flow["start_s"] is None
    return {**flow, "start_s": NEVER_S} if never_starts else flow


def _without_later(flow: dict[str, Any]) -> dict[str, Any]:
    later = _later_defaults().get(flow.get("algorithm", ""), {})
    given = flow.get("parameters", {})
    unset = {name for name, value in later.items() if given.get(name) == value}
    return {**flow, "parameters": _without(given, unset)} if unset else flow


@cache
def _later_defaults() -> dict[str, dict[str, Any]]:
    return {
        algorithm.name: {
            item.name: item.default for item in algorithm.parameters if not item.is_digested
        }
        for algorithm in registry().algorithms
    }


def _without(numbers: dict[str, Any], names: Set[str]) -> dict[str, Any]:
    return {name: value for name, value in numbers.items() if name not in names}


def _undigested(table: Mapping[str, MetricDeclaration]) -> set[str]:
    return {name for name, metric in table.items() if not metric.is_digested}
