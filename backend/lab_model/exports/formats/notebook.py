"""A Jupyter notebook that draws figures, or maps and curves, again from the files beside it.

It needs pandas and matplotlib and nothing of ours. Its last cells say what the Python client
(docs/python.md) adds.
"""

import json
from typing import Any, Final, Literal, NamedTuple

from lab_model.experiments.metrics import Metric
from lab_model.experiments.unit_rows import unit_header
from lab_model.exports.declaration import ExperimentFile, Format, RunFile
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.main_metrics import MAIN_METRICS
from lab_model.exports.run import ExportedRun

_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_LOAD: Final = """\
import json
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

folder = Path(".")  # where the ZIP was unpacked
scenario = json.loads((folder / "scenario.json").read_text(encoding="utf-8"))
result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
flows = pd.DataFrame(result["flows"]).set_index("flow_index")
series = pd.read_csv(folder / "series.csv")  # one row per value, in SI units
print("core", result["core_version"], "seed", result["seed"], result["summary_digest"])"""

_DRAW: Final = """\
def draw(metric, title, unit, size):
    \"\"\"Of each flow group the mean, its lowest and its highest flow; or each link.\"\"\"
    figure, axes = plt.subplots(figsize=(9, 3), layout="constrained")
    rows = series[series["metric"] == metric]
    of_flows = rows[rows["subject"] == "flow"]
    groups = of_flows.groupby(of_flows["index"].map(flows["group_index"]))
    for number, found in groups:
        group = scenario["flows"][number]
        name = group["algorithm"]["name"]
        name = name[:13] if name.startswith("wasm:") else name  # the digest of a module is long
        label = f'{group["label"] or "group " + str(number)} ({name})'
        by_time = found.groupby("time_s")["value"].agg(["mean", "min", "max"]) / size
        axes.plot(by_time.index, by_time["mean"], label=label)
        axes.fill_between(by_time.index, by_time["min"], by_time["max"], alpha=0.2)
    of_link = rows[rows["subject"] == "link"]
    names = ["bottleneck", *(link["id"] for link in scenario.get("links", []))]
    styles = ["-", "--", ":", "-."]
    for number, found in of_link.groupby("index"):
        style = {"color": "black", "linestyle": styles[number % len(styles)]}
        axes.plot(found["time_s"], found["value"] / size, label=names[number], **style)
    axes.set(title=title, xlabel="time / s", ylabel=unit, xlim=(0, scenario["duration_s"]))
    axes.set_ylim(bottom=0)
    axes.legend()"""

_FIGURES: Final = (
    ("Throughput", 'draw("throughput_bps", "Throughput of a flow", "Mbit/s", 1e6)'),
    ("Round-trip time", 'draw("rtt_s", "Round-trip time", "ms", 1e-3)'),
    ("Congestion window", 'draw("cwnd_bytes", "Congestion window of a flow", "kB", 1e3)'),
    ("Queue", 'draw("queue_bytes", "Queue at a link", "kB", 1e3)'),
)

_SUMMARY: Final = """\
for name, value in result["summary"].items():
    print(f"{name:30}", value)"""

_FLOWS: Final = """\
flows[["label", "algorithm", "base_rtt_s", "throughput_bps", "goodput_bps", "mean_rtt_s",
       "retransmit_ratio"]]"""

_LOSSES: Final = """\
# How many packets were lost or marked (is_mark), by flow, link and reason; is_ack: ACKs, not data.
losses = pd.read_csv(folder / "losses.csv", keep_default_na=False)
losses.groupby(["flow_index", "link", "reason", "is_mark", "is_ack"])["packets"].sum()"""

_SERIES: Final = """\
# Every value, for figures of your own.
series"""

_MORE: Final = """\
## More

`fairtt_lab`, the Python client of FaiRTT Lab, reads this ZIP as `{read}`. It draws capacity, fair \
share and buffer beside the curves, runs the same again with other settings or seeds, and compares \
seed by seed. In a copy of FaiRTT Lab `./lab package` builds it; `docs/python.md` there says how \
to use it."""

