"""The report card of an algorithm: RFC 9743 (BCP 133, March 2025), heading by heading.

The RFC says what a community should look at before it takes up a new congestion control; it sets
no thresholds, and neither does the card. Each number stands beside that of the standard algorithms
in the place of the tested one, under the same seeds. A difference is marked where the seeds show it
among all numbers of the card, and where it is large enough to count (lab_model.evaluation.change).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, TypeVar, cast

import numpy as np

from lab_model.evaluation.change import Outcome, change_between
from lab_model.evaluation.evaluated import Evaluated
from lab_model.evaluation.league import title_of
from lab_model.evaluation.situations import Situation, load_situations
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.json_lists import significant
from lab_model.experiments.metrics import Metric, find_metric
from lab_model.record import Record
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

MOST_KEPT: Final = 4096
"""Estimates of one process. A card has some 130 numbers, each beside two baselines."""

BySeed = tuple[float | None, ...]
Outcomes = Mapping[tuple[str, str], Outcome]
"""By situation and number."""
DIFFERENT: Final[frozenset[Outcome]] = frozenset({"better", "worse", "changed"})


class Heading(Record):
    """A criterion or scenario of the RFC."""

    section: str
    title: str
    asks: str | None
    """What is looked at, in our words; null for a heading with nothing but headings below it."""
    situations: list[str]
    not_here: str | None
    """What cannot be tested here, and why."""


class ReportEstimate(Record):
    """A mean over the seeds with its 95% interval."""

    mean: float | None
    low: float | None
    high: float | None


class ReportBaseline(ReportEstimate):
    """The same number with a standard algorithm in the place of the tested one."""

    algorithm: str
    title: str
    is_different: bool | None
    """Whether the seeds show a difference (all numbers beside this baseline are one family, by
    Benjamini and Hochberg) that is large enough to count; null: too few numbers for a test."""


class ReportNumber(ReportEstimate):
    """A number of a situation."""

    name: str
    label: str
    definition: str
    unit: str
    display_unit: str
    per_display_unit: float
    baselines: list[ReportBaseline]


class ReportCase(Record):
    """A situation as it was run."""

    id: str
    title: str
    sentence: str
    scenario: Scenario
    scenario_digest: str
    numbers: list[ReportNumber]


class ReportSection(Heading):
    """A heading, and what was run for it."""

    cases: list[ReportCase]


class Report(Record):
    """The whole card."""

    title: str
    algorithm: AlgorithmChoice
    behaviour_version: int
    core_version: str
    seed_count: int
    sections: list[ReportSection]


@cache
def load_headings() -> tuple[Heading, ...]:
    """All headings of sections 5 to 7, in order. Read once per process."""
    content = files("lab_model.evaluation").joinpath("headings.json").read_text(encoding="utf-8")
    return _Headings.model_validate_json(f'{{"headings": {content}}}').headings


class _Headings(Record):
    headings: tuple[Heading, ...]


@dataclass(frozen=True)
class OutsideAlgorithm:
    """What a card needs of an algorithm that no registry has: a user's own module."""

    title: str
    choice: AlgorithmChoice
    scenario_of: Callable[[Situation], Scenario]


def report_of(
    item: Evaluated,
    baselines: Mapping[str, Evaluated],
    outside: OutsideAlgorithm | None = None,
) -> Report:
    """The report card of an evaluation, compared with those of other algorithms, by name.

    Baselines with other seeds than the evaluation's are left out. `outside` says of a tested
    algorithm what the registry cannot.
    """
    shown = outside or OutsideAlgorithm(
        title_of(item.algorithm),
        AlgorithmChoice.model_validate(item.algorithm),
        lambda situation: situation.scenario_with(item.algorithm),
    )
    beside = {
        name: other
        for name, other in baselines.items()
        if other.seeds == item.seeds and other.algorithm != item.algorithm
    }
    outcomes = {name: _outcomes(item, other) for name, other in beside.items()}
    # An algorithm that no registry has would not pass the validation of scenarios.
    made = _Made(validates=outside is None)
    cases = {
        situation.id: made(
            ReportCase,
            id=situation.id,
            title=situation.title,
            sentence=situation.sentence,
            scenario=shown.scenario_of(situation),
            scenario_digest=item.situations[situation.id].scenario_digest,
            numbers=[
                _number(situation, name, item, beside, outcomes) for name in situation.numbers
            ],
        )
        for situation in load_situations()
        if situation.id in item.situations
    }
    return made(
        Report,
        title=shown.title,
        algorithm=shown.choice,
        behaviour_version=item.behaviour_version,
        core_version=item.core_version,
        seed_count=len(item.seeds),
        sections=[
            made(
                ReportSection,
                **heading.model_dump(),
                cases=[cases[name] for name in heading.situations if name in cases],
            )
            for heading in load_headings()
        ],
    )


Made = TypeVar("Made", bound=Record)


@dataclass(frozen=True)
class _Made:
    """Makes records, validated or not."""

    validates: bool

    def __call__(self, kind: type[Made], **values: Any) -> Made:
        if self.validates:
            return kind(**values)
        return cast("Made", kind.model_construct(**values))


def _outcomes(item: Evaluated, baseline: Evaluated) -> Outcomes:
    numbers = change_between(baseline, item).numbers
    return {(number.situation_id, number.name): number.outcome for number in numbers}


def _number(
    situation: Situation,
    name: str,
    item: Evaluated,
    beside: Mapping[str, Evaluated],
    outcomes: Mapping[str, Outcomes],
) -> ReportNumber:
    labels = [group["label"] for group in situation.scenario["flows"]]
    metric = find_metric(name, labels)
    values = tuple(item.values(situation.id, name))
    return ReportNumber(
        name=name,
        label=metric.label,
        definition=metric.definition,
        unit=metric.unit,
        display_unit=metric.display_unit,
        per_display_unit=metric.per_display_unit,
        baselines=[
            _baseline(other, situation.id, metric, outcomes[key].get((situation.id, name)))
            for key, other in beside.items()
        ],
        **_estimate(values, metric),
    )


def _baseline(
    other: Evaluated, situation_id: str, metric: Metric, outcome: Outcome | None
) -> ReportBaseline:
    theirs = tuple(other.values(situation_id, metric.name))
    return ReportBaseline(
        algorithm=other.algorithm["name"],
        title=title_of(other.algorithm),
        is_different=None if outcome in {None, "untested"} else outcome in DIFFERENT,
        **_estimate(theirs, metric),
    )


# While an evaluation is computed its card is asked for each second, and few numbers are new.
@lru_cache(MOST_KEPT)
def _estimate(values: BySeed, metric: Metric) -> Mapping[str, float | None]:
    found = estimate_cells(np.array([values], dtype=np.float64), metric)
    [mean], [low], [high] = (significant(each) for each in (found.mean, found.low, found.high))
    return {"mean": mean, "low": low, "high": high}
