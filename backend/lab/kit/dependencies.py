"""Dependencies of endpoints: one request is one transaction."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, Request
from sqlalchemy.orm import Session

from lab.errors import DatabaseAway, StorageDamaged, refuses
from lab.kit.database import SessionFactory


def _sessions(request: Request) -> SessionFactory:
    sessions: SessionFactory = request.app.state.context.sessions
    return sessions


@refuses(DatabaseAway, StorageDamaged)
async def _session(request: Request) -> AsyncIterator[Session]:
    session = _sessions(request)()
    turns: CapacityLimiter = request.app.state.database_turns
    await turns.acquire_on_behalf_of(session)
    try:
        yield session
        # A thread only for what asks the database: most endpoints have committed in their own.
        if session.in_transaction():
            await _end(session.commit)
    finally:
        try:
            if session.in_transaction():
                await _end(session.close)
            else:
                session.close()
        finally:
            turns.release_on_behalf_of(session)


async def _end(action: Callable[[], None]) -> None:
    # In a thread beyond those of requests: they may all be waiting for what this one has locked.
    await to_thread.run_sync(action, limiter=CapacityLimiter(1))


# scope="function": the commit is done, and has succeeded, before the answer leaves; and the
# connection is back in the pool while a long answer is being sent.
DatabaseSession = Annotated[Session, Depends(_session, scope="function")]
"""Committed when the endpoint returns, rolled back when it raises."""

AnswerT = TypeVar("AnswerT")


def committed(session: Session, answer: AnswerT) -> AnswerT:
    """Commit now, in the thread that holds the locks, and pass the answer on.

    For endpoints that hold a lock on which many requests wait. The framework checks an answer in
    another thread before the session ends; if the waiting requests have all threads, it gets none
    until they give up.
    """
    session.commit()
    return answer
