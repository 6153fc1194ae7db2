"""`sweep`: an experiment from the command line, on all cores and without a server."""

import argparse
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from lab_cli.kit.output_file import check_writable
from lab_cli.kit.progress import work_progress
from lab_cli.sweep.files import (
    check_modules_for_export,
    write_csv,
    write_json,
    write_latex,
    write_parquet,
    write_zip,
)
from lab_cli.sweep.input import read_sweep
from lab_cli.sweep.predict import (
    add_predict_argument,
    check_predict_alone,
    predict_sweep,
    read_share,
)
from lab_cli.sweep.report import print_results
from lab_cli.sweep.shard import add_shard_argument, check_seeds_are_known, print_part, read_shard
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.experiments.pool import Pool
from lab_exec.experiments.results import SweepResults
from lab_exec.experiments.store import open_store
from lab_exec.experiments.units import (
    FailedUnit,
    Outcome,
    Unit,
    compute,
    missing_units,
    sweep_pool,
)
from lab_exec.parallel import job_count
from lab_model.experiments import Metric, UnknownMetricError, find_metric
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.number_names import labels_and_counts
from lab_model.experiments.precision import first_counts, precision_sentence

DONE: Final = 0
SOME_FAILED: Final = 1
# Default columns of the printed table.
METRICS: Final = (
    "utilisation_ratio",
    "jain_index",
    "mean_1s_jain_index",
    "throughput_ratio",
    "mean_queue_s",
    "retransmit_ratio",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "experiment",
        metavar="EXPERIMENT.json",
        help="an experiment, or a scenario with --vary; - reads stdin",
    )
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="PATH=VALUES",
        help="vary this setting, e.g. flows.0.rtt_s=0.01,0.02 or "
        "bottleneck.buffer.amount=log:0.5:50:9 or bottleneck.delay_s=lin:0:0.01:5; "
        "flows.* stands for every flow group (repeatable)",
    )
    parser.add_argument(
        "--seeds",
        metavar="N",
        help="runs per cell (default: the experiment's, or 5 for a scenario)",
    )
    _add_precision_arguments(parser)
    parser.add_argument(
        "--first-seed",
        metavar="N",
        help="first seed of each cell (default: the experiment's, or 1)",
    )
    add_predict_argument(parser)
    add_shard_argument(parser)
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help="show this metric in the table, in --json and in --latex (repeatable)",
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write one row per run")
    parser.add_argument(
        "--parquet", type=Path, metavar="FILE", help="write the same rows as Parquet"
    )
    parser.add_argument(
        "--zip",
        type=Path,
        metavar="FILE",
        help="write everything, with a description and a citation",
    )
    parser.add_argument(
        "--latex", type=Path, metavar="FILE", help="write a table for a paper (booktabs)"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write definition, estimates and runs"
    )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="keep results here and reuse them (default: EXPERIMENT.json.store; none for a "
        "scenario or stdin)",
    )


def _add_precision_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--precision",
        metavar="METRIC=PERCENT",
        help="add seeds cell by cell until the 95 %% interval of this metric is at most this "
        "many percent to either side, e.g. throughput_ratio=5; --seeds is what every cell "
        "begins with",
    )
    parser.add_argument(
        "--precision-of",
        choices=("mean", "effect"),
        help="with --precision: of the mean of each cell, or of the ratio of each arm to the "
        "baseline, paired by seed (default: the experiment's, or mean)",
    )
    parser.add_argument(
        "--most-seeds", metavar="N", help="with --precision: no cell gets more seeds (default 100)"
    )
    parser.add_argument(
        "--most-runs", metavar="N", help="with --precision: no more runs in all cells together"
    )


def run(arguments: argparse.Namespace) -> int:
    """Computes what is missing, writes the files and prints the table."""
    process_count = job_count(arguments.jobs)
    for name in ("csv", "parquet", "zip", "latex", "json", "store"):
        if (path := getattr(arguments, name)) is not None:
            check_writable(path)
    if arguments.shard is not None:
        return _run_shard(arguments, process_count)
    if arguments.predict is not None:
        read_share(arguments.predict)
        check_predict_alone(arguments)
    sweep = read_sweep(arguments)
    expansion, store_path = sweep.expansion, sweep.store_path
    if arguments.zip is not None:
        check_modules_for_export(sweep.modules)
    metrics = [_metric(name, expansion.definition) for name in arguments.metric or METRICS]
    if store_path is not None:
        check_writable(store_path)
    version, behaviour = core_version(), behaviour_version()
    with open_store(store_path, behaviour, version) as store:
        store.keep_modules(sweep.modules)
        results = SweepResults(expansion, store, version, behaviour, modules=sweep.modules)
        if arguments.predict is not None:
            return predict_sweep(results, arguments, process_count)
        results, failed = _compute_rounds(results, process_count, store_path)
        results = results.with_failed(failed)
        for path, write in (
            (arguments.csv, write_csv),
            (arguments.parquet, write_parquet),
            (arguments.zip, write_zip),
        ):
            if path is not None:
                write(path, results)
        if arguments.latex is not None:
            write_latex(arguments.latex, results, arguments.metric and tuple(arguments.metric))
        if arguments.json is not None:
            write_json(arguments.json, results, metrics)
        print_results(results, metrics)
    return _print_failed(results, failed)


