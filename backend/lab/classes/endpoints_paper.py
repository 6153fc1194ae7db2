"""HTTP of labs on paper: worksheets for students, guides and solutions for their teachers."""

from uuid import UUID

from fastapi import APIRouter
from fastapi.responses import Response

from lab.classes import paper
from lab.errors import NotFound, NotYours, WrongState, refuses
from lab.kit.dependencies import DatabaseSession
from lab.labs import service
from lab.owner import KnownOwner

router = APIRouter(prefix="/api")


class MarkdownResponse(Response):
    """Names the media type in the OpenAPI description."""

    media_type = "text/markdown"


@router.get(
    "/labs/{lab_id}/worksheet",
    operation_id="readWorksheet",
    response_class=MarkdownResponse,
    tags=["labs"],
)
@refuses(NotFound)
def read_worksheet(session: DatabaseSession, lab_id: str) -> Response:
    """A lab on paper for students: tasks and room for answers, without keys."""
    return MarkdownResponse(service.worksheet_of(session, lab_id))


@router.get(
    "/labs/{lab_id}/solutions",
    operation_id="readSolutions",
    response_class=MarkdownResponse,
    tags=["labs"],
)
@refuses(NotFound, NotYours)
def read_solutions(session: DatabaseSession, owner: KnownOwner, lab_id: str) -> Response:
    """The same with expected answers, keys and measured values. A written lab shows them to its
    author only; not available to students while they do the lab in a class.
    """
    return MarkdownResponse(paper.solutions_of(session, owner, lab_id))


@router.get(
    "/lab-attempts/{attempt_id}/solutions",
    operation_id="readSolutionsOfClass",
    response_class=MarkdownResponse,
    tags=["classes"],
)
@refuses(NotFound, NotYours, WrongState)
def read_solutions_of_class(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID
) -> Response:
    """The solutions of the lab that a class has done, for its students: once it has closed, and if
    its teacher allows it.
    """
    return MarkdownResponse(paper.solutions_of_class(session, owner, attempt_id))


@router.get(
    "/classes/{class_id}/guide",
    operation_id="readClassGuide",
    response_class=MarkdownResponse,
    tags=["classes"],
)
@refuses(NotFound, NotYours)
def read_guide(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> Response:
    """The lab of a class for its teachers: minutes, expected answers, misconceptions, effects."""
    return MarkdownResponse(paper.guide_of_class(session, owner, class_id))
