"""`break`: the simplest situation in which something goes badly, confirmed by fresh seeds."""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from lab_cli.counterexample.report import document, html_report, print_report
from lab_cli.kit.algorithm_input import read_tested
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.scenario_input import read_seed
from lab_exec.counterexample import Question, value_of
from lab_exec.errors import InputError
from lab_exec.parallel import Processes, job_count, simulating_processes, whole_number
from lab_model.evaluation.goals import CHANGE, CHANGE_FACTOR, GOALS
from lab_model.evaluation.search import MARGIN, Search
from lab_model.evaluation.space import SETTINGS, Candidate

TRIES: Final = "480"
MOST_TRIES: Final = 100_000
NOTHING_FOUND: Final = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "algorithms",
        nargs="*",
        metavar="A [B]",
        help="who sends: NAME or NAME:PARAMETER=VALUE,..., or FILE.wasm with the same; without B, "
        "both are A",
    )
    parser.add_argument(
        "--goal",
        choices=list(GOALS),
        default="starve",
        help="; ".join(f"{goal.name}: {goal.title}" for goal in GOALS.values()),
    )
    parser.add_argument(
        "--threshold", metavar="X", help="smallest value that counts (default: the goal's)"
    )
    parser.add_argument(
        "--change",
        nargs=2,
        metavar=("BEFORE", "AFTER"),
        help="instead: where two versions of A differ most; A [B] is then what runs beside them",
    )
    parser.add_argument(
        "--keep",
        metavar="SETTING",
        action="append",
        default=[],
        help="leave it as in the plain situation (repeatable): "
        + ", ".join(setting.name for setting in SETTINGS),
    )
    parser.add_argument("--tries", metavar="N", default=TRIES, help=f"situations ({TRIES})")
    parser.add_argument("--seed", metavar="N", default="1", help="of the search (1)")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write everything to this file"
    )
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write it as one page")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Searches, prints what was found; exit code 1 if nothing was."""
    question = _question(arguments)
    threshold = _threshold(arguments)
    tries = whole_number("--tries", arguments.tries, 1, MOST_TRIES)
    seed = read_seed(arguments.seed)
    free = _free(arguments.keep)
    for path in (arguments.json, arguments.html):
        if path is not None:
            check_writable(path)
    with (
        simulating_processes(job_count(arguments.jobs)) as processes,
        run_count_progress(tries) as on_done,
    ):
        measure = _measure_in(processes, question, on_done)
        found = Search(measure, threshold, seed, tries, free).run()
    found_document = document(question, found, threshold, seed)
    print_report(found_document)
    if arguments.json is not None:
        write_text(arguments.json, json.dumps(found_document, indent=1, allow_nan=False) + "\n")
    if arguments.html is not None:
        write_text(arguments.html, html_report(found_document, question, found))
    return 0 if found_document["is_found"] else NOTHING_FOUND


def _measure_in(
    processes: Processes, question: Question, on_done: Callable[[], object]
) -> Callable[[Sequence[tuple[Candidate, int]]], list[float | None]]:
    """What the search asks for values."""

    def measure(pairs: Sequence[tuple[Candidate, int]]) -> list[float | None]:
        futures = [processes.submit(value_of, question, *pair) for pair in pairs]
        values = []
        for future in futures:
            values.append(future.result())
            on_done()
        return values

    return measure


def _question(arguments: argparse.Namespace) -> Question:
    inputs = [
        read_tested("A" if not index else "B", text)
        for index, text in enumerate(arguments.algorithms)
    ]
    changed = [read_tested("--change", text) for text in arguments.change or ()]
    modules = {
        item.module.module.name: item.module.module.path
        for item in (*inputs, *changed)
        if item.module is not None
    }
    given = [item.algorithm for item in inputs]
    if arguments.change is not None:
        if len(given) > 1:
            raise InputError(
                "With --change, give at most one algorithm: the one that runs beside it"
            )
        before, after = (item.algorithm for item in changed)
        return Question(CHANGE, before, given[0] if given else before, after, modules)
    if not 1 <= len(given) <= 2:
        raise InputError(f"{len(given)} algorithms are given; it must be one or two: A [B]")
    return Question(arguments.goal, given[0], given[-1], modules=modules)


def _threshold(arguments: argparse.Namespace) -> float:
    if arguments.threshold is None:
        return CHANGE_FACTOR if arguments.change is not None else GOALS[arguments.goal].threshold
    try:
        value = float(arguments.threshold)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise InputError(
            f"--threshold is '{arguments.threshold}'; it must be a number above 0 and below 1e6"
        )
    most = None if arguments.change is not None else GOALS[arguments.goal].most
    if most is not None and value * MARGIN > most:
        raise InputError(
            f"--threshold is '{arguments.threshold}'; it must be at most {most / MARGIN:g}, since "
            f"the first seed must show {MARGIN:g} times as much and {most:g} is the largest value "
            "possible"
        )
    return value


def _free(kept: list[str]) -> list[int]:
    names = [setting.name for setting in SETTINGS]
    for name in kept:
        if name not in names:
            raise InputError(f"--keep is '{name}'; it must be one of {', '.join(names)}")
    free = [index for index, name in enumerate(names) if name not in kept]
    if not free:
        raise InputError("--keep names all settings; leave at least one to search")
    return free
