"""Values of ranges, and the texts of points."""

import math
from typing import Any

import numpy as np
import pytest

from lab_model.experiments import (
    InvalidExperimentError,
    ResolvedAxis,
    read_definition,
    resolve_axes,
)
from lab_model.experiments.json_lists import or_null, significant
from tests.model.experiments.examples import ARMS, BUFFERS, SPLITS, experiment
from tests.support.axes import Json, axis, spaced


def resolved(varied: Json, *others: Json) -> ResolvedAxis:
    return resolve_axes(read_definition(experiment(varied, *others)))[0]


def values_of(varied: Json) -> list[Any]:
    return [point.values[0] for point in resolved(varied).points]


def texts_of(varied: Json, *others: Json) -> list[str]:
    return [point.text for point in resolved(varied, *others).points]


@pytest.mark.parametrize(
    ("varied", "values"),
    [
        # Twelve digits: 0.30000000000000004 would be another scenario.
        (spaced("flows.0.rtt_s", "linear", 0.1, 0.3, 3), [0.1, 0.2, 0.3]),
        (spaced("flows.0.rtt_s", "linear", 0.3, 0.1, 3), [0.3, 0.2, 0.1]),
        (spaced("bottleneck.buffer.amount", "logarithmic", 0.1, 10, 3), [0.1, 1.0, 10.0]),
        # Whole numbers where the field has whole numbers, each point once.
        (spaced("bottleneck.rate_bps", "logarithmic", 1e6, 1e7, 3), [10**6, 3162278, 10**7]),
        (spaced("flows.0.count", "linear", 1, 3, 9), [1, 2, 3]),
        (
            spaced("flows.0.algorithm.parameters.probe_wait_max_rounds", "linear", 10, 20, 3),
            [10, 15, 20],
        ),
        (spaced("flows.*.receiver.window_bytes", "linear", 5000, 6001, 2), [5000, 6001]),
        (spaced("flows.0.rtt_s", "linear", 0.1, 0.1, 1), [0.1]),
    ],
)
def test_ranges_are_evenly_spaced_and_rounded(varied: Json, values: list[Any]) -> None:
    # As text: 1 and 1.0 are equal, but only one of them is a whole number.
    assert repr(values_of(varied)) == repr(values)


def test_a_parameter_of_a_module_is_a_whole_number_with_the_unit_of_its_name() -> None:
    base = experiment()["base"]
    own = {"name": f"wasm:{'ab' * 32}"}
    data = {"base": {**base, "flows": [{**base["flows"][0], "algorithm": own}]}}
    varied = spaced("flows.0.algorithm.parameters.probe_wait_s", "linear", 1, 4, 3)
    [found] = resolve_axes(read_definition({**data, "axes": [varied]}))
    assert [point.text for point in found.points] == ["1 s", "2 s", "4 s"]
    assert found.label == "probe wait"
    unnamed = spaced("flows.0.algorithm.parameters.Probe", "linear", 1, 4, 3)
    with pytest.raises(InvalidExperimentError, match="names no field of a scenario"):
        read_definition({**data, "axes": [unnamed]})


def test_a_module_is_named_by_the_first_digits_of_its_digest() -> None:
    names = [f"wasm:{digit * 64}" for digit in "ab"]
    assert texts_of(axis("flows.0.algorithm.name", ["cubic", *names])) == [
        "CUBIC",
        "wasm:aaaaaaaa",
        "wasm:bbbbbbbb",
    ]
    whole = [{"name": names[0]}, {"name": names[1], "parameters": {"beta_256ths": 100}}]
    texts = texts_of(axis("flows.0.algorithm", whole))
    assert texts[0] == "wasm:aaaaaaaa"
    assert texts[1].startswith("wasm:bbbbbbbb")


def test_moves_together_keep_as_many_values_each() -> None:
    points = [point.values for point in resolved(SPLITS).points]
    assert points == [(1, 9), (5, 5), (9, 1)]


