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
    assert found.sentence.startswith("cross gets")
    assert found.sentence.endswith("for the long flow.")
