"""What every task has in common."""

from typing import Any

import structlog
from celery import Task


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
