"""A run computed here with all that an export may need."""

from collections.abc import Iterator
from dataclasses import dataclass

from lab.exports.run import ExportedRun, SeriesPiece
from lab.scenarios import Scenario
from lab_worker.cli.errors import RunFailedError
from lab_worker.cli.progress import simulated_time_progress
from lab_worker.cli.series_file import pieces
from lab_worker.cli.stored_run import StoredRun
from lab_worker.execution import Chunk, run_scenario


@dataclass(frozen=True)
class ComputedRun:
    """The run and its chunks: all of them in memory, at most some hundred megabytes."""

    run: ExportedRun
    chunks: list[Chunk]

    def pieces(self) -> Iterator[SeriesPiece]:
        """The series in the order of the chunks."""
        for chunk in self.chunks:
            yield from pieces(chunk)


def compute_run(scenario: Scenario, seed: int) -> ComputedRun:
    """Runs a scenario and keeps its series."""
    chunks: list[Chunk] = []
    with simulated_time_progress(scenario.duration_s) as on_progress:
        result = run_scenario(scenario, seed, on_chunk=chunks.append, on_progress=on_progress)
    run = ExportedRun(scenario.name, scenario.model_dump(mode="json"), seed, result)
    return ComputedRun(run, chunks)


def compute_again(stored: StoredRun, scenario: Scenario, seed: int) -> ComputedRun:
    """The series of a stored run, if they are still those of its result."""
    computed = compute_run(scenario, seed)
    for digest in ("summary_digest", "series_digest"):
        if stored.result.get(digest) not in (None, computed.run.result[digest]):
            raise RunFailedError(
                f"The run was computed by core {stored.result['core_version']}, and core "
                f"{computed.run.result['core_version']} of this installation gives another "
                f"{digest}: its series would not belong to the stored result. Export the "
                "scenario to get a run of this core."
            )
    return ComputedRun(
        ExportedRun(stored.name, computed.run.scenario, seed, computed.run.result), computed.chunks
    )
