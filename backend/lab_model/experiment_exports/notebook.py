"""A Jupyter notebook that draws maps and curves again from the files beside it."""

from lab_model.experiment_exports.experiment import ExportedExperiment
from lab_model.exports.notebook import Cell, notebook_text

_LOAD = """\
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

_FIGURES = (
    "utilisation_ratio",
    "jain_index",
    "throughput_ratio",
    "mean_queue_s",
    "retransmit_ratio",
)
_MOST_DRAWN_AXES = 2


def notebook(experiment: ExportedExperiment) -> str:
    """The document as JSON text."""
    cells = [Cell("markdown", "title", _title(experiment)), Cell("code", "load", _LOAD)]
    known = {metric.name: metric for metric in experiment.metrics}
    expansion = experiment.expansion
    has_arms = expansion.definition.arm_axis_index is not None
    is_drawn = len(expansion.axes) - has_arms <= _MOST_DRAWN_AXES
    for name in _FIGURES:
        if name in known:
            call = f'plot("{name}")' if is_drawn else f'map("{name}")'
            cells.append(Cell("markdown", f"{name}-title", f"## {known[name].label}"))
            cells.append(Cell("code", name, f"experiment and experiment.{call}"))
            if has_arms:
                source = f'experiment and experiment.differences("{name}")'
                cells.append(Cell("code", f"{name}-differences", source))
    cells.append(Cell("code", "table", "# Every run.\nexperiment and experiment.table()"))
    return notebook_text(cells)


def _title(experiment: ExportedExperiment) -> str:
    return (
        f"# {experiment.title}\n\n"
        f"{experiment.found.unit_count:,} runs with FaiRTT Lab, core {experiment.core_version}.\n\n"
        "It reads `experiment.json`, `units.csv` and the other files of the experiment's ZIP, "
        "unpacked in the same folder. `metrics.json` says what every number means. The figures are "
        "drawn by `fairtt_lab`, the Python client of FaiRTT Lab."
    )
