"""Engine, sessions, and work that waits for the commit."""

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, func
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.orm import Session, sessionmaker

AFTER_COMMIT_KEY = "run_after_commit"
POOL_TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 5
# A machine that was cut off, halted or lost its power leaves its connections open. Without these
# both ends of it wait for two hours (Linux' default).
KEEPALIVE_IDLE_S = 10
KEEPALIVE_INTERVAL_S = 5
KEEPALIVE_COUNT = 3
UNANSWERED_S = 20
"""The longest time that sent data may stay unacknowledged, by either end."""
CHECK_CLIENT_EVERY_S = 5
"""PostgreSQL looks whether the client of a long statement is still there."""

DAMAGE_STATES: Final = frozenset({"XX001", "XX002", "58030", "58P01"})
"""PostgreSQL's codes for a damaged page or index, and for a file that gives an error or is gone."""

SessionFactory = sessionmaker[Session]


class DamagedValuesError(ValueError):
    """Stored data is damaged: it cannot be decoded."""


def state_of(error: Exception) -> str | None:
    """PostgreSQL's code of an error; None where the server has said nothing."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return cause.sqlstate if isinstance(cause, psycopg.Error) else None


def is_damage(error: Exception) -> bool:
    """Whether stored data cannot be read, and never will be."""
    return state_of(error) in DAMAGE_STATES


def build_engine(
    url: str,
    *,
    pool_connections: int,
    application_name: str,
    transaction_timeout_s: float,
    idle_timeout_s: float | None = None,
    is_pooled: bool = False,
) -> Engine:
    """An engine of this process. Never share one across a fork.

    `is_pooled`: a pooler such as PgBouncer is in between, which gives each transaction a session
    that others had before. Nothing then is left in a session, prepared statements neither.

    PostgreSQL ends the connection of a transaction that takes too long, or that waits for its
    client for longer than `idle_timeout_s`: a process that was stopped in the middle of one would
    otherwise keep its locks for ever.
    """
    of_transaction = {
        "transaction_timeout": _milliseconds(transaction_timeout_s),
        "idle_in_transaction_session_timeout": _milliseconds(
            transaction_timeout_s if idle_timeout_s is None else idle_timeout_s
        ),
    }
    # So that they hold whatever the server's own are. Sockets of files need none of those for TCP,
    # and PostgreSQL ignores them there. With a pooler they are those of its own connections.
    of_session = {
        "tcp_keepalives_idle": KEEPALIVE_IDLE_S,
        "tcp_keepalives_interval": KEEPALIVE_INTERVAL_S,
        "tcp_keepalives_count": KEEPALIVE_COUNT,
        "tcp_user_timeout": _milliseconds(UNANSWERED_S),
        "client_connection_check_interval": _milliseconds(CHECK_CLIENT_EVERY_S),
    }
    engine = create_engine(
        url,
        pool_size=pool_connections,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_S,
        # The connection that was used last has its statements prepared and its tables known.
        pool_use_lifo=True,
        connect_args={
            "application_name": application_name,
            "connect_timeout": CONNECT_TIMEOUT_S,
            "keepalives": 1,
            "keepalives_idle": KEEPALIVE_IDLE_S,
            "keepalives_interval": KEEPALIVE_INTERVAL_S,
            "keepalives_count": KEEPALIVE_COUNT,
            "tcp_user_timeout": UNANSWERED_S * 1000,
            **({"prepare_threshold": None} if is_pooled else {}),
        },
    )
    # Timestamps come back in UTC whatever the server's zone is. A pooler follows this one setting.
    at_start: dict[str, Any] = {"timezone": "UTC"}
    if is_pooled:
        event.listen(engine, "begin", lambda connection: _set_locally(connection, of_transaction))
    else:
        at_start |= of_transaction | of_session
    event.listen(engine, "connect", lambda connection, _: _set(connection, at_start))
    event.listen(engine, "checkout", _require_open)
    return engine


def _set(connection: Any, settings: dict[str, Any]) -> None:
    """Of a new connection, in one statement."""
    connection.autocommit = True
    connection.execute(_setting(settings, is_local=False))
    connection.autocommit = False


def _set_locally(connection: Connection, settings: dict[str, Any]) -> None:
    """Of a transaction that begins."""
    driver: Any = connection.connection.dbapi_connection
    if not driver.autocommit:
        connection.exec_driver_sql(_setting(settings, is_local=True))


def _setting(settings: dict[str, Any], *, is_local: bool) -> str:
    calls = (f"set_config('{name}', '{value}', {is_local})" for name, value in settings.items())
    return f"SELECT {', '.join(calls)}"


def _require_open(connection: Any, *_: object) -> None:
    """Of a connection that was idle: if the server has ended it, the end waits to be read. Asking
    the server would be a statement before every transaction, and see no more.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        raise DisconnectionError("the server has ended the connection")


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f}"


def build_sessions(engine: Engine) -> SessionFactory:
    """Sessions whose objects stay readable after the commit."""
    return sessionmaker(engine, expire_on_commit=False)


def use_snapshot(session: Session) -> None:
    """Let all queries of this transaction see the same moment. Call it before the first one."""
    session.connection(execution_options={"isolation_level": "REPEATABLE READ"})


def after_commit(session: Session, action: Callable[[], None]) -> None:
    """Run `action` once the session's transaction is committed, and never if it is rolled back.

    Order is kept. What it does must not need the session. The transaction is over by then, so an
    action handles its own errors.
    """
    session.info.setdefault(AFTER_COMMIT_KEY, []).append(action)


@event.listens_for(Session, "after_commit")
def _run_waiting_actions(session: Session) -> None:
    for action in session.info.pop(AFTER_COMMIT_KEY, []):
        action()


@event.listens_for(Session, "after_rollback")
def _drop_waiting_actions(session: Session) -> None:
    session.info.pop(AFTER_COMMIT_KEY, None)


@contextmanager
def at_once(sessions: SessionFactory) -> Iterator[Session]:
    """A session of which every statement is a transaction: a process that is halted between two of
    them blocks no other, and one that only reads sends one statement.
    """
    with sessions() as session:
        alone(session)
        yield session


def alone(session: Session) -> None:
    """Make every statement of a session that has not begun a transaction."""
    session.connection(execution_options={"isolation_level": "AUTOCOMMIT"})


def unflushed() -> ColumnElement[str]:
    """To select or return in a statement whose transaction does not wait for the disk at its end,
    so that a row which many write is free again at once. After a crash of PostgreSQL what was
    written in the last second may be lost: only for data that can be recomputed.
    """
    return func.set_config("synchronous_commit", "off", True)
