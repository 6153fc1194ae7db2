"""Digests that name equal work. Frozen: a change gives every stored result another name."""

import hashlib
from typing import TYPE_CHECKING, Any

from lab_model.scenarios.canonical import canonical_json, canonical_scenario

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario


def scenario_digest(scenario: "Scenario") -> str:
    """SHA-256 (hex) of the canonical JSON of a valid scenario."""
    return hashlib.sha256(canonical_scenario(scenario).encode()).hexdigest()


def summary_digest(summary: dict[str, Any], flows: list[dict[str, Any]]) -> str:
    """SHA-256 (hex) of the canonical JSON of a result's `summary` and `flows` without labels."""
    unlabelled = [{key: item for key, item in flow.items() if key != "label"} for flow in flows]
    text = canonical_json({"flows": unlabelled, "summary": summary})
    return hashlib.sha256(text.encode()).hexdigest()
