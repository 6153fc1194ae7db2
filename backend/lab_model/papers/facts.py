"""Measured numbers by place, as texts for sentences and as rows of tables."""

from collections.abc import Callable
from dataclasses import dataclass

from lab_model.papers.claims import Quantity, Selection
from lab_model.papers.measured import Library
from lab_model.papers.quantities import ALL_METRICS, NotComputedError, Points, evaluate
from lab_model.papers.schemas.figures import FactRow
from lab_model.papers.schemas.numbers import PaperEstimate
from lab_model.papers.schemas.page import Note
from lab_model.papers.sentences import sentence
from lab_model.papers.verdicts import estimate_found, shown_text


@dataclass(frozen=True)
class Facts:
    """Looks up measured numbers. All methods raise `NotComputedError`."""

    library: Library

    def estimate(self, experiment: str, metric: str, points: Points) -> PaperEstimate:
        """A metric, averaged over the cells at these points seed by seed, then over the seeds."""
        cells = {axis: list(wanted) for axis, wanted in points.items()}
        selection = Selection(experiment=experiment, metric=metric, cells=cells, across="mean")
        found = evaluate(Quantity(parts=[selection], combine="only"), self.library)
        estimate = estimate_found(found)
        if estimate is None:
            raise NotComputedError(experiment)
        return estimate

    def arithmetic_text(self, experiment: str, metric: str, points: Points) -> str:
        """The arithmetic mean over the seeds, of ratios too."""
        cells = {axis: list(wanted) for axis, wanted in points.items()}
        selection = Selection(experiment=experiment, metric=metric, cells=cells, across="mean")
        found = evaluate(Quantity(parts=[selection], combine="only"), self.library)
        return shown_text(float(found.values.mean()), found.shown)

    def mean(self, experiment: str, metric: str, points: Points) -> float:
        """The mean alone."""
        return self.estimate(experiment, metric, points).mean

    def text(self, experiment: str, metric: str, points: Points) -> str:
        """The mean with its unit, as a sentence writes it."""
        return shown_text(self.mean(experiment, metric, points), ALL_METRICS[metric].shown)

    def row(self, what: str, experiment: str, metric: str, arms: list[Points]) -> FactRow:
        """A metric for each arm; null for an arm that has none."""
        return FactRow(
            what=what,
            metric=ALL_METRICS[metric].definition,
            shown=ALL_METRICS[metric].shown,
            estimates=[self._or_none(experiment, metric, points) for points in arms],
        )

    def _or_none(self, experiment: str, metric: str, points: Points) -> PaperEstimate | None:
        try:
            return self.estimate(experiment, metric, points)
        except NotComputedError:
            return None


def note(title: str, template: str, numbers: Callable[[], dict[str, str]]) -> Note:
    """A remark whose numbers are looked up. Raises `NotComputedError`."""
    return Note(title=title, text=sentence(template, numbers()))


def known(makers: list[Callable[[], Note]]) -> list[Note]:
    """The remarks whose numbers were computed."""
    notes: list[Note] = []
    for make in makers:
        try:
            notes.append(make())
        except NotComputedError:
            continue
    return notes
