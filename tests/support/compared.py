"""An experiment with arms, for tests of what is compared and shown."""

from typing import Any

from tests.support.scenarios import scenario

Json = dict[str, Any]


def compared_data(replications: int = 3, first_seed: int = 1, **changes: Any) -> Json:
    """Two algorithms, compared, x three buffers: six cells."""
    return {
        "name": "Who wins?",
        "base": scenario(duration_s=1.0),
        "axes": [
            {
                "label": "Algorithm",
                "role": "arm",
                "moves": [
                    {
                        "path": "flows.*.algorithm",
                        "values": {
                            "kind": "list",
                            "values": [{"name": "newreno"}, {"name": "cubic"}],
                        },
                    }
                ],
                "names": ["NewReno", "CUBIC"],
            },
            {
                "label": "Buffer",
                "moves": [
                    {
                        "path": "bottleneck.buffer.amount",
                        "values": {"kind": "list", "values": [0.5, 1, 2]},
                    }
                ],
            },
        ],
        "replications": {"count": replications, "first_seed": first_seed},
        **changes,
    }
