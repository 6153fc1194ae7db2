"""The measured Linux cases: the data means what its description says, and each case can run."""

from pathlib import Path

import pytest

from lab_model.scenarios import buffer_bytes
from lab_research.validate.expectations import load_expectations
from lab_research.validate.linux import rows_of
from lab_research.validate.linux_cases import (
    CASES_PATH,
    HOST_CASES_PATH,
    UML_CASES_PATH,
    LinuxCase,
    Measured,
    load_cases,
    scenario_of,
)

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


def test_there_are_seventeen_cases_with_three_repetitions_or_more() -> None:
    assert len(CASES) == 17
    assert len({case.id for case in CASES}) == 17
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


@pytest.mark.parametrize("path", [CASES_PATH, HOST_CASES_PATH, UML_CASES_PATH])
def test_flows_connect_when_the_measured_program_did(path: Path) -> None:
    # The core's flows have a handshake of their own; a second one here delayed them twice.
    for case in load_cases(path).cases:
        starts_s = [group.start_s for group in scenario_of(case).flows]
        assert starts_s == [flow.start_s for flow in case.flows], case.id


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_rows_of_a_case_pass_what_linux_did_itself(case: LinuxCase) -> None:
    rows = rows_of(case, load_expectations().linux)
    assert (
        len(rows)
        == len({row.id for row in rows})
        == (2 if len(case.flows) == 1 else 3) + len(case.flows)
    )
    measured = {
        "share_of_group_0_ratio": case.share_of_flow_0_ratio,
        "utilisation_ratio": case.utilisation_ratio,
        "mean_queue_bdp": case.mean_queue_bdp,
        **{f"flow_{i}_retransmit_ratio": f.retransmit_ratio for i, f in enumerate(case.flows)},
    }
    for row in rows:
        number = measured[row.metric]
        assert number is not None
        assert row.minimum is not None
        assert row.maximum is not None
        assert row.minimum < number.minimum <= number.maximum < row.maximum


def test_the_tolerance_of_retransmissions_follows_what_linux_retransmits() -> None:
    tolerance = load_expectations().linux
    widths = []
    for case in CASES:
        for row in rows_of(case, tolerance):
            if row.metric == "flow_0_retransmit_ratio" and row.maximum is not None:
                highest = case.flows[0].retransmit_ratio.maximum
                widths.append((highest, row.maximum - highest))
    for highest, width in widths:
        expected = min(0.005, max(0.0005, highest / 2))
        assert width == pytest.approx(expected)
