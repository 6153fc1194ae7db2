"""Whatever comes in, there is a scenario or there are sentences; never another exception."""

import json
from typing import Any

from lab_model.scenarios import (
    FieldProblem,
    InvalidScenarioError,
    Scenario,
    canonical_scenario,
    derive,
    predicted_packet_count,
    validate_scenario,
)
from tests.model.scenarios.examples import TWO_FLOWS
from tests.support.odd_values import (
    places_of,
    with_one_field_missing,
    with_one_odd_value,
    with_several_odd_values,
)


def with_all_fields() -> dict[str, Any]:
    full: dict[str, Any] = json.loads(validate_scenario(TWO_FLOWS).model_dump_json())
    return full


def problems_or_scenario(data: Any) -> list[FieldProblem] | Scenario:
    try:
        return validate_scenario(data)
    except InvalidScenarioError as error:
        return error.problems


def check(data: Any) -> bool:
    """True if it is a scenario, whose derived values then exist as well."""
    answer = problems_or_scenario(data)
    if isinstance(answer, Scenario):
        assert predicted_packet_count(answer) >= 1
        assert derive(answer).buffer_packets >= 1
        assert validate_scenario(json.loads(canonical_scenario(answer)))
        return True
    assert answer
    for problem in answer:
        assert problem.message.isprintable(), problem
        assert len(problem.message) < 600, problem
        assert problem.message.startswith(problem.path)
        json.loads(problem.model_dump_json())
    return False


def test_every_odd_value_in_every_place_is_answered() -> None:
    assert len(list(places_of(with_all_fields()))) > 60
    assert sum(map(check, with_one_odd_value(with_all_fields))) > 50


def test_every_missing_field_is_answered() -> None:
    for data in with_one_field_missing(with_all_fields):
        check(data)


def test_several_odd_values_at_once_are_answered() -> None:
    for data in with_several_odd_values(with_all_fields, 500, 5):
        check(data)
