"""The tasks of Celery, safe to deliver twice: who comes second finds nothing to do."""

from uuid import UUID

from lab.jobs import BATCH, PACKETS, RUN
from lab_worker.base_task import LabTask
from lab_worker.celery_app import app
from lab_worker.experiments.execute import execute_batch
from lab_worker.packets.record import record_packets
from lab_worker.process import current_process
from lab_worker.runs.execute import execute


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
