"""A Jupyter notebook that draws the figures of a run again from the files beside it.

The Python client draws (docs/python.md); where it is not installed the notebook says so and prints
the numbers.
"""

from typing import Final, Literal, NamedTuple

from lab_model.exports.notebook_cells import FIGURES, FLOWS, LOAD, SERIES, SUMMARY
from lab_model.exports.run import ExportedRun

_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class Cell(NamedTuple):
    """Text for people, or Python that was not executed yet."""

    kind: Literal["markdown", "code"]
    id: str
    """The same in every notebook: the same run gives the same bytes."""
    source: str


def notebook(run: ExportedRun) -> str:
    """The document as JSON text."""
    cells = [Cell("markdown", "title", _title(run)), Cell("code", "load", LOAD)]
    for number, (title, source) in enumerate(FIGURES, start=1):
        cells.append(Cell("markdown", f"figure-{number}-title", f"## {title}"))
        cells.append(Cell("code", f"figure-{number}", source))
    cells.append(Cell("markdown", "summary-title", "## Numbers"))
    cells.append(Cell("code", "summary", SUMMARY))
    cells += [Cell("code", "flows", FLOWS), Cell("code", "series", SERIES)]
    return notebook_text(cells)


def notebook_text(cells: list[Cell]) -> str:
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


def _title(run: ExportedRun) -> str:
    result = run.result
    return (
        f"# {run.title}\n\n"
        f"Simulated with FaiRTT Lab, core {result['core_version']}, seed {run.seed}.\n"
        f"Scenario `{result['scenario_digest']}`, summary `{result['summary_digest']}`.\n\n"
        "It reads `scenario.json`, `result.json` and `series.csv` of the run's ZIP, unpacked in "
        "the same folder. `metrics.json` says what every number means. The figures are drawn by "
        "`fairtt_lab`, the Python client of FaiRTT Lab."
    )
