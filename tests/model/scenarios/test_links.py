"""Several links: names, paths, delays, and what follows from them."""

from typing import Any

import pytest

from lab_model.scenarios import (
    InvalidScenarioError,
    buffer_bytes,
    derive,
    kept_sample_count,
    predicted_packet_count,
    scenario_digest,
    validate_scenario,
)
from tests.model.scenarios.examples import SMALLEST, changed


def parking_lot(**of_second: Any) -> dict[str, Any]:
    """Two links of 10 and 4 Mbit/s: one flow over both, one over each."""
    flow = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
    return {
        "duration_s": 30,
        "bottleneck": {"rate_bps": 10_000_000},
        "links": [{"id": "second", "rate_bps": 4_000_000, **of_second}],
        "flows": [
            {**flow, "path": ["bottleneck", "second"]},
            flow,
            {**flow, "rtt_s": 0.02, "path": ["second"]},
        ],
    }


def problems(data: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidScenarioError) as refused:
        validate_scenario(data)
    return [(problem.path, problem.message) for problem in refused.value.problems]


def test_shares_are_max_min() -> None:
    derived = derive(validate_scenario(parking_lot()))
    # The second link is full first: 2 Mbit/s for each of its two; the rest of the first is left.
    assert [group.fair_share_bps for group in derived.groups] == [2e6, 8e6, 2e6]
    assert [(link.id, link.flow_count) for link in derived.links] == [
        ("bottleneck", 2),
        ("second", 2),
    ]


def test_a_flow_has_the_bdp_of_its_slowest_link() -> None:
    derived = derive(validate_scenario(parking_lot()))
    assert [group.bdp_bytes for group in derived.groups] == [20_000, 50_000, 10_000]


def test_a_buffer_in_bdp_takes_the_shortest_rtt_that_passes() -> None:
    scenario = validate_scenario(parking_lot())
    assert buffer_bytes(scenario) == 49_500  # 10 Mbit/s x 40 ms
    assert buffer_bytes(scenario, "second") == 9_000  # 4 Mbit/s x 20 ms


def test_every_link_counts_in_samples_and_packets() -> None:
    scenario = validate_scenario(parking_lot())
    assert kept_sample_count(scenario) == 5 * 300
    assert predicted_packet_count(scenario) == 25_000 + 10_000
    data = changed(parking_lot(), "flows.2.return_path", ["bottleneck"])
    assert predicted_packet_count(validate_scenario(data)) == 25_000 + 2 * 10_000


def test_no_links_and_the_usual_path_are_the_same_scenario() -> None:
    digest = scenario_digest(validate_scenario(SMALLEST))
    spelled = changed(changed(SMALLEST, "links", []), "flows.0.path", ["bottleneck"])
    assert scenario_digest(validate_scenario(spelled)) == digest
    other = changed(SMALLEST, "links", [{"id": "a", "rate_bps": 1_000_000}])
    assert scenario_digest(validate_scenario(other)) != digest


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        ("flows.0.path", ["third"], "flows.0.path.0", "must be one of the links"),
        ("flows.0.path", ["second", "second"], "flows.0.path.1", "once only"),
        ("flows.0.return_path", ["nowhere"], "flows.0.return_path.0", "bottleneck, second"),
        ("flows.0.path", [], "flows.0.path", "at least 1"),
        ("links.0.id", "bottleneck", "links.0.id", "that no other link has"),
        ("links.0.id", "No Spaces", "links.0.id", "No Spaces"),
        ("links.0.delay_s", 0.03, "flows.0.rtt_s", "twice the delays of its path (0.06 s)"),
        ("links.0.rate_bps", 1, "links.0.rate_bps", "1000"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    path: str, value: object, field: str, message: str
) -> None:
    found = problems(changed(parking_lot(), path, value))
    assert (field, True) in [(name, message in text) for name, text in found], found
