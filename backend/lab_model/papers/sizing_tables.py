"""Tables 1 to 3 of the buffer-sizing paper with our numbers; their own are not in our text."""

from typing import Final

from lab_model.papers.claims import Quantity, Selection
from lab_model.papers.measured import Library
from lab_model.papers.plots import axis_of
from lab_model.papers.quantities import Found, NotComputedError, evaluate
from lab_model.papers.schemas.figures import FactRow, FactTable
from lab_model.papers.verdicts import estimate_found

EXPERIMENT: Final = "sizing-ten-flows"
ARMS: Final = ("CUBIC", "BBRv1")

# The paper's categories: below 0.5, 0.5 to 2, above 2 BDP.
CATEGORIES: Final = (("small", 0.0, 0.5), ("medium", 0.5, 2.0), ("large", 2.0, 1e9))

_ROWS: Final = (
    ("Jain index", "jain_index"),
    ("Jain index within groups", "within_groups_jain_index"),
    ("Throughput of a flow", "mean_flow_throughput_bps"),
    ("Throughput of a short flow", "short_throughput_bps"),
    ("Throughput of a long flow", "long_throughput_bps"),
)


def averages_table(number: int, arm: str, library: Library) -> list[FactTable]:
    """Table 1 or 2: averages over the buffers of a category, all RTTs and splits."""
    if EXPERIMENT not in library:
        return []
    amounts = buffer_amounts(library)
    columns = {name: _inside(amounts, name) for name, _, _ in CATEGORIES}
    rows = [
        _row(what, [_mean(metric, arm, wanted) for wanted in columns.values()], library)
        for what, metric in _ROWS
    ]
    return [
        FactTable(
            id=f"table-{number}",
            title=f"Table {number}: averages of {arm}, ten flows",
            caption="All RTTs and splits with two groups. The paper's cells are not in the text "
            "that we have.",
            columns=[f"{name}: {_listed(wanted)} BDP" for name, wanted in columns.items()],
            rows=rows,
        )
    ]


def best_table(library: Library) -> list[FactTable]:
    """Table 3: where fairness is best, and what it follows."""
    if EXPERIMENT not in library:
        return []
    rows = [
        _row(
            f"Jain index at {amount:g} BDP",
            [_mean("jain_index", arm, [amount]) for arm in ARMS],
            library,
        )
        for amount in buffer_amounts(library)
    ]
    rows += [
        _row(
            f"Variance of STDR explained by: {axis}",
            [_explained(axis, arm) for arm in ARMS],
            library,
        )
        for axis in ("Buffer", "RTT of group 2", "Flows of 20 ms")
    ]
    return [
        FactTable(
            id="table-3",
            title="Table 3: where fairness is best, ten flows",
            caption="The paper's text: CUBIC at 1 to 2 BDP, following the RTT ratio; BBR below 0.5 "
            "BDP, following the buffer. All RTTs and splits; the rest of the variance is what the "
            "axes do together.",
            columns=list(ARMS),
            rows=rows,
        )
    ]


def buffer_amounts(library: Library) -> list[float]:
    """Buffers of the grid, in BDP."""
    firsts = [point.values[0] for point in axis_of(library[EXPERIMENT], "Buffer").points]
    return [float(value) for value in firsts if isinstance(value, int | float)]


def _inside(amounts: list[float], name: str) -> list[float]:
    low, high = next((low, high) for each, low, high in CATEGORIES if each == name)
    if name == "medium":
        return [amount for amount in amounts if low <= amount <= high]
    return [amount for amount in amounts if low < amount < high]


def _listed(amounts: list[float]) -> str:
    return ", ".join(f"{amount:g}" for amount in amounts)


def _mean(metric: str, arm: str, amounts: list[float]) -> Selection:
    cells: dict[str, list[str | float]] = {"Algorithm": [arm], "Buffer": list(amounts)}
    return Selection(experiment=EXPERIMENT, metric=metric, cells=cells, across="mean")


def _explained(axis: str, arm: str) -> Selection:
    return Selection(
        experiment=EXPERIMENT,
        metric="short_advantage_stdr",
        cells={"Algorithm": [arm]},
        across="explained_by",
        axis=axis,
    )


def _row(what: str, selections: list[Selection], library: Library) -> FactRow:
    found = [_found(selection, library) for selection in selections]
    known = [item for item in found if item is not None]
    if not known:
        raise NotComputedError(EXPERIMENT)
    return FactRow(
        what=what,
        metric=known[0].definition,
        shown=known[0].shown,
        estimates=[None if item is None else estimate_found(item) for item in found],
    )


def _found(selection: Selection, library: Library) -> Found | None:
    try:
        return evaluate(Quantity(parts=[selection], combine="only"), library)
    except NotComputedError:
        return None
