"""Sentences that were false of some network: each with a small one of its kind."""

import re
from typing import Any

import pytest

from lab_model.causes.origin import origin_of
from lab_model.causes.transfer_time import transfer_parts
from tests.support.causes import Explained, explain


def _flow(label: str, algorithm: str = "cubic", rtt_s: float = 0.04, **more: Any) -> dict[str, Any]:
    return {"label": label, "rtt_s": rtt_s, "algorithm": {"name": algorithm}, **more}


def _run(*flows: dict[str, Any], link: dict[str, Any] | None = None, **more: Any) -> Explained:
    bottleneck = {"rate_bps": 10e6, "buffer": {"amount": 2}, **(link or {})}
    return explain({"duration_s": 10, "bottleneck": bottleneck, "flows": list(flows), **more})


def test_a_coefficient_is_that_of_its_own_algorithm() -> None:
    link = {"buffer": {"amount": 3}}
    explained = _run(_flow("a", "da_bbr"), _flow("b", "bbr_r_zheng"), link=link)
    for flow, title in enumerate(("DA-BBR", "BBR-R (Zheng)")):
        said = " ".join(link.sentence for link in explained.chains[flow].links)
        shares = explained.chains[flow].shares
        assert f"{title}'s coefficient" in said + " ".join(share.title for share in shares)
        assert "FaiRTT" not in said
        assert "divides by the RTT" not in said


@pytest.mark.parametrize("algorithm", ["da_bbr", "bbr_efra"])
def test_an_origin_comes_with_its_algorithm(algorithm: str) -> None:
    case = _run(_flow("a", algorithm)).cases[0]
    origin = origin_of(case, "coefficient")
    assert "follows from the rule" in origin.sentence
    assert 'On average "' in origin.sentence


def test_transfers_that_overlap_have_a_congestion_control() -> None:
    traffic = {"kind": "poisson_transfers", "arrival_rate_hz": 5}
    explained = _run(_flow("mice", traffic=traffic))
    assert "connection of its own" in explained.link(0, "limit").sentence


def test_the_queue_is_not_acquitted_where_it_is_long() -> None:
    loss = {"loss": {"kind": "bernoulli", "probability": 0.02}, "buffer": {"amount": 6}}
    explained = _run(_flow("bbr1", "bbr1"), _flow("cubic"), link=loss)
    for flow in (0, 1):
        sentence = explained.link(flow, "queue").sentence
        assert "at random: no queue dropped them" in sentence
        assert "is not what limits it" not in sentence


def test_who_is_read_slowly_is_not_slowed_down_by_its_rtt() -> None:
    receiver = {"window_bytes": 100_000, "read_rate_bps": 1_000_000}
    explained = _run(_flow("reader", receiver=receiver), _flow("bulk"))
    assert "a window carries less" not in explained.link(0, "queue").sentence


def test_the_bdp_behind_a_policer_is_of_what_passes() -> None:
    queue = {"queue": {"kind": "policer", "token_rate_ratio": 0.1}}
    explained = _run(_flow("a", "bbr2"), link={"rate_bps": 100e6, **queue})
    assert explained.cases[0].bdp_packets == pytest.approx(10e6 * 0.04 / 12_000)


def test_cuts_and_marks_are_of_the_same_time() -> None:
    queue = {"queue": {"kind": "red", "ecn": True}, "buffer": {"amount": 4}}
    flow = _flow("cubic", ecn="classic")
    explained = _run(flow, _flow("other", "newreno"), link=queue, warmup_s=4)
    found = re.search(r"cut the window (\d+) times,", explained.link(0, "origin").sentence)
    assert found is not None
    assert int(found[1]) <= explained.cases[0].flow["marked_packets"]


def test_where_not_all_moments_are_kept_the_count_is_of_the_run() -> None:
    queue = {"queue": {"kind": "step", "threshold": "packets", "threshold_packets": 5}}
    link = {"rate_bps": 100e6, "buffer": {"amount": 100, "unit": "packets"}, **queue}
    explained = _run(_flow("a", "dctcp", 0.001), link=link, duration_s=2, warmup_s=1)
    assert explained.cases[0].decisions["window_reduced"].count > 256
    assert "times over the whole run" in explained.link(0, "origin").sentence


