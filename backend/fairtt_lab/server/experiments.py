"""An experiment that a server computes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from fairtt_lab.errors import CancelledError, RunFailedError
from fairtt_lab.experiments import Experiment, ExperimentStatus
from fairtt_lab.generated.models import (
    CellRead,
    ExperimentDefinition,
    ExperimentDifferences,
    ExperimentMap,
    ExperimentProgress,
    ExperimentRead,
    RunRead,
)
from fairtt_lab.server.connection import understood
from fairtt_lab.server.runs import ServerRun
from fairtt_lab.server.stored import Stored
from lab_model.exports.names import ExperimentFormat


class ServerExperiment(Stored[ExperimentRead], Experiment):
    """The server's last answer about an experiment, and how to ask for more."""

    collection = "experiments"

    @property
    def definition(self) -> ExperimentDefinition:
        """Base scenario, axes, replications."""
        return self._read.experiment

    @property
    def status(self) -> ExperimentStatus:
        """As the server said last."""
        return self._read.status

    @property
    def core_version(self) -> str | None:
        """Of the simulator; None before a worker has registered one."""
        return self._read.core_version

    @property
    def behaviour_version(self) -> int | None:
        """Of its numbers; None before a worker has registered a core."""
        return self._read.behaviour_version

    @property
    def progress(self) -> ExperimentProgress:
        """How many units are done, failed, being computed."""
        return self._read.progress

    def refresh(self) -> Self:
        """Ask the server how far it is."""
        self._read = understood(ExperimentRead, self._connection.get(self._path()))
        return self

    def cancel(self) -> Self:
        """Stop it for good; the numbers that were found stay. 409 if it is over."""
        return self._order("cancel")

    def pause(self) -> Self:
        """Let nothing more begin."""
        return self._order("pause")

    def resume(self) -> Self:
        """Go on after a pause."""
        return self._order("resume")

    def retry(self) -> Self:
        """Let failed units wait again."""
        return self._order("retry")

    def cell(self, cell_index: int) -> CellRead:
        """Everything about one cell: scenario, numbers by seed, estimates, failures."""
        return understood(CellRead, self._connection.get(self._path(f"/cells/{cell_index}")))

    def run(self, cell_index: int, seed: int) -> ServerRun:
        """An ordinary run of one unit, with its series."""
        scenario = self.scenario(cell_index).model_dump(mode="json")
        body = {"scenario": scenario, "seed": seed, "name": self.expansion.name_of(cell_index)}
        answer = self._connection.post("/api/runs", body)
        return ServerRun(self._connection, understood(RunRead, answer))

    def __repr__(self) -> str:
        return f"<experiment {self.id} {self.name!r}: {self.status}>"

    def _order(self, command: str) -> Self:
        self._read = understood(ExperimentRead, self._connection.post(self._path(f"/{command}")))
        return self

    def _done_count(self) -> int:
        return self.progress.done_count + self.progress.failed_count

    def _raise_if_failed(self) -> None:
        if self.status == "cancelled":
            raise CancelledError("The experiment was cancelled.")
        if self.progress.failed_count:
            message = (
                f"{self.progress.failed_count} of {self.progress.unit_count} runs failed; cell() "
                "says why, and all others have their numbers."
            )
            core_version = self.core_version
            raise RunFailedError(
                message, code="units_failed", seed=self.seeds[0], core_version=core_version
            )

    def _table_csv(self) -> str:
        return self._connection.get_text(self._path("/table.csv"))

    def _estimates(self, metric: str) -> Mapping[str, Sequence[Any]]:
        answer = self._connection.get(self._path("/map"), {"metric": metric})
        cells = understood(ExperimentMap, answer).cells
        return {
            "count": cells.count,
            "mean": cells.mean,
            "median": cells.median,
            "low": cells.low,
            "high": cells.high,
            "is_clipped": cells.is_clipped,
            "seeds_hardly_differ": cells.seeds_hardly_differ,
        }

    def _differences(self, metric: str) -> Mapping[str, Sequence[Any]]:
        answer = self._connection.get(self._path("/differences"), {"metric": metric})
        found = understood(ExperimentDifferences, answer)
        cells, judged = found.cells, found.verdicts
        return {
            "kind": [found.kind] * len(cells.count),
            "count": cells.count,
            "mean": cells.mean,
            "low": cells.low,
            "high": cells.high,
            "is_distinguishable": cells.is_distinguishable,
            "nearer_fair_count": cells.nearer_fair_count,
            "towards": [judged.towards] * len(cells.count),
            "judged_mean": judged.cells.mean,
            "judged_low": judged.cells.low,
            "judged_high": judged.cells.high,
            "adjusted_p": judged.cells.adjusted_p,
            "verdict": judged.cells.verdict,
        }

    def _file_parts(self, file_format: ExperimentFormat) -> Iterator[bytes]:
        return self._connection.stream(self._path(f"/export/{file_format}"))
