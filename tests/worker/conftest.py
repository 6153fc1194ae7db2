"""What the tests of workers have in common."""

from collections.abc import Iterator

import pytest

from lab.context import Context
from lab_worker.process import WorkerProcess, close_process, open_process


@pytest.fixture
def process(context: Context) -> Iterator[WorkerProcess]:
    """A worker process as Celery opens it."""
    yield open_process(context.settings)
    close_process()