_EXPERIMENT_LOAD: Final = """\
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.colors import LogNorm, Normalize

folder = Path(".")  # where the ZIP was unpacked
units = pd.read_csv(folder / "units.csv")  # one row per run
estimates = pd.read_csv(folder / "estimates.csv")  # by cell: mean and 95 % interval over the seeds
differences = pd.read_csv(folder / "differences.csv")  # from the baseline, seed by seed
units.shape"""

_EXPERIMENT_DRAW: Final = """\
AXES = {axes}  # of each: its point in words
ARMS = {arms}  # which of the columns says what is compared; None: nothing


def draw(metric, title, unit, size, scale="linear"):
    \"\"\"Over one axis means with intervals, over two a map; arms are curves, or maps. Ratios are
    drawn by their logarithms: half and twice as much are equally far from equal.\"\"\"
    rows = estimates[estimates["metric"] == metric].astype({{name: str for name in AXES}})
    parts = [("", rows)] if ARMS is None else list(rows.groupby(rows[ARMS].astype(str), sort=False))
    if len(AXES) < 2:
        figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
        for name, part in parts:
            mean = part["mean"] / size
            ends = [mean - part["low"] / size, part["high"] / size - mean]
            places = part[AXES[0]] if AXES else [name] * len(part)
            axes.errorbar(places, mean, yerr=ends, marker="o", capsize=3, label=name)
        axes.set(title=title, xlabel=AXES[0] if AXES else "", ylabel=unit, yscale=scale)
        if scale == "log":
            axes.axhline(1, color="grey", linewidth=1)
        if ARMS is not None:
            axes.legend()
        return
    figure, panels = plt.subplots(1, len(parts), figsize=(6 * len(parts), 5), squeeze=False,
                                  layout="constrained")
    shown = rows["mean"] / size
    if scale == "log":
        shown = shown[shown > 0]  # a ratio of zero has no logarithm, and no place on the scale
        norm = LogNorm(shown.min(), shown.max())
    else:
        norm = Normalize(shown.min(), shown.max())
    for axes, (name, part) in zip(panels[0], parts):
        down, across = (list(dict.fromkeys(part[column])) for column in AXES)
        table = part.pivot(index=AXES[0], columns=AXES[1], values="mean").loc[down, across] / size
        image = axes.imshow(table, aspect="auto", origin="lower", norm=norm)
        axes.set_xticks(range(len(across)), across, rotation=45)
        axes.set_yticks(range(len(down)), down)
        axes.set(title=name, xlabel=AXES[1], ylabel=AXES[0])
    figure.colorbar(image, ax=panels, label=unit)
    figure.suptitle(title)"""

_MOST_DRAWN_AXES: Final = 2


class Cell(NamedTuple):
    """Text for people, or Python that was not executed yet."""

    kind: Literal["markdown", "code"]
    id: str
    """The same in every notebook: the same run gives the same bytes."""
    source: str


def run_notebook(run: ExportedRun) -> str:
    """The document as JSON text."""
    cells = [
        Cell("markdown", "title", _run_title(run)),
        Cell("code", "load", _LOAD),
        Cell("code", "draw", _DRAW),
    ]
    for number, (title, source) in enumerate(_FIGURES, start=1):
        cells.append(Cell("markdown", f"figure-{number}-title", f"## {title}"))
        cells.append(Cell("code", f"figure-{number}", source))
    cells.append(Cell("markdown", "summary-title", "## Numbers"))
    cells.append(Cell("code", "summary", _SUMMARY))
    sources = {"flows": _FLOWS, "losses": _LOSSES, "series": _SERIES}
    cells += [Cell("code", name, source) for name, source in sources.items()]
    more = _MORE.format(read='fairtt_lab.open_archive(".")')
    return _notebook_text([*cells, Cell("markdown", "more", more)])


