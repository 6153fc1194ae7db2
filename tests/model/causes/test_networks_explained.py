"""What the lab says of networks that are not one drop-tail queue with bulk flows: each with what is
right and what was said before and is false.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab_model.phenomena.detect import find_phenomena
from tests.support.causes import explain
from tests.support.evidence import evidence_of

FOLDER = Path(__file__).with_name("networks")

RIGHT: dict[str, tuple[list[str], list[str]]] = {
    "aqm_drops_codel": (
        ["25 packets (0.1%), all of them dropped by CoDel because packets had waited too long"],
        ["buffer was full"],
    ),
    "policed_cubic": (
        ["99% of its fair share (5 Mbit/s, what the policer lets pass)", "a policer"],
        ["buffer was full", "most of the queued packets"],
    ),
    "fq_codel_bbr_cubic": (
        ["all of them dropped by FQ-CoDel because packets had waited too long"],
        ["first-in first-out", "buffer was full", "most of the queued packets"],
    ),
    "asym_cubic": (
        [
            "Its ACKs pass link up, which is busy 99.8% of the time",
            "The longest wait is that of its ACKs, not of its data",
        ],
        ["losses left"],
    ),
    "narrow_second_link": (
        [
            "99.8% of its fair share (10 Mbit/s, what link narrow can carry)",
            "On link narrow, which is busy 99% of the time, on average 157 kB are queued in a",
            "its packets wait 126 ms there",
            "all of them because the buffer of link narrow was full",
        ],
        ["0.0676 kB", "most of the queued packets"],
    ),
    "slow_reader": (
        [
            "reads 5 Mbit/s of payload",
            "99% of its fair share (5.59 Mbit/s, all that its receiver takes)",
        ],
        ["192 Mbit/s"],
    ),
    "heavy_reorder": (
        ["cuts were undone", "It lost nothing"],
        ["Losses cut", "losses left"],
    ),
    "vegas_reroute": (
        ["It takes 41.2 ms for the RTT of the empty path, which is 91.2 ms on average"],
        ["No decision that set it was recorded"],
    ),
    "bbr1_reroute": ([], ["standing queue"]),
    "udp_neighbour": (
        ["video gets 7.93 Mbit/s", "It has no congestion control"],
        ["was not active"],
    ),
    "late_flow": (
        ["103% of its fair share (8.75 Mbit/s)", "81% of its fair share (5 Mbit/s)"],
        ["180%", "holds 90%"],
    ),
    "app_limited_neighbour": (
        [">99.9% of its fair share (8.96 Mbit/s)", "(1.04 Mbit/s, all that it asks for)"],
        ["179%"],
    ),
    "outage": (["69 of them in an outage and 19 because the buffer was full"], ["at random"]),
    "ack_aggregation_bbr1": (
        [
            "the receiver's hold before it sends an ACK",
            "releases them every 100 ms",
            "so the estimate falls",
        ],
        [],
    ),
    "incast": (
        [
            "completes its transfer in",
            "at its fair share all the time it would be 68.1 ms",
            "0.1 ms on the handshake",
            "Its retransmission timer expired once meanwhile, after a silence",
        ],
        ["not limited by", "of its fair share"],
    ),
    "trace_bdp": (["in a buffer of 13.3 BDP", "11.1 BDP"], ["1.67 BDP", "a buffer of 2 BDP"]),
    "l4s_bursty_link": (["they come in bursts"], []),
    "hystart_jitter_early_exit": (
        ["Slow start ended at 0.93 s with 168 packets (0.144 BDP) because its RTTs rose"],
        [],
    ),
    "bbr1_six_shallow": (
        ["It lost 12,036 packets (11%)", "gets 23.7 Mbit/s and bbr1 5 2.85 Mbit/s (8.31 to 1)"],
        [],
    ),
    "policed_bbr1": (
        ["all of them dropped by a policer", ">99.9% of its fair share (100 Mbit/s"],
        ["Buffer below one BDP", "find it full", "buffer was full"],
    ),
    "prague_vs_cubic_shared_codel": ([], ["a queue for each flow"]),
    "loss_for_a_time": (["completes its transfer in 3,238 ms"], ["not limited by"]),
}
LONG = {"hystart_jitter_early_exit", "bbr1_six_shallow", "policed_bbr1", "trace_bdp"} | {
    "prague_vs_cubic_shared_codel",
    "loss_for_a_time",
}
SEEDS = {"hystart_jitter_early_exit": 2}


def sentences(name: str) -> Iterator[str]:
    """All that is said of a case."""
    data = json.loads((FOLDER / f"{name}.json").read_text())
    seed = SEEDS.get(name, 1)
    for chain in explain(data, seed).chains.values():
        yield from (link.sentence for link in chain.links)
    for found in find_phenomena(evidence_of(data, seed)):
        yield f"{found.definition.title}: {found.sentence}"


def _check(name: str) -> None:
    said = "\n".join(sentences(name))
    right, wrong = RIGHT[name]
    for words in right:
        assert words in said
    for words in wrong:
        assert words not in said


@pytest.mark.parametrize("name", sorted(set(RIGHT) - LONG))
def test_what_is_said_of_a_network_is_right(name: str) -> None:
    _check(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_what_is_said_of_a_larger_network_is_right(name: str) -> None:
    _check(name)


if __name__ == "__main__":
    for each in sorted(RIGHT):
        print(each, *sentences(each), sep="\n  ")  # noqa: T201
