"""Work that waits for the commit."""

from sqlalchemy import text

from lab.context import Context
from lab.kit.database import after_commit


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
