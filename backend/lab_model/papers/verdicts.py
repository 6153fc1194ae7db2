"""Estimates over seeds, and the verdict on a claim.

within: the whole 95 % interval lies within the tolerance; outside: none of it does; cannot_tell:
it crosses an edge, or there is no interval.
"""

import math
from functools import cache

import numpy as np

from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric
from lab_model.papers.claims import Claim
from lab_model.papers.measured import Library
from lab_model.papers.metrics import Average, Values
from lab_model.papers.quantities import Context, Found, NotComputedError, evaluate
from lab_model.papers.schemas import (
    PaperEstimate,
    PaperRow,
    PublishedNumber,
    Shown,
    Tolerance,
    Verdict,
    VerdictCounts,
)


def estimate_of(values: Values, average: Average, *, is_part: bool) -> PaperEstimate | None:
    """Mean and Student-t interval of the seeds that have the number; None if none has.

    The same as on the page of an experiment: `lab_model.experiments.estimates`. The interval of a
    part is clipped to 0 and 1.
    """
    metric = _as_metric(average, is_part=is_part)
    found = estimate_cells(values[np.newaxis, :], metric)
    count, mean = int(found.count[0]), float(found.mean[0])
    if count == 0:
        return None
    low, high = float(found.low[0]), float(found.high[0])
    has_interval = math.isfinite(low) and math.isfinite(high)
    return PaperEstimate(
        mean=mean,
        low=low if has_interval else None,
        high=high if has_interval else None,
        seed_count=count,
        average=average,
    )


def estimate_found(found: Found) -> PaperEstimate | None:
    """The estimate of a quantity."""
    return estimate_of(found.values, found.average, is_part=found.is_part)


@cache
def _as_metric(average: Average, *, is_part: bool) -> Metric:
    return Metric(
        name="",
        label="",
        unit="",
        display_unit="",
        per_display_unit=1,
        definition="",
        fair=None,
        scale="logarithmic" if average == "geometric" else "linear",
        average=average,
        least=0 if is_part else None,
        most=1 if is_part else None,
    )


def verdict_of(
    estimate: PaperEstimate | None, minimum: float | None, maximum: float | None
) -> Verdict:
    """Where the interval lies. No estimate, no computation."""
    if estimate is None:
        return "not_computed"
    if estimate.low is None or estimate.high is None:
        return "cannot_tell"
    lowest = -math.inf if minimum is None else minimum
    highest = math.inf if maximum is None else maximum
    if lowest <= estimate.low and estimate.high <= highest:
        return "within"
    if estimate.high < lowest or highest < estimate.low:
        return "outside"
    return "cannot_tell"


def row_of(
    claim: Claim, library: Library, reading: str | None = None, context: Context | None = None
) -> PaperRow:
    """A claim with our number and the verdict on it."""
    found: Found | None = None
    if claim.quantity is not None:
        try:
            found = evaluate(claim.quantity, library, context)
        except NotComputedError:
            found = None
    estimate = None if found is None else estimate_found(found)
    shown = Shown(factor=1, unit="", digits=2) if found is None else found.shown
    verdict = (
        "not_checkable"
        if claim.not_checkable is not None
        else verdict_of(estimate, claim.minimum, claim.maximum)
    )
    published = claim.published.value
    return PaperRow(
        id=claim.id,
        figure=claim.figure,
        setting=claim.setting,
        what=claim.what,
        metric="" if found is None else found.definition,
        arm=claim.arm,
        reading=reading,
        published=published_number(claim),
        estimate=estimate,
        difference=None if estimate is None or published is None else estimate.mean - published,
        tolerance=tolerance_of(claim, shown),
        verdict=verdict,
        verdict_text=_verdict_text(claim, verdict, estimate, shown),
        shown=shown,
        cells=[] if found is None else found.cells,
        validate_rows=claim.validate_rows,
        note=claim.note,
    )


def published_number(claim: Claim) -> PublishedNumber:
    """What the paper says, as the page has it."""
    return PublishedNumber(text=claim.published.text, value=claim.published.value)


def tolerance_of(claim: Claim, shown: Shown) -> Tolerance | None:
    """The committed bounds; None for what cannot be checked."""
    if claim.tolerance_reason is None:
        return None
    return Tolerance(
        minimum=claim.minimum,
        maximum=claim.maximum,
        text=bounds_text(claim.minimum, claim.maximum, shown),
        reason=claim.tolerance_reason,
    )


def bounds_text(minimum: float | None, maximum: float | None, shown: Shown) -> str:
    """`1.25 to 1.63`, `at least 0`, `at most 0.5 %`."""
    if minimum is None:
        return "" if maximum is None else f"at most {shown_text(maximum, shown)}"
    if maximum is None:
        return f"at least {shown_text(minimum, shown)}"
    return f"{_digits(minimum, shown)} to {shown_text(maximum, shown)}"


def shown_text(value: float, shown: Shown) -> str:
    """A number with its unit, as the page writes it."""
    return f"{_digits(value, shown)} {shown.unit}".rstrip()


def estimate_text(estimate: PaperEstimate, shown: Shown) -> str:
    """`1.18 (1.12 to 1.24)`."""
    mean = shown_text(estimate.mean, shown)
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} ({_digits(estimate.low, shown)} to {_digits(estimate.high, shown)})"


def counts_of(verdicts: list[Verdict]) -> VerdictCounts:
    """How many of each."""
    return VerdictCounts(
        within=verdicts.count("within"),
        outside=verdicts.count("outside"),
        cannot_tell=verdicts.count("cannot_tell"),
        not_checkable=verdicts.count("not_checkable"),
        not_computed=verdicts.count("not_computed"),
    )


def _digits(value: float, shown: Shown) -> str:
    text = f"{value * shown.factor:.{shown.digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _verdict_text(
    claim: Claim, verdict: Verdict, estimate: PaperEstimate | None, shown: Shown
) -> str:
    if claim.not_checkable is not None:
        return f"Cannot be checked here: {claim.not_checkable}."
    if estimate is None:
        return "Not computed here."
    bounds = bounds_text(claim.minimum, claim.maximum, shown)
    if estimate.low is None or estimate.high is None:
        return f"Cannot tell: one seed has no interval; the tolerance is {bounds}."
    interval = f"{_digits(estimate.low, shown)} to {shown_text(estimate.high, shown)}"
    seeds = f"The 95 % interval of {estimate.seed_count} seeds, {interval},"
    match verdict:
        case "within":
            return f"{seeds} lies within the tolerance, {bounds}."
        case "outside":
            return f"{seeds} lies outside of the tolerance, {bounds}."
        case _:
            crosses = f"{interval}, crosses an edge of the tolerance, {bounds}."
            return f"Cannot tell: the interval of {estimate.seed_count} seeds, {crosses}"
