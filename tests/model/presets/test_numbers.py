"""How numbers are written, and what a definition may not say."""

import copy
import math
from typing import Any

import pytest
from pydantic import ValidationError

from lab_exec import run_scenario
from lab_model.experiments.numbers import numbers_of
from lab_model.presets import PresetDefinition, load_definitions
from lab_model.presets.known_numbers import known_numbers
from lab_model.presets.numbers import group_throughputs_bps, milliseconds, percent, span, times
from lab_model.presets.sentences import fill
from lab_model.scenarios import Scenario


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
def test_a_definition_cannot_mention_unmeasured_numbers(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        PresetDefinition.model_validate(wrong(**changes))


# The numbers of a unit that ship with a known case.


SEEDS = list(range(1, 21))
LONGEST_S = 21.0
DEFINITIONS = load_definitions()


def _variant(preset_id: str, place: int = 0) -> Scenario:
    [found] = [item for item in DEFINITIONS if item.id == preset_id]
    return found.variants[place].scenario


@pytest.mark.parametrize("preset", DEFINITIONS, ids=lambda preset: preset.id)
def test_every_variant_of_every_case_has_numbers_of_all_seeds(preset: PresetDefinition) -> None:
    for variant in preset.variants:
        found = known_numbers(variant.scenario, SEEDS)
        assert found is not None
        assert list(found.by_seed) == SEEDS
        [names] = {tuple(numbers) for numbers in found.by_seed.values()}
        assert {"throughput_ratio", "group_0_throughput_bps"} <= set(names)


@pytest.mark.parametrize(
    "preset",
    [item for item in DEFINITIONS if item.variants[0].scenario.duration_s < LONGEST_S],
    ids=lambda preset: preset.id,
)
def test_they_are_those_of_the_whole_result(preset: PresetDefinition) -> None:
    scenario = preset.variants[0].scenario
    found = known_numbers(scenario, [2])
    assert found is not None
    whole = numbers_of(run_scenario(scenario, 2))
    for name, value in found.by_seed[2].items():
        expected = whole[name]
        assert (value is None) == (expected is None), name
        if value is not None and expected is not None:
            assert math.isclose(value, expected, rel_tol=1e-8), name


def test_nothing_is_known_of_other_settings_and_other_seeds() -> None:
    scenario = _variant("elephant-and-mouse")
    other = scenario.model_copy(update={"duration_s": scenario.duration_s + 1})
    assert known_numbers(other, SEEDS) is None
    assert known_numbers(scenario, [*SEEDS, 21]) is None


def test_a_queue_in_seconds_is_left_out_where_the_rate_changes() -> None:
    found = known_numbers(_variant("wifi-fade"), [1])
    assert found is not None
    assert "mean_queue_s" not in found.by_seed[1]
