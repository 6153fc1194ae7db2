"""What was said of small networks and is false, each with what is right."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from lab_model.causes import FlowCase
from lab_model.causes.facts import Decisions
from lab_model.causes.loss_window import undone_count
from lab_model.causes.origin import origin_of
from lab_model.causes.rtt_record import recorded_wait_s
from lab_model.phenomena import dominance
from lab_model.phenomena.detect import find_phenomena
from tests.support.causes import Explained, explain
from tests.support.evidence import evidence_of


def _network(*flows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    link = {"rate_bps": 10e6, "buffer": {"amount": 2}, **changes.pop("link", {})}
    return {"duration_s": 8, "warmup_s": 0, "bottleneck": link, "flows": list(flows), **changes}


def _flow(algorithm: str, **changes: Any) -> dict[str, Any]:
    return {"label": algorithm, "rtt_s": 0.04, "algorithm": {"name": algorithm}, **changes}


def test_only_who_compares_with_an_empty_path_has_an_rtt_of_it() -> None:
    """CDG and Vivace look at how RTTs grow."""
    link = {"delay_schedule": [{"at_s": 3, "delay_s": 0.04}]}
    names = ("vegas", "ledbatpp", "cdg", "vivace")
    found = explain(_network(*map(_flow, names), link=link))
    said = [found.link(index, "origin").sentence for index in range(4)]
    assert ["RTT of the empty path" in sentence for sentence in said] == [True, True, False, False]
    assert ["The path changes" in sentence for sentence in said] == [True, True, False, False]


def test_vegas_counts_as_the_core_does() -> None:
    """diff = cwnd (RTT - base RTT) / base RTT: more than the window beyond twice the base RTT."""
    link = {"delay_schedule": [{"at_s": 3, "delay_s": 0.06}]}
    found = explain(_network(_flow("vegas"), link=link))
    assert "window x (RTT / base RTT - 1)" in found.link(0, "origin").sentence


def test_no_cut_is_named_where_nothing_cut_the_window() -> None:
    link = {"buffer": {"amount": 100}}
    found = explain(_network(_flow("cubic"), link=link, duration_s=4))
    assert not {"window_reduced", "window_collapsed"} & set(found.cases[0].decisions)
    said = found.link(0, "origin").sentence
    assert "its last cut" not in said
    assert "beyond the window at which slow start ended" in said


def test_a_window_that_grew_until_its_first_cut_was_not_left_by_it() -> None:
    page = _flow("cubic", count=4, traffic={"kind": "transfer", "size_bytes": 40_000})
    link = {"loss": {"kind": "bernoulli", "probability": 0.15}, "buffer": {"amount": 1}}
    found = explain(_network(page, link=link, transport={"handshake": "tcp"}))
    late = [
        index
        for index, case in found.cases.items()
        if case.share_of("slow_start") > 0.5 and "window_reduced" in case.decisions
    ]
    assert late
    for index in late:
        sentence = found.link(index, "variable").sentence
        assert "growing until its first cut and then what its losses left" in sentence


def test_the_wait_of_a_short_transfer_is_its_own() -> None:
    """The mean queue of 8 s is small; in the 0.1 s of the transfer it was not."""
    page = _flow("bbr1", traffic={"kind": "transfer", "size_bytes": 40_000})
    lossy = {"loss": {"kind": "bernoulli", "probability": 0.05}, "buffer": {"amount": 1}}
    found = explain(_network(page, _flow("cubic"), link=lossy))
    assert recorded_wait_s(found.cases[0]) > 0.2 * 0.04
    said = found.link(0, "queue").sentence
    assert "So short a wait in queues" not in said
    assert "the queue is not what limits it" not in said
    assert "of which it was active for" in said


def test_timeouts_before_the_window_are_not_those_of_it() -> None:
    """The chain counts those of the measurement window, the phenomenon those of the run."""
    link = {"outages": [{"at_s": 1, "duration_s": 0.5}, {"at_s": 4, "duration_s": 0.5}]}
    data = _network(_flow("cubic"), link=link, warmup_s=3)
    found = [
        each
        for each in find_phenomena(evidence_of(data))
        if each.definition.kind == "retransmission_timeout"
    ]
    count = explain(data).result["flows"][0]["rto_count"]
    assert found
    assert count > 0
    assert "over the whole run" in found[0].sentence


def test_a_cut_is_undone_only_by_what_undid_it() -> None:
    """An early cut was undone before the measurement window; the one within it was not."""
    link = {"rate_bps": 20e6, "buffer": {"amount": 1}, "jitter_s": 0.01, "jitter_reorders": True}
    found = explain(
        _network(_flow("cubic", rtt_s=0.1), link=link, duration_s=14, warmup_s=6),
    )
    decisions = found.cases[0].decisions
    assert decisions["window_restored"].when == " before the measurement window"
    assert (decisions["window_reduced"].count, decisions["window_reduced"].when) == (1, "")
    said = found.link(0, "origin").sentence
    assert said.startswith("Losses cut the window once, from ")
    assert "undone" not in said
    assert "restored" not in found.link(0, "variable").sentence


def test_what_is_said_of_estimates_is_of_the_measurement_window() -> None:
    """All of it lies after the change of the path, so that what Vegas believes is never right."""
    link = {"delay_schedule": [{"at_s": 3, "delay_s": 0.06}]}
    found = explain(_network(_flow("vegas"), link=link, warmup_s=4))
    said = found.link(0, "origin").sentence
    assert "shorter than the real one of that moment all of the time" in said
    assert found.cases[0].states["base_rtt_s"] == pytest.approx(0.0412, abs=0.001)


def test_vegas_grows_as_reno_where_packets_overtake() -> None:
    """Linux's Vegas looks at delays only while nothing is lost or out of order."""
    link = {"jitter_s": 0.02, "jitter_reorders": True}
    found = explain(_network(_flow("vegas"), link=link, duration_s=15, warmup_s=5))
    assert found.cases[0].share_of("additive_increase") > 0.9
    said = " ".join(link.sentence for link in found.chains[0].links)
    assert "its rule for delays is off: it then grows as Reno does" in said
    assert "measured delay permits" not in said
    assert "its rule sees that" not in said


