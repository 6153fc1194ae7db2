"""Where the RTT goes: series where they are recorded, and means in the record of causes."""

from typing import Any

import numpy as np

from lab_exec import CauseWatch, run_scenario
from lab_exec.chunk import Chunk
from lab_exec.series_digest import RTT_PARTS
from lab_model.metrics import FLOW_SERIES
from lab_model.scenarios import validate_scenario
from tests.support.scenarios import scenario


def _asymmetric() -> dict[str, Any]:
    document = scenario(duration_s=4)
    document["links"] = [
        {"id": "up", "rate_bps": 50_000, "buffer": {"amount": 100, "unit": "packets"}}
    ]
    document["flows"][0]["return_path"] = ["up"]
    return document


def _recorded(document: dict[str, Any]) -> tuple[list[Chunk], dict[str, Any], dict[str, Any]]:
    chunks: list[Chunk] = []
    records: list[dict[str, Any]] = []
    run = validate_scenario(document)
    result = run_scenario(run, 1, on_chunk=chunks.append, watch=CauseWatch(records.append))
    return chunks, records[0], result


def test_their_names_are_those_that_the_core_declares() -> None:
    declared = [name for name, each in FLOW_SERIES.items() if name.startswith("rtt_")]
    assert set(declared) - {"rtt_s"} == RTT_PARTS


def test_their_columns_sum_to_the_mean_rtt_and_change_no_digest() -> None:
    chunks, _record, result = _recorded(_asymmetric())
    # Without a reader of the series no causes are recorded, and so no part.
    assert run_scenario(validate_scenario(_asymmetric()), 1) == result
    for subject in chunks[0].subjects:
        more = set(subject.columns) & RTT_PARTS
        assert set(list(subject.columns)[len(subject.columns) - len(more) :]) == more
        if subject.subject == "link":
            assert more == set()
            continue
        back = {"rtt_queue_back_1_s"} if subject.index == 0 else set()
        assert {name for name in more if "queue" in name} == {"rtt_queue_out_1_s", *back}
        parts = [subject.columns[name] for name in more - {"rtt_mean_s"}]
        mean_s = subject.columns["rtt_mean_s"]
        known = ~np.isnan(mean_s)
        assert known.sum() > 20
        assert np.allclose(sum(part[known] for part in parts), mean_s[known], rtol=0, atol=1e-6)


def test_a_reader_of_the_series_gets_them_with_and_without_causes() -> None:
    chunks, _record, _result = _recorded(_asymmetric())
    plain: list[Chunk] = []
    run_scenario(validate_scenario(_asymmetric()), 1, on_chunk=plain.append)
    for one, other in zip(chunks[0].subjects, plain[0].subjects, strict=True):
        assert list(one.columns) == list(other.columns)
        for name, values in one.columns.items():
            assert np.array_equal(values, other.columns[name], equal_nan=True)


def test_the_record_has_their_means_over_the_window() -> None:
    _chunks, record, result = _recorded(_asymmetric())
    first, second = (flow["rtt"] for flow in record["flows"])
    for means, flow in ((first, result["flows"][0]), (second, result["flows"][1])):
        assert abs(means["mean_rtt_s"] - flow["mean_rtt_s"]) < 1e-9
        assert abs(sum(part["mean_s"] for part in means["parts"]) - means["mean_rtt_s"]) < 1e-6
    largest = max(first["parts"], key=lambda part: part["mean_s"])
    assert (largest["part"], largest["link_index"]) == ("queue_back", 1)


def test_datagrams_and_flows_of_many_connections_have_none() -> None:
    document = scenario(duration_s=1)
    document["flows"][0]["traffic"] = {"kind": "udp", "rate_bps": 1_000_000}
    del document["flows"][0]["algorithm"]
    document["flows"][1]["traffic"] = {"kind": "poisson_transfers", "arrival_rate_hz": 20}
    chunks, record, _result = _recorded(document)
    assert all(flow["rtt"] is None for flow in record["flows"])
    assert not any(set(subject.columns) & RTT_PARTS for subject in chunks[0].subjects)
