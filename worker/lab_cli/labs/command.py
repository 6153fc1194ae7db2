"""`labs`: measures the effects that the shipped labs state, and prints labs for paper."""

import argparse
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.output_file import check_writable, whole_file
from lab_cli.kit.progress import run_count_progress
from lab_cli.kit.tables import print_table
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.parallel import Job, job_count, run_all
from lab_model.classroom import Expression, Template, load_templates
from lab_model.classroom.guide import teachers_guide
from lab_model.classroom.templates import (
    MEASURED_FILE,
    MeasuredEffect,
    MeasuredTemplates,
    effects_of,
)
from lab_model.classroom.worksheet import worksheet
from lab_model.experiments.statistics import estimate

SEEDS: Final = tuple(range(1, 21))
FAILED: Final = 1
# Results are the same to the last bit; files for people need no sixteen digits of them.
DIGITS: Final = 10

Measured = dict[str, list[MeasuredEffect]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument("--only", metavar="ID", action="append", help="only this lab (repeatable)")
    parser.add_argument(
        "--write", action="store_true", help="store what was measured with the labs"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers")
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")
    paper = parser.add_mutually_exclusive_group()
    paper.add_argument("--guide", metavar="ID", help="print the teacher's guide of this lab")
    paper.add_argument("--worksheet", metavar="ID", help="print the students' worksheet of it")


def run(arguments: argparse.Namespace) -> int:
    """Measures and prints a line per effect. Exit code 1 if one is not there; nothing is stored.

    With `--guide` or `--worksheet` it prints that, as Markdown, and measures nothing.
    """
    paper = _paper(arguments)
    if paper is not None:
        print(paper, end="")
        return 0
    process_count = job_count(arguments.jobs)
    templates = _chosen(arguments.only)
    if arguments.write and arguments.only:
        raise InputError("--write stores all labs; leave --only out")
    if arguments.json is not None:
        check_writable(arguments.json)
    effects = [effect for template in templates for effect in template.effects]
    run_count = sum(len(effect.seeds or SEEDS) for effect in effects)
    with run_count_progress(run_count) as on_done:
        measured = measure(templates, SEEDS, process_count, on_done)
    if arguments.json is not None:
        _write(arguments.json, file_text(measured))
    if not _print(templates, measured):
        return FAILED
    if arguments.write:
        _write(Path(str(MEASURED_FILE)), file_text(measured))
    return 0


def measure(
    templates: list[Template],
    seeds: tuple[int, ...],
    process_count: int,
    on_done: Callable[[], object],
) -> Measured:
    """Every effect of the templates over the seeds."""
    jobs = [
        Job((template.id, index), effect.scenario(template.lab), seed)
        for template in templates
        for index, effect in enumerate(template.effects)
        for seed in effect.seeds or seeds
    ]
    results: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for job, result in run_all(jobs, process_count, on_done):
        results.setdefault(job.key, []).append(result)
    return {
        template.id: [
            measured_effect(values_of(effect.measured, results[template.id, index]))
            for index, effect in enumerate(template.effects)
        ]
        for template in templates
    }


def values_of(measured: str, results: list[dict[str, Any]]) -> list[float]:
    """A number of every result, rounded as the file has it."""
    expression = Expression(measured, "number")
    return [_rounded(expression.number(result)) for result in results]


def measured_effect(values: list[float]) -> MeasuredEffect:
    """Mean and 95 % Student-t interval of the seeds."""
    found = estimate(values)
    half_width = 0.0 if math.isnan(found.half_width) else found.half_width
    return MeasuredEffect(
        mean=_rounded(found.mean),
        low=_rounded(found.mean - half_width),
        high=_rounded(found.mean + half_width),
        values=values,
    )


def file_text(measured: Measured) -> str:
    """One line for each effect, so that a change shows where it is."""
    head = MeasuredTemplates(
        behaviour_version=behaviour_version(),
        core_version=core_version(),
        seeds=list(SEEDS),
        effects={},
    ).model_dump(exclude={"effects"})
    blocks = [
        f'  "{name}": [\n'
        + ",\n".join(f"   {json.dumps(effect.model_dump())}" for effect in effects)
        + "]"
        for name, effects in measured.items()
    ]
    return f'{json.dumps(head)[:-1]},\n "effects": {{\n' + ",\n".join(blocks) + "}}\n"


def _paper(arguments: argparse.Namespace) -> str | None:
    if arguments.worksheet is not None:
        return worksheet(_chosen([arguments.worksheet], "--worksheet")[0].lab)
    if arguments.guide is not None:
        lab = _chosen([arguments.guide], "--guide")[0].lab
        return teachers_guide(lab, effects_of(lab))
    return None


def _chosen(ids: list[str] | None, option: str = "--only") -> list[Template]:
    templates = load_templates()
    known = [template.id for template in templates]
    for name in ids or []:
        if name not in known:
            raise InputError(f"{option} is '{name}'; it must be one of {', '.join(known)}")
    return [template for template in templates if ids is None or template.id in ids]


def _print(templates: list[Template], measured: Measured) -> bool:
    rows = []
    all_hold = True
    for template in templates:
        for effect, numbers in zip(template.effects, measured[template.id], strict=True):
            holds = effect.holds(numbers.low, numbers.high)
            interval = f"{numbers.low:.4g} to {numbers.high:.4g}"
            mark = "holds" if holds else "FAILS"
            cells = [effect.says, f"{numbers.mean:.4g}", interval, effect.promise, mark]
            rows.append([template.id, *cells])
            all_hold = all_hold and holds
    header = ["lab", "effect", "mean", "95 % interval", "promised", "verdict"]
    caption = f"{len(SEEDS)} seeds each unless the effect names fewer; core {core_version()}"
    print_table("What the labs promise", header, rows, caption)
    return all_hold


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _write(path: Path, text: str) -> None:
    with whole_file(path) as partial:
        partial.write_text(text, encoding="utf-8")
