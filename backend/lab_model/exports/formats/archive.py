"""The self-describing ZIP: data, what they mean, how to cite them and how to compute them again.

The same run and the same numbers give the same bytes: names, order and times of the entries are
fixed.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from stat import S_IFREG
from typing import Final
from zipfile import ZIP64_LIMIT, ZIP_DEFLATED, ZipFile, ZipInfo

from lab_model.english.numbers import count_of
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.definitions import definitions
from lab_model.exports.estimates import differences_csv, estimates_csv, failures_csv
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.citation import experiment_bibtex, run_bibtex
from lab_model.exports.formats.csv_file import experiment_csv, run_csv
from lab_model.exports.formats.json_file import metric_definitions
from lab_model.exports.formats.losses import losses_csv
from lab_model.exports.formats.methods import experiment_methods, run_methods
from lab_model.exports.formats.notebook import experiment_notebook, run_notebook
from lab_model.exports.modules import MODULE_FOLDER, MODULES_FILE, module_files
from lab_model.exports.run import ExportedRun, Json, RunSource, json_text
from lab_model.modules import modules_named_in
from lab_model.results.shown import shown

SCENARIO_FILE: Final = "scenario.json"
RESULT_FILE: Final = "result.json"
LOSSES_FILE: Final = "losses.csv"
SERIES_FILE: Final = "series.csv"
DEFINITION_FILE: Final = "experiment.json"
VERSIONS_FILE: Final = "versions.json"
UNITS_FILE: Final = "units.csv"
FAILURES_FILE: Final = "failures.csv"
ESTIMATES_FILE: Final = "estimates.csv"
DIFFERENCES_FILE: Final = "differences.csv"

_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can hold: what is exported has none."""
_READABLE: Final = S_IFREG | 0o644
_UNIX: Final = 3
"""The system that the permissions are of, whatever this one is."""
_MOST_ROW_BYTES: Final = 80
"""The most bytes of one value of a series."""
_MOST_NUMBER_BYTES: Final = 400
"""The most bytes of one number of an experiment: of a run, or of a cell with its estimates."""

File = tuple[str, Iterable[str | bytes], int]
"""A name, its content part by part, and how many bytes it has at most: only what may have 2 GiB or
more takes the form for it (ZIP64), which some programs do not read.
"""


class _Sent:
    """The file that a ZIP is written to: holds the bytes written since they were last taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is open."""

    def take(self) -> bytes:
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


_RUN_README: Final = """\
{title}
{line}

One run of FaiRTT Lab, a deterministic packet-level simulator of TCP congestion control.

core version     {core_version}
seed             {seed}
scenario digest  {scenario_digest}
summary digest   {summary_digest}
series digest    {series_digest}

README.txt     this page
scenario.json  what was simulated, every default filled in
result.json    the result: link, fairness and every flow, over the measurement window
metrics.json   definition and unit of every number
methods.txt    a paragraph for a section on methods
CITATION.bib   BibTeX of the program and of this run
figures.ipynb  a Jupyter notebook that draws the figures from these files
{modules}losses.csv     lost and marked packets: how many of each flow, at which link, why, and
               from_s to_s; is_mark: marked (ECN) and not gone; is_ack: ACKs, not data
series.csv     all series, one row per value: subject, index, metric, time_s (end of the
               interval), value; no row where there is no value

The unit is the last word of every name: _bps bit/s, _s seconds, _bytes, _packets; _ratio and
_index are plain numbers.

The same scenario, seed and behaviour version give the same bytes. To check:

    ./lab replay THIS_FILE.zip
"""


_EXPERIMENT_README: Final = """\
{title}
{line}

An experiment with FaiRTT Lab, a deterministic packet-level simulator of TCP congestion control:
{cell_count} settings with {seeds}; {unit_count} runs have numbers{failed}.

core version     {core_version}
numbers digest   {numbers_digest}
                 (SHA-256 over scenario digest, seed and summary digest of each run)

README.txt       this page
experiment.json  base scenario, axes, seeds; every default filled in
versions.json    core and behaviour version, digest, how many runs
metrics.json     label, unit, definition and fair value of every number, and how it is averaged
methods.txt      a paragraph for a section on methods
CITATION.bib     BibTeX of the program and of this experiment
figures.ipynb    a Jupyter notebook that draws the figures from these files
{modules}units.csv        one row per run: cell, values of the axes, seed, digests, every number
estimates.csv    one row per cell and number: mean and median over the seeds, 95 % interval;
                 is_clipped: an end of it was moved to the end of the number's range;
                 seeds_hardly_differ: what the flows of the cell get is the same in every seed
                 within 0.1 %, so that its intervals cover the seeds alone
differences.csv  one row per cell and number: against the baseline arm, paired by seed
                 (only its header if no arms are compared). kind, mean, low, high: the difference,
                 or the ratio. judged_mean, judged_low, judged_high: what the verdict is about, the
                 same or, where towards is fair, the change of the distance to the fair value.
                 adjusted_p: of the paired t test, adjusted for all cells of all arms in that
                 number (Benjamini-Hochberg). verdict: better, worse, more, less, unclear
failures.csv     one row per run that could not be computed: cell, seed, core version, reason

The unit is the last word of every name: _bps bit/s, _s seconds, _bytes, _packets; _ratio and
_index are plain numbers. An empty field is no number.

The same definition and behaviour version give the same numbers. To compute them again:

    {again}
"""


def run_zip(run: ExportedRun, source: RunSource) -> Iterator[bytes]:
    """The archive, a part at a time; the series, which may be large, come last."""
    texts = (text_file(name, text(run)) for name, text in _RUN_TEXTS.items())
    modules = map(_known, module_files(run.scenario, run.modules))
    losses = text_file(LOSSES_FILE, "".join(losses_csv(run, source)))
    series = (SERIES_FILE, run_csv(run, source), _most_series_bytes(run))
    return zip_of(chain(texts, modules, [losses, series]))


