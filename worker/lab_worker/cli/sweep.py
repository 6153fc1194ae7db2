"""`sweep`: a scenario over the values of one setting, N seeds each, on all cores."""

import argparse
import csv
import io
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab.scenarios import LIMITS, Scenario
from lab_worker.cli.axis import Axis, parse_axis, with_value
from lab_worker.cli.errors import InputError
from lab_worker.cli.output_file import check_writable, whole_file
from lab_worker.cli.parallel import Job, job_count, run_all
from lab_worker.cli.progress import run_count_progress
from lab_worker.cli.scenario_input import read_scenario_data, read_seed, scenario_from_data
from lab_worker.cli.statistics import Estimate, estimate
from lab_worker.cli.tables import print_table, shown_estimate

MAX_RUNS: Final = 100_000
# Groups whose rates have their own columns.
MAX_GROUPS_SHOWN: Final = 16

# Key in the summary, heading, factor, digits.
METRICS: Final = (
    ("utilisation_ratio", "utilisation %", 100, 2),
    ("jain_index", "Jain", 1, 4),
    ("mean_1s_jain_index", "Jain of 1 s", 1, 4),
    ("throughput_ratio", "ratio 0/1", 1, 3),
    ("mean_queue_s", "mean queue ms", 1000, 2),
    ("retransmit_ratio", "retransmitted %", 100, 3),
)


@dataclass(frozen=True)
class Run:
    """One run of a sweep."""

    value_index: int
    """In the values of the axis."""
    seed: int
    result: dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("scenario", metavar="SCENARIO.json", help="a scenario; - reads stdin")
    parser.add_argument(
        "--vary",
        required=True,
        metavar="PATH=VALUES",
        help="e.g. flows.0.rtt_s=0.01,0.02 or bottleneck.buffer.amount=log:0.5:50:9 or "
        "bottleneck.delay_s=lin:0:0.01:5; flows.* is every flow group",
    )
    parser.add_argument("--seeds", default="5", metavar="N", help="runs per value (default 5)")
    parser.add_argument(
        "--first-seed", default="1", metavar="N", help="seeds count up from here (default 1)"
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="one row per run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all results and the table")


def run(arguments: argparse.Namespace) -> int:
    """Runs all cells and prints the table."""
    process_count = job_count(arguments.jobs)
    seeds = _seeds(arguments.seeds, arguments.first_seed)
    for path in (arguments.csv, arguments.json):
        if path is not None:
            check_writable(path)
    data = read_scenario_data(arguments.scenario)
    axis = parse_axis(arguments.vary, scenario_from_data(data))
    jobs = _jobs(data, axis, seeds)
    with run_count_progress(len(jobs)) as on_done:
        done = run_all(jobs, process_count, on_done)
    runs = [Run(job.key, job.seed, result) for job, result in done]
    if arguments.csv is not None:
        _write_csv(arguments.csv, axis, runs)
    if arguments.json is not None:
        _write_json(arguments.json, data, axis, seeds, runs)
    _print(axis, runs, len(seeds))
    return 0


def _seeds(count_text: str, first_text: str) -> list[int]:
    first = read_seed(first_text)
    if not count_text.isdigit() or not 1 <= int(count_text) <= MAX_RUNS:
        raise InputError(
            f"--seeds is '{count_text}'; it must be a whole number from 1 to {MAX_RUNS}"
        )
    seeds = list(range(first, first + int(count_text)))
    if seeds[-1] > LIMITS.max_seed:
        raise InputError(f"--seeds leads to seed {seeds[-1]}; it must be at most {LIMITS.max_seed}")
    return seeds


def _jobs(data: Any, axis: Axis, seeds: list[int]) -> list[Job[int]]:
    if len(axis.values) * len(seeds) > MAX_RUNS:
        count = len(axis.values) * len(seeds)
        raise InputError(f"The sweep has {count} runs; it must have at most {MAX_RUNS}")
    scenarios: list[Scenario] = []
    messages: list[str] = []
    for value in axis.values:
        try:
            scenarios.append(scenario_from_data(with_value(data, axis.path, value)))
        except InputError as error:
            messages += [f"With {axis.path} = {value}: {message}" for message in error.messages]
    if messages:
        raise InputError(*messages)
    return [Job(index, item, seed) for index, item in enumerate(scenarios) for seed in seeds]


