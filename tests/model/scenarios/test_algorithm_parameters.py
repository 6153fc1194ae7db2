"""Parameters of an algorithm are checked against its entry in the list."""

from typing import Any

import pytest

from lab_model.algorithms import AlgorithmInfo, ParameterInfo
from lab_model.algorithms.registry import Demonstration, StateMachine
from lab_model.scenarios import (
    InvalidScenarioError,
    Scenario,
    canonical_scenario,
    validate_scenario,
)
from lab_model.scenarios import algorithm_choice as checked_module
from tests.model.scenarios.examples import SMALLEST, changed


def parameter(name: str, kind: Any, default: Any, **more: Any) -> ParameterInfo:
    entry: dict[str, Any] = {
        "title": "",
        "minimum": None,
        "maximum": None,
        "choices": [],
        "description": "",
        "source": "",
    }
    return ParameterInfo(name=name, kind=kind, default=default, **{**entry, **more})


SAMPLE = AlgorithmInfo(
    name="sample",
    title="Sample",
    summary="",
    fidelity="",
    fidelity_kind="exact",
    assumptions=[],
    source="",
    base="",
    family="loss",
    may_use_oracle=False,
    parameters=[
        parameter("gamma", "number", 0.99, minimum=0.5, maximum=1.0),
        parameter("round_count", "integer", 8, minimum=1, maximum=64),
        parameter("uses_pacing", "boolean", True),
        parameter("reading", "choice", "own", choices=["own", "shared"]),
    ],
    metrics=[],
    phases=[],
    machine=StateMachine(source="", states=[], groups=[], transitions=[]),
    demonstration=Demonstration(situation="deep_buffer", beside="cubic"),
)


@pytest.fixture(autouse=True)
def sample_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        checked_module, "find_algorithm", lambda name: SAMPLE if name == "sample" else None
    )


def scenario_with(parameters: Any) -> Scenario:
    algorithm = {"name": "sample", "parameters": parameters}
    return validate_scenario(changed(SMALLEST, "flows.0.algorithm", algorithm))


@pytest.mark.parametrize(
    ("name", "value", "requirement", "bound"),
    [
        ("gamma", 1.5, "is 1.5; it must be at most 1", 1.0),
        ("gamma", 0, "is 0; it must be at least 0.5", 0.5),
        ("gamma", True, "is true; it must be a number", None),
        ("gamma", "0.9", "is '0.9'; it must be a number", None),
        ("gamma", None, "must be a finite number, true or false, or text", None),
        ("gamma", [1], "must be a finite number, true or false, or text", None),
        ("gamma", float("nan"), "is nan; it must be a finite number", None),
        ("round_count", 8.5, "is 8.5; it must be a whole number", None),
        ("round_count", 65, "is 65; it must be at most 64", 64.0),
        ("uses_pacing", 1, "is 1; it must be true or false", None),
        ("reading", "both", "is 'both'; it must be one of 'own', 'shared'", ["own", "shared"]),
        (
            "gama",
            0.9,
            (
                "is not a parameter of 'sample'; it has 'gamma', 'round_count', 'uses_pacing', "
                "'reading'"
            ),
            ["gamma", "round_count", "uses_pacing", "reading"],
        ),
    ],
)
def test_a_wrong_parameter_is_named_with_value_and_bound(
    name: str, value: Any, requirement: str, bound: Any
) -> None:
    with pytest.raises(InvalidScenarioError) as caught:
        scenario_with({name: value})
    (problem,) = caught.value.problems
    path = f"flows.0.algorithm.parameters.{name}"
    assert problem.path == path
    assert problem.message.startswith(f"{path} {requirement}")
    assert problem.bound == bound


def test_all_wrong_parameters_are_named_at_once() -> None:
    with pytest.raises(InvalidScenarioError) as caught:
        scenario_with({"gamma": 2, "round_count": 0, "uses_pacing": False})
    assert [problem.path.rsplit(".", 1)[-1] for problem in caught.value.problems] == [
        "gamma",
        "round_count",
    ]


def test_parameters_within_their_bounds_are_kept_in_the_type_of_their_kind() -> None:
    scenario = scenario_with({"gamma": 1, "round_count": 8.0, "reading": "shared"})
    parameters = scenario.flows[0].algorithm.parameters
    assert parameters == {"gamma": 1.0, "round_count": 8, "reading": "shared"}
    assert isinstance(parameters["gamma"], float)
    assert isinstance(parameters["round_count"], int)


def test_a_parameter_written_out_stays_in_the_canonical_text_also_at_its_default() -> None:
    assert '"parameters":{"gamma":0.99}' in canonical_scenario(scenario_with({"gamma": 0.99}))
