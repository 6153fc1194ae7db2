"""Scenarios that the tests of this folder start from."""

import copy
from typing import Any

Json = dict[str, Any]

SMALLEST: Json = {
    "duration_s": 30,
    "bottleneck": {"rate_bps": 10_000_000},
    "flows": [{"rtt_s": 0.04, "algorithm": {"name": "newreno"}}],
}

TWO_FLOWS: Json = {
    "version": 1,
    "name": "Two flows",
    "duration_s": 120,
    "packet_bytes": 1000,
    "bottleneck": {
        "rate_bps": 1e7,
        "delay_s": 0.010,
        "buffer": {"amount": 10, "unit": "bdp", "rtt_s": 0.025},
        "loss": {"kind": "bernoulli", "probability": 0.0015},
    },
    "flows": [
        {"label": "elephant", "rtt_s": 0.035, "algorithm": {"name": "newreno"}},
        {
            "label": "mouse",
            "rtt_s": 0.025,
            "algorithm": {"name": "newreno", "parameters": {"beta_ratio": 0.7}},
        },
    ],
}


def changed(base: Json, path: str, value: Any) -> Json:
    """A copy with the value at a dotted path replaced or added."""
    data = copy.deepcopy(base)
    *parents, last = path.split(".")
    place: Any = data
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    place[int(last) if isinstance(place, list) else last] = value
    return data
