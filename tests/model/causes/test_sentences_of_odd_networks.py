"""Networks that combine what is seldom combined, each with what was said of it and misleads."""

import re
from typing import Any

import pytest

from lab_model.causes.rtt_record import part_s
from lab_model.english.numbers import ms
from lab_model.phenomena.detect import find_phenomena
from tests.model.causes.test_claims import _check, odder_network
from tests.support.causes import Explained, explain
from tests.support.evidence import evidence_of


def _network(*flows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    link = {"rate_bps": 10e6, "buffer": {"amount": 1}, **changes.pop("link", {})}
    return {"duration_s": 15, "warmup_s": 2, "bottleneck": link, "flows": list(flows), **changes}


def _flow(algorithm: str, **changes: Any) -> dict[str, Any]:
    return {"label": algorithm, "rtt_s": 0.04, "algorithm": {"name": algorithm}, **changes}


def test_of_many_transfers_it_is_said_how_long_each_takes() -> None:
    """Who gets all that they ask for, or 107% of it, may still wait long for each."""
    pages = {"kind": "poisson_transfers", "arrival_rate_hz": 20}
    found = explain(
        _network(
            _flow("cubic", label="pages", traffic=pages),
            _flow("bbr1", count=2),
            link={"queue": {"kind": "red"}},
        )
    )
    flow, said = found.result["flows"][0], found.link(0, "share").sentence
    assert "fair share" not in said
    done, count = flow["completed_transfer_count"], flow["transfer_count"]
    assert 0 < done < count
    assert f"{done} of the {count} transfers that began in the measurement window complete" in said
    assert f"in {flow['mean_completion_s'] * 1e3:.3g} ms on average" in said
    assert "fair share" in found.link(1, "share").sentence


def test_more_than_all_that_is_asked_for_is_explained() -> None:
    limited = {"kind": "rate_limited", "rate_bps": 1e6}
    queue = {"kind": "fq_codel", "queue_count": 1}
    flows = _flow("cubic", traffic=limited, count=5), _flow("cubic"), _flow("bbr2", stop_s=9)
    found = explain(_network(*flows, link={"queue": queue}))
    for index in range(5):
        said = found.link(index, "share").sentence
        assert found.result["flows"][index]["throughput_bps"] > 1.01 * 1.036e6
        assert "what it gets beyond that had waited since before, or came twice" in said
    # Who gets what it asks for needs no such words.
    usual = explain(_network(_flow("cubic", traffic=limited), _flow("cubic")))
    assert "all that it asks for)" in usual.link(0, "share").sentence


def test_acks_that_an_aqm_drops_are_reported_and_their_queue_is_what_packets_show() -> None:
    back = {
        "id": "back",
        "rate_bps": 2e5,
        "queue": {"kind": "pie"},
        "buffer": {"amount": 100, "unit": "packets"},
    }
    flows = [_flow(name, return_path=["back"]) for name in ("cubic", "bbr2")]
    data = _network(*flows, links=[back], link={"rate_bps": 20e6})
    said = explain(data).link(0, "queue").sentence
    assert "ACKs were lost on the return path, dropped early by PIE of link back" in said
    assert _check(data) > 0


def test_a_buffer_in_bdp_of_two_rates_says_of_which() -> None:
    """Behind the bottleneck a policer lets 8 of 20 Mbit/s pass: that is the BDP of the path."""
    shaper = {
        "id": "shaper",
        "rate_bps": 50e6,
        "queue": {"kind": "policer", "token_rate_ratio": 0.16},
    }
    far = _flow("bbr1", path=["bottleneck", "shaper"])
    data = _network(far, _flow("cubic", rtt_s=0.02), links=[shaper], link={"rate_bps": 20e6})
    found = {each.definition.kind: each for each in find_phenomena(evidence_of(data))}
    said = found["other_bdp"].sentence
    assert said.startswith("At the rate of the bottleneck, the buffer is 0.99 BDP of cubic")
    assert "BDP of its path" in explain(data).link(0, "queue").sentence


def test_cuts_are_reported_once() -> None:
    """Of two variables that both tell of them."""
    link = {
        "delay_schedule": [{"at_s": 8, "delay_s": 0.06}],
        "rate_schedule": [{"at_s": 12, "rate_bps": 3e6}],
    }
    data = _network(_flow("copa"), _flow("bbr1"), _flow("vegas"), link=link, duration_s=20)
    said = explain(data).link(2, "origin").sentence
    assert "delay rule: " in said
    assert said.count("Losses cut the window") == 1


def _said(found: Explained, flow: int = 0) -> str:
    return " ".join(link.sentence for link in found.chains[flow].links)


def test_what_was_lost_long_before_makes_no_losses_of_reordering() -> None:
    """The path becomes shorter, and new packets overtake old ones: nothing is lost then."""
    link = {"delay_s": 0.04, "delay_schedule": [{"at_s": 8, "delay_s": 0.005}]}
    found = explain(_network(_flow("vegas", rtt_s=0.1), link=link | {"buffer": {"amount": 2}}))
    assert sum(row.run_count for row in found.cases[0].network.losses or ()) > 0
    assert not found.cases[0].network.lost()
    said = found.link(0, "origin").sentence
    assert "Packets taken for lost cut the window" in said
    assert "the packets had not been lost, they arrived late or out of order" in said


def test_a_first_cut_late_in_the_window_is_reported_where_the_flow_began_before_it() -> None:
    """The ACKs' link holds the window for 13 s until the first loss."""
    back = {"id": "up", "rate_bps": 4e5, "buffer": {"amount": 20, "unit": "packets"}}
    flows = [_flow(name, return_path=["up"]) for name in ("bbr2", "cubic")]
    wide = {"rate_bps": 50e6}
    found = explain(_network(*flows, link=wide, links=[back], duration_s=20))
    [cut] = found.cases[1].decisions["window_reduced"].kept
    assert found.cases[1].start_s < 3
    assert cut.time_s > 19
    assert "its window, growing until its first cut" in found.link(1, "variable").sentence


def test_a_flow_without_losses_is_described_without_them() -> None:
    """Jitter that reorders sets a bound of BBRv2."""
    jitter = {"jitter_s": 0.1, "jitter_reorders": True, "buffer": {"amount": 20}, "rate_bps": 20e6}
    found = explain(_network(_flow("bbr2"), link=jitter))
    assert not found.cases[0].may_have_lost
    said = _said(found)
    assert "because a probe took too much for lost" in said
    assert "probe lost" not in said


def test_bounds_that_marks_set_are_not_named_after_losses() -> None:
    marked = {"name": "bbr3", "parameters": {"ecn": True}}
    step = {"queue": {"kind": "step", "threshold_packets": 20}, "rate_bps": 50e6}
    flows = [{"rtt_s": 0.004, "algorithm": marked} for _ in range(2)]
    found = explain(_network(*flows, link=step | {"buffer": {"amount": 10}}))
    said = _said(found)
    assert "ECN marks between its probes set its short-term bounds" in said
    assert "osses" not in said
    assert "reduced after ECN marks" in _said(found) or "after losses" not in said


def test_marks_that_no_rule_looks_at_are_said_so() -> None:
    marked = {"name": "bbr2", "parameters": {"ecn": True}}
    step = {"queue": {"kind": "step", "threshold": "sojourn"}, "buffer": {"amount": 4}}
    found = explain(_network({"rtt_s": 0.04, "algorithm": marked}, _flow("prague"), link=step))
    assert "Its rules look at marks only once its minimum RTT is at most 5 ms." in _said(found)
    assert "Its rules look at marks" not in _said(found, 1)
    assert "window after losses" not in _said(found, 1)


def test_a_rule_that_looks_at_delays_is_the_origin_of_its_rate_too() -> None:
    """Copa leaves slow start without a decision that is recorded."""
    held = {"ack_aggregation_s": 0.03}
    link = {"rate_bps": 20e6, "buffer": {"amount": 4}}
    flows = [_flow(name, receiver=held) for name in ("vegas", "copa", "ledbatpp", "cdg")]
    found = explain(_network(*flows, link=link))
    assert "Next: window over RTT" in found.link(1, "variable").sentence
    assert "slow start" not in found.link(1, "origin").sentence
    # Nor does a rule that compares RTTs with one another see how long they are.
    assert "its rule sees how RTTs grow, not how long they are" in found.link(3, "queue").sentence


def test_a_rule_that_is_off_is_said_to_be_where_nothing_cut_the_window() -> None:
    link = {"buffer": {"amount": 8}}
    found = explain(_network(_flow("vegas"), _flow("newreno"), link=link, duration_s=20))
    said = found.link(0, "origin").sentence
    assert "window, never cut: No loss, mark or timeout has cut the window" in said
    assert "its rule for delays is off: it then grows as Reno does" in said


def test_a_link_whose_rate_is_0_is_explained() -> None:
    """For a time, and for all of it: no BDP, and no time after which a queue is gone."""
    stop = [{"at_s": 5, "rate_bps": 0}, {"at_s": 7, "rate_bps": 10e6}]
    found = explain(_network(_flow("cubic"), link={"rate_schedule": stop}))
    assert "The rate of the bottleneck is 0 for up to 2,000 ms." in found.link(0, "queue").sentence
    never = _network(_flow("cubic"), link={"rate_schedule": [{"at_s": 0, "rate_bps": 0}]})
    said = _said(explain(never))
    assert "its path lets nothing pass" in said
    assert "are queued in a buffer of 33 packets, and nothing leaves." in said
    assert [item.definition.kind for item in find_phenomena(evidence_of(never))] == [
        "retransmission_timeout"
    ]


def test_a_step_on_any_link_of_the_way_is_held_against_the_wait_of_its_own_queue() -> None:
    """Packets in bursts wait in the L4S queue; what waits in the classic one is another's."""
    burst_ms = [time_ms for time_ms in range(0, 1000, 10) for _ in range(20)]
    radio = {
        "id": "radio",
        "rate_bps": 12e6,
        "buffer": {"amount": 1000, "unit": "packets"},
        "trace": {"label": "radio", "opportunities_ms": [*burst_ms[:-1], 1000]},
    }
    link = {"rate_bps": 40e6, "buffer": {"amount": 10}, "queue": {"kind": "dualpi2"}}
    flows = _flow("prague", rtt_s=0.02, path=["radio", "bottleneck"]), _flow("dctcp", rtt_s=0.02)
    found = explain(_network(*flows, link=link, links=[radio]))
    said = found.link(0, "queue").sentence
    marks = {row.reason: row.count for row in found.cases[0].network.lost(is_mark=True)}
    share = f"{100 * marks['step'] / sum(marks.values()):.2g}%"
    assert f"{share} of its marks are those of packets that wait over 1 ms there, although" in said
    assert "they come in bursts: link radio before it sends only at the times of its trace" in said


@pytest.mark.parametrize("neighbour", ["cubic", "ledbatpp"])
def test_of_media_it_is_said_how_many_frames_were_late(neighbour: str) -> None:
    """A call that gets all that it asks for is of no use if its frames come too late."""
    media = {"kind": "media", "frame_bytes": 8000, "deadline_s": 0.15}
    flows = _flow("copa", label="call", traffic=media), _flow(neighbour)
    found = explain(_network(*flows, link={"rate_bps": 8e6, "buffer": {"amount": 4}}))
    flow, said = found.result["flows"][0], found.link(0, "share").sentence
    late, count = flow["late_frame_count"], flow["frame_count"]
    took = f"a frame took {ms(flow['mean_frame_delay_s'])} on average"
    wanted = f"{late} of its {count} frames missed the deadline of 150 ms; {took}."
    assert (wanted if late else f"None of its {count} frames missed") in said
    assert (late > count / 2) == (neighbour == "cubic")


def test_a_step_that_makes_few_of_the_marks_is_not_what_marks() -> None:
    """Beside classic flows DualPI2 marks by the delay of their queue, smooth as they come."""
    link = {"rate_bps": 40e6, "buffer": {"amount": 30}, "queue": {"kind": "dualpi2"}}
    flows = [_flow(name, rtt_s=0.02) for name in ("prague", "cubic", "bbr3")]
    said = explain(_network(*flows, link=link)).link(0, "queue").sentence
    assert "ECN mark from DualPI2 with its marking probability" in said
    assert "bursts" not in said


def test_samples_of_retransmitted_data_are_left_out_where_the_path_changed_before() -> None:
    """A transfer that begins when the path is as it stays."""
    link = {"delay_s": 0.01, "delay_schedule": [{"at_s": 0.05, "delay_s": 0.06}]}
    transfer = {"kind": "transfer", "size_bytes": 1_500_000}
    flow = _flow("newreno", traffic=transfer, start_s=0.5)
    found = explain(_network(flow, link=link | {"buffer": {"amount": 2}}, warmup_s=0))
    assert not found.cases[0].network.path_changes
    assert "90 ms propagation" in found.link(0, "queue").sentence


def test_losses_that_no_full_buffer_made_are_not_those_of_a_shallow_one() -> None:
    """BLUE drops a lot for a buffer that is hardly ever full."""
    link = {
        "rate_bps": 20e6,
        "buffer": {"amount": 30, "unit": "packets"},
        "queue": {"kind": "cobalt", "ecn": True},
    }
    flows = _flow("cubic", ecn="classic", count=3), _flow("bbr1", ecn="classic")
    data = _network(*flows, link=link, duration_s=20)
    losses = explain(data).cases[0].network.lost()
    assert {row.reason for row in losses} == {"blue"}
    assert "loss_blind" not in {item.definition.kind for item in find_phenomena(evidence_of(data))}


def test_parts_of_an_rtt_that_no_sample_has_are_omitted() -> None:
    """Both get so little through the policer that all is retransmitted."""
    policer = {"queue": {"kind": "policer", "token_rate_ratio": 0.1}, "rate_bps": 100e6}
    flows = [_flow(name) for name in ("vegas", "bbr2", "copa")]
    found = explain(_network(*flows, link=policer, duration_s=20))
    for flow in range(3):
        said = found.link(flow, "queue").sentence
        assert "ms are samples of retransmitted data." not in said
        assert found.cases[flow].rtt is None or part_s(found.cases[flow], "propagation") > 0


def test_half_of_a_queue_is_not_most_of_it() -> None:
    flows = [
        {"label": label, "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": rate_bps}}
        for label, rate_bps in (("a", 7e6), ("b", 6e6))
    ]
    found = explain(_network(*flows))
    assert "b holds 50% of the queued bytes and a 50%" in _said(found)
    assert "most of the queued packets" not in _said(found)


