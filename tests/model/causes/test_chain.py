"""The rules of a chain, on runs of the core that show each of them."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from lab_exec import PacketEvents
from lab_model.causes.origin import origin_of
from lab_model.causes.schemas import CauseLink
from lab_model.causes.variables import OF_BINDING, VARIABLES
from lab_model.english.numbers import ms, percent, short
from tests.support.causes import Explained, explain
from tools.paths import PROJECT_ROOT

KINDS = ["share", "limit", "variable", "origin", "queue"]


def _run(*flows: dict[str, Any], buffer_bdp: float = 1, **more: Any) -> Explained:
    bottleneck = {"rate_bps": 10e6, "buffer": {"amount": buffer_bdp}, **more.pop("link", {})}
    whole = {"duration_s": 30, "bottleneck": bottleneck, "flows": list(flows), **more}
    return explain(whole)


def _flow(label: str, algorithm: str, rtt_s: float = 0.04, **more: Any) -> dict[str, Any]:
    return {"label": label, "rtt_s": rtt_s, "algorithm": {"name": algorithm}, **more}


def test_every_binding_of_the_core_belongs_to_a_variable() -> None:
    header = (PROJECT_ROOT / "sim-core/include/ccsim/cause.h").read_text()
    names = header.split("kBindingNames = {")[1].split("};")[0]
    assert {name.strip().strip('"') for name in names.split(",")} == set(OF_BINDING)


def test_every_variable_has_an_origin() -> None:
    case = _run(_flow("a", "bbr2")).cases[0]
    for name in VARIABLES:
        assert origin_of(case, name).source


def test_a_small_receive_window_is_the_cause() -> None:
    small = _flow("small", "cubic", receiver={"window_bytes": 20_000})
    explained = _run(small, _flow("cubic", "cubic"), buffer_bdp=2)
    assert "It is limited by its receive window" in explained.link(0, "limit").sentence
    origin = explained.link(0, "origin")
    assert "The scenario gives its receiver 20 kB (13 packets)" in origin.sentence
    assert "over a longer RTT a window carries less" in explained.link(0, "queue").sentence


def test_random_losses_are_not_blamed_on_the_queue() -> None:
    loss = {"loss": {"kind": "bernoulli", "probability": 0.01}}
    explained = _run(_flow("alone", "newreno"), link=loss)
    queue = explained.link(0, "queue")
    assert "of them at random: the queue is not what limits it" in queue.sentence


def test_the_short_flow_in_a_deep_buffer_is_bound_by_its_bdp() -> None:
    flows = _flow("elephant", "bbr1", 0.1), _flow("mouse", "bbr1", 0.02)
    explained = _run(*flows, buffer_bdp=10, duration_s=40)
    assert "gain x bandwidth x minimum RTT" in explained.link(1, "variable").sentence
    origin = explained.link(1, "origin")
    assert "The gain is 2. On average its bandwidth estimate is" in origin.sentence
    assert any("(reason: the old one expired)" in moment.text for moment in origin.moments)
    # What the window carries over the mean RTT is about what the flow gets.
    got_bps = explained.result["flows"][1]["throughput_bps"]
    assert f"{got_bps / 1e6:.3g}"[:2] in explained.link(1, "variable").sentence


def test_a_policer_that_is_not_there_is_said_so() -> None:
    loss = {"loss": {"kind": "bernoulli", "probability": 0.25}}
    explained = _run(_flow("alone", "bbr1"), link=loss)
    assert "policer" in explained.link(0, "variable").sentence
    assert "There is no policer in this network" in explained.link(0, "origin").sentence


def test_of_a_policer_that_is_there_nothing_of_the_kind_is_said() -> None:
    queue = {"kind": "policer", "token_rate_ratio": 0.2}
    explained = _run(_flow("alone", "bbr1"), link={"rate_bps": 20e6, "queue": queue})
    said = origin_of(explained.cases[0], "policed").sentence
    assert "From its losses it inferred a policer" in said
    assert "There is no policer" not in said


def test_a_window_that_search_drains_is_not_in_slow_start() -> None:
    parameters = {"slow_start": "search", "search_exit": "drain"}
    flow = _flow("alone", "newreno") | {
        "algorithm": {"name": "newreno", "parameters": parameters},
        "stop_s": 1.5,
    }
    explained = _run(flow, buffer_bdp=10)
    assert "draining what slow start had queued" in explained.link(0, "origin").sentence


def _wait_s(packets: PacketEvents, flow: int) -> float:
    """How long its packets wait on average, as RTTs are sampled: the newest packet of each ACK for
    all that this reports, without retransmissions, which wait longer.
    """
    mine = np.flatnonzero(packets.flow_index == flow).tolist()
    kinds = {place: packets.kinds[packets.kind[place]] for place in mine}
    again = {int(packets.sequence[place]) for place in mine if kinds[place] == "retransmitted"}
    came_s: dict[int, float] = {}
    waited_s: dict[int, float] = defaultdict(float)
    arrived: list[int] = []
    total_s, count = 0.0, 0
    for place in mine:
        sequence, time_s = int(packets.sequence[place]), float(packets.time_s[place])
        if kinds[place] == "enqueued":
            came_s[sequence] = time_s
        elif kinds[place] == "dequeued":
            waited_s[sequence] = time_s - came_s.pop(sequence)
        elif kinds[place] == "delivered":
            arrived.append(sequence)
        elif kinds[place] == "ack_sent":
            # A change of marks is acknowledged without the packet that has brought it.
            others = [each for each in arrived if each != sequence]
            arrived = [each for each in arrived if each == sequence]
            if others and others[-1] not in again:
                total_s += len(others) * waited_s[others[-1]]
                count += len(others)
    return total_s / count


@pytest.mark.parametrize("kind", ["dualpi2", "fq_codel"])
def test_where_a_link_has_several_queues_each_flow_has_its_own_wait(kind: str) -> None:
    flows = _flow("L4S", "prague"), _flow("classic", "cubic")
    explained = _run(*flows, link={"queue": {"kind": kind}})
    waits_s = [_wait_s(explained.packets(0, 30), flow) for flow in (0, 1)]
    for index, wait_s in enumerate(waits_s):
        own = {number.label: number.value for number in explained.link(index, "queue").numbers}
        assert own["own queue delay, mean"] == pytest.approx(wait_s, rel=0.005)
        sentence = explained.link(index, "queue").sentence
        assert f"its packets wait {ms(own['own queue delay, mean'])} there," in sentence
    if kind == "dualpi2":
        assert waits_s[0] < 0.2 * waits_s[1]


def test_in_a_first_in_first_out_queue_all_wait_as_long_as_the_link_says() -> None:
    explained = _run(_flow("a", "bbr2"), _flow("b", "cubic"), link={"queue": {"kind": "codel"}})
    said = [explained.link(index, "queue").sentence.split(" in a buffer")[0] for index in (0, 1)]
    assert said[0] == said[1]
    assert "own queue delay" not in str(explained.link(0, "queue").numbers)


def test_a_step_shorter_than_a_packet_is_said_of_the_flow_that_it_marks() -> None:
    flows = _flow("L4S", "prague"), _flow("classic", "cubic")
    warning = "The step of 1 ms is shorter than the transmission of one packet (1.2 ms)"
    slow = _run(*flows, link={"queue": {"kind": "dualpi2"}})
    assert warning in slow.link(0, "queue").sentence
    assert warning not in slow.link(1, "queue").sentence
    fast = _run(*flows, link={"queue": {"kind": "dualpi2"}, "rate_bps": 20e6})
    assert "step of" not in fast.link(0, "queue").sentence


def test_a_flow_that_never_starts_has_nothing_to_tell() -> None:
    explained = _run(
        _flow("a", "cubic"),
        _flow("late", "cubic", 2.0, start_s=29.5, stop_s=29.61),
        start_jitter_s=0.1,
    )
    [link] = explained.chains[1].links
    assert not link.is_told
    assert "its handshake takes 2,000 ms, so that it could not send before" in link.sentence


@pytest.mark.parametrize("algorithm", ["newreno", "cubic", "bbr1", "bbr2", "fairtt", "scalable"])
def test_a_chain_is_whole_and_points_into_the_run(algorithm: str) -> None:
    explained = _run(_flow("a", algorithm, 0.08), _flow("b", "cubic", 0.02))
    for chain in explained.chains.values():
        assert [link.kind for link in chain.links] == KINDS
        assert sum(share.share_ratio for share in chain.shares) == pytest.approx(1)
        for link in chain.links:
            _check_link(link)


def _check_link(link: CauseLink) -> None:
    assert link.sentence.endswith(".")
    assert link.source
    for window in link.windows:
        assert 0 <= window.from_s < window.to_s <= 30
    times_s = [moment.time_s for moment in link.moments]
    assert times_s == sorted(times_s)
    assert len(times_s) <= min(6, link.moment_count)


def test_the_page_states_the_thresholds() -> None:
    page = " ".join((PROJECT_ROOT / "docs/causes.md").read_text().split())
    for words in ("half of its time", "5% of the base RTT"):
        assert words in page


def test_numbers_are_short_and_never_powers_of_ten() -> None:
    assert [short(0), short(0.5), short(12.345), short(1234567.0)] == [
        "0",
        "0.5",
        "12.3",
        "1,234,567",
    ]
    assert [percent(0), percent(0.0004), percent(0.042), percent(0.5)] == [
        "0%",
        "<0.1%",
        "4.2%",
        "50%",
    ]
