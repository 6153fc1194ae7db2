"""A receiver whose application reads slower than the link brings."""

from typing import Any

import pytest

from lab_exec import run_scenario
from lab_model.scenarios import InvalidScenarioError, validate_scenario

READ_RATE_BPS = 2_000_000


def _scenario(algorithm: str, receiver: dict[str, Any]) -> dict[str, Any]:
    return {
        "duration_s": 30,
        "warmup_s": 10,
        "bottleneck": {"rate_bps": 10_000_000, "delay_s": 0.01},
        "flows": [{"rtt_s": 0.04, "algorithm": {"name": algorithm}, "receiver": receiver}],
    }


@pytest.mark.parametrize("algorithm", ["cubic", "bbr1"])
def test_the_flow_gets_the_reading_rate_and_says_why(algorithm: str) -> None:
    receiver = {"window_bytes": 60_000, "read_rate_bps": READ_RATE_BPS}
    result = run_scenario(validate_scenario(_scenario(algorithm, receiver)), 1)
    (flow,) = result["flows"]
    assert flow["goodput_bps"] == pytest.approx(READ_RATE_BPS, rel=0.01)
    assert flow["limited_receive_window_ratio"] > 0.6
    assert flow["dropped_packets"] == 0


@pytest.mark.parametrize(
    ("receiver", "words"),
    [
        ({"read_rate_bps": READ_RATE_BPS}, "must be given with read_rate_bps"),
        ({"read_rate_bps": READ_RATE_BPS, "window_bytes": 10**9}, "65535 packets"),
    ],
)
def test_it_needs_a_buffer_that_a_header_can_tell(receiver: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidScenarioError) as caught:
        validate_scenario(_scenario("cubic", receiver))
    (error,) = caught.value.problems
    assert error.path == "flows.0.receiver.window_bytes"
    assert words in error.message
