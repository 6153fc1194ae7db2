"""Every run that was accepted is done, once, with the numbers that it has without a storm."""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from lab.packets.schemas import PacketColumns
from lab.packets.service import MAX_EVENTS
from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.packet_codec import decode, encode
from lab_model.scenarios import Scenario
from tests.support.causes import explain
from tests.support.processes import wait_until
from tools.servers import PostgresServer
from tools.testing.running_lab import RunningLab, running_lab

from .conftest import LabClient
from .elsewhere import SETTINGS, Elsewhere, Tab
from .storm import (
    EXPLAINED_REST,
    FAULTS_BY_SORT,
    FLOWS,
    RUNS_PER_WINDOW,
    UP_OPTIONS,
    Accepted,
    Storm,
    drawn_faults,
    print_table,
    say,
)
from .test_killed_experiments import definition, undisturbed_table

RUN_COUNT = int(os.environ.get("LAB_STORM_RUNS", "1000"))
FAULT_COUNT = int(os.environ.get("LAB_STORM_FAULTS", "100"))
SEED = int(os.environ.get("LAB_STORM_SEED", "0"))
SHORT: Final = (20, len(FAULTS_BY_SORT))
RUNS_PER_EXPERIMENT_SEED: Final = 50

# What must not be there once everything is over, by what it would be.
ORPHANS: Final = {
    "unfinished results": "SELECT count(*) FROM result WHERE done_at IS NULL",
    "results that no run holds": "SELECT count(*) FROM result WHERE NOT EXISTS"
    " (SELECT FROM run WHERE run.result_id = result.id)",
    "chunks of unfinished results": "SELECT count(*) FROM series_chunk JOIN result"
    " ON result.id = result_id WHERE done_at IS NULL",
    "tails of chunks": "SELECT count(*) FROM series_tail",
    "runs that are open": "SELECT count(*) FROM run WHERE status IN ('queued', 'running')",
    "batches that are open": "SELECT count(*) FROM experiment_batch"
    " WHERE status IN ('queued', 'running')",
    "windows that are open": "SELECT count(*) FROM packet_window"
    " WHERE status IN ('queued', 'running')",
    "windows that failed": "SELECT count(*) FROM packet_window WHERE status = 'failed'",
    "runs with another number of ends than one": "SELECT count(*) FROM run WHERE 1 <>"
    " (SELECT count(*) FROM run_event WHERE run_id = run.id AND kind = 'end')",
    "runs whose samples are not whole": "SELECT count(*) FROM run JOIN result"
    " ON result.id = result_id WHERE result.sample_count <> (SELECT sum(sample_count)"
    " FROM series_chunk WHERE result_id = result.id AND subject = 'link' AND subject_index = 0)",
}


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[RunningLab]:
    with running_lab(tmp_path, *UP_OPTIONS, settings=SETTINGS) as lab:
        yield lab


@pytest.mark.storm
@pytest.mark.timeout(14_400)
def test_storm_costs_nothing_that_was_promised(lab: RunningLab, tmp_path: Path) -> None:
    # The person who starts it sees the seed, and can have the same faults again.
    seed = SEED or random.randrange(1, 2**31)
    weather(lab, tmp_path, RUN_COUNT, FAULT_COUNT, seed)


@pytest.mark.drill
def test_short_storm_costs_nothing_that_was_promised(lab: RunningLab, tmp_path: Path) -> None:
    weather(lab, tmp_path, *SHORT, seed=1)


