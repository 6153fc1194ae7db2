"""A run computed here with all that an export may need."""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from lab_exec.chunk import Chunk
from lab_model.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline


@dataclass(frozen=True)
class ComputedRun:
    """The run and its chunks: all of them in memory, at most some hundred megabytes."""

    run: ExportedRun
    chunks: list[Chunk]
    packet_part: PacketPart | None = None

    def pieces(self) -> Iterator[SeriesPiece]:
        """The series in the order of the chunks."""
        for chunk in self.chunks:
            yield from pieces(chunk)

    def flow_pieces(self) -> list[SeriesPiece]:
        """The series of the flows, flow by flow, each by time."""
        flows = [piece for piece in self.pieces() if piece.subject == "flow"]
        return sorted(flows, key=attrgetter("index", "first_sample"))

    def timeline(self) -> Timeline:
        """All phases and events, as the API stores them."""
        return Timeline(
            phases=[phase._asdict() for chunk in self.chunks for phase in chunk.phases],
            events=[event._asdict() for chunk in self.chunks for event in chunk.events],
        )

    def packets(self) -> PacketPart | None:
        """The packets of the part that was asked for."""
        return self.packet_part


def pieces(chunk: Chunk) -> Iterator[SeriesPiece]:
    """The subjects of a chunk, as exports take them."""
    for subject in chunk.subjects:
        yield SeriesPiece(subject.subject, subject.index, chunk.first_sample, subject.columns)