def test_what_a_link_sends_of_a_changing_rate_is_no_part_of_its_time() -> None:
    """For 2 of 8 s its rate is a hundredth of the usual one: by time it is busier than by bits."""
    steps = [{"at_s": 2, "rate_bps": 2e5}, {"at_s": 4, "rate_bps": 20e6}]
    narrow = {"id": "narrow", "rate_bps": 10e6, "rate_schedule": steps}
    # The buffer holds less than a BDP of either rate.
    halved = [{"at_s": 2, "rate_bps": 8e6}, {"at_s": 4, "rate_bps": 20e6}]
    link = {"rate_schedule": halved, "buffer": {"amount": 0.3}}
    data = _network(_flow("cubic", path=["bottleneck", "narrow"]), link=link, links=[narrow])
    alone = _network(_flow("cubic"), link=link)
    by_kind = {each.definition.kind: each for each in find_phenomena(evidence_of(alone))}
    said = [by_kind["small_buffer"].sentence, explain(data).link(0, "queue").sentence]
    assert "The buffer holds 10 packets, at most 0.375 BDP." in said[0]
    for sentence in said:
        assert re.search(r"sends [\d.]+% of what it could", sentence), sentence
        assert "busy" not in sentence
    steady = {key: value for key, value in link.items() if key != "rate_schedule"}
    [found] = [
        each
        for each in find_phenomena(evidence_of(_network(_flow("cubic"), link=steady)))
        if each.definition.kind == "small_buffer"
    ]
    assert re.search(r"the link is busy [\d.]+% of the time\.", found.sentence)


def _reordered(*flows: dict[str, Any]) -> Explained:
    link = {"rate_bps": 20e6, "buffer": {"amount": 1}, "jitter_s": 0.01, "jitter_reorders": True}
    return explain(_network(*flows, link=link))


def test_only_an_undo_undoes_a_cut() -> None:
    """The end of a recovery or of ProbeRTT restores a window, too."""
    case = _reordered(_flow("cubic", rtt_s=0.1)).cases[0]
    assert undone_count(case) == case.decisions["window_restored"].count > 0
    [undo, *_] = case.decisions["window_restored"].recorded
    cuts = replace(case.decisions["window_reduced"], count=9, run_count=9)

    def with_restored(*recorded: Mapping[str, Any], count: int) -> FlowCase:
        restored = Decisions(count=count, means={}, recorded=recorded, run_count=count)
        decisions = {"window_reduced": cuts, "window_restored": restored}
        return replace(case, decisions=decisions)

    other = {**undo, "reason": "probe_rtt_done"}
    assert undone_count(with_restored(undo, undo, count=2)) == 2
    assert undone_count(with_restored(other, count=1)) == 0
    assert undone_count(with_restored(other, undo, undo, count=3)) == 2
    # Not all are kept: how many were undos is not known.
    assert undone_count(with_restored(other, undo, count=8)) == 0