def experiment_notebook(experiment: ExportedExperiment) -> str:
    """The document as JSON text."""
    cells = [
        Cell("markdown", "title", _experiment_title(experiment)),
        Cell("code", "load", _EXPERIMENT_LOAD),
    ]
    known = {metric.name: metric for metric in experiment.metrics}
    axes, arms = _axis_columns(experiment)
    is_drawn = len(axes) <= _MOST_DRAWN_AXES
    if is_drawn:
        cells.append(Cell("code", "draw", _EXPERIMENT_DRAW.format(axes=axes, arms=repr(arms))))
    for name in MAIN_METRICS:
        if name in known:
            cells.append(Cell("markdown", f"{name}-title", f"## {known[name].label}"))
            table = f'estimates[estimates["metric"] == "{name}"]'
            cells.append(Cell("code", name, _drawn(known[name]) if is_drawn else table))
            if arms is not None:
                source = f'differences[differences["metric"] == "{name}"]'
                cells.append(Cell("code", f"{name}-differences", source))
    cells.append(Cell("code", "table", "# Every run.\nunits"))
    more = _MORE.format(read='fairtt_lab.open_experiment_archive(".")')
    return _notebook_text([*cells, Cell("markdown", "more", more)])


def _axis_columns(experiment: ExportedExperiment) -> tuple[list[str], str | None]:
    """The columns of the files with the points in words, and which of them is the arms'."""
    expansion = experiment.expansion
    header = unit_header(expansion, [])
    columns = []
    place = 1
    for axis in expansion.axes:
        columns.append(header[place])
        place += 1 + len(axis.paths)
    index = expansion.definition.arm_axis_index
    arms = None if index is None else columns.pop(index)
    return columns, arms


def _drawn(metric: Metric) -> str:
    arguments = (metric.name, metric.label, metric.display_unit, metric.per_display_unit)
    scale = ("log",) if metric.scale == "logarithmic" else ()
    return f"draw({', '.join(map(repr, (*arguments, *scale)))})"


def _notebook_text(cells: list[Cell]) -> str:
    """A notebook of these cells, as `nbformat` writes it, which a page without a server has not."""
    document = {
        "cells": [_cell_document(cell) for cell in cells],
        "metadata": _METADATA,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _cell_document(cell: Cell) -> dict[str, Any]:
    ran: dict[str, Any] = {"execution_count": None, "outputs": []} if cell.kind == "code" else {}
    source = cell.source.splitlines(keepends=True)
    return {"cell_type": cell.kind, "id": cell.id, "metadata": {}, "source": source, **ran}


def _run_title(run: ExportedRun) -> str:
    result = run.result
    return (
        f"# {run.title}\n\n"
        f"Simulated with FaiRTT Lab, core {result['core_version']}, seed {run.seed}.\n"
        f"Scenario `{result['scenario_digest']}`, summary `{result['summary_digest']}`.\n\n"
        "It reads `scenario.json`, `result.json`, `losses.csv` and `series.csv` of the run's ZIP, "
        "unpacked in the same folder, with pandas and matplotlib. `metrics.json` says what every "
        "number means."
    )


def _experiment_title(experiment: ExportedExperiment) -> str:
    return (
        f"# {experiment.title}\n\n"
        f"{experiment.found.unit_count:,} runs with FaiRTT Lab, core {experiment.core_version}.\n\n"
        "It reads `experiment.json`, `units.csv` and the other files of the experiment's ZIP, "
        "unpacked in the same folder, with pandas and matplotlib. `metrics.json` says what every "
        "number means."
    )


FORMAT: Final = Format(
    name="ipynb",
    suffix=".ipynb",
    media_type="application/x-ipynb+json",
    place=60,
    run=RunFile(
        title="Notebook of the ZIP (Jupyter)",
        content="a notebook that draws the figures from the ZIP",
        write=lambda run, _: [run_notebook(run)],
    ),
    experiment=ExperimentFile(
        title="Notebook of the ZIP (Jupyter)",
        content="a notebook that draws the figures from the ZIP",
        write=lambda experiment: [experiment_notebook(experiment)],
    ),
)
