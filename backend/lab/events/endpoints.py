"""HTTP of event streams."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from lab.context import Context
from lab.errors import DatabaseAway, InvalidInput, NotFound, TooManyRequests, refuses
from lab.events.hub import EventHub
from lab.events.open_streams import OpenStreams
from lab.events.schemas import RunEventRead
from lab.events.stream import EventReader, Position, stream_events
from lab.kit.problem import ProblemItem
from lab.kit.rate_limit import address_of
from lab.runs import service as runs

MAX_RUNS_PER_STREAM = 100

router = APIRouter(prefix="/api", tags=["events"])

LastEventId = Annotated[
    str | None, Header(description="Id of the last event received; browsers send it by themselves.")
]


class EventStream(EventSourceResponse):
    """Names the media type in the OpenAPI description."""

    media_type = "text/event-stream"


def open_stream(request: Request, events: AsyncGenerator[ServerSentEvent]) -> EventStream:
    """Send these events until they end. Raises TooManyRequests."""
    context: Context = request.app.state.context
    streams: OpenStreams = request.app.state.open_streams
    address = address_of(request)
    streams.require_room(address)
    return EventStream(
        streams.counted(address, events), ping=context.settings.event_keepalive_s, sep="\n"
    )


EVENT_STREAM_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"model": RunEventRead, "description": "Events `state`, `progress` and `end`."},
    204: {"description": "All runs are over and the reader has everything: do not reconnect."},
}


@router.get(
    "/events",
    operation_id="streamEvents",
    response_class=EventStream,
    responses=EVENT_STREAM_RESPONSES,
)
@refuses(NotFound, TooManyRequests, DatabaseAway)
async def stream_of_runs(
    request: Request,
    run: Annotated[list[UUID], Query(min_length=1, max_length=MAX_RUNS_PER_STREAM)],
    last_event_id: LastEventId = None,
) -> Response:
    """One stream for several runs: every event of each, from the first or behind Last-Event-ID.
    Its ids are the runs' event numbers joined by `.` in the order asked for.
    """
    return await _stream(request, run, last_event_id)


@router.get(
    "/runs/{run_id}/events",
    operation_id="streamRunEvents",
    response_class=EventStream,
    responses=EVENT_STREAM_RESPONSES,
)
@refuses(NotFound, TooManyRequests, DatabaseAway)
async def stream_of_run(
    request: Request, run_id: UUID, last_event_id: LastEventId = None
) -> Response:
    """The events of one run, from the first or behind Last-Event-ID."""
    return await _stream(request, [run_id], last_event_id)


async def _stream(request: Request, run_ids: list[UUID], last_event_id: str | None) -> Response:
    await to_thread.run_sync(_require_all, request.app.state.context, run_ids)
    reader = reader_of(request, run_ids, last_event_id)
    if last_event_id is not None and await reader.is_at_end():
        return Response(status_code=204)
    return open_stream(request, stream_events(request.app.state.event_hub, reader))


def reader_of(request: Request, run_ids: list[UUID], last_event_id: str | None) -> EventReader:
    """Of the events of these runs, behind an id. Raises InvalidInput if it is not one."""
    context: Context = request.app.state.context
    hub: EventHub = request.app.state.event_hub
    return EventReader(hub, context.sessions, _position(run_ids, last_event_id))


def _require_all(context: Context, run_ids: list[UUID]) -> None:
    with context.sessions() as session:
        runs.require_all(session, run_ids)


def _position(run_ids: list[UUID], last_event_id: str | None) -> Position:
    if last_event_id is None:
        return Position.start(run_ids)
    try:
        return Position.resume(run_ids, last_event_id)
    except ValueError as error:
        message = f"Last-Event-ID is '{last_event_id[:100]}'; it {error}"
        item = ProblemItem(path="Last-Event-ID", pointer="", message=message)
        raise InvalidInput(message, errors=[item]) from error
