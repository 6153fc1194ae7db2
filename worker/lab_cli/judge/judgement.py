"""The judgement of a module: its score in each situation, its faults, and the worst case."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_cli.kit.algorithm_input import Algorithm, AlgorithmInput
from lab_cli.kit.evaluation import run_tested
from lab_exec import run_scenario
from lab_exec.errors import RunFailedError
from lab_exec.parallel import Processes, goes_on, simulating_processes
from lab_model.evaluation.cases import Case, hidden_cases, open_cases, simpler_cases
from lab_model.evaluation.merit import NOTHING, Merit, merit_of
from lab_model.experiments import numbers_of
from lab_model.experiments.numbers import Numbers
from lab_model.experiments.statistics import estimate

MOST_SIMPLER: Final = 24
"""Situations that are tried to make the worst one simpler."""
AS_BAD: Final = 1.25
"""A simpler situation may have a score so many times that of the worst one."""

# From where on a part of the score is called a fault.
_FAULTS: Final = (
    ("failed", "goodput", 0.0, "its run fails"),
    ("idle", "goodput", 0.5, "it gets less than half of the goodput that CUBIC gets in its place"),
    ("starves others", "others", 0.5, "other flows get less than half of what CUBIC leaves them"),
    ("long queue", "delay", 1 / 1.5, "its RTT is more than 1.5 times that of CUBIC in its place"),
    ("unfair to itself", "even", 0.7, "its own flows share less evenly than CUBIC's by 0.3"),
    ("sends into loss", "delivered", 0.95, "5% more of its packets than of CUBIC's are resent"),
)
RECOGNISES: Final = "recognises situations"
_LEAST: Final = 1e-3
"""Scores below count as this: it is a comparison of scores, not of how low they can go."""
_RECOGNISED: Final = 1.5
"""How many times the score of its twins an open situation has."""


@dataclass(frozen=True)
class JudgedCase:
    """A situation with the score of each seed."""

    case: Case
    merits: tuple[Merit, ...]
    failures: tuple[str, ...]
    """Why runs failed, each reason once."""

    @property
    def score(self) -> float:
        """Geometric mean over the seeds; 0 where one failed."""
        return geometric([merit.score for merit in self.merits])

    def part(self, name: str) -> float:
        """Of the score, geometric mean over the seeds."""
        return geometric([getattr(merit, name) for merit in self.merits])

    def faults(self) -> list[str]:
        """By name, what the module does wrong here."""
        if self.failures:
            return ["failed"]
        return [name for name, part, least, _ in _FAULTS if self.part(part) < least]

    @property
    def title(self) -> str:
        """In words."""
        return f"{self.case.kind}: {self.case.name}"


@dataclass(frozen=True)
class Finding:
    """A fault, and in which situations it was seen."""

    name: str
    meaning: str
    situations: list[str]


@dataclass(frozen=True)
class Judgement:
    """Everything that is said of a module."""

    hidden_seed: int
    cases: list[JudgedCase]
    worst: JudgedCase
    """The one with the lowest score, made as simple as it goes."""

    def of_kind(self, *kinds: str) -> list[JudgedCase]:
        """Those of the open, the twin or the drawn situations."""
        return [judged for judged in self.cases if judged.case.kind in kinds]

    @property
    def score(self) -> float:
        """Geometric mean over the hidden situations."""
        return geometric([each.score for each in self.of_kind("twin", "drawn")])

    @property
    def interval(self) -> tuple[float, float] | None:
        """95%, over the hidden situations as a sample of all; None where a run failed."""
        scores = [each.score for each in self.of_kind("twin", "drawn")]
        return None if min(scores) <= 0 else _interval(scores)

    def findings(self) -> list[Finding]:
        """Faults by how many situations show them, and whether open situations are recognised."""
        found = []
        for name, _, _, meaning in _FAULTS:
            where = [each.title for each in self.cases if name in each.faults()]
            if where:
                found.append(Finding(name, meaning, where))
        found.sort(key=lambda finding: -len(finding.situations))
        return found + self._recognised()

    def _recognised(self) -> list[Finding]:
        twins = {each.case.name: each for each in self.of_kind("twin")}
        pairs = [(each, twins[each.case.name]) for each in self.of_kind("open")]
        ratios = [max(one.score, _LEAST) / max(two.score, _LEAST) for one, two in pairs]
        low, _ = _interval(ratios)
        if low < 1 or geometric(ratios) < _RECOGNISED:
            return []
        meaning = (
            f"its score is {geometric(ratios):.2g} times as high in the situations that everyone "
            "knows as in their hidden twins"
        )
        return [Finding(RECOGNISES, meaning, [one.case.name for one, _ in pairs])]


def judge(tested: AlgorithmInput, hidden_seed: int, process_count: int) -> Judgement:
    """Runs a module, or an algorithm of the core, in all situations. Raises `InputError`."""
    with simulating_processes(process_count) as processes:
        cases = [*open_cases(), *hidden_cases(hidden_seed)]
        judged = _judged(processes, tested, cases)
        worst = _simplified(processes, tested, min(judged, key=lambda each: each.score))
    return Judgement(hidden_seed, judged, worst)


def _simplified(processes: Processes, tested: AlgorithmInput, worst: JudgedCase) -> JudgedCase:
    """Nearer to the plain situation as long as it is nearly as bad there."""
    tried = 0
    while tried < MOST_SIMPLER:
        steps = simpler_cases(worst.case)[: MOST_SIMPLER - tried]
        tried += len(steps)
        bad = [
            each for each in _judged(processes, tested, steps) if each.score <= AS_BAD * worst.score
        ]
        if not bad:
            break
        worst = bad[0]
    return worst


def _judged(
    processes: Processes, tested: AlgorithmInput, cases: Sequence[Case]
) -> list[JudgedCase]:
    path = None if tested.module is None else tested.module.module.path
    futures = [
        [processes.submit(_merit, tested.algorithm, path, case, seed) for seed in case.seeds]
        for case in cases
    ]
    found = []
    for case, of_case in zip(cases, futures, strict=True):
        answers = [future.result() for future in of_case]
        merits = tuple(merit for merit, _ in answers)
        failures = tuple(dict.fromkeys(reason for _, reason in answers if reason))
        found.append(JudgedCase(case, merits, failures))
    return found


def _merit(algorithm: Algorithm, path: Path | None, case: Case, seed: int) -> tuple[Merit, str]:
    """In another process."""
    reference = run_scenario(case.scenario, seed, series=False, on_progress=goes_on)
    return merit_beside(numbers_of(reference), algorithm, path, case, seed)


def merit_beside(
    reference: Numbers, algorithm: Algorithm, path: Path | None, case: Case, seed: int
) -> tuple[Merit, str]:
    """Against the numbers of CUBIC in its place. A run that fails has nothing, and the reason."""
    try:
        scenario = case.scenario_with(algorithm)
        result = run_tested(path, scenario, seed, series=False)
    except RunFailedError as error:
        return NOTHING, str(error)
    return merit_of(numbers_of(result), reference, case.flow_counts, case.tested_groups), ""


def geometric(values: Sequence[float]) -> float:
    """The geometric mean."""
    if min(values) <= 0:
        return 0.0
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """Of the geometric mean, by Student's t of the logarithms."""
    low, high = estimate(map(math.log, values)).interval
    return math.exp(low), math.exp(high)
