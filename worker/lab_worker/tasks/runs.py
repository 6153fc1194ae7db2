"""Tasks about runs."""

from uuid import UUID

from lab.queue import EXECUTE_RUN_TASK
from lab_worker.base_task import LabTask
from lab_worker.celery_app import app
from lab_worker.process import current_process
from lab_worker.runs.execute import execute


@app.task(name=EXECUTE_RUN_TASK, base=LabTask)  # type: ignore[untyped-decorator]
def execute_run(run_id: str) -> None:
    """Compute a run if it waits. Safe to deliver twice: who comes second finds nothing to do."""
    execute(current_process(), UUID(run_id))
