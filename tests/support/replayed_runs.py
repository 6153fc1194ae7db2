"""Packet events of short runs for the tests of the interface's replay.

python -m tests.support.replayed_runs      writes frontend/tests/replayed-runs.json again
"""

import json
from typing import Any

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.scenarios import validate_scenario
from tools.paths import PROJECT_ROOT

COMMITTED = PROJECT_ROOT / "frontend" / "tests" / "replayed-runs.json"
SEED = 1
LAST_S = 1.2
NANOSECONDS = 1e9


BUFFER = {"amount": 16, "unit": "packets"}


def scenario(loss: dict[str, Any]) -> dict[str, Any]:
    """A link of 125 packets a second with a buffer of 16, which slow start fills at once."""
    return {
        "name": "Replayed",
        "duration_s": LAST_S,
        "packet_bytes": 1000,
        "bottleneck": {
            "rate_bps": 1e6,
            "delay_s": 0.01,
            "buffer": BUFFER,
            "loss": {"kind": "bernoulli", "probability": 0.03, **loss},
        },
        "flows": [
            {"label": "far", "rtt_s": 0.09, "algorithm": {"name": "newreno"}},
            {"label": "near", "rtt_s": 0.03, "algorithm": {"name": "cubic"}},
        ],
    }


def over_two_links() -> dict[str, Any]:
    """The far flow passes both links, the near one the second; both drop."""
    document = scenario({"probability": 0.01})
    second = {"id": "second", "rate_bps": 8e5, "delay_s": 0.005, "buffer": dict(BUFFER)}
    far, near = document["flows"]
    return {
        **document,
        "bottleneck": {**document["bottleneck"], "buffer": {"amount": 7, "unit": "packets"}},
        "links": [second],
        "flows": [
            {**far, "path": ["bottleneck", "second"]},
            {**near, "path": ["second"], "return_path": ["bottleneck"]},
        ],
    }


SCENARIOS = {
    "twoLinks": over_two_links(),
    "lossAfterQueue": scenario({"position": "after_queue"}),
    "lossBeforeQueue": scenario({"position": "before_queue", "direction": "both"}),
}


def recorded(document: dict[str, Any]) -> dict[str, Any]:
    """The scenario with every packet event; times in ns and kinds by number keep it small."""
    found: list[PacketEvents] = []
    watch = PacketWatch(PacketWindow(0, LAST_S, 1_000_000), found.append)
    run_scenario(validate_scenario(document), SEED, watch=watch)
    (events,) = found
    columns = events.columns()
    kinds = events.kinds
    return {
        "scenario": document,
        "kinds": kinds,
        "time_ns": [round(time * NANOSECONDS) for time in columns.pop("time_s")],
        "kind": [kinds.index(name) for name in columns.pop("kind")],
        **columns,
    }


def build() -> dict[str, Any]:
    """What the file holds."""
    return {name: recorded(document) for name, document in SCENARIOS.items()}


if __name__ == "__main__":
    COMMITTED.write_text(json.dumps(build(), separators=(",", ":")) + "\n")
