"""Definitions that the tests of this folder start from."""

import copy
from typing import Any

Json = dict[str, Any]

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

ARMS: Json = {
    "label": "Algorithm",
    "role": "arm",
    "moves": [
        {
            "path": "flows.*.algorithm",
            "values": {"kind": "list", "values": [{"name": "bbr2"}, {"name": "fairtt"}]},
        }
    ],
}
BUFFERS: Json = {
    "label": "Buffer",
    "moves": [
        {
            "path": "bottleneck.buffer.amount",
            "values": {"kind": "logarithmic", "from": 0.5, "to": 50, "count": 3},
        }
    ],
}
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


def axis(path: str, values: list[Any], **changes: Any) -> Json:
    """An axis with one path and a list of values."""
    return {"moves": [{"path": path, "values": {"kind": "list", "values": values}}], **changes}


def spaced(path: str, kind: str, first: float, last: float, count: int) -> Json:
    """An axis with one path and a range of values."""
    values = {"kind": kind, "from": first, "to": last, "count": count}
    return {"moves": [{"path": path, "values": values}]}