def test_a_transfer_is_explained_by_the_time_in_which_it_was_under_way() -> None:
    traffic = {"kind": "transfer", "size_bytes": 300_000}
    explained = _run(_flow("web", traffic=traffic), _flow("bulk"))
    assert explained.link(0, "limit").sentence.startswith("While it has something to send, it is")
    assert "nothing to send)" not in explained.link(0, "limit").sentence


def test_jitter_is_named_where_it_is_a_part_of_the_rtt() -> None:
    explained = _run(_flow("a"), link={"jitter_s": 0.03, "buffer": {"amount": 0.5}})
    assert "Jitter delays its packets by up to 30 ms." in explained.link(0, "queue").sentence


def test_a_share_of_the_queue_that_is_not_that_of_the_throughput_is_not_called_so() -> None:
    held = {"ack_aggregation_s": 0.05}
    flows = _flow("cubic", rtt_s=0.02, receiver=held), _flow("bbr2", "bbr2", 0.02, receiver=held)
    explained = _run(*flows, link={"buffer": {"amount": 1}}, duration_s=20, warmup_s=2)
    sentence = explained.link(1, "queue").sentence
    assert "serves each flow by its share" not in sentence
    assert "packets wait shorter than those of others" in sentence


def test_lost_acks_are_said() -> None:
    loss = {"loss": {"kind": "bernoulli", "probability": 0.05, "direction": "ack"}}
    explained = _run(_flow("a"), link=loss)
    lost = sum(row.count for row in explained.cases[0].network.lost(is_ack=True))
    assert (
        f"{lost:,} ACKs were lost on the return path at random."
        in explained.link(0, "queue").sentence
    )


def test_a_rule_that_follows_delays_says_its_cuts_for_losses() -> None:
    queue = {"queue": {"kind": "policer", "token_rate_ratio": 0.1}, "rate_bps": 100e6}
    explained = _run(_flow("vegas", "vegas"), _flow("cubic"), link=queue)
    assert "cut the window" in explained.link(0, "origin").sentence


@pytest.mark.parametrize(
    ("handshake", "round_trips"), [("tcp", 1), ("tcp_tls13", 2), ("quic_0rtt", 0)]
)
def test_the_parts_of_a_completion_time_add_up_to_it(handshake: str, round_trips: int) -> None:
    traffic = {"kind": "transfer", "size_bytes": 300_000}
    transport = {"handshake": handshake}
    explained = _run(_flow("web", count=4, traffic=traffic), _flow("bulk"), transport=transport)
    for flow in range(4):
        parts = {part.label: part.time_s for part in transfer_parts(explained.cases[flow])}
        # It waits in the queue of the bulk flow.
        its_s = parts.get("handshake", 0.0)
        assert round_trips * 0.04 <= its_s <= round_trips * 0.1
        if its_s > round_trips * 0.041:
            said = "ms of it propagation, the rest in queues and on links"
            assert said in explained.link(flow, "share").sentence
        total_s = explained.cases[flow].flow["mean_completion_s"]
        assert sum(parts.values()) == pytest.approx(total_s)
        # What it waits for at the end: half a round trip at least.
        assert parts["until its last data arrived"] >= 0.02
        assert f"{parts['slow start'] * 1e3:.3g} ms in slow start" in (
            explained.link(flow, "share").sentence
        )


def test_timeouts_are_reported_with_the_least_silence_before_each() -> None:
    traffic = {"kind": "transfer", "size_bytes": 200_000}
    link = {"outages": [{"at_s": 0.25, "duration_s": 1.2}]}
    transport = {"min_rto_s": 0.3}
    explained = _run(_flow("web", "newreno", traffic=traffic), link=link, transport=transport)
    assert explained.cases[0].is_done
    count = explained.cases[0].flow["rto_count"]
    said = {2: "twice"}.get(count, f"{count} times")
    assert count > 1
    assert f"expired {said} meanwhile, each time after a silence of at least 300 ms" in (
        explained.link(0, "share").sentence
    )


