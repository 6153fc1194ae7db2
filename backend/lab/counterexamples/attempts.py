"""The worker's side of a search: claim it, report, put it off, end it, under the fence of
`lab.jobs`.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import SEARCH, Attempt
from lab.models import CounterexampleSearch
from lab.results import repository as results
from lab.results.repository import Core

SearchAttempt = Attempt[CounterexampleSearch]


@dataclass
class Progress:
    """How far a search is."""

    values: list[float | None]
    """In the order in which they were asked for."""
    tried_count: int = 0
    failed_count: int = 0
    failure: str | None = None


def claim(
    session: Session, search_id: UUID, *, worker: str, core: Core, max_attempts: int
) -> tuple[SearchAttempt, CounterexampleSearch] | None:
    """Take a waiting search, or None: it is another's, over, or gone, or a newer core is here.
    Values of another behaviour are forgotten.
    """
    search = jobs.claim(
        session,
        SEARCH,
        search_id,
        results.is_not_older(core),
        worker=worker,
        max_attempts=max_attempts,
    )
    if search is None:
        return None
    if search.behaviour_version != core.behaviour:
        _store(search, Progress([]))
        search.behaviour_version = core.behaviour
    search.core_version = core.version
    session.flush()
    return SearchAttempt(SEARCH, search.id, search.attempt, worker), search


def beat(session: Session, attempt: SearchAttempt) -> None:
    """A heartbeat. Raises AttemptLost if it was cancelled."""
    jobs.beat(session, attempt)


def report(session: Session, attempt: SearchAttempt, progress: Progress) -> None:
    """Store the values so far."""
    _store(jobs.beat(session, attempt), progress)


def put_off(session: Session, attempt: SearchAttempt, progress: Progress) -> None:
    """Give the worker to other jobs; the search continues when its turn comes."""
    _store(jobs.release(session, attempt), progress)


def finish(
    session: Session, attempt: SearchAttempt, progress: Progress, found: dict[str, Any] | None
) -> None:
    """Store the situation that was found."""
    search = jobs.beat(session, attempt)
    _store(search, progress)
    search.found = found
    jobs.end(search, "done")


def _store(search: CounterexampleSearch, progress: Progress) -> None:
    search.values = list(progress.values)
    search.tried_count = progress.tried_count
    search.failed_count = progress.failed_count
    search.failure = progress.failure
