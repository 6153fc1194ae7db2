"""The kinds of work: which table, which task of Celery, which queue."""

from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, Text, exists, literal, true
from sqlalchemy.orm import InstrumentedAttribute

from lab.models import CounterexampleSearch, Experiment, ExperimentBatch, PacketWindow, Run
from lab.models.job import Job

JobT = TypeVar("JobT", bound=Job)


@dataclass(frozen=True, eq=False)
class JobKind(Generic[JobT]):
    """One kind. Other modules name no task and no queue."""

    name: str
    """In logs and errors."""
    table: type[JobT]
    task: str
    """The name under which workers know it."""
    queue: ColumnElement[Any] | InstrumentedAttribute[Any]
    """Where a row's message waits."""
    may_begin: ColumnElement[bool]
    """The condition under which a worker may begin a queued row."""


RUN: Final = JobKind("run", Run, "lab_worker.runs.execute", Run.queue, true())
PACKETS: Final = JobKind(
    "window", PacketWindow, "lab_worker.packets.record", PacketWindow.queue, true()
)
# A class with its interactive runs never waits behind an experiment.
BATCH: Final = JobKind(
    "batch",
    ExperimentBatch,
    "lab_worker.experiments.execute",
    literal("batch", Text),
    exists().where(Experiment.id == ExperimentBatch.experiment_id, Experiment.status == "running"),
)

SEARCH: Final = JobKind(
    "search",
    CounterexampleSearch,
    "lab_worker.counterexamples.execute",
    literal("batch", Text),
    true(),
)

JOB_KINDS: Final[tuple[JobKind[Any], ...]] = (RUN, PACKETS, BATCH, SEARCH)
