"""Small networks of many kinds, each with what was said of it and is false, misleading or vague."""

from typing import Any

import pytest

from lab_model.causes.rtt_record import part_s, wait_s
from lab_model.phenomena.detect import find_phenomena
from tests.support.causes import Explained, explain
from tests.support.evidence import evidence_of


def _network(*flows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    link = {"rate_bps": 10e6, "buffer": {"amount": 1}, **changes.pop("link", {})}
    return {"duration_s": 8, "bottleneck": link, "flows": list(flows), **changes}


def _flow(algorithm: str, **changes: Any) -> dict[str, Any]:
    return {"label": algorithm, "rtt_s": 0.04, "algorithm": {"name": algorithm}, **changes}


def _udp(rate_bps: float) -> dict[str, Any]:
    return {"label": "udp", "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": rate_bps}}


def _said(explained: Explained, flow: int = 0) -> str:
    return " ".join(link.sentence for link in explained.chains[flow].links)


def test_one_wait_is_said_of_a_queue_and_it_is_that_of_the_flows_packets() -> None:
    """The mean queue over its rate is another number, above all where each flow has a queue."""
    flows = _flow("copa"), _flow("vivace"), _flow("bbr1")
    found = explain(_network(*flows, link={"queue": {"kind": "fq_codel"}, "buffer": {"amount": 4}}))
    for flow in range(3):
        case = found.cases[flow]
        wait = f"{wait_s(case, case.network.main) * 1e3:.3g} ms"
        sentence = found.link(flow, "queue").sentence
        assert f"its packets wait {wait} there" in sentence
        assert f"{wait} waiting in the queue of the bottleneck" in sentence.replace(" are ", " ")


def test_propagation_is_that_of_the_path_where_data_was_sent_again() -> None:
    """Samples of retransmitted data have no parts; a mean over them makes all parts smaller."""
    found = explain(
        _network(_flow("cubic"), _udp(12e6), link={"queue": {"kind": "cobalt"}}, duration_s=20)
    )
    case = found.cases[0]
    assert part_s(case, "propagation") == pytest.approx(0.04)
    assert part_s(case, "unattributed") == 0
    sentence = found.link(0, "queue").sentence
    assert "Excluding samples of retransmitted data, its mean RTT is " in sentence
    assert "40 ms propagation" in sentence


def test_datagrams_that_are_dropped_from_the_head_have_waited_too() -> None:
    queue = {"kind": "fq_codel"}
    found = explain(_network(_udp(30e6), link={"queue": queue, "buffer": {"amount": 4}}))
    case = found.cases[0]
    assert case.flow["dropped_packets"] > case.flow["sent_packets"] / 2
    most_s = float(case.result["link"]["buffer_bytes"]) * 8 / 10e6
    said = found.link(0, "queue").sentence
    own_s = float(said.split("Packets of udp wait ")[1].split(" ms")[0]) / 1e3
    assert own_s < most_s


def test_a_mean_rtt_is_held_against_the_path_of_its_samples() -> None:
    """A path that grows while the flow slows down: over the time it is longer than the mean RTT."""
    narrow = {"id": "n", "rate_bps": 5e6, "buffer": {"amount": 2}}
    narrow["delay_schedule"] = [{"at_s": 5, "delay_s": 0.05, "ramp_s": 5}]
    flow = _flow("vegas", path=["bottleneck", "n"])
    found = explain(_network(flow, links=[narrow], duration_s=20))
    case = found.cases[0]
    assert case.flow["mean_rtt_s"] < case.base_rtt_s
    sentence = found.link(0, "queue").sentence
    ratio = float(sentence.split("Its mean RTT is ")[1].split(" times")[0])
    assert ratio > 1
    origin = found.link(0, "origin").sentence
    assert origin.count("it takes the difference for a queue") == 1


def test_a_mean_rtt_that_has_samples_of_retransmitted_data_is_never_below_the_path() -> None:
    """Most of its samples are from before the path became longer."""
    link = {"rate_bps": 20e6, "delay_s": 0.005}
    link["delay_schedule"] = [{"at_s": 8, "delay_s": 0.06}]
    flows = _flow("vegas"), _flow("ledbatpp")
    found = explain(_network(*flows, link=link, duration_s=20))
    assert part_s(found.cases[0], "unattributed") > 0
    sentence = found.link(0, "queue").sentence
    assert float(sentence.split("Its mean RTT is ")[1].split(" times")[0]) > 1


