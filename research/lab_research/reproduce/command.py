"""`reproduce`: computes the experiments behind a paper again and prints its page's tables.

The exit code says whether the computation worked, never whether a verdict is pleasant.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

from lab_cli.kit.output_file import check_writable, whole_file, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.sweep.predict import predict
from lab_exec.errors import InputError
from lab_exec.experiments.forecast import forecast_sentence
from lab_exec.experiments.units import Unit
from lab_exec.parallel import job_count
from lab_model.experiments.bundle import Bundle, write_bundle
from lab_model.papers.catalog import build_paper
from lab_model.papers.claims import PaperName
from lab_model.papers.experiments import load_experiments
from lab_model.papers.measured import Measured, bundle_path, linked, measured_of
from lab_research.reproduce.cost import measure_costs
from lab_research.reproduce.growth import Step, growing_keys, steps_of, write_definition
from lab_research.reproduce.run import Known, Plan, compute, full_plan, quick_plan, shipped_units
from lab_research.reproduce.tables import print_cost, print_paper

PAPERS: tuple[PaperName, ...] = get_args(PaperName)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("paper", choices=PAPERS, metavar="PAPER", help=", ".join(PAPERS))
    parser.add_argument(
        "--quick",
        action="store_true",
        help="fewer cells and seeds: under a minute of processor time",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="extend the shipped grids towards the paper's own, step by step, and write each step",
    )
    parser.add_argument(
        "--steps", type=int, metavar="N", help="with --full: at most so many steps now"
    )
    parser.add_argument(
        "--predict",
        action="store_true",
        help="with --full: compute 1 %% of the runs, write nothing, and say what all will take",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="KEY",
        help="only this experiment of the paper (repeatable)",
    )
    parser.add_argument(
        "--missing",
        action="store_true",
        help="reuse shipped results of this behaviour version; with --write, continue after Ctrl-C",
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole page as JSON")
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE.pdf",
        help="also write a report for people, and its table beside it as FILE.csv; without --quick "
        "shipped results are reused, as with --missing",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="renew the results that are shipped, experiment by experiment",
    )


def run(arguments: argparse.Namespace) -> int:
    """Computes, prints, and writes the requested results."""
    paper: PaperName = arguments.paper
    process_count = job_count(arguments.jobs)
    if arguments.full:
        return _grow(arguments, paper, process_count)
    if arguments.steps is not None:
        raise InputError("--steps is of --full")
    if arguments.predict:
        raise InputError("--predict is of --full")
    if arguments.quick and arguments.write:
        raise InputError("--quick computes a part only; what is shipped needs all (--write)")
    if arguments.json is not None:
        check_writable(arguments.json)
    _check_report(arguments.report)
    plans = _chosen(quick_plan(paper) if arguments.quick else full_plan(paper), arguments.only)
    known = shipped_units(full_plan(paper)) if _reuses(arguments) else {}
    print_cost(measure_costs(plans, known), process_count)
    library: dict[str, Measured] = {}
    with run_count_progress(sum(len(plan.unit_keys()) for plan in plans)) as on_done:
        for plan, bundle in compute(plans, process_count, on_done, known):
            if arguments.write:
                _write(plan, bundle)
            library[plan.key] = measured_of(bundle, plan.expansion, plan.seeds)
    page = build_paper(paper, linked(library))
    print_paper(page)
    if arguments.json is not None:
        write_text(arguments.json, page.model_dump_json(indent=1) + "\n")
    if arguments.report is not None:
        from lab_research.reproduce.report import write_report

        table = write_report(arguments.report, page)
        print(f"{arguments.report} and {table} are written", file=sys.stderr)
    return 0


def _reuses(arguments: argparse.Namespace) -> bool:
    return arguments.missing or (arguments.report is not None and not arguments.quick)


def _check_report(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".pdf":
        raise InputError(f"--report is '{path}'; its name must end with .pdf")
    for written in (path, path.with_suffix(".csv")):
        check_writable(written)
    if find_spec("matplotlib") is None:
        raise InputError("--report needs matplotlib, which ./lab installs; it is not there")


def _chosen(plans: list[Plan], only: list[str] | None) -> list[Plan]:
    if not only:
        return plans
    known = [plan.key for plan in plans]
    for key in only:
        if key not in known:
            raise InputError(f"--only is '{key}'; it must be one of {', '.join(known)}")
    return [plan for plan in plans if plan.key in only]


def _write(plan: Plan, bundle: Bundle) -> None:
    path = bundle_path(plan.key, load_experiments()[plan.key].measures)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as partial:
        write_bundle(partial, bundle)


def _grow(arguments: argparse.Namespace, paper: PaperName, process_count: int) -> int:
    """Step after step: each is computed, written and named before the next begins."""
    for name in ("quick", "write", "missing", "json", "report"):
        if getattr(arguments, name, None):
            raise InputError(f"--full writes what it computes; it does not go with --{name}")
    if arguments.steps is not None and arguments.steps < 1:
        raise InputError(f"--steps is {arguments.steps}; it must be at least 1")
    keys = growing_keys(paper)
    if not keys:
        raise InputError(f"the grids of {paper} are already those of the paper")
    chosen = [key for key in keys if not arguments.only or key in arguments.only]
    if not chosen:
        raise InputError(f"--only is {arguments.only}; --full extends {', '.join(keys)}")
    steps = [step for key in chosen for step in steps_of(key)]
    print(f"{len(steps)} steps to the paper's own grids.")
    known = shipped_units(full_plan(paper))
    if arguments.predict:
        for key in chosen:
            print_forecast([step for step in steps if step.key == key], known, process_count)
        return 0
    for number, step in enumerate(steps[: arguments.steps], start=1):
        plan = step.plan
        missing = sum((plan.measures, key) not in known for key in plan.unit_keys())
        text = f"Step {number}: {step.key}, {step.what}: {missing} runs to compute."
        # At once: who looks at the log of a long step wants to see which one it is.
        print(text, flush=True)
        with run_count_progress(len(plan.unit_keys())) as on_done:
            for done, bundle in compute([plan], process_count, on_done, known):
                _write(done, bundle)
        write_definition(step)
    left = max(0, len(steps) - (arguments.steps or len(steps)))
    print(f"Written. {left} steps are left; run the same command again for them.")
    return 0


def print_forecast(steps: list[Step], known: Known, process_count: int) -> None:
    """The steps are of one experiment; the last one has all of its runs."""
    if not steps:
        return
    plan = steps[-1].plan
    keys = plan.unit_keys()
    work = plan.expansion.work
    units = [Unit(cell, key[1], work[cell].predicted_packets) for key, cell in keys.items()]
    found = predict(plan.expansion, units, process_count)
    print(f"{plan.key}: {forecast_sentence(found, process_count)}")
    there = sum((plan.measures, key) in known for key in keys)
    print(f"{there} of these runs are there already.", flush=True)
