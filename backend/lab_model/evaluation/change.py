"""The effect of a change of an algorithm: before and after in every situation, seed by seed.

Every number of every situation is a question, and all of them together are one family: their p
values are adjusted by Benjamini and Hochberg, so that of the numbers called better or worse at most
one of twenty is expected to be wrong. Equal runs have a difference of exactly zero and are never
called either. A difference that seeds show may still be too small to matter: a number
counts as better or worse from a stated change on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
from pydantic import Field

from lab_model.comparisons.judged import FALSE_DISCOVERY_RATE, LEAST_PAIRS
from lab_model.evaluation.evaluated import Evaluated
from lab_model.evaluation.situations import Situation, load_battery
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric, find_metric
from lab_model.experiments.verdicts import adjusted_p_values, judge_cells
from lab_model.record import Record

LEAST_CHANGE: Final = 0.05
"""Relative to the value before."""
LEAST_STEPS: Final = {"": 0.005, "s": 0.001}
"""And in the number's own unit: half a percentage point of a ratio, a millisecond."""

Outcome = Literal["better", "worse", "changed", "small", "same", "unclear", "untested"]
"""changed: it differs, and neither way is better. small: seeds show a difference, which is smaller
than what counts. same: equal in every seed."""


class ChangeEstimate(Record):
    """A mean over the seeds with its 95% interval."""

    mean: float | None
    low: float | None
    high: float | None


class ChangedNumber(Record):
    """One number of one situation, before and after."""

    situation_id: str
    situation: str
    report: str | None
    """Address of the public report that the situation is drawn from."""
    name: str
    label: str
    display_unit: str
    per_display_unit: float
    before: ChangeEstimate
    after: ChangeEstimate
    relative_change: float | None
    """(after - before) / before, of the means; null where there is nothing to divide by."""
    adjusted_p: float | None
    pair_count: int
    outcome: Outcome


CaseVerdict = Literal["holds", "fails", "cannot be judged"]


class JudgedCase(Record):
    """What a test case of the BBRv3 draft says of an algorithm, by one run."""

    verdict: CaseVerdict
    measured: str


class ChangedCase(Record):
    """A test case before and after."""

    id: str
    number: int
    """In the order of the draft."""
    title: str
    setting: str
    before: JudgedCase
    after: JudgedCase
    outcome: Outcome
    """worse: it held before and fails now; better: the other way round."""


HULL_NUMBERS: Final = {
    "goodput_bps": ("Goodput of all flows", "Mbit/s", 1e6, ""),
    "retransmit_ratio": ("Retransmitted", "%", 0.01, ""),
    "mean_rtt_s": ("Mean RTT", "ms", 1e-3, "s"),
}
"""Title, unit that people read, how much of it, and the unit of `LEAST_STEPS`."""

HullOutcome = Literal["leaves", "enters"]


class HullChange(Record):
    """A number that is on different sides of the edge before and after."""

    situation: str
    name: str
    implementation_count: int
    independent_count: int
    """Of these, the ones that are no fork of another."""
    low: float
    high: float
    before: float
    after: float
    outcome: HullOutcome

    def shown(self, value: float) -> float:
        """A value in the unit that people read."""
        return value / HULL_NUMBERS[self.name][2]


class Change(Record):
    """The whole comparison."""

    seeds: list[int]
    control: Literal["Benjamini-Hochberg"] = "Benjamini-Hochberg"
    false_discovery_rate: float = FALSE_DISCOVERY_RATE
    least_change: float
    numbers: list[ChangedNumber]
    cases: list[ChangedCase] = Field(default_factory=list)
    """Of the BBRv3 draft, where one of both has its phases."""

    hull_algorithm: str = ""
    """With the implementations of which algorithm both sides were compared; empty: with none."""
    hull_count: int = 0
    """Situations in which they were."""
    hulls: list[HullChange] = Field(default_factory=list)
    """Where one side is within what other implementations do, and the other is not. Neither way is
    worse by itself."""

    def cases_having(self, *outcomes: Outcome) -> list[ChangedCase]:
        """The cases with one of these outcomes, in the draft's order."""
        return [each for each in self.cases if each.outcome in outcomes]

    def is_worse(self) -> bool:
        """Whether anything got worse."""
        return bool(self.having("worse") or self.cases_having("worse"))

    def having(self, *outcomes: Outcome) -> list[ChangedNumber]:
        """The numbers with one of these outcomes, the largest change first."""
        chosen = [number for number in self.numbers if number.outcome in outcomes]
        return sorted(chosen, key=lambda number: -abs(number.relative_change or 0.0))


