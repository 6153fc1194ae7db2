"""A Jupyter notebook that draws figures, or maps and curves, again from the files beside it.

The Python client draws (docs/python.md); where it is not installed the notebook says so and prints
the numbers.
"""

from typing import Final, Literal, NamedTuple

from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.run import ExportedRun

_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_LOAD: Final = """\
import json
from pathlib import Path

folder = Path(".")  # where the ZIP was unpacked
result = json.loads((folder / "result.json").read_text(encoding="utf-8"))

try:
    import fairtt_lab
except ImportError:
    fairtt_lab = None
    print("The figures are drawn by fairtt_lab, the Python client of FaiRTT Lab, which is not")
    print("installed here. In a copy of FaiRTT Lab: pip install './backend[client]'")
    print("The numbers need nothing: scenario.json, result.json and series.csv are plain files.")

run = fairtt_lab and fairtt_lab.open_archive(folder)
print("core", result["core_version"], "seed", result["seed"], result["summary_digest"])"""

_FIGURES: Final = (
    ("Throughput", 'run and run.plot("throughput_bps")'),
    ("Round-trip time", 'run and run.plot("rtt_s")'),
    ("Congestion window", 'run and run.plot("cwnd_bytes")'),
    ("Queue", 'run and run.plot("queue_bytes")'),
)

_SUMMARY: Final = """\
for name, value in result["summary"].items():
    print(f"{name:30}", value)"""

_FLOWS: Final = """\
shown = ["label", "algorithm", "base_rtt_s", "throughput_bps", "goodput_bps", "mean_rtt_s",
         "retransmit_ratio"]
run.flows()[shown] if run else [[flow[name] for name in shown] for flow in result["flows"]]"""

_SERIES: Final = """\
# Every sample in a tidy table, for figures of your own.
run and run.series("throughput_bps")"""

_EXPERIMENT_LOAD: Final = """\
from pathlib import Path

folder = Path(".")  # where the ZIP was unpacked

try:
    import fairtt_lab
except ImportError:
    fairtt_lab = None
    print("The figures are drawn by fairtt_lab, the Python client of FaiRTT Lab, which is not")
    print("installed here. In a copy of FaiRTT Lab: pip install './backend[client]'")
    print("The numbers need nothing: units.csv, estimates.csv and differences.csv are plain files.")

experiment = fairtt_lab and fairtt_lab.open_experiment_archive(folder)
experiment"""

_EXPERIMENT_FIGURES: Final = (
    "utilisation_ratio",
    "jain_index",
    "throughput_ratio",
    "mean_queue_s",
    "retransmit_ratio",
)
_MOST_DRAWN_AXES: Final = 2


class Cell(NamedTuple):
    """Text for people, or Python that was not executed yet."""

    kind: Literal["markdown", "code"]
    id: str
    """The same in every notebook: the same run gives the same bytes."""
    source: str


def run_notebook(run: ExportedRun) -> str:
    """The document as JSON text."""
    cells = [Cell("markdown", "title", _run_title(run)), Cell("code", "load", _LOAD)]
    for number, (title, source) in enumerate(_FIGURES, start=1):
        cells.append(Cell("markdown", f"figure-{number}-title", f"## {title}"))
        cells.append(Cell("code", f"figure-{number}", source))
    cells.append(Cell("markdown", "summary-title", "## Numbers"))
    cells.append(Cell("code", "summary", _SUMMARY))
    cells += [Cell("code", "flows", _FLOWS), Cell("code", "series", _SERIES)]
    return _notebook_text(cells)


def experiment_notebook(experiment: ExportedExperiment) -> str:
    """The document as JSON text."""
    cells = [
        Cell("markdown", "title", _experiment_title(experiment)),
        Cell("code", "load", _EXPERIMENT_LOAD),
    ]
    known = {metric.name: metric for metric in experiment.metrics}
    expansion = experiment.expansion
    has_arms = expansion.definition.arm_axis_index is not None
    is_drawn = len(expansion.axes) - has_arms <= _MOST_DRAWN_AXES
    for name in _EXPERIMENT_FIGURES:
        if name in known:
            call = f'plot("{name}")' if is_drawn else f'map("{name}")'
            cells.append(Cell("markdown", f"{name}-title", f"## {known[name].label}"))
            cells.append(Cell("code", name, f"experiment and experiment.{call}"))
            if has_arms:
                source = f'experiment and experiment.differences("{name}")'
                cells.append(Cell("code", f"{name}-differences", source))
    cells.append(Cell("code", "table", "# Every run.\nexperiment and experiment.table()"))
    return _notebook_text(cells)


def _notebook_text(cells: list[Cell]) -> str:
    """A notebook of these cells as JSON text. Raises nbformat.ValidationError."""
    # When it is wanted: it loads 170 modules.
    import nbformat
    from nbformat import v4

    documents = [
        v4.new_code_cell(cell.source, id=cell.id)
        if cell.kind == "code"
        else v4.new_markdown_cell(cell.source, id=cell.id)
        for cell in cells
    ]
    document = v4.new_notebook(cells=documents, metadata=_METADATA)
    return str(nbformat.writes(document)) + "\n"


def _run_title(run: ExportedRun) -> str:
    result = run.result
    return (
        f"# {run.title}\n\n"
        f"Simulated with FaiRTT Lab, core {result['core_version']}, seed {run.seed}.\n"
        f"Scenario `{result['scenario_digest']}`, summary `{result['summary_digest']}`.\n\n"
        "It reads `scenario.json`, `result.json` and `series.csv` of the run's ZIP, unpacked in "
        "the same folder. `metrics.json` says what every number means. The figures are drawn by "
        "`fairtt_lab`, the Python client of FaiRTT Lab."
    )


def _experiment_title(experiment: ExportedExperiment) -> str:
    return (
        f"# {experiment.title}\n\n"
        f"{experiment.found.unit_count:,} runs with FaiRTT Lab, core {experiment.core_version}.\n\n"
        "It reads `experiment.json`, `units.csv` and the other files of the experiment's ZIP, "
        "unpacked in the same folder. `metrics.json` says what every number means. The figures are "
        "drawn by `fairtt_lab`, the Python client of FaiRTT Lab."
    )


FORMAT: Final = Format(
    name="ipynb",
    suffix=".ipynb",
    media_type="application/x-ipynb+json",
    place=60,
    run=RunFile(
        title="Notebook of the ZIP (Jupyter)",
        content="a notebook that draws the figures from the ZIP with the Python client",
        write=lambda run, _: [run_notebook(run)],
    ),
    experiment=ExperimentFile(
        title="Notebook of the ZIP (Jupyter)",
        content="a notebook that draws the figures from the ZIP",
        write=lambda experiment: [experiment_notebook(experiment)],
    ),
)
