"""What phenomena say of random networks, held against the packets alone; and no two sentences of a
run may contradict each other.
"""

import re
from typing import Any

import pytest

from lab_model.claim import Claim
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.phenomenon import Phenomenon
from lab_model.scenarios import validate_scenario
from tests.model.causes.test_claims import (
    odder_network,
    random_network,
    short_fingerprints,
    varied_network,
)
from tests.support.causes import Explained, explain
from tests.support.decision_claims import late_repairs
from tests.support.evidence import evidence_of
from tests.support.oracle import Oracle
from tests.support.stranger_networks import stranger_network

LENGTH_S = 14.0
"""Long enough for what has to last 10 s."""
LONGEST_PACKET_S = 0.18
"""That a link of 400 kbit/s still sends as the run ends."""
EDGE = 0.002
"""Of a rate over a window; a packet may be on either side of an edge."""


def _hold(found: Phenomenon, oracle: Oracle, flow_count: int) -> None:
    """Each claim by what its definition says, from packets."""
    for each in found.claims:
        _hold_claim(each, oracle, flow_count, f"{each}: {found.sentence}")


def _hold_claim(claim: Claim, oracle: Oracle, flow_count: int, message: str) -> None:
    flows = [int(index) for index in claim.subject.partition(":")[2].split(",")]
    window = claim.window.from_s, claim.window.to_s
    rates_bps = [oracle.throughput_bps(flow, *window) for flow in range(flow_count)]
    mean_bps = sum(rates_bps[flow] for flow in flows) / len(flows)
    if claim.quantity == "throughput_bps":
        packet_bps = oracle.packet_bytes * 8 / (window[1] - window[0])
        assert claim.value == pytest.approx(mean_bps, rel=EDGE, abs=1.01 * packet_bps), message
    elif claim.quantity == "share_of_mean":
        # Of those that are active then: at most of all.
        assert claim.value < 0.1, message
        assert mean_bps <= 0.15 * max(sum(rates_bps) / 2, 1.0), message
    elif claim.quantity == "loss_ratio":
        lost = oracle.losses(flows[0]).total()
        sent = oracle.sent(flows[0])
        assert claim.value == pytest.approx(lost / sent, rel=0.1, abs=2e-3), message
    elif claim.quantity == "full_packets":
        counts = (oracle.losses(flow) for flow in range(flow_count))
        full = [each[reason, 0] for each in counts for reason in ("buffer_full", "flow_overflow")]
        assert claim.value == sum(full), message
    elif claim.quantity == "busy_ratio":
        busy_ratio, slack = oracle.busy_ratio(0), 5e-3 + LONGEST_PACKET_S / (window[1] - window[0])
        # Probes of a full receiver are smaller than other packets.
        is_known = busy_ratio is not None and not oracle.has_probes
        assert not is_known or claim.value == pytest.approx(busy_ratio, abs=slack), message
    elif claim.quantity == "used_ratio":
        assert claim.value == pytest.approx(oracle.used_ratio(0), abs=5e-3), message
    elif claim.quantity == "highest_min_rtt_s":
        rtts_s = oracle.rtt_samples_s(flows[0], until_s=window[1])
        assert abs(rtts_s - claim.value).min() < 1e-4, message
    elif claim.quantity == "late_frames":
        # A packet at the edges of the window, or of a deadline, may be on either side.
        assert claim.value == pytest.approx(oracle.late_frames(flows[0]), abs=1), message
    elif claim.quantity == "timeouts":
        late = late_repairs(oracle.at_sender(flows[0]), oracle.min_rto_s)
        assert claim.value <= late, message
    else:
        assert claim.quantity.startswith("limited_ratio"), message
        assert 0 < claim.value <= 1, message


def _contradictions(explained: Explained, found: list[Phenomenon]) -> None:
    """Sentences about the same thing, in both lists."""
    kinds = {each.definition.kind: each for each in found}
    for flow, chain in explained.chains.items():
        said = " ".join(link.sentence for link in chain.links)
        lost_nothing = "It lost nothing" in said
        assert not (lost_nothing and re.search(r"It lost [\d,]+ packet", said)), said
        if "So short a wait in queues does not limit it" in said:
            assert "carries less" not in said, said
        if "its rule sees that" in said:
            assert "it does not see" not in said, said
        if "So short a wait in queues does not limit it" in said:
            assert "its measured delay permits is the limit" not in said, said
            assert "Rising delays cut" not in said, said
        if "had ended before it" in said:
            assert explained.result["flows"][flow]["sent_packets"] == 0, said
        if "is not what limits it" in said:
            assert "serves each flow by its share" not in said, said
        entry = explained.result["flows"][flow]
        if "starvation" in kinds and flow in kinds["starvation"].flow_indices:
            times_s = (entry.get("mean_completion_s") or 0) * (entry.get("transfer_count") or 0)
            assert not explained.cases[flow].is_done or times_s > 3, said
        if "window_cap" in kinds and flow in kinds["window_cap"].flow_indices:
            limit = next(link for link in chain.links if link.kind == "limit")
            assert "limited by its receive window" in limit.sentence or (
                "nothing to send" in limit.sentence
            ), (limit.sentence, kinds["window_cap"].sentence)
        if "small_buffer" not in kinds:
            continue
        full = [row for row in explained.cases[flow].network.lost() if row.reason == "buffer_full"]
        assert not full or "it is full" in kinds["small_buffer"].sentence, said


