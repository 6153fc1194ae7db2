"""`bench --experiment`: what queue and database add to the core's own time.

The same units are computed by two processes of ours without any server, and then as an
experiment by a worker with two processes. The servers and the worker were started beside this
process (`tools.commands.bench_servers`); the worker's log says how much of its CPU time was
simulation, so that a busy machine, which makes everything slower, changes the ratio little.
"""

import json
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select

from lab.context import Context, build_context
from lab.experiments import planning
from lab.models import CoreBuild, Experiment
from lab.settings import load_settings
from lab_cli.kit.tables import print_table
from lab_exec import core_version, run_scenario
from lab_exec.errors import RunFailedError
from lab_model.experiments.cells import Expansion, read_experiment
from lab_model.scenarios import Scenario
from lab_research.bench.loads import ONE, Load, scenario_of
from lab_research.bench.processes import KINDS, cpu_s_below

PROCESS_COUNT: Final = 2
LIMIT_RATIO: Final = 0.15
START_TIMEOUT_S: Final = 60.0
TIMEOUT_S: Final = 600.0
POLL_S: Final = 0.5
# As the worker of the queue `batch` runs (tools.supervisor.services).
NICENESS: Final = 10

_RATE_BPS: Final = 100_000_000
_RATE_STEP_BPS: Final = 1_000_000


@dataclass(frozen=True)
class ExperimentLoad:
    """Cells that differ in their rate, two BBRv2 flows each."""

    title: str
    duration_s: float
    cell_count: int
    seed_count: int


# At some five million packets per second: 500,000 packets, and 10,000.
LOADS: Final = (
    ExperimentLoad("0.1 s", 60.0, 20, 5),
    ExperimentLoad("2 ms", 1.2, 200, 5),
)
WARM_UP_SEED: Final = 1_000


@dataclass(frozen=True)
class Overhead:
    """One load, measured both ways. CPU times are of all processes together."""

    title: str
    unit_count: int
    simulation_cpu_s: float
    """CPU time of run_scenario in the worker's processes."""
    alone_wall_s: float
    experiment_wall_s: float
    """Time from the request to the last number."""
    cpu_s: dict[str, float]
    """While the experiment was computed: worker, PostgreSQL, Valkey."""

    @property
    def cpu_overhead_ratio(self) -> float:
        """CPU time beyond that of the simulations, as a part of it."""
        return sum(self.cpu_s.values()) / self.simulation_cpu_s - 1

    @property
    def wall_overhead_ratio(self) -> float:
        """Wall time beyond that of the processes alone, as a part of it."""
        return self.experiment_wall_s / self.alone_wall_s - 1


def measure(worker_log: Path) -> dict[str, Any]:
    """Measures each load and prints the table."""
    os.nice(NICENESS)
    context = build_context(load_settings(), application_name="lab-bench")
    multiprocess = multiprocessing.get_context("spawn")
    try:
        _wait_for_worker(context)
        with ProcessPoolExecutor(PROCESS_COUNT, multiprocess) as pool:
            measured = [_measure_load(context, pool, load, worker_log) for load in LOADS]
    finally:
        context.close()
    _print(measured)
    return {
        "core_version": core_version(),
        "process_count": PROCESS_COUNT,
        "limit_ratio": LIMIT_RATIO,
        "loads": [
            {
                **asdict(overhead),
                "cpu_overhead_ratio": overhead.cpu_overhead_ratio,
                "wall_overhead_ratio": overhead.wall_overhead_ratio,
            }
            for overhead in measured
        ],
    }


def _wait_for_worker(context: Context) -> None:
    """Until its processes have imported everything and have said which core they have."""
    deadline_s = time.monotonic() + START_TIMEOUT_S
    while True:
        with context.sessions() as session:
            if session.scalar(select(CoreBuild.core_version).limit(1)) is not None:
                return
        if time.monotonic() > deadline_s:
            raise RunFailedError(f"The worker was not ready after {START_TIMEOUT_S:.0f} s")
        time.sleep(POLL_S)


