"""The comparison with Linux as the lab ships it: its page and its data set are made from it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from lab_cli.kit.output_file import write_text
from lab_exec import behaviour_version, core_version
from lab_exec.data_files import entry_lines
from lab_model.kernel.stored import (
    HostName,
    KernelFlow,
    KernelRange,
    StoredCase,
    StoredComparison,
    StoredHost,
    StoredNumber,
    StoredTolerance,
)
from lab_model.scenarios import canonical_scenario
from lab_research.validate.expectations import KnownDifferences, LinuxTolerance
from lab_research.validate.linux_cases import (
    CASES_PATH,
    HOST_CASES_PATH,
    UML_CASES_PATH,
    LinuxCase,
    Measured,
    load_cases,
    scenario_of,
)
from lab_research.validate.verdicts import Outcome

_HOSTS: Final[tuple[tuple[HostName, str, Path], ...]] = (
    ("first", "linux", CASES_PATH),
    ("second", "host", HOST_CASES_PATH),
    ("process", "uml", UML_CASES_PATH),
)
"""Name of a host, how the ids of its rows begin, and its cases."""

Values = dict[str, list[float | None]]
"""Each row's number in the run of each seed."""


def write_comparison(
    path: Path,
    outcomes: Sequence[Outcome],
    values: Values,
    tolerance: LinuxTolerance,
    known: KnownDifferences,
) -> None:
    """Stores every measured case with the core's numbers of it."""
    measured = [(name, prefix, load_cases(file)) for name, prefix, file in _HOSTS]
    by_case: dict[str, list[StoredNumber]] = {}
    for item in outcomes:
        by_case.setdefault(item.row.key, []).append(_number(item, values[item.row.id], known))
    content = StoredComparison(
        core_version=core_version(),
        behaviour_version=behaviour_version(),
        tolerance=StoredTolerance(
            share_ratio=tolerance.share_of_flow_0_ratio,
            utilisation_ratio=tolerance.utilisation_ratio,
            queue_of_buffer_ratio=tolerance.mean_queue_buffer_ratio,
            retransmit_of_linux_ratio=tolerance.retransmit_of_linux_ratio,
            retransmit_least_ratio=tolerance.retransmit_floor_ratio,
            retransmit_most_ratio=tolerance.retransmit_ratio,
        ),
        hosts=[
            StoredHost(name=name, kernel=cases.kernel, description=cases.description)
            for name, _, cases in measured
        ],
        cases=[
            _case(name, case, by_case[f"{prefix}-{case.id}"])
            for name, prefix, cases in measured
            for case in cases.cases
            if case.is_compared
        ],
    )
    write_text(path, entry_lines(content.model_dump(mode="json")))


def _number(item: Outcome, values: list[float | None], known: KnownDifferences) -> StoredNumber:
    row = item.row
    return StoredNumber(
        id=row.id,
        number=row.metric,
        values=values,
        passes_minimum=row.minimum,
        passes_maximum=row.maximum,
        verdict=item.verdict,
        reason=known.rows[row.id] if item.verdict == "known difference" else None,
    )


def _case(host: HostName, case: LinuxCase, numbers: list[StoredNumber]) -> StoredCase:
    return StoredCase(
        id=case.id,
        host=host,
        repetition_count=case.repetition_count,
        duration_s=case.duration_s,
        rate_bps=case.rate_bps,
        buffer_bytes=case.buffer_bytes,
        bdp_bytes=case.bdp_bytes,
        mark_bytes=case.mark_bytes,
        loss_ratio=case.loss_ratio,
        flows=[
            KernelFlow(algorithm=flow.algorithm, rtt_s=flow.rtt_s, start_s=flow.start_s)
            for flow in case.flows
        ],
        scenario=json.loads(canonical_scenario(scenario_of(case))),
        measured={
            name: KernelRange(mean=each.mean, minimum=each.minimum, maximum=each.maximum)
            for name, each in measured_numbers(case)
        },
        numbers=numbers,
    )


def measured_numbers(case: LinuxCase) -> Iterator[tuple[str, Measured]]:
    """Measured numbers by name, as the rows of `validate` name them, and some that they do not
    compare.
    """
    yield "utilisation_ratio", case.utilisation_ratio
    yield "mean_queue_bdp", case.mean_queue_bdp
    if case.share_of_flow_0_ratio is not None:
        yield "share_of_group_0_ratio", case.share_of_flow_0_ratio
    if case.jain_index is not None:
        yield "jain_index", case.jain_index
    for index, flow in enumerate(case.flows):
        yield f"flow_{index}_goodput_bps", flow.goodput_bps
        yield f"flow_{index}_retransmit_ratio", flow.retransmit_ratio
