"""`check`: what a change of an algorithm makes better or worse, over a battery of situations."""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lab_cli.check.cases import (
    NO_HULLS,
    Verdicts,
    apply_to,
    changed_cases,
    hull_run_count,
    hulls_for,
    in_hulls,
    verdicts_on,
)
from lab_cli.check.curves import Drawn, drawn_situations
from lab_cli.check.files import junit_report, markdown_report
from lab_cli.check.page import Links, Opened, html_page
from lab_cli.check.report import print_change, summary
from lab_cli.kit.algorithm_input import AlgorithmInput, read_tested
from lab_cli.kit.evaluation import evaluate, missing_work, shipped
from lab_cli.kit.opened_link import opened_link
from lab_cli.kit.output_file import check_writable, write_text
from lab_cli.kit.progress import run_count_progress
from lab_cli.report.bbr3.catalogue import load_cases
from lab_exec import behaviour_version
from lab_exec.errors import InputError
from lab_exec.parallel import job_count, whole_number
from lab_model.algorithms import algorithm_names
from lab_model.evaluation import Evaluated, Situation, load_battery
from lab_model.evaluation.change import LEAST_CHANGE, Change, JudgedCase, change_between
from lab_model.evaluation.evaluated import STAND_IN
from lab_model.evaluation.hulls import Hulls, hull_changes, load_hulls