def test_a_stale_base_rtt_is_held_against_the_path_of_each_moment() -> None:
    # 20 s of 40 ms, then 20 s of 90 ms: Vegas keeps the shorter one.
    steps = [{"at_s": 20, "delay_s": 0.05}]
    longer = _run(_flow("vegas", "vegas"), link={"delay_schedule": steps}, duration_s=40)
    assert longer.cases[0].states["shorter_than_path_ratio"] == pytest.approx(0.5, abs=0.02)
    assert longer.cases[0].states["shorter_than_path_s"] == pytest.approx(0.05, abs=0.001)
    assert "longer_than_path_ratio" not in longer.cases[0].states
    sentence = longer.link(0, "origin").sentence
    assert "50 ms shorter than the real one of that moment 50% of the time" in sentence
    same = _run(_flow("vegas", "vegas"), _flow("cubic"))
    assert "The path changes" not in same.link(0, "origin").sentence


def test_an_average_that_says_nothing_is_not_given() -> None:
    # Copa's target rate goes to infinity as the queue empties; its delta says which mode it is in.
    said = _run(_flow("copa", "copa")).link(0, "origin").sentence
    assert "target rate of one packet per delta x queueing delay; delta, which falls" in said


def test_acks_that_are_held_by_their_number_are_named() -> None:
    receiver = {"ack_every_packets": 8}
    flow = _flow("reno", "newreno", 0.02, receiver=receiver)
    explained = _run(flow, link={"rate_bps": 2e6, "buffer": {"amount": 1}})
    sentence = explained.link(0, "queue").sentence
    assert "Its receiver acknowledges 8 packets together, and fewer after up to 40 ms." in sentence


def test_lost_acks_are_said_of_a_flow_that_losses_do_not_bind() -> None:
    up = {"id": "up", "rate_bps": 300_000}
    explained = _run(_flow("a", "bbr3", return_path=["up"]), link={"rate_bps": 30e6}, links=[up])
    sentence = explained.link(0, "queue").sentence
    assert "ACKs were lost on the return path because the buffer of link up was full." in sentence


def test_waits_of_a_flow_are_those_of_its_own_packets() -> None:
    # Short transfers come with the queue that they make: more than its mean over time.
    web = _flow("web", count=4, traffic={"kind": "transfer", "size_bytes": 300_000})
    explained = _run(web, _flow("bulk"), link={"buffer": {"amount": 1}})
    for flow in range(4):
        assert "that are neither" not in explained.link(flow, "queue").sentence


def test_transfers_that_are_still_to_come_are_not_all_that_there_are() -> None:
    traffic = {"kind": "transfer", "size_bytes": 60_000, "transfer_count": 500, "think_s": 0.4}
    explained = _run(_flow("web", traffic=traffic), warmup_s=2)
    case = explained.cases[0]
    assert not case.has_sent_all
    if case.is_done:
        assert "that began in the measurement window" in explained.link(0, "share").sentence
    said = " ".join(link.sentence for link in explained.chains[0].links)
    assert "nothing more to send" not in said


def test_no_share_is_fair_where_rounds_wait_for_their_slowest_flow() -> None:
    traffic = {"kind": "barrier_transfers", "size_bytes": 500_000, "round_count": 100}
    explained = _run(_flow("incast", count=2, traffic=traffic), _flow("bulk"))
    assert "No fair share can be given" in explained.link(2, "share").sentence


def test_slow_hosts_are_named() -> None:
    explained = _run(_flow("a", "bbr2"), transport={"host_jitter_s": 0.02})
    sentence = explained.link(0, "queue").sentence
    assert "Hosts take up to 20 ms for an ACK." in sentence
    assert "acknowledges 2 packets together" not in sentence


def test_a_bound_that_has_grown_since_is_said_so() -> None:
    receiver = {"window_bytes": 100_000, "read_rate_bps": 1_000_000}
    flows = _flow("reader", receiver=receiver), _flow("bulk", "bbr2")
    explained = _run(*flows, link={"buffer": {"amount": 1}}, duration_s=20, warmup_s=2)
    sentence = explained.link(1, "origin").sentence
    assert "no later probe lost too much, and probes have raised it since." in sentence


