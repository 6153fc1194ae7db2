"""The states of an experiment, of its batches and of imported stores."""

from typing import Final, Literal

ExperimentStatus = Literal["running", "paused", "done", "cancelled"]
BatchStatus = Literal["queued", "running", "done", "failed"]
ImportStatus = Literal["open", "checking", "accepted", "refused"]

EXPERIMENT_STATUSES: Final[tuple[ExperimentStatus, ...]] = (
    "running",
    "paused",
    "done",
    "cancelled",
)
BATCH_STATUSES: Final[tuple[BatchStatus, ...]] = ("queued", "running", "done", "failed")
IMPORT_STATUSES: Final[tuple[ImportStatus, ...]] = ("open", "checking", "accepted", "refused")
