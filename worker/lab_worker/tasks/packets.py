"""Tasks about packet windows."""

from uuid import UUID

from lab.queue import RECORD_PACKETS_TASK
from lab_worker.base_task import LabTask
from lab_worker.celery_app import app
from lab_worker.packets.record import record_packets as record
from lab_worker.process import current_process


@app.task(name=RECORD_PACKETS_TASK, base=LabTask)  # type: ignore[untyped-decorator]
def record_packets(window_id: str) -> None:
    """Compute a packet window if it waits. Safe to deliver twice."""
    record(current_process(), UUID(window_id))
