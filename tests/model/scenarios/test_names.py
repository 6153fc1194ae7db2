"""Unnamed groups are called by their algorithm, everywhere alike."""

from typing import Any

import pytest

from lab_model.experiments.cells import read_experiment
from lab_model.experiments.number_names import group_counts, group_labels
from lab_model.scenarios import scenario_digest, validate_scenario
from lab_model.scenarios.default_title import title_of
from lab_model.scenarios.group_names import own_labels

BASE: dict[str, Any] = {"duration_s": 10, "bottleneck": {"rate_bps": 10_000_000}}


def scenario_of(*groups: tuple[str, str]) -> dict[str, Any]:
    flows = [{"label": label, "rtt_s": 0.04, "algorithm": {"name": name}} for name, label in groups]
    return {**BASE, "flows": flows}


def labels_of(*groups: tuple[str, str]) -> list[str]:
    return [group.label for group in validate_scenario(scenario_of(*groups)).flows]


def test_an_unnamed_group_has_the_name_of_its_algorithm() -> None:
    assert labels_of(("cubic", ""), ("bbr1", "")) == ["CUBIC", "BBRv1"]


def test_names_are_numbered_only_when_repeated() -> None:
    assert labels_of(("cubic", ""), ("bbr1", ""), ("cubic", "")) == ["CUBIC 1", "BBRv1", "CUBIC 2"]


def test_a_name_that_was_given_stays_and_is_given_once() -> None:
    assert labels_of(("bbr1", "CUBIC"), ("cubic", "")) == ["CUBIC", "CUBIC 1"]


def test_udp_is_called_by_its_traffic() -> None:
    flow = {"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1_000_000}}
    assert validate_scenario({**BASE, "flows": [flow]}).flows[0].label == "UDP"


def test_a_default_name_is_outside_of_the_digest() -> None:
    unnamed, named = scenario_of(("cubic", "")), scenario_of(("cubic", "far"))
    assert scenario_digest(validate_scenario(unnamed)) == scenario_digest(validate_scenario(named))


def test_a_chosen_name_is_no_default() -> None:
    groups = [("cubic", "CUBIC 2"), ("cubic", "far"), ("bbr1", "CUBIC"), ("cubic", "CUBICs")]
    scenario = validate_scenario(scenario_of(*groups))
    assert own_labels(scenario.flows) == ["", "far", "CUBIC", "CUBICs"]


def test_the_name_follows_an_algorithm_that_is_varied() -> None:
    moves = [
        {"path": "flows.0.algorithm.name", "values": {"kind": "list", "values": ["cubic", "bbr1"]}}
    ]
    definition = {
        "base": scenario_of(("cubic", ""), ("cubic", "far")),
        "axes": [{"moves": moves}],
    }
    expansion = read_experiment(definition)
    names = [[group.label for group in cell.flows] for cell in expansion.scenarios()]
    assert names == [["CUBIC", "far"], ["BBRv1", "far"]]
    # It has no name that is right in every cell.
    assert group_labels(expansion.definition) == ["", "far"]
    # A definition that was stored has the names in it, and reads the same.
    again = read_experiment(expansion.definition.to_json())
    assert [cell.flows[0].label for cell in again.scenarios()] == ["CUBIC", "BBRv1"]


def test_the_most_flows_of_a_group_are_those_of_any_cell() -> None:
    def counts(path: str, *values: object) -> list[int]:
        moves = [{"path": path, "values": {"kind": "list", "values": list(values)}}]
        base = scenario_of(("cubic", "near"), ("cubic", "far"))
        return group_counts(read_experiment({"base": base, "axes": [{"moves": moves}]}).definition)

    three = scenario_of(("cubic", "a"), ("bbr1", "b"), ("vegas", "c"))["flows"]
    assert counts("duration_s", 30, 40) == [1, 1]
    assert counts("flows.1.count", 1, 4) == [1, 4]
    assert counts("flows.*.count", 3, 2) == [3, 3]
    assert counts("flows.0", {**three[0], "count": 7}, three[1]) == [7, 1]
    assert counts("flows", three[:1], [three[0], {**three[1], "count": 2}, three[2]]) == [1, 2, 1]


# A scenario without a name is called by its settings.


def _flows(*groups: tuple[str, float, int]) -> list[dict[str, Any]]:
    return [
        {"algorithm": {"name": name}, "rtt_s": rtt_s, "count": count}
        for name, rtt_s, count in groups
    ]


@pytest.mark.parametrize(
    ("flows", "rate_bps", "title"),
    [
        ([("cubic", 0.04, 1)], 10_000_000, "CUBIC, 10 Mbit/s, 40 ms"),
        (
            [("cubic", 0.04, 1), ("bbr2", 0.04, 1)],
            10_000_000,
            "CUBIC and BBRv2, 10 Mbit/s, 40 ms",
        ),
        (
            [("cubic", 0.02, 1), ("cubic", 0.1, 4)],
            2_500_000_000,
            "5 CUBIC, 2.5 Gbit/s, 20 and 100 ms",
        ),
        (
            [("cubic", 0.02, 5), ("bbr1", 0.0325, 1), ("fairtt", 0.2, 1)],
            64_000,
            "5 CUBIC, 1 BBRv1 and 1 FaiRTT, 64 kbit/s, 20 to 200 ms",
        ),
        (
            [("cubic", 0.02, 1), ("bbr1", 0.02, 1), ("bbr2", 0.02, 1), ("vegas", 0.02, 1)],
            1_000_000,
            "4 algorithms, 1 Mbit/s, 20 ms",
        ),
    ],
)
def test_title(flows: list[tuple[str, float, int]], rate_bps: int, title: str) -> None:
    data = {"duration_s": 1, "bottleneck": {"rate_bps": rate_bps}, "flows": _flows(*flows)}
    assert title_of(validate_scenario(data)) == title


def test_what_has_no_algorithm_is_called_by_its_traffic() -> None:
    flows = _flows(("cubic", 0.04, 1))
    flows.append({"rtt_s": 0.04, "traffic": {"kind": "udp", "rate_bps": 1_000_000}})
    data = {"duration_s": 1, "bottleneck": {"rate_bps": 10_000_000}, "flows": flows}
    assert title_of(validate_scenario(data)) == "CUBIC and UDP, 10 Mbit/s, 40 ms"
