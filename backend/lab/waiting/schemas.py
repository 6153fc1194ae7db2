"""What the interface of waiting gives."""

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from lab.runs.states import RunStatus

WaitsFor = Literal["worker", "start", "turn", "broker"]


class WaitingRead(BaseModel):
    """What a queued run waits for now. Ask again while `status` is queued."""

    run_id: UUID
    status: RunStatus
    waits_for: WaitsFor | None = Field(
        description="worker: none is there for its queue; start: one is starting; turn: those that "
        "are there are busy, or take it in this moment; broker: Redis, over which workers hear of "
        "runs, does not answer. null: it does not wait."
    )
    ahead_count: int = Field(
        description="Runs, windows of packets and batches of experiments that wait longer in its "
        "queue."
    )
