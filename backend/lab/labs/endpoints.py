"""HTTP of labs."""

from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response
from sqlalchemy.orm import Session

from lab.classes import membership
from lab.classes.quota import limited_runs_of_class
from lab.errors import (
    ClassClosed,
    ClassPaused,
    NotApproved,
    NotFound,
    NotYours,
    OwnerLimited,
    PredictionMissing,
    StepNotOpen,
    StorageQuotaReached,
    TooManyRequests,
    WrongState,
    refuses,
)
from lab.kit.cache import Cache
from lab.kit.dependencies import DatabaseSession, committed
from lab.kit.etag import etag_of, json_or_not_modified, not_modified, tagged_json
from lab.kit.free_space import needs_free_space
from lab.labs import service
from lab.labs.games import visible_query
from lab.labs.ownership import require_owner
from lab.labs.schemas import (
    AnswerWrite,
    AttemptListed,
    AttemptMapRead,
    AttemptRead,
    GuessWrite,
    LabListed,
    LabRunCreate,
    RoundSeriesRead,
)
from lab.models.base import SCHEMA_REVISION
from lab.owner import KnownOwner
from lab.runs.asker import AskerOfRuns, limit_runs
from lab.runs.schemas import RunRead
from lab.series.endpoints import MAX_POINTS
from lab.series.service import SeriesQuery
from lab_model.classroom.lab_file import MAX_ROUNDS

router = APIRouter(prefix="/api", tags=["labs"])

# Attempts as JSON of some ten kilobytes each, by tag.
_SENT: Final[Cache[str, str]] = Cache(most=500)
_TOO_MUCH = (OwnerLimited, StorageQuotaReached, TooManyRequests)

RoundIndex = Annotated[int, Path(alias="round", ge=0, le=MAX_ROUNDS - 1, description="From 0.")]


def _visible_query(
    from_s: Annotated[float, Query(ge=0, allow_inf_nan=False)] = 0.0,
    to_s: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
    points: Annotated[int, Query(ge=1, le=MAX_POINTS)] = 1000,
) -> SeriesQuery:
    return visible_query(from_s, to_s, points)


# States that a teacher may have set for the class.
_NOT_NOW = (ClassPaused, ClassClosed, StepNotOpen, NotApproved)


@router.get("/labs", operation_id="listLabs")
def list_labs() -> list[LabListed]:
    """The labs that come with the product."""
    return service.list_labs()


@router.get("/labs/{lab_id}", operation_id="describeLab")
@refuses(NotFound)
def describe_lab(session: DatabaseSession, lab_id: str) -> LabListed:
    """A shipped lab by its name, or the newest published version of a written one by its id."""
    return service.describe(session, lab_id)


@router.post(
    "/labs/{lab_id}/attempts",
    status_code=201,
    operation_id="startLab",
    dependencies=[limit_runs],
)
@refuses(NotFound)
def start_lab(session: DatabaseSession, owner: KnownOwner, lab_id: str) -> AttemptRead:
    """Begin a lab. The attempt keeps the lab as it is now."""
    return service.start(session, owner, lab_id)


@router.get("/lab-attempts", operation_id="listLabAttempts")
def list_attempts(session: DatabaseSession, owner: KnownOwner) -> list[AttemptListed]:
    """The owner's latest hundred attempts."""
    return service.list_mine(session, owner)


@router.get("/lab-attempts/{attempt_id}", operation_id="readLabAttempt", response_model=AttemptRead)
@refuses(NotFound, NotYours)
def read_attempt(
    request: Request, session: DatabaseSession, owner: KnownOwner, attempt_id: UUID
) -> Response:
    """The steps, the answers and runs, with marks."""
    # A class asks for hundreds of attempts a second, mostly unchanged: then one query says so, and
    # the answer that was sent before is right.
    stamp = membership.stamp_of(session, attempt_id)
    if stamp is not None:
        require_owner(stamp.owner_key_hash, owner, attempt_id)
        membership.note_seen(session, attempt_id, stamp.last_seen_at)
    if stamp is None or stamp.has_open_runs:
        return json_or_not_modified(request, _json(session, owner, attempt_id))
    revisions = (stamp.work_count, stamp.control_revision, stamp.is_closed, stamp.is_time_up)
    tag = etag_of(SCHEMA_REVISION, attempt_id, *revisions)
    known = not_modified(request, tag)
    if known is not None:
        return known
    content = _SENT.get(tag)
    if content is None:
        content = _json(session, owner, attempt_id)
        _SENT.put(tag, content)
    return tagged_json(content, tag)


