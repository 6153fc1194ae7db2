"""A run from its self-describing ZIP, or from the folder that the ZIP was unpacked to."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from pydantic import ValidationError

from fairtt_lab.archive_files import ArchiveFiles, Json
from fairtt_lab.errors import ArchiveError, ConflictError
from fairtt_lab.generated.models import ResultRead, Scenario
from fairtt_lab.held_runs import HeldRun
from fairtt_lab.runs import RunStatus
from fairtt_lab.series import Samples
from lab_model.behaviour import behaviour_of, named_as_now
from lab_model.exports.formats.archive import RESULT_FILE, SCENARIO_FILE, SERIES_FILE
from lab_model.exports.names import RunFormat
from lab_model.exports.run import ExportedRun

METRICS_FILE: Final = "metrics.json"


class ArchivedRun(HeldRun):
    """A run as it was exported. Nothing is computed and nothing is asked of a server."""

    def __init__(self, files: ArchiveFiles) -> None:
        self._files = files
        self._scenario_data = files.read_json(SCENARIO_FILE)
        self._result_data = files.read_json(RESULT_FILE)
        try:
            self._read = ResultRead.model_validate(self._result_data)
            named = named_as_now(self._scenario_data, behaviour_of(self._result_data))
            self._scenario = Scenario.model_validate(named)
        except ValidationError as error:
            raise ArchiveError(f"'{files.path}' is not an export of a run: {error}") from None

    @property
    def name(self) -> str:
        """The scenario's."""
        return self._scenario.name

    @property
    def seed(self) -> int:
        """Of its random numbers."""
        return self._read.seed

    @property
    def scenario(self) -> Scenario:
        """What was simulated, every default filled in."""
        return self._scenario

    @property
    def status(self) -> RunStatus:
        """Only runs that are done are exported."""
        return "done"

    @property
    def definitions(self) -> Json:
        """What every number means, with its unit."""
        return self._files.read_json(METRICS_FILE)

    def refresh(self) -> Self:
        """Nothing changes."""
        return self

    def cancel(self) -> Self:
        """Raises `ConflictError`: it is over."""
        raise ConflictError("The run of an archive is over; there is nothing to cancel.")

    def __repr__(self) -> str:
        return f"<run in {self._files.path} {self.name!r} seed {self.seed}>"

    def _simulated_s(self) -> float:
        return self._scenario.duration_s

    def _pause(self, seconds: float) -> None:
        """Never called: it is over."""

    def _result(self) -> ResultRead:
        return self._read

    def _exported(self) -> ExportedRun:
        return ExportedRun(self.name, self._scenario_data, self.seed, self._result_data)

    def _samples(self) -> list[Samples]:
        return self._read_samples

    @cached_property
    def _read_samples(self) -> list[Samples]:
        # As late as possible: it takes longer to load than all the rest.
        import pandas as pd

        with self._files.open(SERIES_FILE) as file:
            table = pd.read_csv(file)
        # Row i of a series ends at (i + 1) x interval; a row that is not there has no value.
        places = np.rint(table["time_s"].to_numpy() / self._read.sample_interval_s).astype(int) - 1
        found = []
        by_series: Any = table.groupby(["subject", "index", "metric"], sort=False).indices
        for (subject, index, metric), rows in by_series.items():
            values = np.full(self._read.sample_count, np.nan)
            values[places[rows]] = table["value"].to_numpy()[rows]
            found.append(Samples(subject, int(index), metric, values))
        return found

    def _file_parts(
        self, file_format: RunFormat, packets: tuple[float, float] | None
    ) -> Iterator[bytes]:
        copied = self._files.copied() if file_format == "zip" else None
        return super()._file_parts(file_format, packets) if copied is None else iter([copied])


def open_archive(path: str | Path) -> ArchivedRun:
    """The run in a ZIP of `export("zip", ...)`, `./lab export` or a page's download; also from
    the folder that one was unpacked to. Raises `ArchiveError`.
    """
    return ArchivedRun(ArchiveFiles(path))
