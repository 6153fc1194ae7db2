"""Many runs asked for by one request: all of them, or none."""

from typing import Final
from uuid import uuid5

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from lab.errors import KeyReused, LabError, StorageQuotaReached, TooManyRequests, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.free_space import needs_free_space
from lab.kit.idempotency import IdempotentId
from lab.kit.problem import ProblemItem
from lab.kit.rate_limit import address_of, require_room
from lab.kit.typed_json import sent_json
from lab.owner import Owner
from lab.runs import service
from lab.runs.asker import AskerOfRuns
from lab.runs.schemas import RunCreate, RunRead

MOST_RUNS: Final = 200
_CREATED: Final = 201

router = APIRouter(prefix="/api/runs", tags=["runs"])


class RunsCreate(BaseModel):
    """Ask for many runs at once, of the same or of different scenarios."""

    model_config = ConfigDict(extra="forbid")

    runs: list[RunCreate] = Field(min_length=1, max_length=MOST_RUNS)


class RunsCreated(BaseModel):
    """The runs in the order of the request."""

    runs: list[RunRead] = Field(
        description="`result` is always null here; `GET /api/runs/{run_id}` has it."
    )


@router.post(
    "/many",
    status_code=_CREATED,
    response_model=RunsCreated,
    operation_id="createRuns",
    dependencies=[needs_free_space],
)
@refuses(KeyReused, StorageQuotaReached, TooManyRequests)
def create_runs(
    request: Request,
    session: DatabaseSession,
    owner: Owner,
    asker: AskerOfRuns,
    wanted_id: IdempotentId,
    body: RunsCreate,
) -> Response:
    """Ask for up to 200 runs at once: all of them, or none. The limits are those of single runs."""
    _require_room(request, owner, len(body.runs))
    found = []
    for index, wanted in enumerate(body.runs):
        run_id = None if wanted_id is None else uuid5(wanted_id, str(index))
        try:
            read = service.create(session, owner, wanted, run_id, asker)
        except LabError as error:
            error.errors = [_within(index, item) for item in error.errors]
            raise
        # As in a list: results may be large, and the whole answer lies in memory.
        found.append(read.model_copy(update={"result": None}))
    return sent_json(session, RunsCreated(runs=found), _CREATED)


def _require_room(request: Request, owner: bytes | None, count: int) -> None:
    """Count each run. Raises TooManyRequests."""
    require_room(
        request,
        "runs",
        f"address:{address_of(request)}",
        lambda settings: settings.runs_per_minute_per_address,
        cost=count,
    )
    if owner is not None:
        require_room(
            request,
            "runs",
            f"owner:{owner.hex()}",
            lambda settings: settings.runs_per_minute_per_owner,
            cost=count,
        )


def _within(index: int, item: ProblemItem) -> ProblemItem:
    """The problem of a run, as one of the whole request."""
    places = {
        "path": f"runs.{index}.{item.path}",
        "pointer": f"/runs/{index}{item.pointer}",
    }
    return item.model_copy(update=places)
