"""`validate`: our core beside measurements of the Linux kernel's TCP. Information, no verdict."""

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab_worker.cli.errors import InputError
from lab_worker.cli.linux_cases import (
    CASES_PATH,
    LinuxCase,
    Measured,
    load_cases,
    scenario_of,
)
from lab_worker.cli.output_file import check_writable, whole_file
from lab_worker.cli.parallel import Job, job_count, run_all
from lab_worker.cli.progress import run_count_progress
from lab_worker.cli.statistics import Estimate, estimate
from lab_worker.cli.tables import ABSENT, print_table, shown_number
from lab_worker.execution import core_version


@dataclass(frozen=True)
class Comparison:
    """One number of one case: what Linux did over its repetitions, what we do over our seeds."""

    name: str
    linux: Measured
    ours: Estimate

    @property
    def difference(self) -> float:
        """Our mean minus that of Linux."""
        return self.ours.mean - self.linux.mean


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("--seeds", default="10", metavar="N", help="seeds per case (default 10)")
    parser.add_argument("--case", action="append", metavar="ID", help="only this case")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument(
        "--cases", type=Path, default=CASES_PATH, metavar="FILE", help="the measured cases"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs all cases and prints the table."""
    process_count = job_count(arguments.jobs)
    if not arguments.seeds.isdigit() or not 1 <= int(arguments.seeds) <= 10_000:
        raise InputError(f"--seeds is '{arguments.seeds}'; it must be from 1 to 10000")
    if arguments.json is not None:
        check_writable(arguments.json)
    cases = _chosen(load_cases(arguments.cases).cases, arguments.case)
    seeds = range(1, int(arguments.seeds) + 1)
    jobs = [Job(case.id, scenario_of(case), seed) for case in cases for seed in seeds]
    with run_count_progress(len(jobs)) as on_done:
        done = run_all(jobs, process_count, on_done)
    results: dict[str, list[dict[str, Any]]] = {}
    for job, result in done:
        results.setdefault(job.key, []).append(result)
    compared = {case.id: compare(case, results[case.id]) for case in cases}
    if arguments.json is not None:
        _write_json(arguments.json, compared, len(seeds))
    _print(compared, len(seeds))
    return 0


def _chosen(cases: list[LinuxCase], ids: list[str] | None) -> list[LinuxCase]:
    known = {case.id: case for case in cases}
    for name in ids or []:
        if name not in known:
            raise InputError(f"--case is '{name}'; it must be one of {', '.join(known)}")
    return [known[name] for name in ids] if ids else cases


def compare(case: LinuxCase, results: list[dict[str, Any]]) -> list[Comparison]:
    """The numbers of a case, Linux beside ours. The definitions are those of the measurement."""
    compared = []
    if case.share_of_flow_0_ratio is not None:
        shares = [_share_of_flow_0(result) for result in results]
        compared.append(
            Comparison("share_of_flow_0_ratio", case.share_of_flow_0_ratio, estimate(shares))
        )
    utilisations = [result["summary"]["utilisation_ratio"] for result in results]
    compared.append(Comparison("utilisation_ratio", case.utilisation_ratio, estimate(utilisations)))
    queues = [result["summary"]["mean_queue_bytes"] / case.bdp_bytes for result in results]
    compared.append(Comparison("mean_queue_bdp", case.mean_queue_bdp, estimate(queues)))
    for index, flow in enumerate(case.flows):
        ratios = [result["flows"][index]["retransmit_ratio"] for result in results]
        name = f"flow_{index}_retransmit_ratio"
        compared.append(Comparison(name, flow.retransmit_ratio, estimate(ratios)))
    return compared


def _share_of_flow_0(result: dict[str, Any]) -> float | None:
    # Bits over the whole run, as the measurement counts them, not rates over each flow's window.
    bits = [(flow["goodput_bps"] or 0) * (flow["active_s"] or 0) for flow in result["flows"]]
    return bits[0] / math.fsum(bits) if math.fsum(bits) > 0 else None


# Name, heading, factor, digits.
_SHOWN = (
    ("share_of_flow_0_ratio", "share of flow 0 %", 100, 1),
    ("utilisation_ratio", "utilisation %", 100, 2),
    ("mean_queue_bdp", "mean queue BDP", 1, 3),
    ("flow_0_retransmit_ratio", "retransmitted 0 %", 100, 2),
    ("flow_1_retransmit_ratio", "retransmitted 1 %", 100, 2),
)


def _print(compared: dict[str, list[Comparison]], seed_count: int) -> None:
    for name, heading, factor, digits in _SHOWN:
        rows = []
        for case_id, comparisons in compared.items():
            item = next((item for item in comparisons if item.name == name), None)
            rows.append([case_id, *_cells(item, factor, digits)])
        header = ["case", "Linux mean", "Linux range", "ours", "our range", "difference"]
        caption = f"ours: {seed_count} seeds, mean ± half of the 95 % Student-t interval"
        print_table(heading, header, rows, caption)


def _cells(item: Comparison | None, factor: float, digits: int) -> list[str]:
    if item is None:
        return [ABSENT] * 5

    def number(value: float) -> str:
        return shown_number(value * factor, digits)

    ours = item.ours
    interval = "" if math.isnan(ours.half_width) else f" ± {number(ours.half_width)}"
    return [
        number(item.linux.mean),
        f"{number(item.linux.minimum)} to {number(item.linux.maximum)}",
        f"{number(ours.mean)}{interval}",
        f"{number(ours.minimum)} to {number(ours.maximum)}",
        number(item.difference),
    ]


def _write_json(path: Path, compared: dict[str, list[Comparison]], seed_count: int) -> None:
    content = {
        "core_version": core_version(),
        "seed_count": seed_count,
        "cases": {
            case_id: {
                item.name: {
                    "linux": item.linux.model_dump(),
                    "ours": {
                        "mean": item.ours.mean,
                        "half_width": None
                        if math.isnan(item.ours.half_width)
                        else item.ours.half_width,
                        "minimum": item.ours.minimum,
                        "maximum": item.ours.maximum,
                    },
                    "difference": item.difference,
                }
                for item in comparisons
            }
            for case_id, comparisons in compared.items()
        },
    }
    with whole_file(path) as partial:
        partial.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")
