"""The study of FaiRTT's readings: its grid, and what must hold whatever the numbers are."""

import csv
from pathlib import Path
from typing import Any

import pytest

from lab_exec import run_scenario
from lab_model.scenarios import validate_scenario
from lab_research.readings.grid import ALGORITHMS, TOPOLOGIES, Cell, Topology, grid, scenario_of

TABLE = Path(__file__).parents[2] / "research" / "data" / "fairtt-readings.csv"

# Quoted access delays of 15 and 5 ms as end-to-end RTTs, by the reading of the topology.
RTT_MS = {"T1": (15, 5), "T6": (25, 15), "T2": (35, 25), "T3": (50, 30), "T4": (52, 32)}
RTT_MS |= {"T5": (80, 40), "T2 a=10": (30, 25), "T2 a=30": (50, 25)}


@pytest.mark.parametrize("topology", TOPOLOGIES, ids=lambda topology: topology.id)
def test_topologies_have_the_rtts_of_their_reading(topology: Topology) -> None:
    elephant_ms, mouse_ms = RTT_MS[topology.id]
    assert topology.elephant_rtt_s == pytest.approx(elephant_ms / 1000)
    assert topology.mouse_rtt_s == pytest.approx(mouse_ms / 1000)


def test_every_cell_is_a_valid_scenario_with_the_elephant_first() -> None:
    cells = grid()
    assert len(cells) == 8 * 7 * 4
    for cell in cells:
        scenario = scenario_of(cell, 120, "linux")
        assert [group.label for group in scenario.flows] == ["elephant", "mouse"]
        assert scenario.flows[0].rtt_s > scenario.flows[1].rtt_s
        algorithms = [group.algorithm for group in scenario.flows]
        assert algorithms[0] == algorithms[1]


def test_the_committed_table_covers_the_grid_with_twenty_seeds_or_more() -> None:
    with TABLE.open(newline="") as file:
        rows = list(csv.DictReader(file))
    present = {(row["topology"], float(row["loss_ratio"]), row["algorithm"]) for row in rows}
    assert present == {(cell.topology.id, cell.loss_ratio, cell.algorithm.title) for cell in grid()}
    assert all(int(row["ratio_count"]) >= 20 for row in rows)
    assert len({row["core_version"] for row in rows}) == 1


def result_with_buffer(algorithm_index: int, amount_bdp: float) -> dict[str, Any]:
    topology = next(topology for topology in TOPOLOGIES if topology.id == "T2")
    data = scenario_of(Cell(topology, 0.0, ALGORITHMS[algorithm_index]), 60, "linux").model_dump()
    data["bottleneck"]["buffer"]["amount"] = amount_bdp
    return run_scenario(validate_scenario(data), 1)


@pytest.mark.parametrize("algorithm_index", range(len(ALGORITHMS)))
def test_a_buffer_that_never_fills_changes_nothing(algorithm_index: int) -> None:
    # BBR bounds what is in flight by 2 BDP of each flow: ten BDP of buffer are never full.
    ten, hundred = (result_with_buffer(algorithm_index, amount) for amount in (10, 100))
    assert ten["summary"]["dropped_packets"] == 0
    assert ten["series_digest"] == hundred["series_digest"]
    assert ten["summary_digest"] == hundred["summary_digest"]


def fairtt(parameters: dict[str, Any]) -> dict[str, Any]:
    topology = next(topology for topology in TOPOLOGIES if topology.id == "T2")
    data = scenario_of(Cell(topology, 0.0015, ALGORITHMS[0]), 60, "linux").model_dump()
    for flow in data["flows"]:
        flow["algorithm"] = {"name": "fairtt", "parameters": parameters}
    return run_scenario(validate_scenario(data), 3, series=False)


def test_fairtt_without_discount_and_with_an_infinite_threshold_is_bbr2() -> None:
    topology = next(topology for topology in TOPOLOGIES if topology.id == "T2")
    bbr2 = run_scenario(scenario_of(Cell(topology, 0.0015, ALGORITHMS[0]), 60, "linux"), 3)
    same = fairtt({"alpha": "infinite", "gamma_ratio": 1})
    assert same["summary"] == bbr2["summary"]
    other = fairtt({})
    assert other["summary"] != bbr2["summary"]
