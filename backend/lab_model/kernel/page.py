"""The page that compares the core with Linux: every number of both, and how far apart they are."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final, Literal

from lab_model.experiments.statistics import Estimate, estimate
from lab_model.exports.formats.citation import dataset_bibtex
from lab_model.kernel.stored import (
    HostName,
    KernelFlow,
    KernelRange,
    KernelVerdict,
    StoredCase,
    StoredNumber,
    StoredTolerance,
    load_stored,
)
from lab_model.papers.schemas.numbers import Shown
from lab_model.record import Record

DATASET_NAME: Final = "fairtt-lab-linux"
DATASET_TITLE: Final = "TCP congestion control of Linux beside a packet-level simulator"

QuantityName = Literal[
    "utilisation_ratio", "share_of_group_0_ratio", "mean_queue_bdp", "retransmit_ratio"
]


class KernelQuantity(Record):
    """Something that is compared."""

    name: QuantityName
    label: str
    definition: str
    shown: Shown
    """How a value, or a difference of two, is written."""


class KernelHost(Record):
    """A machine that Linux ran on."""

    name: HostName
    kernel: str
    """Version of Linux."""
    description: str
    is_judged: bool
    """Its numbers have a verdict."""


class KernelCase(Record):
    """A set-up that both ran."""

    id: str
    host: HostName
    repetition_count: int
    """Runs of the kernel."""
    duration_s: float
    rate_bps: int
    buffer_bytes: int
    buffer_bdp: float
    """In rates times the smaller base RTT."""
    mark_bytes: int
    """What arrives where more waits is marked; 0: nothing is."""
    loss_ratio: float
    flows: list[KernelFlow]
    scenario: dict[str, Any]
    """The case as the core runs it."""


class KernelRow(Record):
    """A number of a case by both."""

    id: str
    case_id: str
    host: HostName
    quantity: QuantityName
    flow_index: int | None
    """Of the flow that it is of; null: of all."""
    kernel: KernelRange
    core_mean: float
    """Over its seeds."""
    core_half_width: float | None
    """Half of its 95 % Student-t interval over seeds; null with one."""
    seed_count: int
    difference: float
    """The core's mean less the kernel's."""
    is_in_range: bool
    """The core's mean lies within the range of the kernel's repetitions."""
    passes_minimum: float | None
    """The kernel's range and the tolerance; null: not judged."""
    passes_maximum: float | None
    verdict: KernelVerdict
    reason: str | None
    """Of a known difference."""


class KernelSummary(Record):
    """How near the core is in one quantity on one host."""

    host: HostName
    quantity: QuantityName
    row_count: int
    pass_count: int | None
    """Null: not judged."""
    in_range_count: int
    """Rows whose core mean lies within the range of the kernel's repetitions."""
    median_difference: float
    """Median of how far the means are apart, without sign."""
    median_scatter: float
    """Median of the ranges of the kernel's repetitions."""
    largest_difference: float
    """With its sign."""
    largest_row_id: str


class KernelComparison(Record):
    """The page."""

    title: str
    core_version: str
    behaviour_version: int
    tolerance: StoredTolerance
    quantities: list[KernelQuantity]
    hosts: list[KernelHost]
    cases: list[KernelCase]
    rows: list[KernelRow]
    summaries: list[KernelSummary]
    bibtex: str
    """How to cite program and data set."""


_POINTS: Final = Shown(factor=100, unit="%", digits=2)
_QUANTITIES: Final = (
    KernelQuantity(
        name="utilisation_ratio",
        label="Link use",
        definition="Share of its capacity that the bottleneck sent.",
        shown=_POINTS,
    ),
    KernelQuantity(
        name="share_of_group_0_ratio",
        label="Share of the first flow",
        definition="Goodput of the first flow, of the goodput of both.",
        shown=_POINTS,
    ),
    KernelQuantity(
        name="mean_queue_bdp",
        label="Mean queue",
        definition="What waits before the bottleneck, averaged over time, in bandwidth-delay "
        "products of the smaller base RTT.",
        shown=Shown(factor=1, unit="BDP", digits=3),
    ),
    KernelQuantity(
        name="retransmit_ratio",
        label="Retransmitted",
        definition="Packets that a flow retransmitted, of all that it sent.",
        shown=_POINTS,
    ),
)
_RETRANSMIT_END: Final = "_retransmit_ratio"
_DIGITS: Final = 12
"""Significant: further ones are below the error of a double."""


