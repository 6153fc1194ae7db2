"""Readiness: can this process do its work?"""

from collections.abc import Mapping
from typing import Final

from kombu.exceptions import KombuError
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from lab.context import Context
from lab.health.schemas import ReadyRead
from lab.models.base import SCHEMA_REVISION
from lab.results import repository as results
from lab.results.repository import Core
from lab.runs.states import QUEUE_NAMES

OK = "ok"
_WORK: Final[Mapping[str, str]] = {"interactive": "single runs", "batch": "experiments"}


def check(context: Context) -> ReadyRead:
    """Look at each part once."""
    database, migrations = _database(context)
    broker = _broker(context)
    ready = database == migrations == broker == OK
    core, older = _cores(context) if migrations == OK else (None, [])
    return ReadyRead(
        ready=ready,
        database=database,
        migrations=migrations,
        broker=broker,
        workers=_workers(context) if broker == OK else "unknown",
        core_version=None if core is None else core.version,
        behaviour_version=None if core is None else core.behaviour,
        older_core_versions=[each.version for each in older],
    )


def _database(context: Context) -> tuple[str, str]:
    try:
        with context.sessions() as session:
            session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return "PostgreSQL does not answer", "unknown"
    try:
        with context.sessions() as session:
            found = session.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        return OK, "the tables are missing: run the migrations"
    if found != SCHEMA_REVISION:
        return OK, f"the tables are at revision {found}, this program needs {SCHEMA_REVISION}"
    return OK, OK


def _cores(context: Context) -> tuple[Core | None, list[Core]]:
    """The one that computes new runs, and older ones that are here as well."""
    try:
        with context.sessions() as session:
            return results.newest_core(session), results.older_cores(session)
    except SQLAlchemyError:
        return None, []


def _workers(context: Context) -> str:
    """Whether each queue has a worker."""
    try:
        counts = {queue: context.workers.counts(queue) for queue in QUEUE_NAMES}
    except RedisError:
        return "unknown"
    away = [queue for queue in QUEUE_NAMES if counts[queue].ready == 0]
    if not away:
        return OK
    starting = all(counts[queue].starting > 0 for queue in away)
    what = " and ".join(_WORK[queue] for queue in away)
    return f"{'workers are starting' if starting else 'no worker is here'} for {what}"


def _broker(context: Context) -> str:
    try:
        context.wakeups.ping()
    except (RedisError, KombuError, OSError):
        return "Redis does not answer"
    return OK
