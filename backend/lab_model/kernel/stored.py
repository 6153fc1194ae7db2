"""What `./lab validate --write` stores of the comparison with Linux, for the page and data set."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from lab_model.record import Record

STORED_PATH: Final = Path(__file__).with_name("comparison.json")

HostName = Literal["first", "second", "process"]
KernelVerdict = Literal["pass", "fail", "known difference", "information"]


class KernelRange(Record):
    """A number over the kernel's repetitions of a case."""

    mean: float
    minimum: float
    maximum: float


class KernelFlow(Record):
    """One flow of a case."""

    algorithm: str
    rtt_s: float
    start_s: float


class StoredNumber(Record):
    """One number of a case by the core, and its verdict."""

    id: str
    """Of the row in research/results.md."""
    number: str
    """Name in `measured` of the case."""
    values: list[float | None]
    """By seed, from 1 on; null: the run does not have it."""
    passes_minimum: float | None
    """The kernel's range and the tolerance; null: not judged."""
    passes_maximum: float | None
    verdict: KernelVerdict
    reason: str | None
    """Of a known difference."""


class StoredCase(Record):
    """A set-up, what the kernel did in it, and what the core does."""

    id: str
    host: HostName
    repetition_count: int
    duration_s: float
    rate_bps: int
    buffer_bytes: int
    bdp_bytes: int
    """Rate times the smaller base RTT."""
    mark_bytes: int
    """What arrives where more waits is marked; 0: nothing is."""
    loss_ratio: float
    flows: list[KernelFlow]
    scenario: dict[str, Any]
    measured: dict[str, KernelRange]
    """By number; also those that are not compared."""
    numbers: list[StoredNumber]


class StoredHost(Record):
    """A machine that cases were measured on."""

    name: HostName
    kernel: str
    """Version of Linux."""
    description: str


class StoredTolerance(Record):
    """How far outside of the kernel's range the core's mean may lie."""

    share_ratio: float
    utilisation_ratio: float
    queue_of_buffer_ratio: float
    retransmit_of_linux_ratio: float
    """Of the highest measured ratio, but no less and no more than the next two."""
    retransmit_least_ratio: float
    retransmit_most_ratio: float


class StoredComparison(Record):
    """The whole file."""

    core_version: str
    behaviour_version: int
    tolerance: StoredTolerance
    hosts: list[StoredHost]
    cases: list[StoredCase]


@cache
def load_stored() -> StoredComparison:
    """The comparison that ships."""
    return StoredComparison.model_validate_json(STORED_PATH.read_text(encoding="utf-8"))
