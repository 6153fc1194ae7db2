"""`witness`: the core's BBRv2 or BBRv3 against a public one by others. Needs Rust's cargo."""

import argparse
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_exec.parallel import Job, job_count, run_all, whole_number
from lab_research.readings.grid import HOST, Cell
from lab_research.witness import bbr3, bbr3_page, crate, page
from lab_research.witness.bbr3_cases import ALGORITHM as BBR3
from lab_research.witness.bbr3_cases import SEED
from lab_research.witness.cells import (
    CORE,
    VARIANTS,
    WHOLE,
    Variant,
    cells,
    core_scenario,
    job_line,
    ratio_of,
)
from lab_research.witness.replay import compare_all, record_all, recorded_cells, rule_sets
from lab_research.witness.report import Made, Ratios, document, json_text, print_all

LARGEST_SEED_COUNT: Final = 1000
LARGEST_SEED: Final = 2**31 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "algorithm", choices=[HOST.name, BBR3], help="the algorithm that has a witness"
    )
    parser.add_argument("--seeds", metavar="N", help="of bbr2: seeds per cell (default 60)")
    parser.add_argument(
        "--rule-seeds",
        metavar="N",
        help="of bbr2: of them, seeds for the table of single rules (default: half of --seeds)",
    )
    parser.add_argument(
        "--jobs", metavar="N", help="of bbr2: processes of the core (default: one per core)"
    )
    parser.add_argument("--seed", metavar="N", help="of bbr3: the seed of its runs (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers as JSON")
    parser.add_argument(
        "--write",
        action="store_true",
        help="renew research/data/witness-*.json and research/results.md; then ./lab generate",
    )


def run(arguments: argparse.Namespace) -> int:
    """Builds the witness, asks it and the core, prints the tables."""
    is_bbr2 = arguments.algorithm == HOST.name
    for name in ("seed",) if is_bbr2 else ("seeds", "rule_seeds", "jobs"):
        if getattr(arguments, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} does not go with '{arguments.algorithm}'")
    if arguments.json is not None:
        check_writable(arguments.json)
    content = _bbr2(arguments) if is_bbr2 else _bbr3(arguments)
    if arguments.json is not None:
        write_text(arguments.json, json_text(content))
    if arguments.write:
        (page.write_pages if is_bbr2 else bbr3_page.write_pages)(content)
    (print_all if is_bbr2 else bbr3.print_all)(content)
    return 0


def _bbr3(arguments: argparse.Namespace) -> dict[str, Any]:
    seed = whole_number("--seed", arguments.seed or str(SEED), 0, LARGEST_SEED)
    program = crate.build(crate.BBR3)
    with run_count_progress(bbr3.flow_count() + len(bbr3.rule_sets())) as on_done:
        flows = bbr3.record_flows(seed, on_done)
        compared = bbr3.compare_sets(program, flows, on_done)
    return bbr3.document(core_version(), seed, flows, compared)


def _bbr2(arguments: argparse.Namespace) -> dict[str, Any]:
    seed_count = whole_number("--seeds", arguments.seeds or "60", 2, LARGEST_SEED_COUNT)
    half = str(max(seed_count // 2, 2))
    rule_seed_count = whole_number("--rule-seeds", arguments.rule_seeds or half, 2, seed_count)
    process_count = job_count(arguments.jobs)
    program = crate.build()
    flow_count = 2 * len(recorded_cells())
    with run_count_progress(flow_count + len(rule_sets())) as on_done:
        compared = compare_all(program, record_all(on_done), on_done)
    ratios: Ratios = {}
    with run_count_progress(len(VARIANTS)) as on_done:
        for variant in VARIANTS:
            count = seed_count if variant in WHOLE else rule_seed_count
            ratios[variant.name] = _ratios(program, variant, range(1, count + 1))
            on_done()
    ratios[CORE] = _core_ratios(range(1, seed_count + 1), process_count)
    made = Made(crate.version(), core_version(), seed_count, rule_seed_count)
    return document(made, ratios, compared)


def _ratios(program: Path, variant: Variant, seeds: range) -> dict[Cell, list[float]]:
    places = [(cell, seed) for cell in cells() for seed in seeds]
    answers = crate.ask(program, "table", [job_line(cell, variant, seed) for cell, seed in places])
    found: dict[Cell, list[float]] = {}
    for (cell, _), answer in zip(places, answers, strict=True):
        found.setdefault(cell, []).append(ratio_of(answer))
    return found


def _core_ratios(seeds: range, process_count: int) -> dict[Cell, list[float]]:
    jobs = [Job(cell, core_scenario(cell), seed) for cell in cells() for seed in seeds]
    found: dict[Cell, list[float]] = {}
    with run_count_progress(len(jobs)) as on_done:
        for job, result in run_all(jobs, process_count, on_done):
            found.setdefault(job.key, []).append(result["summary"]["throughput_ratio"])
    return found
