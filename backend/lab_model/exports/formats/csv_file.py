"""CSV: the series of a run, one row per value; the runs of an experiment, one row each."""

from collections.abc import Iterator
from typing import Final

from lab_model.experiments import unit_rows
from lab_model.exports import long_form
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun, RunSource


def run_csv(run: ExportedRun, source: RunSource) -> Iterator[str]:
    """All series in long form, a piece at a time."""
    return long_form.csv_parts(source.pieces(), run.scenario["sample_interval_s"])


def experiment_csv(experiment: ExportedExperiment) -> Iterator[str]:
    """Every run with its cell, seed, digests and numbers, some rows at a time."""
    rows = experiment.source.unit_rows()
    return unit_rows.csv_parts(
        experiment.expansion, experiment.core_version, experiment.names, rows
    )


FORMAT: Final = Format(
    name="csv",
    suffix=".csv",
    media_type="text/csv; charset=utf-8",
    place=20,
    run=RunFile(title="Series (CSV)", content="all series, one row per value", write=run_csv),
    # The interface has a button of its own for it, also before the experiment is over.
    experiment=ExperimentFile(content="one row per run, every number", write=experiment_csv),
)
