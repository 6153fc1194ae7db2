"""Measured cases of the Linux kernel's TCP, and the same cases as scenarios of ours."""

import json
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from lab_exec.errors import InputError
from lab_model.record import Record
from lab_model.scenarios import Scenario, validate_scenario
from lab_research.places import DATA

# In the tree that this package is installed from.
CASES_PATH: Final = DATA / "linux_cases.json"

HOST_CASES_PATH: Final = CASES_PATH.with_name("host_cases.json")
"""Measured by this project on a machine with other work (research/kernel/measure.py)."""

UML_CASES_PATH: Final = CASES_PATH.with_name("uml_cases.json")
"""Cases of a kernel that runs as a process (research/kernel/uml.py), which wakes up late
at times."""

# Both flows start "together, to within the handshake": not in the same nanosecond, or drop-tail
# would favour one of them for ever.
_START_JITTER_S: Final = 0.002
PACED: Final = frozenset({"bbr1"})
"""Algorithms of the measured kernels that pace."""
_PACKET_BYTES: Final = 1500


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
    start_s: float = 0
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
    is_compared: bool = True
    """False: the core does not have the algorithm."""
    quick_ack_packets: int | None = None
    """How many packets the host acknowledges one by one at first; None: as the core does."""
    mark_bytes: int = 0
    """What arrives where more waits, itself included, is marked; 0: nothing is."""
    sent_s: float | None = None
    """How long the flows sent; None: to the end."""
    late_us: Measured | None = None
    """How late the bottleneck woke up, on average."""
    late_max_us: Measured | None = None
    """And at worst."""
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
    queue: dict[str, object] = {"kind": "droptail"}
    if case.mark_bytes > 0:
        queue = {"kind": "step", "threshold_packets": case.mark_bytes // _PACKET_BYTES}
    receiver: dict[str, object] = {}
    if case.quick_ack_packets is not None:
        receiver["quick_ack_packets"] = case.quick_ack_packets
    return validate_scenario(
        {
            "name": case.id,
            "duration_s": case.duration_s,
            "packet_bytes": _PACKET_BYTES,
            "header_bytes": 52,
            "start_jitter_s": _START_JITTER_S,
            "bottleneck": {
                "rate_bps": case.rate_bps,
                "delay_s": 0,
                "buffer": {"amount": case.buffer_bytes, "unit": "bytes"},
                "queue": queue,
                "loss": loss,
            },
            "flows": [
                {
                    "rtt_s": flow.rtt_s,
                    # The program connects then (`send` in measure.py). The core's flows have the
                    # handshake as well: data begins one round trip after `start_s` in both.
                    "start_s": flow.start_s,
                    "stop_s": case.sent_s,
                    "receiver": receiver,
                    "algorithm": {"name": flow.algorithm},
                }
                for flow in case.flows
            ],
        }
    )