@pytest.mark.parametrize("seed", range(20))
def test_every_sort_of_fault_comes_and_none_twice_before_all(seed: int) -> None:
    every = {fault for sort in FAULTS_BY_SORT for fault in sort}
    for count in range(len(FAULTS_BY_SORT), 2 * len(every) + 1):
        drawn = drawn_faults(random.Random(seed), count)
        assert len(drawn) == count
        assert all(set(sort) & set(drawn) for sort in FAULTS_BY_SORT)
        assert len(set(drawn)) == min(count, len(every))
        assert max(map(drawn.count, every)) == -(-count // len(every))


def weather(lab: RunningLab, folder: Path, run_count: int, fault_count: int, seed: int) -> None:
    """Go through a storm, and look at everything afterwards."""
    say(f"\n{run_count} runs, {fault_count} faults, seed {seed}")
    elsewhere = Elsewhere(lab, folder / "elsewhere.log")
    (folder / "tab").mkdir()
    tab = Tab(folder / "tab")
    storm = Storm(lab, elsewhere, tab, run_count, fault_count, seed)
    wanted = definition(first_seed=1)
    wanted["replications"]["count"] = max(2, run_count // RUNS_PER_EXPERIMENT_SEED)
    definitions = [wanted, precise_definition(first_seed=1001)]
    started_s = time.monotonic()
    elsewhere.start()
    try:
        asyncio.run(storm.blow(definitions))
        assert elsewhere.is_running(), (folder / "elsewhere.log").read_text()
    finally:
        elsewhere.end()
        tab.end()
        say(f"over after {time.monotonic() - started_s:.0f} s")
        print_table(storm)
    _judge_runs(storm)
    _judge_windows(storm)
    _judge_chains(storm)
    assert elsewhere.line().split()[1] == "valid", elsewhere.line()
    for each, experiment in zip(definitions, storm.experiments, strict=True):
        _judge_experiment(lab, folder, each, experiment)
    # What the worker elsewhere has sent is still being computed again.
    wait_until(lambda: not _orphans(lab))
    assert _wrong(lab) == 0
    units = sum(each["progress"]["unit_count"] for each in storm.experiments)
    say(f"{len(storm.accepted)} runs and {units} units done once, digests equal")


def precise_definition(first_seed: int) -> dict[str, Any]:
    """The same cells, which get seeds in rounds until an interval is narrow or the budget ends."""
    wanted = definition(first_seed)
    precision = {
        "metric": "throughput_ratio",
        "within_ratio": 0.02,
        "most_count": 8,
        "most_unit_count": 60,
    }
    wanted["name"] = "drill with a precision"
    wanted["replications"] = {"count": 3, "first_seed": first_seed, "precision": precision}
    return wanted


def _judge_experiment(
    lab: RunningLab, folder: Path, wanted: dict[str, Any], experiment: dict[str, Any]
) -> None:
    """Every unit once, with the numbers, and of a precision the seeds, of a sweep undisturbed."""
    progress = experiment["progress"]
    assert experiment["status"] == "done"
    assert (progress["done_count"], progress["failed_count"]) == (progress["unit_count"], 0)
    if wanted["replications"].get("precision") is not None:
        begun = wanted["replications"]["count"] * experiment["cell_count"]
        assert progress["unit_count"] > begun, "no round of further seeds went through the storm"
    table = LabClient(lab).table_of(experiment["id"])
    assert table == undisturbed_table(folder, wanted)


def _judge_runs(storm: Storm) -> None:
    assert storm.errors == []
    assert len(storm.accepted) >= storm.run_count
    statuses = {run_id: each.run["status"] for run_id, each in storm.accepted.items()}
    assert {run_id: status for run_id, status in statuses.items() if status != "done"} == {}
    for run_id, each in storm.accepted.items():
        assert each.numbers == list(range(1, len(each.numbers) + 1)), f"events of {run_id}"
        assert each.kinds.count("end") == 1, f"ends of {run_id}"
    cases = [(each.scenario, each.seed) for each in storm.accepted.values()]
    found = [
        (each.run["result"]["series_digest"], each.run["result"]["summary_digest"])
        for each in storm.accepted.values()
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        assert list(pool.map(_undisturbed, cases, chunksize=4)) == found


def _judge_windows(storm: Storm) -> None:
    """Packets that were asked for are those of the run, all of them."""
    seen = [each for each in storm.accepted.values() if each.window is not None]
    wanted = [each for each in storm.accepted.values() if each.seed % RUNS_PER_WINDOW == 0]
    assert len(seen) == len(wanted) > 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for each, events in zip(seen, pool.map(_undisturbed_packets, seen), strict=True):
            assert each.window is not None
            assert each.window.events == events, f"packets of run {each.run['id']}"
            assert events["time_s"] != []


def _judge_chains(storm: Storm) -> None:
    """The explanations that are stored are those of the run."""
    seen = [each for each in storm.accepted.values() if each.chains is not None]
    wanted = [
        each for each in storm.accepted.values() if each.seed % RUNS_PER_WINDOW == EXPLAINED_REST
    ]
    assert len(seen) == len(wanted) > 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for each, chains in zip(seen, pool.map(_undisturbed_chains, seen), strict=True):
            assert each.chains == chains, f"causes of run {each.run['id']}"


def _undisturbed_chains(each: Accepted) -> list[dict[str, Any]]:
    chains = explain(each.scenario, each.run["seed"]).chains
    return [chains[index].model_dump(mode="json") for index in FLOWS]


def _undisturbed_packets(each: Accepted) -> dict[str, Any]:
    """What the core records without any server."""
    assert each.window is not None
    found: list[PacketEvents] = []
    window = PacketWindow(each.window.from_s, each.window.to_s, MAX_EVENTS)
    scenario = Scenario.model_validate(each.scenario)
    run_scenario(scenario, each.run["seed"], watch=PacketWatch(window, found.append))
    columns = decode(encode(found[0].columns()))
    return PacketColumns.model_validate(columns).model_dump(mode="json")


def _undisturbed(case: tuple[dict[str, Any], int]) -> tuple[str, str]:
    """What the core gives without any server."""
    result = run_scenario(Scenario.model_validate(case[0]), case[1])
    return result["series_digest"], result["summary_digest"]


def _connected(lab: RunningLab) -> psycopg.Connection[tuple[Any, ...]]:
    address = PostgresServer(lab.data_dir).url.replace("postgresql+psycopg://", "postgresql://")
    return psycopg.connect(address)


def _wrong(lab: RunningLab) -> int:
    """Runs and units of workers elsewhere that a local worker has found to be others."""
    with _connected(lab) as connection:
        query = (
            "SELECT (SELECT count(*) FROM remote_run WHERE NOT is_equal)"
            " + (SELECT count(*) FROM remote_unit WHERE NOT is_equal)"
            " + (SELECT count(*) FROM worker_token WHERE distrusted_at IS NOT NULL)"
        )
        (count,) = connection.execute(query).fetchone() or (1,)
        return int(count)


def _orphans(lab: RunningLab) -> dict[str, int]:
    """What should not be in the database, where there is any of it."""
    with _connected(lab) as connection:
        counts = {
            name: connection.execute(query.encode()).fetchone() for name, query in ORPHANS.items()
        }
    return {name: row[0] for name, row in counts.items() if row is None or row[0] != 0}
