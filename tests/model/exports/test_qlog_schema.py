"""The whole qlog file against the definitions of the drafts, and against what qvis asks for."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_model.exports.formats.qlog import qlog_parts
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO
from tests.support.qvis import complaints, drawn_losses
from tools.paths import PROJECT_ROOT

SCHEMA = json.loads((PROJECT_ROOT / "tests/support/qlog-0.3.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
Document = dict[str, Any]
Change = Callable[[Document], object]


@pytest.fixture(scope="module")
def with_packets() -> ComputedRun:
    return compute_run(validate_scenario(SCENARIO), 7, PacketWindow(1.0, 3.0, 1_000_000))


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