@pytest.mark.parametrize(
    ("reason", "said"),
    [("undo", "or the sender took losses for spurious"), ("recovered", "ProbeRTT ended once, and")],
)
def test_a_window_that_grows_back_was_restored_by_what_is_named(reason: str, said: str) -> None:
    case = _reordered(_flow("bbr1", rtt_s=0.1)).cases[0]
    kept = {"time_s": 1.0, "reason": reason, "numbers": {"after_packets": 9.0}}
    restored = Decisions(count=1, means={}, recorded=[kept], run_count=1)
    changed = replace(case, decisions={**case.decisions, "window_restored": restored})
    assert said in origin_of(changed, "regrowing").sentence


def test_a_rule_sees_only_what_exceeds_its_own_base_rtt() -> None:
    """The path became shorter, and the queue never empties: Copa takes part of it for the path."""
    data = {
        "duration_s": 12,
        "warmup_s": 2,
        "bottleneck": {
            "rate_bps": 10_000_000,
            "delay_s": 0.04,
            "buffer": {"amount": 2},
            "delay_schedule": [{"at_s": 5, "delay_s": 0.005, "ramp_s": 1}],
        },
        "flows": [
            {"rtt_s": 0.1, "algorithm": {"name": "copa"}},
            {"rtt_s": 0.1, "algorithm": {"name": "vegas"}},
        ],
    }
    explained = explain(data)
    for flow in (0, 1):
        assert "longer than the real one of that moment" in explained.link(flow, "origin").sentence
        said = explained.link(flow, "queue").sentence
        assert "its rule sees that" not in said
        assert "its rule sees what exceeds the " in said


def test_cuts_that_come_together_have_no_interval() -> None:
    """All that the schedule loses is lost between 2 and 4 s of 16."""
    steps = [{"at_s": 2, "probability": 0.03}, {"at_s": 4, "probability": 0}]
    link = {"loss_schedule": steps, "buffer": {"amount": 4}}
    found = explain(_network(_flow("newreno"), link=link, duration_s=16, warmup_s=1.5))
    assert found.cases[0].decisions["window_reduced"].count >= 4
    said = found.link(0, "origin").sentence
    assert "about every" not in said
    assert re.search(r", all of them between 2\.\d+ and [34]\.?\d* s, from", said), said


def test_a_chain_has_one_bdp() -> None:
    """12 Mbit/s pass the policer: 40 packets, in which window and buffer are both told."""
    policer = {"kind": "policer", "token_rate_ratio": 0.12}
    links = [{"id": "pol", "rate_bps": 100e6, "queue": policer}]
    flow = _flow("cubic", path=["pol", "bottleneck"])
    wide = {"rate_bps": 30e6, "buffer": {"amount": 1}}
    found = explain(_network(flow, link=wide, links=links))
    assert found.cases[0].bdp_packets == pytest.approx(40)
    assert "in a buffer of 100 packets (2.5 BDP of its path)" in found.link(0, "queue").sentence
    assert "what the policer of link pol lets pass" in found.link(0, "share").sentence


def test_an_outage_makes_no_bdp_smaller() -> None:
    link = {"outages": [{"at_s": 3, "duration_s": 4}]}
    found = explain(_network(_flow("cubic"), link=link))
    assert found.cases[0].bdp_packets == pytest.approx(10e6 * 0.04 / 8 / 1500)
    assert re.search(r"in a buffer of (2|1\.9\d) BDP", found.link(0, "queue").sentence)


def test_a_queue_of_a_class_is_not_a_flows_own() -> None:
    """Three flows share the classic queue of DualPI2."""
    said = []
    for queue in ("dualpi2", "fq_codel"):
        flows = [_flow("bbr1", count=2), _flow("bbr2")]
        link = {"queue": {"kind": queue}, "buffer": {"amount": 4}}
        found = explain(_network(*flows, link=link))
        said.append(" ".join(found.link(index, "queue").sentence for index in range(3)))
    assert ["its own queue is served" in each for each in said] == [False, True]


def test_one_decision_has_no_average() -> None:
    """The case: BBRv2 sets its bound once in the measurement window."""
    outage = {"outages": [{"at_s": 6, "duration_s": 1, "direction": "ack"}]}
    link = {"rate_bps": 20e6, "buffer": {"amount": 1}, **outage}
    flows = [_flow("cubic"), _flow("bbr2")]
    found = explain(_network(*flows, link=link, duration_s=20, warmup_s=2))
    assert found.cases[1].decisions["inflight_hi_set"].count == 1
    said = origin_of(found.cases[1], "inflight_hi").sentence
    assert "set once, to" in said
    assert "on average" not in said


