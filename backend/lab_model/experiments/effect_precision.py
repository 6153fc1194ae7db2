"""Seeds until the effect is known well enough: the paired ratio of each arm to the baseline.

A mean may be known long before the effect is, and the other way round: of two arms that scatter
together the ratio, seed by seed, hardly scatters. What is judged is the arm's number divided by
the baseline's with the same seed, averaged by logarithms, for any metric. A pair without a ratio
above zero leaves its effect without an interval (`lab_model.experiments.paired`).

A pair that needs more seeds brings them to both of its cells; the baseline has as many as the arm
that needs most. Equal cells have equal seeds. The rounds are those of
`lab_model.experiments.precision`, which also says what its numbers mean.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lab_model.experiments.definition_fields import Precision
from lab_model.experiments.estimates import Counts, Flags, Floats, Values, as_table
from lab_model.experiments.metrics import Metric, find_metric
from lab_model.experiments.precision import (
    MOST_GROWTH,
    CellState,
    PrecisionFound,
    judge_precision,
    needed_counts,
    state_of,
    widths,
)


@dataclass(frozen=True)
class _Pair:
    """A comparison that wants more seeds, by the places of its two scenarios."""

    growth: int
    arm: int
    baseline: int
    target: int


def judge_round(
    values: Values,
    seed_counts: Counts,
    digests: Sequence[str],
    precision: Precision,
    baselines: Callable[[], Sequence[int]],
) -> PrecisionFound:
    """The precision reached, of means or of effects, and the plan of the next round.

    `baselines` gives the cell that each cell is compared with, and is asked for effects alone.
    """
    metric = find_metric(precision.metric)
    if precision.of == "mean":
        return judge_precision(values, seed_counts, digests, metric, precision)
    return judge_effects(values, seed_counts, digests, metric, precision, baselines())


def judge_effects(
    values: Values,
    seed_counts: Counts,
    digests: Sequence[str],
    metric: Metric,
    precision: Precision,
    baselines: Sequence[int],
) -> PrecisionFound:
    """The precision reached with (cells, seeds), and the plan of the next round.

    `baselines` has the cell that each cell is compared with; a baseline's is itself. Its width is
    NaN, and its state that of its arms.
    """
    against = np.asarray(baselines, dtype=np.int64)
    is_judged: Flags = against != np.arange(len(against))
    count, width_ratio = widths(_ratios(as_table(values), against), _factor(metric))
    width_ratio = np.where(is_judged, width_ratio, np.nan)
    needed = np.where(is_judged, needed_counts(count, width_ratio, precision.within_ratio), -1)
    is_reached = width_ratio <= precision.within_ratio
    is_empty = count == 0
    seeds_of_pair = np.minimum(seed_counts, seed_counts[against])
    further = np.where(needed < 0, seeds_of_pair, needed)
    wanted = np.minimum(
        seeds_of_pair + np.minimum(further, (MOST_GROWTH - 1) * seeds_of_pair),
        precision.most_count,
    )
    wants = is_judged & ~is_reached & ~is_empty
    following = _grown(seed_counts, wanted, wants, digests, against, precision.most_unit_count)
    states = [
        state_of(*each)
        for each in zip(
            is_reached.tolist(),
            is_empty.tolist(),
            (wants & (np.minimum(following, following[against]) > seeds_of_pair)).tolist(),
            (seeds_of_pair >= precision.most_count).tolist(),
            strict=True,
        )
    ]
    for cell in np.flatnonzero(~is_judged).tolist():
        arms = np.flatnonzero((against == cell) & is_judged).tolist()
        states[cell] = _state_of_baseline([states[arm] for arm in arms])
    return PrecisionFound(seed_counts, width_ratio, needed, following, states, is_judged)


def _ratios(table: Floats, against: Counts) -> Floats:
    """Arm over baseline; 0, which has no logarithm, wherever there is a pair and no such ratio."""
    baseline = table[against]
    with np.errstate(divide="ignore", invalid="ignore"):
        found = table / baseline
    is_pair = ~np.isnan(table) & ~np.isnan(baseline)
    has_ratio = np.isfinite(found) & (found > 0)
    ratios: Floats = np.where(is_pair, np.where(has_ratio, found, 0.0), np.nan)
    return ratios


def _factor(metric: Metric) -> Metric:
    return replace(metric, average="geometric", least=None, most=None)


def _grown(
    seed_counts: Counts,
    wanted: Counts,
    wants: Flags,
    digests: Sequence[str],
    against: Counts,
    most: int | None,
) -> Counts:
    """Seeds of the next round. Pairs that need fewest come first, so that most get there."""
    place_of = {digest: place for place, digest in enumerate(dict.fromkeys(digests))}
    places = np.array([place_of[digest] for digest in digests], dtype=np.int64)
    cells_in = np.bincount(places, minlength=len(place_of))
    seeds = np.zeros(len(place_of), dtype=np.int64)
    np.maximum.at(seeds, places, seed_counts)
    pairs = sorted(
        (
            _Pair(
                int(wanted[cell] - min(seed_counts[cell], seed_counts[against[cell]])),
                int(places[cell]),
                int(places[against[cell]]),
                int(wanted[cell]),
            )
            for cell in np.flatnonzero(wants).tolist()
        ),
        key=lambda pair: (pair.growth, pair.arm, pair.baseline),
    )
    rest = math.inf if most is None else most - int(seed_counts.sum())
    for pair in pairs:
        target = _affordable(pair, seeds, cells_in, rest)
        rest -= _cost(pair, target, seeds, cells_in)
        for place in (pair.arm, pair.baseline):
            seeds[place] = max(seeds[place], target)
    following: Counts = seeds[places]
    return following


def _affordable(pair: _Pair, seeds: Counts, cells_in: Counts, rest: float) -> int:
    """The most seeds up to the target that both cells can get for so many runs."""
    low = int(min(seeds[pair.arm], seeds[pair.baseline]))
    high = max(low, pair.target)
    while low < high:
        middle = (low + high + 1) // 2
        if _cost(pair, middle, seeds, cells_in) <= rest:
            low = middle
        else:
            high = middle - 1
    return low


def _cost(pair: _Pair, target: int, seeds: Counts, cells_in: Counts) -> int:
    return sum(
        int(cells_in[place]) * max(0, target - int(seeds[place]))
        for place in {pair.arm, pair.baseline}
    )


def _state_of_baseline(arms: Sequence[CellState]) -> CellState:
    """Done when all arms compared with the baseline are done; else the state of the first that is
    not.
    """
    order: tuple[CellState, ...] = ("wanted", "budget", "most_seeds", "no_number")
    return next((state for state in order if state in arms), "reached")