@pytest.mark.parametrize(
    ("varied", "texts"),
    [
        (ARMS, ["BBRv2", "FaiRTT"]),
        (BUFFERS, ["0.5 BDP", "5 BDP", "50 BDP"]),
        (SPLITS, ["1 / 9", "5 / 5", "9 / 1"]),
        (axis("flows.0.rtt_s", [0.025, 0.0000125, 1]), ["25 ms", "0.0125 ms", "1000 ms"]),
        (axis("bottleneck.rate_bps", [1e7, 12345678]), ["10 Mbit/s", "12.345678 Mbit/s"]),
        (axis("bottleneck.rate_bps", [1e9, 2.5e9]), ["1 Gbit/s", "2.5 Gbit/s"]),
        (axis("bottleneck.rate_bps", [5e5, 1e7]), ["500 kbit/s", "10000 kbit/s"]),
        (axis("duration_s", [60, 120]), ["60 s", "120 s"]),
        (axis("packet_bytes", [500, 1500]), ["500 bytes", "1500 bytes"]),
        (axis("flows.0.algorithm.name", ["bbr2", "cubic"]), ["BBRv2", "CUBIC"]),
        (
            axis("flows.*.algorithm", [{"name": "fairtt", "parameters": {"gamma_ratio": 0.9}}]),
            ["FaiRTT (gamma_ratio 0.9)"],
        ),
        (axis("transport.window_pacing", [True, False]), ["on", "off"]),
        (axis("flows.0.stop_s", [None, 20]), ["none", "20 s"]),
        (
            axis("bottleneck.loss", [{"kind": "none"}, {"kind": "bernoulli", "probability": 0.01}]),
            ["none", "bernoulli, probability 0.01"],
        ),
        (axis("bottleneck.loss.probability", [0.0015]), ["0.15 %"]),
        (
            axis("flows.0.algorithm.parameters.probe_rtt_interval_s", [5, 10]),
            ["5 s", "10 s"],
        ),
        (axis("duration_s", [10, 20], names=["short", "long"]), ["short", "long"]),
        # As few digits as tell the points of a range apart.
        (
            spaced("bottleneck.buffer.amount", "logarithmic", 1, 2, 3),
            ["1 BDP", "1.41 BDP", "2 BDP"],
        ),
        (
            spaced("bottleneck.buffer.amount", "linear", 1, 1.001, 3),
            ["1 BDP", "1.0005 BDP", "1.001 BDP"],
        ),
    ],
)
def test_points_are_named_as_people_say_them(varied: Json, texts: list[str]) -> None:
    loss = {"kind": "bernoulli", "probability": 0.1}
    definition = experiment(varied)
    definition["base"]["bottleneck"]["loss"] = loss
    points = resolve_axes(read_definition(definition))[0].points
    assert [point.text for point in points] == texts


def test_a_buffer_whose_unit_varies_is_named_without_one() -> None:
    units = axis("bottleneck.buffer.unit", ["packets", "bdp"])
    assert texts_of(BUFFERS, units) == ["0.5", "5", "50"]


def test_moves_that_read_alike_are_named_once() -> None:
    values = {"kind": "list", "values": [0.01, 0.02]}
    moves = [{"path": path, "values": values} for path in ("flows.0.rtt_s", "flows.1.rtt_s")]
    assert texts_of({"moves": moves}) == ["10 ms", "20 ms"]


@pytest.mark.parametrize(
    ("varied", "label", "unit", "scale"),
    [
        (ARMS, "Algorithm", None, "category"),
        (BUFFERS, "Buffer", "BDP", "logarithmic"),
        (spaced("flows.0.rtt_s", "linear", 0.01, 0.02, 3), "Base RTT, elephant", "ms", "linear"),
        (axis("flows.*.rtt_s", [0.01, 0.02]), "Base RTT", "ms", "logarithmic"),
        (axis("flows.0.start_s", [0, 10]), "Start, elephant", "s", "linear"),
        (axis("transport.window_pacing", [True]), "Pace window-based algorithms", None, "category"),
        (axis("flows.0.rtt_s", [0.01], names=["near"]), "Base RTT, elephant", "ms", "category"),
    ],
)
def test_an_axis_knows_how_it_is_drawn(
    varied: Json, label: str, unit: str | None, scale: str
) -> None:
    drawn = resolved(varied)
    assert (drawn.label, drawn.unit, drawn.scale) == (label, unit, scale)


def test_a_value_over_its_display_unit_is_the_number_in_its_text() -> None:
    drawn = resolved(axis("flows.0.rtt_s", [0.025]))
    assert drawn.points[0].values[0] == pytest.approx(25 * drawn.per_display_unit)


# Numbers as short JSON.


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, 0.0),
        (-0.0, 0.0),
        (1 / 3, 0.3333333),
        (-2 / 3, -0.6666667),
        (12345678.9, 12345680.0),
        (9.99999999, 10.0),
        (1e-12 / 3, 3.333333e-13),
        (4e11 / 3, 1.333333e11),
        (5e-324, 5e-324),
        (math.nan, None),
        (math.inf, None),
    ],
)
def test_seven_significant_digits(value: float, expected: float | None) -> None:
    [found] = significant(np.array([value]))
    assert found == expected


def test_numerals_are_as_short_as_they_say() -> None:
    values = np.random.default_rng(3).lognormal(0, 20, 2000)
    found = significant(values)
    digits = [repr(value).split("e")[0].replace(".", "").strip("0") for value in found]
    assert max(map(len, digits)) <= 7
    assert found == pytest.approx(values.tolist(), rel=5.1e-7)


def test_values_of_any_kind_are_null_where_they_are_not_known() -> None:
    assert or_null(np.array([1, 2]), np.array([True, False])) == [1, None]
    assert or_null(np.array([True, False]), np.array([False, True])) == [None, False]
    assert or_null(np.array([1.5, np.nan])) == [1.5, None]
