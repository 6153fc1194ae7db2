"""The score of each entry, and the places of students by their best.

An entry's score in a scenario is that of `lab_model.evaluation.merit`, against CUBIC in its place
under the same seed: goodput that is taken from others, or that a long queue costs, buys nothing.
Its score is the geometric mean over the scenarios; a run that fails counts as the least there is.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from lab_cli.contest.entries import Entry
from lab_cli.judge.cases import Case, hidden_cases
from lab_cli.judge.judgement import geometric, merit_beside
from lab_exec import run_scenario
from lab_exec.parallel import Processes, goes_on, simulating_processes
from lab_model.evaluation.merit import NOTHING, Merit
from lab_model.evaluation.ranking import Placed, placed

SCENARIO_COUNT: Final = 20
_DRAWN_COUNT: Final = 11
"""Beside the twins of the nine open situations."""
LEAST_SCORE: Final = 1e-3
"""In one scenario. A failure costs that much and does not make all the rest worth nothing."""
PARTS: Final = ("goodput", "delay", "others", "even", "delivered")

Result = dict[str, Any]


@dataclass(frozen=True)
class Scored:
    """An entry with what each scenario gave."""

    entry: Entry
    merits: tuple[Merit, ...]
    failures: tuple[str, ...]
    """Why runs failed, each reason once."""
    failed_count: int

    @property
    def logs(self) -> list[float]:
        """Logarithm of the score in each scenario."""
        return [math.log(max(merit.score, LEAST_SCORE)) for merit in self.merits]

    @property
    def score(self) -> float:
        """Geometric mean over the scenarios; 1 is CUBIC."""
        return geometric([max(merit.score, LEAST_SCORE) for merit in self.merits])

    def part(self, name: str) -> float:
        """Of the score, geometric mean."""
        return geometric([max(getattr(merit, name), LEAST_SCORE) for merit in self.merits])


@dataclass(frozen=True)
class Row:
    """A student on the board."""

    placed: Placed
    best: Scored
    entry_count: int


def scenarios(seed: int) -> list[Case]:
    """All of them follow from the seed."""
    return hidden_cases(seed, _DRAWN_COUNT)


def score(
    entries: Sequence[Entry], seed: int, process_count: int, on_done: Callable[[], object]
) -> list[Scored]:
    """Every entry in every scenario, in the order of the entries; `on_done` after each run."""
    cases = scenarios(seed)
    with simulating_processes(process_count) as processes:
        references = _references(processes, cases, on_done)
        futures = [
            [
                processes.submit(
                    merit_beside, reference, {"name": entry.name}, entry.path, case, case.seeds[0]
                )
                for case, reference in zip(cases, references, strict=True)
                if not entry.refusal
            ]
            for entry in entries
        ]
        found = []
        for entry, of_entry in zip(entries, futures, strict=True):
            answers = []
            for future in of_entry:
                answers.append(future.result())
                on_done()
            found.append(_scored(entry, answers))
    return found


def board(scored: Sequence[Scored]) -> list[Row]:
    """Students by their best entry; places by the league's rule, paired over the scenarios."""
    students = list(dict.fromkeys(each.entry.student for each in scored))
    by_student = {
        student: [each for each in scored if each.entry.student == student] for student in students
    }
    best = [max(by_student[student], key=lambda each: each.score) for student in students]
    places = placed(np.array([each.logs for each in best]), higher_is_better=True)
    rows = [
        Row(place, each, len(by_student[each.entry.student]))
        for place, each in zip(places, best, strict=True)
        if place is not None
    ]
    return sorted(rows, key=lambda row: -row.best.score)


def _references(
    processes: Processes, cases: Sequence[Case], on_done: Callable[[], object]
) -> list[Result]:
    futures = [processes.submit(_reference, case) for case in cases]
    found = []
    for future in futures:
        found.append(future.result())
        on_done()
    return found


def _reference(case: Case) -> Result:
    """In another process: CUBIC in the place of the entries."""
    result = run_scenario(case.scenario, case.seeds[0], series=False, on_progress=goes_on)
    return {"flows": result["flows"]}


def _scored(entry: Entry, answers: Sequence[tuple[Merit, str]]) -> Scored:
    if entry.refusal:
        return Scored(entry, (NOTHING,) * SCENARIO_COUNT, (entry.refusal,), SCENARIO_COUNT)
    failures = [reason for _, reason in answers if reason]
    return Scored(
        entry,
        tuple(merit for merit, _ in answers),
        tuple(dict.fromkeys(failures)),
        len(failures),
    )
