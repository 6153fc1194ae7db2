"""Numbers as short JSON."""

import math

import numpy as np
import pytest

from lab_model.experiments.numerals import or_null, significant


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
