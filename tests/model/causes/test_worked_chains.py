"""The four chains of docs/causes.md, and their moments in the packets of the same runs."""

from functools import cache
from itertools import pairwise
from string import Formatter
from typing import Any

import pytest

from lab_exec import PacketEvents
from lab_model.algorithms import find_algorithm, registry
from lab_model.algorithms.declared import DELAY_RULES
from tests.support.causes import Explained, explain


def _flow(label: str, algorithm: str, rtt_s: float, **parameters: Any) -> dict[str, Any]:
    chosen = {"name": algorithm, "parameters": parameters}
    return {"label": label, "rtt_s": rtt_s, "algorithm": chosen}


def _scenario(*flows: dict[str, Any], buffer_bdp: float) -> dict[str, Any]:
    bottleneck = {"rate_bps": 10e6, "buffer": {"amount": buffer_bdp}}
    return {"duration_s": 60, "bottleneck": bottleneck, "flows": list(flows)}


@cache
def _bbr2_in_a_shallow_buffer() -> Explained:
    flows = _flow("elephant", "bbr2", 0.1), _flow("mouse", "bbr2", 0.02)
    return explain(_scenario(*flows, buffer_bdp=0.5))


@cache
def _cubic_beside_bbr1() -> Explained:
    flows = _flow("bbr", "bbr1", 0.04), _flow("cubic", "cubic", 0.04)
    return explain(_scenario(*flows, buffer_bdp=0.3))


@cache
def _fairtt_by_its_letter() -> Explained:
    reading = {"reading": "algorithm1_letter"}
    flows = _flow("elephant", "fairtt", 0.1, **reading), _flow("mouse", "fairtt", 0.02, **reading)
    return explain(_scenario(*flows, buffer_bdp=5))


@cache
def _fairtt_between_two_rules() -> Explained:
    flows = _flow("elephant", "fairtt", 0.1), _flow("mouse", "fairtt", 0.02)
    return explain(_scenario(*flows, buffer_bdp=1))


def _events(
    packets: PacketEvents, flow: int, *kinds: str
) -> list[tuple[float, str, int, int, int]]:
    """Time, kind, sequence, window and flight."""
    rows = zip(
        packets.time_s,
        packets.flow_index,
        packets.kind,
        packets.sequence,
        packets.cwnd_packets,
        packets.inflight_packets,
        strict=True,
    )
    return [
        (float(time_s), packets.kinds[kind], int(sequence), int(cwnd), int(inflight))
        for time_s, index, kind, sequence, cwnd, inflight in rows
        if index == flow and packets.kinds[kind] in kinds
    ]


def test_one_dropped_packet_sets_the_elephants_upper_bound() -> None:
    explained = _bbr2_in_a_shallow_buffer()
    variable = explained.link(0, "variable")
    assert (
        "For 71% of the time inflight_hi, the inflight that its probes found safe, is the limit"
        in variable.sentence
    )
    assert "35.9 packets on average, 0.431 BDP" in variable.sentence
    origin = explained.link(0, "origin")
    assert origin.moment_count == 16
    assert (
        "1 of 40.9 packets in flight on average. The limit is 1.95%, less than one"
        in origin.sentence
    )
    moment = origin.moments[1]
    assert moment.text == "bound from 50 to 44 packets: 1 of 44 in flight lost"
    packets = explained.packets(moment.time_s - 0.2, moment.time_s + 0.02)
    [(_time_s, _kind, lost, _cwnd, _inflight)] = _events(packets, 0, "dropped")
    [left] = [event for event in _events(packets, 0, "sent") if event[2] == lost]
    assert left[4] == 44
    # More are in flight than the new bound allows: the packet is retransmitted once there is room.
    [again] = [event for event in _events(packets, 0, "retransmitted") if event[2] == lost]
    assert again[3:] == (44, 44)
    assert 0 < again[0] - moment.time_s < 0.02
    between = _events(packets, 0, "ack_received")
    flights = [event[4] for event in between if moment.time_s - 1e-6 < event[0] < again[0] - 1e-6]
    assert flights[0] == 48
    assert min(flights) >= 44


def test_the_buffer_that_drops_it_is_filled_by_the_mouse() -> None:
    explained = _bbr2_in_a_shallow_buffer()
    queue = explained.link(0, "queue")
    assert queue.is_told
    assert "The mouse holds 60% of the queued bytes and the elephant 40%." in queue.sentence
    assert "all of them because the buffer was full" in queue.sentence


