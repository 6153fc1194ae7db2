"""What the title of every arm claims, held against the scenario that it computes.

The oracle knows the two scenarios as data and the sizes of their buffers, and no code of the arms.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from lab_exec.fingerprints import fingerprint_scenarios
from lab_model.scenarios import Scenario, buffer_bytes, scenario_digest, validate_scenario
from lab_model.scenarios.links import all_links
from lab_model.what_if.offers import offered_alterations, offered_neighbours
from tests.model.causes.test_claims import random_network, varied_network
from tests.support.odd_networks import ODD_NETWORKS

CHANGED = {
    "without_group": r"flows|.*\.buffer\.rtt_s",
    "equal_rtts": r"flows\.\d+\.rtt_s|.*\.buffer\.rtt_s",
    "no_random_loss": r".*\.(loss|loss_schedule)(\..*)?",
    "no_policer": r".*\.queue(\..*)?",
    "no_jitter": r".*\.jitter_(s|reorders)",
    "no_reordering": r".*\.jitter_reorders",
    "no_ack_aggregation": r"flows\.\d+\.receiver\.ack_aggregation_s",
    "free_return_path": r"flows\.\d+\.return_path|.*\.buffer\.rtt_s",
    "no_path_change": r".*\.delay_schedule",
    "no_outage": r".*\.outages",
    "other_algorithm": r"flows\.\d+\.algorithm(\..*)?",
    "other_buffer": r"(bottleneck|links\.\d+)\.buffer\..*",
    "other_queue": r"(bottleneck|links\.\d+)\.queue(\..*)?",
    "other_ecn": r"(bottleneck|links\.\d+)\.queue\.ecn|flows\.\d+\.ecn",
    "other_initial_window": r"transport\.initial_window_packets",
    "other_handshake": r"transport\.handshake",
}
OF_NEIGHBOUR = {
    "RTT": r"flows\.\d+\.rtt_s|.*\.buffer\..*",
    "Rate": r"(bottleneck|links\.\d+)\.(rate_bps|rate_schedule|buffer\..*)|.*\.buffer\.rtt_s",
    "Buffer": r"(bottleneck|links\.\d+)\.buffer\..*|.*\.buffer\.rtt_s",
}
OF_FLOWS = re.compile(
    r"Without (?!the policer)|Every RTT|RTT|.* on |No ACK agg|Initial|.*andshake|Data at"
)
"""Titles that name no link."""
LINK: dict[str, Any] = {"rate_bps": 10_000_000, "buffer": {"amount": 1}}
LONG: dict[str, Any] = {"label": "long", "rtt_s": 0.1, "algorithm": {"name": "cubic"}}
SHORT: dict[str, Any] = {"label": "short", "rtt_s": 0.02, "algorithm": {"name": "bbr3"}}
BACK = {
    "id": "back",
    "rate_bps": 1_000_000,
    "loss": {"kind": "bernoulli", "probability": 0.1, "direction": "ack"},
    "outages": [{"at_s": 2, "duration_s": 1}],
}
LOST_DATA = {
    **BACK,
    "loss": {"kind": "bernoulli", "probability": 0.1},
    "outages": [{"at_s": 2, "duration_s": 1, "direction": "data"}],
}


def _network(
    link: dict[str, Any] | None = None, flows: tuple[dict[str, Any], ...] = (LONG,), **more: Any
) -> Scenario:
    bottleneck = {**LINK, **(link or {})}
    data = {"duration_s": 6, "bottleneck": bottleneck, "flows": list(flows), **more}
    return validate_scenario(data)


ODD = {
    "buffers of two links in BDPs": _network(
        flows=({**LONG, "path": ["bottleneck", "b"]}, {**SHORT, "path": ["bottleneck", "b"]}),
        links=[{"id": "b", "rate_bps": 4_000_000, "queue": {"kind": "codel"}}],
    ),
    "lossy way back": _network(flows=({**LONG, "return_path": ["back"]},), links=[BACK]),
    "data that does not pass": _network(
        flows=({**LONG, "return_path": ["back"]},), links=[LOST_DATA]
    ),
    "two policers": _network(
        {"queue": {"kind": "policer"}},
        ({**LONG, "path": ["bottleneck", "b"]},),
        links=[{"id": "b", "rate_bps": 4_000_000, "queue": {"kind": "policer"}}],
    ),
    "trace": _network({"trace": {"opportunities_ms": list(range(4, 1000, 7))}}),
    "one packet": _network({"buffer": {"amount": 1, "unit": "packets"}}),
    "bytes": _network({"buffer": {"amount": 20_000, "unit": "bytes"}}),
    "time": _network({"buffer": {"amount": 0.0123, "unit": "seconds"}}),
    "huge": _network({"buffer": {"amount": 100_000, "unit": "packets"}}),
    "a first length": _network(
        {"delay_schedule": [{"at_s": 0, "delay_s": 0.03}, {"at_s": 3, "delay_s": 0.05}]}
    ),
    "never another length": _network({"delay_schedule": [{"at_s": 0, "delay_s": 0.03}]}),
    "overtaking": _network({"jitter_s": 0.01, "jitter_reorders": True}),
    "L4S": _network({"queue": {"kind": "dualpi2"}}, (LONG, SHORT)),
    **{name: validate_scenario(data) for name, data in ODD_NETWORKS.items()},
}


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value by its path; lists of steps and names as one."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and path in ("flows", "links"):
        for index, part in enumerate(value):
            yield from _leaves(part, f"{path}.{index}")
    else:
        yield path, value


def _changed(base: Scenario, after: Scenario) -> set[str]:
    one, other = (dict(_leaves(each.model_dump(mode="json"))) for each in (base, after))
    if len(base.flows) != len(after.flows):
        one = {path: value for path, value in one.items() if not path.startswith("flows.")}
        other = {path: value for path, value in other.items() if not path.startswith("flows.")}
        return {"flows"} | {path for path in one if one[path] != other[path]}
    return {path for path in {*one, *other} if one.get(path) != other.get(path)}


def _named(title: str) -> set[str]:
    """The links that a title names."""
    found = re.search(r" at links? ([a-z0-9_, -]+)$", title)
    return set(re.split(r", | and ", found[1])) if found else set()


def _changed_links(base: Scenario, changed: set[str]) -> set[str]:
    """Links that a change is of; a buffer that keeps its bytes is not changed."""
    names = list(all_links(base))
    found = set()
    for path in changed:
        if path == "links" or path.endswith((".buffer.rtt_s", ".buffer.unit", ".buffer.amount")):
            continue
        if place := re.match(r"links\.(\d+)\.", path):
            found.add(names[int(place[1]) + 1])
        elif path.startswith("bottleneck."):
            found.add("bottleneck")
    return found


def _check_arms(base: Scenario) -> int:
    """How many titles were held against their scenarios."""
    arms = [*offered_alterations(base), *offered_neighbours(base)]
    titles = [arm.title(base) for arm in arms]
    assert len(set(titles)) == len(titles)
    for arm, title in zip(arms, titles, strict=True):
        after = arm.apply(base)
        assert scenario_digest(after) != scenario_digest(base), title
        may_change = CHANGED.get(arm.kind) or OF_NEIGHBOUR[title.split()[0]]
        changed = _changed(base, after)
        for path in changed:
            assert re.fullmatch(may_change, path), (title, path)
        _check_buffers(base, after, title)
        _check_links(base, changed, title)
    return len(arms)


def _check_links(base: Scenario, changed: set[str], title: str) -> None:
    """The links that a title names are those that change, and that some flow passes."""
    named = _named(title)
    if not base.links or OF_FLOWS.match(title):
        assert not named, title
        return
    passed = {name for group in base.flows for name in (*group.path, *group.return_path)}
    assert named, title
    assert named <= passed, title
    if "for ACKs" in title:
        assert named == {name for group in base.flows for name in group.return_path}, title
    elif not title.startswith("Buffer"):
        # Some flow's own setting may be all that changes.
        of_links = _changed_links(base, changed)
        assert of_links == named or (title.startswith("With ECN") and not of_links), title


def _check_buffers(base: Scenario, after: Scenario, title: str) -> None:
    named = _named(title) if base.links else {"bottleneck"}
    for link_id in all_links(base):
        before, now = buffer_bytes(base, link_id), buffer_bytes(after, link_id)
        if not title.startswith("Buffer") or link_id not in named:
            assert now == before, (title, link_id)
            continue
        assert now != before, title
        if packets := re.search(r"([\d,]+) packets?\b", title):
            assert int(packets[1].replace(",", "")) * base.packet_bytes == now, title
        if change := re.search(r"([+−])([\d.]+)%", title):
            percent = float(change[2]) * (1 if change[1] == "+" else -1)
            assert 100 * (now / before - 1) == pytest.approx(percent, rel=0.005), title


@pytest.mark.parametrize("name", ODD)
def test_arms_of_odd_networks_are_what_their_titles_say(name: str) -> None:
    assert _check_arms(ODD[name]) > 0


@pytest.mark.parametrize("seed", range(60))
def test_arms_of_random_networks_are_what_their_titles_say(seed: int) -> None:
    assert _check_arms(validate_scenario(random_network(seed))) > 0
    assert _check_arms(validate_scenario(varied_network(seed))) > 0


def test_arms_of_the_fingerprints_are_what_their_titles_say() -> None:
    scenarios = fingerprint_scenarios().values()
    assert all(_check_arms(validate_scenario(scenario)) for scenario in scenarios)


def _titles(name: str) -> list[str]:
    return [arm.title(ODD[name]) for arm in offered_alterations(ODD[name])]


def test_all_that_goes_with_the_links_of_acks_is_named() -> None:
    assert "No queue, loss and outage for ACKs at link back" in _titles("lossy way back")


def test_what_happens_to_data_only_does_not_happen_to_acks() -> None:
    titles = _titles("data that does not pass")
    assert "No queue for ACKs at link back" in titles
    assert not {title for title in titles if title.startswith(("No random loss", "No outage"))}


def test_policers_are_named() -> None:
    assert "Without the policers at links bottleneck and b" in _titles("two policers")


def test_a_buffer_before_a_trace_is_named_in_packets() -> None:
    [title] = [title for title in _titles("trace") if title.startswith("Buffer")]
    # 143 packets a second are 5.7 in an RTT of 40 ms, 14 in one of 100 ms.
    assert title == "Buffer 14 packets"


def test_a_path_keeps_the_length_that_it_has_at_the_start() -> None:
    [change] = [
        arm for arm in offered_alterations(ODD["a first length"]) if arm.kind == "no_path_change"
    ]
    steps = change.apply(ODD["a first length"]).bottleneck.delay_schedule
    assert [(step.at_s, step.delay_s) for step in steps] == [(0, 0.03)]
    assert "The path keeps its first length" not in _titles("never another length")


def test_a_buffer_of_one_packet_has_no_smaller_neighbour() -> None:
    base = ODD["one packet"]
    titles = [change.title(base) for change in offered_neighbours(base)]
    assert titles[-2:] == ["Rate +2%", "Buffer +100%"]
