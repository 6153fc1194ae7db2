"""How firm the order of a ranking is: under other seeds, and in another choice of situations.

A rank is one more than the number of algorithms with a better mean; unlike a place it is never
shared with a worse mean. Its interval is a percentile bootstrap: seeds and situations are drawn
again with replacement, both at once, as if each were a sample of many (Efron and Tibshirani 1993,
chapter 13). Two orders are compared by Kendall's tau (tau-b, SciPy): 1 is the same order, 0 no
relation. Between sets of seeds, pairs without a significant difference in a set are ties.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_model.evaluation.ranking import ERROR_PROBABILITY, pair_p_values, places

SAMPLES: Final = 1000
_DRAWN_FROM: Final = 48
"""The draws are the same each time, so that equal numbers have equal intervals."""
_PERCENTILES: Final = (2.5, 97.5)

Floats = NDArray[np.float64]
Ends = tuple[int, int] | None


@dataclass(frozen=True)
class Robustness:
    """Robustness of a ranking, by algorithm in the order of the values; None for an algorithm with
    a number missing.
    """

    ranks: list[Ends]
    """95% interval of the rank."""
    places_without: list[Ends]
    """Best and worst place with one situation left out; None with a single situation."""
    tau_between_seeds: float | None
    """`significant_tau` between every other seed and those between them."""
    tau_without: list[float | None]
    """By situation: Kendall's tau between the order with all and the order without it; empty with a
    single situation."""


def robustness_of(values: Floats, *, higher_is_better: bool) -> Robustness:
    """The robustness of the ranking by these values, (algorithms, situations, seeds)."""
    is_known = np.isfinite(values).all(axis=(1, 2))
    known = values[is_known]
    rows = np.flatnonzero(is_known)
    ranks: list[Ends] = [None] * len(values)
    without: list[Ends] = [None] * len(values)
    if len(known) == 0:
        return Robustness(ranks, without, None, [])
    sign = -1.0 if higher_is_better else 1.0
    for row, low, high in zip(rows, *_rank_ends(sign * known), strict=True):
        ranks[row] = (int(low), int(high))
    left_out = list(_each_left_out(known))
    if left_out:
        found = [places(part.mean(axis=1), higher_is_better=higher_is_better) for part in left_out]
        for row, of_row in zip(rows, zip(*found, strict=True), strict=True):
            each = [place for place in of_row if place is not None]
            without[row] = (min(each), max(each))
    whole = known.mean(axis=(1, 2))
    return Robustness(
        ranks,
        without,
        significant_tau(known[:, :, ::2].mean(axis=1), known[:, :, 1::2].mean(axis=1)),
        [tau(whole, part.mean(axis=(1, 2))) for part in left_out],
    )


def tau(first: Floats, second: Floats) -> float | None:
    """Kendall's tau of two lists of means; None where one of them has no order."""
    # scipy.stats takes most of a second to load, and few processes need it.
    from scipy.stats import kendalltau

    if len(first) < 2:
        return None
    found = float(kendalltau(first, second).statistic)
    return None if np.isnan(found) else found


def significant_tau(first: Floats, second: Floats) -> float | None:
    """Kendall's tau-b of two sets of seeds, (algorithms, seeds), in which two algorithms tie where
    the seeds of a set cannot separate them (Holm, `pair_p_values`): which of them has the better
    mean is chance. That is no order, as A may tie with B and B with C while A is better than C; so
    this is the general coefficient of which tau-b is a case (Kendall 1948, Rank Correlation
    Methods, chapter 2): the sum over all pairs of the products of both scores (1, 0 or -1), over
    the root of the product of the sums of their squares. None where no pair differs.
    """
    one, two = (_significant_signs(each) for each in (first, second))
    size = float(np.sqrt((one**2).sum() * (two**2).sum()))
    return None if size == 0 else float((one * two).sum()) / size


def _significant_signs(values: Floats) -> Floats:
    """The sign of the difference of means of each pair of rows; 0 where it is not significant."""
    means = values.mean(axis=1)
    signs: Floats = np.sign(means[:, None] - means[None, :])
    return np.where(pair_p_values(values) <= ERROR_PROBABILITY, signs, 0.0)


def _rank_ends(losses: Floats) -> Floats:
    """Ends of the interval of each rank, (2, algorithms); the least loss has rank 1."""
    from scipy.stats import rankdata

    _, situation_count, seed_count = losses.shape
    generator = np.random.default_rng(_DRAWN_FROM)
    by_seed = _drawn(generator, seed_count)
    by_situation = _drawn(generator, situation_count)
    means = np.einsum("asn,ns->na", losses @ by_seed.T, by_situation)
    ranks = rankdata(means, method="min", axis=1)
    ends: Floats = np.percentile(ranks, _PERCENTILES, axis=0, method="closest_observation")
    return ends


def _drawn(generator: np.random.Generator, count: int) -> Floats:
    """How often each of `count` is in a sample of as many, as a share, (samples, count)."""
    found: Floats = generator.multinomial(count, np.full(count, 1 / count), SAMPLES) / count
    return found


def _each_left_out(values: Floats) -> Iterator[Floats]:
    count = values.shape[1]
    if count > 1:
        for index in range(count):
            yield np.delete(values, index, axis=1)
