"""The measured Linux cases: the data means what its description says, and each case can run."""

import math

import pytest

from lab.scenarios import buffer_bytes
from lab_worker.cli.linux_cases import CASES_PATH, LinuxCase, Measured, load_cases, scenario_of
from lab_worker.cli.validate import compare
from lab_worker.execution import run_scenario

CASES = load_cases(CASES_PATH).cases


def numbers(case: LinuxCase) -> list[Measured]:
    optional = [case.jain_index, case.share_of_flow_0_ratio]
    flows = [(flow.goodput_bps, flow.retransmit_ratio) for flow in case.flows]
    return [
        case.utilisation_ratio,
        case.mean_queue_bdp,
        *(item for item in optional if item is not None),
        *(item for pair in flows for item in pair),
    ]


def test_there_are_fourteen_cases_with_three_repetitions_or_more() -> None:
    assert len(CASES) == 14
    assert len({case.id for case in CASES}) == 14
    assert all(case.repetition_count >= 3 for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_mean_lies_within_its_range(case: LinuxCase) -> None:
    for number in numbers(case):
        assert number.minimum <= number.mean <= number.maximum


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_goodput_is_the_payload_share_of_what_the_link_carries(case: LinuxCase) -> None:
    goodput_bps = sum(flow.goodput_bps.mean for flow in case.flows)
    ceiling_bps = case.utilisation_ratio.mean * case.rate_bps * 1448 / 1500
    assert goodput_bps <= ceiling_bps * 1.002
    # What the link carries and the receiver had already, or has not delivered in order, is little.
    assert goodput_bps >= ceiling_bps * 0.98


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_scenario_of_a_case_is_its_set_up(case: LinuxCase) -> None:
    scenario = scenario_of(case)
    smallest_rtt_s = min(flow.rtt_s for flow in case.flows)
    assert case.bdp_bytes == round(case.rate_bps * smallest_rtt_s / 8)
    assert buffer_bytes(scenario) == case.buffer_bytes // 1500 * 1500
    assert scenario.duration_s == case.duration_s
    assert [group.rtt_s for group in scenario.flows] == [flow.rtt_s for flow in case.flows]


def test_comparing_takes_the_difference_of_means() -> None:
    case = next(case for case in CASES if case.id == "loss1_reno_40_b1")
    results = [run_scenario(scenario_of(case), seed, series=False) for seed in (1, 2)]
    compared = {item.name: item for item in compare(case, results)}
    utilisations = [result["summary"]["utilisation_ratio"] for result in results]
    ours = compared["utilisation_ratio"].ours
    assert ours.mean == pytest.approx(math.fsum(utilisations) / 2)
    assert compared["utilisation_ratio"].difference == pytest.approx(
        ours.mean - case.utilisation_ratio.mean
    )
    # One flow has no share, and no second flow retransmits.
    assert set(compared) == {"utilisation_ratio", "mean_queue_bdp", "flow_0_retransmit_ratio"}
