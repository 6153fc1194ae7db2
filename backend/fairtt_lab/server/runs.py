"""A run that a server computes."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Self, cast

import numpy as np

from fairtt_lab.errors import CancelledError, RunFailedError, ServerUnavailableError
from fairtt_lab.frames import frame_of
from fairtt_lab.generated.models import (
    CausesRead,
    ColumnRead,
    FlowChain,
    PacketsRead,
    PhenomenaRead,
    PhenomenonRead,
    ResultRead,
    RunRead,
    Scenario,
    SeriesRead,
    TimelineRead,
)
from fairtt_lab.runs import Run, RunStatus
from fairtt_lab.series import MAX_POINTS, Column, FloatArray, SeriesQuery
from fairtt_lab.server.connection import Parameters, understood
from fairtt_lab.server.stored import Stored
from lab_model.exports.names import RunFormat

if TYPE_CHECKING:
    import pandas as pd

# Buckets of all columns together in one answer: below the server's own limit of 500,000.
VALUES_PER_REQUEST: Final = 400_000
# More metrics than any algorithm has: for asking without naming them.
_MOST_METRICS: Final = 50
_PACKET_PAUSE_S: Final = 0.3


class ServerRun(Stored[RunRead], Run):
    """The server's last answer about a run, and how to ask for more."""

    collection = "runs"

    @property
    def seed(self) -> int:
        """Of its random numbers."""
        return self._read.seed

    @property
    def scenario(self) -> Scenario:
        """What is simulated, every default filled in."""
        return self._read.scenario

    @property
    def status(self) -> RunStatus:
        """As the server said last."""
        return self._read.status

    def refresh(self) -> Self:
        """Ask the server how far it is."""
        if not (self._is_over() and self._read.result is not None):
            self._read = understood(RunRead, self._connection.get(self._path()))
        return self

    def cancel(self) -> Self:
        """Stop it. Raises `ConflictError` if it is over."""
        self._read = understood(RunRead, self._connection.post(self._path("/cancel")))
        return self

    def timeline(self) -> TimelineRead:
        """Phases and events of the flows."""
        self.wait()
        return understood(TimelineRead, self._connection.get(self._path("/timeline")))

    def phenomena(self) -> "pd.DataFrame":
        """The phenomena of the run by the lab's definitions, a row each (docs/phenomena.md)."""
        self.wait()
        read = understood(PhenomenaRead, self._connection.get(self._path("/phenomena")))
        rows = [found.model_dump(mode="json") for found in read.phenomena]
        columns = {name: [row[name] for row in rows] for name in PhenomenonRead.model_fields}
        return cast("pd.DataFrame", frame_of(columns, "pandas"))

    def causes(self, flows: Sequence[int] = ()) -> list[FlowChain]:
        """Why each of these flows gets what it gets (docs/causes.md), of the first of each group if
        none is named. Raises `InvalidInputError` for a flow that there is not.
        """
        self.wait()
        asked: Parameters = {"flows": list(flows) or None}
        while True:
            read = understood(CausesRead, self._connection.get(self._path("/causes"), asked))
            if read.status == "done":
                return read.chains
            if read.status == "failed":
                raise ServerUnavailableError(f"The causes were not recorded: {read.error}")
            time.sleep(_PACKET_PAUSE_S)

    def __repr__(self) -> str:
        return f"<run {self.id} {self.name!r} seed {self.seed}: {self.status}>"

    def _simulated_s(self) -> float:
        return self._read.progress.simulated_s

    def _result(self) -> ResultRead:
        if self.status == "done" and self._read.result is None:
            self.refresh()  # it was listed, without its result
        if self.status == "cancelled":
            raise CancelledError("The run was cancelled.")
        if self._read.result is None:
            error = self._read.error
            raise RunFailedError(
                error.message if error else "The run failed.",
                code=error.code if error else "unknown",
                seed=self.seed,
                core_version=self._read.core_version,
            )
        return self._read.result

    def _columns(self, query: SeriesQuery) -> list[Column]:
        parts: dict[tuple[str, int, str], list[Column]] = {}
        for page in self._pages(query):
            for column in self._ask(page, page.subjects or ("flow", "link")):
                key = column.subject, column.index, column.metric
                parts.setdefault(key, []).append(column)
        return [_joined(pieces) for pieces in parts.values()]

    def _group_columns(self, query: SeriesQuery) -> list[Column]:
        return self._ask(query, ("group",))

    def _pages(self, query: SeriesQuery) -> Iterator[SeriesQuery]:
        """Every sample takes several requests; fewer points are one."""
        if query.points is not None:
            yield query
            return
        result = self._result()
        interval_s = result.sample_interval_s
        grid = query.grid(result.sample_count, interval_s, self.scenario.duration_s)
        columns = (len(result.flows) + 1) * (len(query.metrics) or _MOST_METRICS)
        step = max(1, min(MAX_POINTS, VALUES_PER_REQUEST // columns))
        for first in range(grid.first_sample, grid.end_sample, step):
            end = min(first + step, grid.end_sample)
            bounds_s = first * interval_s, end * interval_s
            yield SeriesQuery(query.metrics, query.subjects, *bounds_s, points=end - first)

    def _ask(self, query: SeriesQuery, subjects: Sequence[str]) -> list[Column]:
        parameters: Parameters = {
            "metrics": list(query.metrics),
            "subjects": list(subjects),
            "from_s": query.from_s,
            "to_s": query.to_s,
            "points": query.points,
        }
        read = understood(SeriesRead, self._connection.get(self._path("/series"), parameters))
        time_s = np.array(read.time_s)
        return [
            _column(subject.subject, subject.index, metric, time_s, values)
            for subject in read.subjects
            for metric, values in subject.columns.items()
        ]

    def _file_parts(
        self, file_format: RunFormat, packets: tuple[float, float] | None
    ) -> Iterator[bytes]:
        parameters: Parameters = {}
        if packets is not None:
            parameters = {"from_s": packets[0], "to_s": packets[1]}
            self._order_packets(parameters)
        return self._connection.stream(self._path(f"/export/{file_format}"), parameters)

    def _order_packets(self, part: Parameters) -> None:
        """The server computes the run once more for them, when it is asked."""
        while True:
            answer = self._connection.get(self._path("/packets"), {**part, "limit": 1})
            found = understood(PacketsRead, answer)
            if found.status == "done":
                return
            if found.status == "failed":
                raise ServerUnavailableError(f"The packets were not computed: {found.error}")
            time.sleep(_PACKET_PAUSE_S)


def _column(
    subject: str, index: int, metric: str, time_s: FloatArray, values: ColumnRead
) -> Column:
    mean = _numbers(values.mean)
    low = mean if values.min is None else _numbers(values.min)
    high = mean if values.max is None else _numbers(values.max)
    return Column(subject, index, metric, time_s, mean, low, high)


def _numbers(values: list[float | None]) -> FloatArray:
    return np.array(values, dtype=np.float64)


def _joined(parts: list[Column]) -> Column:
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    return Column(
        first.subject,
        first.index,
        first.metric,
        np.concatenate([part.time_s for part in parts]),
        np.concatenate([part.mean for part in parts]),
        np.concatenate([part.minimum for part in parts]),
        np.concatenate([part.maximum for part in parts]),
    )
