"""An experiment with arms, for tests of comparisons and their display."""

from typing import Any

from tests.support.axes import arms, axis
from tests.support.scenarios import scenario

Json = dict[str, Any]


def compared_data(replications: int = 3, first_seed: int = 1, **changes: Any) -> Json:
    """Two algorithms, compared, x three buffers: six cells."""
    return {
        "name": "Who wins?",
        "base": scenario(duration_s=1.0),
        "axes": [
            arms("newreno", "cubic", names=["NewReno", "CUBIC"]),
            axis("bottleneck.buffer.amount", [0.5, 1, 2], label="Buffer"),
        ],
        "replications": {"count": replications, "first_seed": first_seed},
        **changes,
    }