def _run_shard(arguments: argparse.Namespace, process_count: int) -> int:
    """Computes the missing units of one part; its results are for `store merge`."""
    shard = read_shard(arguments)
    sweep = read_sweep(arguments)
    expansion = sweep.expansion
    check_seeds_are_known(expansion)
    version, behaviour = core_version(), behaviour_version()
    with open_store(arguments.store, behaviour, version) as store:
        store.keep_modules(sweep.modules)
        results = SweepResults(expansion, store, version, behaviour, modules=sweep.modules)
        units = shard.units_of(expansion)
        failed = compute_missing(results, process_count, arguments.store, wanted=units)
        print_part(shard, len(units) - len(failed), _different_count(results), arguments.store)
    return _print_failed(results, failed)


def _print_failed(results: SweepResults, failed: list[FailedUnit]) -> int:
    for item in failed:
        print(_failure(results, item), file=sys.stderr)
    return SOME_FAILED if failed else DONE


def _metric(name: str, definition: ExperimentDefinition) -> Metric:
    try:
        return find_metric(name, *labels_and_counts(definition))
    except UnknownMetricError:
        raise InputError(f"--metric is '{name}'; no metric has this name") from None


def _compute_rounds(
    results: SweepResults, process_count: int, store_path: Path | None
) -> tuple[SweepResults, list[FailedUnit]]:
    """Computes what is missing; where a precision is wanted, until no cell gets more seeds.

    The same rounds as those of the service, so that both have the same seeds.
    """
    replications = results.expansion.definition.replications
    if replications.precision is None:
        return results, compute_missing(results, process_count, store_path)
    failed: dict[tuple[int, int], FailedUnit] = {}
    results = replace(results, seed_counts=first_counts(results.expansion.cell_count, replications))
    with sweep_pool(results.expansion, results.modules) as pool:
        while True:
            for item in compute_missing(results, process_count, store_path, pool=pool):
                failed[item.unit.cell_index, item.unit.seed] = item
            found = results.next_round()
            if found is None or (found.next_count <= found.seed_count).all():
                break
            results = replace(results, seed_counts=found.next_count)
    if found is not None:
        print(precision_sentence(found, replications.precision), file=sys.stderr)
    return results, list(failed.values())


def compute_missing(
    results: SweepResults,
    process_count: int,
    store_path: Path | None,
    on_outcome: Callable[[Outcome], object] | None = None,
    pool: Pool | None = None,
    wanted: list[Unit] | None = None,
) -> list[FailedUnit]:
    """Computes what the store does not have yet, of all runs or of those that are `wanted`. Raises
    `KeyboardInterrupt` if it is broken off.
    """
    expansion, store = results.expansion, results.store
    units = _missing(results, wanted)
    unit_count = _different_count(results) if wanted is None else len(wanted)
    failed: list[FailedUnit] = []
    expected_s = sum(unit.expected_s for unit in units)
    with work_progress(len(units), expected_s, unit_count - len(units)) as progress:

        def take(outcome: Outcome) -> None:
            store.add(outcome.found)
            failed.extend(outcome.failed)
            if on_outcome is not None:
                on_outcome(outcome)
            progress(len(outcome.ended), sum(unit.expected_s for unit in outcome.ended))

        with nullcontext(pool) if pool else sweep_pool(expansion, results.modules) as known:
            is_complete = compute(expansion, units, process_count, take, known)
    if not is_complete:
        still_missing = _missing(results, wanted)
        raise KeyboardInterrupt(_interrupted(units, still_missing, store_path))
    return failed


def _missing(results: SweepResults, wanted: list[Unit] | None) -> list[Unit]:
    """The units that the store does not have, the most expensive first."""
    expansion = results.expansion
    known = results.store.known(expansion.seeds)
    if wanted is None:
        return missing_units(expansion, known, results.seed_counts)
    digests = [work.scenario_digest for work in expansion.work]
    return [unit for unit in wanted if (digests[unit.cell_index], unit.seed) not in known]


def _different_count(results: SweepResults) -> int:
    """Units of this round; cells that are equal count once."""
    work, seed_counts = results.expansion.work, results.seed_counts
    if seed_counts is None:
        return len({each.scenario_digest for each in work}) * len(results.expansion.seeds)
    digests = [each.scenario_digest for each in work]
    return sum(dict(zip(digests, seed_counts.tolist(), strict=True)).values())


def _interrupted(units: list[Unit], missing: list[Unit], store_path: Path | None) -> str:
    """The message of an interrupted sweep: the stored units, and the command to continue."""
    if store_path is None:
        return "interrupted: nothing is kept; with --store FILE the next call continues"
    done = len(units) - len(missing)
    return (
        f"interrupted: {done} more runs are kept in '{store_path}', {len(missing)} are missing; "
        "the same command continues"
    )


def _failure(results: SweepResults, failed: FailedUnit) -> str:
    texts = ", ".join(results.expansion.texts(failed.unit.cell_index)) or "the base scenario"
    return (
        f"{texts}, seed {failed.unit.seed} with core {results.core_version} failed: {failed.reason}"
    )
