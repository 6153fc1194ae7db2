"""Engine, sessions, and work that waits for the commit."""

from collections.abc import Callable

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session, sessionmaker

AFTER_COMMIT_KEY = "run_after_commit"
POOL_TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 5

SessionFactory = sessionmaker[Session]


def build_engine(
    url: str, *, pool_connections: int, application_name: str, transaction_timeout_s: float
) -> Engine:
    """An engine of this process. Never share one across a fork.

    PostgreSQL ends the connection of a transaction that takes too long: a process that was
    stopped in the middle of one would otherwise keep its locks for ever.
    """
    settings = {
        # Timestamps come back in UTC whatever the server's zone is.
        "timezone": "UTC",
        "transaction_timeout": f"{transaction_timeout_s * 1000:.0f}",
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
            "options": " ".join(f"-c {name}={value}" for name, value in settings.items()),
        },
    )


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
