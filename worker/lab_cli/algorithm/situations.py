"""Networks that between them reach every event a module can be told of."""

from functools import cache
from typing import Any, Final

from lab_model.scenarios import Scenario, validate_scenario

SEED: Final = 3
_LINK: Final = {"rate_bps": 10_000_000, "delay_s": 0.01}
_FLOW: Final = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
_BESIDE: Final = {"name": "cubic"}
FIRST_SCENARIO: Final = {
    "version": 1,
    "name": "An algorithm beside CUBIC",
    "duration_s": 30,
    "warmup_s": 5,
    "bottleneck": {**_LINK, "buffer": {"amount": 2, "unit": "bdp", "rtt_s": 0.04}},
    "flows": [{**_FLOW, "label": "first"}, {**_FLOW, "label": "second", "algorithm": _BESIDE}],
}
"""What a new folder has to run its module in."""


@cache
def situations() -> dict[str, Scenario]:
    """By name. Two flows each, of NewReno, for a module to take its place."""
    return {
        "overflow": _scenario({}),
        "random loss": _scenario({"loss": {"kind": "bernoulli", "probability": 0.01}}),
        "reordering": _scenario({"jitter_s": 0.02, "jitter_reorders": True}),
        "marks": _scenario({"queue": {"kind": "codel", "ecn": True}}, {"ecn": "classic"}),
        "timeouts": _scenario({"outages": [{"at_s": 2, "duration_s": 1.5}]}),
        "delay step": _scenario({"delay_schedule": [{"at_s": 3, "delay_s": 0.4}]}),
        "application": _scenario({}, {"traffic": {"kind": "on_off", "on_s": 0.7, "off_s": 1.3}}),
        "paced": _scenario({}, transport={"window_pacing": True}),
    }


def _scenario(
    bottleneck: dict[str, Any], flow: dict[str, Any] | None = None, **more: Any
) -> Scenario:
    flows = [{**_FLOW, **(flow or {})}, {**_FLOW, "rtt_s": 0.07, "start_s": 0.5}]
    return validate_scenario(
        {"duration_s": 8, "bottleneck": {**_LINK, **bottleneck}, "flows": flows, **more}
    )
