"""The comparison with Linux as a data set: measured cases, the core's runs, and both beside."""

from collections.abc import Iterator
from typing import Any, Final

from lab_cli.kit.statistics import estimate
from lab_exec import core_version
from lab_model.datasets import DataSet
from lab_model.datasets.rows import COUNT, FLAG, NUMBER, TEXT, Described, table_of
from lab_model.scenarios import canonical_scenario
from lab_research.validate.command import values_of
from lab_research.validate.expectations import Row, load_expectations
from lab_research.validate.linux import host_rows, linux_rows
from lab_research.validate.linux_cases import (
    CASES_PATH,
    HOST_CASES_PATH,
    LinuxCase,
    LinuxCases,
    Measured,
    load_cases,
    scenario_of,
)

_CASES: Final[tuple[Described, ...]] = (
    ("case", TEXT, "Name of the case"),
    ("host", TEXT, "first: measured before the core was built; second: afterwards, elsewhere"),
    ("kernel", TEXT, "Version of Linux"),
    ("repetition_count", COUNT, "Runs of the kernel"),
    ("duration_s", NUMBER, "Length of a run"),
    ("rate_bps", COUNT, "Rate of the bottleneck"),
    ("buffer_bytes", COUNT, "Its buffer"),
    ("bdp_bytes", COUNT, "Rate times the smaller base RTT"),
    ("loss_ratio", NUMBER, "Random loss before the queue"),
    ("is_compared", FLAG, "Whether the core has the algorithm"),
    ("scenario", TEXT, "The case as a scenario of the lab (JSON)"),
)
_MEASURED: Final[tuple[Described, ...]] = (
    ("case", TEXT, "Name of the case"),
    ("number", TEXT, "What was measured; flow_N of the N-th flow, counted from 0"),
    ("mean", NUMBER, "Mean over the kernel's repetitions"),
    ("minimum", NUMBER, "Least of them"),
    ("maximum", NUMBER, "Most of them"),
)
_COMPARED: Final[tuple[Described, ...]] = (
    ("row", TEXT, "Name of the row in research/results.md"),
    ("case", TEXT, "Name of the case"),
    ("number", TEXT, "What is compared"),
    ("core_mean", NUMBER, "Mean of the core over its seeds"),
    ("core_half_width", NUMBER, "Half of its 95 % Student-t interval"),
    ("core_seed_count", COUNT, "Seeds of the core"),
    ("passes_minimum", NUMBER, "Least of the kernel, less the tolerance"),
    ("passes_maximum", NUMBER, "Most of the kernel and the tolerance"),
    ("passes", FLAG, "Whether the core's mean lies within"),
)
_RUNS: Final[tuple[Described, ...]] = (
    ("row", TEXT, "Row of the table compared"),
    ("seed", COUNT, "Seed of the core's run"),
    ("value", NUMBER, "The number in this run; null: the run does not have it"),
)


def kernel_dataset(process_count: int) -> DataSet:
    """Computes the core's runs; takes a minute or two of a processor."""
    first, second = load_cases(CASES_PATH), load_cases(HOST_CASES_PATH)
    tolerance = load_expectations().linux
    rows = [*linux_rows(tolerance), *host_rows(tolerance)]
    values = values_of(rows, process_count)
    return DataSet(
        name="fairtt-lab-linux",
        title="TCP congestion control of Linux beside a packet-level simulator",
        summary=(
            f"{len(first.cases)} and {len(second.cases)} measured cases of Linux's TCP through a "
            "bottleneck of known rate and buffer, each repeated, and the same cases in the "
            "simulator of FaiRTT Lab: throughput shares, link utilisation, queues and "
            "retransmissions."
        ),
        method=(
            f"{first.description} {second.description} A row passes if the core's mean lies within "
            "the range of the kernel's repetitions, widened by a tolerance that was committed "
            f"before the first comparison: {tolerance.source}."
        ),
        limits=(
            "The kernel's numbers are means, least and most of few repetitions, not single runs.",
            "Timers, offloads and schedulers of the measuring hosts are in the kernel's numbers.",
        ),
        sources=(f"Linux {first.kernel} and {second.kernel}, measured by this project.",),
        core_versions=(core_version(),),
        tables=(
            table_of("cases", "A measured case.", _CASES, _cases(first, second)),
            table_of(
                "kernel", "A number of a case by the kernel.", _MEASURED, _measured(first, second)
            ),
            table_of("compared", "A number of both.", _COMPARED, _compared(rows, values)),
            table_of("core", "A number of a run of the core.", _RUNS, _runs(values)),
        ),
    )


def _cases(*measured: LinuxCases) -> Iterator[list[Any]]:
    for host, group in zip(("first", "second"), measured, strict=True):
        for case in group.cases:
            yield [
                case.id,
                host,
                group.kernel,
                case.repetition_count,
                case.duration_s,
                case.rate_bps,
                case.buffer_bytes,
                case.bdp_bytes,
                case.loss_ratio,
                case.is_compared,
                canonical_scenario(scenario_of(case)) if case.is_compared else None,
            ]


def _measured(*measured: LinuxCases) -> Iterator[list[Any]]:
    for group in measured:
        for case in group.cases:
            for name, number in _numbers(case):
                yield [case.id, name, number.mean, number.minimum, number.maximum]


def _numbers(case: LinuxCase) -> Iterator[tuple[str, Measured]]:
    yield "utilisation_ratio", case.utilisation_ratio
    yield "mean_queue_bdp", case.mean_queue_bdp
    if case.share_of_flow_0_ratio is not None:
        yield "share_of_group_0_ratio", case.share_of_flow_0_ratio
    if case.jain_index is not None:
        yield "jain_index", case.jain_index
    for index, flow in enumerate(case.flows):
        yield f"flow_{index}_goodput_bps", flow.goodput_bps
        yield f"flow_{index}_retransmit_ratio", flow.retransmit_ratio


def _compared(rows: list[Row], values: dict[str, list[float | None]]) -> Iterator[list[Any]]:
    for row in rows:
        found = estimate(values[row.id])
        case = row.key.partition("-")[2]
        low, high = row.minimum, row.maximum
        passes = low is not None and high is not None and low <= found.mean <= high
        yield [
            row.id,
            case,
            row.metric,
            found.mean,
            found.half_width,
            row.seed_count,
            low,
            high,
            passes,
        ]


def _runs(values: dict[str, list[float | None]]) -> Iterator[list[Any]]:
    return (
        [row, seed, value]
        for row, numbers in values.items()
        for seed, value in enumerate(numbers, start=1)
    )
