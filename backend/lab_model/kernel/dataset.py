"""The comparison with Linux as a data set: measured cases, the core's runs, and each pair."""

from collections.abc import Iterator
from typing import Any, Final

from lab_model.datasets import DataSet
from lab_model.datasets.rows import COUNT, FLAG, NUMBER, TEXT, Described, table_of
from lab_model.kernel.page import DATASET_NAME, DATASET_TITLE, core_estimate, half_width_of
from lab_model.kernel.stored import StoredComparison, load_stored
from lab_model.scenarios import canonical_scenario, validate_scenario

_CASES: Final[tuple[Described, ...]] = (
    ("case", TEXT, "Name of the case"),
    (
        "host",
        TEXT,
        "first: before the core was built; second: afterwards, elsewhere; process: in user mode",
    ),
    ("kernel", TEXT, "Version of Linux"),
    ("repetition_count", COUNT, "Runs of the kernel"),
    ("duration_s", NUMBER, "Length of a run"),
    ("rate_bps", COUNT, "Rate of the bottleneck"),
    ("buffer_bytes", COUNT, "Its buffer"),
    ("bdp_bytes", COUNT, "Rate times the smaller base RTT"),
    ("mark_bytes", COUNT, "What arrives where more waits is marked; 0: nothing is"),
    ("loss_ratio", NUMBER, "Random loss before the queue"),
    ("scenario", TEXT, "The case as a scenario of the lab (JSON)"),
)
_MEASURED: Final[tuple[Described, ...]] = (
    ("host", TEXT, "Host of the case"),
    ("case", TEXT, "Name of the case"),
    ("number", TEXT, "What was measured; flow_N of the N-th flow, counted from 0"),
    ("mean", NUMBER, "Mean over the kernel's repetitions"),
    ("minimum", NUMBER, "Least of them"),
    ("maximum", NUMBER, "Most of them"),
)
_COMPARED: Final[tuple[Described, ...]] = (
    ("row", TEXT, "Name of the row in research/results.md"),
    ("host", TEXT, "Host of the case"),
    ("case", TEXT, "Name of the case"),
    ("number", TEXT, "What is compared"),
    ("core_mean", NUMBER, "Mean of the core over its seeds"),
    ("core_half_width", NUMBER, "Half of its 95 % Student-t interval"),
    ("core_seed_count", COUNT, "Seeds of the core"),
    ("passes_minimum", NUMBER, "Least of the kernel, less the tolerance; null: not judged"),
    ("passes_maximum", NUMBER, "Most of the kernel and the tolerance; null: not judged"),
    ("passes", FLAG, "Whether the core's mean lies within; null: not judged"),
    ("reason", TEXT, "Why it does not, where that is known"),
)
_RUNS: Final[tuple[Described, ...]] = (
    ("row", TEXT, "Row of the table compared"),
    ("seed", COUNT, "Seed of the core's run"),
    ("value", NUMBER, "The number in this run; null: the run does not have it"),
)


def kernel_dataset() -> DataSet:
    """What `./lab validate --write` stored last."""
    stored = load_stored()
    count = len(stored.cases)
    descriptions = " ".join(host.description for host in stored.hosts)
    return DataSet(
        name=DATASET_NAME,
        title=DATASET_TITLE,
        summary=(
            f"{count} measured cases of Linux's TCP through a bottleneck of known rate and buffer, "
            "each repeated, and the same cases in the simulator of FaiRTT Lab: throughput shares, "
            "link utilisation, queues and retransmissions."
        ),
        method=(
            f"{descriptions} A row passes if the core's mean lies within the range of the "
            "kernel's repetitions, widened by a tolerance that was committed before the first "
            "comparison. Rows of the kernel that runs as a process are not judged."
        ),
        limits=(
            "The kernel's numbers are means, least and most of few repetitions, not single runs.",
            "Timers, offloads and schedulers of the measuring hosts are in the kernel's numbers.",
        ),
        sources=(f"Linux {_kernels(stored)}, measured by this project.",),
        core_versions=(stored.core_version,),
        tables=(
            table_of("cases", "A measured case.", _CASES, _cases(stored)),
            table_of("kernel", "A number of a case by the kernel.", _MEASURED, _measured(stored)),
            table_of("compared", "A number of both.", _COMPARED, _compared(stored)),
            table_of("core", "A number of a run of the core.", _RUNS, _runs(stored)),
        ),
    )


def _kernels(stored: StoredComparison) -> str:
    return ", ".join(dict.fromkeys(host.kernel for host in stored.hosts))


def _cases(stored: StoredComparison) -> Iterator[list[Any]]:
    kernels = {host.name: host.kernel for host in stored.hosts}
    for case in stored.cases:
        yield [
            case.id,
            case.host,
            kernels[case.host],
            case.repetition_count,
            case.duration_s,
            case.rate_bps,
            case.buffer_bytes,
            case.bdp_bytes,
            case.mark_bytes,
            case.loss_ratio,
            canonical_scenario(validate_scenario(case.scenario)),
        ]


def _measured(stored: StoredComparison) -> Iterator[list[Any]]:
    for case in stored.cases:
        for name, number in case.measured.items():
            yield [case.host, case.id, name, number.mean, number.minimum, number.maximum]


def _compared(stored: StoredComparison) -> Iterator[list[Any]]:
    for case in stored.cases:
        for number in case.numbers:
            core = core_estimate(number.values)
            yield [
                number.id,
                case.host,
                case.id,
                number.number,
                core.mean,
                half_width_of(core),
                core.count,
                number.passes_minimum,
                number.passes_maximum,
                None if number.verdict == "information" else number.verdict == "pass",
                number.reason,
            ]


def _runs(stored: StoredComparison) -> Iterator[list[Any]]:
    for case in stored.cases:
        for number in case.numbers:
            for seed, value in enumerate(number.values, start=1):
                yield [number.id, seed, value]