def _measure_load(
    context: Context, pool: ProcessPoolExecutor, load: ExperimentLoad, worker_log: Path
) -> Overhead:
    # The lab plans by the speed of batches that it has done: let there be some of this kind.
    _compute_as_experiment(context, read_experiment(_definition(load, WARM_UP_SEED, 1)))
    expansion = read_experiment(_definition(load, 1, load.seed_count))
    started_s = time.perf_counter()
    units = [(scenario, seed) for seed in expansion.seeds for scenario in expansion.scenarios()]
    for _ in pool.map(_simulate, *zip(*units, strict=True)):
        pass
    alone_wall_s = time.perf_counter() - started_s
    before = cpu_s_below(os.getppid())
    logged_before_s = _logged_simulation_s(worker_log)
    experiment_wall_s = _compute_as_experiment(context, expansion)
    after = cpu_s_below(os.getppid())
    return Overhead(
        title=load.title,
        unit_count=expansion.unit_count,
        simulation_cpu_s=_logged_simulation_s(worker_log) - logged_before_s,
        alone_wall_s=alone_wall_s,
        experiment_wall_s=experiment_wall_s,
        cpu_s={kind: after[kind] - before[kind] for kind in KINDS},
    )


def _logged_simulation_s(worker_log: Path) -> float:
    """What the worker has written at the end of each batch until now."""
    seconds = 0.0
    for line in worker_log.read_text(errors="replace").splitlines():
        if '"batch_done"' in line:
            seconds += json.loads(line)["simulation_cpu_s"]
    return seconds


def _definition(load: ExperimentLoad, first_seed: int, seed_count: int) -> dict[str, Any]:
    base = scenario_of(Load(ONE, 2, _RATE_BPS), load.duration_s)
    rates_bps = [_RATE_BPS + index * _RATE_STEP_BPS for index in range(load.cell_count)]
    move = {"path": "bottleneck.rate_bps", "values": {"kind": "list", "values": rates_bps}}
    return {
        "version": 1,
        "name": "bench",
        "base": base.model_dump(mode="json"),
        "axes": [{"label": "Rate", "moves": [move]}],
        "replications": {"count": seed_count, "first_seed": first_seed},
    }


def _simulate(scenario: Scenario, seed: int) -> None:
    run_scenario(scenario, seed, series=False)


def _compute_as_experiment(context: Context, expansion: Expansion) -> float:
    """Wall seconds from its creation to its end."""
    with context.sessions.begin() as session:
        experiment = Experiment(
            name="bench",
            searched_text="",
            kept_definition=expansion.definition.model_dump(mode="json", by_alias=True),
            first_seed=expansion.seeds.start,
            replication_count=len(expansion.seeds),
        )
        planning.create(session, experiment, expansion.work)
    deadline_s = time.monotonic() + TIMEOUT_S
    while (state := _state(context, experiment.id)).finished_at is None:
        if time.monotonic() > deadline_s:
            raise RunFailedError(f"The experiment was not done after {TIMEOUT_S:.0f} s")
        time.sleep(POLL_S)
    if state.done_count != expansion.unit_count or state.stored_count:
        raise RunFailedError(
            f"Of {expansion.unit_count} units {state.done_count} were done and "
            f"{state.stored_count} of them were there before"
        )
    # The worker's last words are written a moment after its last transaction.
    time.sleep(POLL_S)
    return (state.finished_at - state.created_at).total_seconds()


def _state(context: Context, experiment_id: UUID) -> Experiment:
    with context.sessions() as session:
        return session.get_one(Experiment, experiment_id)


def _print(measured: list[Overhead]) -> None:
    rows = [
        [
            overhead.title,
            str(overhead.unit_count),
            f"{overhead.simulation_cpu_s:.2f}",
            *(f"{overhead.cpu_s[kind]:.2f}" for kind in KINDS),
            f"{overhead.cpu_overhead_ratio:.1%}",
            f"{overhead.alone_wall_s:.2f}",
            f"{overhead.experiment_wall_s:.2f}",
            f"{overhead.wall_overhead_ratio:.1%}",
        ]
        for overhead in measured
    ]
    header = [
        "cells of",
        "units",
        "simulation CPU s",
        "worker",
        "PostgreSQL",
        "Valkey",
        "CPU added",
    ]
    header += ["wall s alone", "as experiment", "wall added"]
    caption = (
        f"{PROCESS_COUNT} processes at niceness {NICENESS}; limit for cells of 0.1 s "
        f"{LIMIT_RATIO:.0%}; simulation is part of worker; core {core_version()}"
    )
    print_table("What queue and database add to an experiment", header, rows, caption)
