"""`readings`: readings of FaiRTT x topology x loss from our own core, with intervals."""

import argparse
from pathlib import Path

from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.scenario_input import read_seed
from lab_cli.kit.tables import print_table, shown_estimate
from lab_exec import core_version
from lab_exec.errors import InputError
from lab_exec.parallel import Job, job_count, run_all, whole_number
from lab_research.readings.grid import ALGORITHMS, TOPOLOGIES, Cell, grid, scenario_of
from lab_research.readings.report import CellResults, Study, csv_text, estimates_of, markdown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("--seeds", default="20", metavar="N", help="seeds per cell (default 20)")
    parser.add_argument(
        "--first-seed", default="1", metavar="N", help="first seed of each cell (default 1)"
    )
    parser.add_argument(
        "--duration", default="120", metavar="SECONDS", help="length of each run (default 120)"
    )
    parser.add_argument(
        "--send-quantum",
        default="linux",
        choices=["linux", "ns3"],
        help="pacing bursts as in Linux or ns-3 (default linux)",
    )
    parser.add_argument(
        "--topology",
        action="append",
        metavar="ID",
        help="only this topology (repeatable): "
        + ", ".join(topology.id for topology in TOPOLOGIES),
    )
    parser.add_argument("--loss", metavar="L1,L2,...", help="only these loss ratios")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="write fairtt-readings.md and .csv here (fairtt-readings-ns3 with --send-quantum ns3)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the grid, prints the ratios and writes the tables."""
    process_count = job_count(arguments.jobs)
    seeds = _seeds(arguments.seeds, arguments.first_seed)
    duration_s = _number("--duration", arguments.duration)
    cells = _cells(arguments.topology, arguments.loss)
    study = Study(duration_s, seeds, arguments.send_quantum, core_version())
    if arguments.out is not None:
        check_writable(arguments.out / f"{study.file_stem}.md")
    jobs = [
        Job(cell, scenario_of(cell, duration_s, arguments.send_quantum), seed)
        for cell in cells
        for seed in seeds
    ]
    with run_count_progress(len(jobs)) as on_done:
        done = run_all(jobs, process_count, on_done)
    results: CellResults = {}
    for job, result in done:
        results.setdefault(job.key, []).append(result)
    if arguments.out is not None:
        write_text(arguments.out / f"{study.file_stem}.md", markdown(study, results))
        write_text(arguments.out / f"{study.file_stem}.csv", csv_text(study, results))
    _print(study, results)
    return 0


def _seeds(count_text: str, first_text: str) -> list[int]:
    count = whole_number("--seeds", count_text, 1, 10_000)
    first = read_seed(first_text)
    return list(range(first, first + count))


def _number(option: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{option} is '{text}'; it must be a number") from None


def _cells(topology_ids: list[str] | None, loss_text: str | None) -> list[Cell]:
    known = {topology.id for topology in TOPOLOGIES}
    for name in topology_ids or []:
        if name not in known:
            names = ", ".join(topology.id for topology in TOPOLOGIES)
            raise InputError(f"--topology is '{name}'; it must be one of {names}")
    losses = [_number("--loss", part) for part in loss_text.split(",")] if loss_text else None
    cells = [
        cell
        for cell in grid()
        if (not topology_ids or cell.topology.id in topology_ids)
        and (losses is None or cell.loss_ratio in losses)
    ]
    if not cells:
        raise InputError(f"--loss is '{loss_text}'; none of these losses is in the grid")
    return cells


def _print(study: Study, results: CellResults) -> None:
    rows: dict[tuple[str, float], list[str]] = {}
    for cell, items in results.items():
        key = (cell.topology.id, cell.loss_ratio)
        rows.setdefault(key, []).append(shown_estimate(estimates_of(items)["ratio"], 2))
    table = [[name, f"{loss * 100:g}", *cells] for (name, loss), cells in rows.items()]
    header = ["topology", "loss %", *(algorithm.title for algorithm in ALGORITHMS)]
    caption = f"Mean over {len(study.seeds)} seeds ± half of the 95 % Student-t interval"
    print_table("Throughput of the elephant over the mouse", header, table, caption)
