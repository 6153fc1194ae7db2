"""How numbers are written, and what a definition may not say."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from lab_model.presets import PresetDefinition, load_definitions
from lab_model.presets.numbers import group_throughputs_bps, milliseconds, percent, span, times
from lab_model.presets.sentences import fill


def test_numbers_are_as_long_as_they_are_sure() -> None:
    assert [times(value) for value in (0.84, 1.4071, 12.4)] == [
        "0.84 times",
        "1.41 times",
        "12 times",
    ]
    assert [percent(value) for value in (0.00346, 0.0896, 0.3046, 0.9974, 1)] == [
        "0.35%",
        "9.0%",
        "30%",
        "99.7%",
        "100%",
    ]
    assert [percent(value) for value in (0, 2e-5)] == ["none", "under 0.01%"]
    assert [milliseconds(value) for value in (0.0053, 0.5387)] == ["5.3 ms", "539 ms"]


def test_a_span_names_its_unit_once() -> None:
    assert span("1.16 times", "1.71 times") == "1.16 to 1.71 times"
    assert span("9.0%", "11%") == "9.0% to 11%"


def test_a_gap_is_filled_and_marked() -> None:
    parts = fill("It is {a.jain_index.range}.", lambda *asked: "/".join(asked))
    assert [(part.text, part.is_number) for part in parts] == [
        ("It is ", False),
        ("a/jain_index/range", True),
        (".", False),
    ]


def test_a_group_gets_what_its_flows_get() -> None:
    flows = [
        {"group_index": group, "throughput_bps": rate} for group, rate in ((0, 1), (0, 2), (1, 4))
    ]
    assert group_throughputs_bps({"flows": flows}) == [3, 4]


def wrong(**changes: Any) -> dict[str, Any]:
    data = copy.deepcopy(load_definitions()[0].model_dump())
    return {**data, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sentence": "It is {cubic.throughput_ratio}."}, "cubic.throughput_ratio"),
        ({"sentence": "It is {bbr2.mean_rtt_s}."}, "bbr2.mean_rtt_s"),
        ({"numbers": ["beauty"]}, "numbers has 'beauty'"),
        (
            {"effects": [{"variant": "bbr2", "number": "jain_index", "above": 0, "below": 1}]},
            "either 'above' or 'below'",
        ),
    ],
)
def test_a_definition_cannot_speak_of_what_is_not_measured(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        PresetDefinition.model_validate(wrong(**changes))
