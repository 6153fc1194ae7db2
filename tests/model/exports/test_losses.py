"""The reasons of losses and marks in every format that can hold them, against the packet events."""

import csv
import io
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from pyarrow import parquet

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_model.exports.formats.losses import ends_of_packets, loss_sentence
from lab_model.exports.run import PacketPart
from lab_model.exports.table import run_parts
from lab_model.scenarios import validate_scenario

Count = Counter[tuple[int, str, str, bool]]

SCENARIO: dict[str, Any] = {
    "duration_s": 3,
    "warmup_s": 0,
    "bottleneck": {
        "rate_bps": 1e7,
        "delay_s": 0.01,
        "buffer": {"amount": 5, "unit": "packets"},
        "loss": {"kind": "bernoulli", "probability": 0.004},
    },
    "links": [
        {
            "id": "behind",
            "rate_bps": 4e6,
            "delay_s": 0.005,
            "buffer": {"amount": 200, "unit": "packets"},
            "queue": {"kind": "codel", "ecn": True},
        }
    ],
    "flows": [
        {
            "label": label,
            "rtt_s": 0.04,
            "path": ["bottleneck", "behind"],
            "algorithm": {"name": "cubic"},
            "ecn": ecn,
        }
        for label, ecn in (("=plain", "off"), ("marked", "classic"))
    ],
}


@cache
def _with_packets() -> tuple[ComputedRun, PacketPart]:
    window = PacketWindow(0, SCENARIO["duration_s"], 1_000_000)
    computed = compute_run(validate_scenario(SCENARIO), 3, window)
    part = computed.packets()
    assert part is not None
    assert not part.is_truncated
    return computed, part


def _lost_in_simulation() -> Count:
    """By flow, link, reason and whether they were marks: data packets by the packet events."""
    _computed, part = _with_packets()
    columns = part.columns
    names = ("bottleneck", "behind")
    rows = zip(
        columns["flow_index"], columns["link_index"], columns["reason"], columns["kind"],
        strict=True,
    )  # fmt: skip
    return Counter(
        (flow, names[link], reason, kind == "marked")
        for flow, link, reason, kind in rows
        if kind in ("dropped", "lost", "marked")
    )


def _written(name: str) -> bytes:
    computed, _part = _with_packets()
    return b"".join(run_parts(name, computed.run, computed))


def test_a_run_has_several_reasons_at_both_links() -> None:
    expected = _lost_in_simulation()
    assert {(link, reason) for _flow, link, reason, _mark in expected} == {
        ("bottleneck", "buffer_full"),
        ("bottleneck", "random"),
        ("behind", "delay"),
    }
    assert {mark for _flow, _link, _reason, mark in expected} == {False, True}


def test_the_table_counts_what_the_packet_events_say() -> None:
    rows = list(csv.DictReader(io.StringIO(_written("losses").decode())))
    found: Count = Counter()
    for row in rows:
        assert 0 <= float(row["from_s"]) < float(row["to_s"]) <= SCENARIO["duration_s"]
        if row["is_ack"] == "false":
            key = (int(row["flow_index"]), row["link"], row["reason"], row["is_mark"] == "true")
            found[key] += int(row["packets"])
    assert found == _lost_in_simulation()
    assert {row["label"] for row in rows} == {"'=plain", "marked"}, "no label is a formula"


def test_markers_of_qlog_count_the_same() -> None:
    document = json.loads(_written("qlog"))
    found: Count = Counter()
    for flow, trace in enumerate(document["traces"]):
        for event in trace["events"]:
            kind = event["data"].get("type", "")
            if event["name"] == "simulation:marker" and kind.startswith("packets_"):
                mark = kind == "packets_marked"
                found[flow, event["link"], event["data"]["message"], mark] += event["value"]
    assert found == _lost_in_simulation()


def test_a_packet_that_the_sender_holds_for_lost_has_the_reason_of_the_network() -> None:
    lost = [
        event
        for trace in json.loads(_written("qlog"))["traces"]
        for event in trace["events"]
        if event["name"] == "recovery:packet_lost"
    ]
    known = [event for event in lost if "network_reason" in event]
    assert len(known) > 0.9 * len(lost) > 0
    assert {(event["link"], event["network_reason"]) for event in known} == {
        (link, reason) for _flow, link, reason, mark in _lost_in_simulation() if not mark
    }


def test_each_lost_packet_of_a_capture_has_its_reason_as_comment() -> None:
    _computed, part = _with_packets()
    ends = ends_of_packets(_computed.run, part.columns)
    by_end = Counter((what == "marked", reason, link) for what, reason, link in ends.values())
    expected: Counter[tuple[bool, str, str]] = Counter()
    for (_flow, link, reason, mark), count in _lost_in_simulation().items():
        expected[mark, reason, link] += count
    assert by_end == expected
    capture = _written("pcapng")
    for (mark, reason, link), count in expected.items():
        words = f"{'marked' if mark else 'lost'} by the network: {reason} at {link}"
        assert capture.count(words.encode()) == count


@pytest.mark.parametrize("name", ["methods", "latex"])
def test_texts_sum_up_what_was_lost_and_why(name: str) -> None:
    expected = _lost_in_simulation()
    random = sum(count for key, count in expected.items() if key[2] == "random")
    text = _written(name).decode().replace("\\_", "_")
    assert f"{random:,} at random at 'bottleneck'" in text
    assert "had waited too long at 'behind')" in text


def test_a_file_of_columns_has_them_beside_its_rows() -> None:
    computed, _part = _with_packets()
    metadata = parquet.read_schema(io.BytesIO(_written("parquet"))).metadata
    assert json.loads(metadata[b"losses"]) == computed.run.result["losses"]


def test_a_result_of_before_reasons_says_nothing() -> None:
    computed, _part = _with_packets()
    before = computed.run.result.copy()
    del before["losses"]
    run = type(computed.run)("", computed.run.scenario, 3, before)
    assert loss_sentence(run) == ""
    assert len(b"".join(run_parts("losses", run, computed)).splitlines()) == 1