@dataclass(frozen=True)
class _Pair:
    situation: Situation
    metric: Metric
    before: Sequence[float | None]
    after: Sequence[float | None]

    @cached_property
    def estimates(self) -> tuple[ChangeEstimate, ChangeEstimate]:
        """Before and after."""
        return _estimate(self.before, self.metric), _estimate(self.after, self.metric)


def case_outcome(before: CaseVerdict, after: CaseVerdict) -> Outcome:
    """The outcome of a case from its verdicts before and after."""
    match before, after:
        case "holds", "fails":
            return "worse"
        case "fails", "holds":
            return "better"
        case _:
            return "same" if before == after else "changed"


def change_between(
    before: Evaluated, after: Evaluated, least_change: float = LEAST_CHANGE
) -> Change:
    """Both evaluations need the same seeds. Situations that one of them lacks are left out."""
    if before.seeds != after.seeds:
        raise ValueError(f"seeds {before.seeds} and {after.seeds} differ")
    pairs = list(_pairs(before, after))
    judged = [judge_cells([pair.after], [pair.before], pair.metric) for pair in pairs]
    # A family of one has its own p value; here all of them are one family.
    adjusted = adjusted_p_values(np.array([float(each.adjusted_p[0]) for each in judged]))
    numbers = []
    for pair, found, p_value in zip(pairs, judged, adjusted, strict=True):
        outcome = _outcome(pair, float(found.mean[0]), float(p_value), least_change)
        numbers.append(_number(pair, int(found.count[0]), float(p_value), outcome))
    return Change(seeds=before.seeds, least_change=least_change, numbers=numbers)


def _pairs(before: Evaluated, after: Evaluated) -> list[_Pair]:
    pairs = []
    for situation in load_battery():
        if situation.id not in before.situations or situation.id not in after.situations:
            continue
        labels = [group["label"] for group in situation.scenario["flows"]]
        for name in situation.numbers:
            one, two = (each.values(situation.id, name) for each in (before, after))
            pairs.append(_Pair(situation, find_metric(name, labels), one, two))
    return pairs


def _outcome(pair: _Pair, change: float, p_value: float, least_change: float) -> Outcome:
    """`change` is that of the distance to fair, or of the number (`judge_cells`)."""
    if list(pair.before) == list(pair.after):
        return "same"
    count = sum(
        one is not None and two is not None
        for one, two in zip(pair.before, pair.after, strict=True)
    )
    if count < LEAST_PAIRS:
        return "untested"
    if not p_value <= FALSE_DISCOVERY_RATE:
        return "unclear"
    if not _counts(pair, least_change):
        return "small"
    if pair.metric.better is None:
        return "changed"
    is_more = change > (1.0 if _is_factor(pair.metric) else 0.0)
    return "better" if is_more == (pair.metric.better == "more") else "worse"


def _is_factor(metric: Metric) -> bool:
    return metric.average == "geometric"


def _counts(pair: _Pair, least_change: float) -> bool:
    before, after = (each.mean for each in pair.estimates)
    if before is None or after is None:
        return False
    step = abs(after - before)
    least_step = LEAST_STEPS.get(pair.metric.unit, 0.0)
    return step >= max(least_change * abs(before), least_step)


def _number(pair: _Pair, count: int, p_value: float, outcome: Outcome) -> ChangedNumber:
    before, after = pair.estimates
    relative = None
    if before.mean and after.mean is not None:
        relative = (after.mean - before.mean) / before.mean
    return ChangedNumber(
        situation_id=pair.situation.id,
        situation=pair.situation.title,
        report=pair.situation.report,
        name=pair.metric.name,
        label=pair.metric.label,
        display_unit=pair.metric.display_unit,
        per_display_unit=pair.metric.per_display_unit,
        before=before,
        after=after,
        relative_change=relative,
        adjusted_p=None if np.isnan(p_value) else p_value,
        pair_count=count,
        outcome=outcome,
    )


def _estimate(values: Sequence[float | None], metric: Metric) -> ChangeEstimate:
    found = estimate_cells(np.array([values], dtype=np.float64), metric)
    [mean], [low], [high] = (each for each in (found.mean, found.low, found.high))
    return ChangeEstimate(mean=_known(mean), low=_known(low), high=_known(high))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
