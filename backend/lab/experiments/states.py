"""The states of an experiment and of its batches."""

from typing import Final, Literal

ExperimentStatus = Literal["running", "paused", "done", "cancelled"]
BatchStatus = Literal["queued", "running", "done", "failed"]

EXPERIMENT_STATUSES: Final[tuple[ExperimentStatus, ...]] = (
    "running",
    "paused",
    "done",
    "cancelled",
)
BATCH_STATUSES: Final[tuple[BatchStatus, ...]] = ("queued", "running", "done", "failed")
