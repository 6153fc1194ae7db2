"""A run computed here with all that an export may need."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from lab.exports.run import ExportedRun, PacketPart, SeriesPiece, Timeline
from lab.scenarios import Scenario
from lab_worker.cli.errors import RunFailedError
from lab_worker.cli.progress import simulated_time_progress
from lab_worker.cli.series_file import pieces
from lab_worker.cli.stored_run import StoredRun
from lab_worker.execution import Chunk, PacketEvents, PacketWatch, PacketWindow, run_scenario


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


def compute_run(scenario: Scenario, seed: int, window: PacketWindow | None = None) -> ComputedRun:
    """Runs a scenario and keeps its series, and the packets of a part of it."""
    chunks: list[Chunk] = []
    found: list[PacketEvents] = []
    with simulated_time_progress(scenario.duration_s) as on_progress:
        result = run_scenario(
            scenario,
            seed,
            on_chunk=chunks.append,
            on_progress=on_progress,
            packets=None if window is None else PacketWatch(window, found.append),
        )
    run = ExportedRun(scenario.name, scenario.model_dump(mode="json"), seed, result)
    parts = [PacketPart(events.columns(), events.is_truncated) for events in found]
    return ComputedRun(run, chunks, parts[0] if parts else None)


def compute_again(
    stored: StoredRun, scenario: Scenario, seed: int, window: PacketWindow | None = None
) -> ComputedRun:
    """The series of a stored run, if they are still those of its result."""
    computed = compute_run(scenario, seed, window)
    for digest in ("summary_digest", "series_digest"):
        if stored.result.get(digest) not in (None, computed.run.result[digest]):
            raise RunFailedError(
                f"The run was computed by core {stored.result['core_version']}, and core "
                f"{computed.run.result['core_version']} of this installation gives another "
                f"{digest}: its series would not belong to the stored result. Export the "
                "scenario to get a run of this core."
            )
    return replace(computed, run=replace(computed.run, name=stored.name))
