"""Estimates over seeds, and the verdict on a claim.

Of one condition: within, the whole 95 % interval lies within the tolerance; outside, none of it
does; cannot_tell, it crosses an edge, or there is no interval. A claim that covers several
conditions is within if it is in each of them, mixed if in some, outside if in none and outside in
one at least (docs/decisions/0012-verdicts-per-condition.md).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from lab_model.english.names import capital, listed
from lab_model.english.numbers import count_of
from lab_model.english.verdicts import (
    Place,
    have,
    interval_lies,
    out_of,
    seeds_that_decide,
    shares_of,
)
from lab_model.experiments.agreement import SENTENCE
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric
from lab_model.papers.claims import Claim
from lab_model.papers.measured import Library
from lab_model.papers.metrics import Average, Values
from lab_model.papers.quantities import (
    Context,
    Found,
    NotComputedError,
    cells_with_most_seeds,
    evaluate,
)
from lab_model.papers.schemas.numbers import (
    Cause,
    CellReference,
    PaperEstimate,
    PaperRow,
    PublishedNumber,
    SeedAgreement,
    SeedTally,
    Shown,
    Strata,
    Stratum,
    Tolerance,
    Verdict,
    VerdictCounts,
)
from lab_model.papers.second_looks import arithmetic_text, sign_test_text
from lab_model.papers.sentences import digits_text
from lab_model.papers.strata import conditions_of
from lab_model.papers.undecided import MOST_SEEDS, cause_of, seeds_needed


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
    """The verdict from where the interval lies; `not_computed` without an estimate."""
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


@dataclass(frozen=True, eq=False)
class Judged:
    """A claim's number and the remarks on it."""

    found: Found | None
    estimate: PaperEstimate | None
    verdict: Verdict
    cause: Cause | None
    seeds_needed: int | None
    strata: Strata | None


def judge(claim: Claim, library: Library, context: Context | None = None) -> Judged:
    """The number of a claim and the verdict on it. `not_computed` where cells are missing."""
    context = context or Context()
    if claim.quantity is None:
        return Judged(None, None, "not_checkable", None, None, None)
    try:
        found = evaluate(claim.quantity, library, context)
        strata, needs = _strata_of(claim, library, context)
    except NotComputedError:
        return Judged(None, None, "not_computed", None, None, None)
    estimate = estimate_found(found)
    verdict = verdict_of(estimate, claim.minimum, claim.maximum)
    if strata is not None and strata.decides:
        verdict = verdict_of_all([item.verdict for item in strata.items])
        causes = {item.cause for item in strata.items}
        why: Cause | None = "few_seeds" if "few_seeds" in causes else "on_bound"
        if verdict != "cannot_tell":
            why, needs = None, {}
        return Judged(found, estimate, verdict, why, _most_needed(needs), strata)
    cause, needed = _undecided(claim, verdict, found, estimate)
    return Judged(found, estimate, verdict, cause, needed, strata)


