"""Rows for tests that begin in the middle."""

from typing import Any
from uuid import UUID

import redis
from sqlalchemy import func, select

from lab.context import Context
from lab.results import repository as results
from lab.results.repository import Core
from lab.runs import attempts, service
from lab.runs.attempts import RunAttempt
from lab.runs.schemas import RunCreate, RunRead
from tests.support.scenarios import scenario

CORE = Core("0.0.0+0123456789ab", 1)
CORE_VERSION = CORE.version
REBUILT_CORE = Core("0.0.0+ba9876543210", CORE.behaviour)
"""From edited sources: another version, the same numbers."""
NEWER_CORE = Core("0.0.1+0123456789ab", CORE.behaviour + 1)

# Keys of owners, as browsers send them.
ALICE = {"X-Lab-Owner": "alice-" + "a" * 26}
BOB = {"X-Lab-Owner": "bob-" + "b" * 28}


def register_core(context: Context, core: Core = CORE) -> None:
    """As a worker does when it starts."""
    with context.sessions.begin() as session:
        results.register_core(session, core)


def create_run(
    context: Context,
    *,
    seed: int = 1,
    owner: bytes | None = None,
    duration_s: float = 10.0,
    wanted_id: UUID | None = None,
) -> RunRead:
    """A run as POST makes it: queued, and enqueued; `wanted_id` stands for an Idempotency-Key."""
    wanted = RunCreate.model_validate({"scenario": scenario(duration_s), "seed": seed})
    with context.sessions.begin() as session:
        return service.create(session, owner, wanted, wanted_id)


def claim_run(context: Context, run_id: UUID, worker: str = "worker-1") -> RunAttempt:
    """A run that a worker has begun."""
    with context.sessions.begin() as session:
        attempt = attempts.claim(session, run_id, worker=worker, core=CORE, max_attempts=3)
    assert attempt is not None
    return attempt


def read_run(context: Context, run_id: UUID) -> RunRead:
    """A run as it is stored now."""
    with context.sessions() as session:
        return service.read(session, run_id)


def count_rows(context: Context, table: Any) -> int:
    """How many rows a table has now."""
    with context.sessions() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def flush_redis(context: Context) -> None:
    """Redis loses everything."""
    with redis.Redis.from_url(context.settings.redis.client_url) as client:
        client.flushall()