def test_bursts_are_not_described_by_a_mean_over_time_without_packets() -> None:
    """Three short rounds in three seconds: packets wait 0.7 ms while they are there."""
    link = {
        "rate_bps": 1e9,
        "buffer": {"amount": 200, "unit": "packets"},
        "queue": {"kind": "dualpi2"},
    }
    rounds = {"kind": "barrier_transfers", "size_bytes": 200_000, "round_count": 3}
    flow = _flow("prague", rtt_s=0.0005, count=10, traffic=rounds)
    said = explain(_network(flow, link=link, duration_s=3, warmup_s=0, start_jitter_s=0))
    assert "mean queue is" not in said.link(1, "queue").sentence


def test_jitter_is_said_of_the_way_that_has_it() -> None:
    back = {"id": "up", "rate_bps": 1e8, "jitter_s": 0.04, "jitter_reorders": True}
    found = explain(_network(_flow("vegas", return_path=["up"]), links=[back]))
    assert "Jitter delays its ACKs by up to 40 ms." in found.link(0, "queue").sentence


def test_cuts_that_were_nearly_all_undone_are_of_packets_taken_for_lost() -> None:
    """One of 31 was of a packet that was lost."""
    said = explain(odder_network(636) | {"duration_s": 10.0}).link(1, "origin").sentence
    assert "Packets taken for lost cut the window 31 times" in said
    assert "30 of these 31 cuts were undone" in said


