"""Engine, sessions, and work that waits for the commit."""

from collections.abc import Callable

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session, sessionmaker

AFTER_COMMIT_KEY = "run_after_commit"
POOL_TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 5
# What a machine that was cut off, halted or lost its power leaves behind: a connection that nobody
# closes. Without these both ends of it wait for two hours (Linux' default).
KEEPALIVE_IDLE_S = 10
KEEPALIVE_INTERVAL_S = 5
KEEPALIVE_COUNT = 3
UNANSWERED_S = 20
"""Of what was sent, by either end."""
CHECK_CLIENT_EVERY_S = 5
"""PostgreSQL looks whether the client of a long statement is still there."""

SessionFactory = sessionmaker[Session]


def build_engine(
    url: str,
    *,
    pool_connections: int,
    application_name: str,
    transaction_timeout_s: float,
    idle_timeout_s: float | None = None,
) -> Engine:
    """An engine of this process. Never share one across a fork.

    PostgreSQL ends the connection of a transaction that takes too long, or that waits for its
    client for longer than `idle_timeout_s`: a process that was stopped in the middle of one would
    otherwise keep its locks for ever.
    """
    # Of the session, so that they hold whatever the server's own are. Sockets of files need none of
    # those for TCP, and PostgreSQL ignores them there.
    settings = {
        # Timestamps come back in UTC whatever the server's zone is.
        "timezone": "UTC",
        "transaction_timeout": _milliseconds(transaction_timeout_s),
        "idle_in_transaction_session_timeout": _milliseconds(
            transaction_timeout_s if idle_timeout_s is None else idle_timeout_s
        ),
        "tcp_keepalives_idle": KEEPALIVE_IDLE_S,
        "tcp_keepalives_interval": KEEPALIVE_INTERVAL_S,
        "tcp_keepalives_count": KEEPALIVE_COUNT,
        "tcp_user_timeout": _milliseconds(UNANSWERED_S),
        "client_connection_check_interval": _milliseconds(CHECK_CLIENT_EVERY_S),
    }
    return create_engine(
        url,
        pool_size=pool_connections,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_S,
        # The connection that was used last has its statements prepared and its tables known.
        pool_use_lifo=True,
        pool_pre_ping=True,
        connect_args={
            "application_name": application_name,
            "connect_timeout": CONNECT_TIMEOUT_S,
            "keepalives": 1,
            "keepalives_idle": KEEPALIVE_IDLE_S,
            "keepalives_interval": KEEPALIVE_INTERVAL_S,
            "keepalives_count": KEEPALIVE_COUNT,
            "tcp_user_timeout": UNANSWERED_S * 1000,
            "options": " ".join(f"-c {name}={value}" for name, value in settings.items()),
        },
    )


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