def test_losses_keep_cubics_window_small_beside_bbr1() -> None:
    explained = _cubic_beside_bbr1()
    assert (
        "cubic gets 0.671 Mbit/s, 13% of its fair share (5 Mbit/s)."
        in explained.link(1, "share").sentence
    )
    assert "the window that its losses left, with" in explained.link(1, "variable").sentence
    origin = explained.link(1, "origin")
    assert "Losses cut the window 179 times, about every 0.33 s, from" in origin.sentence
    moment = origin.moments[3]
    assert moment.text == "window from 6 to 4 packets (reason: loss)"
    packets = explained.packets(moment.time_s - 0.2, moment.time_s + 0.002)
    sent_again = [
        event
        for event in _events(packets, 1, "retransmitted")
        if event[0] == pytest.approx(moment.time_s, abs=1e-6)
    ]
    [(_time_s, _kind, lost, _cwnd, _inflight)] = sent_again
    assert lost in {event[2] for event in _events(packets, 1, "dropped")}
    before = [
        event
        for event in _events(packets, 1, "sent", "ack_received")
        if event[0] < moment.time_s - 1e-6
    ]
    assert before[-1][3] == 6
    assert _events(packets, 1, "ack_received")[-1][3] == 4
    assert "bbr holds 93% of the queued bytes" in explained.link(1, "queue").sentence


def test_the_coefficient_holds_the_mouse_by_its_rtt() -> None:
    explained = _fairtt_by_its_letter()
    variable = explained.link(1, "variable")
    assert "For 61% of the time FaiRTT's coefficient" in variable.sentence
    moment = explained.link(1, "origin").moments[1]
    assert moment.text == "coefficient 0.596: RTT 37.2 ms, above 20.5 ms"
    packets = explained.packets(moment.time_s - 0.1, moment.time_s + 1e-6)
    acks = _events(packets, 1, "ack_received")
    assert acks[-1][0] == pytest.approx(moment.time_s, abs=1e-6)
    newest = acks[-1][2] - 1
    [left] = [event for event in _events(packets, 1, "sent") if event[2] == newest]
    assert moment.time_s - left[0] == pytest.approx(0.0372, abs=5e-5)
    assert "and the coefficient divides by the RTT" in explained.link(1, "queue").sentence


def test_two_rules_of_equal_weight_are_not_described_as_one() -> None:
    explained = _fairtt_between_two_rules()
    variable = explained.link(0, "variable")
    assert not variable.is_told
    assert "No single variable is the limit for half of the time" in variable.sentence
    assert "FaiRTT's coefficient, pacing 49%; inflight_hi 47%" in variable.sentence
    origin = explained.link(0, "origin")
    assert not origin.is_told
    assert "No single variable dominates, so there is no single origin." in origin.sentence


def test_the_share_of_a_full_window_is_that_of_the_packets() -> None:
    from_s, to_s = 20.0, 40.0
    explained = _fairtt_between_two_rules()
    case = explained.cases[0]
    first, last = from_s / case.bucket_s, to_s / case.bucket_s
    windows = {
        "inflight_hi",
        "inflight_headroom",
        "probe_rtt_window",
        "coefficient",
        "bdp",
        "inflight_lo",
        "regrowing_window",
    }
    recorded_s = sum(
        time_s
        for bucket, binding, time_s in case.buckets
        if first <= bucket < last and binding in windows
    )
    events = _events(explained.packets(from_s, to_s), 0, "sent", "retransmitted", "ack_received")
    full_s = 0.0
    for event, after in pairwise(events):
        if event[4] >= event[3]:
            full_s += after[0] - event[0]
    assert full_s == pytest.approx(recorded_s, rel=0.01)


def test_every_algorithm_that_follows_delays_brings_the_words_of_its_rule() -> None:
    following = [each.name for each in registry().algorithms if each.family in ("delay", "utility")]
    assert set(following) == set(DELAY_RULES)
    for name in following:
        known = find_algorithm(name)
        assert known is not None
        named = [field for _, field, _, _ in Formatter().parse(DELAY_RULES[name].words) if field]
        assert [each for each in named if known.parameter(each) is None] == []
        series, _ = DELAY_RULES[name].seen or ("", "")
        assert series in ("", *(metric.name for metric in known.metrics))