def test_a_window_that_nothing_reduced_is_not_named_after_losses() -> None:
    deep = {"rate_bps": 20e6, "buffer": {"amount": 6}}
    found = explain(_network(_flow("vegas"), _flow("cubic"), link=deep, duration_s=20))
    sentence = found.link(0, "variable").sentence
    assert "Next: window, never cut, " in sentence
    assert "window after losses" not in _said(found)


def test_normal_jitter_is_said_by_its_bound() -> None:
    """Its deviation is a sixth of it."""
    link = {"jitter_s": 0.02, "jitter_distribution": "normal"}
    said = explain(_network(_flow("bbr2"), link=link)).link(0, "queue").sentence
    assert "Jitter delays its packets by up to 20 ms." in said


def test_a_cut_is_undone_where_acks_were_lost() -> None:
    """Packets were neither late nor out of order: an outage took their ACKs."""
    link = {"outages": [{"at_s": 4, "duration_s": 0.5, "direction": "ack"}]}
    found = explain(_network(_flow("cubic"), link=link))
    assert "or the ACKs were lost" in found.link(0, "origin").sentence
    assert "lost on the return path in an outage." in found.link(0, "queue").sentence


def test_a_schedule_that_loses_every_packet_is_not_called_chance() -> None:
    steps = [{"at_s": 3, "probability": 1.0}, {"at_s": 4, "probability": 0.0}]
    found = explain(_network(_flow("cubic"), link={"loss_schedule": steps}))
    sentence = found.link(0, "queue").sentence
    assert "by the loss schedule, which loses every packet for a time" in sentence
    assert "at random" not in sentence
    chance = [{"at_s": 3, "probability": 0.01}]
    every = explain(
        _network(_flow("cubic"), link={"loss": {"kind": "bernoulli", "probability": 1}})
    )
    assert "all of them by the loss, which takes every packet" in every.link(0, "queue").sentence
    few = explain(_network(_flow("cubic"), link={"loss_schedule": chance}))
    assert "at random" in few.link(0, "queue").sentence


def test_the_throughput_is_that_of_the_flows_that_are_compared() -> None:
    """Flows of a link that they share, in a network that has others."""
    east = {"id": "east", "rate_bps": 8e6, "buffer": {"amount": 1}}
    flows = (
        _flow("cubic", label="long", path=["bottleneck", "east"]),
        _flow("cubic", label="west"),
        _flow("cubic", label="far end", path=["east"]),
    )
    data = _network(*flows, links=[east], duration_s=20)
    said = [each.sentence for each in find_phenomena(evidence_of(data))]
    assert any("of what it and the long flow get together: " in each for each in said), said


def test_groups_with_one_label_are_distinguished() -> None:
    flows = _flow("cubic", label="x"), _flow("cubic", label="x", rtt_s=0.1)
    data = _network(*flows)
    said = _said(explain(data))
    assert "x 1 gets" in said
    assert "x 2" in said
    kinds = {each.definition.kind: each.sentence for each in find_phenomena(evidence_of(data))}
    assert "x 1 (40 ms)" in kinds["other_bdp"]


def test_random_transfers_do_not_get_more_than_they_ask_for() -> None:
    """Every packet is a full one, the last of a transfer, too."""
    traffic = {"kind": "poisson_transfers", "arrival_rate_hz": 10, "largest_bytes": 100_000}
    flows = _flow("cubic", traffic=traffic), _flow("newreno")
    case = explain(_network(*flows, duration_s=20)).cases[0]
    assert case.fair.share_bps is not None
    assert case.flow["throughput_bps"] / case.fair.share_bps == pytest.approx(1, abs=0.02)


def test_a_transfer_of_one_packet_is_limited_by_no_window() -> None:
    traffic = {"kind": "transfer", "size_bytes": 1000}
    said = _said(explain(_network(_flow("cubic", traffic=traffic))))
    assert "All that it has to send fits into its first window" in said
    assert "nothing to send" not in said


def test_transfers_that_start_at_random_have_no_fair_time() -> None:
    """They hardly meet: each takes as long as alone."""
    traffic = {"kind": "transfer", "size_bytes": 64_000}
    flow = _flow("cubic", count=16, rtt_s=0.001, traffic=traffic)
    data = _network(flow, link={"rate_bps": 1e9, "buffer": {"amount": 100, "unit": "packets"}})
    said = explain(data).link(0, "share").sentence
    assert "alone on its path it would be " in said
    assert "at its fair share" not in said


def test_what_startup_takes_is_not_called_slow_start() -> None:
    traffic = {"kind": "transfer", "size_bytes": 500_000}
    said = explain(_network(_flow("bbr1", traffic=traffic))).link(0, "share").sentence
    assert "in Startup" in said
    assert "slow start" not in said


