"""HTTP of asking what would change."""

from uuid import UUID

from fastapi import APIRouter

from lab.errors import (
    KeyReused,
    NotAWhatIf,
    NotFound,
    OwnerLimited,
    QuotaReached,
    TooCostly,
    refuses,
)
from lab.experiments.endpoints import QuotaHere, limit_changes
from lab.kit.dependencies import DatabaseSession
from lab.owner import Owner
from lab.what_if import service
from lab.what_if.schemas import WhatIfOffers, WhatIfRead, WhatIfRequest

router = APIRouter(prefix="/api", tags=["what-if"])


@router.get("/runs/{run_id}/what-if", operation_id="readWhatIfOffers")
@refuses(NotFound)
def read_offers(session: DatabaseSession, run_id: UUID) -> WhatIfOffers:
    """The usual questions about a run: without one of its flows, equal RTTs, no random loss, one
    flow on another algorithm, another buffer.
    """
    return service.offers(session, run_id)


@router.post(
    "/runs/{run_id}/what-if",
    status_code=201,
    operation_id="askWhatIf",
    dependencies=limit_changes,
)
@refuses(NotFound, KeyReused, OwnerLimited, TooCostly, QuotaReached)
def ask_what_if(
    session: DatabaseSession,
    owner: Owner,
    quota: QuotaHere,
    run_id: UUID,
    body: WhatIfRequest,
) -> WhatIfRead:
    """The effect of each alteration alone, over seeds: an experiment with the run's scenario
    as baseline. The same request gets the same one.
    """
    return service.ask(session, owner, run_id, body, quota)


@router.get("/what-if/{experiment_id}", operation_id="readWhatIf")
@refuses(NotFound, NotAWhatIf)
def read_what_if(session: DatabaseSession, experiment_id: UUID) -> WhatIfRead:
    """The table as far as it is known. Anyone who knows the id may read it."""
    return service.read(session, experiment_id)