def test_the_link_that_a_share_is_of_is_named() -> None:
    """Whatever its name, where the path has several, and a policer wherever flows share one."""
    narrow = {"id": "narrow", "rate_bps": 4e6}
    path = ["bottleneck", "narrow"]
    two = explain(_network(_flow("cubic", path=path, count=2), links=[narrow]))
    assert "its fair share (2 Mbit/s, its share of link narrow)" in two.link(0, "share").sentence
    here = explain(_network(_flow("cubic", path=path), _flow("cubic"), links=[narrow]))
    assert "link narrow can carry" in here.link(0, "share").sentence
    policer = {"queue": {"kind": "policer", "token_rate_ratio": 0.4}}
    policed = explain(_network(_flow("cubic", count=2), link=policer))
    said = policed.link(0, "share").sentence
    assert "(2 Mbit/s, its share of what the policer lets pass)" in said


def test_the_empty_path_is_what_a_sender_can_measure_of_it() -> None:
    """With the transmission of a packet: 6 ms at 2 Mbit/s, and no part of a queue."""
    link = {"rate_bps": 2e6, "buffer": {"amount": 2, "unit": "packets"}}
    found = explain(_network(_flow("vegas", rtt_s=0.1), link=link))
    assert "It assumes 106 ms for the RTT of the empty path; the real one is 106 ms." in (
        found.link(0, "origin").sentence
    )
    steps = {"buffer": {"amount": 4}, "delay_schedule": [{"at_s": 3, "delay_s": 0.04}]}
    stale = explain(_network(_flow("ledbatpp"), link=steps, duration_s=20))
    assert "is 40 ms shorter than the real one of that moment" in stale.link(0, "origin").sentence


def test_a_link_of_another_name_is_named_where_it_is_the_only_one_of_a_path() -> None:
    lossy = {"id": "radio", "rate_bps": 8e6, "loss": {"kind": "bernoulli", "probability": 0.02}}
    found = explain(_network(_flow("cubic", path=["radio"]), links=[lossy]))
    said = found.link(0, "queue").sentence
    assert said.startswith("On link radio, which is busy")
    assert "at random at link radio" in said
    assert "of the bottleneck" not in said


def test_what_a_transfer_of_before_gets_is_not_held_against_a_fair_share() -> None:
    """Its mean over a window of which it needs the first part says nothing of how fast it was."""
    page = _flow("cubic", traffic={"kind": "transfer", "size_bytes": 3_000_000})
    found = explain(_network(page, duration_s=12, warmup_s=2))
    said = found.link(0, "share").sentence
    assert "its transfer began before it" in said
    assert "fair share" not in said


def test_a_trace_that_lets_nothing_pass_for_longer_than_a_timer_is_said() -> None:
    times_ms = [*range(1, 2000, 2), *range(4000, 6000, 3)]
    found = explain(_network(_flow("cubic"), link={"trace": {"opportunities_ms": times_ms}}))
    said = found.link(0, "queue").sentence
    assert "The trace of the bottleneck lets it send nothing for up to 2,001 ms." in said
    assert int(found.result["flows"][0]["rto_count"]) > 0


