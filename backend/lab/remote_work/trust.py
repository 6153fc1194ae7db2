"""How far a worker elsewhere is trusted, by the checks of its units by local workers."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab import jobs
from lab.models import ExperimentBatch, RemoteUnit, WorkerToken
from lab.settings import Settings

FORGOTTEN_S: Final = 3600.0
"""Units that no local worker has computed for so long, as those of a cancelled experiment, hold
their worker up no longer."""


def is_new(session: Session, token: WorkerToken, settings: Settings) -> bool:
    """Whether too few of its units were found equal: all that it sends is computed again."""
    return _equal_count(session, token.id) < _first_units(token, settings)


def _first_units(token: WorkerToken, settings: Settings) -> int:
    return settings.remote_first_units if token.tab_key_hash is None else settings.tab_first_units


def most_units(session: Session, token: WorkerToken, settings: Settings) -> int:
    """How many more units its workers may be given now. As long as it is new, no more than its
    first ones, counted from the moment in which it is given them; later, any batch unless as many
    are unchecked.
    """
    token_id, first_units = token.id, _first_units(token, settings)
    unchecked = select(func.count()).where(
        RemoteUnit.token_id == token_id,
        RemoteUnit.checked_at.is_(None),
        RemoteUnit.is_used.is_(False),
        RemoteUnit.reported_at > func.now() - timedelta(seconds=FORGOTTEN_S),
    )
    room = max(1, first_units) - (session.scalar(unchecked) or 0)
    equal_count = _equal_count(session, token_id)
    if equal_count >= first_units:
        return MANY if room > 0 else 0
    given = select(
        func.sum(func.cardinality(ExperimentBatch.seeds) - ExperimentBatch.done_count)
    ).where(
        ExperimentBatch.status == "running",
        ExperimentBatch.claimed_by.startswith(jobs.remote_claim_prefix(token_id)),
    )
    return room - equal_count - int(session.scalar(given) or 0)


def _equal_count(session: Session, token_id: UUID) -> int:
    equal = select(func.count()).where(
        RemoteUnit.token_id == token_id,
        RemoteUnit.checked_at.is_not(None),
        RemoteUnit.is_equal.is_(True),
    )
    return session.scalar(equal) or 0


MANY: Final = 1_000_000
"""More than a batch has."""