def numbers_of(result: dict[str, Any]) -> dict[str, float | None]:
    """The summary of a result, with the mean queue also as time and rates per flow group."""
    summary: dict[str, float | None] = dict(result["summary"])
    queue_bytes = summary["mean_queue_bytes"]
    rate_bps = result["link"]["rate_bps"]
    summary["mean_queue_s"] = None if queue_bytes is None else queue_bytes * 8 / rate_bps
    groups: dict[int, list[dict[str, Any]]] = {}
    for flow in result["flows"]:
        groups.setdefault(flow["group_index"], []).append(flow)
    for index in sorted(groups)[:MAX_GROUPS_SHOWN]:
        for metric in ("throughput_bps", "goodput_bps", "mean_rtt_s"):
            known = [flow[metric] for flow in groups[index] if flow[metric] is not None]
            name = f"group_{index}_{metric}"
            summary[name] = math.fsum(known) / len(known) if known else None
    return summary


def _estimates(runs: list[Run], value_index: int) -> dict[str, Estimate]:
    numbers = [numbers_of(run.result) for run in runs if run.value_index == value_index]
    return {key: estimate(item[key] for item in numbers) for key, *_ in METRICS}


def _print(axis: Axis, runs: list[Run], seed_count: int) -> None:
    rows = []
    for index, value in enumerate(axis.values):
        estimates = _estimates(runs, index)
        cells = [
            shown_estimate(_scaled(estimates[key], factor), digits)
            for key, _, factor, digits in METRICS
        ]
        rows.append([str(value), *cells])
    window = runs[0].result["window"]
    caption = (
        f"Mean over {seed_count} seeds ± half of the 95 % Student-t interval; window "
        f"{window['start_s']:g} to {window['end_s']:g} s; core {runs[0].result['core_version']}"
    )
    print_table(f"Over {axis.path}", [axis.path, *(name for _, name, *_ in METRICS)], rows, caption)


def _scaled(value: Estimate, factor: float) -> Estimate:
    return Estimate(
        value.count,
        value.mean * factor,
        value.standard_deviation * factor,
        value.half_width * factor,
        value.minimum * factor,
        value.maximum * factor,
    )


def _write_csv(path: Path, axis: Axis, runs: list[Run]) -> None:
    """One row per run: the value, the seed, what identifies the result, then its summary."""
    text = io.StringIO(newline="")
    writer: csv.DictWriter[str] | None = None
    for item in runs:
        row: dict[str, Any] = {
            axis.path: axis.values[item.value_index],
            "seed": item.seed,
            "core_version": item.result["core_version"],
            "scenario_digest": item.result["scenario_digest"],
            **numbers_of(item.result),
        }
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n", restval="")
            writer.writeheader()
        writer.writerow(row)
    with whole_file(path) as partial:
        partial.write_text(text.getvalue(), encoding="utf-8", newline="")


def _write_json(path: Path, data: Any, axis: Axis, seeds: list[int], runs: list[Run]) -> None:
    content = {
        "scenario": data,
        "vary": {"path": axis.path, "values": axis.values},
        "seeds": seeds,
        "table": [
            {"value": value, **_plain_estimates(_estimates(runs, index))}
            for index, value in enumerate(axis.values)
        ],
        "runs": [{"value": axis.values[item.value_index], "result": item.result} for item in runs],
    }
    with whole_file(path) as partial:
        partial.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def _plain_estimates(estimates: dict[str, Estimate]) -> dict[str, dict[str, float | int | None]]:
    def number(value: float) -> float | None:
        return None if math.isnan(value) else value

    return {
        key: {
            "count": item.count,
            "mean": number(item.mean),
            "standard_deviation": number(item.standard_deviation),
            "half_width": number(item.half_width),
        }
        for key, item in estimates.items()
    }
