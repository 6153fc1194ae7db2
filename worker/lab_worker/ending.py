"""How a job ends without a result: it failed, the disk is full, or the worker is stopped."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
import structlog
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory
from lab_exec.errors import RunFailedError

# The database went away, not the simulation: the attempt ends, its heartbeat grows old, and the
# job is computed again.
STORAGE_ERRORS: Final = (SQLAlchemyError, psycopg.Error)
# A row takes room that other rows have given back, as a rule. Where it does not, there may be some
# when others have ended as well.
TRIES: Final = 5
AGAIN_AFTER_S: Final = 1.0

log = structlog.get_logger("lab_worker.ending")


@contextmanager
def ending(
    sessions: SessionFactory,
    *,
    failed: Callable[[Exception], None] | None,
    disk_full: Callable[[Session], object],
    give_back: Callable[[], None],
) -> Iterator[None]:
    """Ends a job for which the block raises, by one of three actions.

    `failed`: the computation itself raised, and would again; None lets the error pass. `disk_full`:
    the numbers found no room. `give_back`: this worker is being stopped on purpose, which passes.
    AttemptLost passes as well: another process has ended the attempt. So do other errors of the
    database.
    """
    try:
        yield
    except AttemptLost:
        raise
    except STORAGE_ERRORS as error:
        stop = hidden_stop(error)
        if stop is not None:
            give_back()
            raise stop from error
        if not is_disk_full(error):
            raise
        log.warning("disk_full")
        end_on_full_disk(sessions, disk_full)
    except Exception as error:
        if failed is None:
            raise
        failed(error)
    except BaseException:
        give_back()
        raise


def hidden_stop(error: BaseException) -> BaseException | None:
    """The request to stop that a storage error hides, if there is one.

    A signal may arrive in the middle of a database call; the driver's clean-up then raises an error
    that covers the SystemExit, which stays in its context.
    """
    seen: BaseException | None = error
    while seen is not None:
        if not isinstance(seen, Exception):
            return seen
        seen = seen.__cause__ or seen.__context__
    return None


def reason_of(error: Exception) -> str:
    """Why a computation failed, as a sentence for the user who asked for it."""
    if isinstance(error, MemoryError):
        return "The simulation needs more memory than this machine has."
    if isinstance(error, RunFailedError):
        return f"The simulation stopped: {error}."
    return f"The simulation stopped with {type(error).__name__}: {error}"


def is_disk_full(error: BaseException) -> bool:
    """Whether PostgreSQL refused because the disk is full (SQLSTATE 53100)."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, psycopg.errors.DiskFull):
            return True
        seen = seen.orig if isinstance(seen, DBAPIError) else seen.__cause__
    return False


def end_on_full_disk(sessions: SessionFactory, end: Callable[[Session], object]) -> None:
    """Write the few bytes that end a job, in several tries. Raises SQLAlchemyError if there is not
    even room for these: the job then is one whose worker was lost.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            with sessions.begin() as session:
                end(session)
        except SQLAlchemyError as error:
            if not is_disk_full(error) or tries_left == 0:
                raise
            log.warning("disk_full", tries_left=tries_left)
            time.sleep(AGAIN_AFTER_S)
        else:
            return
