"""What a paper published, and the test that our core is put to: one JSON file each in `published/`.

A claim names a number or an order of numbers, which cells of which experiment it is computed from,
and the bounds within which we call it reproduced. The bounds were committed before the first
comparison; the history of these files is the proof.
"""

from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from lab_model.patterns import KEY
from lab_model.record import Record

PaperName = Literal["fairtt", "buffer-sizing", "bbr-efra"]
Key = Annotated[str, Field(pattern=KEY)]
Across = Literal["mean", "lowest", "highest", "spread", "share_above", "explained_by"]
Covers = Literal["each", "average"]
Combine = Literal["only", "mean", "difference", "quotient", "relative_difference"]

PUBLISHED_FOLDER: Final = files("lab_model.papers").joinpath("published")


class Selection(Record):
    """One number per seed from some cells of an experiment."""

    experiment: Key
    metric: str
    """A number of a unit, or one of `lab_model.papers.metrics`."""
    cells: dict[str, list[str | float]]
    """Axis to the points wanted, by name or by value; an axis left out is taken whole."""
    across: Across
    """`mean`, `spread` (highest less lowest), `share_above` and `explained_by` are taken over the
    cells of every seed; `lowest` and `highest` are the one cell with that mean over the seeds."""
    threshold: float | None = None
    """Of `share_above`: the part of the cells with more than this."""
    axis: str | None = None
    """Of `explained_by`: the part of the variance over the cells that this axis explains."""

    @model_validator(mode="after")
    def _threshold_fits(self) -> Self:
        if (self.threshold is None) == (self.across == "share_above"):
            raise ValueError("'share_above' and only it has a threshold")
        if (self.axis is None) == (self.across == "explained_by"):
            raise ValueError("'explained_by' and only it has an axis")
        return self


class Quantity(Record):
    """One number per seed from one or several selections, seed by seed."""

    parts: list[Selection] = Field(min_length=1)
    combine: Combine

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        expected = {"only": 1, "difference": 2, "quotient": 2, "relative_difference": 2}
        if len(self.parts) != expected.get(self.combine, len(self.parts)):
            raise ValueError(f"'{self.combine}' takes {expected[self.combine]} parts")
        return self


class PublishedValue(Record):
    """What the paper says."""

    text: str
    value: float | None
    """Null where the paper gives words."""


class Tally(Record):
    """Which seeds are counted: those whose value lies on this side of a number."""

    side: Literal["below", "above"]
    value: float
    what: str
    """What it means for a seed: `nearer to equal shares`."""


class Claim(Record):
    """One thing that a paper says, and the test of it."""

    id: str
    figure: str
    """Figure or table of the paper; `text` or `abstract` where it has none."""
    setting: str
    what: str
    arm: str
    """Whose number it is, as the paper names it."""
    published: PublishedValue
    quantity: Quantity | None = None
    minimum: float | None = None
    """Bounds of our value; null: none on that side."""
    maximum: float | None = None
    covers: Covers = "each"
    """Whether the words hold for each of the cells that are averaged, or for their average."""
    covers_reason: str | None = None
    """The paper's words that make it an average."""
    tally: Tally | None = None
    tolerance_reason: str | None = None
    validate_rows: list[str] = Field(default=[])
    """Rows of `./lab validate` on the same finding, whose bounds these are."""
    not_checkable: str | None = None
    """Why it cannot be checked here."""
    note: str | None = None

    @model_validator(mode="after")
    def _checkable_or_not(self) -> Self:
        if (self.quantity is None) != (self.not_checkable is not None):
            raise ValueError("a claim is computed from something or says why it cannot be")
        if self.quantity is not None and self.tolerance_reason is None:
            raise ValueError("a tolerance needs its reason")
        if self.quantity is not None and self.minimum is None and self.maximum is None:
            raise ValueError("a test needs a bound")
        if (self.covers == "average") != (self.covers_reason is not None):
            raise ValueError("a claim on an average, and only that, says why it is one")
        return self


class Claims(Record):
    """All that is judged of a paper."""

    rule: str
    """How a verdict is reached."""
    claims: list[Claim]


@cache
def load_claims(paper: PaperName) -> Claims:
    """The committed claims of a paper. Read once per process."""
    return Claims.model_validate_json(PUBLISHED_FOLDER.joinpath(f"{paper}.json").read_bytes())
