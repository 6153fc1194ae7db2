"""One simulated run with everything that an export may need."""

from functools import cache
from typing import Any

import pytest

from lab_cli.kit.computed_run import compute_run
from lab_exec.computed_run import ComputedRun
from lab_model.exports.run import ExportedRun, SeriesPiece
from lab_model.scenarios import validate_scenario

SCENARIO: dict[str, Any] = {
    "name": "Far & near_1",
    "duration_s": 4,
    "warmup_s": 1,
    "bottleneck": {
        "rate_bps": 1e7,
        "delay_s": 0.01,
        "buffer": {"amount": 1.5, "unit": "bdp", "rtt_s": 0.04},
        "loss": {"kind": "bernoulli", "probability": 0.0015},
    },
    "flows": [
        {"label": "far", "rtt_s": 0.06, "algorithm": {"name": "bbr2"}},
        {
            "label": "near",
            "count": 2,
            "rtt_s": 0.03,
            "algorithm": {"name": "cubic", "parameters": {"hystart": "off"}},
        },
    ],
}


@cache
def _computed() -> ComputedRun:
    return compute_run(validate_scenario(SCENARIO), 7)


@pytest.fixture
def computed() -> ComputedRun:
    return _computed()


@pytest.fixture
def run(computed: ComputedRun) -> ExportedRun:
    return computed.run


@pytest.fixture
def pieces(computed: ComputedRun) -> list[SeriesPiece]:
    return list(computed.pieces())
