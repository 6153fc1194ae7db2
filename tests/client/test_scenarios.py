"""Building scenarios and experiments: what is filled in, and how a bad one is refused."""

import json
from pathlib import Path

import pytest

from fairtt_lab import (
    InvalidInputError,
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
from fairtt_lab.generated.models import Scenario
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
    with pytest.raises(InvalidInputError, match="2 fields are not right") as refused:
        scenario(link(-1), [unknown], duration_s=1)
    assert [problem.path for problem in refused.value.problems] == [
        "bottleneck.rate_bps",
        "flows.0.algorithm.name",
    ]
    assert (refused.value.field, refused.value.value) == ("bottleneck.rate_bps", -1)
    assert refused.value.bound == 1000
    assert isinstance(refused.value, ValueError)


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
