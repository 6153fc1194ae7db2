"""How many seeds each cell needs for an interval as narrow as was asked for.

Seeds are added in rounds. When all runs of a round are there, each cell whose 95 % interval is too
wide gets as many seeds as its spread so far says that it needs, n (width / wanted)^2, and at most
twice as many as it has, since a few seeds may tell little of the spread. The next round depends on
the numbers alone, not on who computed them and when: the same definition gives the same seeds, and
what was stopped goes on where it was.

Stopping when an interval is narrow makes it a little too narrow (Chow and Robbins, Annals of
Mathematical Statistics 36, 1965: right in the limit of small widths); the more seeds a cell begins
with, the less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from lab_model.experiments.definition import Precision, Replications
from lab_model.experiments.estimates import Counts, Floats, Values, as_table, estimate_cells
from lab_model.experiments.metrics import Metric

CellState = Literal["reached", "wanted", "most_seeds", "budget", "no_number"]
"""wanted: the next round brings more seeds. most_seeds, budget: it has to stay as it is.
no_number: no seed has a number for the metric."""

MOST_GROWTH: Final = 2


@dataclass(frozen=True, eq=False)
class PrecisionFound:
    """By cell."""

    seed_count: Counts
    """That it has, or is planned with."""
    width_ratio: Floats
    """Half of the interval by the mean, or how far it ends above it; NaN with fewer than two
    numbers, infinite around a mean of 0."""
    needed_count: Counts
    """Further seeds that it seems to need; -1 where nothing tells."""
    next_count: Counts
    """Seeds of the next round; the same where there is none for it."""
    states: Sequence[CellState]


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
    """What is reached with (cells, seeds), NaN where no number is, and what the next round is.

    Cells with the same digest are the same scenario: one run counts for all, and they stay equal.
    """
    table = as_table(values)
    count, width_ratio = _widths(table, metric)
    needed = _needed(count, width_ratio, precision.within_ratio)
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
        _state(*each)
        for each in zip(
            is_reached.tolist(),
            is_empty.tolist(),
            (following > seed_counts).tolist(),
            (seed_counts >= precision.most_count).tolist(),
            strict=True,
        )
    ]
    return PrecisionFound(seed_counts, width_ratio, needed, following, states)


def _state(*flags: bool) -> CellState:
    is_reached, is_empty, has_next, has_most = flags
    if is_reached:
        return "reached"
    if is_empty:
        return "no_number"
    if has_next:
        return "wanted"
    return "most_seeds" if has_most else "budget"


def _widths(table: Floats, metric: Metric) -> tuple[Counts, Floats]:
    # An interval that is clipped to the range of its metric has not become more certain by that.
    found = estimate_cells(table, replace(metric, least=None, most=None))
    with np.errstate(divide="ignore", invalid="ignore"):
        if metric.average == "geometric":
            width = found.high / found.mean - 1
        else:
            half = (found.high - found.low) / 2
            width = np.where(half == 0, 0.0, half / np.abs(found.mean))
    return found.count, np.where(np.isnan(found.low), np.nan, width)


def _needed(count: Counts, width_ratio: Floats, within_ratio: float) -> Counts:
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


_WORDS: Final[dict[CellState, str]] = {
    "wanted": "{} want more seeds",
    "most_seeds": "{} are wider with the most seeds that they may get",
    "budget": "{} are wider and all runs are spent",
    "no_number": "{} have no number",
}


def precision_sentence(found: PrecisionFound, precision: Precision) -> str:
    """`±5% reached in 12 of 16 cells; 3 want more seeds`."""
    counts = {state: list(found.states).count(state) for state in _WORDS}
    reached = list(found.states).count("reached")
    head = f"±{100 * precision.within_ratio:.3g}% reached in {reached} of {len(found.states)} cells"
    rest = [text.format(counts[state]) for state, text in _WORDS.items() if counts[state]]
    return "; ".join([head, ", ".join(rest)] if rest else [head])
