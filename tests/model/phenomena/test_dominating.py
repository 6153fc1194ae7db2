"""Phenomena that say what dominates, on runs of the core that show it, and on runs that do not."""

from typing import Any

import pytest

from lab_model.phenomena import (
    dominance,
    loss_blind,
    missed_deadlines,
    other_bdp,
    rtt_bias,
    starvation,
    window_cap,
)
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.phenomenon import Phenomenon
from lab_model.scenarios import validate_scenario
from tests.support.evidence import evidence_of
from tests.support.oracle import Oracle


def _flow(label: str, algorithm: str, rtt_s: float = 0.04, **more: Any) -> dict[str, Any]:
    return {"label": label, "rtt_s": rtt_s, "algorithm": {"name": algorithm}, **more}


def _scenario(*flows: dict[str, Any], buffer_bdp: float, **more: Any) -> dict[str, Any]:
    bottleneck = {"rate_bps": 10e6, "buffer": {"amount": buffer_bdp}}
    return {"duration_s": 40, "bottleneck": bottleneck, "flows": list(flows), **more}


def _one(found: list[Phenomenon]) -> Phenomenon:
    [phenomenon] = found
    return phenomenon


BBR_BESIDE_CUBIC = _scenario(_flow("bbr", "bbr1"), _flow("cubic", "cubic"), buffer_bdp=0.3)
ELEPHANT_AND_MOUSE = _scenario(
    _flow("elephant", "bbr1", 0.1), _flow("mouse", "bbr1", 0.02), buffer_bdp=10
)


def test_a_loss_blind_flow_takes_a_shallow_buffer() -> None:
    found = _one(loss_blind.detect(evidence_of(BBR_BESIDE_CUBIC)))
    assert list(found.flow_indices) == [0, 1]
    assert "bbr does not slow down at a loss (" in found.sentence
    assert "The buffer is 0.3 BDP of bbr." in found.sentence


@pytest.mark.parametrize(
    ("flows", "buffer_bdp"),
    [
        ((_flow("bbr", "bbr1"), _flow("cubic", "cubic")), 4),  # a deep buffer: CUBIC fills it
        ((_flow("bbr", "bbr2"), _flow("cubic", "cubic")), 0.3),  # BBRv2 heeds losses
        ((_flow("a", "bbr1"), _flow("b", "bbr1")), 0.3),  # no flow that heeds them
    ],
    ids=["deep", "bbr2", "alike"],
)
def test_nothing_is_loss_blind_elsewhere(
    flows: tuple[dict[str, Any], ...], buffer_bdp: float
) -> None:
    assert loss_blind.detect(evidence_of(_scenario(*flows, buffer_bdp=buffer_bdp))) == []


def test_the_bias_of_rtts_has_a_direction_and_an_exponent() -> None:
    long = _one(rtt_bias.detect(evidence_of(ELEPHANT_AND_MOUSE)))
    # Its time is said: its numbers are not those of the whole measurement window.
    assert "From 2.2 to 40 s, the longer RTT wins: the elephant (100 ms) gets" in long.sentence
    flows = _flow("elephant", "newreno", 0.1), _flow("mouse", "newreno", 0.02)
    short = _one(rtt_bias.detect(evidence_of(_scenario(*flows, buffer_bdp=1))))
    assert "he shorter RTT wins: the mouse (20 ms) gets" in short.sentence
    assert "to the power of -" in short.sentence


def test_equal_rtts_and_other_algorithms_have_no_bias() -> None:
    assert rtt_bias.detect(evidence_of(BBR_BESIDE_CUBIC)) == []
    other = _scenario(_flow("a", "bbr1", 0.1), _flow("b", "cubic", 0.02), buffer_bdp=1)
    assert rtt_bias.detect(evidence_of(other)) == []


def test_who_has_most_of_the_link_is_named() -> None:
    found = _one(dominance.detect(evidence_of(BBR_BESIDE_CUBIC)))
    assert list(found.flow_indices) == [0]
    assert "bbr gets 9" in found.sentence
    equal = _scenario(_flow("a", "cubic"), _flow("b", "cubic"), buffer_bdp=1)
    assert dominance.detect(evidence_of(equal)) == []


