"""The tasks of Celery, safe to deliver twice: the second one finds nothing to do."""

from typing import Any
from uuid import UUID

import structlog
from celery import Task

from lab.jobs import BATCH, PACKETS, RUN, SEARCH
from lab_worker.celery_app import app
from lab_worker.counterexamples import execute_search
from lab_worker.experiments.execute import execute_batch
from lab_worker.packets.record import record_packets
from lab_worker.process import current_process
from lab_worker.runs.execute import execute


class LabTask(Task):  # type: ignore[misc]  # Celery brings no types
    """Binds the log to the task, and leaves retries to PostgreSQL.

    A task that raises is acknowledged and not repeated by Celery: the run's row says whether
    there is something left to do, and the janitor sends another message.
    """

    abstract = True
    max_retries = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task with its id in every line of the log."""
        with structlog.contextvars.bound_contextvars(task=self.name, task_id=self.request.id):
            return super().__call__(*args, **kwargs)


@app.task(name=RUN.task, base=LabTask)  # type: ignore[untyped-decorator]
def run(run_id: str) -> None:
    """Compute a run if it waits."""
    execute(current_process(), UUID(run_id))


@app.task(name=BATCH.task, base=LabTask)  # type: ignore[untyped-decorator]
def batch(batch_id: str) -> None:
    """Compute a batch of an experiment if it waits."""
    execute_batch(current_process(), UUID(batch_id))


@app.task(name=PACKETS.task, base=LabTask)  # type: ignore[untyped-decorator]
def packets(window_id: str) -> None:
    """Compute a packet window if it waits."""
    record_packets(current_process(), UUID(window_id))


@app.task(name=SEARCH.task, base=LabTask)  # type: ignore[untyped-decorator]
def search(search_id: str) -> None:
    """Compute a slice of a search if it waits."""
    execute_search(current_process(), UUID(search_id))
