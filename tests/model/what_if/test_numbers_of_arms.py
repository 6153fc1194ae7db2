"""The numbers of every arm that is offered, held against the packets of its own run."""

import pytest

from lab_exec import run_scenario
from lab_model.experiments.numbers import Numbers, numbers_of
from lab_model.scenarios import Scenario, validate_scenario
from lab_model.what_if.offers import offered_alterations
from tests.model.causes.test_claims import random_network
from tests.support.odd_networks import ODD_NETWORKS
from tests.support.oracle import Oracle

WHOLE = ("bulk", "udp", "media", "rate_limited")
"""Traffic whose window is the time in which its group is active."""
A_PACKET_BPS = 20_000


def _hold_numbers(scenario: Scenario) -> int:
    """How many numbers of the table were held."""
    result = run_scenario(scenario, seed=1, series=False)
    numbers, oracle = numbers_of(result), Oracle(scenario, 1)
    held = _hold_throughputs(scenario, result["flows"], oracle)
    queue_bytes = oracle.mean_queue_bytes(0)
    if queue_bytes is not None:
        assert numbers["mean_queue_bytes"] == pytest.approx(queue_bytes, rel=0.01, abs=50)
        rate_bps = result["link"]["rate_bps"]
        assert numbers["mean_queue_s"] == pytest.approx(
            queue_bytes * 8 / rate_bps, rel=0.01, abs=1e-4
        )
        held += 2
    return held + _hold_ratios(scenario, numbers, oracle)


def _hold_throughputs(scenario: Scenario, flows: list[dict[str, float]], oracle: Oracle) -> int:
    held = 0
    for index, flow in enumerate(flows):
        group = scenario.flows[int(flow["group_index"])]
        if group.traffic.kind not in WHOLE:
            continue
        from_s = max(scenario.warmup_s, group.start_s)
        to_s = min(scenario.duration_s, group.stop_s or scenario.duration_s)
        found_bps = oracle.throughput_bps(index, from_s, to_s)
        assert flow["throughput_bps"] == pytest.approx(found_bps, rel=0.01, abs=A_PACKET_BPS)
        held += 1
    return held


def _hold_ratios(scenario: Scenario, numbers: Numbers, oracle: Oracle) -> int:
    link = scenario.bottleneck
    changes = bool(link.trace.opportunities_ms or link.rate_schedule)
    used = oracle.used_ratio(0) if changes else oracle.busy_ratio(0)
    if used is not None:
        assert numbers["utilisation_ratio"] == pytest.approx(used, rel=0.005, abs=0.002)
    first, again = oracle.sent_in_window()
    if first + again == 0:
        assert numbers["retransmit_ratio"] is None
    else:
        ratio = again / (first + again)
        assert numbers["retransmit_ratio"] == pytest.approx(ratio, rel=0.005, abs=0.0005)
    return 1 + (used is not None)


def _hold_arms(scenario: Scenario) -> int:
    held = _hold_numbers(scenario)
    for arm in offered_alterations(scenario):
        held += _hold_numbers(arm.apply(scenario))
    return held


@pytest.mark.parametrize("name", ODD_NETWORKS)
def test_numbers_of_arms_of_odd_networks_are_what_the_packets_say(name: str) -> None:
    assert _hold_arms(validate_scenario(ODD_NETWORKS[name])) > 10


@pytest.mark.parametrize("seed", range(10))
def test_numbers_of_arms_of_random_networks_are_what_the_packets_say(seed: int) -> None:
    # From 0 on, what leaves at that very instant is in the events and not in the core's counts.
    odd = {**random_network(seed), "start_jitter_s": 0, "warmup_s": 1}
    scenario = validate_scenario(odd)
    assert _hold_arms(scenario) > 10
