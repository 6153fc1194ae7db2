"""The committed table of metrics is the core's, and it covers what a run gives."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from ccsim.metrics_file import metrics_text

import lab_model.metrics
from lab_exec.chunk import Chunk
from lab_exec.run import run_scenario
from lab_exec.series_digest import RTT_PARTS, chunk_bytes
from lab_model.algorithms import find_algorithm, registry
from lab_model.metrics import FLOW, FLOW_SERIES, LINK_SERIES, SUMMARY
from lab_model.scenarios import validate_scenario
from tests.support.scenarios import scenario

COMMITTED = Path(lab_model.metrics.__file__).with_name("metrics.json")
CHANGES = ["capacity_bps", "delay_s"]  # only of a link that changes
NAMED = ["propagation_delay_s"]  # instead of `delay_s` where the queue has one of its own
MARKS = ["marked_packets"]  # only where flows use ECN and the queue can mark
FILTERED = ["filtered_ack_packets"]  # only of a link that filters ACKs
ONLY_SOME = CHANGES + NAMED + MARKS + FILTERED
IDENTITY = {"label", "algorithm", "parameters", "group_index", "flow_index"}


def test_the_committed_table_is_fresh() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == metrics_text(), "run: ./lab generate"


OF_READERS = ["receive_window_bytes", "unread_bytes"]
"""Of flows to slow readers, behind all others."""
OF_RTT_PARTS = [name for name in FLOW_SERIES if name in RTT_PARTS]
"""Behind those, where causes are recorded."""
OF_SEARCH = ["search_delivered_bytes", "search_sent_bytes", "search_behind_ratio"]
"""Of flows that ask for them."""
OF_PARTS = {name for name, each in FLOW.items() if each.is_optional and not each.is_digested}
"""Of transfers and frames only."""


def test_every_number_of_a_result_and_every_series_is_in_the_table() -> None:
    chunks: list[Chunk] = []
    result = run_scenario(validate_scenario(scenario(duration_s=2)), 1, on_chunk=chunks.append)
    assert set(result["summary"]) == set(SUMMARY)
    for flow in result["flows"]:
        assert set(flow) - IDENTITY == set(FLOW) - OF_PARTS
    assert chunks
    for subject in chunks[0].subjects:
        if subject.subject == "link":
            assert list(subject.columns) == [*LINK_SERIES][: -len(ONLY_SOME)]
        else:
            algorithm = find_algorithm(result["flows"][subject.index]["algorithm"])
            assert algorithm is not None
            own = [each.name for each in algorithm.metrics if each.name not in FLOW_SERIES]
            own = [name for name in own if name not in OF_SEARCH]
            only_some = MARKS + OF_READERS + OF_RTT_PARTS
            always = [*[*FLOW_SERIES][: -len(only_some)], *own]
            assert list(subject.columns)[: len(always)] == always
            assert set(subject.columns) - set(always) <= set(OF_RTT_PARTS)


def test_a_link_that_changes_has_its_series_too() -> None:
    document = scenario(duration_s=2)
    document["bottleneck"]["rate_schedule"] = [{"at_s": 1, "rate_bps": 5_000_000}]
    document["bottleneck"]["delay_schedule"] = [{"at_s": 1, "delay_s": 0.001}]
    chunks: list[Chunk] = []
    run_scenario(validate_scenario(document), 1, on_chunk=chunks.append)
    [link] = [each for each in chunks[0].subjects if each.subject == "link"]
    assert list(link.columns) == list(LINK_SERIES)[: -len(NAMED + MARKS + FILTERED)]
    assert list(LINK_SERIES)[-len(ONLY_SOME) :] == ONLY_SOME


def test_beside_pie_a_changing_delay_has_a_name_of_its_own() -> None:
    """PIE calls the delay of its controller `delay_s`, too."""
    document = scenario(duration_s=2)
    document["bottleneck"]["delay_schedule"] = [{"at_s": 1, "delay_s": 0.001}]
    document["bottleneck"]["queue"] = {"kind": "pie"}
    chunks: list[Chunk] = []
    run_scenario(validate_scenario(document), 1, on_chunk=chunks.append)
    [link] = [each for each in chunks[0].subjects if each.subject == "link"]
    first = document["bottleneck"].get("delay_s", 0)
    delays = link.columns["propagation_delay_s"]
    assert (delays[0], delays[-1]) == (first, 0.001)
    assert max(link.columns["delay_s"]) > 0.001, "the wait in the queue"
    # Before, there was one column of that name, in the place of the first: digests stay.
    names = ["delay_s" if name == "propagation_delay_s" else name for name in link.columns]
    before = {name: link.columns[name] for name in dict.fromkeys(names)}
    assert "propagation_delay_s" not in before
    once = replace(chunks[0], subjects=[replace(link, columns=before)])
    now = replace(chunks[0], subjects=[link])
    assert chunk_bytes(now) == chunk_bytes(once)


def test_no_queue_has_a_series_of_a_name_that_a_link_has() -> None:
    """But `delay_s`, for which the core steps aside."""
    clashing = {metric.name for queue in registry().queues for metric in queue.metrics} & set(
        LINK_SERIES
    )
    assert clashing == {"delay_s"}


def test_where_packets_can_be_marked_flows_and_link_have_a_series_of_marks() -> None:
    document = scenario(duration_s=2)
    document["bottleneck"]["queue"] = {"kind": "codel", "ecn": True}
    document["flows"][0]["ecn"] = "classic"
    chunks: list[Chunk] = []
    run_scenario(validate_scenario(document), 1, on_chunk=chunks.append)
    first, second, link = chunks[0].subjects
    assert MARKS[0] in first.columns
    assert MARKS[0] not in second.columns, "it does not use ECN"
    assert list(link.columns)[: len(LINK_SERIES) - len(CHANGES + NAMED + FILTERED)][-1:] == MARKS


def test_a_flow_that_asks_for_it_has_a_series_of_what_search_compares() -> None:
    document = scenario(duration_s=1)
    document["bottleneck"]["buffer"] = {"amount": 20, "unit": "bdp"}
    alone = document["flows"] = document["flows"][:1]
    chunks: list[Chunk] = []
    alone[0]["algorithm"]["parameters"] = {"slow_start": "search"}
    run_scenario(validate_scenario(document), 1, on_chunk=chunks.append)
    alone[0]["algorithm"]["parameters"]["search_series"] = True
    run_scenario(validate_scenario(document), 1, on_chunk=chunks.append)
    plain, asked = (chunk.subjects[0].columns for chunk in chunks)
    parts = [name for name in plain if name in OF_RTT_PARTS]
    assert list(asked) == [*list(plain)[: -len(parts)], *OF_SEARCH, *parts]
    delivered, sent, behind = (asked[name] for name in OF_SEARCH)
    compared = ~np.isnan(behind)
    assert compared.any(), "it compares once ten bins and a round trip have passed"
    assert not compared[0]
    assert np.allclose(behind[compared], 1 - delivered[compared] / sent[compared])
