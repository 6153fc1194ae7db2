"""A small experiment with made-up numbers, whose quantities can be told by hand."""

from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from lab_model.experiments import read_experiment
from lab_model.papers.measured import Measured
from tests.support.axes import arms, axis

DEFINITION: Final[dict[str, Any]] = {
    "name": "Two arms, three buffers",
    "base": {
        "duration_s": 10,
        "bottleneck": {
            "rate_bps": 1e7,
            "buffer": {"amount": 1, "unit": "bdp", "rtt_s": 0.02},
        },
        "flows": [
            {"rtt_s": 0.06, "algorithm": {"name": "bbr2"}},
            {"rtt_s": 0.02, "algorithm": {"name": "bbr2"}},
        ],
    },
    "axes": [
        arms("bbr2", "fairtt", names=["BBRv2", "FaiRTT"]),
        axis("bottleneck.buffer.amount", [1, 2, 4], label="Buffer"),
    ],
    "replications": {"count": 2},
}
NAMES: Final = ("throughput_ratio", "utilisation_ratio", "mean_queue_s", "throughput_stdr")

# Cell, seed: cells are (BBRv2 1, 2, 4 BDP), (FaiRTT 1, 2, 4 BDP).
RATIOS: Final = np.array([[2.0, 8.0], [1.0, 4.0], [3.0, 3.0], [1.0, 2.0], [2.0, 2.0], [1.0, 1.0]])


def measured(ratios: NDArray[np.float64] = RATIOS) -> Measured:
    """The experiment; a NaN in the ratios is a unit that was not computed."""
    expansion = read_experiment(DEFINITION)
    others = [np.full_like(ratios, value) for value in (0.9, 0.01, -0.5)]
    values = np.stack([ratios, *others], axis=-1)
    return Measured(expansion, "core", [1, 2], NAMES, values, ~np.isnan(ratios))


@pytest.fixture
def library() -> dict[str, Measured]:
    """The experiment under its key."""
    return {"made-up": measured()}
