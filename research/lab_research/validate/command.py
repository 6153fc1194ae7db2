"""`validate`: what theory, papers and the Linux kernel say of the core, row by row, with verdict.

Bounds were committed before the first comparison. The exit code is 1 if a verdict is not the
committed one, and if a run breaks (the core checks the conservation of packets itself).
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from lab_cli.kit.output_file import check_writable
from lab_cli.kit.progress import run_count_progress
from lab_exec.errors import InputError
from lab_exec.parallel import Job, job_count, run_all
from lab_model.experiments.statistics import estimate
from lab_model.kernel.stored import STORED_PATH
from lab_research.validate.expectations import (
    Expectations,
    Row,
    load_expectations,
    load_known_differences,
)
from lab_research.validate.kernel_file import write_comparison
from lab_research.validate.linux import host_rows, linux_rows, uml_rows
from lab_research.validate.metrics import METRICS, PHASE_METRICS, phase_metrics
from lab_research.validate.picture import PICTURE_PATH, write_picture
from lab_research.validate.report import (
    PAGE_PATH,
    TABLE_PATH,
    print_outcomes,
    write_json,
    write_rows,
)
from lab_research.validate.verdicts import (
    VERDICTS_PATH,
    Form,
    Outcome,
    changes,
    judge,
    load_verdicts,
    write_verdicts,
)

CHANGED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--quick", action="store_true", help="only the rows that CI runs, with few seeds"
    )
    parser.add_argument(
        "--row",
        action="append",
        metavar="TEXT",
        help="only rows whose id contains this (repeatable)",
    )
    parser.add_argument(
        "--seeds", metavar="N", help="seeds per row; verdicts are then not compared"
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument(
        "--write",
        action="store_true",
        help="renew the verdicts and the rows in docs",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the rows, prints the table and compares the verdicts with the committed ones."""
    process_count = job_count(arguments.jobs)
    _check(arguments)
    form: Form = "quick" if arguments.quick else "full"
    rows = _chosen(load_expectations(), arguments)
    known = load_known_differences()
    values = values_of(rows, process_count)
    estimates = [estimate(values[row.id]) for row in rows]
    outcomes = [
        Outcome(row, measured, judge(row, measured, known))
        for row, measured in zip(rows, estimates, strict=True)
    ]
    print_outcomes(outcomes)
    if arguments.json is not None:
        write_json(arguments.json, outcomes, known)
    if arguments.write:
        write_verdicts(VERDICTS_PATH, form, outcomes)
        if form == "full":
            write_rows(PAGE_PATH, TABLE_PATH, outcomes, known)
            write_picture(PICTURE_PATH, outcomes)
            write_comparison(STORED_PATH, outcomes, values, load_expectations().linux, known)
    if arguments.seeds is not None:
        return 0
    changed = changes(outcomes, getattr(load_verdicts(), form))
    for line in changed:
        print(f"Changed verdict: {line}", file=sys.stderr)
    return CHANGED if changed else 0


def _check(arguments: argparse.Namespace) -> None:
    seeds = arguments.seeds
    if seeds is not None and not (seeds.isdigit() and 1 <= int(seeds) <= 10_000):
        raise InputError(f"--seeds is '{seeds}'; it must be from 1 to 10000")
    if arguments.write and (seeds is not None or arguments.row):
        raise InputError("--write goes with neither --seeds nor --row: the page has every row")
    if arguments.json is not None:
        check_writable(arguments.json)


def _chosen(expectations: Expectations, arguments: argparse.Namespace) -> list[Row]:
    linux = expectations.linux
    rows = [
        *expectations.to_rows(),
        *linux_rows(linux),
        *host_rows(linux),
        *uml_rows(linux),
    ]
    if arguments.quick:
        count = expectations.quick_seed_count
        rows = [replace(row, seed_count=count) for row in rows if row.is_quick]
    if arguments.seeds is not None:
        rows = [replace(row, seed_count=int(arguments.seeds)) for row in rows]
    for text in arguments.row or []:
        if not any(text in row.id for row in rows):
            raise InputError(f"--row is '{text}'; no row of this form has it in its id")
    if arguments.row:
        rows = [row for row in rows if any(text in row.id for text in arguments.row)]
    return rows


def values_of(rows: list[Row], process_count: int) -> dict[str, list[float | None]]:
    """Each row's number in the run of each seed, from 1 on. Rows of one scenario share its runs."""
    first = {row.key: row for row in rows}
    jobs = [
        Job(key, row.scenario, seed)
        for key, row in first.items()
        for seed in range(1, row.seed_count + 1)
    ]
    values: dict[str, list[float | None]] = {row.id: [] for row in rows}
    by_key: dict[str, list[Row]] = {}
    for row in rows:
        by_key.setdefault(row.key, []).append(row)
    with run_count_progress(len(jobs)) as on_done:
        for job, result in run_all(jobs, process_count, on_done):
            phases = None
            for row in by_key[job.key]:
                if row.metric in PHASE_METRICS:
                    phases = phases or phase_metrics(row.scenario, job.seed)
                    values[row.id].append(phases[row.metric])
                else:
                    values[row.id].append(METRICS[row.metric](row.scenario, result))
    return values
