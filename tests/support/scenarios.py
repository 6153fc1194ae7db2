"""Scenarios for tests of the service: what is simulated matters little, how long it takes does."""

from typing import Any


def scenario(duration_s: float = 10.0, rate_bps: float = 1e7, **changes: Any) -> dict[str, Any]:
    """Two NewReno flows: 12,500 packets in the default 10 s."""
    return {
        "name": "test",
        "duration_s": duration_s,
        "packet_bytes": 1000,
        "bottleneck": {"rate_bps": rate_bps, "delay_s": 0.01},
        "flows": [
            {"label": "long", "rtt_s": 0.035, "algorithm": {"name": "newreno"}},
            {"label": "short", "rtt_s": 0.025, "algorithm": {"name": "newreno"}},
        ],
        **changes,
    }
