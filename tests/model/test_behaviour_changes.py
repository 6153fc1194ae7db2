"""What a later behaviour of the core leaves alone."""

from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from lab_cli.kit.behaviour_history import HISTORY_PATH, read_history
from lab_model.algorithms import algorithm_names
from lab_model.behaviour import (
    BEGINS_WITH_MEASURING,
    HANDSHAKE,
    MARKED,
    PATH_REORDERS,
    POLICED,
    holds_under,
    named_as_now,
    newest_behaviour,
    traits_of,
)
from lab_model.scenarios import validate_scenario
from lab_research.behaviour.changes import changes_text
from tests.support.scenarios import scenario
from tools.paths import PROJECT_ROOT

STORED: Path = PROJECT_ROOT / "backend/lab_model/behaviour_changes.json"
CONDITIONS: Final = frozenset({PATH_REORDERS, MARKED, BEGINS_WITH_MEASURING, HANDSHAKE, POLICED})


def test_the_file_is_what_the_history_of_the_core_says() -> None:
    assert STORED.read_text(encoding="utf-8") == changes_text(), "run: ./lab generate"


@pytest.mark.parametrize("name", [*algorithm_names(), *sorted(CONDITIONS)])
def test_every_pair_of_behaviours_agrees_with_the_history(name: str) -> None:
    history = read_history(HISTORY_PATH)
    for made in range(1, history.version + 1):
        assert holds_under(made, history.version, [name]) == history.leaves_alone(made, [name])


def test_no_algorithm_is_called_as_another_trait() -> None:
    assert CONDITIONS.isdisjoint(algorithm_names())


@pytest.mark.parametrize(
    ("link", "reorders"),
    [
        ({}, False),
        ({"jitter_s": 0.01}, False),
        ({"jitter_reorders": True}, False),
        ({"jitter_s": 0.01, "jitter_reorders": True}, True),
        ({"delay_s": 0.01, "delay_schedule": [{"at_s": 1, "delay_s": 0.02}]}, False),
        ({"delay_s": 0.01, "delay_schedule": [{"at_s": 1, "delay_s": 0.009}]}, True),
        ({"delay_schedule": [{"at_s": 1, "delay_s": 0.02}, {"at_s": 2, "delay_s": 0.01}]}, True),
    ],
)
def test_a_path_reorders_where_a_packet_can_overtake(link: dict[str, Any], reorders: bool) -> None:
    first = validate_scenario(_on(link))
    more = scenario(1.0)
    second = validate_scenario({**more, "links": [{**more["bottleneck"], "id": "more", **link}]})
    for item in (first, second):
        assert traits_of(item) == {"newreno", *([PATH_REORDERS] if reorders else [])}


@pytest.mark.parametrize(
    ("flow", "queue", "marked"),
    [
        ({"ecn": "classic"}, {"kind": "codel", "ecn": True}, True),
        ({"algorithm": {"name": "dctcp"}}, {"kind": "step"}, True),
        ({"algorithm": {"name": "bbr2", "parameters": {"ecn": True}}}, {"kind": "dualpi2"}, True),
        ({"ecn": "classic"}, {"kind": "codel"}, False),
        ({"ecn": "classic"}, {"kind": "droptail"}, False),
        ({"algorithm": {"name": "dctcp"}, "ecn": "off"}, {"kind": "step"}, False),
        ({}, {"kind": "codel", "ecn": True}, False),
    ],
)
def test_packets_are_marked_where_a_flow_uses_ecn_and_a_queue_marks(
    flow: dict[str, Any], queue: dict[str, Any], marked: bool
) -> None:
    document = _on({"queue": queue})
    document["flows"][0] |= flow
    assert (MARKED in traits_of(validate_scenario(document))) == marked


@pytest.mark.parametrize(
    ("changes", "flow", "begins"),
    [
        ({"transport": {"handshake": "quic_0rtt"}}, {}, True),
        ({}, {}, False),
        ({"warmup_s": 0.04}, {"rtt_s": 0.04}, True),
        ({"warmup_s": 0.0400001}, {"rtt_s": 0.04}, False),
        ({"warmup_s": 0.05, "start_jitter_s": 0.02}, {"rtt_s": 0.04}, True),
        ({"warmup_s": 0.07, "start_jitter_s": 0.02}, {"rtt_s": 0.04}, False),
        ({}, {"traffic": {"kind": "udp", "rate_bps": 1000000}}, True),
        ({}, {"traffic": {"kind": "udp", "rate_bps": 1000000}, "start_s": 0.1}, False),
    ],
)
def test_a_flow_begins_with_measuring_where_its_first_data_may_leave_then(
    changes: dict[str, Any], flow: dict[str, Any], begins: bool
) -> None:
    document = {**_on({}), "start_jitter_s": 0.0, **changes}
    document["flows"][0] |= flow
    if "traffic" in flow:
        del document["flows"][0]["algorithm"]
    assert (BEGINS_WITH_MEASURING in traits_of(validate_scenario(document))) == begins


