"""The self-describing ZIP of an experiment. The same numbers give the same bytes."""

from collections.abc import Iterator
from typing import Final

from lab_model.experiment_exports.document import metric_definitions
from lab_model.experiment_exports.estimates import differences_csv, estimates_csv, failures_csv
from lab_model.experiment_exports.experiment import ExportedExperiment
from lab_model.experiment_exports.methods import bibtex, methods_text
from lab_model.experiment_exports.notebook import notebook
from lab_model.experiments.unit_rows import csv_parts
from lab_model.exports.archive import json_text, text_file, zip_of

DEFINITION_FILE: Final = "experiment.json"
VERSIONS_FILE: Final = "versions.json"
UNITS_FILE: Final = "units.csv"
FAILURES_FILE: Final = "failures.csv"

# Of a row of one run, or of one cell and number.
_MOST_BYTES_PER_NUMBER: Final = 400

_README: Final = """\
{title}
{line}

An experiment with FaiRTT Lab, a deterministic packet-level simulator of TCP congestion control:
{cell_count} settings with {seed_count} seeds each; {unit_count} runs have numbers{failed}.

core version     {core_version}
numbers digest   {numbers_digest}
                 (SHA-256 over scenario digest, seed and summary digest of each run)

README.txt       this page
experiment.json  base scenario, axes, seeds; every default filled in
versions.json    core version, digest, how many runs
metrics.json     label, unit, definition and fair value of every number, and how it is averaged
methods.txt      a paragraph for a section on methods
CITATION.bib     BibTeX of the program and of this experiment
figures.ipynb    a Jupyter notebook that draws the figures from these files
units.csv        one row per run: cell, values of the axes, seed, digests, every number
estimates.csv    one row per cell and number: mean and median over the seeds, 95 % interval
differences.csv  one row per cell and number: against the baseline arm, paired by seed
                 (only its header if no arms are compared)
failures.csv     one row per run that could not be computed: cell, seed, core version, reason

The unit is the last word of every name: _bps bit/s, _s seconds, _bytes, _packets; _ratio and
_index are plain numbers. An empty field is no number.

The same definition and core version give the same numbers. To compute them again:

    ./lab sweep experiment.json
"""


def readme(experiment: ExportedExperiment) -> str:
    """What is in the archive."""
    title = experiment.title
    failed_count = len(experiment.failed)
    return _README.format(
        title=title,
        line="=" * len(title),
        cell_count=experiment.expansion.cell_count,
        seed_count=len(experiment.expansion.seeds),
        unit_count=experiment.found.unit_count,
        failed=f", {failed_count} failed (failures.csv)" if failed_count else "",
        core_version=experiment.core_version,
        numbers_digest=experiment.found.numbers_digest,
    )


def zip_parts(experiment: ExportedExperiment) -> Iterator[bytes]:
    """The archive, a part at a time."""
    versions = {
        "name": experiment.name,
        "core_version": experiment.core_version,
        "unit_count": experiment.found.unit_count,
        "failed_count": len(experiment.failed),
        "numbers_digest": experiment.found.numbers_digest,
    }
    units = csv_parts(
        experiment.expansion,
        experiment.core_version,
        experiment.names,
        experiment.source.unit_rows(),
    )
    texts = {
        "README.txt": readme(experiment),
        DEFINITION_FILE: json_text(experiment.definition),
        VERSIONS_FILE: json_text(versions),
        "metrics.json": json_text(metric_definitions(experiment)),
        "methods.txt": methods_text(experiment),
        "CITATION.bib": bibtex(experiment),
        "figures.ipynb": notebook(experiment),
    }
    tables = {
        UNITS_FILE: units,
        "estimates.csv": estimates_csv(experiment),
        "differences.csv": differences_csv(experiment),
        FAILURES_FILE: failures_csv(experiment),
    }
    number_count = (experiment.expansion.unit_count + 1) * (len(experiment.names) + 1)
    most_bytes = number_count * _MOST_BYTES_PER_NUMBER
    return zip_of(
        [
            *(text_file(name, text) for name, text in texts.items()),
            *((name, parts, most_bytes) for name, parts in tables.items()),
        ]
    )
