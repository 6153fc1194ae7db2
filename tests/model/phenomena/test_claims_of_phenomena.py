"""What phenomena say of random networks, held against the packets alone; and no two sentences of a
run may contradict each other.
"""

import re
from typing import Any

import pytest

from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.phenomenon import Phenomenon
from lab_model.scenarios import validate_scenario
from tests.model.causes.test_claims import random_network
from tests.support.causes import Explained, explain
from tests.support.evidence import evidence_of
from tests.support.oracle import Oracle

LENGTH_S = 14.0
"""Long enough for what has to last 10 s."""
EDGE = 0.06
"""Of a rate over a window: it is measured in buckets, whose edges are not those of the window."""


def _mean_bps(oracle: Oracle, flows: list[int], window: tuple[float, float]) -> float:
    return sum(oracle.throughput_bps(flow, *window) for flow in flows) / len(flows)


def _hold(found: Phenomenon, oracle: Oracle, flow_count: int) -> None:
    """Each kind by what its definition says, from packets."""
    sentence, window = found.sentence, found.windows[0]
    members = list(found.flow_indices)
    others = [flow for flow in range(flow_count) if flow not in members]
    if found.definition.kind == "starvation":
        for flow in members:
            least = min(oracle.throughput_bps(flow, *each) for each in found.windows)
            everyone = max(_mean_bps(oracle, [*others, flow], each) for each in found.windows)
            assert least < 0.15 * everyone, sentence
    elif found.definition.kind == "dominance":
        own_bps = _mean_bps(oracle, members, window)
        assert own_bps > 2 * (1 - EDGE) * _mean_bps(oracle, others, window), sentence
        said = re.search(r"([\d.]+) Mbit/s", sentence)
        assert said is not None
        assert float(said[1]) == pytest.approx(own_bps / 1e6, rel=EDGE), sentence
    elif found.definition.kind == "unequal_group":
        rates = sorted(oracle.throughput_bps(flow, *window) / 1e6 for flow in members)
        most, least = (float(text) for text in re.findall(r"([\d.]+) Mbit/s", sentence))
        assert [least, most] == pytest.approx([rates[0], rates[-1]], rel=EDGE, abs=0.01), sentence
    elif found.definition.kind == "small_buffer":
        said = re.search(r"s ([\d,]+) packets? finds? it full", sentence)
        assert said is not None, sentence
        count = sum(oracle.losses(flow)["buffer_full", 0] for flow in range(flow_count))
        assert int(said[1].replace(",", "")) == count, sentence


def _contradictions(explained: Explained, found: list[Phenomenon]) -> None:
    """Sentences about the same thing, in both lists."""
    kinds = {each.definition.kind: each for each in found}
    for flow, chain in explained.chains.items():
        said = " ".join(link.sentence for link in chain.links)
        lost_nothing = "It lost nothing" in said
        assert not (lost_nothing and re.search(r"It lost [\d,]+ packet", said)), said
        if "So short a wait does not limit it" in said:
            assert "carries less" not in said, said
        if "is not what limits it" in said:
            assert "serves each flow by its share" not in said, said
        entry = explained.result["flows"][flow]
        if "starvation" in kinds and flow in kinds["starvation"].flow_indices:
            assert not explained.cases[flow].is_done or entry["mean_completion_s"] > 5, said
        if "window_cap" in kinds and flow in kinds["window_cap"].flow_indices:
            limit = next(link for link in chain.links if link.kind == "limit")
            assert "limited by its receive window" in limit.sentence or (
                "nothing to send" in limit.sentence
            ), (limit.sentence, kinds["window_cap"].sentence)
        if "small_buffer" not in kinds:
            continue
        full = [row for row in explained.cases[flow].network.lost() if row.reason == "buffer_full"]
        assert not full or "find" in kinds["small_buffer"].sentence, said


def _check(seed: int) -> None:
    data: dict[str, Any] = random_network(seed) | {"duration_s": LENGTH_S}
    explained = explain(data)
    found = find_phenomena(evidence_of(data))
    oracle = Oracle(validate_scenario(data), 1)
    assert oracle.is_whole
    for each in found:
        _hold(each, oracle, len(explained.result["flows"]))
    _contradictions(explained, found)


@pytest.mark.parametrize("seed", range(400, 408))
def test_phenomena_of_random_networks_are_what_the_packets_say(seed: int) -> None:
    _check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(408, 600))
def test_phenomena_of_many_random_networks_are_what_the_packets_say(seed: int) -> None:
    _check(seed)
