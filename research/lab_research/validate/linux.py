"""The measured Linux cases as rows of `validate`."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lab_research.validate.expectations import LinuxTolerance, Row
from lab_research.validate.linux_cases import (
    CASES_PATH,
    HOST_CASES_PATH,
    UML_CASES_PATH,
    LinuxCase,
    Measured,
    load_cases,
    scenario_of,
)

# Metric, words, digits, factor for people.
_SHOWN: Final = {
    "share_of_group_0_ratio": ("share of the first flow", 3),
    "utilisation_ratio": ("link utilisation", 4),
    "mean_queue_bdp": ("mean queue in BDP", 3),
    "flow_0_retransmit_ratio": ("retransmitted, first flow", 4),
    "flow_1_retransmit_ratio": ("retransmitted, second flow", 4),
}


def linux_rows(tolerance: LinuxTolerance) -> list[Row]:
    """Rows of all measured cases: the observed range, widened by the committed tolerance."""
    return [row for case in load_cases(CASES_PATH).cases for row in rows_of(case, tolerance)]


def host_rows(tolerance: LinuxTolerance) -> list[Row]:
    """Rows of the cases that this project measured itself, with the tolerance that was committed
    for those of others.
    """
    return _rows_of_ours(HOST_CASES_PATH, _Ours("host", "Linux case of ours", "Linux"), tolerance)


def uml_rows(tolerance: LinuxTolerance) -> list[Row]:
    """Rows measured with a kernel that runs as a process: shown without a verdict, because it wakes
    up late now and then.
    """
    ours = _Ours("uml", "Linux (user mode) case", "user-mode Linux")
    rows = _rows_of_ours(UML_CASES_PATH, ours, tolerance)
    return [replace(row, minimum=None, maximum=None, kind="information") for row in rows]


@dataclass(frozen=True)
class _Ours:
    """What rows of our own measurements are called."""

    prefix: str
    case: str
    system: str


def _rows_of_ours(path: Path, ours: _Ours, tolerance: LinuxTolerance) -> list[Row]:
    """Rows of our own measurements, which are too many for the quick form."""
    cases = load_cases(path)
    return [
        replace(
            row,
            id=f"{ours.prefix}-{row.id.removeprefix('linux-')}",
            key=f"{ours.prefix}-{case.id}",
            what=row.what.replace("Linux case", ours.case),
            source=f"measured, {ours.system} {cases.kernel}: {path.name}",
            is_quick=False,
        )
        for case in cases.cases
        if case.is_compared
        for row in rows_of(case, tolerance)
    ]


def rows_of(case: LinuxCase, tolerance: LinuxTolerance) -> list[Row]:
    """Share, utilisation, mean queue and retransmission ratio of one case."""
    scenario = scenario_of(case)
    rows = []
    for metric, measured, width in _numbers(case, tolerance):
        words, digits = _SHOWN[metric]
        low, mean, high = (
            f"{value:.{digits}f}" for value in (measured.minimum, measured.mean, measured.maximum)
        )
        rows.append(
            Row(
                id=f"linux-{case.id}-{metric}",
                what=f"Linux case {case.id}: {words}",
                key=f"linux-{case.id}",
                scenario=scenario,
                metric=metric,
                expectation=f"Linux {mean} ({low} to {high} in {case.repetition_count})",
                minimum=measured.minimum - width,
                maximum=measured.maximum + width,
                source=tolerance.source,
                kind="check",
                seed_count=tolerance.seed_count,
                is_quick=True,
            )
        )
    return rows


def _numbers(case: LinuxCase, tolerance: LinuxTolerance) -> list[tuple[str, Measured, float]]:
    """Metric, what the kernel did, and how far outside of its range we may be."""
    numbers = []
    if case.share_of_flow_0_ratio is not None:
        share = case.share_of_flow_0_ratio
        numbers.append(("share_of_group_0_ratio", share, tolerance.share_of_flow_0_ratio))
    numbers.append(("utilisation_ratio", case.utilisation_ratio, tolerance.utilisation_ratio))
    buffer_bdp = case.buffer_bytes / case.bdp_bytes
    queue_width_bdp = tolerance.mean_queue_buffer_ratio * buffer_bdp
    numbers.append(("mean_queue_bdp", case.mean_queue_bdp, queue_width_bdp))
    for index, flow in enumerate(case.flows):
        measured = flow.retransmit_ratio
        width = tolerance.retransmit_of_linux_ratio * measured.maximum
        width = max(tolerance.retransmit_floor_ratio, min(tolerance.retransmit_ratio, width))
        numbers.append((f"flow_{index}_retransmit_ratio", measured, width))
    return numbers
