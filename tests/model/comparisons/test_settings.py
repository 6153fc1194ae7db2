"""In which settings scenarios differ."""

import copy
from typing import Any

from lab_model.comparisons.settings import differing_settings
from lab_model.scenarios import validate_scenario
from tests.support.scenarios import scenario


def _whole(**changes: Any) -> dict[str, Any]:
    return validate_scenario(scenario(**changes)).model_dump(mode="json")


def _differing(*scenarios: dict[str, Any]) -> dict[str, list[Any]]:
    return {found.path: found.values for found in differing_settings(scenarios)}


class TestSettings:
    def test_equal_scenarios_have_none(self) -> None:
        assert _differing(_whole(), _whole(), _whole()) == {}

    def test_every_scenario_tells_its_value(self) -> None:
        found = _differing(_whole(), _whole(rate_bps=2e7), _whole())
        assert found == {"bottleneck.rate_bps": [1e7, 2e7, 1e7]}

    def test_names_and_labels_are_no_settings(self) -> None:
        other = _whole(name="another")
        other["flows"][0]["label"] = "another"
        assert _differing(_whole(), other) == {}

    def test_name_of_an_algorithm_is_one(self) -> None:
        other = _whole()
        other["flows"][1]["algorithm"] = {"name": "bbr", "parameters": {"probe_rtt_cwnd_gain": 1}}
        assert _differing(_whole(), other) == {
            "flows.1.algorithm.name": ["newreno", "bbr"],
            "flows.1.algorithm.parameters.probe_rtt_cwnd_gain": [None, 1],
        }

    def test_part_of_another_kind_is_one_setting(self) -> None:
        loss = {"kind": "bernoulli", "probability": 0.01}
        other = _whole(bottleneck={"rate_bps": 1e7, "delay_s": 0.01, "loss": loss})
        [(path, (before, after))] = _differing(_whole(), other).items()
        assert path == "bottleneck.loss"
        assert (before["kind"], after["kind"]) == ("none", "bernoulli")

    def test_group_that_one_has_more_is_one_setting(self) -> None:
        other = _whole()
        more = copy.deepcopy(other["flows"][1])
        other["flows"].append(more)
        assert _differing(_whole(), other) == {"flows.2": [None, more]}
