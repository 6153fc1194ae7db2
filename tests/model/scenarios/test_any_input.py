"""Whatever comes in, there is a scenario or there are sentences; never another exception."""

import copy
import json
import random
from collections.abc import Iterator
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

ODD_VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**53, 10**30, 0.5, -0.0, 1e-300, 1e300, 5e-324),
    *(float("nan"), float("inf"), "", "bbr2", "\0", "\ud800", "ü" * 300, [], {}, [[]]),
    *({"kind": "codel"}, {"kind": None}, {"kind": ["none"]}, [1, 2], {"": 1}, (1, 2), b"x"),
]


def places_of(data: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key) pairs below `data`."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(items):
        yield data, key
        if isinstance(value, dict | list):
            yield from places_of(value)


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
    count = len(list(places_of(with_all_fields())))
    assert count > 60
    valid = 0
    for position in range(count):
        for value in ODD_VALUES:
            data = with_all_fields()
            container, key = list(places_of(data))[position]
            container[key] = copy.deepcopy(value)
            valid += check(data)
    assert valid > 50


def test_every_missing_field_is_answered() -> None:
    for position in range(len(list(places_of(with_all_fields())))):
        data = with_all_fields()
        container, key = list(places_of(data))[position]
        del container[key]
        check(data)


def test_several_odd_values_at_once_are_answered() -> None:
    chooser = random.Random(20)
    for _ in range(500):
        data = with_all_fields()
        for _ in range(chooser.randint(2, 5)):
            container, key = chooser.choice(list(places_of(data)))
            container[key] = copy.deepcopy(chooser.choice(ODD_VALUES))
        check(data)
    for value in ODD_VALUES:
        check(value)
