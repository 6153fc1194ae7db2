"""Tasks about experiments."""

from uuid import UUID

from lab.queue import EXECUTE_BATCH_TASK
from lab_worker.base_task import LabTask
from lab_worker.celery_app import app
from lab_worker.experiments.execute import execute_batch as execute
from lab_worker.process import current_process


@app.task(name=EXECUTE_BATCH_TASK, base=LabTask)  # type: ignore[untyped-decorator]
def execute_batch(batch_id: str) -> None:
    """Compute a batch if it waits. Safe to deliver twice: who comes second finds nothing to do."""
    execute(current_process(), UUID(batch_id))