def test_a_share_of_80_percent_never_says_nothing() -> None:
    short = {**BBR_BESIDE_CUBIC, "duration_s": 6}
    for scenario in (BBR_BESIDE_CUBIC, ELEPHANT_AND_MOUSE, short):
        evidence = evidence_of(scenario)
        kinds = {found.definition.kind for found in find_phenomena(evidence)}
        assert kinds & {"dominance", "rtt_bias", "loss_blind", "starvation"}


def test_of_many_equal_flows_some_get_nothing_and_none_dominates() -> None:
    """In a run that is too short for 5 s of famine, and the one with most has a few per cent."""
    crowd = _flow("crowd", "cubic", count=120)
    evidence = evidence_of(_scenario(crowd, buffer_bdp=0.5, duration_s=5.5))
    found = {each.definition.kind: each for each in find_phenomena(evidence)}
    assert {"starvation", "unequal_group"} <= set(found)
    assert "dominance" not in found
    starved = found["starvation"]
    time_s = evidence.time_s
    for claim in starved.claims:
        index = int(claim.subject.removeprefix("flow:"))
        rate_bps = evidence.throughput_bps[index]
        window = claim.window
        assert window.to_s - window.from_s >= starvation.MIN_SILENCE_S - 1e-9
        assert claim.value == 0
        assert not any(
            rate > 0
            for rate, end_s in zip(rate_bps, time_s, strict=True)
            if window.from_s + 1e-9 < end_s <= window.to_s + 1e-9
        )


def test_a_small_receive_window_caps_a_flow() -> None:
    small = _flow("small", "cubic", receiver={"window_bytes": 12_000})
    found = _one(
        window_cap.detect(evidence_of(_scenario(small, _flow("b", "cubic"), buffer_bdp=2)))
    )
    assert list(found.flow_indices) == [0]
    assert (
        "Most of the time, small is limited by something other than congestion control: "
        "it is limited by its receive window"
    ) in found.sentence
    assert window_cap.detect(evidence_of(BBR_BESIDE_CUBIC)) == []


def test_a_flow_that_limits_itself_does_not_dominate() -> None:
    small = _flow("small", "cubic", receiver={"window_bytes": 12_000})
    evidence = evidence_of(_scenario(small, _flow("b", "cubic"), buffer_bdp=2))
    assert dominance.detect(evidence) == []


@pytest.mark.parametrize(("queue", "is_late"), [("droptail", True), ("fq_codel", False)])
def test_frames_that_come_too_late_are_named(queue: str, is_late: bool) -> None:
    call = _flow("call", "cubic", traffic={"kind": "media", "frame_bytes": 8000})
    data = _scenario(call, _flow("b", "cubic"), buffer_bdp=6, duration_s=6, warmup_s=1)
    data["bottleneck"]["queue"] = {"kind": queue}
    evidence = evidence_of(data)
    found = missed_deadlines.detect(evidence)
    assert bool(found) is is_late
    if is_late:
        late, count = evidence.flows[0].late_frame_count, evidence.flows[0].frame_count
        assert found[0].sentence.startswith(f"{late} of the {count} frames of the call")
        assert found[0].sentence.endswith("miss their deadline of 150 ms.")
        [claim] = found[0].claims
        assert abs(claim.value - Oracle(validate_scenario(data), 1).late_frames(0)) <= 1


@pytest.mark.parametrize(
    ("buffer_bdp", "is_found"), [(0.5, False), (1, True), (2, True), (5, False)]
)
def test_a_buffer_may_be_deep_for_one_and_shallow_for_another(
    buffer_bdp: float, is_found: bool
) -> None:
    flows = _flow("elephant", "cubic", 0.1), _flow("mouse", "cubic", 0.02)
    found = other_bdp.detect(evidence_of(_scenario(*flows, buffer_bdp=buffer_bdp)))
    assert bool(found) is is_found
    if is_found:
        assert "BDP of the mouse (20 ms) and" in found[0].sentence


def test_a_flow_that_asks_for_a_packet_now_and_then_is_not_dominated() -> None:
    datagrams = {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1000}}
    data = _scenario(_flow("bulk", "cubic"), datagrams, buffer_bdp=1, duration_s=6, warmup_s=1)
    evidence = evidence_of(data)
    assert not any(evidence.throughput_bps[1][20:])
    assert dominance.detect(evidence) == []
