"""A full disk: what PostgreSQL says of it, and how a job is ended nevertheless."""

import time
from collections.abc import Callable
from typing import Final

import psycopg
import structlog
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from lab.kit.database import SessionFactory

RUN_IS_LOST: Final = (
    "The disk of this lab is full: the results could not be stored. Run it again when there is "
    "room; whoever runs the lab can make some, or runs that nobody needs can be deleted."
)
EXPERIMENT_WAITS: Final = (
    "The disk of this lab is full: numbers could not be stored. What was stored is kept. Resume "
    "the experiment when there is room; whoever runs the lab can make some, or runs that nobody "
    "needs can be deleted."
)
# A row takes room that other rows have given back, as a rule. Where it does not, there may be some
# when others have ended as well.
TRIES: Final = 5
AGAIN_AFTER_S: Final = 1.0

log = structlog.get_logger("lab_worker.disk")


def is_disk_full(error: BaseException) -> bool:
    """Whether PostgreSQL refused for want of room (SQLSTATE 53100)."""
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
