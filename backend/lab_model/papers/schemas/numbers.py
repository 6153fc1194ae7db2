"""A number of a paper with ours beside it: estimates, bounds, conditions, seeds and the verdict."""

from typing import Literal

from lab_model.record import Record

Verdict = Literal["within", "mixed", "outside", "cannot_tell", "not_checkable", "not_computed"]
Cause = Literal["few_seeds", "on_bound"]
"""Why a claim is inconclusive: too few seeds, or a value that lies on a bound."""


class VerdictCounts(Record):
    """How many rows have which verdict."""

    within: int
    mixed: int
    outside: int
    cannot_tell: int
    not_checkable: int
    not_computed: int


class Shown(Record):
    """How a number is written: `value * factor` with `digits` after the point, then the unit."""

    factor: float
    unit: str
    digits: int


class PaperEstimate(Record):
    """A mean over seeds with its 95 % interval."""

    mean: float
    low: float | None
    """Ends of the interval; null with one seed."""
    high: float | None
    seed_count: int
    average: Literal["arithmetic", "geometric"]


class PublishedNumber(Record):
    """What the paper says."""

    text: str
    value: float | None
    """Null where it gives words."""


class Tolerance(Record):
    """Within which bounds we call it reproduced."""

    minimum: float | None
    maximum: float | None
    text: str
    """The bounds in words, as the number is shown: `1.25 to 1.63`."""
    reason: str


class CellReference(Record):
    """Which cells of which experiment a number comes from."""

    experiment_key: str
    cell_indices: list[int]


class Stratum(Record):
    """One of the conditions that a claim covers."""

    label: str
    """Its points: `2 ms, 1 of 10`."""
    estimate: PaperEstimate | None
    verdict: Verdict
    cause: Cause | None


class Strata(Record):
    """A number condition by condition."""

    axes: list[str]
    """What differs between them."""
    decides: bool
    """The verdict is theirs; else the paper's number is itself an average over them."""
    average_reason: str | None
    """The paper's words that make it an average."""
    counts: VerdictCounts
    items: list[Stratum]


class SeedTally(Record):
    """In how many seeds something holds, seed beside seed."""

    count: int
    seed_count: int
    what: str
    probability: float | None
    """Of a count at least as far from one half if both sides were equally likely: sign test. Null
    where only the count was kept."""


class SeedAgreement(Record):
    """Cells of a number whose seeds hardly differ (`lab_model.experiments.agreement`)."""

    cell_count: int
    of_count: int
    """All cells that it comes from."""
    sentence: str


class PaperRow(Record):
    """One thing that the paper says, ours beside it, and the verdict."""

    id: str
    figure: str
    setting: str
    what: str
    metric: str
    """Definition of the number, one sentence."""
    arm: str
    """Algorithm, as the paper names it."""
    reading: str | None
    """Which reading of the paper ours was computed with; null where there is only one."""
    published: PublishedNumber
    estimate: PaperEstimate | None
    difference: float | None
    """Ours less the published value, where it is a number."""
    tolerance: Tolerance | None
    verdict: Verdict
    verdict_text: str
    """The verdict with its reason, one sentence."""
    cause: Cause | None
    """Why the claim is inconclusive."""
    seeds_needed: int | None
    """Seeds that would decide every condition; null: these do, or no number is likely to."""
    strata: Strata | None
    """Null where the number comes from one condition."""
    tally: SeedTally | None
    shown: Shown
    agreement: SeedAgreement | None
    """Null where the seeds differ in every cell."""
    cells: list[CellReference]
    validate_rows: list[str]
    """Rows of research/results.md on the same finding."""
    note: str | None