def test_whose_packets_fill_a_queue_is_not_asked_of_flows_that_never_meet() -> None:
    data = _network(
        _flow("cubic", stop_s=6), _flow("bbr1", start_s=9), link={"buffer": {"amount": 0.5}}
    )
    found = explain(data | {"warmup_s": 0})
    lengths_s = [flow["active_s"] for flow in found.result["flows"]]
    assert min(lengths_s) > 0.95 * max(lengths_s), "they are active for equally long"
    for flow in range(2):
        said = found.link(flow, "queue").sentence
        assert "because the buffer was full" in said
        assert "of the queued" not in said


def test_a_window_at_its_least_is_not_cut() -> None:
    link = {"rate_bps": 1e5, "buffer": {"amount": 10, "unit": "packets"}}
    link |= {"queue": {"kind": "cobalt"}}
    flows = [{**_flow(name), "rtt_s": 0.1} for name in ("cubic", "ledbatpp")]
    data = _network(*flows, link=link, duration_s=30)
    assert "and left it at 2 packets on average" in explain(data).link(1, "origin").sentence
    _check(data)


def test_short_intervals_are_stated_in_milliseconds() -> None:
    link = {"rate_bps": 10e9, "buffer": {"amount": 200, "unit": "packets"}}
    data = _network(
        {**_flow("dctcp"), "rtt_s": 1e-4, "count": 2},
        link=link | {"queue": {"kind": "step"}},
        duration_s=0.05,
        warmup_s=0.01,
        sample_interval_s=0.001,
        start_jitter_s=0,
    )
    said = explain(data).link(0, "origin").sentence
    assert re.search(r"cut the window \d+ times, about every 0\.\d+ ms,", said), said


