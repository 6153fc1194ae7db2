"""Networks that combine what is seldom combined, each with what was said of it and misleads."""

from typing import Any

from lab_model.phenomena.detect import find_phenomena
from tests.model.causes.test_claims import _check
from tests.support.causes import explain
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


def test_acks_that_an_aqm_drops_are_told_and_their_queue_is_what_packets_say() -> None:
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


def test_cuts_are_told_once() -> None:
    """Of two variables that both tell of them."""
    link = {
        "delay_schedule": [{"at_s": 8, "delay_s": 0.06}],
        "rate_schedule": [{"at_s": 12, "rate_bps": 3e6}],
    }
    data = _network(_flow("copa"), _flow("bbr1"), _flow("vegas"), link=link, duration_s=20)
    said = explain(data).link(2, "origin").sentence
    assert "delay rule: " in said
    assert said.count("Losses cut the window") == 1
