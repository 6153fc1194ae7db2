"""Definitions that the tests of this folder start from."""

import copy
from typing import Any

from tests.support.axes import Json, arms, spaced

BASE: Json = {
    "name": "Elephant and mouse",
    "duration_s": 30,
    "packet_bytes": 1000,
    "bottleneck": {
        "rate_bps": 1e7,
        "delay_s": 0.002,
        "buffer": {"amount": 10, "unit": "bdp", "rtt_s": 0.025},
    },
    "flows": [
        {"label": "elephant", "rtt_s": 0.035, "algorithm": {"name": "bbr2"}},
        {"label": "mouse", "rtt_s": 0.025, "algorithm": {"name": "bbr2"}},
    ],
}

ARMS = arms("bbr2", "fairtt")
BUFFERS = spaced("bottleneck.buffer.amount", "logarithmic", 0.5, 50, 3, label="Buffer")
SPLITS: Json = {
    "label": "Split",
    "moves": [
        {"path": "flows.0.count", "values": {"kind": "list", "values": [1, 5, 9]}},
        {"path": "flows.1.count", "values": {"kind": "linear", "from": 9, "to": 1, "count": 3}},
    ],
}


def experiment(*axes: Json, **changes: Any) -> Json:
    """A definition with these axes."""
    definition = {"base": BASE, "axes": list(axes), "replications": {"count": 4}, **changes}
    return copy.deepcopy(definition)