def test_a_rule_that_divides_by_the_rtt_sees_the_shortest_wait() -> None:
    far = {**_flow("fairtt"), "rtt_s": 0.1}
    said = explain(_network({**far, "rtt_s": 0.02}, far)).link(1, "queue").sentence
    assert "times its base RTT, and the coefficient divides by the RTT" in said
    assert "does not limit it" not in said


def test_nothing_is_judged_by_a_wait_before_the_first_packet_arrives() -> None:
    short = {"duration_s": 0.05, "warmup_s": 0, "sample_interval_s": 0.01, "start_jitter_s": 0}
    found = explain(_network(_flow("bbr2"), **short))
    assert found.result["flows"][0]["sent_packets"] == 10
    assert "does not limit it" not in found.link(0, "queue").sentence


def test_no_more_is_lost_than_was_sent() -> None:
    policer = {"queue": {"kind": "policer", "token_rate_ratio": 0.3}}
    flows = [_flow(name) for name in ("bbr3", "cubic", "copa")]
    data = _network(*flows, link=policer, duration_s=8, warmup_s=1)
    found = explain(data)
    assert found.result["flows"][0]["dropped_packets"] > found.result["flows"][0]["sent_packets"]
    assert "It lost 6 packets, all of them dropped" in found.link(0, "queue").sentence
    _check(data)


