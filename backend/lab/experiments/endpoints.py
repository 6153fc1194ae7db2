"""HTTP of experiments: asking for them, watching them, changing them."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from lab.errors import (
    DefinitionDiffers,
    Frozen,
    KeyReused,
    NotFound,
    NotYours,
    OwnerLimited,
    OwnerNeeded,
    QuotaReached,
    TooCostly,
    WrongState,
    refuses,
)
from lab.experiments import control, service
from lab.experiments.listing import ExperimentQuery
from lab.experiments.quota import Quota
from lab.experiments.schemas import (
    MAX_NAME_LENGTH,
    ExperimentCheck,
    ExperimentChecked,
    ExperimentCreate,
    ExperimentExtend,
    ExperimentPage,
    ExperimentRead,
    ExperimentRename,
)
from lab.kit.dependencies import DatabaseSession
from lab.kit.etag import json_or_not_modified
from lab.kit.free_space import needs_free_space
from lab.kit.idempotency import IdempotentId
from lab.kit.rate_limit import limited, limited_by_address
from lab.modules import service as modules
from lab.owner import Owner
from lab_model.experiments.json_schema import experiment_json_schema

MAX_PAGE_EXPERIMENTS = 100
MAX_CURSOR_LENGTH = 200

schema_router = APIRouter(prefix="/api/schema", tags=["experiments"])
router = APIRouter(prefix="/api/experiments", tags=["experiments"])


def _quota(request: Request) -> Quota:
    return Quota.of(request.app.state.context.settings)


QuotaHere = Annotated[Quota, Depends(_quota)]
"""The quota of the asker; also for endpoints that make experiments from something else."""


_limit_checks = limited_by_address(
    "previews", lambda settings: settings.experiment_checks_per_minute_per_address
)
limit_changes = [
    limited(
        "experiments",
        by_address=lambda settings: settings.experiments_per_minute_per_address,
        by_owner=lambda settings: settings.experiments_per_minute_per_owner,
    ),
    needs_free_space,
]


@schema_router.get("/experiment", operation_id="readExperimentSchema")
async def read_experiment_schema() -> dict[str, Any]:
    """JSON Schema of an experiment's definition, with all limits."""
    return experiment_json_schema()


@router.post("/check", operation_id="checkExperiment", dependencies=[_limit_checks])
@refuses(TooCostly)
def check_experiment(
    session: DatabaseSession, quota: QuotaHere, body: ExperimentCheck
) -> ExperimentChecked:
    """What an experiment would mean, or everything that is wrong with it."""
    return service.check(session, body.experiment, quota)


@router.post("", status_code=201, operation_id="createExperiment", dependencies=limit_changes)
@refuses(KeyReused, OwnerLimited, TooCostly, QuotaReached)
def create_experiment(
    session: DatabaseSession,
    owner: Owner,
    quota: QuotaHere,
    wanted_id: IdempotentId,
    body: ExperimentCreate,
) -> ExperimentRead:
    """Ask for an experiment. `status` is `done` at once if every unit is stored."""
    definition = modules.definition_by_title(session, body.experiment)
    wanted = body.model_copy(update={"experiment": definition})
    return service.create(session, owner, wanted, quota, wanted_id)


def _query(
    *,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE_EXPERIMENTS)] = 20,
    cursor: Annotated[str | None, Query(max_length=MAX_CURSOR_LENGTH)] = None,
    q: Annotated[
        str,
        Query(
            max_length=MAX_NAME_LENGTH,
            description="Words that are all in the name, the axes, the labels or the algorithms.",
        ),
    ] = "",
) -> ExperimentQuery:
    return ExperimentQuery(limit, cursor, q)


@router.get("", operation_id="listExperiments")
@refuses(OwnerNeeded)
def list_experiments(
    session: DatabaseSession, owner: Owner, query: Annotated[ExperimentQuery, Depends(_query)]
) -> ExperimentPage:
    """The owner's experiments, newest first."""
    return service.list_mine(session, owner, query)


@router.get("/{experiment_id}", operation_id="readExperiment", response_model=ExperimentRead)
@refuses(NotFound)
def read_experiment(
    request: Request, session: DatabaseSession, owner: Owner, experiment_id: UUID
) -> Response:
    """An experiment with its progress, without its numbers. Anyone who knows its id may read it."""
    return json_or_not_modified(
        request, service.read(session, owner, experiment_id).model_dump_json()
    )


@router.patch("/{experiment_id}", operation_id="renameExperiment")
@refuses(NotFound, NotYours, Frozen)
def rename_experiment(
    session: DatabaseSession, owner: Owner, experiment_id: UUID, body: ExperimentRename
) -> ExperimentRead:
    """Give an experiment another name. Its definition keeps its own."""
    return service.rename(session, owner, experiment_id, body.name)


@router.delete("/{experiment_id}", status_code=204, operation_id="deleteExperiment")
@refuses(NotFound, NotYours, Frozen)
def delete_experiment(session: DatabaseSession, owner: Owner, experiment_id: UUID) -> None:
    """Remove an experiment, and the numbers that no other experiment has."""
    service.delete(session, owner, experiment_id)


@router.post("/{experiment_id}/pause", operation_id="pauseExperiment")
@refuses(NotFound, NotYours, Frozen, WrongState)
def pause_experiment(session: DatabaseSession, owner: Owner, experiment_id: UUID) -> ExperimentRead:
    """Let nothing more begin. Running units stop within a heartbeat. 409 if it is not
    running.
    """
    return service.control_own(session, owner, experiment_id, control.pause)


@router.post("/{experiment_id}/resume", operation_id="resumeExperiment")
@refuses(NotFound, NotYours, Frozen, WrongState)
def resume_experiment(
    session: DatabaseSession, owner: Owner, experiment_id: UUID
) -> ExperimentRead:
    """Go on after a pause, with the newest core. 409 if it is not paused."""
    return service.control_own(session, owner, experiment_id, control.resume)


@router.post("/{experiment_id}/cancel", operation_id="cancelExperiment")
@refuses(NotFound, NotYours, Frozen, WrongState)
def cancel_experiment(
    session: DatabaseSession, owner: Owner, experiment_id: UUID
) -> ExperimentRead:
    """Stop for good; the numbers that were found stay. 409 if it is over."""
    return service.control_own(session, owner, experiment_id, control.cancel)


@router.post(
    "/{experiment_id}/retry",
    operation_id="retryExperiment",
    dependencies=limit_changes,
)
@refuses(NotFound, NotYours, Frozen, WrongState)
def retry_experiment(session: DatabaseSession, owner: Owner, experiment_id: UUID) -> ExperimentRead:
    """Let the failed units wait again; a cancelled experiment continues. 409 if none has failed."""
    return service.control_own(session, owner, experiment_id, control.retry_failed)


@router.post(
    "/{experiment_id}/extend",
    operation_id="extendExperiment",
    dependencies=limit_changes,
)
@refuses(NotFound, NotYours, Frozen, DefinitionDiffers, OwnerLimited, TooCostly, QuotaReached)
def extend_experiment(
    session: DatabaseSession,
    owner: Owner,
    quota: QuotaHere,
    experiment_id: UUID,
    body: ExperimentExtend,
) -> ExperimentRead:
    """Add seeds or values of axes; only what is missing is computed. 409 names what else differs:
    base scenario, paths and the points and seeds there are must stay.
    """
    return service.extend(session, owner, experiment_id, body.experiment, quota)