SEEDS: Final = "8"
MOST_SEEDS: Final = 1000
SOMETHING_WORSE: Final = 1
_CASES: Final = "draft_cases"
_HULLS: Final = "hulls"
"""In a file of `--save`."""
FILES: Final = {
    "--markdown": "for a pull request",
    "--junit": "as tests, for a build server",
    "--html": "one page with everything in it, and curves of the differences",
    "--json": "all numbers",
    "--save": "AFTER's numbers, to be given as BEFORE next time",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    described = "NAME, NAME:PARAMETER=VALUE,... or a module FILE.wasm"
    parser.add_argument("before", metavar="BEFORE", help=f"{described}, or a file of --save")
    parser.add_argument("after", metavar="AFTER", help=described)
    parser.add_argument("--seeds", metavar="N", default=SEEDS, help=f"pairs of runs ({SEEDS})")
    parser.add_argument(
        "--least-change",
        metavar="X",
        default=str(LEAST_CHANGE),
        help=f"from which part of the value before on a difference counts ({LEAST_CHANGE})",
    )
    parser.add_argument(
        "--hulls",
        metavar="NAME",
        help="compare with other implementations of this algorithm "
        f"({', '.join(load_hulls())}; {NO_HULLS}; default: that of BEFORE, if any)",
    )
    for option, what in FILES.items():
        parser.add_argument(option, type=Path, metavar="FILE", help=f"also write {what}")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Compares and prints; exit code 1 if something got worse."""
    seeds = range(1, whole_number("--seeds", arguments.seeds, 2, MOST_SEEDS) + 1)
    least_change = _least_change(arguments.least_change)
    after = read_tested("AFTER", arguments.after)
    stored = _stored(arguments.before, seeds) if arguments.before.endswith(".json") else None
    before = (
        AlgorithmInput(stored.numbers.algorithm)
        if stored
        else read_tested("BEFORE", arguments.before)
    )
    for option in FILES:
        path = getattr(arguments, option.removeprefix("--"))
        if path is not None:
            check_writable(path)
    hulls = hulls_for(before, arguments.hulls)
    if stored is not None and (hulls is None or stored.hulls.get("algorithm") != hulls.algorithm):
        hulls = None
    found = _evaluated(before, after, stored, seeds, arguments.jobs, hulls)
    more: dict[str, Any] = {"cases": changed_cases(found[0].verdicts, found[1].verdicts)}
    if hulls is not None:
        sides = (each.hulls["numbers"] for each in found)
        more["hull_algorithm"], more["hull_count"] = hulls.algorithm, len(hulls.hulls)
        more["hulls"] = hull_changes(hulls, *sides)
    change = change_between(found[0].numbers, found[1].numbers, least_change)
    change = change.model_copy(update=more)
    titles = _titles(before, after)
    print_change(change, titles)
    _write(arguments, change, titles, found[1])
    if arguments.html is not None:
        write_text(arguments.html, _page(change, before, after, job_count(arguments.jobs)))
    return SOMETHING_WORSE if change.is_worse() else 0


def _titles(before: AlgorithmInput, after: AlgorithmInput) -> tuple[str, str]:
    """Names; with as many of their folders as tell two files of one name apart."""
    one, two = before.title, after.title
    if before.algorithm == after.algorithm or not (before.module and after.module):
        return one, two
    paths = [side.module.path.parts[:-1] for side in (before.module, after.module)]
    for depth in range(1, max(map(len, paths)) + 1):
        if one != two:
            break
        one, two = (
            "/".join((*folders[-depth:], side.title))
            for folders, side in zip(paths, (before, after), strict=True)
        )
    return one, two


@dataclass(frozen=True)
class _Found:
    """What is known of one side."""

    numbers: Evaluated
    verdicts: Verdicts
    hulls: dict[str, Any] = field(default_factory=dict)
    """`algorithm`, and `numbers` of each of its hulls; empty: none."""


def _evaluated(
    before: AlgorithmInput,
    after: AlgorithmInput,
    stored: _Found | None,
    seeds: range,
    jobs: str | None,
    hulls: Hulls | None = None,
) -> tuple[_Found, _Found]:
    """What ships with the lab or was stored is not computed again."""
    battery = load_battery()
    known = [
        stored.numbers if stored else shipped(before, seeds, battery),
        shipped(after, seeds, battery),
    ]
    work = [
        [] if place == 0 and stored else missing_work(item, each, battery)
        for place, (item, each) in enumerate(zip((before, after), known, strict=True))
    ]
    processes = job_count(jobs)
    is_same = after.algorithm == before.algorithm
    # What was stored is no module any more, and its cases are those that were stored with it.
    has_cases = bool(stored.verdicts) if stored else apply_to(before) or apply_to(after)
    judged = ([] if stored else [before]) + ([] if is_same and not stored else [after])
    case_count = len(load_cases()) * len(judged) if has_cases else 0
    hull_count = 0 if hulls is None else hull_run_count(hulls) * len(judged)
    run_count = len(seeds) * sum(map(len, work)) + case_count + hull_count
    with run_count_progress(run_count) as on_done:

        def found(tested: AlgorithmInput, numbers: Evaluated | None) -> _Found:
            return _Found(
                evaluate(tested, seeds, numbers, processes, on_done, battery),
                verdicts_on(tested, processes, on_done) if has_cases else {},
                {}
                if hulls is None
                else {
                    "algorithm": hulls.algorithm,
                    "numbers": in_hulls(tested, hulls, processes, on_done),
                },
            )

        one = stored or found(before, known[0])
        # The name of a module is the digest of its bytes.
        two = one if is_same and not stored else found(after, known[1])
    return one, two


def _stored(name: str, seeds: range) -> _Found:
    """A file of `--save`. Raises `InputError`."""
    try:
        document = json.loads(Path(name).read_bytes())
        cases, hulls = document.pop(_CASES, {}), document.pop(_HULLS, {})
        verdicts = {key: JudgedCase.model_validate(each) for key, each in cases.items()}
        stored = Evaluated.model_validate(document)
    except OSError as error:
        raise InputError(f"BEFORE is '{name}', which cannot be read: {error.strerror}") from None
    except (ValueError, AttributeError, TypeError):
        raise InputError(
            f"BEFORE is '{name}', which was not written by ./lab check --save"
        ) from None
    if stored.behaviour_version != behaviour_version():
        raise InputError(
            f"BEFORE is '{name}' of behaviour {stored.behaviour_version}, and this lab computes "
            f"behaviour {behaviour_version()}: the two could differ for that reason alone. "
            "Make it again with --save"
        )
    if stored.seeds != list(seeds):
        raise InputError(
            f"BEFORE is '{name}' with {len(stored.seeds)} seeds; give --seeds {len(stored.seeds)}"
        )
    return _Found(stored, verdicts, hulls)


def _page(change: Change, before: AlgorithmInput, after: AlgorithmInput, processes: int) -> str:
    differs = {item.situation_id for item in change.having("worse", "better", "changed")}
    is_at_hand = all(_is_of_core(side) or side.module is not None for side in (before, after))
    wanted = [item for item in load_battery() if item.id in differs] if is_at_hand else []
    seed = change.seeds[0]
    drawn: list[Drawn] = drawn_situations(before, after, wanted, seed, processes) if wanted else []
    links: Links = {
        item.id: (_opened(before, item, seed), _opened(after, item, seed))
        for item in load_battery()
    }
    note = "Links open a situation in any lab that runs at the address in them"
    if not (_is_of_core(before) and _is_of_core(after)):
        note += f", with {STAND_IN} in the place of a module"
    if not is_at_hand:
        note += ". There are no curves, since BEFORE is a module of which only numbers are here"
    return html_page(change, _titles(before, after), links, drawn, f"{note}.")


def _opened(side: AlgorithmInput, item: Situation, seed: int) -> Opened:
    """A lab at another address has no module, and `./lab sim` takes it from its file."""
    if _is_of_core(side):
        return Opened(opened_link(item.scenario_with(side.algorithm), seed), "")
    link = opened_link(item.scenario_with({"name": STAND_IN}), seed)
    others = {group["algorithm"]["name"] for group in item.scenario["flows"] if group["algorithm"]}
    if side.module is None or STAND_IN in others:
        return Opened(link, None)
    given = ",".join(f"{key}={value}" for key, value in side.module.parameters.items())
    path = side.module.module.path
    return Opened(link, f" --algorithm {STAND_IN}={path}{':' if given else ''}{given}")


def _is_of_core(side: AlgorithmInput) -> bool:
    return side.algorithm["name"] in algorithm_names()


def _least_change(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 10:
        raise InputError(f"--least-change is '{text}'; it must be a number from 0 to 10")
    return value


def _write(
    arguments: argparse.Namespace, change: Change, titles: tuple[str, str], after: _Found
) -> None:
    if arguments.markdown is not None:
        write_text(arguments.markdown, markdown_report(change, titles))
    if arguments.junit is not None:
        write_text(arguments.junit, junit_report(change, titles))
    if arguments.json is not None:
        document: dict[str, Any] = {
            "before": titles[0],
            "after": titles[1],
            "sentence": summary(change),
        }
        document |= change.model_dump(mode="json")
        write_text(arguments.json, json.dumps(document, indent=1, allow_nan=False) + "\n")
    if arguments.save is not None:
        kept = after.numbers.model_dump(mode="json")
        kept[_CASES] = {key: each.model_dump() for key, each in after.verdicts.items()}
        if after.hulls:
            kept[_HULLS] = after.hulls
        write_text(arguments.save, json.dumps(kept, indent=1, allow_nan=False) + "\n")
