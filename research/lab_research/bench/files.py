"""`bench --files`: what it costs to write an experiment as a file, by format and size.

The runs are not computed: what one short run gives is stored for every cell and seed, each number
varied a little, so that the files are as long as those of a real experiment. Times are CPU times.
"""

import time
from typing import Any, Final

import numpy as np

from lab_exec import behaviour_version, core_version, run_scenario
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.store import FoundUnit, ResultStore, open_store
from lab_exec.experiments.units import found_unit
from lab_model.experiments import Expansion, read_experiment
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.table import experiment_parts
from lab_research.bench.loads import ARMS

SEED_COUNT: Final = 20
FORMATS: Final = ("zip", "json", "csv", "parquet")
# Buffers and RTTs of each of two algorithms: 240 runs and 4,200.
SIZES: Final = ((3, 2), (15, 7))
_ONE_NUMBER_IN: Final = 0.01
_RANDOM: Final = 1


def measure() -> dict[str, Any]:
    """Prints a table of CPU seconds and megabytes, and returns its numbers."""
    rows = [row for size in SIZES for row in _measure(*size)]
    print(f"{'runs':>8}{'cells':>8}  {'format':<10}{'CPU s':>8}{'MB':>9}")
    for row in rows:
        size_mb = row["byte_count"] / 1e6
        runs, cells = f"{row['run_count']:,}", row["cell_count"]
        print(f"{runs:>8}{cells:>8}  {row['format']:<10}{row['cpu_s']:>8.2f}{size_mb:>9.2f}")
    return {"core_version": core_version(), "files": rows}


def _measure(buffer_count: int, rtt_count: int) -> list[dict[str, Any]]:
    expansion = read_experiment(_definition(buffer_count, rtt_count))
    with open_store(None, behaviour_version(), core_version()) as store:
        _fill(store, expansion)
        results = SweepResults(expansion, store, core_version(), behaviour_version())
        return [_cost(results, wanted) for wanted in FORMATS]


def _cost(results: SweepResults, wanted: str) -> dict[str, Any]:
    exported = ExportedExperiment(
        "Files", results.expansion, results.core_version, results.behaviour_version, results
    )
    # The libraries that a format loads at its first use are not part of the cost of a file.
    next(experiment_parts(wanted, exported))
    began_s = time.process_time()
    byte_count = sum(map(len, experiment_parts(wanted, exported)))
    return {
        "run_count": results.expansion.unit_count,
        "cell_count": results.expansion.cell_count,
        "format": wanted,
        "cpu_s": time.process_time() - began_s,
        "byte_count": byte_count,
    }


def _definition(buffer_count: int, rtt_count: int) -> dict[str, Any]:
    def varied(path: str, first: float, last: float, count: int) -> dict[str, Any]:
        values = {"kind": "linear", "from": first, "to": last, "count": count}
        return {"moves": [{"path": path, "values": values}]}

    algorithms = {"kind": "list", "values": [{"name": name} for name in ARMS]}
    return {
        "base": {
            "duration_s": 2,
            "bottleneck": {"rate_bps": 1e7, "delay_s": 0.005},
            "flows": [
                {"rtt_s": 0.02, "algorithm": {"name": ARMS[0]}},
                {"rtt_s": 0.04, "algorithm": {"name": ARMS[0]}},
            ],
        },
        "axes": [
            varied("bottleneck.buffer.amount", 1, 8, buffer_count),
            varied("flows.1.rtt_s", 0.02, 0.08, rtt_count),
            {"role": "arm", "moves": [{"path": "flows.*.algorithm", "values": algorithms}]},
        ],
        "replications": {"count": SEED_COUNT, "first_seed": 1},
    }


def _fill(store: ResultStore, expansion: Expansion) -> None:
    one = found_unit(run_scenario(expansion.scenario(0), 1, series=False))
    random = np.random.default_rng(_RANDOM)
    for work in expansion.work:
        store.add(
            FoundUnit(
                work.scenario_digest,
                seed,
                one.summary_digest,
                one.names,
                one.numbers * (1 + _ONE_NUMBER_IN * random.standard_normal(one.numbers.size)),
            )
            for seed in expansion.seeds
        )
