"""The resources of a process of the service: connections to PostgreSQL and Redis."""

from dataclasses import dataclass

from sqlalchemy import Engine

from lab.events.wakeup import WAKEUPS_KEY, WakeUps
from lab.jobs.presence import WorkerPresence
from lab.jobs.queue import JOB_QUEUE_KEY, JobQueue
from lab.kit.database import SessionFactory, build_engine, build_sessions
from lab.settings import Settings

REQUEST_TIMEOUT_S = 30.0
"""Longest transaction of a request: reading series is the longest, some seconds."""


@dataclass(frozen=True)
class Context:
    """Made once per process, never before a fork."""

    settings: Settings
    engine: Engine
    sessions: SessionFactory
    job_queue: JobQueue
    wakeups: WakeUps
    workers: WorkerPresence

    def close(self) -> None:
        """Close every connection."""
        self.workers.close()
        self.wakeups.close()
        self.job_queue.close()
        self.engine.dispose()


def build_context(
    settings: Settings,
    *,
    application_name: str,
    pool_connections: int | None = None,
    transaction_timeout_s: float = REQUEST_TIMEOUT_S,
    idle_timeout_s: float | None = None,
) -> Context:
    """Connections are opened at their first use; nothing fails here if a server is away."""
    engine = build_engine(
        settings.database_url,
        pool_connections=pool_connections or settings.database_pool_connections,
        application_name=application_name,
        transaction_timeout_s=transaction_timeout_s,
        idle_timeout_s=idle_timeout_s,
        is_pooled=settings.database_is_pooled,
    )
    job_queue = JobQueue(settings)
    wakeups = WakeUps(settings.redis.client_url)
    sessions = build_sessions(engine)
    sessions.configure(info={JOB_QUEUE_KEY: job_queue, WAKEUPS_KEY: wakeups})
    workers = WorkerPresence(settings.redis.client_url)
    return Context(settings, engine, sessions, job_queue, wakeups, workers)