def test_overflow_of_a_flow_queue_is_not_packets_that_find_the_buffer_full() -> None:
    """FQ-CoDel drops a batch from the longest queue when one packet finds no room."""
    flood = {"label": "flood", "rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 14e6}}
    link = {"queue": {"kind": "fq_codel"}, "buffer": {"amount": 30, "unit": "packets"}}
    data = _network(flood, _flow("cubic"), link=link)
    [said] = [
        each.sentence
        for each in find_phenomena(evidence_of(data))
        if each.definition.kind == "small_buffer"
    ]
    assert "packets are dropped because it is full" in said


def test_acks_that_keep_data_from_a_link_are_said() -> None:
    """50 Mbit/s one way ask for 870 kbit/s of ACKs, more than the 512 kbit/s of the other way."""
    slow = {"id": "slow", "rate_bps": 512e3, "buffer": {"amount": 50, "unit": "packets"}}
    down = _flow("cubic", return_path=["slow"])
    up = _flow("newreno", path=["slow"], return_path=["bottleneck"])
    data = _network(down, up, links=[slow], link={"rate_bps": 50e6}, duration_s=20, warmup_s=2)
    found = explain(data)
    said = found.link(1, "queue").sentence
    stated = re.search(r"Link slow sends ACKs (\d+)% of its time\.", said)
    assert stated is not None
    events = found.packets(2, 20)
    acks = [events.kinds[kind] == "ack_received" for kind in events.kind]
    count = sum(is_ack and flow == 0 for is_ack, flow in zip(acks, events.flow_index, strict=True))
    assert int(stated[1]) / 100 == pytest.approx(count * 52 * 8 / 18 / 512e3, abs=0.006)
    assert "sends ACKs" not in found.link(0, "queue").sentence


def test_silence_of_a_transfer_is_distinguished_from_its_slow_start() -> None:
    """32 transfers into 64 packets: of 414 ms most is the wait for a timer, in slow start."""
    page = {"kind": "transfer", "size_bytes": 256_000}
    many = _flow("newreno", rtt_s=0.0001, count=32, traffic=page)
    link = {"rate_bps": 1e9, "buffer": {"amount": 64, "unit": "packets"}}
    data = _network(many, link=link, duration_s=3, start_jitter_s=0)
    found = explain(data)
    for flow in found.result["flows"]:
        said = found.link(flow["flow_index"], "share").sentence
        count = flow["rto_count"]
        silent = re.search(r"At least ([\d,]+) ms of these", said)
        assert (silent is not None) == (count > 0)
        if silent is not None:
            assert int(silent[1]) == 200 * count < 1000 * flow["mean_completion_s"]
    assert any(flow["rto_count"] for flow in found.result["flows"])


def test_that_a_lone_group_holds_its_queue_is_not_said() -> None:
    """Whose else would it be?"""
    alone = explain(_network(_flow("cubic", count=3)))
    assert "queued bytes" not in alone.link(0, "queue").sentence
    assert not [each for each in alone.link(0, "queue").claims if "queue_share" in each.quantity]
    both = explain(_network(_flow("cubic"), _flow("bbr1")))
    assert "of the queued bytes" in both.link(0, "queue").sentence


TLS = {"handshake": "tcp_tls13"}
PARKING = ["bottleneck", "b", "c"]


@pytest.mark.parametrize(
    ("flow", "said", "unsaid"),
    [
        # The other's handshake waits in the queue, too, and ends at 6.12 s. Alone for 6.04 of its
        # 6.92 s: (6.04 x 10 + 0.88 x 5) / 6.92.
        (0, "counted from when they could send, it would be due 9.36 Mbit/s, and", "Flows"),
        (1, "that it sent had arrived when its time ended, 882 ms after it could send", "%"),
        (2, "its handshake takes at least 8,000 ms, so that it could not send before", "active"),
    ],
)
def test_a_handshake_of_seconds_is_not_what_is_unfair(flow: int, said: str, unsaid: str) -> None:
    flows = _flow("cubic"), _flow("newreno", rtt_s=3), _flow("bbr1", rtt_s=4)
    data = _network(*flows, transport=TLS, duration_s=7, start_jitter_s=0)
    sentence = explain(data).link(flow, "share").sentence
    assert said in sentence, sentence
    assert unsaid not in sentence, sentence


def test_each_flow_of_a_group_counts_from_when_it_could_send() -> None:
    flows = _flow("cubic", count=3), _flow("vegas")
    data = _network(*flows, duration_s=6, start_jitter_s=4)
    found = explain(data)
    starts_s = sorted(flow["start_s"] for flow in found.result["flows"])
    times_s = [after - before for before, after in pairwise([*starts_s, 6])]
    due = sum(1e7 / count * time_s for count, time_s in enumerate(times_s, 1)) / sum(times_s)
    first = min(found.result["flows"], key=lambda flow: flow["start_s"])["flow_index"]
    said = found.link(first, "share").sentence
    assert f"counted from when they could send, it would be due {due / 1e6:.3g} Mbit/s" in said


@pytest.mark.parametrize("packets", [10, 60])
def test_a_wait_for_the_last_data_says_where_some_of_it_was_lost(packets: int) -> None:
    page = _flow("cubic", traffic={"kind": "transfer", "size_bytes": 60_000})
    link = {"buffer": {"amount": packets, "unit": "packets"}}
    found = explain(_network(page, link=link, duration_s=2))
    said = found.link(0, "share").sentence
    assert "waiting for the last of its data to arrive" in said
    assert ("(some of it was lost and retransmitted)" in said) == (packets == 10), said


def test_a_timer_that_expires_once_all_has_arrived_kept_nothing_waiting() -> None:
    """Its ACKs are lost, not its data."""
    page = _flow("cubic", traffic={"kind": "transfer", "size_bytes": 200_000})
    link = {"outages": [{"at_s": 0.25, "duration_s": 0.4, "direction": "ack"}]}
    found = explain(_network(page, link=link, duration_s=3, start_jitter_s=0))
    said = found.link(0, "share").sentence
    assert found.result["flows"][0]["rto_count"] == 2
    assert "timer expired twice after all had arrived, for want of ACKs" in said
    assert "such silence" not in said


def test_what_waits_through_an_outage_is_no_more_than_a_fair_share() -> None:
    call = _flow("cubic", traffic={"kind": "media"})
    link = {"outages": [{"at_s": 4, "duration_s": 0.6}]}
    said = explain(_network(call, link=link)).link(0, "share").sentence
    assert "less than the 3.24 Mbit/s that it asks for, since its path lets less pass" in said
    assert "what waited then came later)." in said


def test_retransmissions_beyond_the_losses_are_said_to_have_been_needless() -> None:
    """Behind a long queue a probe goes out after the RTT of the empty path (docs/model.md)."""
    traffic = {"kind": "poisson_transfers", "arrival_rate_hz": 10, "largest_bytes": 40_000}
    data = _network(_flow("cubic", traffic=traffic), _flow("bbr1"), link={"buffer": {"amount": 4}})
    found = explain(data)
    flow, said = found.result["flows"][0], found.link(0, "queue").sentence
    twice = flow["received_packets"] - flow["unique_packets"]
    assert twice > 10
    assert f"again, and {twice} packets arrived that its receiver already had; it sent" in said
    assert "again" not in found.link(1, "queue").sentence


def test_what_one_rule_tells_among_other_things_is_not_left_without_its_words() -> None:
    """LEDBAT++ between its own rule and its cuts, each for more than a quarter of the time."""
    traffic = {"kind": "transfer", "size_bytes": 400_000, "transfer_count": 20, "think_s": 1}
    data = _network(_flow("ledbatpp", traffic=traffic), link={"queue": {"kind": "codel"}})
    data["bottleneck"]["buffer"]["amount"] = 1
    found = explain(data | {"duration_s": 12})
    assert "Next: window after cuts" in found.link(0, "variable").sentence
    said = found.link(0, "origin").sentence
    assert said.count("cut the window") == 1
    assert not said.endswith(":")


@pytest.mark.parametrize(("count", "share"), [(1, None), (3, "some may"), (6, "some share one")])
def test_flows_of_a_hash_share_queues(count: int, share: str | None) -> None:
    """Of the flows that pass the link, not of all."""
    queue = {"kind": "fq_codel", "queue_count": 5}
    beside = _flow("cubic", count=9, path=["beside"])
    data = _network(_flow("cubic", count=count), beside, link={"queue": queue}, duration_s=2)
    links = [{"id": "beside", "rate_bps": 1e7}]
    said = explain(data | {"links": links}).link(0, "queue").sentence
    assert (f"sorts the flows into 5 queues by a hash, so that {share}" in said) == bool(share)


def test_all_that_dominate_are_named() -> None:
    links = [{"id": name, "rate_bps": 1e7} for name in ("b", "c")]
    short = (
        _flow("cubic", label=name, path=[path]) for name, path in zip("xyz", PARKING, strict=True)
    )
    long = _flow("cubic", label="long", path=PARKING)
    data = _network(long, *short, link={"buffer": {"amount": 1}}, links=links, duration_s=20)
    found = dominance.detect(evidence_of(data))
    assert [list(each.flow_indices) for each in found] == [[1, 2, 3]]
    assert found[0].sentence.count("each of x, y and z gets at least 8") == 1
    assert len(found[0].claims) == 4


def test_what_a_sender_takes_for_the_empty_path_is_of_the_time_until_it_stops() -> None:
    """The path is longer from 4 to 7 s, which is half of the 4 s until it stops."""
    link = {"delay_schedule": [{"at_s": 4, "delay_s": 0.05}, {"at_s": 7, "delay_s": 0}]}
    data = _network(_flow("copa", stop_s=6), _flow("bbr3"), link=link, duration_s=10)
    said = explain(data | {"warmup_s": 2}).link(0, "origin").sentence
    part = re.search(r"ms shorter than the real one of that moment ([\d.]+)% of the time", said)
    assert part, said
    assert float(part[1]) == pytest.approx(50, abs=3)