def experiment_zip(experiment: ExportedExperiment) -> Iterator[bytes]:
    """The archive, a part at a time."""
    versions = {
        "name": experiment.name,
        "core_version": experiment.core_version,
        "behaviour_version": experiment.behaviour_version,
        "unit_count": experiment.found.unit_count,
        "failed_count": len(experiment.failed),
        "numbers_digest": experiment.found.numbers_digest,
        **({"elsewhere": list(experiment.elsewhere)} if experiment.elsewhere else {}),
    }
    texts = {
        "README.txt": _experiment_readme(experiment),
        DEFINITION_FILE: json_text(experiment.definition),
        VERSIONS_FILE: json_text(versions),
        "metrics.json": json_text(metric_definitions(experiment)),
        "methods.txt": experiment_methods(experiment),
        "CITATION.bib": experiment_bibtex(experiment),
        "figures.ipynb": experiment_notebook(experiment),
    }
    tables = {
        UNITS_FILE: experiment_csv(experiment),
        ESTIMATES_FILE: estimates_csv(experiment),
        DIFFERENCES_FILE: differences_csv(experiment),
        FAILURES_FILE: failures_csv(experiment),
    }
    number_count = (experiment.expansion.unit_count + 1) * (len(experiment.names) + 1)
    most_bytes = number_count * _MOST_NUMBER_BYTES
    return zip_of(
        chain(
            (text_file(name, text) for name, text in texts.items()),
            map(_known, module_files(experiment.definition, experiment.modules)),
            ((name, parts, most_bytes) for name, parts in tables.items()),
        )
    )


def text_file(name: str, text: str) -> File:
    """A file whose text is known."""
    return _known((name, text.encode()))


def _known(file: tuple[str, bytes]) -> File:
    name, content = file
    return name, [content], len(content)


def zip_of(files: Iterable[File]) -> Iterator[bytes]:
    """A ZIP that is sent while it is written. The same files give the same bytes: order, names and
    times of the entries are fixed.
    """
    sent = _Sent()
    with ZipFile(sent, "w") as archive:
        for name, parts, most_bytes in files:
            entry = ZipInfo(name, _EARLIEST)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, _READABLE << 16
            entry.create_system = _UNIX
            with archive.open(entry, "w", force_zip64=most_bytes >= ZIP64_LIMIT) as file:
                for part in parts:
                    file.write(part.encode() if isinstance(part, str) else part)
                    yield sent.take()
    yield sent.take()


def _most_series_bytes(run: ExportedRun) -> int:
    series = definitions(run)["series"]
    metric_count = len(series["link"]) + sum(
        len(series["flow"]["every"]) + len(series["flow"].get(flow["algorithm"], ()))
        for flow in run.result["flows"]
    )
    return int(run.result["sample_count"] * metric_count + 1) * _MOST_ROW_BYTES


def _run_readme(run: ExportedRun) -> str:
    digests = {
        name: run.result[name]
        for name in ("core_version", "scenario_digest", "summary_digest", "series_digest")
    }
    title = run.title
    modules = _module_lines(run.scenario, 15)
    return _RUN_README.format(
        title=title, line="=" * len(title), seed=run.seed, modules=modules, **digests
    )


def _module_lines(document: Json, width: int) -> str:
    if not modules_named_in(document):
        return ""
    return "".join(f"{name:{width}}{words}\n" for name, words in _MODULE_WORDS.items())


def _seeds_text(experiment: ExportedExperiment) -> str:
    expansion = experiment.expansion
    if expansion.definition.replications.precision is None:
        return f"{count_of(len(expansion.seeds), 'seed')} each"
    return f"{len(expansion.first_seeds)} to {len(expansion.seeds)} seeds, as many as each needed"


def _experiment_readme(experiment: ExportedExperiment) -> str:
    title = experiment.title
    failed_count = len(experiment.failed)
    modules = _module_lines(experiment.definition, 17)
    return _EXPERIMENT_README.format(
        title=title,
        line="=" * len(title),
        cell_count=experiment.expansion.cell_count,
        seeds=_seeds_text(experiment),
        unit_count=experiment.found.unit_count,
        failed=f", {failed_count} failed (failures.csv)" if failed_count else "",
        core_version=experiment.core_version,
        numbers_digest=experiment.found.numbers_digest,
        modules=modules,
        again=f"./lab {'replay THIS_FILE.zip' if modules else 'sweep experiment.json'}",
    )


_MODULE_WORDS: Final = {
    MODULES_FILE: "the modules that flows run as algorithms: title, build line, licence",
    f"{MODULE_FOLDER}/": "their bytes by SHA-256, and their source where it was given",
}

_RUN_TEXTS: Final[dict[str, Callable[[ExportedRun], str]]] = {
    "README.txt": _run_readme,
    SCENARIO_FILE: lambda run: json_text(run.scenario),
    RESULT_FILE: lambda run: json_text(shown(run.result)),
    "metrics.json": lambda run: json_text(definitions(run)),
    "methods.txt": run_methods,
    "CITATION.bib": run_bibtex,
    "figures.ipynb": run_notebook,
}

FORMAT: Final = Format(
    name="zip",
    suffix=".zip",
    media_type="application/zip",
    place=10,
    run=RunFile(title="All of it (ZIP)", content="all of it, describing itself", write=run_zip),
    experiment=ExperimentFile(
        title="All of it (ZIP)",
        content="all of it, describing itself",
        write=experiment_zip,
    ),
)
