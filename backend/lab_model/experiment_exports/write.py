"""One way in for all formats, the same for the API, the command line and the Python client."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from lab_model.experiment_exports.archive import zip_parts
from lab_model.experiment_exports.document import json_parts
from lab_model.experiment_exports.experiment import ExportedExperiment
from lab_model.experiment_exports.methods import bibtex, methods_text
from lab_model.experiment_exports.notebook import notebook
from lab_model.experiments.unit_rows import csv_parts
from lab_model.exports.formats import FormatFacts, plain_name

ExperimentFormat = Literal["zip", "csv", "json", "parquet", "ipynb", "bibtex", "methods"]

EXPERIMENT_FORMATS: Final[dict[ExperimentFormat, FormatFacts]] = {
    "zip": FormatFacts("application/zip", ".zip", "all of it, describing itself"),
    "csv": FormatFacts("text/csv; charset=utf-8", ".csv", "one row per run, every number"),
    "json": FormatFacts("application/json", ".json", "definition, estimates and every run"),
    "parquet": FormatFacts(
        "application/vnd.apache.parquet", ".parquet", "the same rows in columns"
    ),
    "ipynb": FormatFacts(
        "application/x-ipynb+json", ".ipynb", "a notebook that draws the figures from the ZIP"
    ),
    "bibtex": FormatFacts("application/x-bibtex; charset=utf-8", ".bib", "how to cite it"),
    "methods": FormatFacts("text/plain; charset=utf-8", ".txt", "a paragraph for a paper"),
}


def export_parts(wanted: ExperimentFormat, experiment: ExportedExperiment) -> Iterator[bytes]:
    """The file, a part at a time."""
    if wanted == "zip":
        return zip_parts(experiment)
    if wanted == "parquet":
        # When it is wanted: the library takes a moment to load, and a client may not have it.
        from lab_model.experiment_exports.parquet import parquet_parts

        return parquet_parts(experiment)
    return (part.encode() for part in _TEXTS[wanted](experiment))


def file_name(experiment: ExportedExperiment, wanted: ExperimentFormat) -> str:
    """Name and size: tells experiments apart, and holds nothing that opens anything."""
    expansion = experiment.expansion
    name = plain_name(experiment.title) or "experiment"
    suffix = EXPERIMENT_FORMATS[wanted].suffix
    return f"{name}-{expansion.cell_count}x{len(expansion.seeds)}{suffix}"


def _units(experiment: ExportedExperiment) -> Iterator[str]:
    rows = experiment.source.unit_rows()
    return csv_parts(experiment.expansion, experiment.core_version, experiment.names, rows)


_TEXTS: Final[dict[ExperimentFormat, Callable[[ExportedExperiment], Iterator[str]]]] = {
    "csv": _units,
    "json": json_parts,
    "ipynb": lambda experiment: iter([notebook(experiment)]),
    "bibtex": lambda experiment: iter([bibtex(experiment)]),
    "methods": lambda experiment: iter([methods_text(experiment)]),
}
