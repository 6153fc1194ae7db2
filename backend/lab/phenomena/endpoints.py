"""HTTP of phenomena."""

from fastapi import APIRouter
from fastapi.responses import Response

from lab.errors import NotFound, refuses
from lab.kit.typed_json import WrittenJson
from lab.phenomena import service
from lab.phenomena.schemas import PhenomenaRead
from lab.runs.answers import RunQuestion

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/phenomena", operation_id="readPhenomena", response_model=PhenomenaRead)
@refuses(NotFound)
def read_phenomena(question: RunQuestion) -> Response:
    """Named phenomena of a finished run, each with a sentence, its definition and its times.
    Found by the definitions of this version.
    """
    return question.answer(
        ("phenomena",),
        lambda reading: service.stored_or_found(question.session, reading),
        tells_labels=True,
        lasts=lambda answer: isinstance(answer, WrittenJson) or answer.complete,
    )
