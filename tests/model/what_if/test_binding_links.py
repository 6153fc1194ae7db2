"""Which links are asked about: those that bind, held against the packets of the run."""

import random
from typing import Any

import pytest

from lab_model.scenarios import Scenario, validate_scenario
from lab_model.scenarios.links import all_links
from lab_model.what_if.alterations import OtherBuffer
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.links import binding_links
from lab_model.what_if.offers import offered_alterations, offered_neighbours
from tests.model.causes.test_claims import random_network
from tests.support.oracle import Oracle

QUEUES = ("droptail", "codel", "fq_codel", "pie", "red")
RATES = (1e6, 2e6, 3e6)
BULK: dict[str, Any] = {"label": "a", "rtt_s": 0.04, "algorithm": {"name": "cubic"}}


def network_of_links(seed: int) -> Scenario:
    """Bulk flows over paths of up to four links, none of which polices."""
    draw = random.Random(seed)
    data = random_network(seed)
    names = ["bottleneck", *(f"hop-{index}" for index in range(draw.randint(1, 3)))]
    data["links"] = [
        {
            "id": name,
            "rate_bps": draw.choice([1e6, 2e6, 3e6]),
            "queue": {"kind": draw.choice(QUEUES)},
        }
        for name in names[1:]
    ]
    link = data["bottleneck"]
    data["bottleneck"] = {**link, "loss": {"kind": "none"}, "outages": [], "queue": {"kind": "red"}}
    for flow in data["flows"]:
        flow |= {"traffic": {"kind": "bulk"}, "return_path": []}
        flow.setdefault("algorithm", {"name": "cubic"})
        flow["path"] = draw.sample(names, draw.randint(1, len(names)))
    return validate_scenario(data | {"duration_s": 20, "warmup_s": 5})


@pytest.mark.parametrize("seed", range(25))
def test_the_busiest_link_of_the_run_is_asked_about(seed: int) -> None:
    scenario = network_of_links(seed)
    oracle = Oracle(scenario, 1)
    busy = {name: oracle.busy_ratio(index) or 0.0 for index, name in enumerate(all_links(scenario))}
    most = max(busy.values())
    busiest = {name for name, ratio in busy.items() if ratio > most - 0.005}
    assert busiest & set(binding_links(scenario)), busy


def _scenario(*flows: dict[str, Any], **more: Any) -> Scenario:
    link = {"rate_bps": 10_000_000, **more.pop("bottleneck", {})}
    return validate_scenario(
        {
            "duration_s": 10,
            "bottleneck": link,
            "flows": [{**BULK, **flow} for flow in flows],
            **more,
        }
    )


NARROW = {"id": "narrow", "rate_bps": 2_000_000}
WIDE = {"id": "wide", "rate_bps": 50_000_000}
HERE, BOTH = {"path": ["bottleneck"]}, {"path": ["bottleneck", "narrow"]}


@pytest.mark.parametrize(
    ("scenario", "links"),
    [
        (_scenario(BOTH, links=[NARROW]), ["narrow"]),
        (_scenario({"path": ["narrow", "wide"]}, links=[NARROW, WIDE]), ["narrow"]),
        # A parking lot: the long flow is bound at one link, and another one takes what it leaves.
        (_scenario(BOTH, HERE, HERE, links=[NARROW]), ["bottleneck", "narrow"]),
        (_scenario(BOTH, links=[{**NARROW, "rate_bps": 10_000_000}]), ["bottleneck", "narrow"]),
        # Of a trace it is what it carries, of a policer what that lets pass.
        (_scenario(BOTH, bottleneck={"trace": {"opportunities_ms": [9, 20]}}, links=[NARROW]),
         ["bottleneck"]),
        (_scenario(BOTH, bottleneck={"queue": {"kind": "policer", "token_rate_ratio": 0.1}},
                   links=[NARROW]), ["bottleneck"]),
        # Who has all that it asks for is bound by none: the link that this loads most.
        (_scenario({**BOTH, "traffic": {"kind": "rate_limited", "rate_bps": 1_000_000}},
                   links=[NARROW]), ["narrow"]),
        # 100 kbit/s let 240 ACKs of 52 bytes pass; 10 Mbit/s ask for 417.
        (_scenario({"return_path": ["up"]}, links=[{"id": "up", "rate_bps": 100_000}]),
         ["bottleneck", "up"]),
        (_scenario({"return_path": ["up"]}, links=[{"id": "up", "rate_bps": 1_000_000}]),
         ["bottleneck"]),
        (_scenario({**BOTH, "stop_s": 2.0}, {"start_s": 2.0}, links=[NARROW]),
         ["bottleneck", "narrow"]),
    ],
)  # fmt: skip
def test_what_binds_is_known_from_the_scenario(scenario: Scenario, links: list[str]) -> None:
    assert binding_links(scenario) == links


def test_every_link_that_binds_is_asked_by_its_name() -> None:
    scenario = _scenario(BOTH, HERE, HERE, links=[NARROW])
    titles = [offer.title(scenario) for offer in offered_alterations(scenario)]
    for name in ("bottleneck", "narrow"):
        assert f"Queue FQ-CoDel at link {name}" in titles
        assert any(title.startswith("Buffer") and title.endswith(name) for title in titles)
    near = [offer.title(scenario) for offer in offered_neighbours(scenario)]
    assert near[2:4] == ["Rate −2% at link bottleneck", "Rate +2% at link bottleneck"]
    assert near[-1].endswith("at link narrow")


def test_a_link_that_is_not_there_is_refused() -> None:
    change = OtherBuffer.model_validate(
        {"kind": "other_buffer", "buffer": {"amount": 1.0}, "link_id": "up"}
    )
    with pytest.raises(ImpossibleAlterationError, match="link_id is up; the links are bottleneck"):
        change.apply(_scenario({}))
