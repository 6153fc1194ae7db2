"""Many runs asked for by one request: all of them, or none."""

from typing import Final
from uuid import uuid5

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from lab.errors import (
    InvalidInput,
    KeyReused,
    LabError,
    OwnerLimited,
    StorageQuotaReached,
    TooManyRequests,
    refuses,
)
from lab.kit.dependencies import DatabaseSession
from lab.kit.free_space import needs_free_space
from lab.kit.idempotency import IdempotentId
from lab.kit.problem import ProblemItem
from lab.kit.rate_limit import PerMinute, address_of, require_room
from lab.kit.typed_json import sent_json
from lab.owner import Owner
from lab.runs import service
from lab.runs.asker import AskerOfManyRuns
from lab.runs.schemas import RunCreate, RunRead
from lab.settings import Settings

MOST_RUNS: Final = 50
"""Half a second to a few seconds of one connection, in one transaction."""
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
@refuses(KeyReused, OwnerLimited, StorageQuotaReached, TooManyRequests)
def create_runs(
    request: Request,
    session: DatabaseSession,
    owner: Owner,
    asker: AskerOfManyRuns,
    wanted_id: IdempotentId,
    body: RunsCreate,
) -> Response:
    """Ask for up to 50 runs at once: all of them, or none. The limits are those of single runs."""
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
    asker.settle(owner)
    return sent_json(session, RunsCreated(runs=found), _CREATED)


def _require_room(request: Request, owner: bytes | None, count: int) -> None:
    """Count each run. Raises InvalidInput for more than a minute's share, and TooManyRequests."""
    settings: Settings = request.app.state.context.settings
    limits: list[tuple[str, PerMinute]] = [
        (f"address:{address_of(request)}", lambda each: each.runs_per_minute_per_address)
    ]
    if owner is not None:
        limits.append((f"owner:{owner.hex()}", lambda each: each.runs_per_minute_per_owner))
    most = min(per_minute(settings) for _who, per_minute in limits)
    if count > most:
        message = f"runs has {count} items; {most} runs may be asked for in a minute"
        item = ProblemItem(path="runs", pointer="/runs", message=message, value=count, bound=most)
        raise InvalidInput(message, errors=[item])
    for who, per_minute in limits:
        require_room(request, "runs", who, per_minute, cost=count)


def _within(index: int, item: ProblemItem) -> ProblemItem:
    """The problem of a run, as one of the whole request."""
    places = {
        "path": f"runs.{index}.{item.path}",
        "pointer": f"/runs/{index}{item.pointer}",
    }
    return item.model_copy(update=places)
