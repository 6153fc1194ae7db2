"""What moves along with an axis, and how it is kept still."""

from typing import Any

from lab_model.experiments.cells import read_experiment
from lab_model.experiments.followers import Follower, followers_of

BASE = {
    "duration_s": 60,
    "bottleneck": {"rate_bps": 10_000_000},
    "flows": [{"rtt_s": 0.04, "algorithm": {"name": "cubic"}}] * 2,
}


def followers(move: dict[str, Any], base: dict[str, Any] | None = None) -> list[Follower]:
    definition = read_experiment({"base": base or BASE, "axes": [{"moves": [move]}]}).definition
    [found] = followers_of(definition)
    return list(found)


RTTS = {
    "path": "flows.0.rtt_s",
    "values": {"kind": "list", "values": [0.01, 0.02, 0.04, 0.08, 0.16]},
}


def test_a_buffer_in_bdps_follows_the_rtt_of_one_flow() -> None:
    buffer, *others = followers(RTTS)
    assert buffer.sentence == "The buffer follows the RTT: 8, 16, 33, 33, 33 packets."
    assert [each.quantity for each in others] == ["bdp"]
    assert [repair.title for repair in buffer.repairs] == ["Keep 33 packets", "Keep 1 BDP of 40 ms"]


def test_each_repair_keeps_the_buffer_of_the_base() -> None:
    [buffer, *_] = followers(RTTS)
    for repair in buffer.repairs:
        [(path, value)] = repair.fields.items()
        link: dict[str, Any] = {"rate_bps": 10_000_000}
        link["buffer"] = value if path == "bottleneck.buffer" else {"rtt_s": value}
        left = followers(RTTS, {**BASE, "bottleneck": link})
        assert "buffer" not in {each.quantity for each in left}


def test_a_buffer_follows_the_rate_and_only_packets_keep_it() -> None:
    rates = {"path": "bottleneck.rate_bps", "values": {"kind": "list", "values": [5e6, 1e7]}}
    by_quantity = {each.quantity: each for each in followers(rates)}
    assert set(by_quantity) == {"buffer", "bdp", "fair_share"}
    assert by_quantity["fair_share"].sentence == "The fair share follows the rate: 2.5, 5 Mbit/s."
    assert [repair.title for repair in by_quantity["buffer"].repairs] == ["Keep 33 packets"]
    assert by_quantity["fair_share"].repairs == ()


def test_nothing_follows_what_is_varied_itself() -> None:
    sizes = {"path": "bottleneck.buffer.amount", "values": {"kind": "list", "values": [1, 2]}}
    assert followers(sizes) == []
    starts = {"path": "flows.0.start_s", "values": {"kind": "list", "values": [0, 5]}}
    # The early one is alone for 5 s of 60: (5 x 10 + 55 x 5) / 60 on average.
    assert [(each.quantity, each.values) for each in followers(starts)] == [
        ("fair_share", (5, 5.417))
    ]


def test_a_range_is_followed_as_a_list_is() -> None:
    """Its `from` is a word of Python, and has another name there."""
    values = {"kind": "logarithmic", "from": 1e6, "to": 4e6, "count": 2}
    [first, *_] = followers({"path": "bottleneck.rate_bps", "values": values})
    assert first.quantity == "buffer"