def test_a_handshake_of_an_older_behaviour_has_another_name_now() -> None:
    move = {
        "path": "transport.handshake",
        "values": {"kind": "list", "values": ["tcp", "quic_0rtt"]},
    }
    old = {
        "base": {"name": "tcp", "transport": {"handshake": "tcp"}},
        "axes": [{"moves": [move]}, {"moves": [{"path": "name", "values": {"values": ["tcp"]}}]}],
    }
    values = {"kind": "list", "values": ["none", "quic_0rtt"]}
    now = {
        "base": {"name": "tcp", "transport": {"handshake": "none"}},
        "axes": [{"moves": [{**move, "values": values}]}, old["axes"][1]],
    }
    assert named_as_now(old, 8) == named_as_now(old, None) == now
    assert named_as_now(old, 9) == old
    for what_is_none in (None, 7, {"axes": 3, "path": "transport.handshake", "values": "tcp"}):
        assert named_as_now(what_is_none, 8) == what_is_none


def test_a_path_is_policed_where_a_link_lets_a_share_of_its_rate_pass() -> None:
    policed = traits_of(validate_scenario(_on({"queue": {"kind": "policer"}})))
    assert POLICED in policed
    assert POLICED not in traits_of(validate_scenario(_on({})))
    assert not holds_under(8, 9, policed)


UDP: Final = {"kind": "udp", "rate_bps": 1_000_000}


@pytest.mark.parametrize(
    ("handshake", "traffic", "sends"),
    [
        ("none", {"kind": "bulk"}, False),
        ("quic_0rtt", {"kind": "bulk"}, False),
        ("tcp", {"kind": "bulk"}, True),
        ("tcp_tls13", {"kind": "poisson_transfers"}, True),
        ("tcp", UDP, False),
    ],
)
def test_connections_are_opened_by_packets_where_a_handshake_has_some(
    handshake: str, traffic: dict[str, Any], sends: bool
) -> None:
    document = {**_on({}), "transport": {"handshake": handshake}}
    flow = {**document["flows"][0], "traffic": traffic}
    if traffic is UDP:
        del flow["algorithm"]
    traits = traits_of(validate_scenario({**document, "flows": [flow]}))
    assert (HANDSHAKE in traits) == sends
    # What an older behaviour computed of it is what this one computes, or it says that it is not.
    assert holds_under(8, 9, traits) == holds_under(9, 10, traits) == (not sends)


def test_traits_of_several_scenarios_are_those_of_any() -> None:
    other = _on({"jitter_s": 0.01, "jitter_reorders": True})
    other["flows"][0]["algorithm"]["name"] = "bbr2"
    both = traits_of(validate_scenario(scenario(1.0)), validate_scenario(other))
    assert both == {"newreno", "bbr2", PATH_REORDERS}


def _on(link: dict[str, Any]) -> dict[str, Any]:
    plain = scenario(1.0)
    return {**plain, "bottleneck": {**plain["bottleneck"], "delay_s": 0.0, **link}}


def test_behaviour_7_left_alone_what_does_not_reorder() -> None:
    """Only runs whose path reorders changed, whatever their algorithm."""
    for name in algorithm_names():
        assert holds_under(6, 7, [name])
        assert not holds_under(6, 7, [name, PATH_REORDERS])


def test_the_order_of_two_behaviours_does_not_matter() -> None:
    versions = range(1, newest_behaviour() + 1)
    for made, now in product(versions, versions):
        assert holds_under(made, now, ["bbr2"]) == holds_under(now, made, ["bbr2"])


def test_nothing_holds_under_a_behaviour_that_this_release_does_not_know() -> None:
    newest = newest_behaviour()
    assert holds_under(newest, newest, ["bbr2"])
    assert not holds_under(newest, newest + 1, ["bbr2"])
    assert not holds_under(0, newest, ["bbr2"])
