"""A Jupyter notebook that draws the figures of a run again from the files beside it.

nbformat 4.5, written by hand: nothing of Jupyter is needed here. The Python client draws
(docs/python.md); where it is not installed the notebook says so and prints the numbers.
"""

import json
from typing import Final

from lab_model.exports.notebook_cells import FIGURES, FLOWS, LOAD, SERIES, SUMMARY
from lab_model.exports.run import ExportedRun, Json

_METADATA: Final[Json] = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(run: ExportedRun) -> str:
    """The document as JSON text."""
    cells = [
        markdown_cell("title", _title(run)),
        code_cell("load", LOAD),
    ]
    for number, (title, source) in enumerate(FIGURES, start=1):
        cells += [
            markdown_cell(f"figure-{number}-title", f"## {title}"),
            code_cell(f"figure-{number}", source),
        ]
    cells += [markdown_cell("summary-title", "## Numbers"), code_cell("summary", SUMMARY)]
    cells += [code_cell("flows", FLOWS), code_cell("series", SERIES)]
    return notebook_text(cells)


def notebook_text(cells: list[Json]) -> str:
    """A notebook of these cells as JSON text."""
    document = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


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


def markdown_cell(cell_id: str, source: str) -> Json:
    """Text for people."""
    return {"cell_type": "markdown", "id": cell_id, "metadata": {}, "source": _lines(source)}


def code_cell(cell_id: str, source: str) -> Json:
    """Python that was not executed yet."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": cell_id,
        "metadata": {},
        "outputs": [],
        "source": _lines(source),
    }


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)
