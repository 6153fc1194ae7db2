"""HTTP of the league and of report cards."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from lab.errors import (
    KeyReused,
    NotAnEvaluation,
    NotFound,
    OwnerLimited,
    QuotaReached,
    TooCostly,
    refuses,
)
from lab.evaluations import service
from lab.evaluations.schemas import (
    MAX_ADDED,
    EvaluatedReport,
    EvaluationRead,
    EvaluationRequest,
    LeagueRead,
)
from lab.experiments.endpoints import QuotaHere, limit_changes
from lab.kit.dependencies import DatabaseSession
from lab.kit.etag import json_or_not_modified
from lab.owner import Owner
from lab_model.evaluation import PairStanding, Report

router = APIRouter(prefix="/api", tags=["evaluations"])

Added = Annotated[
    list[UUID] | None,
    Query(alias="with", max_length=MAX_ADDED, description="Evaluations that take part, too."),
]
SituationId = Annotated[
    str | None, Query(max_length=80, description="Rank by this situation alone.")
]

WithEntries = Annotated[
    bool, Query(description="With the modules that were entered and are computed.")
]


@router.get("/league", operation_id="readLeague", response_model=LeagueRead)
@refuses(NotFound, NotAnEvaluation)
def read_league(
    request: Request,
    session: DatabaseSession,
    added: Added = None,
    situation: SituationId = None,
    entries: WithEntries = True,
) -> Response:
    """Every algorithm in the same situations, ranked number by number. Those that the seeds
    cannot tell apart share a place. The numbers ship with the lab, or are those of modules that
    were entered; those of added algorithms are as far as they are computed.
    """
    found = service.league(session, added or [], situation, with_entries=entries)
    session.commit()
    return json_or_not_modified(request, found.content)


@router.get("/league/pairs/{first}/{second}", operation_id="readPairStanding")
@refuses(NotFound)
def read_pair_standing(first: str, second: str) -> PairStanding:
    """In which situations of the league, and in which cases of the first page, the second
    algorithm is fairer than the first. It ships with the lab.
    """
    return service.standing(first, second)


@router.get("/reports/{algorithm}", operation_id="readReport")
@refuses(NotFound)
def read_report(algorithm: str) -> Report:
    """The report card of an algorithm with its defaults, heading by heading of RFC 9743. It ships
    with the lab.
    """
    return service.shipped_report(algorithm)


@router.post("/evaluations", status_code=201, operation_id="evaluate", dependencies=limit_changes)
@refuses(KeyReused, OwnerLimited, TooCostly, QuotaReached)
def evaluate(
    session: DatabaseSession, owner: Owner, quota: QuotaHere, body: EvaluationRequest
) -> EvaluationRead:
    """Puts an algorithm into every situation: an experiment. The same request gets the same
    one.
    """
    return service.evaluate(session, owner, body, quota)


@router.get(
    "/evaluations/{experiment_id}",
    operation_id="readEvaluation",
    response_model=EvaluatedReport,
)
@refuses(NotFound, NotAnEvaluation)
def read_evaluation(request: Request, session: DatabaseSession, experiment_id: UUID) -> Response:
    """The report card of an evaluation, as far as it is computed, for anyone who knows the id."""
    found = service.report(session, experiment_id)
    session.commit()
    return json_or_not_modified(request, found.content)
