"""`bench --tails`: the cost of showing the curves of a run while it is computed.

Each load is computed by the worker's own code with tails and without, in turns, in this process.
PostgreSQL was started beside it (`tools.commands.bench_servers`). CPU times are of both together,
so that a busy machine, which makes everything slower, changes the ratio little.
"""

import math
import os
import statistics
import time
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sqlalchemy import func, select

from lab.models import RunEvent
from lab.runs import service
from lab.runs.schemas import RunCreate
from lab.settings import load_settings
from lab_cli.kit.tables import print_table
from lab_exec import core_version
from lab_exec.errors import RunFailedError
from lab_research.bench.loads import ONE, Load, scenario_of
from lab_research.bench.processes import cpu_s_below
from lab_worker.process import WorkerProcess, open_process
from lab_worker.runs.execute import execute

REPETITIONS: Final = 3
LIMIT_RATIO: Final = 0.08
"""The share that the worker gives tails (lab_worker.runs.reporter), and what PostgreSQL adds."""


@dataclass(frozen=True)
class TailLoad:
    """BBRv2 flows that share a link of 1 Gbit/s."""

    flow_count: int
    duration_s: float
    sample_interval_s: float


LOADS: Final = (
    TailLoad(2, 60.0, 0.1),
    TailLoad(100, 60.0, 0.1),
    TailLoad(1_000, 20.0, 0.1),
    TailLoad(10_000, 10.0, 0.1),
)


@dataclass(frozen=True)
class Measured:
    """One load: medians over the repetitions."""

    flow_count: int
    duration_s: float
    plain_cpu_s: float
    watched_cpu_s: float
    plain_wall_s: float
    watched_wall_s: float
    step_count: int
    """How often the curves grew in the watched run."""
    ratios: list[float]
    """CPU time with tails over that without, pair by pair."""

    @property
    def added_ratio(self) -> float:
        """The median of what tails add, as a part of the time without."""
        return statistics.median(self.ratios) - 1


def measure() -> dict[str, Any]:
    """Measures each load and prints the table."""
    process = open_process(load_settings())
    try:
        measured = [_measure_load(process, load) for load in LOADS]
    finally:
        process.context.close()
    _print(measured)
    return {
        "core_version": core_version(),
        "limit_ratio": LIMIT_RATIO,
        "loads": [{**asdict(item), "added_ratio": item.added_ratio} for item in measured],
    }


def _measure_load(process: WorkerProcess, load: TailLoad) -> Measured:
    _run(process, load, has_tails=True)  # what a process prepares once is no part of a run
    pairs = []
    for repetition in range(REPETITIONS):
        order = (True, False) if repetition % 2 else (False, True)
        pairs.append({has_tails: _run(process, load, has_tails=has_tails) for has_tails in order})
    middle = {
        has_tails: [statistics.median(column) for column in zip(*rows, strict=True)]
        for has_tails, rows in (
            (has_tails, [pair[has_tails] for pair in pairs]) for has_tails in (False, True)
        )
    }
    return Measured(
        flow_count=load.flow_count,
        duration_s=load.duration_s,
        plain_cpu_s=middle[False][0],
        watched_cpu_s=middle[True][0],
        plain_wall_s=middle[False][1],
        watched_wall_s=middle[True][1],
        step_count=int(middle[True][2]),
        ratios=[pair[True][0] / pair[False][0] for pair in pairs],
    )


def _run(process: WorkerProcess, load: TailLoad, *, has_tails: bool) -> tuple[float, float, int]:
    """CPU and wall seconds of one run, and in how many steps its samples came."""
    interval_s = load_settings().tail_interval_s if has_tails else math.inf
    settings = process.context.settings.model_copy(update={"tail_interval_s": interval_s})
    worker = replace(process, context=replace(process.context, settings=settings))
    shape = Load(ONE, load.flow_count, 1_000_000_000)
    scenario = scenario_of(shape, load.duration_s, load.sample_interval_s)
    with process.context.sessions.begin() as session:
        run_id = service.create(session, None, RunCreate(scenario=scenario)).id
    began_s, began_cpu_s = time.monotonic(), _cpu_s()
    execute(worker, run_id)
    cpu_s, wall_s = _cpu_s() - began_cpu_s, time.monotonic() - began_s
    with process.context.sessions.begin() as session:
        steps = select(func.count(RunEvent.sample_count.distinct())).where(
            RunEvent.run_id == run_id, RunEvent.sample_count > 0
        )
        step_count = session.scalar(steps) or 0
        if service.read(session, run_id).status != "done":
            raise RunFailedError(f"The run with {load.flow_count} flows was not done")
        # The same work again would be answered from what is stored.
        service.delete(session, None, run_id)
    return cpu_s, wall_s, step_count


def _cpu_s() -> float:
    return time.process_time() + cpu_s_below(os.getppid())["postgres"]


def _print(measured: list[Measured]) -> None:
    rows = [
        [
            str(item.flow_count),
            f"{item.duration_s:g}",
            f"{item.plain_cpu_s:.2f}",
            f"{item.watched_cpu_s:.2f}",
            f"{item.added_ratio:.1%}",
            f"{min(item.ratios) - 1:.1%} to {max(item.ratios) - 1:.1%}",
            f"{item.plain_wall_s:.2f}",
            f"{item.watched_wall_s:.2f}",
            str(item.step_count),
        ]
        for item in measured
    ]
    header = ["flows", "simulated s", "CPU s without", "with", "added", "pairs"]
    header += ["wall s without", "with", "steps"]
    caption = (
        f"worker and PostgreSQL; {REPETITIONS} pairs in turns, medians; limit {LIMIT_RATIO:.0%}; "
        f"steps: how often the curves grew; core {core_version()}"
    )
    print_table("What it costs that curves can be watched", header, rows, caption)
