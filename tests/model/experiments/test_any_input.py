"""Whatever comes in, there is an experiment or there are sentences; never another exception."""

import json
from typing import Any

from lab_model.experiments import Expansion, InvalidExperimentError, read_experiment
from lab_model.scenarios import FieldProblem
from tests.model.experiments.examples import ARMS, BASE, BUFFERS, SPLITS, experiment
from tests.support.axes import Json, axis, spaced
from tests.support.odd_values import (
    ODD_VALUES,
    with_one_field_missing,
    with_one_odd_value,
    with_several_odd_values,
)

ODD_PATHS = [
    *(
        "flows",
        "flows.*",
        "flows.0",
        "flows.*.*",
        "flows.-1.rtt_s",
        "flows.+0.rtt_s",
        ".",
        "..",
        "*",
    ),
    *("name", "version", "flows.0.label", "bottleneck", "bottleneck.loss", "bottleneck.loss.kind"),
    *("bottleneck.rate_schedule.0.at_s", "flows.٠.rtt_s", "flows.².rtt_s"),
    *("flows.0.algorithm.parameters", "flows.0.algorithm", "flows.1.algorithm.name"),
    *("flows.0.algorithm.parameters.x.y", "flows.0.stop_s.x", "transport.min_rto_s.", "\n"),
]


def full_experiment() -> Json:
    return experiment(
        {**ARMS, "names": ["old", "new"]},
        BUFFERS,
        SPLITS,
        spaced("flows.*.rtt_s", "linear", 0.02, 0.04, 2),
        name="All fields",
        baseline_index=1,
        replications={"count": 2, "first_seed": 5},
        version=1,
    )


def answer_to(data: Any) -> Expansion | list[FieldProblem]:
    try:
        return read_experiment(data, ("experiment",))
    except InvalidExperimentError as error:
        return error.problems


def check(data: Any) -> bool:
    """True if it is an experiment, whose cells then exist as well."""
    answer = answer_to(data)
    if isinstance(answer, Expansion):
        assert len(answer.work) == answer.cell_count >= 1
        for cell in {0, answer.cell_count - 1}:
            assert answer.name_of(cell).isprintable()
            assert len(answer.texts(cell)) == len(answer.axes)
        again = read_experiment(json.loads(json.dumps(answer.definition.to_json())))
        assert again.work == answer.work
        return True
    assert 1 <= len(answer) <= 20
    for problem in answer:
        assert problem.message.isprintable(), problem
        assert len(problem.message) < 2000, problem
        assert problem.pointer.startswith("/experiment")
        json.loads(problem.model_dump_json())
    return False


def test_the_experiment_itself_is_valid() -> None:
    assert check(full_experiment())


def test_every_odd_value_in_every_place_is_answered() -> None:
    valid = list(map(check, with_one_odd_value(full_experiment)))
    assert valid.count(True) > 50
    assert valid.count(False) > 1000


def test_every_missing_field_is_answered() -> None:
    for data in with_one_field_missing(full_experiment):
        check(data)


def test_several_odd_values_at_once_are_answered() -> None:
    for data in with_several_odd_values(full_experiment, 300, 4):
        check(data)


def test_odd_paths_with_odd_values_are_answered() -> None:
    for path in ODD_PATHS:
        for value in ODD_VALUES:
            check(experiment(axis(path, [value])))
        check(experiment(spaced(path, "linear", 1, 2, 2)))


def test_an_axis_may_take_away_the_place_that_another_sets() -> None:
    inner = axis("flows.1.algorithm.parameters.beta_ratio", [0.3, 0.5])
    for path in ("flows", "flows.1", "flows.1.algorithm", "flows.1.algorithm.parameters"):
        for value in [*ODD_VALUES, BASE["flows"][:1]]:
            check(experiment(axis(path, [value]), inner))
    gone = experiment(axis("flows", [BASE["flows"][:1], BASE["flows"]], label="Flows"), inner)
    (problem, *_) = [item for item in check_refused(gone) if "Flows" in item.message]
    assert problem.path == "axes.1.moves.0.values"
    assert problem.message.endswith(
        "flows.1.algorithm.parameters.beta_ratio has '1', which must be a number below 1, or * for "
        "all of them"
    )


def check_refused(data: Any) -> list[FieldProblem]:
    assert not check(data)
    answer = answer_to(data)
    assert isinstance(answer, list)
    return answer


def test_ranges_of_any_size_are_answered() -> None:
    ends = [0, 1, -1, 1e-300, 1e300, 1.7e308, -1.7e308, 5e-324, 10**400]
    for kind in ("linear", "logarithmic"):
        for first in ends:
            for last in ends:
                check(experiment(spaced("duration_s", kind, first, last, 3)))
                check(experiment(spaced("flows.0.count", kind, first, last, 3)))