def verdict_of_all(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a claim that covers several conditions, from theirs."""
    if not verdicts or "not_computed" in verdicts:
        return "not_computed"
    within = verdicts.count("within")
    if within == len(verdicts):
        return "within"
    if within > 0:
        return "mixed"
    return "outside" if "outside" in verdicts else "cannot_tell"


def _undecided(
    claim: Claim, verdict: Verdict, found: Found, estimate: PaperEstimate | None
) -> tuple[Cause | None, int | None]:
    """Why it is inconclusive, and how many seeds would decide it."""
    if verdict != "cannot_tell" or estimate is None:
        return None, None
    cause = cause_of(found, estimate, claim.minimum, claim.maximum)
    return cause, seeds_needed(found, claim.minimum, claim.maximum)


def _most_needed(needs: Mapping[str, int | None]) -> int | None:
    """Seeds that would decide every undecided condition; None if no number would in one of them."""
    counts = [count for count in needs.values() if count is not None]
    return max(counts) if counts and len(counts) == len(needs) else None


def _strata_of(
    claim: Claim, library: Library, context: Context
) -> tuple[Strata | None, dict[str, int | None]]:
    """The conditions, and by label of the undecided how many seeds would decide them."""
    conditions = None if claim.quantity is None else conditions_of(claim.quantity, library, context)
    if conditions is None:
        return None, {}
    labels: dict[bytes, list[str]] = {}
    different: dict[bytes, Found] = {}
    for condition in conditions.items:
        found = evaluate(condition.quantity, library)
        runs = _runs_of(found, library)
        labels.setdefault(runs, []).append(condition.label)
        different.setdefault(runs, found)
    if len(different) == 1:
        return None, {}
    items = [_stratum(claim, labels[runs], found) for runs, found in different.items()]
    needs = {
        item.label: seeds_needed(found, claim.minimum, claim.maximum)
        for item, found in zip(items, different.values(), strict=True)
        if item.verdict == "cannot_tell"
    }
    strata = Strata(
        axes=conditions.axes,
        decides=claim.covers == "each",
        average_reason=claim.covers_reason,
        counts=counts_of([item.verdict for item in items]),
        items=items,
    )
    return strata, needs


def _runs_of(found: Found, library: Library) -> bytes:
    """Bytes that are equal for conditions whose runs are equal in every number and seed: a buffer
    that is never full is one result, however many sizes of it there are.
    """
    cells = [
        library[reference.experiment_key].values[index].tobytes()
        for reference in found.cells
        for index in reference.cell_indices
    ]
    return b"".join([found.values.tobytes(), *cells])


def _stratum(claim: Claim, labels: Sequence[str], found: Found) -> Stratum:
    estimate = estimate_found(found)
    verdict = verdict_of(estimate, claim.minimum, claim.maximum)
    cause: Cause | None = None
    if verdict == "cannot_tell" and estimate is not None:
        cause = cause_of(found, estimate, claim.minimum, claim.maximum)
    label = labels[0] if len(labels) == 1 else f"{listed(labels)} (equal runs)"
    return Stratum(label=label, estimate=estimate, verdict=verdict, cause=cause)


def row_of(
    claim: Claim, library: Library, reading: str | None = None, context: Context | None = None
) -> PaperRow:
    """A claim with our number and the verdict on it."""
    judged = judge(claim, library, context)
    found, estimate = judged.found, judged.estimate
    shown = Shown(factor=1, unit="", digits=2) if found is None else found.shown
    published = claim.published.value
    tally = None if found is None else tally_of(claim, found)
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
        verdict=judged.verdict,
        verdict_text=_verdict_text(claim, judged, shown),
        cause=judged.cause,
        seeds_needed=judged.seeds_needed,
        strata=judged.strata,
        tally=tally,
        shown=shown,
        agreement=None if found is None else agreement_of(found.cells, library),
        cells=[] if found is None else found.cells,
        validate_rows=claim.validate_rows,
        note=_note(claim, found, estimate, tally),
    )


def _note(
    claim: Claim, found: Found | None, estimate: PaperEstimate | None, tally: SeedTally | None
) -> str | None:
    """What the claim notes, and what another test or mean makes of the same seeds."""
    notes = [claim.note]
    if found is not None and estimate is not None:
        arithmetic = estimate_of(found.values, "arithmetic", is_part=False) or estimate
        verdict = verdict_of(arithmetic, claim.minimum, claim.maximum)
        notes.append(arithmetic_text(claim, found, estimate, arithmetic, verdict))
        notes.append(sign_test_text(claim, found, estimate, tally))
    return " ".join(note for note in notes if note is not None) or None


def agreement_of(references: Sequence[CellReference], library: Library) -> SeedAgreement | None:
    """How many of a number's cells have seeds that hardly differ; None: none of them."""
    cells = {
        (id(cell.measured), cell.index): bool(cell.measured.agreeing[cell.index])
        for reference in references
        for cell in cells_with_most_seeds(library[reference.experiment_key], reference.cell_indices)
    }
    count = sum(cells.values())
    if count == 0:
        return None
    said = (
        f"In {count:,} of its {count_of(len(cells), 'cell')} the seeds hardly differ: there the "
        "interval covers the seeds alone."
    )
    sentence = SENTENCE if count == len(cells) else said
    return SeedAgreement(cell_count=count, of_count=len(cells), sentence=sentence)


def tally_of(claim: Claim, found: Found) -> SeedTally | None:
    """Counts seeds, and says how likely such a count is if both sides were equally likely.

    Exact two-sided sign test: a seed that lies on neither side is left out.
    """
    if claim.tally is None:
        return None
    # Imported late: SciPy takes longer to load than all the rest.
    from scipy.special import bdtr

    values = found.values[np.isfinite(found.values) & (found.values != claim.tally.value)]
    below = int((values < claim.tally.value).sum())
    count = below if claim.tally.side == "below" else len(values) - below
    rarer = min(below, len(values) - below)
    return SeedTally(
        count=count,
        seed_count=len(values),
        what=claim.tally.what,
        probability=min(1.0, 2 * float(bdtr(rarer, len(values), 0.5))) if len(values) else None,
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


def tested_tolerance(claim: Claim, shown: Shown) -> Tolerance:
    """The bounds of a claim that is computed from something, which always has some."""
    tolerance = tolerance_of(claim, shown)
    if tolerance is None:
        raise AssertionError("a claim with a quantity has a tolerance")
    return tolerance


def bounds_text(minimum: float | None, maximum: float | None, shown: Shown) -> str:
    """`1.25 to 1.63`, `at least 0`, `at most 0.5 %`."""
    if minimum is None:
        return "" if maximum is None else f"at most {shown_text(maximum, shown)}"
    if maximum is None:
        return f"at least {shown_text(minimum, shown)}"
    return f"{digits_text(minimum, shown)} to {shown_text(maximum, shown)}"


def shown_text(value: float, shown: Shown) -> str:
    """A number with its unit, as the page writes it."""
    return f"{digits_text(value, shown)} {shown.unit}".rstrip()


def estimate_text(estimate: PaperEstimate, shown: Shown) -> str:
    """`1.18 (1.12 to 1.24)`."""
    mean = shown_text(estimate.mean, shown)
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} ({digits_text(estimate.low, shown)} to {digits_text(estimate.high, shown)})"


def counts_of(verdicts: Sequence[Verdict]) -> VerdictCounts:
    """How many of each."""
    return VerdictCounts(
        within=verdicts.count("within"),
        mixed=verdicts.count("mixed"),
        outside=verdicts.count("outside"),
        cannot_tell=verdicts.count("cannot_tell"),
        not_checkable=verdicts.count("not_checkable"),
        not_computed=verdicts.count("not_computed"),
    )


def _verdict_text(claim: Claim, judged: Judged, shown: Shown) -> str:
    if claim.not_checkable is not None:
        return f"Cannot be checked here: {claim.not_checkable}."
    if judged.estimate is None:
        return "Not computed here."
    bounds = bounds_text(claim.minimum, claim.maximum, shown)
    strata = judged.strata
    if strata is not None and strata.decides:
        return _text_of_strata(strata, bounds)
    text = _text_of_interval(judged, judged.estimate, bounds, shown)
    if strata is not None:
        cells = out_of(strata.counts.within, len(strata.items), "cell", "within")
        text += f" The paper's number is an average; cell by cell {cells}."
    return text


def _text_of_interval(judged: Judged, estimate: PaperEstimate, bounds: str, shown: Shown) -> str:
    if estimate.low is None or estimate.high is None:
        why = "one seed has" if estimate.seed_count == 1 else "seeds with a ratio of zero leave"
        return f"Inconclusive: {why} no interval; the tolerance is {bounds}."
    interval = f"{digits_text(estimate.low, shown)} to {shown_text(estimate.high, shown)}"
    if judged.verdict in ("within", "outside"):
        return f"{capital(_lies(estimate, interval, judged.verdict, bounds))}."
    return f"Inconclusive: {_lies(estimate, interval, 'across', bounds)}. {_why(judged)}"


def _lies(estimate: PaperEstimate, interval: str, place: Place, bounds: str) -> str:
    return interval_lies(interval, estimate.seed_count, place, bounds)


def _why(judged: Judged) -> str:
    if judged.cause == "on_bound":
        return "It is narrow and lies on the bound."
    return f"There are too few seeds: {seeds_that_decide(judged.seeds_needed, MOST_SEEDS)}."


def _text_of_strata(strata: Strata, bounds: str) -> str:
    counts = strata.counts
    parts = (
        (counts.within, "within the tolerance"),
        (counts.outside, "outside"),
        (counts.cannot_tell, "inconclusive"),
    )
    head = capital(shares_of(len(strata.items), "condition", parts))
    text = f"{head}; the tolerance is {bounds}."
    causes = [item.cause for item in strata.items]
    few, narrow = causes.count("few_seeds"), causes.count("on_bound")
    why = [
        *([f"{few:,} {have(few)} too few seeds"] if few else []),
        *([f"{narrow:,} {have(narrow)} a narrow interval on the bound"] if narrow else []),
    ]
    return f"{text} Of the inconclusive, {listed(why)}." if why else text
