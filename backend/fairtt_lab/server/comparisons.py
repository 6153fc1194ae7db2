"""Comparisons of runs and cells by a server."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from fairtt_lab.errors import invalid
from fairtt_lab.frames import FrameKind, frame_of
from fairtt_lab.generated.models import ComparedMetric, ComparisonRead
from fairtt_lab.server.experiments import ServerExperiment
from fairtt_lab.server.runs import ServerRun
from lab_model.experiments import find_metric
from lab_model.exports.formats.latex import ComparedNumber, ComparedRow, comparison_table
from lab_model.exports.main_metrics import MAIN_METRICS

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from fairtt_lab.frames import DataFrame

Compared: TypeAlias = ServerRun | Sequence[ServerRun] | tuple[ServerExperiment, int]
"""A run, runs of one scenario with different seeds, or a cell of an experiment by its index."""

_ESTIMATE = ("count", "mean", "low", "high")
_DIFFERENCE = ("kind", "is_paired", *_ESTIMATE, "is_distinguishable")


class Comparison:
    """Runs and cells with one of them as baseline, every number over the seeds of each."""

    def __init__(self, request: dict[str, Any], read: ComparisonRead) -> None:
        self._request = request
        self.read = read
        """All that the server says."""

    @property
    def labels(self) -> list[str]:
        """Of the items, in their order."""
        return [item.label for item in self.read.items]

    @property
    def baseline(self) -> str:
        """The label of the item that the others are held against."""
        return self.labels[self.read.baseline_index]

    @overload
    def table(self, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def table(self, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def table(self, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per item and metric: over the seeds count, mean, and low and high, the ends of
        the 95 % interval (Student t; of ratios by logarithms).
        """
        return self._rows(_ESTIMATE, lambda metric: metric.items, frame)

    @overload
    def differences(self, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def differences(self, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def differences(self, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per metric and item but the baseline: how it differs from that. `is_paired` says
        whether seed by seed, else it is Welch's interval; `kind` is "difference", or "ratio".
        """
        return self._rows(_DIFFERENCE, lambda metric: metric.against_baseline, frame)

    @overload
    def settings(self, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def settings(self, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def settings(self, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per setting in which the scenarios differ and item, values as text."""
        rows = [
            {"path": setting.path, "item": index, "label": label, "value": str(value)}
            for setting in self.read.settings
            for index, (label, value) in enumerate(zip(self.labels, setting.values, strict=True))
        ]
        return _frame(("path", "item", "label", "value"), rows, frame)

    def latex(self, metrics: Sequence[str] = MAIN_METRICS) -> str:
        """A table for a paper (booktabs): of each metric every item and the differences, with
        their 95 % intervals.
        """
        known = {metric.name: metric for metric in self.read.metrics}
        for name in metrics:
            if name not in known:
                message = f"metrics has '{name}', which is not a metric of this comparison"
                raise invalid("metrics", message, name, list(known))
        rows = [_latex_row(known[name]) for name in metrics]
        return comparison_table(self.labels, self.read.baseline_index, rows)

    def share_body(self) -> dict[str, Any]:
        """The body of a link to it (`POST /api/shares`)."""
        run_ids: list[str] = []
        items = []
        for wanted, item in zip(self._request["items"], self.read.items, strict=True):
            part = {"label": item.label}
            if item.cell is None:
                run_ids += wanted["run_ids"]
                items.append({**part, "run_count": len(wanted["run_ids"])})
            else:
                place = str(item.cell.experiment_id), item.cell.cell_index
                items.append({**part, "experiment_id": place[0], "cell_index": place[1]})
        return {
            "kind": "comparison",
            "run_ids": run_ids,
            "items": items,
            "baseline_index": self.read.baseline_index,
        }

    def __repr__(self) -> str:
        return f"<comparison of {', '.join(self.labels)}>"

    def _rows(
        self,
        columns: tuple[str, ...],
        values_of: Callable[[ComparedMetric], Sequence[Any]],
        frame: FrameKind,
    ) -> "DataFrame":
        rows = [
            {
                "item": index,
                "label": self.labels[index],
                "metric": metric.name,
                **{column: getattr(value, column) for column in columns},
            }
            for metric in self.read.metrics
            for index, value in enumerate(values_of(metric))
            if value is not None
        ]
        return _frame(("item", "label", "metric", *columns), rows, frame)


def request_of(items: Sequence[Compared], labels: Sequence[str] | None, baseline: int) -> Any:
    """The body of `POST /api/comparisons`; runs that are not done are waited for."""
    if labels is not None and len(labels) != len(items):
        message = f"labels has {len(labels)} entries; it must have one for each of {len(items)}"
        raise invalid("labels", message, len(labels), len(items))
    wanted = [_item(item) for item in items]
    for place, label in enumerate(labels or ()):
        wanted[place]["label"] = label
    return {"items": wanted, "baseline_index": baseline}


def _latex_row(metric: ComparedMetric) -> ComparedRow:
    found = replace(find_metric(metric.name), label=metric.label)
    numbers = [ComparedNumber(item.mean, item.low, item.high) for item in metric.items]
    differences = [
        None
        if item is None
        else ComparedNumber(item.mean, item.low, item.high, is_ratio=item.kind == "ratio")
        for item in metric.against_baseline
    ]
    return found, numbers, differences


def _item(item: Compared) -> dict[str, Any]:
    if isinstance(item, ServerRun):
        return {"run_ids": [str(item.wait().id)]}
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], ServerExperiment):
        return {"experiment_id": str(item[0].id), "cell_index": item[1]}
    runs = [run for run in item if isinstance(run, ServerRun)]
    if not runs or len(runs) < len(item):
        message = "items must be runs, lists of runs, or pairs of an experiment and a cell's index"
        raise invalid("items", message)
    return {"run_ids": [str(run.wait().id) for run in runs]}


def _frame(columns: Sequence[str], rows: list[dict[str, Any]], frame: FrameKind) -> "DataFrame":
    """Without rows the columns exist, too."""
    return frame_of({name: [row[name] for row in rows] for name in columns}, frame)
