"""What a text about an experiment says beside its axes."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments import read_experiment
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.methods import experiment_methods
from tests.model.experiments.examples import experiment
from tests.support.axes import axis


class _OneUnit:
    def unit_rows(self) -> Iterator[UnitRow]:
        return iter([UnitRow(0, 1, "aa", "bb", {})])

    def failed_rows(self) -> Iterator[FailedRow]:
        return iter([])

    def values(self, names: Sequence[str]) -> list[NDArray[np.float64]]:
        return [np.array([[0.5]]) for _ in names]


def _methods(path: str, values: Sequence[float]) -> str:
    definition = experiment(axis(path, list(values)))
    return experiment_methods(
        ExportedExperiment("", read_experiment(definition), "0.1.0+x", 1, _OneUnit())
    )


def test_what_follows_an_axis_is_said() -> None:
    text = _methods("bottleneck.rate_bps", [10_000_000, 20_000_000])
    assert "The fair share follows the rate: " in text
    assert "The BDP follows the rate: " in text


def test_nothing_follows_the_duration_and_no_window_is_named_where_it_differs() -> None:
    text = _methods("duration_s", [60, 120])
    assert "follows" not in text
    assert "Numbers are over each run from its warm-up to its end" in text
    assert "Numbers are over the simulated time from" in _methods("flows.0.rtt_s", [0.02, 0.04])
