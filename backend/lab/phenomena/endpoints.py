"""HTTP of phenomena."""

from fastapi import APIRouter
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.phenomena import service
from lab.phenomena.schemas import PhenomenaRead
from lab.runs.answers import RunQuestion

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/phenomena", operation_id="readPhenomena", response_model=PhenomenaRead)
@refuses(NotFound)
def read_phenomena(question: RunQuestion) -> Response:
    """Named phenomena of a finished run, each with a sentence, its definition and its times.
    Found when asked for, by the definitions of this version.
    """
    return question.answer(
        ("phenomena",),
        lambda run: service.read_of(question.session, run),
        tells_labels=True,
        lasts=lambda answer: answer.complete,
    )
