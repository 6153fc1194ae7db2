"""qlog: what the drafts ask of a file, and that it says what the series say.

Fields: draft-ietf-quic-qlog-main-schema-03 and draft-ietf-quic-qlog-quic-events-02.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_model.exports.formats.qlog import qlog_parts
from lab_model.exports.run import ExportedRun
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO
from tests.support.qvis import complaints, drawn_losses
from tools.paths import PROJECT_ROOT

DATA_FIELDS: Final = {
    "recovery:metrics_updated": {
        "min_rtt", "smoothed_rtt", "latest_rtt", "rtt_variance", "pto_count", "congestion_window",
        "bytes_in_flight", "ssthresh", "packets_in_flight", "pacing_rate",
    },
    "recovery:congestion_state_updated": {"old", "new"},
    "recovery:packet_lost": {"header"},
    "transport:packet_sent": {"header", "raw"},
    "transport:packet_received": {"header", "raw", "frames"},
    "simulation:scenario": {"name", "details"},
    "simulation:marker": {"type", "message"},
}  # fmt: skip
WHOLE: Final = {
    "congestion_window", "bytes_in_flight", "ssthresh", "packets_in_flight", "pacing_rate",
}  # fmt: skip


@pytest.fixture(scope="module")
def with_packets() -> ComputedRun:
    return compute_run(validate_scenario(SCENARIO), 7, PacketWindow(1.0, 3.0, 1_000_000))


def _document(computed: ComputedRun, *, packets: bool = False) -> Any:
    part = computed.packets() if packets else None
    columns = None if part is None else part.columns
    parts = qlog_parts(computed.run, computed.flow_pieces(), computed.timeline(), columns)
    return json.loads("".join(parts))


def _events(trace: Any, name: str) -> list[Any]:
    return [event for event in trace["events"] if event["name"] == name]


def test_file_says_what_it_is_at_once(computed: ComputedRun) -> None:
    parts = qlog_parts(computed.run, computed.flow_pieces(), computed.timeline(), None)
    head = "".join(parts)[:256]
    assert '"qlog_version":"0.3"' in head
    assert '"qlog_format":"JSON"' in head


def test_there_is_one_trace_per_flow(computed: ComputedRun, run: ExportedRun) -> None:
    traces = _document(computed)["traces"]
    assert [trace["title"] for trace in traces] == ["far #0: bbr2", "near #1: cubic",
                                                    "near #2: cubic"]  # fmt: skip
    for trace in traces:
        assert trace["vantage_point"] == {"name": "sender", "type": "client"}
        assert trace["common_fields"]["time_format"] == "relative"
        assert trace["common_fields"]["reference_time"] == 0


@pytest.mark.parametrize("packets", [False, True])
def test_every_event_is_one_of_the_drafts_and_in_order(
    with_packets: ComputedRun, packets: bool
) -> None:
    for trace in _document(with_packets, packets=packets)["traces"]:
        times = [event["time"] for event in trace["events"]]
        assert times == sorted(times)
        for event in trace["events"]:
            assert set(event["data"]) <= DATA_FIELDS[event["name"]]
            for field in WHOLE & set(event["data"]):
                assert isinstance(event["data"][field], int)


def test_metrics_are_the_series(computed: ComputedRun) -> None:
    trace = _document(computed)["traces"][1]
    pieces = [piece for piece in computed.flow_pieces() if piece.index == 1]
    rtt_s = np.concatenate([piece.columns["srtt_s"] for piece in pieces])
    cwnd_bytes = np.concatenate([piece.columns["cwnd_bytes"] for piece in pieces])
    again = sum(piece.columns["retransmitted_packets"].sum() for piece in pieces)
    state: dict[str, Any] = {}
    seen = {}
    for event in _events(trace, "recovery:metrics_updated"):
        state = {**state, **event["data"]}
        seen[round(event["time"] / 100)] = dict(state)
    for sample, (rtt, cwnd) in enumerate(zip(rtt_s, cwnd_bytes, strict=True), start=1):
        if sample in seen and not np.isnan(rtt):
            assert seen[sample]["smoothed_rtt"] == pytest.approx(rtt * 1000, abs=1e-6)
            assert seen[sample]["congestion_window"] == cwnd
    assert len(seen) > 30
    updates = _events(trace, "recovery:metrics_updated")
    assert sum(event.get("retransmitted_packets", 0) for event in updates) == again > 0


def test_only_what_changed_is_said_again(computed: ComputedRun) -> None:
    state: dict[str, Any] = {}
    for event in _events(_document(computed)["traces"][0], "recovery:metrics_updated"):
        assert all(state.get(name) != value for name, value in event["data"].items())
        state.update(event["data"])


def test_states_are_the_phases_and_lead_from_one_to_the_next(computed: ComputedRun) -> None:
    states = _events(_document(computed)["traces"][0], "recovery:congestion_state_updated")
    phases = [phase for phase in computed.timeline().phases if phase["flow_index"] == 0]
    assert [state["data"]["new"] for state in states] == [
        phase["phase"] for phase in sorted(phases, key=lambda phase: phase["start_s"])
    ]
    assert "old" not in states[0]["data"]
    for before, after in pairwise(states):
        assert after["data"]["old"] == before["data"]["new"]


def test_packets_of_a_window_are_sent_and_lost(with_packets: ComputedRun) -> None:
    part = with_packets.packets()
    assert part is not None
    rows = list(zip(part.columns["flow_index"], part.columns["kind"], strict=True))
    probes = sum(
        1.0 <= event["time_s"] < 3.0 and event["kind"] == "tail_loss_probe"
        for event in with_packets.timeline().events
    )
    traces = _document(with_packets, packets=True)["traces"]
    lost = 0
    for index, trace in enumerate(traces):
        sent = _events(trace, "transport:packet_sent")
        assert len(sent) == rows.count((index, "sent")) + rows.count((index, "retransmitted"))
        assert {event["data"]["raw"]["length"] for event in sent} == {1500}
        lost += len(_events(trace, "recovery:packet_lost"))
    again = sum(kind == "retransmitted" for _flow, kind in rows)
    assert again - probes <= lost <= again
    assert lost > 5


def test_acks_tell_each_packet_once_and_in_order(with_packets: ComputedRun) -> None:
    part = with_packets.packets()
    assert part is not None
    rows = list(zip(part.columns["flow_index"], part.columns["kind"], strict=True))
    for index, trace in enumerate(_document(with_packets, packets=True)["traces"]):
        received = _events(trace, "transport:packet_received")
        assert len(received) == rows.count((index, "ack_received")) > 10
        numbers = [event["data"]["header"]["packet_number"] for event in received]
        assert numbers == list(range(len(received)))
        ranges = [event["data"]["frames"][0]["acked_ranges"][0] for event in received]
        for (_from, before), (start, end) in pairwise(ranges):
            assert start == before + 1 <= end or (start == end == before)


def test_run_repeats_from_what_the_trace_says(computed: ComputedRun, run: ExportedRun) -> None:
    details = _document(computed)["traces"][0]["events"][0]["data"]["details"]
    assert details["seed"] == run.seed
    assert details["summary_digest"] == run.result["summary_digest"]
    assert details["parameters"] == run.result["flows"][0]["parameters"]


# The whole qlog file against the definitions of the drafts, and against what qvis asks for.


SCHEMA = json.loads((PROJECT_ROOT / "tests/support/qlog-0.3.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
Document = dict[str, Any]
Change = Callable[[Document], object]


def _text(computed: ComputedRun, *, packets: bool = True) -> str:
    part = computed.packets() if packets else None
    columns = None if part is None else part.columns
    return "".join(qlog_parts(computed.run, computed.flow_pieces(), computed.timeline(), columns))


def _short(computed: ComputedRun) -> Document:
    """A document with one event of each kind in its first trace."""
    document: Document = json.loads(_text(computed))
    trace = document["traces"][0]
    by_name = {event["name"]: event for event in reversed(trace["events"])}
    trace["events"] = sorted(by_name.values(), key=lambda event: event["time"])
    document["traces"] = [trace]
    return document


def _event(document: Document, name: str) -> Document:
    [found] = [event for event in document["traces"][0]["events"] if event["name"] == name]
    return found  # type: ignore[no-any-return]


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("packets", [False, True])
def test_whole_file_is_as_the_drafts_define(with_packets: ComputedRun, packets: bool) -> None:
    document = json.loads(_text(with_packets, packets=packets))
    errors = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
        for error in VALIDATOR.iter_errors(document)
    ]
    assert errors == []
    names = {event["name"] for trace in document["traces"] for event in trace["events"]}
    # Every definition was used but that of ECN, which no flow here has.
    expected = {case["properties"]["name"]["const"] for case in SCHEMA["$defs"]["Event"]["oneOf"]}
    expected.remove("recovery:ecn_state_updated")
    with_packet = {"transport:packet_sent", "transport:packet_received", "recovery:packet_lost"}
    assert names == (expected if packets else expected - with_packet)


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(qlog_version="0.4"),
        lambda document: document.pop("qlog_version"),
        lambda document: document.update(traces=[]),
        lambda document: document["traces"][0]["vantage_point"].update(type="sender"),
        lambda document: document["traces"][0].update(flow=1),
        lambda document: document["traces"][0]["common_fields"].update(protocol_type="TCP"),
        lambda document: document["traces"][0]["common_fields"].update(group_id=0),
        lambda document: _event(document, "simulation:scenario").pop("time"),
        lambda document: _event(document, "simulation:scenario").update(name="scenario"),
        lambda document: _event(document, "recovery:metrics_updated")["data"].update(cwnd=1),
        lambda document: _event(document, "recovery:metrics_updated")["data"].update(
            congestion_window=1.5
        ),
        lambda document: _event(document, "recovery:congestion_state_updated")["data"].pop("new"),
        lambda document: _event(document, "transport:packet_sent")["data"].pop("header"),
        lambda document: _event(document, "transport:packet_received")["data"]["frames"][0].update(
            acked_ranges=[[1, 2, 3]]
        ),
        lambda document: _event(document, "transport:packet_sent")["data"]["header"].update(
            packet_type="data"
        ),
    ],
)
def test_file_that_breaks_a_definition_is_noticed(
    with_packets: ComputedRun, change: Change
) -> None:
    document = _short(with_packets)
    assert VALIDATOR.is_valid(document)
    broken = deepcopy(document)
    change(broken)
    assert not VALIDATOR.is_valid(broken)


@pytest.mark.parametrize("packets", [False, True])
def test_qvis_takes_it_without_a_complaint(with_packets: ComputedRun, packets: bool) -> None:
    assert complaints(_text(with_packets, packets=packets)) == []


@pytest.mark.parametrize("name", ["NDJSON", "JSON-SEQ against \\NDJSON"])
def test_name_of_a_scenario_does_not_mislead_qvis(computed: ComputedRun, name: str) -> None:
    run = replace(computed.run, name=name)
    pieces, timeline = computed.flow_pieces(), computed.timeline()
    text = "".join(qlog_parts(run, pieces, timeline, None))
    assert complaints(text) == []
    assert json.loads(text)["title"] == name


def test_qvis_draws_losses_of_packets_that_were_sent_in_the_part(
    with_packets: ComputedRun,
) -> None:
    counts = [drawn_losses(trace) for trace in json.loads(_text(with_packets))["traces"]]
    drawn, passed_over = (sum(column) for column in zip(*counts, strict=True))
    assert drawn > 0
    # A packet that is lost at the very beginning of the part was sent before it.
    assert passed_over < drawn


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda document: document.update(qlog_version="1.0"), "unknown version"),
        (lambda document: document.pop("qlog_format"), "no qlog_format"),
        (lambda document: document.update(title="NDJSON"), "taken for NDJSON"),
        (lambda document: document["traces"][0].update(events=[]), "trace 0: no events"),
        (
            lambda document: document["traces"][0]["events"].reverse(),
            "trace 0: times are not in order",
        ),
        (
            lambda document: _event(document, "transport:packet_sent")["data"].pop("raw"),
            "trace 0: a packet without a length",
        ),
        (
            lambda document: document["traces"][0]["common_fields"].pop("reference_time"),
            "trace 0: times without a beginning",
        ),
    ],
)
def test_what_qvis_would_complain_of_is_noticed(
    with_packets: ComputedRun, change: Change, complaint: str
) -> None:
    document = _short(with_packets)
    change(document)
    found = complaints(json.dumps(document))
    assert any(each.startswith(complaint) for each in found), found
