"""The judgement of a module: its score in each situation, its faults, and the worst case."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lab_cli.kit.algorithm_input import Algorithm, AlgorithmInput
from lab_cli.kit.evaluation import run_tested
from lab_exec import run_scenario
from lab_exec.errors import RunFailedError, SentTooMuchError
from lab_exec.parallel import Processes, may_continue, simulating_processes
from lab_model.evaluation.cases import Case, hidden_cases, open_cases, simpler_cases
from lab_model.evaluation.merit import NOTHING, Merit, merit_of
from lab_model.experiments import numbers_of
from lab_model.experiments.numbers import Numbers
from lab_model.experiments.statistics import estimate
from lab_model.modules import MOST_SENT
from lab_model.scenarios.computed.cost import work_packet_count

LEAST_JUDGED_S: Final = 0.5
"""What is sent in less time says nothing of goodput or delay."""
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
FLOODS: Final = "floods"
RECOGNISES: Final = "recognises situations"
_FLOODS: Final = (
    f"it sends more than {MOST_SENT} times the packets that the links can carry in the whole run; "
    "it and CUBIC are judged by the time until then"
)
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
    until_s: tuple[float | None, ...] = ()
    """Of each seed, until when the run is judged, if it floods; None: to its end."""

    @property
    def score(self) -> float:
        """Geometric mean over the seeds; 0 where one failed."""
        return geometric([merit.score for merit in self.merits])

    def part(self, name: str) -> float:
        """Of the score, geometric mean over the seeds."""
        return geometric([getattr(merit, name) for merit in self.merits])

    def faults(self) -> list[str]:
        """By name, what the module does wrong here."""
        floods = [FLOODS] if self.floods else []
        if self.failures:
            return [*floods, "failed"]
        return floods + [name for name, part, least, _ in _FAULTS if self.part(part) < least]

    @property
    def floods(self) -> bool:
        """Whether a run sent more than is judged."""
        return any(until_s is not None for until_s in self.until_s)

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
    """The whole judgement of a module."""

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
        for name, meaning in [(FLOODS, _FLOODS), *((name, said) for name, *_, said in _FAULTS)]:
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
        found.append(
            JudgedCase(
                case,
                merits=tuple(answer.merit for answer in answers),
                failures=tuple(dict.fromkeys(each.failure for each in answers if each.failure)),
                until_s=tuple(answer.until_s for answer in answers),
            )
        )
    return found


@dataclass(frozen=True)
class _Answer:
    """Of one run."""

    merit: Merit
    failure: str = ""
    until_s: float | None = None


def _merit(algorithm: Algorithm, path: Path | None, case: Case, seed: int) -> _Answer:
    """In another process."""
    most_packets = 0 if path is None else most_packets_of(case)
    try:
        return _Answer(*_beside_cubic(algorithm, path, case, seed, most_packets))
    except SentTooMuchError as error:
        until_s = (math.ceil(error.at_s * 1000) - 1) / 1000
        if until_s < LEAST_JUDGED_S:
            return _Answer(NOTHING, f"{error}; at least {LEAST_JUDGED_S:g} s are needed", until_s)
    begin = begin_of(case, until_s)
    return _Answer(*_beside_cubic(algorithm, path, begin, seed, most_packets), until_s)


def most_packets_of(case: Case) -> int:
    """That a module may send in a run of it."""
    return MOST_SENT * work_packet_count(case.scenario)


def begin_of(case: Case, until_s: float) -> Case:
    """The same runs up to then: measured from as far into them as the whole ones."""
    whole = case.scenario
    shorter = {"duration_s": until_s, "warmup_s": whole.warmup_s * until_s / whole.duration_s}
    return replace(case, scenario=whole.model_copy(update=shorter))


def _beside_cubic(
    algorithm: Algorithm, path: Path | None, case: Case, seed: int, most_packets: int
) -> tuple[Merit, str]:
    reference = run_scenario(case.scenario, seed, series=False, on_progress=may_continue)
    return merit_beside(numbers_of(reference), algorithm, path, case, seed, most_packets)


def merit_beside(
    reference: Numbers,
    algorithm: Algorithm,
    path: Path | None,
    case: Case,
    seed: int,
    most_packets: int = 0,
) -> tuple[Merit, str]:
    """Against the numbers of CUBIC in its place. A run that fails has nothing, and the reason.
    With `most_packets`, one that sends more raises `SentTooMuchError`.
    """
    try:
        scenario = case.scenario_with(algorithm)
        result = run_tested(path, scenario, seed, most_packets, series=False)
    except SentTooMuchError:
        raise
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
