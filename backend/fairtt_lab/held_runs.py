"""Runs whose series are in this process: computed here, or read from a file."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from fairtt_lab.errors import ConflictError
from fairtt_lab.runs import Run
from fairtt_lab.series import Column, Samples, SeriesQuery
from lab_model.exports.names import RunFormat
from lab_model.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline
from lab_model.exports.table import run_parts
from lab_model.series.groups import GroupColumn


class HeldRun(Run):
    """Answers as the server does, from the samples."""

    @abstractmethod
    def _samples(self) -> Iterable[Samples]:
        """Every series, from the first sample."""

    @abstractmethod
    def _exported(self) -> ExportedRun:
        """The run as exports take it."""

    def _columns(self, query: SeriesQuery) -> list[Column]:
        result = self._result()
        interval_s = result.sample_interval_s
        grid = query.grid(result.sample_count, interval_s, self.scenario.duration_s)
        return [
            samples.column(grid, interval_s)
            for samples in self._samples()
            if query.wants(samples.subject, samples.index, samples.metric)
        ]

    def _group_columns(self, query: SeriesQuery) -> list[Column]:
        group_of_flow = [flow.group_index for flow in self._result().flows]
        return group_columns(self._columns(query), group_of_flow)

    def _file_parts(
        self, file_format: RunFormat, packets: tuple[float, float] | None
    ) -> Iterator[bytes]:
        return run_parts(file_format, self._exported(), self._source(packets))

    def _source(self, packets: tuple[float, float] | None) -> "SampleSource":
        """What an export reads from."""
        if packets is not None:
            raise ConflictError("The packets of a run need the core: export them from a server.")
        return SampleSource(list(self._samples()))


class SampleSource:
    """The series of a run for an export; nothing is known of its phases and packets."""

    def __init__(self, samples: list[Samples]) -> None:
        self._subjects: dict[tuple[str, int], dict[str, Samples]] = {}
        for each in samples:
            self._subjects.setdefault((each.subject, each.index), {})[each.metric] = each

    def pieces(self) -> Iterator[SeriesPiece]:
        """Subject by subject, each as a whole."""
        for (subject, index), columns in self._subjects.items():
            values = {metric: samples.values for metric, samples in columns.items()}
            yield SeriesPiece(subject, index, 0, values)

    def flow_pieces(self) -> Iterator[SeriesPiece]:
        """Those of the flows."""
        return (piece for piece in self.pieces() if piece.subject == "flow")

    def timeline(self) -> Timeline:
        """Raises `ConflictError`."""
        message = "A ZIP has no phases and events: export a qlog from a server or a local run."
        raise ConflictError(message)

    def packets(self) -> PacketPart | None:
        """None were asked for."""
        return None


def group_columns(columns: Iterable[Column], group_of_flow: Sequence[int]) -> list[Column]:
    """Mean of the flows of each group, and the lowest and the highest flow, by group and metric."""
    found: dict[tuple[int, str], tuple[Column, GroupColumn]] = {}
    for column in columns:
        if column.subject != "flow":
            continue
        key = group_of_flow[column.index], column.metric
        if key not in found:
            found[key] = column, GroupColumn(column.mean.size)
        found[key][1].add(column.mean)
    groups = []
    for (group, metric), (first, gathered) in sorted(found.items(), key=lambda item: item[0]):
        each = gathered.buckets()
        groups.append(
            Column("group", group, metric, first.time_s, each.mean, each.minimum, each.maximum)
        )
    return groups
