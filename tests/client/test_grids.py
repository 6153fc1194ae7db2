"""Numbers of an experiment as arrays over axes and seeds."""

import sys

import numpy as np
import pytest

from fairtt_lab import NotInstalledError, arms, axis, experiment
from fairtt_lab.experiments import Experiment
from fairtt_lab.generated.models import Scenario
from fairtt_lab.grids import grid_of
from fairtt_lab.locally import LocalLab

ALGORITHM = "flows.*.algorithm"
RTT = "flows.0.rtt_s"


@pytest.fixture(scope="module")
def swept(here: LocalLab, fight: Scenario) -> Experiment:
    """Two algorithms, three RTTs, two seeds."""
    short = fight.model_copy(update={"duration_s": 0.5, "sample_interval_s": 0.1})
    axes = [arms(["newreno", "cubic"]), axis(RTT, [0.03, 0.04, 0.05], label="RTT")]
    return here.sweep(experiment(short, axes, seeds=2, first_seed=7, name="Grid")).wait()


def test_every_number_of_the_table_has_its_place(swept: Experiment) -> None:
    grid = swept.grid()
    assert grid["dims"] == {"Algorithm": 2, "RTT": 3, "seed": 2}
    assert set(grid["data_vars"]) == {metric.name for metric in swept.metrics}
    found = grid["data_vars"]["mean_queue_s"]
    assert found["dims"] == ("Algorithm", "RTT", "seed")
    assert found["attrs"]["units"] == "s"
    for row in swept.table().to_dict("records"):
        place = (*swept.expansion.point_indices(row["cell_index"]), row["seed"] - 7)
        assert found["data"][place] == row["mean_queue_s"]


def test_coordinates_are_values_or_names(swept: Experiment) -> None:
    coordinates = swept.grid("jain_index")["coords"]
    assert list(coordinates["Algorithm"]["data"]) == ["NewReno", "CUBIC"]
    assert coordinates["RTT"]["data"] == coordinates[RTT]["data"] == [0.03, 0.04, 0.05]
    assert list(coordinates["seed"]["data"]) == [7, 8]
    assert ALGORITHM in coordinates
    assert "cubic" in coordinates[ALGORITHM]["data"][1]


def test_axes_of_one_label_are_two_dimensions(here: LocalLab, fight: Scenario) -> None:
    axes = [axis(RTT, [0.03], label="seed"), axis("flows.1.rtt_s", [0.02], label="seed")]
    found = here.sweep(experiment(fight, axes, seeds=1)).wait().grid("jain_index")
    assert found["data_vars"]["jain_index"]["dims"] == ("seed 2", "seed 3", "seed")


def test_what_is_not_there_is_no_number(swept: Experiment) -> None:
    table = swept.table()
    partial = table[table["cell_index"] != 4]
    grid = grid_of(swept.expansion, partial, [swept.find_metric("jain_index")], "")
    values = grid["data_vars"]["jain_index"]["data"]
    assert np.isnan(values[1, 1]).all()
    assert np.isnan(values).sum() == 2
    empty = grid_of(swept.expansion, table[:0], [swept.find_metric("jain_index")], "")
    assert empty["data_vars"]["jain_index"]["data"].shape == (2, 3, 0)


def test_without_xarray_the_refusal_says_what_to_do(
    swept: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(NotInstalledError, match=r"needs the package 'xarray'\. pip install xarray"):
        swept.xarray("jain_index")
