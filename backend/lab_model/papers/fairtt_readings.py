"""Which reading of FaiRTT fits: all readings against all published numbers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from lab_model.papers.claims import Claim, load_claims
from lab_model.papers.experiments import expansion_of
from lab_model.papers.measured import Library
from lab_model.papers.quantities import Context, evaluate
from lab_model.papers.schemas.numbers import Verdict
from lab_model.papers.schemas.questions import ReadingCell, ReadingColumn, ReadingRow, ReadingTable
from lab_model.papers.verdicts import (
    counts_of,
    judge,
    published_number,
    tested_tolerance,
)

BUFFER_EXPERIMENT: Final = "fairtt-readings-buffer"
RTT_EXPERIMENT: Final = "fairtt-readings-rtt"
HOST: Final = "BBRv2"
PROPOSAL: Final = "FaiRTT"
AS_WRITTEN: Final = "Letter"
"""The reading that takes Algorithm 1 by its letter."""
HOSTS: Final = (HOST, "BBRv2, ns-3")
ERROR_RATES: Final = {"0.15 %": 0.0015, "0 %": 0.0}

# Values of the parameters with which a flow needs to know of the others.
_ORACLE_WORDS: Final = frozenset(
    {
        "shared",
        "shared_threshold",
        "registry_mean",
        "own_times_count",
        "shared_times_count",
    }
)

MEANINGS: Final = {
    "BBRv2": "What FaiRTT is compared with: Google's v2alpha on Linux",
    "BBRv2, ns-3": "The same with packets paced one by one and windows rounded as in ns-3",
    "Letter": "Algorithm 1 as written: the flow's own minimum, own count, the window is cut",
    "Letter, gain 2": "The letter of equation 4 too: a window gain of 2 in Startup",
    "Letter, every BDP": "Every use of the BDP in ProbeBW is cut, pacing is not",
    "BDP and pacing": "Every use of the BDP and the pacing rate are cut: the lab's default",
    "BDP and pacing, ns-3": "The default with ns-3's pacing and rounding",
    "Own minimum x count": "The threshold is the own minimum times the number of flows",
    "Recent minimum": "The minimum over the last window of ACKs only",
    "Shared threshold": "One threshold for all: number of flows times their mean minimum",
    "Shared threshold, pacing": "The shared threshold cuts the pacing rate too",
    "Shared threshold and minimum": "The coefficient has the lowest minimum of all flows",
    "Lowest minimum x count": "The threshold is the lowest minimum times the number of flows",
    "Lowest minimum x count, shared": "The same, and the coefficient has that minimum too",
    "Shared minimum, always": "Always cut, by the lowest minimum of all flows",
}


@dataclass(frozen=True)
class Column:
    """A point of the arm axis."""

    name: str
    algorithm: Mapping[str, JsonValue]

    @property
    def is_host(self) -> bool:
        """BBRv2, in one of its forms."""
        return self.name in HOSTS

    @property
    def parameters(self) -> dict[str, str | float | bool]:
        """The parameters as the scenario gives them."""
        given = self.algorithm.get("parameters", {})
        return (
            {
                name: value
                for name, value in given.items()
                if isinstance(value, str | float | bool | int)
            }
            if isinstance(given, dict)
            else {}
        )


def columns() -> list[Column]:
    """The readings in the order of the experiment."""
    axis = expansion_of(BUFFER_EXPERIMENT).axes[0]
    found: list[Column] = []
    for point in axis.points:
        algorithm = point.values[0]
        found.append(Column(point.text, algorithm if isinstance(algorithm, dict) else {}))
    return found


def reading_table(error_text: str, library: Library) -> ReadingTable | None:
    """All readings at one error rate; None if not all of it was computed."""
    for key in (BUFFER_EXPERIMENT, RTT_EXPERIMENT):
        if key not in library or not library[key].is_known.all():
            return None
    claims = [claim for claim in load_claims("fairtt").claims if claim.quantity is not None]
    all_columns = columns()
    rows = [_row(claim, all_columns, error_text, library) for claim in claims]
    return ReadingTable(
        title=f"Error rate {error_text}",
        error_rate=ERROR_RATES[error_text],
        columns=[
            _column(column, claims, [row.cells[index] for row in rows])
            for index, column in enumerate(all_columns)
        ],
        rows=rows,
    )


def reading_context(column: str, error_text: str) -> Context:
    """The claims' experiments and arms, read as a column of the table."""
    error: dict[str, list[str | float]] = {"Error rate": [error_text]}
    return Context(
        experiments={
            "fairtt-main": (BUFFER_EXPERIMENT, {**error, "Buffer": [10]}),
            "fairtt-buffer": (BUFFER_EXPERIMENT, error),
            "fairtt-rtt": (RTT_EXPERIMENT, error),
        },
        arms={HOST: column} if column in HOSTS else {PROPOSAL: column, HOST: _host_of(column)},
    )


def _host_of(column: str) -> str:
    """BBRv2 on the same kind of host."""
    return HOSTS[1] if column.endswith(", ns-3") else HOSTS[0]


def _row(claim: Claim, all_columns: list[Column], error_text: str, library: Library) -> ReadingRow:
    cells = [
        _cell(claim, column, error_text, library) if column.is_host == (claim.arm == HOST) else None
        for column in all_columns
    ]
    if claim.quantity is None:
        raise AssertionError("only claims with a quantity have a row")
    own = HOST if claim.arm == HOST else "BDP and pacing"
    shown = evaluate(claim.quantity, library, reading_context(own, error_text)).shown
    return ReadingRow(
        claim_id=claim.id,
        figure=claim.figure,
        what=claim.what,
        setting=claim.setting,
        arm=claim.arm,
        published=published_number(claim),
        tolerance=tested_tolerance(claim, shown),
        shown=shown,
        cells=cells,
    )


def _cell(claim: Claim, column: Column, error_text: str, library: Library) -> ReadingCell | None:
    if claim.quantity is None:
        return None
    judged = judge(claim, library, reading_context(column.name, error_text))
    if judged.estimate is None:
        return None
    return ReadingCell(estimate=judged.estimate, verdict=judged.verdict)


def _column(column: Column, claims: list[Claim], cells: list[ReadingCell | None]) -> ReadingColumn:
    verdicts: list[Verdict] = [cell.verdict for cell in cells if cell is not None]
    misses = [
        (cell.estimate.mean - claim.published.value) / (claim.maximum - claim.minimum) * 2
        for claim, cell in zip(claims, cells, strict=True)
        if cell is not None
        and claim.published.value is not None
        and claim.minimum is not None
        and claim.maximum is not None
    ]
    squares = [miss * miss for miss in misses]
    words = set(column.parameters.values())
    return ReadingColumn(
        name=column.name,
        meaning=MEANINGS[column.name],
        parameters=column.parameters,
        is_oracle=not words.isdisjoint(_ORACLE_WORDS),
        is_host=column.is_host,
        counts=counts_of(verdicts),
        distance=math.sqrt(math.fsum(squares) / len(squares)) if squares else None,
    )
