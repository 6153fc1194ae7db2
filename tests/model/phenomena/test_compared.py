"""Who is held against whom: flows on the same links, while they have something to send."""

from typing import Any

import pytest

from lab_model.phenomena import dominance
from lab_model.phenomena.detect import find_phenomena
from tests.support.evidence import evidence_of


def _flow(label: str, **more: Any) -> dict[str, Any]:
    return {"label": label, "rtt_s": 0.04, "algorithm": {"name": "cubic"}, **more}


def _kinds(*flows: dict[str, Any], **more: Any) -> set[str]:
    link = {"rate_bps": 10e6, "buffer": {"amount": 1}, **more.pop("link", {})}
    data = {"duration_s": 12, "bottleneck": link, "flows": list(flows), **more}
    return {found.definition.kind for found in find_phenomena(evidence_of(data))}


TRANSFERS = (
    {"kind": "transfer", "size_bytes": 300_000},
    {"kind": "transfer", "size_bytes": 100_000, "transfer_count": 4, "think_s": 0.5},
    {"kind": "poisson_transfers", "arrival_rate_hz": 5},
)


@pytest.mark.parametrize("traffic", TRANSFERS, ids=["one", "with pauses", "at random"])
def test_who_has_nothing_more_to_send_does_not_starve(traffic: dict[str, Any]) -> None:
    found = _kinds(_flow("web", count=3, traffic=traffic), _flow("bulk"))
    assert not found & {"starvation", "dominance", "unequal_group", "loss_blind"}


def test_a_transfer_that_never_gets_through_starves() -> None:
    flood = _flow("flood", traffic={"kind": "udp", "rate_bps": 12e6})
    del flood["algorithm"]
    web = _flow("web", traffic={"kind": "transfer", "size_bytes": 3_000_000})
    assert {"starvation", "dominance"} <= _kinds(web, flood)


def test_flows_that_share_no_link_are_not_compared() -> None:
    other = {"id": "other", "rate_bps": 1e6}
    assert "dominance" not in _kinds(_flow("here"), _flow("there", path=["other"]), links=[other])


def test_a_flow_that_gets_what_the_other_can_not_have_does_not_dominate() -> None:
    narrow = {"id": "narrow", "rate_bps": 1e6}
    held_back = _flow("held back", path=["bottleneck", "narrow"])
    assert "dominance" not in _kinds(_flow("free"), held_back, links=[narrow])
    small = _flow("small", traffic={"kind": "udp", "rate_bps": 1e6})
    del small["algorithm"]
    assert "dominance" not in _kinds(_flow("bulk"), small)


def test_the_others_are_those_on_the_same_links() -> None:
    flows = [
        _flow("long", path=["a", "bottleneck"]),
        _flow("cross", path=["a"], algorithm={"name": "bbr1"}),
        _flow("far", path=["b"]),
    ]
    links = [
        {"id": "a", "rate_bps": 10e6, "buffer": {"amount": 0.3}},
        {"id": "b", "rate_bps": 9e6},
    ]
    link = {"rate_bps": 20e6, "buffer": {"amount": 1}}
    data = {"duration_s": 12, "bottleneck": link, "flows": flows, "links": links}
    [found] = dominance.detect(evidence_of(data))
    assert found.sentence.startswith("From 1 to 12 s, cross gets")
    assert found.sentence.endswith("for the long flow.")


def _found(data: dict[str, Any]) -> dict[str, str]:
    """Sentences by kind."""
    return {each.definition.kind: each.sentence for each in find_phenomena(evidence_of(data))}


def _run(*flows: dict[str, Any], **more: Any) -> dict[str, Any]:
    link = {"rate_bps": 10e6, "buffer": {"amount": 1}, **more.pop("link", {})}
    return {"duration_s": 16, "warmup_s": 1, "bottleneck": link, "flows": list(flows), **more}


def test_a_buffer_is_that_of_the_flows_that_pass_it() -> None:
    """The far flow never meets the buffer that would be too small for it."""
    other = {"id": "other", "rate_bps": 10e6, "buffer": {"amount": 1}}
    far = _flow("far", rtt_s=0.1, path=["other"])
    assert "other_bdp" in _found(_run(_flow("near", rtt_s=0.02), _flow("far", rtt_s=0.1)))
    assert "other_bdp" not in _found(_run(_flow("near", rtt_s=0.02), far, links=[other]))


def test_only_who_passes_a_shallow_buffer_is_hit_by_those_who_ignore_losses() -> None:
    """The others lose their packets on another link, to another crowd."""
    tiny = {"buffer": {"amount": 6, "unit": "packets"}}
    blind = _flow("blind", algorithm={"name": "bbr1"}, count=2)
    other = {"id": "other", "rate_bps": 1e6, "buffer": {"amount": 4, "unit": "packets"}}
    crowd = _flow("crowd", count=3, path=["other"])
    assert "loss_blind" in _found(_run(blind, _flow("crowd", count=3), link=tiny))
    assert "loss_blind" not in _found(_run(blind, crowd, link=tiny, links=[other]))


def test_who_is_cut_off_with_its_own_link_does_not_starve() -> None:
    outage = [{"at_s": 4, "duration_s": 8}]
    access = {"id": "access", "rate_bps": 100e6, "outages": outage}
    cut_off = _flow("cut off", path=["access", "bottleneck"])
    assert "starvation" not in _found(_run(cut_off, _flow("bulk"), links=[access]))


def test_flows_that_differ_in_more_than_their_rtt_have_no_rtt_bias() -> None:
    held = {"ack_aggregation_s": 0.1}
    near, far = _flow("near", rtt_s=0.02), _flow("far", rtt_s=0.1)
    assert "rtt_bias" in _found(_run(near, far))
    assert "rtt_bias" not in _found(_run(near, {**far, "receiver": held}))


def test_an_rtt_bias_is_of_the_rtts_of_that_time() -> None:
    """From the start on the path is 100 ms longer for both: 110 and 120 ms, not 10 and 20."""
    link = {
        "delay_schedule": [{"at_s": 0.001, "delay_s": 0.1}],
        "buffer": {"amount": 2, "rtt_s": 0.1},
    }
    flows = [_flow("near", rtt_s=0.01), _flow("far", rtt_s=0.02)]
    assert "rtt_bias" not in _found(_run(*flows, link=link, duration_s=24))


def test_who_has_nothing_to_send_for_a_while_does_not_starve() -> None:
    pauses = {"kind": "on_off", "on_s": 7, "off_s": 6, "period_distribution": "fixed"}
    found = _found(_run(_flow("call", traffic=pauses), _flow("bulk")))
    assert not {"starvation", "dominance"} & set(found)


def test_what_holds_for_a_part_of_the_time_is_said_with_it() -> None:
    short = _flow("burst", algorithm={"name": "bbr1"}, start_s=9)
    short["traffic"] = {"kind": "transfer", "size_bytes": 3_000_000}
    said = _found(_run(_flow("bulk"), short))["dominance"]
    assert said.startswith("From 9.9")
    assert " s, burst gets" in said


def test_one_bdp_is_of_the_flows_that_pass_the_buffer() -> None:
    """Of 40 ms, as the buffer is sized; the near flow never meets it."""
    other = {"id": "other", "rate_bps": 8e6}
    near = _flow("near", rtt_s=0.01, path=["other"])
    said = _found(_run(_flow("far"), near, link={"buffer": {"amount": 0.3}}, links=[other]))
    assert "The buffer holds 10 packets, 0.3 BDP." in said["small_buffer"]