def test_a_rate_of_a_part_of_the_time_is_not_held_against_a_share_that_changes() -> None:
    steps = [{"at_s": 4, "rate_bps": 30_000_000}]
    link = {"rate_bps": 5e6, "rate_schedule": steps}
    found = explain(_network(_flow("bbr1"), link=link))
    assert "its pacing rate" in found.link(0, "variable").sentence
    assert "fair share" not in found.link(0, "variable").sentence


def test_marks_are_said_of_a_flow_that_nothing_else_tells_of() -> None:
    step = {"kind": "step", "threshold": "sojourn", "threshold_s": 0.005}
    flow = {**_flow("bbr3"), "algorithm": {"name": "bbr3", "parameters": {"ecn": True}}}
    found = explain(_network(flow, _flow("bbr3"), link={"queue": step, "buffer": {"amount": 4}}))
    assert (
        "got an ECN mark from Step marking above its threshold" in found.link(0, "queue").sentence
    )


def test_what_binds_next_is_said_with_its_origin() -> None:
    """BBRv1 takes CoDel's drops for those of a policer, for a third of the time."""
    flows = _flow("copa"), _flow("vivace"), _flow("illinois"), _flow("bbr1")
    link = {"queue": {"kind": "fq_codel"}, "buffer": {"amount": 4}}
    found = explain(_network(*flows, link=link, duration_s=20))
    held = found.cases[3].held()
    assert held[1].variable.name == "policed"
    assert " Next: policer's rate, " in found.link(3, "variable").sentence
    assert "There is no policer in this network." in found.link(3, "origin").sentence


@pytest.mark.parametrize("queue", ["codel", "fq_codel", "dualpi2"])
def test_a_step_shorter_than_a_packet_is_named_of_every_queue_that_has_one(queue: str) -> None:
    own = {"codel": {"ecn": True, "ce_threshold_s": 0.001}}
    own["fq_codel"] = own["codel"]
    link = {"queue": {"kind": queue, **own.get(queue, {})}, "buffer": {"amount": 4}}
    said = explain(_network(_flow("prague"), _flow("prague"), link=link)).link(0, "queue").sentence
    assert "The step of 1 ms is shorter than the transmission of one packet (1.2 ms)" in said


