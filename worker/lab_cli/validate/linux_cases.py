"""Measured cases of the Linux kernel's TCP, and the same cases as scenarios of ours."""

import json
from pathlib import Path
from typing import Final

from pydantic import ValidationError

import lab_cli
from lab_exec.errors import InputError
from lab_model.record import Record
from lab_model.scenarios import Scenario, validate_scenario

# From the tree that this package is installed from.
CASES_PATH: Final = (
    Path(lab_cli.__file__).parents[2] / "tests" / "validation" / "data" / "linux_cases.json"
)

# Both flows start "together, to within the handshake": not in the same nanosecond, or drop-tail
# would favour one of them for ever.
_START_JITTER_S: Final = 0.002


class Measured(Record):
    """A number over the repetitions of a case."""

    mean: float
    minimum: float
    maximum: float


class MeasuredFlow(Record):
    """One flow of a case."""

    algorithm: str
    """Our name of the kernel's algorithm."""
    rtt_s: float
    goodput_bps: Measured
    retransmit_ratio: Measured
    """Retransmitted / sent segments."""


class LinuxCase(Record):
    """One set-up and what the kernel did in it, the start included."""

    id: str
    repetition_count: int
    duration_s: float
    rate_bps: int
    buffer_bytes: int
    bdp_bytes: int
    """Of the smaller base RTT."""
    loss_ratio: float
    flows: list[MeasuredFlow]
    utilisation_ratio: Measured
    mean_queue_bdp: Measured
    jain_index: Measured | None
    share_of_flow_0_ratio: Measured | None
    """Of the goodput of both flows; None with one flow."""


class LinuxCases(Record):
    """The whole file."""

    description: str
    kernel: str
    cases: list[LinuxCase]


def load_cases(path: Path) -> LinuxCases:
    """The measured cases. Raises `InputError`."""
    try:
        return LinuxCases.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise InputError(f"There is no file '{path}' with measured cases") from None
    except (ValidationError, ValueError) as error:
        raise InputError(f"'{path}' does not hold measured cases: {error}") from None


def scenario_of(case: LinuxCase) -> Scenario:
    """The case as a scenario: propagation before the queue and on the way back, loss before it."""
    loss: dict[str, object] = {"kind": "none"}
    if case.loss_ratio > 0:
        loss = {
            "kind": "bernoulli",
            "probability": case.loss_ratio,
            "position": "before_queue",
        }
    return validate_scenario(
        {
            "name": case.id,
            "duration_s": case.duration_s,
            "packet_bytes": 1500,
            "header_bytes": 52,
            "start_jitter_s": _START_JITTER_S,
            "bottleneck": {
                "rate_bps": case.rate_bps,
                "delay_s": 0,
                "buffer": {"amount": case.buffer_bytes, "unit": "bytes"},
                "loss": loss,
            },
            "flows": [
                {"rtt_s": flow.rtt_s, "algorithm": {"name": flow.algorithm}} for flow in case.flows
            ],
        }
    )
