"""`report`: an algorithm heading by heading of RFC 9743, beside the standard algorithms, and in the
test cases of the BBRv3 draft.
"""

import argparse
import json
import textwrap

from lab_cli.kit.algorithm_input import (
    MODULE_ENDING,
    AlgorithmInput,
    named_algorithm,
    read_tested,
)
from lab_cli.kit.evaluation import (
    add_options,
    chosen_seeds,
    evaluate,
    missing_work,
    outside_algorithm,
    still_valid,
)
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import ABSENT, print_table
from lab_cli.report.bbr3.catalogue import load_cases
from lab_cli.report.bbr3.judged import VERDICTS, Outcome, judged_cases
from lab_exec.parallel import job_count
from lab_model.algorithms import algorithm_names
from lab_model.evaluation import Evaluated, Report, report_of
from lab_model.evaluation.evaluated import BASELINES
from lab_model.evaluation.report import ReportBaseline, ReportEstimate, ReportNumber, ReportSection


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "algorithm",
        metavar="ALGORITHM",
        help=f"{', '.join(algorithm_names())}; or a module of your own, FILE.wasm",
    )
    parser.add_argument(
        "--set",
        metavar="PARAMETER=VALUE",
        action="append",
        default=[],
        help="a parameter of the algorithm, the value as in JSON (repeatable)",
    )
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Computes what is missing, prints a table per heading."""
    tested = _tested(arguments.algorithm, arguments.set)
    seeds = chosen_seeds(arguments)
    if arguments.json is not None:
        check_writable(arguments.json)
    wanted = {name: AlgorithmInput({"name": name}) for name in BASELINES}
    wanted["tested"] = tested
    known = {
        key: None
        if arguments.again or "parameters" in item.algorithm
        else still_valid(item.algorithm["name"], seeds)
        for key, item in wanted.items()
    }
    work = sum(len(missing_work(item, known[key])) for key, item in wanted.items())
    count = len(seeds) * work + len(load_cases())
    found: dict[str, Evaluated] = {}
    process_count = job_count(arguments.jobs)
    with run_count_progress(count) as on_done:
        for key, item in wanted.items():
            found[key] = evaluate(item, seeds, known[key], process_count, on_done)
        outcomes = judged_cases(tested, process_count, on_done)
    report = report_of(found.pop("tested"), found, outside_algorithm(tested))
    _print(report)
    _print_outcomes(outcomes)
    if arguments.json is not None:
        card = json.loads(report.model_dump_json())
        card["bbr3_cases"] = [each.document() for each in outcomes]
        write_text(arguments.json, json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    return 0


def _tested(text: str, settings: list[str]) -> AlgorithmInput:
    if MODULE_ENDING in text:
        with_settings = f"{text}:{','.join(settings)}" if settings else text
        return read_tested("ALGORITHM", with_settings)
    algorithm = named_algorithm("ALGORITHM", text, settings, "--set is '", "'; it must be")
    return AlgorithmInput(algorithm)


def _print(report: Report) -> None:
    print(
        f"{report.title}: RFC 9743, {report.seed_count} seeds, behaviour "
        f"{report.behaviour_version}, core {report.core_version}"
    )
    for section in report.sections:
        heading = f"{section.section} {section.title}"
        if section.cases:
            _print_cases(heading, section)
            continue
        print(f"\n{heading}")
        if section.asks:
            print(f"  {section.asks}")
        if section.not_here:
            print(f"  Cannot be tested here: {section.not_here}")


def _print_cases(heading: str, section: ReportSection) -> None:
    rows = [
        [
            case.title if position == 0 else "",
            number.label + (f", {number.display_unit}" if number.display_unit else ""),
            _interval(number, number),
            *(_interval(baseline, number) + _mark(baseline) for baseline in number.baselines),
        ]
        for case in section.cases
        for position, number in enumerate(case.numbers)
    ]
    beside = [baseline.title for baseline in section.cases[0].numbers[0].baselines]
    header = ["situation", "number", "mean (95%)", *beside]
    here = f"Cannot be tested here: {section.not_here} " if section.not_here else ""
    caption = (
        f"{here}*: significantly different from the tested one's, and by 5% or more; of a column's "
        "marks at most one in twenty is expected to be wrong"
    )
    print_table(f"\n{heading}: {section.asks}", header, rows, caption)


def _print_outcomes(outcomes: list[Outcome]) -> None:
    counts = [(sum(each.verdict == verdict for each in outcomes), verdict) for verdict in VERDICTS]
    print(
        f"\nThe {len(outcomes)} test cases of the BBRv3 draft (draft-ietf-ccwg-bbr-06), one seed: "
        + ", ".join(f"{verdict} {count}" for count, verdict in counts)
    )
    for each in outcomes:
        print(f"  {each.case.number:>2} {each.verdict}: {each.case.title}")
        print(textwrap.indent(textwrap.fill(each.measured, 92), "     "))


def _interval(value: ReportEstimate, number: ReportNumber) -> str:
    if value.mean is None:
        return ABSENT
    mean = f"{value.mean / number.per_display_unit:.4g}"
    if value.low is None or value.high is None:
        return mean
    low, high = (f"{end / number.per_display_unit:.4g}" for end in (value.low, value.high))
    return f"{mean} ({low} to {high})"


def _mark(baseline: ReportBaseline) -> str:
    return " *" if baseline.is_different else ""
