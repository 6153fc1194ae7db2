"""`cases`: the test cases of the IETF's BBRv3 draft, computed and checked.

The exit code is 1 if a case does not hold.
"""

import argparse
import sys
from pathlib import Path
from typing import Final

from lab_cli.kit.computed_run import compute_run
from lab_cli.kit.output_file import whole_file
from lab_cli.report.bbr3.catalogue import Case, load_cases
from lab_cli.report.bbr3.judged import Outcome, judge
from lab_cli.report.bbr3.observed import SEED
from lab_exec import PacketWindow, core_version
from lab_exec.errors import InputError
from lab_exec.packets import MAX_EVENTS
from lab_model.exports.table import run_parts
from lab_research.cases.explained import report
from lab_research.marked_page import write_between
from lab_research.places import RESULTS_PAGE

PAGE_PATH: Final = RESULTS_PAGE
BEGIN: Final = "<!-- Made by ./lab cases bbr3 --write; do not edit from here. -->\n"
END: Final = "<!-- The cases end here. -->\n"
DIGEST_DIGITS: Final = 12
"""Digits of a digest in the table."""
FAILED: Final = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "cases",
        choices=["bbr3", "explained"],
        help="the draft's of BBRv3, or the networks whose explanations were wrong once",
    )
    parser.add_argument(
        "--case",
        action="append",
        metavar="N",
        choices=[str(case.number) for case in load_cases()],
        help="only this case, by its number in the draft (repeatable)",
    )
    parser.add_argument(
        "--links", action="store_true", help="print the permanent link of each scenario"
    )
    parser.add_argument(
        "--qlog", type=Path, metavar="FOLDER", help="write a qlog of each run into this folder"
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="renew the table in research/results.md, or in research/explained.md",
    )


def run(arguments: argparse.Namespace) -> int:
    """Computes the cases, prints what they showed."""
    if arguments.cases == "explained":
        if arguments.case or arguments.links or arguments.qlog:
            raise InputError("--case, --links and --qlog are of the cases of bbr3")
        return 0 if report(arguments.write) else FAILED
    if arguments.write and arguments.case:
        raise InputError("--write renews the whole table: leave out --case")
    chosen = [
        case
        for case in load_cases()
        if arguments.case is None or str(case.number) in arguments.case
    ]
    outcomes = [judge(case) for case in chosen]
    for outcome in outcomes:
        case = outcome.case
        sys.stdout.write(f"{case.number:>2} {outcome.verdict:9} {case.title}\n")
        sys.stdout.write(f"   {outcome.measured}\n")
        sys.stdout.write(f"   summary_digest {outcome.digest}\n")
        if arguments.links:
            sys.stdout.write(f"   {case.link}\n")
        if arguments.qlog is not None:
            _write_qlog(case, arguments.qlog)
    if arguments.write:
        _write_page(outcomes)
    is_failed = any(outcome.verdict == "fails" for outcome in outcomes)
    return FAILED if is_failed else 0


def _write_qlog(case: Case, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    scenario = case.valid_scenario
    computed = compute_run(scenario, SEED, PacketWindow(0.0, scenario.duration_s, MAX_EVENTS))
    path = folder / f"bbr3-case-{case.number:02}-{case.id.replace('_', '-')}.qlog"
    with whole_file(path) as partial, partial.open("wb") as file:
        file.writelines(run_parts("qlog", computed.run, computed))


def _write_page(outcomes: list[Outcome]) -> None:
    write_between(PAGE_PATH, (BEGIN, END), _section(outcomes), "the cases")


def _section(outcomes: list[Outcome]) -> str:
    lines = [
        f"Core {core_version()}, seed {SEED}.\n",
        "| case | of the draft | scenario | measured | verdict | digest |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for outcome in outcomes:
        case = outcome.case
        lines.append(
            f"| {case.number} | {case.title} | [{case.setting}][case-{case.number}] | "
            f"{outcome.measured} | {outcome.verdict} | `{outcome.digest[:DIGEST_DIGITS]}` |"
        )
    links = [f"[case-{each.case.number}]: {each.case.link}" for each in outcomes]
    return "\n".join([*lines, "", *links]) + "\n"