def _json(session: Session, owner: bytes, attempt_id: UUID) -> str:
    return service.read(session, owner, attempt_id).model_dump_json()


@router.delete("/lab-attempts/{attempt_id}", status_code=204, operation_id="deleteLabAttempt")
@refuses(NotFound, NotYours)
def delete_attempt(session: DatabaseSession, owner: KnownOwner, attempt_id: UUID) -> None:
    """Forget an attempt and its answers. Its runs stay the owner's; of a class everything goes:
    name, feedback and answers, and the runs have no owner then.
    """
    service.delete(session, owner, attempt_id)


@router.put("/lab-attempts/{attempt_id}/answers/{step_id}", operation_id="answerLabStep")
@refuses(NotFound, NotYours, WrongState, *_NOT_NOW)
def answer_step(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, step_id: str, body: AnswerWrite
) -> AttemptRead:
    """Store an answer. 409 once the right one could be seen: a prediction stays from its first
    run on, a choice or a number from the first answer on.
    """
    return service.answer(session, owner, attempt_id, step_id, body.answer)


@router.post(
    "/lab-attempts/{attempt_id}/steps/{step_id}/runs",
    status_code=201,
    operation_id="runLabStep",
    dependencies=[limit_runs, limited_runs_of_class, needs_free_space],
)
@refuses(NotFound, NotYours, WrongState, PredictionMissing, *_TOO_MUCH, *_NOT_NOW)
def run_step(
    session: DatabaseSession,
    owner: KnownOwner,
    asker: AskerOfRuns,
    attempt_id: UUID,
    step_id: str,
    body: LabRunCreate,
) -> RunRead:
    """Run a step with settings of its open fields, or a cell of a map: the server draws its seed.
    409 while a prediction is missing whose run it could show.
    """
    created = service.run(session, owner, attempt_id, step_id, body.settings, asker)
    return committed(session, created)


@router.get("/lab-attempts/{attempt_id}/maps/{step_id}", operation_id="readLabMap")
@refuses(NotFound, NotYours, WrongState, PredictionMissing)
def read_map(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, step_id: str
) -> AttemptMapRead:
    """The cells of a map step that are computed so far: by the whole class, or by this attempt
    alone. 409 while a prediction is missing whose run a cell could show.
    """
    return service.read_map(session, owner, attempt_id, step_id)


@router.post(
    "/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}",
    status_code=204,
    operation_id="beginGameRound",
    dependencies=[limit_runs, limited_runs_of_class, needs_free_space],
)
@refuses(NotFound, NotYours, WrongState, *_TOO_MUCH, *_NOT_NOW)
def begin_round(
    session: DatabaseSession,
    owner: KnownOwner,
    asker: AskerOfRuns,
    attempt_id: UUID,
    step_id: str,
    index: RoundIndex,
) -> None:
    """Compute a round of a game. Once: asked again it changes nothing, unless the run failed."""
    service.begin_round(session, owner, attempt_id, step_id, index, asker)


@router.get(
    "/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}",
    operation_id="readGameRound",
)
@refuses(NotFound, NotYours, WrongState)
def read_round(
    session: DatabaseSession,
    owner: KnownOwner,
    attempt_id: UUID,
    step_id: str,
    index: RoundIndex,
    query: Annotated[SeriesQuery, Depends(_visible_query)],
) -> RoundSeriesRead:
    """Throughput and queue of a round as far as they are computed. The hidden
    algorithm, and the run with all its series, come once a guess is stored.
    """
    return service.read_round(session, owner, attempt_id, step_id, index, query)


@router.put(
    "/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}/guess",
    operation_id="guessGameRound",
)
@refuses(NotFound, NotYours, WrongState, *_NOT_NOW)
def guess_round(
    session: DatabaseSession,
    owner: KnownOwner,
    attempt_id: UUID,
    step_id: str,
    index: RoundIndex,
    body: GuessWrite,
) -> AttemptRead:
    """Guess the hidden algorithm of a round. 409 for a second guess: the first one stays."""
    attempt = service.guess(session, owner, attempt_id, step_id, index, body.guess)
    return committed(session, attempt)
