"""A run: its scenario, result, series and figures. The same with and without a
server, and from an exported file.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Self, overload

from fairtt_lab.errors import invalid
from fairtt_lab.files import check_format, write_whole
from fairtt_lab.frames import FrameKind, frame_of
from fairtt_lab.generated.models import ResultRead, Scenario
from fairtt_lab.progress import Pauses, progress_bar
from fairtt_lab.series import MAX_POINTS, Column, SeriesQuery, tidy
from lab_model.exports.names import RunFormat
from lab_model.exports.table import RUN_FILES, WITH_PACKETS

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from fairtt_lab.frames import DataFrame

RunStatus = Literal["queued", "running", "done", "failed", "cancelled"]

_FIRST_PAUSE_S: Final = 0.05
_LONGEST_PAUSE_S: Final = 1.0
PLOTTED: Final = ("throughput_bps", "rtt_s", "cwnd_bytes", "queue_bytes")
_PLOTTED_POINTS: Final = 1000


class Run(ABC):
    """One run. Methods that need its result wait for it."""

    @property
    @abstractmethod
    def name(self) -> str:
        """For people; may be empty."""

    @property
    @abstractmethod
    def seed(self) -> int:
        """Of its random numbers."""

    @property
    @abstractmethod
    def scenario(self) -> Scenario:
        """What is simulated, every default filled in."""

    @property
    @abstractmethod
    def status(self) -> RunStatus:
        """As it was last reported."""

    @abstractmethod
    def refresh(self) -> Self:
        """Ask again how far it is."""

    @abstractmethod
    def cancel(self) -> Self:
        """Stop it. Raises `ConflictError` if it is over."""

    @abstractmethod
    def _simulated_s(self) -> float:
        """The simulated time so far, in seconds."""

    @abstractmethod
    def _pause(self, seconds: float) -> None:
        """Wait a little, shorter if it ends meanwhile, then learn how far it is."""

    @abstractmethod
    def _result(self) -> ResultRead:
        """Of a run that is over. Raises what `wait` raises."""

    @abstractmethod
    def _columns(self, query: SeriesQuery) -> list[Column]:
        """The series of flows and links that are asked for."""

    @abstractmethod
    def _group_columns(self, query: SeriesQuery) -> list[Column]:
        """The same of flow groups: mean of their flows, the lowest and the highest of them."""

    @abstractmethod
    def _file_parts(
        self, file_format: RunFormat, packets: tuple[float, float] | None
    ) -> Iterator[bytes]:
        """An export of the run, which is done."""

    def wait(self, *, progress: bool = False, timeout_s: float | None = None) -> Self:
        """Until it is done; `progress` shows a bar.

        Raises `RunFailedError`, `CancelledError`, or `WaitTimeoutError` after `timeout_s` seconds.
        """
        pauses = Pauses(_FIRST_PAUSE_S, _LONGEST_PAUSE_S, timeout_s)
        total = self.scenario.duration_s
        with progress_bar(self.name or "run", total, "simulated s", shown=progress) as show:
            while not self._is_over():
                show(self._simulated_s())
                self._pause(pauses.next_s("run"))
            if self.status == "done":
                show(total)
        self._result()
        return self

    @property
    def result(self) -> ResultRead:
        """The result: link, fairness, every flow, digests (docs/architecture.md)."""
        self.wait()
        return self._result()

    @overload
    def series(
        self,
        metrics: Sequence[str] | str = ...,
        *,
        subjects: Sequence[str] | str = ...,
        from_s: float = ...,
        to_s: float | None = ...,
        points: int | None = ...,
        frame: Literal["pandas"] = ...,
    ) -> "pd.DataFrame": ...

    @overload
    def series(
        self,
        metrics: Sequence[str] | str = ...,
        *,
        subjects: Sequence[str] | str = ...,
        from_s: float = ...,
        to_s: float | None = ...,
        points: int | None = ...,
        frame: Literal["polars"],
    ) -> "pl.DataFrame": ...

    def series(
        self,
        metrics: Sequence[str] | str = (),
        *,
        subjects: Sequence[str] | str = (),
        from_s: float = 0.0,
        to_s: float | None = None,
        points: int | None = None,
        frame: FrameKind = "pandas",
    ) -> "DataFrame":
        """A tidy data frame: one row per value, with subject, index, group_index, label, metric,
        time_s and value (SI units; the metric's last word says which).

        Empty `metrics` or `subjects` mean all. `subjects` are "flow", "link" or "flow:3".
        `points` asks for about so many buckets instead of every sample, with columns min and max.
        """
        query = SeriesQuery(_several(metrics), _several(subjects), from_s, to_s, points)
        _check(query)
        flows = self.result.flows
        columns = tidy(self._columns(query), flows, with_extremes=points is not None)
        return frame_of(columns, frame)

    @overload
    def flows(self, *, frame: Literal["pandas"] = ...) -> "pd.DataFrame": ...

    @overload
    def flows(self, *, frame: Literal["polars"]) -> "pl.DataFrame": ...

    def flows(self, *, frame: FrameKind = "pandas") -> "DataFrame":
        """One row per flow with everything that was measured of it over the window."""
        rows = [flow.model_dump(exclude={"parameters"}) for flow in self.result.flows]
        return frame_of({name: [row[name] for row in rows] for name in rows[0]}, frame)

    def plot(
        self,
        metrics: Sequence[str] | str = PLOTTED,
        *,
        from_s: float = 0.0,
        to_s: float | None = None,
    ) -> "Figure":
        """A figure of matplotlib: one panel per metric, one line per flow group with a band from
        its lowest to its highest flow, and what to compare with (capacity, fair share, base RTT,
        BDP, buffer).
        """
        from fairtt_lab.plots import plot_run
        from fairtt_lab.plots.metrics import queried

        names = _several(metrics)
        query = SeriesQuery(queried(names), ("link",), from_s, to_s, _PLOTTED_POINTS)
        _check(query)
        self.wait()
        columns = [*self._group_columns(replace(query, subjects=())), *self._columns(query)]
        return plot_run(self, names, columns, query)

    def export(
        self,
        file_format: RunFormat,
        path: str | Path,
        *,
        packets: tuple[float, float] | None = None,
    ) -> Path:
        """Write the run as a file, whole or not at all. `packets` is the part of the run in seconds
        whose packets a pcapng holds, and a qlog too.
        """
        check_format(file_format, RUN_FILES)
        _check_packets(file_format, packets)
        self.wait()
        return write_whole(path, self._file_parts(file_format, packets))

    def _is_over(self) -> bool:
        return self.status in ("done", "failed", "cancelled")


def _check_packets(file_format: RunFormat, packets: tuple[float, float] | None) -> None:
    wanted = RUN_FILES[file_format].packets
    if packets is None:
        if wanted == "required":
            needed = "the packets of a part of the run: packets=(from_s, to_s)"
            raise invalid("packets", f"{file_format} holds {needed}")
        return
    if wanted == "none":
        raise invalid("packets", f"packets can be given only with {WITH_PACKETS}")
    if not 0 <= packets[0] < packets[1]:
        message = f"packets is {packets}; it must be (from_s, to_s) with 0 <= from_s < to_s"
        raise invalid("packets", message, list(packets))


def _check(query: SeriesQuery) -> None:
    if query.points is not None and not 1 <= query.points <= MAX_POINTS:
        message = f"points is {query.points}; it must be 1 to {MAX_POINTS}"
        raise invalid("points", message, query.points, MAX_POINTS)
    for name, bound_s in (("from_s", query.from_s), ("to_s", query.to_s)):
        if bound_s is not None and not bound_s >= 0:
            raise invalid(name, f"{name} is {bound_s:g}; it must be at least 0", bound_s, 0)


def _several(names: Sequence[str] | str) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
