"""Work that waits for the commit."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import InternalError

from lab.context import Context, build_context
from lab.kit.database import after_commit
from lab.runs import repository
from tests.support.runs import create_run


def test_actions_run_in_order_after_the_commit(context: Context) -> None:
    done: list[int] = []
    with context.sessions.begin() as session:
        after_commit(session, lambda: done.append(1))
        after_commit(session, lambda: done.append(2))
        assert done == []
    assert done == [1, 2]


def test_actions_of_a_transaction_that_is_rolled_back_never_run(context: Context) -> None:
    done: list[int] = []
    with context.sessions() as session:
        after_commit(session, lambda: done.append(1))
        session.execute(text("SELECT 1"))
        session.rollback()
        session.commit()
    assert done == []


def test_lock_of_a_process_that_stands_still_is_given_up(context: Context) -> None:
    run = create_run(context)
    hasty = build_context(context.settings, application_name="test", transaction_timeout_s=2.0)
    with hasty.sessions() as frozen:
        assert repository.lock(frozen, run.id) is not None
        with context.sessions.begin() as session:
            # Waits for the lock, until PostgreSQL has ended the transaction that holds it.
            assert repository.lock(session, run.id) is not None
        with pytest.raises(InternalError, match="transaction timeout"):
            repository.lock(frozen, run.id)
    hasty.close()
