"""Causes over HTTP."""

from uuid import UUID

from pydantic import BaseModel, Field

from lab.models.result import PacketStatus
from lab_model.causes import FlowChain


class CausesRead(BaseModel):
    """Why flows of a run get what they get. Ask again while `status` is queued or running."""

    run_id: UUID
    status: PacketStatus = Field(
        description="Of the record that the chains are made from. A result from before causes were "
        "recorded has none until a worker has computed the run again."
    )
    error: str | None = Field(description="Why there is no record, else null.")
    chains: list[FlowChain] = Field(description="Of the flows asked for; there when done.")
