"""HTTP of a class at work: what its teachers see, and the streams that say when to look again."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lab.classes import board, service, step_board
from lab.classes.board_schemas import BoardRead, StepBoardRead
from lab.classes.stream import ClassChange, ClassNews, Listener
from lab.context import Context
from lab.errors import DatabaseAway, NotFound, NotYours, refuses
from lab.events.endpoints import EventStream
from lab.kit.dependencies import DatabaseSession
from lab.owner import KnownOwner

router = APIRouter(prefix="/api/classes/{class_id}", tags=["classes"])

Projector = Annotated[bool, Query(description="For a wall: without names, points and feedback.")]

_STREAM_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"model": ClassChange, "description": "Events `change`."}
}


@router.get("/board", operation_id="readClassBoard")
@refuses(NotFound, NotYours)
def read_board(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, *, projector: Projector = False
) -> BoardRead:
    """All students by all steps."""
    classroom = service.taught(session, owner, class_id)
    return board.read(session, classroom, projector=projector)


@router.get("/steps/{step_id}", operation_id="readClassStep")
@refuses(NotFound, NotYours)
def read_step(
    session: DatabaseSession,
    owner: KnownOwner,
    class_id: UUID,
    step_id: str,
    *,
    projector: Projector = False,
) -> StepBoardRead:
    """Answers, their tally and the truth; runs with their evidence; the map."""
    classroom = service.taught(session, owner, class_id)
    return step_board.read(session, classroom, step_id, projector=projector)


@router.get(
    "/events",
    operation_id="streamClassEvents",
    response_class=EventStream,
    responses=_STREAM_RESPONSES,
)
@refuses(NotFound, DatabaseAway)
async def stream(
    request: Request,
    class_id: UUID,
    of: Annotated[
        Literal["everything", "control"], Query(description="control: what teachers set.")
    ] = "everything",
    attempt: Annotated[
        UUID | None,
        Query(description="With `control`: also what a teacher says to this student."),
    ] = None,
) -> Response:
    """Says when something has changed, at most once a second; holds nothing personal, so it is
    open to who knows the id. The first event comes at once.
    """
    context: Context = request.app.state.context
    news: ClassNews = request.app.state.class_news
    if await news.read(class_id) is None:
        raise NotFound(f"There is no class {class_id}. It may have been deleted.")
    changes = news.changes(class_id, Listener(of == "control", attempt))
    return EventStream(changes, ping=context.settings.event_keepalive_s, sep="\n")