def test_losses_of_a_flow_that_sends_in_vain_are_reported() -> None:
    """Its chain ended with "gets nothing" although all that it sent was lost."""
    flood = {"label": "flood", "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 5e6}}
    all_lost = {"loss": {"kind": "bernoulli", "probability": 1}}
    explained = _run(flood, _flow("tcp"), link=all_lost)
    for flow in (0, 1):
        assert "gets nothing" in explained.link(flow, "share").sentence
        assert (
            "all of them by the loss, which takes every" in explained.link(flow, "queue").sentence
        )


def test_a_transfer_that_is_still_repaired_had_not_ended() -> None:
    """A probe repairs its last packet when the measurement window has begun."""
    transfer = {"kind": "transfer", "size_bytes": 20_000}
    outage = {"outages": [{"at_s": 0.104, "duration_s": 0.004, "direction": "data"}]}
    flow, times = _flow("late", traffic=transfer), {"warmup_s": 0.22, "start_jitter_s": 0}
    explained = _run(flow, link=outage, **times)
    assert explained.result["flows"][0]["sent_packets"] == 1
    said = [link.sentence for link in explained.chains[0].links]
    assert not any("had ended before it" in each for each in said)
    # Nor does it fit into its first window of 10 packets because one of 14 is left of it.
    assert not any("fits into its first window" in each for each in said)
    assert said[1] == "It is limited by its application (nothing to send) all of the time."


def test_a_bucket_that_holds_less_than_a_bdp_is_reported() -> None:
    queue = {"kind": "policer", "token_rate_ratio": 0.5, "bucket_s": 0.005}
    said = _run(_flow("tcp"), link={"queue": queue}).link(0, "queue").sentence
    # 5 Mbit/s for 5 ms are 2.08 packets of 1500 bytes; over 40 ms it is 16.7.
    assert "had no tokens for them (its bucket holds 2.08 packets, 0.125 BDP)" in said
    deep = {"queue": {**queue, "bucket_s": 0.2}}
    assert "its bucket" not in _run(_flow("tcp"), link=deep).link(0, "queue").sentence


def test_a_first_window_that_a_queue_cannot_hold_is_reported() -> None:
    transfer = {"kind": "transfer", "size_bytes": 100_000}
    link = {"rate_bps": 2e6, "buffer": {"amount": 10, "unit": "packets"}}
    flow, first = _flow("one", traffic=transfer), {"initial_window_packets": 64}
    said = _run(flow, link=link, transport=first).link(0, "share").sentence
    assert "Its first 64 packets left at once; the buffer of the bottleneck holds 10 p" in said
    assert "left at once" not in _run(flow, link=link).link(0, "share").sentence


def test_the_wait_for_a_timer_is_no_pacing() -> None:
    """After a timeout Copa's window of two has room for one more, which its record has the pacer
    hold: it would have sent over a hundred times what it did.
    """
    queue = {"kind": "policer", "token_rate_ratio": 0.04, "bucket_s": 0.001}
    link = {"rate_bps": 5e6, "buffer": {"amount": 1, "unit": "packets"}, "queue": queue}
    crowd = _flow("crowd", "copa", 0.05, count=12)
    explained = _run(crowd, link=link)
    silent = [
        index for index, flow in enumerate(explained.result["flows"]) if flow["sent_packets"] < 20
    ]
    assert silent
    for index in silent:
        said = explained.link(index, "limit").sentence
        assert said.startswith("It is limited by loss recovery"), said
        counted = re.search(r"after a timeout, at least (\d+)% of the time, as pacing\.$", said)
        assert counted, said
        paced = explained.result["flows"][index]["limited_pacing_ratio"]
        assert float(counted[1]) / 100 <= paced + 0.005
        rates = [share for share in explained.chains[index].shares if share.limit == "pacing"]
        assert sum(share.share_ratio for share in rates) < 0.1


def test_a_timeout_that_leaves_no_record_is_not_said_never_to_have_been() -> None:
    flow = _flow("copa", "copa", traffic={"kind": "rate_limited", "rate_bps": 400_000})
    outage = {"outages": [{"at_s": 4, "duration_s": 1.5}]}
    explained = _run(flow, _flow("bulk", "copa"), link=outage)
    for index in (0, 1):
        assert explained.result["flows"][index]["rto_count"] > 0
        said = " ".join(link.sentence for link in explained.chains[index].links)
        assert "mark or timeout has cut" not in said
