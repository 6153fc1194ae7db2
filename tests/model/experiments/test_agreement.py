"""Seeds that agree too well."""

import numpy as np
import pytest

from lab_model.experiments.agreement import hardly_differ

NONE = float("nan")


@pytest.mark.parametrize(
    ("values", "is_so"),
    [
        ([14.22, 14.22, 14.22], True),
        ([14.220, 14.225, 14.230], True),
        ([14.2, 14.22, 14.24], False),
        ([14.22, 14.22], False),
        ([14.22, 14.22, NONE], False),
        ([0.0, 0.0, 0.0], False),
    ],
)
def test_a_tenth_of_a_per_cent_over_three_seeds(values: list[float], is_so: bool) -> None:
    assert hardly_differ(np.array(values)) is is_so
