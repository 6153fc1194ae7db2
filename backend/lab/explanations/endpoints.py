"""HTTP of explanations."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lab.errors import NotDone, NotFound, OtherBehaviour, TooManyRequests, refuses
from lab.explanations import causes, phenomena
from lab.explanations.causes import CausesRead
from lab.explanations.phenomena_schemas import PhenomenaRead
from lab.kit.typed_json import WrittenJson
from lab.runs.answers import RunQuestion
from lab_model.causes.chosen import MOST_FLOWS

router = APIRouter(prefix="/api/runs", tags=["series"])


@router.get("/{run_id}/causes", operation_id="readCauses", response_model=CausesRead)
@refuses(NotFound, NotDone, OtherBehaviour, TooManyRequests)
def read_causes(
    question: RunQuestion,
    flows: Annotated[list[int] | None, Query(max_length=MOST_FLOWS)] = None,
) -> Response:
    """The chain of causes of each of these flows; without any, of the first flow of each group.
    409 if the run is not done, or if it has no record and was computed by another core.
    """
    return question.answer(
        ("causes", None if flows is None else tuple(flows)),
        lambda reading: causes.read(question.session, reading, flows),
        tells_labels=True,
        lasts=lambda answer: isinstance(answer, WrittenJson) or answer.status == "done",
    )


@router.get("/{run_id}/phenomena", operation_id="readPhenomena", response_model=PhenomenaRead)
@refuses(NotFound)
def read_phenomena(question: RunQuestion) -> Response:
    """Named phenomena of a finished run, each with a sentence, its definition and its times.
    Found by the definitions of this version.
    """
    return question.answer(
        ("phenomena",),
        lambda reading: phenomena.stored_or_found(question.session, reading),
        tells_labels=True,
        lasts=lambda answer: isinstance(answer, WrittenJson) or answer.complete,
    )
