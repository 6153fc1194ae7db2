"""HTTP of packet windows."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from lab.errors import NotDone, NotFound, OtherBehaviour, TooManyRequests, refuses
from lab.kit.dependencies import DatabaseSession
from lab.packets import service
from lab.packets.schemas import PacketsRead
from lab.packets.service import MAX_EVENTS, PacketQuery

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/packets", operation_id="readPackets")
@refuses(NotFound, NotDone, OtherBehaviour, TooManyRequests)
def read_packets(
    session: DatabaseSession,
    run_id: UUID,
    *,
    from_s: Annotated[float, Query(ge=0, allow_inf_nan=False)],
    to_s: Annotated[float, Query(gt=0, allow_inf_nan=False)],
    limit: Annotated[int, Query(ge=1, le=MAX_EVENTS)] = MAX_EVENTS,
) -> PacketsRead:
    """Every packet event of [from_s, to_s). The first to ask has a worker compute the run again:
    ask again until `status` is done. 409 if the run is not done, or was computed by another core.
    """
    return service.read(session, run_id, PacketQuery(from_s, to_s, limit))
