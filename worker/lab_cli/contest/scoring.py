"""Every entry of a folder in every scenario of a contest, on several processes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lab_cli.contest.entries import Entry
from lab_cli.judge.judgement import merit_beside
from lab_exec import run_scenario
from lab_exec.errors import SentTooMuchError
from lab_exec.held_modules import most_packets_served
from lab_exec.parallel import Processes, may_continue, simulating_processes
from lab_model.evaluation.cases import Case
from lab_model.evaluation.contest import Choice, Score, Standing, scenarios, standings
from lab_model.evaluation.merit import NOTHING, Merit
from lab_model.experiments import numbers_of
from lab_model.experiments.numbers import Numbers


@dataclass(frozen=True)
class Scored:
    """An entry with what each scenario gave."""

    entry: Entry
    score: Score


@dataclass(frozen=True)
class Row:
    """A student on the board."""

    standing: Standing
    best: Scored


def score(
    entries: Sequence[Entry],
    seed: int,
    choice: Choice,
    process_count: int,
    on_done: Callable[[], object],
) -> list[Scored]:
    """Every entry in every scenario, in the order of the entries; `on_done` after each run."""
    cases = scenarios(seed, choice)
    with simulating_processes(process_count) as processes:
        references = _references(processes, cases, on_done)
        futures = [
            [
                processes.submit(_merit, reference, entry, case)
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
            found.append(Scored(entry, _score(entry, answers, choice.count)))
    return found


def _merit(reference: Numbers, entry: Entry, case: Case) -> tuple[Merit, str]:
    """In another process. What floods fails as it does in a lab."""
    most_packets = most_packets_served(case.scenario)
    try:
        return merit_beside(
            reference, {"name": entry.name}, entry.path, case, case.seeds[0], most_packets
        )
    except SentTooMuchError as error:
        return NOTHING, str(error)


def board(scored: Sequence[Scored]) -> list[Row]:
    """Students by their best entry; places by the league's rule, paired over the scenarios."""
    students = students_of(scored)
    own = [[each for each in scored if each.entry.student == student] for student in students]
    rows = standings([[each.score for each in of_student] for of_student in own])
    return [Row(row, own[row.student][row.best]) for row in rows]


def students_of(scored: Sequence[Scored]) -> list[str]:
    """In the order of the entries, as standings count them."""
    return list(dict.fromkeys(each.entry.student for each in scored))


def _references(
    processes: Processes, cases: Sequence[Case], on_done: Callable[[], object]
) -> list[Numbers]:
    futures = [processes.submit(_reference, case) for case in cases]
    found = []
    for future in futures:
        found.append(future.result())
        on_done()
    return found


def _reference(case: Case) -> Numbers:
    """In another process: CUBIC in the place of the entries."""
    return numbers_of(
        run_scenario(case.scenario, case.seeds[0], series=False, on_progress=may_continue)
    )


def _score(entry: Entry, answers: Sequence[tuple[Merit, str]], count: int) -> Score:
    if entry.refusal:
        return Score.refused(entry.refusal, count)
    failures = [reason for _, reason in answers if reason]
    return Score(
        tuple(merit for merit, _ in answers), tuple(dict.fromkeys(failures)), len(failures)
    )
