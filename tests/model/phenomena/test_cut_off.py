"""Phenomena of a run that kept only the first of its phases and events."""

from collections.abc import Iterable
from typing import Any

import pytest

from lab_model.phenomena import probe_rtt, timeouts
from lab_model.phenomena.evidence import Evidence, build_evidence

WINDOW_START_S = 5.0


def _flow(index: int, rto_count: int) -> dict[str, Any]:
    own: dict[str, Any] = {"flow_index": index, "group_index": 0, "algorithm": "bbr2"}
    return {**own, "parameters": {}, "base_rtt_s": 0.03, "start_s": 0.0, "rto_count": rto_count}


def _rto(time_s: float, flow_index: int = 0) -> dict[str, Any]:
    return {"time_s": time_s, "flow_index": flow_index, "kind": "rto", "value": 0.25}


def _evidence(
    events: Iterable[dict[str, Any]],
    rto_counts: Iterable[int],
    *,
    phases: Iterable[dict[str, Any]] = (),
    is_cut: bool = True,
    window_end_s: float = 20.0,
) -> Evidence:
    flows = [_flow(index, count) for index, count in enumerate(rto_counts)]
    bottleneck = {"rate_bps": 10e6, "buffer": {"amount": 1}}
    group = {"label": "flow", "count": len(flows), "rtt_s": 0.03, "algorithm": {"name": "bbr1"}}
    scenario = {
        "duration_s": 20.0,
        "packet_bytes": 1500,
        "bottleneck": bottleneck,
        "flows": [group],
    }
    result = {
        "events_truncated": is_cut,
        "window": {"start_s": WINDOW_START_S, "end_s": window_end_s},
        "summary": {"utilisation_ratio": 1.0, "dropped_packets": 0},
        "link": {"buffer_bytes": 30_000},
        "flows": flows,
    }
    return build_evidence(scenario, result, phases=phases, events=events, time_s=[], columns={})


def _sentence(evidence: Evidence) -> str:
    [found] = timeouts.detect(evidence)
    return found.sentence


def test_timeouts_behind_the_cut_are_counted_by_the_flows() -> None:
    # Two before the window, three of seven within it: the others came after 8 s.
    events = [_rto(time_s) for time_s in (1.0, 2.0, 6.0, 7.0, 8.0)]
    evidence = _evidence(events, [5, 2])
    assert evidence.recorded_until_s == 8.0
    assert _sentence(evidence) == (
        "The retransmission timers of the 2 flows expire 9 times. Events are kept only to "
        "8.0 s: the 5 until then came after 1.25 s of waiting in total, at most 0.25 s at a time."
    )


def test_all_of_them_behind_the_cut_are_still_found() -> None:
    assert "expires 3 times" in _sentence(_evidence([], [3], phases=[_probe(0, 6.0, 6.2)]))


@pytest.mark.parametrize(
    ("events", "window_end_s"),
    [([_rto(1.0)], 20.0), ([_rto(1.0), _rto(8.0)], 15.0)],
    ids=["cut off before the window", "a window that ends before the run"],
)
def test_a_count_that_cannot_be_whole_is_a_lower_bound(
    events: list[dict[str, Any]], window_end_s: float
) -> None:
    assert "expires at least 4 times" in _sentence(
        _evidence(events, [4], window_end_s=window_end_s)
    )


def test_nothing_is_said_of_a_cut_where_there_is_none() -> None:
    evidence = _evidence([_rto(1.0), _rto(6.0)], [1], is_cut=False)
    assert evidence.recorded_until_s is None
    assert _sentence(evidence) == (
        "The retransmission timer of the flow expires twice over the whole run, after 0.5 s of "
        "waiting in total, at most 0.25 s at a time."
    )


def _probe(flow_index: int, start_s: float, end_s: float) -> dict[str, Any]:
    return {"flow_index": flow_index, "start_s": start_s, "end_s": end_s, "phase": "probe_rtt"}


def test_probes_say_up_to_when_they_are_counted() -> None:
    phases = [_probe(flow, at_s, at_s + 0.2) for at_s in (2.0, 7.0) for flow in (0, 1)]
    [found] = probe_rtt.detect(_evidence([], [0, 0], phases=phases))
    assert found.sentence.endswith("of the others; phases are kept only to 7.2 s.")
