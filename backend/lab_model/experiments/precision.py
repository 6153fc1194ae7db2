"""How many seeds each cell needs for an interval as narrow as was asked for.

Seeds are added in rounds. When all runs of a round are there, each cell whose 95 % interval is too
wide gets as many seeds as its spread so far says that it needs, n (width / wanted)^2, and at most
twice as many as it has, since a few seeds estimate the spread badly. The next round depends on
the numbers alone, not on who computed them and when: the same definition gives the same seeds, and
an experiment that was stopped resumes where it was.

Stopping when an interval is narrow makes it a little too narrow (Chow and Robbins, Annals of
Mathematical Statistics 36, 1965: right in the limit of small widths); the more seeds a cell begins
with, the less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from lab_model.english.numbers import count_of
from lab_model.experiments.definition_fields import Precision, Replications
from lab_model.experiments.estimates import (
    Counts,
    Flags,
    Floats,
    Values,
    as_table,
    estimate_cells,
)
from lab_model.experiments.metrics import Metric

CellState = Literal["reached", "wanted", "most_seeds", "budget", "no_number"]
"""wanted: the next round brings more seeds. most_seeds, budget: it has to stay as it is.
no_number: no seed has a number for the metric."""

MOST_GROWTH: Final = 2


@dataclass(frozen=True, eq=False)
class PrecisionFound:
    """What is known of each cell after a round."""

    seed_count: Counts
    """Seeds that the cell has, or is planned with."""
    width_ratio: Floats
    """Half of the interval by the mean, or how far it ends above it; NaN with fewer than two
    numbers, infinite around a mean of 0."""
    needed_count: Counts
    """Further seeds that it seems to need; -1 where that is unknown."""
    next_count: Counts
    """Seeds of the next round; the same where there is none for it."""
    states: Sequence[CellState]
    is_judged: Flags
    """False of a baseline where effects are judged: it has the seeds that its arms need."""


def first_counts(cell_count: int, replications: Replications) -> Counts:
    """Seeds of every cell before anything is known."""
    return np.full(cell_count, replications.count, dtype=np.int64)


def judge_precision(
    values: Values,
    seed_counts: Counts,
    digests: Sequence[str],
    metric: Metric,
    precision: Precision,
) -> PrecisionFound:
    """The precision reached with (cells, seeds), NaN where there is no number, and the plan of the
    next round.

    Cells with the same digest are the same scenario: one run counts for all, and they stay equal.
    """
    table = as_table(values)
    count, width_ratio = widths(table, metric)
    needed = needed_counts(count, width_ratio, precision.within_ratio)
    is_reached = width_ratio <= precision.within_ratio
    is_empty = count == 0
    wanted = np.where(
        is_reached | is_empty,
        seed_counts,
        np.minimum(
            np.where(needed < 0, MOST_GROWTH * seed_counts, seed_counts + needed),
            np.minimum(MOST_GROWTH * seed_counts, precision.most_count),
        ),
    )
    following = _within_budget(seed_counts, wanted, digests, precision.most_unit_count)
    states = [
        state_of(*each)
        for each in zip(
            is_reached.tolist(),
            is_empty.tolist(),
            (following > seed_counts).tolist(),
            (seed_counts >= precision.most_count).tolist(),
            strict=True,
        )
    ]
    is_judged = np.ones(len(digests), dtype=np.bool_)
    return PrecisionFound(seed_counts, width_ratio, needed, following, states, is_judged)


def state_of(*flags: bool) -> CellState:
    """The state from four flags: reached, without a number, gets more seeds, has the most seeds."""
    is_reached, is_empty, has_next, has_most = flags
    if is_reached:
        return "reached"
    if is_empty:
        return "no_number"
    if has_next:
        return "wanted"
    return "most_seeds" if has_most else "budget"


def widths(table: Floats, metric: Metric) -> tuple[Counts, Floats]:
    """For each row the count of its numbers, and half of the interval divided by the mean
    (`PrecisionFound.width_ratio`).
    """
    # An interval that is clipped to the range of its metric has not become more certain by that.
    found = estimate_cells(table, replace(metric, least=None, most=None))
    with np.errstate(divide="ignore", invalid="ignore"):
        if metric.average == "geometric":
            width = found.high / found.mean - 1
        else:
            half = (found.high - found.low) / 2
            width = np.where(half == 0, 0.0, half / np.abs(found.mean))
    return found.count, np.where(np.isnan(found.low), np.nan, width)


def needed_counts(count: Counts, width_ratio: Floats, within_ratio: float) -> Counts:
    """Further seeds by the spread so far: the width falls with the root of their number."""
    with np.errstate(invalid="ignore", over="ignore"):
        total = np.ceil(count * (width_ratio / within_ratio) ** 2)
    is_known = np.isfinite(total) & (total < float(np.iinfo(np.int32).max))
    is_over = width_ratio <= within_ratio
    further = np.where(is_known, np.where(is_known, total, 0) - count, -1).astype(np.int64)
    found: Counts = np.where(is_over, 0, np.where(further < 0, -1, np.maximum(further, 1)))
    return found


def _within_budget(
    seed_counts: Counts, wanted: Counts, digests: Sequence[str], most: int | None
) -> Counts:
    """Cells that need fewest come first, so that most of them get there."""
    if most is None or int(wanted.sum()) <= most:
        return wanted
    cells_of: dict[str, list[int]] = {}
    for index, digest in enumerate(digests):
        cells_of.setdefault(digest, []).append(index)
    following = seed_counts.copy()
    rest = most - int(seed_counts.sum())
    growth = wanted - seed_counts
    for cells in sorted(cells_of.values(), key=lambda each: (int(growth[each[0]]), each[0])):
        step = min(int(growth[cells[0]]), math.floor(max(0, rest) / len(cells)))
        following[cells] += step
        rest -= step * len(cells)
    return following


_WORDS: Final[dict[CellState, tuple[str, str]]] = {
    "wanted": ("{} wants more seeds", "{} want more seeds"),
    "most_seeds": (
        "{} is wider with the most seeds that it may get",
        "{} are wider with the most seeds that they may get",
    ),
    "budget": ("{} is wider and all runs are spent", "{} are wider and all runs are spent"),
    "no_number": ("{} has no number", "{} have no number"),
}
"""Words for one cell, and for several."""


def precision_sentence(found: PrecisionFound, precision: Precision) -> str:
    """`±5% reached in 12 of 16 cells; 3 want more seeds`, or `in 12 of 16 comparisons`."""
    judged = [
        state for state, is_judged in zip(found.states, found.is_judged, strict=True) if is_judged
    ]
    counts = {state: judged.count(state) for state in _WORDS}
    what = "comparison" if precision.of == "effect" else "cell"
    width = f"±{100 * precision.within_ratio:.3g}%"
    if precision.of == "effect":
        width += " of the paired ratio"
    head = f"{width} reached in {judged.count('reached')} of {count_of(len(judged), what)}"
    rest = [
        texts[counts[state] > 1].format(counts[state])
        for state, texts in _WORDS.items()
        if counts[state]
    ]
    return "; ".join([head, ", ".join(rest)] if rest else [head])
