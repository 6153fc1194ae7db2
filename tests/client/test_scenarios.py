"""Building scenarios and experiments: what is filled in, and how a bad one is refused."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairtt_lab import (
    InvalidInputError,
    NotInstalledError,
    arms,
    axis,
    buffer,
    experiment,
    flow,
    linear,
    link,
    logarithmic,
    scenario,
)
from fairtt_lab.experiments import Experiment
from fairtt_lab.generated.models import Scenario
from fairtt_lab.grids import grid_of
from fairtt_lab.locally import LocalLab
from fairtt_lab.scenarios import check
from lab_model.scenarios import scenario_digest


def test_few_lines_make_the_scenario_that_its_json_makes(fight: Scenario) -> None:
    written = {
        "duration_s": 3,
        "sample_interval_s": 0.01,
        "bottleneck": {"rate_bps": 1e7, "delay_s": 0.01, "buffer": {"amount": 2}},
        "flows": [
            {"rtt_s": 0.035, "algorithm": {"name": "bbr2"}},
            {"rtt_s": 0.025, "count": 3, "algorithm": {"name": "cubic"}},
        ],
    }
    assert scenario_digest(check(fight)) == scenario_digest(check(written))
    assert fight.packet_bytes == check(written).packet_bytes


def test_scenario_comes_from_a_file_too(fight: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "fight.json"
    path.write_text(fight.model_dump_json())
    assert check(path) == check(fight)
    with pytest.raises(InvalidInputError, match=r"scenario '.*none.json' cannot be read"):
        check(tmp_path / "none.json")


def test_an_algorithm_that_there_is_not_is_refused_where_it_is_written() -> None:
    with pytest.raises(InvalidInputError, match="did you mean 'cubic'") as refused:
        flow("cubik", rtt_s=0.1)
    assert (refused.value.field, refused.value.value) == ("algorithm", "cubik")
    with pytest.raises(InvalidInputError, match=r"must be one of .*newreno"):
        flow("zzz", rtt_s=0.1)


def test_refusal_names_every_field_its_value_and_its_bound() -> None:
    unknown = {"algorithm": {"name": "bbr9"}, "rtt_s": 0.1}
    with pytest.raises(InvalidInputError, match="2 fields are not valid") as refused:
        scenario(link(-1), [unknown], duration_s=1)
    assert [problem.path for problem in refused.value.problems] == [
        "bottleneck.rate_bps",
        "flows.0.algorithm.name",
    ]
    assert (refused.value.field, refused.value.value) == ("bottleneck.rate_bps", -1)
    assert refused.value.bound == 1000
    assert isinstance(refused.value, ValueError)


def test_a_part_is_named_that_is_none_and_one_of_a_run_is_taken(fight: Scenario) -> None:
    near = flow("cubic", rtt_s=0.1)
    for bottleneck, flows, said in (
        (1e6, [near], "bottleneck is 1000000; it must be an object"),
        (link(1e6), near, "flows must be a list"),
        (link(1e6), ["cubic"], "flows.0 is 'cubic'; it must be an object"),
        (link(1e6, buffer=2), [near], "bottleneck.buffer is 2; it must be an object"),
    ):
        with pytest.raises(InvalidInputError, match=said):
            scenario(bottleneck, flows, duration_s=1)  # type: ignore[arg-type]
    parts: Any = (fight.bottleneck, fight.flows)
    again = scenario(*parts, duration_s=3, sample_interval_s=0.01)
    assert scenario_digest(check(again)) == scenario_digest(check(fight))


def test_loss_and_parameters_have_short_forms() -> None:
    made = scenario(
        link(1e7, loss_probability=0.01, buffer=buffer(20, "packets")),
        [flow("fairtt", rtt_s=0.05, parameters={"reading": "custom"}, start_s=1)],
        duration_s=5,
        warmup_s=1,
    )
    loss = made.bottleneck.loss
    assert loss.model_dump()["probability"] == 0.01
    assert (made.bottleneck.buffer.unit, made.warmup_s) == ("packets", 1)
    assert made.flows[0].start_s == 1


def test_experiment_has_arms_and_ranges(fight: Scenario) -> None:
    definition = experiment(
        fight,
        [
            arms(["newreno", "bbr2"], names=["Reno", "BBR"]),
            axis("bottleneck.buffer.amount", logarithmic(1, 100, 3)),
            axis("flows.0.rtt_s", linear(0.03, 0.05, 2), label="RTT"),
        ],
        seeds=5,
    )
    data = json.loads(definition.model_dump_json(by_alias=True))
    assert [item["role"] for item in data["axes"]] == ["arm", None, None]
    assert data["axes"][1]["moves"][0]["values"]["from"] == 1
    assert data["replications"] == {"count": 5, "first_seed": 1, "precision": None}


def test_bad_experiment_is_refused_with_its_path(fight: Scenario) -> None:
    with pytest.raises(InvalidInputError) as refused:
        experiment(fight, [axis("bottleneck.rate_bps", [1e6, -1])])
    assert refused.value.field == "axes.0.moves.0.values"


# Numbers of an experiment as arrays over axes and seeds.


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
