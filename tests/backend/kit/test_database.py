"""Work that waits for the commit."""

import pytest

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
    session = context.sessions()
    with pytest.raises(RuntimeError), session.begin():
        after_commit(session, lambda: done.append(1))
        raise RuntimeError
    with session.begin():
        pass
    session.close()
    assert done == []
