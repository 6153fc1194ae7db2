"""What another test or another mean makes of the same seeds, where it reads differently.

The interval of the mean decides every row. Where the sign test that stands beside it says something
else, the row says which decides and why they differ; where the paper's mean of a ratio may be an
arithmetic one, the row has that beside the geometric one.
"""

from typing import Final

import numpy as np

from lab_model.english.numbers import count_of
from lab_model.papers.claims import Claim
from lab_model.papers.quantities import Found
from lab_model.papers.schemas.numbers import PaperEstimate, SeedTally, Verdict
from lab_model.papers.sentences import digits_text

SIGNIFICANT: Final = 0.05

_WOULD_BE: Final[dict[Verdict, str]] = {
    "within": "within the tolerance",
    "outside": "outside",
    "cannot_tell": "inconclusive",
}


def sign_test_text(
    claim: Claim, found: Found, estimate: PaperEstimate | None, tally: SeedTally | None
) -> str | None:
    """Which of the two tests decides, where one is significant and the other is not; else None."""
    if claim.tally is None or tally is None or tally.probability is None:
        return None
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    bound = claim.tally.value
    is_clear = not estimate.low <= bound <= estimate.high
    is_count_clear = tally.probability < SIGNIFICANT
    if is_clear == is_count_clear:
        return None
    distances = found.values[np.isfinite(found.values)] - bound
    above, below = distances[distances > 0], -distances[distances < 0]
    sizes = [
        digits_text(float(np.median(side)), found.shown) for side in (above, below) if side.size
    ]
    how = "significant" if is_count_clear else "not significant"
    text = (
        "The interval of the mean decides, as in every row. The sign test counts seeds without "
        f"their sizes, and is {how} (p = {tally.probability:.2g})"
    )
    if len(sizes) < 2:
        return f"{text}."
    return (
        f"{text}: the median distance of the {count_of(above.size, 'seed')} above {bound:g} is "
        f"{sizes[0]}, that of the {below.size} below {sizes[1]}."
    )


def arithmetic_text(
    claim: Claim, found: Found, estimate: PaperEstimate, arithmetic: PaperEstimate, verdict: Verdict
) -> str | None:
    """The arithmetic mean of a published ratio, with the verdict that it would have; None where the
    page would show the same number.

    Only of a single condition: over several the paper's own order of averaging is not known.
    """
    cell_count = sum(len(reference.cell_indices) for reference in found.cells)
    if found.average != "geometric" or claim.published.value is None or cell_count > 1:
        return None
    if arithmetic.low is None or arithmetic.high is None:
        return None
    ends = (arithmetic.mean, arithmetic.low, arithmetic.high)
    mean, low, high = (digits_text(value, found.shown) for value in ends)
    if mean == digits_text(estimate.mean, found.shown):
        return None
    return (
        "Ratios are averaged by their logarithms here; the paper does not say how. The arithmetic "
        f"mean of the same seeds is {mean} ({low} to {high}), and would be {_WOULD_BE[verdict]}."
    )
