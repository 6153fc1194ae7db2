"""Exports of an experiment: what is in them, and the ZIP read back."""

import csv
import hashlib
import json
from pathlib import Path
from zipfile import ZipFile

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from nbclient import NotebookClient
from scipy.stats import false_discovery_control, ttest_rel

from fairtt_lab import (
    ArchiveError,
    ConflictError,
    InvalidInputError,
    arms,
    axis,
    experiment,
    local,
    open_archive,
    open_experiment_archive,
)
from fairtt_lab.experiments import Experiment
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from lab_model.experiments import read_experiment
from lab_model.exports.table import EXPERIMENT_FILES
from tests.support.notebooks import execute_cells

METRIC = "throughput_ratio"


@pytest.fixture(scope="module")
def swept(here: LocalLab, fight: Scenario) -> Experiment:
    """A finished experiment."""
    axes = [arms(["newreno", "cubic"]), axis("flows.0.rtt_s", [0.03, 0.04])]
    return here.sweep(experiment(fight, axes, seeds=3, name="Who & where?")).wait()


@pytest.fixture(scope="module")
def archive(swept: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its ZIP."""
    return swept.export("zip", tmp_path_factory.mktemp("experiment") / "experiment.zip")


def test_archive_describes_itself(archive: Path, swept: Experiment) -> None:
    with ZipFile(archive) as packed:
        readme = packed.read("README.txt").decode()
        assert packed.testzip() is None
        assert [name for name in packed.namelist() if name not in readme] == []
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    again = read_experiment(json.loads(texts["experiment.json"]))
    assert again.work == swept.expansion.work
    units = list(csv.DictReader(texts["units.csv"].splitlines()))
    assert len(units) == 12
    metrics = json.loads(texts["metrics.json"])
    assert set(metrics) <= set(units[0])
    assert metrics[METRIC]["average"] == "geometric"
    lines = "".join(f"{u['scenario_digest']} {u['seed']} {u['summary_digest']}\n" for u in units)
    digest = hashlib.sha256(lines.encode()).hexdigest()
    for name in ("README.txt", "versions.json", "methods.txt", "CITATION.bib"):
        assert digest in texts[name].replace(r"\allowbreak ", ""), name
    assert "Who \\& where?" in texts["CITATION.bib"]
    assert "4 settings with seeds 1 to 3 each" in texts["methods.txt"]
    assert "was compared with NewReno" in texts["methods.txt"]


def test_estimates_and_differences_are_those_of_the_tables(
    archive: Path, swept: Experiment
) -> None:
    with ZipFile(archive) as packed:
        estimates = pd.read_csv(packed.open("estimates.csv"))
        differences = pd.read_csv(packed.open("differences.csv"))
    chosen = estimates[estimates["metric"] == METRIC].reset_index(drop=True)
    for column in ("count", "mean", "median", "low", "high", "is_clipped", "seeds_hardly_differ"):
        assert list(chosen[column]) == list(swept.map(METRIC)[column])
    chosen = differences[differences["metric"] == METRIC].reset_index(drop=True)
    found = swept.differences(METRIC)
    for column in ("mean", "judged_mean", "judged_low", "judged_high", "adjusted_p", "verdict"):
        assert list(chosen[column]) == list(found[column]), column
    assert list(chosen["cell_index"]) == [2, 3]
    assert set(chosen["towards"]) == {"fair"}


def test_verdicts_travel_in_every_file_of_numbers(swept: Experiment, tmp_path: Path) -> None:
    # Out of SciPy by hand: the paired t test of the distances to fair, then both p together.
    table = swept.table()
    wide = table.pivot(index="seed", columns="cell_index", values=METRIC)
    distances = np.log(wide).abs()
    raw = [float(ttest_rel(distances[2], distances[0]).pvalue)]
    raw.append(float(ttest_rel(distances[3], distances[1]).pvalue))
    adjusted = false_discovery_control(raw, method="bh")
    found = swept.differences(METRIC)
    assert found["adjusted_p"].tolist() == pytest.approx(adjusted.tolist())

    document = json.loads(swept.export("json", tmp_path / "all.json").read_text())
    rows = [row for row in document["differences"] if row["metric"] == METRIC]
    assert [row["adjusted_p"] for row in rows] == found["adjusted_p"].tolist()
    assert [row["verdict"] for row in rows] == found["verdict"].tolist()

    parquet = pd.read_parquet(swept.export("estimates", tmp_path / "estimates.parquet"))
    of_metric = parquet[parquet["metric"] == METRIC].set_index("cell_index")
    prefix = "against_baseline_"
    assert of_metric.loc[[0, 1], f"{prefix}verdict"].isna().all()
    assert of_metric.loc[[2, 3], f"{prefix}adjusted_p"].tolist() == found["adjusted_p"].tolist()
    assert of_metric.loc[[2, 3], f"{prefix}verdict"].tolist() == found["verdict"].tolist()


def test_ratios_of_the_notebook_have_a_logarithmic_scale(swept: Experiment, tmp_path: Path) -> None:
    document = json.loads(swept.export("ipynb", tmp_path / "figures.ipynb").read_text())
    sources = {cell["id"]: "".join(cell["source"]) for cell in document["cells"]}
    assert sources[METRIC].endswith("'log')")
    assert "'log'" not in sources["mean_queue_s"]


def test_same_numbers_give_the_same_bytes(
    archive: Path, swept: Experiment, fight: Scenario, tmp_path: Path
) -> None:
    with local() as lab:
        again = lab.sweep(swept.definition).wait().export("zip", tmp_path / "again.zip")
    assert again.read_bytes() == archive.read_bytes()


def test_archive_is_read_back(archive: Path, swept: Experiment, tmp_path: Path) -> None:
    stored = open_experiment_archive(archive).wait()
    assert (stored.name, stored.core_version) == (swept.name, swept.core_version)
    pd.testing.assert_frame_equal(stored.table(), swept.table())
    pd.testing.assert_frame_equal(stored.map(METRIC), swept.map(METRIC))
    pd.testing.assert_frame_equal(stored.differences(METRIC), swept.differences(METRIC))
    for file_format in EXPERIMENT_FILES:
        ours = stored.export(file_format, tmp_path / "ours").read_bytes()
        assert ours == swept.export(file_format, tmp_path / "theirs").read_bytes(), file_format


def test_document_holds_everything(swept: Experiment, tmp_path: Path) -> None:
    document = json.loads(swept.export("json", tmp_path / "all.json").read_text())
    assert len(document["units"]) == 12
    assert len(document["cells"]) == 4
    assert len(document["estimates"]) == 4 * len(document["metrics"])
    assert len(document["differences"]) == 2 * len(document["metrics"])


def test_code_of_the_notebook_draws_and_compares(
    archive: Path, swept: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    plt.close("all")
    shown = execute_cells(tmp_path / "figures.ipynb")
    label = next(metric.label for metric in swept.metrics if metric.name == METRIC)
    drawn = [figure.axes[0] for figure in map(plt.figure, plt.get_fignums())]
    [ratio] = [axes for axes in drawn if axes.get_title() == label]
    assert ratio.get_legend_handles_labels()[1] == list(swept.map(METRIC)["Algorithm"].unique())
    heights = [bars[0].get_ydata().tolist() for bars in ratio.containers]
    means = swept.map(METRIC)["mean"].to_numpy().reshape(2, 2)
    assert heights == [pytest.approx(row) for row in means]
    plt.close("all")
    assert "is_distinguishable" in shown[f"{METRIC}-differences"].columns
    assert len(shown["table"]) > 0


@pytest.mark.slow
def test_notebook_is_executed_without_an_error(archive: Path, tmp_path: Path) -> None:
    with ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    path = tmp_path / "figures.ipynb"
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(
        notebook, timeout=240, kernel_name="python3", startup_timeout=240, resources=resources
    ).execute()
    outputs = {cell["id"]: cell.get("outputs", []) for cell in notebook.cells}
    assert "image/png" in outputs[METRIC][0]["data"]
    assert "is_distinguishable" in outputs[f"{METRIC}-differences"][0]["data"]["text/html"]
    kinds = {output["output_type"] for cell in outputs.values() for output in cell}
    assert "error" not in kinds


def test_unfinished_and_unknown_are_refused(
    here: LocalLab, fight: Scenario, swept: Experiment, archive: Path, tmp_path: Path
) -> None:
    long = fight.model_copy(update={"duration_s": 600.0})
    running = here.sweep(experiment(long, [], seeds=2))
    with pytest.raises(ConflictError, match="running"):
        running.export("zip", tmp_path / "x.zip")
    running.cancel()
    with pytest.raises(InvalidInputError, match="must be one of zip, csv"):
        swept.export("qlog", tmp_path / "x")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ArchiveError, match=r"no scenario\.json"):
        open_archive(archive)