def core_estimate(values: Sequence[float | None]) -> Estimate:
    """The core's estimate over the seeds that have the number. Raises ValueError if none has it."""
    found = estimate(values)
    if found.count == 0:
        raise ValueError("no run has the number")
    return found


def half_width_of(core: Estimate) -> float | None:
    """None with one seed."""
    return None if core.count == 1 else core.half_width


def kernel_comparison(program_url: str = "") -> KernelComparison:
    """The page. `program_url`: address of this lab, for the citation, or empty."""
    stored = load_stored()
    rows = [_row(case, number) for case in stored.cases for number in case.numbers]
    judged = {row.host for row in rows if row.verdict != "information"}
    return KernelComparison(
        title=DATASET_TITLE,
        core_version=stored.core_version,
        behaviour_version=stored.behaviour_version,
        tolerance=stored.tolerance,
        quantities=list(_QUANTITIES),
        hosts=[
            KernelHost(**host.model_dump(), is_judged=host.name in judged) for host in stored.hosts
        ],
        cases=[_case(case) for case in stored.cases],
        rows=rows,
        summaries=list(_summaries(rows)),
        bibtex=dataset_bibtex(DATASET_NAME, DATASET_TITLE, stored.core_version, program_url),
    )


def _case(case: StoredCase) -> KernelCase:
    return KernelCase(
        id=case.id,
        host=case.host,
        repetition_count=case.repetition_count,
        duration_s=case.duration_s,
        rate_bps=case.rate_bps,
        buffer_bytes=case.buffer_bytes,
        buffer_bdp=round(case.buffer_bytes / case.bdp_bytes, 3),
        mark_bytes=case.mark_bytes,
        loss_ratio=case.loss_ratio,
        flows=case.flows,
        scenario=case.scenario,
    )


def _row(case: StoredCase, number: StoredNumber) -> KernelRow:
    kernel = case.measured[number.number]
    core = core_estimate(number.values)
    quantity, flow_index = _quantity_of(number.number)
    return KernelRow(
        id=number.id,
        case_id=case.id,
        host=case.host,
        quantity=quantity,
        flow_index=flow_index,
        kernel=kernel,
        core_mean=core.mean,
        core_half_width=half_width_of(core),
        seed_count=core.count,
        difference=_significant(core.mean - kernel.mean),
        is_in_range=kernel.minimum <= core.mean <= kernel.maximum,
        passes_minimum=number.passes_minimum,
        passes_maximum=number.passes_maximum,
        verdict=number.verdict,
        reason=number.reason,
    )


def _quantity_of(number: str) -> tuple[QuantityName, int | None]:
    """`flow_1_retransmit_ratio` is a quantity of the second flow."""
    if number.endswith(_RETRANSMIT_END):
        return "retransmit_ratio", int(number.removesuffix(_RETRANSMIT_END).split("_")[1])
    known = next(each.name for each in _QUANTITIES if each.name == number)
    return known, None


def _summaries(rows: list[KernelRow]) -> Iterator[KernelSummary]:
    for host in dict.fromkeys(row.host for row in rows):
        for quantity in _QUANTITIES:
            own = [row for row in rows if (row.host, row.quantity) == (host, quantity.name)]
            if own:
                yield _summary(host, quantity.name, own)


def _summary(host: HostName, quantity: QuantityName, rows: list[KernelRow]) -> KernelSummary:
    largest = max(rows, key=lambda row: abs(row.difference))
    is_judged = any(row.verdict != "information" for row in rows)
    ranges = [row.kernel.maximum - row.kernel.minimum for row in rows]
    return KernelSummary(
        host=host,
        quantity=quantity,
        row_count=len(rows),
        pass_count=sum(row.verdict == "pass" for row in rows) if is_judged else None,
        in_range_count=sum(row.is_in_range for row in rows),
        median_difference=_significant(median(abs(row.difference) for row in rows)),
        median_scatter=_significant(median(ranges)),
        largest_difference=largest.difference,
        largest_row_id=largest.id,
    )


def _significant(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
