"""HTTP of a class at work: what its teachers see, its wall, and streams that say when to look."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response

from lab.classes import board, service, step_board, wall
from lab.classes.board_schemas import BoardRead, StepBoardRead, WallRead
from lab.classes.quota import limited_wall_keys
from lab.classes.stream import ClassChange, ClassNews, Listener
from lab.errors import DatabaseAway, NotFound, NotYours, TooManyRequests, refuses
from lab.events.endpoints import (
    MAX_RUNS_PER_STREAM,
    EventStream,
    LastEventId,
    open_stream,
    reader_of,
)
from lab.events.schemas import RunEventRead
from lab.kit.dependencies import DatabaseSession
from lab.kit.typed_json import sent_json
from lab.owner import KnownOwner, Owner

router = APIRouter(prefix="/api/classes/{class_id}", tags=["classes"])

WallKeyHeader = Annotated[
    str | None,
    Header(alias="X-Lab-Wall", max_length=200, description="Of a browser that teaches nothing."),
]

_STREAM_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {
        "model": ClassChange | RunEventRead,
        "description": "Events `change`; of runs `state`, `progress` and `end`.",
    }
}


@router.get("/board", operation_id="readClassBoard", response_model=BoardRead)
@refuses(NotFound, NotYours)
def read_board(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> Response:
    """All students by all steps."""
    classroom = service.taught(session, owner, class_id)
    return sent_json(session, board.read(session, classroom))


@router.get("/steps/{step_id}", operation_id="readClassStep", response_model=StepBoardRead)
@refuses(NotFound, NotYours)
def read_step(
    session: DatabaseSession,
    owner: KnownOwner,
    class_id: UUID,
    step_id: str,
) -> Response:
    """Answers, their tally and the truth; runs with their evidence; the map."""
    classroom = service.taught(session, owner, class_id)
    return sent_json(session, step_board.read(session, classroom, step_id, projector=False))


@router.get("/wall", operation_id="readClassWall", dependencies=[limited_wall_keys])
@refuses(NotFound, NotYours)
def read_wall(
    session: DatabaseSession, owner: Owner, class_id: UUID, wall_key: WallKeyHeader = None
) -> WallRead:
    """The wall, for teachers of the class and for anyone with its key, which opens nothing else."""
    return wall.read(session, wall.shown_to(session, owner, wall_key, class_id))


@router.get(
    "/events",
    operation_id="streamClassEvents",
    response_class=EventStream,
    responses=_STREAM_RESPONSES,
)
@refuses(NotFound, TooManyRequests, DatabaseAway)
async def stream(
    request: Request,
    class_id: UUID,
    of: Annotated[
        Literal["everything", "control"], Query(description="control: what teachers set.")
    ] = "everything",
    attempt: Annotated[
        UUID | None,
        Query(description="With `control`: also a teacher's feedback to this student."),
    ] = None,
    run: Annotated[
        list[UUID] | None,
        Query(
            max_length=MAX_RUNS_PER_STREAM,
            description="Also their events, as of `/api/events`; unknown ids are ignored.",
        ),
    ] = None,
    last_event_id: LastEventId = None,
) -> Response:
    """Says when something has changed, at most once a second; holds nothing personal, so it is open
    to anyone who knows the id. The first event comes at once, and ids are those of the runs'
    events.
    """
    news: ClassNews = request.app.state.class_news
    if await news.read(class_id) is None:
        raise NotFound(f"There is no class {class_id}. It may have been deleted.")
    runs = reader_of(request, run, last_event_id) if run else None
    return open_stream(request, news.changes(class_id, Listener(of == "control", attempt), runs))
