"""The exported notebook: its code draws every figure, and Jupyter executes it without an error."""

import base64
import io
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import matplotlib.pyplot as plt
import nbformat
import pytest
from nbclient import NotebookClient
from PIL import Image

from fairtt_lab.locally.runs import LocalRun
from tests.support.notebooks import execute_cells

PATIENCE_S = 240
WITHOUT_CLIENT = "import sys\nsys.modules |= dict.fromkeys(['fairtt_lab', 'lab_model'])"


@pytest.fixture
def folder(done: LocalRun, tmp_path: Path) -> Path:
    """The unpacked ZIP."""
    with ZipFile(done.export("zip", tmp_path / "run.zip")) as packed:
        packed.extractall(tmp_path)
    return tmp_path


def _executed(path: Path, first: str | None = None) -> dict[str, list[Any]]:
    """The outputs of each cell by its id."""
    notebook = nbformat.read(path, as_version=4)
    if first is not None:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(first))
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook,
        timeout=PATIENCE_S,
        kernel_name="python3",
        startup_timeout=240,
        resources=resources,
    ).execute()
    nbformat.validate(notebook)
    return {cell["id"]: cell.get("outputs", []) for cell in notebook.cells}


def _picture(outputs: list[Any]) -> Image.Image:
    [found] = [output["data"]["image/png"] for output in outputs if "data" in output]
    return Image.open(io.BytesIO(base64.b64decode(found)))


def _require_curves(picture: Image.Image) -> None:
    """Curves in their colours, not an empty frame."""
    assert picture.width > 600
    assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 100


def test_code_draws_every_figure(
    folder: Path,
    done: LocalRun,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    plt.close("all")
    shown = execute_cells(folder / "figures.ipynb")
    figures = [plt.figure(number) for number in plt.get_fignums()]
    assert len(figures) == 4
    for figure in figures:
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=144)
        _require_curves(Image.open(buffer))
    [throughput] = figures[0].axes
    assert throughput.get_legend_handles_labels()[1] == ["elephant (bbr2)", "mice (cubic)"]
    means = done.series("throughput_bps").groupby(["group_index", "time_s"])["value"].mean()
    for group, line in enumerate(throughput.lines):
        assert line.get_ydata() * 1e6 == pytest.approx(means[group].to_numpy())
    plt.close("all")
    printed = capsys.readouterr().out
    assert done.result.summary_digest in printed
    assert "jain_index" in printed
    assert "elephant" in set(shown["flows"]["label"])
    assert {"flow", "link"} == set(shown["series"]["subject"])


@pytest.mark.slow
def test_jupyter_draws_every_figure_without_the_client(folder: Path, done: LocalRun) -> None:
    outputs = _executed(folder / "figures.ipynb", WITHOUT_CLIENT)
    assert not [o for cell in outputs.values() for o in cell if o["output_type"] == "error"]
    for number in range(1, 5):
        _require_curves(_picture(outputs[f"figure-{number}"]))
    assert done.result.summary_digest in outputs["load"][0]["text"]
    assert "jain_index" in outputs["summary"][0]["text"]
    [flows] = outputs["flows"]
    assert "elephant" in flows["data"]["text/html"]