def test_a_window_grows_back_from_what_recovery_left_of_it() -> None:
    """Recovery has not ended: its end, long before, is not what the window grows back from."""
    link = {"rate_bps": 2e7, "rate_schedule": [{"at_s": 4, "rate_bps": 2e6}]}
    data = _network(_flow("bbr1"), _flow("copa"), link=link, duration_s=7, warmup_s=1)
    explained = explain(data)
    case = explained.cases[0]
    last_s = max(item.time_s for item in case.decisions["window_restored"].kept)
    grown_s = [place * case.bucket_s for place in case.bucket_times["regrowing_window"]]
    assert last_s < case.start_s < 4 < max(grown_s)
    said = explained.link(0, "origin").sentence
    assert "Recovery cut the window to what was in flight once, and it grows back" in said


def test_the_rtt_of_an_empty_path_has_its_transmission() -> None:
    """At 100 kbit/s a packet and its ACK take 120 ms on a path of 40 ms."""
    link = {"rate_bps": 1e5, "buffer": {"amount": 20, "unit": "packets"}}
    transfer = {"kind": "transfer", "size_bytes": 20000}
    sent = _network(_flow("cubic", traffic=transfer), link=link, duration_s=4, warmup_s=0)
    explained = explain(sent)
    ratio = explained.result["flows"][0]["mean_rtt_s"] / 0.16
    assert f"{ratio:.3g} times that of the empty path." in explained.link(0, "share").sentence
    explained = explain(_network(_flow("vegas"), link=link, duration_s=20, warmup_s=5))
    rtt = explained.cases[0].rtt
    assert rtt is not None
    ratio = rtt["mean_rtt_s"] / 0.16
    said = explained.link(0, "queue").sentence
    assert f"{ratio:.3g} times that of the empty path, and its rule sees that." in said


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        (_flow("vegas"), "Short as that wait is, its rule sees it."),
        (_flow("cdg"), "Its rule sees how RTTs grow, not how long they are."),
        (
            _flow("cubic", receiver={"window_bytes": 60_000}),
            "So short a wait in queues does not limit it.",
        ),
    ],
)
def test_a_rule_that_follows_delays_sees_a_short_one(flow: dict[str, Any], words: str) -> None:
    """Three packets in the queue of a fast link are 3% of its RTT, and all that Vegas asks for."""
    other = {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 6e7}}
    data = _network(flow, other, link={"rate_bps": 1e8}, duration_s=4, warmup_s=2)
    explained = explain(data)
    case = explained.cases[0]
    assert case.rtt is not None
    assert case.rtt["mean_rtt_s"] < 1.05 * 0.04
    assert words in explained.link(0, "queue").sentence