def _check(data: dict[str, Any]) -> int:
    explained = explain(data)
    found = find_phenomena(evidence_of(data))
    oracle = Oracle(validate_scenario(data), 1)
    assert oracle.is_whole
    for each in found:
        _hold(each, oracle, len(explained.result["flows"]))
    _contradictions(explained, found)
    _blames_the_right(oracle, explained, found)
    _claims_agree(explained, found)
    return sum(len(each.claims) for each in found)


def _blames_the_right(oracle: Oracle, explained: Explained, found: list[Phenomenon]) -> None:
    """A shallow buffer is named only of who loses packets because it is full."""
    for each in found:
        if each.definition.kind == "loss_blind":
            lost = [
                sum(oracle.losses(flow)[reason, 0] for reason in ("buffer_full", "flow_overflow"))
                / oracle.sent(flow)
                for flow in each.flow_indices
                if explained.result["flows"][flow]["algorithm"] != "bbr1"
            ]
            assert max(lost) >= 0.0099, each.sentence


def _claims_agree(explained: Explained, found: list[Phenomenon]) -> None:
    """What two sentences of a run say of the same thing and time is the same."""
    said: dict[tuple[str, str, float, float], Claim] = {}
    of_links = [
        claim
        for chain in explained.chains.values()
        for link in chain.links
        for claim in link.claims
    ]
    for claim in [*of_links, *(claim for each in found for claim in each.claims)]:
        if claim.window.from_s == claim.window.to_s:
            continue  # one ACK may make several decisions of a kind
        key = claim.subject, claim.quantity, claim.window.from_s, claim.window.to_s
        other = said.setdefault(key, claim)
        assert claim.value == pytest.approx(other.value, rel=1e-6, abs=1e-9), (claim, other)
        if claim.relation == "all_of" and ":" in claim.quantity:
            kind = claim.quantity.partition(":")[0]
            parts = [
                each
                for each in of_links
                if (each.subject, each.window) == (claim.subject, claim.window)
                and each.quantity.startswith(f"{kind}:")
            ]
            assert sum(each.value for each in parts if each.quantity != claim.quantity) == 0


def test_a_limit_of_transfers_that_pause_is_that_of_the_time_under_way() -> None:
    """Its receive window binds 98% of that and 56% of the whole time."""
    data = varied_network(5097) | {"duration_s": LENGTH_S}
    assert _check(data) > 0
    explained = explain(data)
    said = explained.link(0, "variable").sentence
    assert said.startswith("While it has something to send, its receive window is the limit 98%")


@pytest.mark.parametrize("seed", [*range(400, 408), 421])
def test_phenomena_of_random_networks_are_what_the_packets_say(seed: int) -> None:
    _check(random_network(seed) | {"duration_s": LENGTH_S})


@pytest.mark.parametrize("seed", range(6))
def test_phenomena_of_odder_networks_are_what_the_packets_say(seed: int) -> None:
    _check(odder_network(seed) | {"duration_s": LENGTH_S})


@pytest.mark.parametrize("seed", range(8))
def test_phenomena_of_strange_networks_are_what_the_packets_say(seed: int) -> None:
    _check(stranger_network(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8, 300))
def test_phenomena_of_many_strange_networks_are_what_the_packets_say(seed: int) -> None:
    _check(stranger_network(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 200))
def test_phenomena_of_many_odder_networks_are_what_the_packets_say(seed: int) -> None:
    _check(odder_network(seed) | {"duration_s": LENGTH_S})


def test_the_first_mark_is_one_cut() -> None:
    """Its average share of marks was 0: of two cuts at that moment one left all as it was."""
    assert _check(varied_network(6121) | {"duration_s": LENGTH_S}) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(408, 600))
def test_phenomena_of_many_random_networks_are_what_the_packets_say(seed: int) -> None:
    _check(varied_network(seed) | {"duration_s": LENGTH_S})


@pytest.mark.slow
def test_phenomena_of_the_fingerprints_are_what_the_packets_say() -> None:
    for name, scenario in short_fingerprints().items():
        assert _check(scenario) >= 0, name