def test_a_step_shorter_than_the_gaps_of_a_trace_is_named() -> None:
    times_ms = [10 * (place // 8) for place in range(1, 800)]
    link = {"trace": {"opportunities_ms": times_ms}, "queue": {"kind": "dualpi2"}}
    said = explain(_network(_flow("prague"), link=link)).link(0, "queue").sentence
    assert "shorter than the gaps of up to 10 ms between the times at which its trace" in said


def test_few_cuts_have_no_interval() -> None:
    explained = explain(_network(_flow("cubic"), link={"buffer": {"amount": 3}}))
    reduced = explained.cases[0].decisions["window_reduced"]
    assert 1 < reduced.count < 4
    assert "about every" not in explained.link(0, "origin").sentence


def test_what_a_receiver_takes_is_not_what_a_sender_asks_for() -> None:
    found = explain(_network(_flow("cubic", receiver={"window_bytes": 20_000})))
    words = ", all that its receive window lets out over its base RTT)"
    assert words in found.link(0, "share").sentence


def test_a_list_with_commas_has_one_before_its_end() -> None:
    udp = explain(_network(_udp(12e6), link={"queue": {"kind": "cobalt"}}))
    assert ", and " in udp.link(0, "queue").sentence.split("It lost ")[1]
    flow = _flow("scalable")
    data = _network(flow, link={"buffer": {"amount": 3, "unit": "packets"}})
    found = {each.definition.kind: each.sentence for each in find_phenomena(evidence_of(data))}
    assert "From 0 to 8 s, " in found["small_buffer"]


def _measured(*flows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return _network(*flows, **{"duration_s": 15, "warmup_s": 2, **changes})


def _steps(*steps: tuple[float, float]) -> dict[str, Any]:
    return {"rate_schedule": [{"at_s": at_s, "rate_bps": rate_bps} for at_s, rate_bps in steps]}


_DEEP = {"buffer": {"amount": 100, "unit": "packets"}}
_LAZY = {"ack_every_packets": 1000, "ack_timeout_s": 1, "quick_ack_packets": 0}
_FILTER = {"id": "up", "rate_bps": 5e4, "ack_filter": True, **_DEEP}
_SLOW = {"rate_bps": 5e4, "queue": {"kind": "step", "threshold_packets": 1}, **_DEEP}
_OPPORTUNITIES = {"trace": {"opportunities_ms": [10, 20, 40, 80, 160, 320, 400, 500]}, **_DEEP}
_POLICED = {"queue": {"kind": "policer", "token_rate_ratio": 0.5, "bucket_s": 0.1}}
_TINY = {"kind": "rate_limited", "rate_bps": 5000}
_PER_RTT = {"window_bytes": 64_000, "read_rate_bps": 50_000_000}
_IDLE = {"kind": "transfer", "size_bytes": 100_000, "transfer_count": 9, "think_s": 1.0}


@pytest.mark.parametrize(
    ("data", "flow", "kind", "said", "unsaid"),
    [
        # Of the only group all queued packets are its own.
        (
            _measured(_flow("cubic", count=2)),
            0,
            "queue",
            ["buffer was full"],
            ["queued packets are"],
        ),
        # Few RTTs are measured between timeouts: a window does not bring what they say.
        (_measured(_flow("cubic", receiver=_LAZY)), 0, "variable", ["BDP."], ["carries"]),
        # The receiver holds ACKs; packets come in time and in order.
        (_measured(_flow("cubic", receiver=_LAZY)), 0, "origin", ["or their ACKs had only"], []),
        # Vegas takes packets off its window by its own rule, and who is idle restarts from less.
        (
            _measured(
                *map(_flow, ("cubic", "bbr1", "vegas")),
                link={"buffer": {"amount": 100}},
                duration_s=30,
            ),
            2,
            "origin",
            ["No loss, mark or timeout has cut the window"],
            ["has reduced"],
        ),
        (_measured(_flow("cubic", traffic=_IDLE)), 0, "variable", ["no loss, mark or timeout"], []),
        # A base RTT that a low phase made is averaged over time, and the RTT over packets.
        (
            _measured(
                _flow("vegas"), _flow("cubic"), link=_steps((5, 2e5), (18, 1e7)), duration_s=25
            ),
            0,
            "origin",
            ["and does not see so long a wait"],
            ["so it does not see"],
        ),
        # What a trace lets a link send takes no time: all before is waiting.
        (
            _measured(_flow("vegas"), link=_OPPORTUNITIES),
            0,
            "origin",
            ["the real one is 40 ms"],
            [],
        ),
        # Slow start ended at a third of the mean rate: it is no part of a BDP of that one.
        (
            _measured(_flow("cubic"), link=_steps((8, 5e7))),
            0,
            "origin",
            ["Slow start ended"],
            ["BDP)"],
        ),
        (_measured(_flow("cubic")), 0, "origin", ["BDP) because"], []),
        # Tokens bind for a part of the time only, then a rate that is less.
        (_measured(_flow("cubic"), link=_POLICED | _steps((7, 2e6))), 0, "share", [], ["policer"]),
        (_measured(_flow("cubic"), link=_POLICED), 0, "share", ["what the policer lets pass"], []),
        # One packet more than a window holds on average had not waited, nor come twice.
        (
            _measured(_flow("newreno", traffic=_TINY), duration_s=20),
            0,
            "share",
            ["all that it asks for)"],
            ["had waited since before"],
        ),
        # Read faster than it comes, a receiver's buffer never fills: a window is sent in an RTT.
        (
            _measured(_flow("cubic", receiver=_PER_RTT)),
            0,
            "origin",
            ["over a mean RTT of", "Its application reads faster than that (50 Mbit/s)."],
            ["gets no more than is read"],
        ),
        (
            _measured(_flow("cubic", receiver=_PER_RTT)),
            0,
            "queue",
            ["over a longer RTT a window carries less"],
            [],
        ),
        # A filter loses nothing, but leaves out ACKs.
        (
            _measured(_flow("cubic", return_path=["up"]), link={"rate_bps": 2e7}, links=[_FILTER]),
            0,
            "queue",
            ["The filter of link up left out", "of its ACKs for newer ones."],
            ["ACKs were lost"],
        ),
        # Four recoveries need four losses, and there was one.
        (
            _measured(
                _flow("scalable"), _flow("dctcp"), _flow("prague"), link=_SLOW, duration_s=60
            ),
            1,
            "origin",
            ["Packets taken for lost and ECN marks"],
            ["Losses"],
        ),
        # No flow's packets fill an empty queue.
        (
            _measured(
                {"label": "udp", "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 8e6}},
                _flow("cubic"),
                link={"queue": {"kind": "policer", "token_rate_ratio": 0.6}},
            ),
            0,
            "queue",
            ["less than 0.01 kB"],
            ["of the queued bytes"],
        ),
        # The link is dark until 1.05 s, which begins before and ends after the handshake.
        (
            _network(
                _flow("cubic", traffic={"kind": "transfer", "size_bytes": 14_480}),
                link={"outages": [{"at_s": 0.05, "duration_s": 1}]},
            ),
            0,
            "share",
            ["at its fair share all the time it would be 1,017 ms"],
            [],
        ),
        # Alone, a packet finds a bucket full of tokens.
        (
            _network(
                _flow("copa", traffic={"kind": "transfer", "size_bytes": 1000}, count=4),
                link={"rate_bps": 1e6, "queue": {"kind": "policer", "token_rate_ratio": 0.1}},
            ),
            0,
            "share",
            ["alone on its path, at the rate of the policer's tokens, it would be"],
            [],
        ),
        # A link that stands still for half of the time sends no packet for twice as long.
        (
            _network(_flow("vegas"), link={"rate_bps": 1e6} | _steps((3, 0), (7, 1e6))),
            0,
            "origin",
            ["the real one is 52 ms"],
            [],
        ),
        # A way back that stands still makes timeouts, too.
        (
            _network(
                _flow("cubic", return_path=["up"]),
                links=[{"id": "up", "rate_bps": 1e6, **_steps((3, 0), (5, 1e6))}],
            ),
            0,
            "queue",
            ["The rate of link up is 0 for up to 2,000 ms."],
            [],
        ),
        # After a timeout it has one packet, and a loss leaves two.
        (
            _measured(
                _flow("highspeed", count=2, start_s=5, path=["bottleneck", "narrow"]),
                link={"rate_bps": 1e5, "buffer": {"amount": 1000, "unit": "packets"}},
                links=[{"id": "narrow", "rate_bps": 5e4, **_DEEP}],
                transport={"handshake": "quic_0rtt", "initial_window_packets": 1},
                duration_s=12,
            ),
            0,
            "origin",
            ["set the window once, from 1 to 2 packets"],
            ["cut the window"],
        ),
        # Marks make cuts, losses only timeouts.
        (
            _network(
                _flow("dctcp"),
                link={
                    "rate_bps": 1e6,
                    "queue": {"kind": "step", "threshold_packets": 1},
                    "outages": [{"at_s": 3, "duration_s": 0.6}],
                    **_DEEP,
                },
            ),
            0,
            "origin",
            ["ECN marks cut the window", "and timeouts cut it"],
            ["osses"],
        ),
    ],
)
def test_what_200_new_networks_made_false(
    data: dict[str, Any], flow: int, kind: str, said: list[str], unsaid: list[str]
) -> None:
    sentence = explain(data).link(flow, kind).sentence
    assert all(words in sentence for words in said), sentence
    assert not any(words in sentence for words in unsaid), sentence


def test_a_window_is_held_against_rtts_that_belong_to_one_transmission() -> None:
    """Samples of retransmitted data double the mean RTT: by that one half would be carried."""
    flow = {"rtt_s": 1e-5, "algorithm": {"name": "cubic"}}
    data = {
        "duration_s": 0.01,
        "sample_interval_s": 0.001,
        "start_jitter_s": 0,
        "packet_bytes": 9000,
        "bottleneck": {"rate_bps": 100_000_000_000},
        "flows": [flow, {**flow, "rtt_s": 2e-5, "algorithm": {"name": "dctcp"}}],
    }
    found = explain(data)
    said = found.link(0, "variable").sentence
    assert "(excluding samples of retransmitted data) carries" in said
    carried = float(said.partition(" carries ")[2].partition(" ")[0].replace(",", ""))
    assert carried * 1e6 == pytest.approx(found.result["flows"][0]["throughput_bps"], rel=0.15)


def test_a_buffer_below_one_bdp_is_so_at_the_rates_at_which_it_fills() -> None:
    """It is full at 10 Mbit/s, and holds one BDP of that, but a third of one of the mean."""
    flows = [_flow("cubic"), _flow("bbr1")]
    late = _measured(*flows, link=_steps((13, 1e8)))
    kinds = {each.definition.kind for each in find_phenomena(evidence_of(late))}
    assert not kinds & {"small_buffer", "loss_blind"}
    shallow = late["bottleneck"] | {"buffer": {"amount": 0.5}}
    found = find_phenomena(evidence_of(late | {"bottleneck": shallow}))
    [said] = [each.sentence for each in found if each.definition.kind == "small_buffer"]
    assert said.startswith("The buffer holds 16 packets, at most 0.48 BDP.")
