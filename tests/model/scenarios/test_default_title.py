"""A scenario without a name is called by its settings."""

from typing import Any

import pytest

from lab_model.scenarios import validate_scenario
from lab_model.scenarios.default_title import title_of


def _flows(*groups: tuple[str, float, int]) -> list[dict[str, Any]]:
    return [
        {"algorithm": {"name": name}, "rtt_s": rtt_s, "count": count}
        for name, rtt_s, count in groups
    ]


@pytest.mark.parametrize(
    ("flows", "rate_bps", "title"),
    [
        ([("cubic", 0.04, 1)], 10_000_000, "CUBIC, 10 Mbit/s, 40 ms"),
        (
            [("cubic", 0.04, 1), ("bbr2", 0.04, 1)],
            10_000_000,
            "CUBIC and BBRv2, 10 Mbit/s, 40 ms",
        ),
        (
            [("cubic", 0.02, 1), ("cubic", 0.1, 4)],
            2_500_000_000,
            "5 CUBIC, 2.5 Gbit/s, 20 and 100 ms",
        ),
        (
            [("cubic", 0.02, 5), ("bbr1", 0.0325, 1), ("fairtt", 0.2, 1)],
            64_000,
            "5 CUBIC, 1 BBRv1 and 1 FaiRTT, 64 kbit/s, 20 to 200 ms",
        ),
        (
            [("cubic", 0.02, 1), ("bbr1", 0.02, 1), ("bbr2", 0.02, 1), ("vegas", 0.02, 1)],
            1_000_000,
            "4 algorithms, 1 Mbit/s, 20 ms",
        ),
    ],
)
def test_title(flows: list[tuple[str, float, int]], rate_bps: int, title: str) -> None:
    data = {"duration_s": 1, "bottleneck": {"rate_bps": rate_bps}, "flows": _flows(*flows)}
    assert title_of(validate_scenario(data)) == title


def test_what_has_no_algorithm_is_called_by_its_traffic() -> None:
    flows = _flows(("cubic", 0.04, 1))
    flows.append({"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1_000_000}})
    data = {"duration_s": 1, "bottleneck": {"rate_bps": 10_000_000}, "flows": flows}
    assert title_of(validate_scenario(data)) == "CUBIC and UDP, 10 Mbit/s, 40 ms"
