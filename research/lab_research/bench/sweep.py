"""`bench --sweep`: what a sweep costs beyond the core, by the length of its runs.

The sweep is computed as `./lab sweep` does it: by processes of ours, into a store in a file, with
the table of its estimates. All CPU time of this process and of its children is counted, and that
of the core in it by each thread that was in the core. So both are of the same run, and a machine
that is busy with other things changes their ratio little.
"""

import contextlib
import io
import resource
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.tables import ABSENT, print_table
from lab_cli.sweep.command import METRICS, compute_missing
from lab_cli.sweep.report import print_results
from lab_exec import behaviour_version, core_cpu_s, core_version, run_scenario
from lab_exec.errors import RunFailedError
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.store import open_store
from lab_exec.experiments.units import Outcome
from lab_exec.parallel import job_count
from lab_model.experiments import Expansion, find_metric, read_experiment
from lab_research.bench.loads import ONE, Load, scenario_of

_RATE_BPS: Final = 100_000_000
_RATE_STEP_BPS: Final = 1_000_000
_LOAD: Final = Load(ONE, 2, _RATE_BPS)
_CALIBRATION_S: Final = 20.0
_LEAST_DURATION_S: Final = 0.2
_MOST_DURATION_S: Final = 1_000.0


@dataclass(frozen=True)
class SweepLoad:
    """Cells that differ in their rate, two BBRv2 flows each."""

    run_core_s: float
    """CPU seconds of the core that a run is to take; the simulated time follows from it."""
    cell_count: int
    seed_count: int
    gate_ratio: float | None
    """What may be added to the core, as a part of it."""


LOADS: Final = (
    SweepLoad(1.0, 8, 3, 0.05),
    SweepLoad(0.1, 40, 5, 0.10),
    SweepLoad(0.01, 100, 5, None),
)


WARM_UP: Final = SweepLoad(0.01, 2, 1, None)
"""This process loads what a sweep needs, once, before anything is measured."""


@dataclass(frozen=True)
class SweepCost:
    """One sweep, all CPU times in seconds."""

    run_count: int
    process_count: int
    core_cpu_s: float
    unit_cpu_s: float
    """In the processes, around each run: its scenario, its result, their digests and numbers."""
    loading_cpu_s: float
    """CPU time until each process could take its first run: spent once, however many runs there
    are."""
    total_cpu_s: float
    """CPU time of this process and its children."""

    @property
    def run_core_s(self) -> float:
        """Core time of one run, on average."""
        return self.core_cpu_s / self.run_count

    @property
    def rest_cpu_s(self) -> float:
        """Messages between the processes, the store, the table."""
        return self.total_cpu_s - self.core_cpu_s - self.unit_cpu_s - self.loading_cpu_s

    @property
    def added_ratio(self) -> float:
        """What each run adds to the core, as a part of it."""
        return (self.unit_cpu_s + self.rest_cpu_s) / self.core_cpu_s

    @property
    def added_with_loading_ratio(self) -> float:
        """As `added_ratio`, with the time that the processes of this sweep took to load."""
        return self.total_cpu_s / self.core_cpu_s - 1


def measure() -> dict[str, Any]:
    """Measures each load and prints the table."""
    process_count = job_count(None)
    measure_load(WARM_UP, process_count)
    measured = [(load, measure_load(load, process_count)) for load in LOADS]
    _print(measured)
    return {
        "core_version": core_version(),
        "loads": [
            {
                **asdict(cost),
                "run_core_s": cost.run_core_s,
                "rest_cpu_s": cost.rest_cpu_s,
                "gate_ratio": load.gate_ratio,
                "added_ratio": cost.added_ratio,
                "added_with_loading_ratio": cost.added_with_loading_ratio,
            }
            for load, cost in measured
        ],
    }


def measure_load(load: SweepLoad, process_count: int) -> SweepCost:
    """Computes one sweep. Raises `RunFailedError` if one of its runs failed."""
    expansion = _expansion(load, _duration_s(load.run_core_s))
    outcomes: list[Outcome] = []
    version, behaviour = core_version(), behaviour_version()
    with tempfile.TemporaryDirectory(prefix="lab-bench-") as folder:
        before_s = _cpu_s()
        path = Path(folder) / "sweep.store"
        with open_store(path, behaviour, version) as store:
            results = SweepResults(expansion, store, version, behaviour)
            failed = compute_missing(results, process_count, path, outcomes.append)
            with contextlib.redirect_stdout(io.StringIO()):
                print_results(results, [find_metric(name, ["Flows"]) for name in METRICS])
        total_s = _cpu_s() - before_s
    if failed:
        raise RunFailedError(f"{len(failed)} runs of the sweep failed: {failed[0].reason}")
    costs = [cost for outcome in outcomes for cost in outcome.costs]
    loading_s = {outcome.process_id: outcome.loading_cpu_s for outcome in outcomes}
    core_s = sum(cost.core_cpu_s for cost in costs)
    return SweepCost(
        run_count=len(costs),
        process_count=len(loading_s),
        core_cpu_s=core_s,
        unit_cpu_s=sum(cost.cpu_s for cost in costs) - core_s,
        loading_cpu_s=sum(loading_s.values()),
        total_cpu_s=total_s,
    )


def _duration_s(run_core_s: float) -> float:
    """The simulated duration of a run that takes this much core time on this machine now."""
    before_s = core_cpu_s()
    run_scenario(scenario_of(_LOAD, _CALIBRATION_S), 1, series=False)
    duration_s = run_core_s / (core_cpu_s() - before_s) * _CALIBRATION_S
    return round(min(max(duration_s, _LEAST_DURATION_S), _MOST_DURATION_S), 1)


def _expansion(load: SweepLoad, duration_s: float) -> Expansion:
    rates_bps = [_RATE_BPS + index * _RATE_STEP_BPS for index in range(load.cell_count)]
    move = {"path": "bottleneck.rate_bps", "values": {"kind": "list", "values": rates_bps}}
    return read_experiment(
        {
            "version": 1,
            "name": "bench",
            "base": scenario_of(_LOAD, duration_s).model_dump(mode="json"),
            "axes": [{"label": "Rate", "moves": [move]}],
            "replications": {"count": load.seed_count, "first_seed": 1},
        }
    )


def _cpu_s() -> float:
    """CPU seconds of this process and of its children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _print(measured: list[tuple[SweepLoad, SweepCost]]) -> None:
    rows = [
        [
            f"{cost.run_core_s:.3g}",
            str(cost.run_count),
            f"{cost.core_cpu_s:.2f}",
            f"{cost.unit_cpu_s:.2f}",
            f"{cost.rest_cpu_s:.2f}",
            f"{cost.added_ratio:.1%}",
            ABSENT if load.gate_ratio is None else f"{load.gate_ratio:.0%}",
            f"{cost.loading_cpu_s:.2f} of {cost.process_count}",
            f"{cost.added_with_loading_ratio:.1%}",
        ]
        for load, cost in measured
    ]
    header = ["core s a run", "runs", "core CPU s", "around runs", "messages, store", "added"]
    header += ["gate", "loading", "with loading"]
    caption = (
        "CPU seconds of all processes; loading: once for each, whatever it computes; "
        f"core {core_version()}"
    )
    print_table("What a sweep adds to the core", header, rows, caption)