def test_a_transfer_that_ended_before_the_window_is_said_to_have_ended() -> None:
    flow = _flow("cubic", traffic={"kind": "transfer", "size_bytes": 100_000})
    said = explain(_network(flow, duration_s=4)).link(0, "share").sentence
    assert said.endswith(
        "gets nothing over the measurement window: its transfer had ended before it."
    )


def test_what_was_taken_for_lost_and_undone_is_not_recovered_from_as_losses() -> None:
    # A handshake of packets would begin it at another moment.
    data = odder_network(20500) | {"transport": {"handshake": "none"}}
    said = explain(data).link(0, "origin").sentence
    assert "Packets taken for lost cut the window 5 times" in said
    assert "It recovered from what it took for losses 5 times" in said


def test_waits_at_a_changing_rate_are_not_derived_from_the_length_of_a_queue() -> None:
    link = {"rate_bps": 2e6, "rate_schedule": [{"at_s": 4, "rate_bps": 2e7}]}
    data = _network(_flow("bbr2"), _flow("vegas"), link=link, duration_s=8, warmup_s=1)
    assert "since they come when the queue takes longer to drain." in (
        explain(data).link(0, "queue").sentence
    )


def test_a_slow_reader_takes_no_more_than_it_reads_once_its_buffer_is_full() -> None:
    receiver = {"read_rate_bps": 30e6, "window_bytes": 3_000_000}
    flow = _flow("bbr2", rtt_s=0.02, receiver=receiver)
    data = _network(flow, link={"rate_bps": 1e8}, duration_s=4, warmup_s=1)
    said = explain(data).link(0, "share").sentence
    assert "101% of its fair share (31.1 Mbit/s, all that its receiver takes)." in said


def test_a_step_on_a_link_of_which_nothing_else_is_said_has_its_name() -> None:
    far = {"id": "x", "rate_bps": 1e7, "queue": {"kind": "dualpi2"}, "buffer": {"amount": 2}}
    through = ["bottleneck", "x"]
    flows = [_flow("prague", path=through), _flow("cubic", path=through), _flow("bbr2")]
    wide = {"rate_bps": 3e7, "buffer": {"amount": 2}}
    data = _network(*flows, link=wide, links=[far], duration_s=8, warmup_s=1)
    said = explain(data).link(0, "queue").sentence
    assert "On link x" not in said
    assert "The step of 1 ms on link x is shorter than the transmission" in said
