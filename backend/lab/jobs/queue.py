"""Messages: Celery on Redis."""

from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from celery import Celery
from kombu.exceptions import ChannelError, OperationalError
from redis.exceptions import RedisError
from sqlalchemy import ColumnElement, func, update
from sqlalchemy.orm import Session

from lab.jobs.kinds import JobKind, JobT
from lab.kit.database import after_commit
from lab.runs.states import QUEUE_NAMES, QueueName
from lab.settings import Settings

JOB_QUEUE_KEY: Final = "job_queue"
BROKER_TIMEOUT_S: Final = 2.0

log = structlog.get_logger("lab.queue")


def celery_configuration(settings: Settings) -> dict[str, Any]:
    """What producers and workers have to agree on."""
    return {
        "broker_url": settings.redis.broker_url,
        "broker_transport_options": {
            # Longer than any run. A shorter one makes Redis deliver a long run again and again
            # while it is still being computed. Lost workers are found by their heartbeat instead.
            "visibility_timeout": 86_400,
            # Messages of a worker that died are put back soon (kombu 5.7), not after 100 s.
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
            # Where one worker serves both queues, interactive is emptied first.
            "queue_order_strategy": "priority",
            "socket_connect_timeout": BROKER_TIMEOUT_S,
            "socket_timeout": BROKER_TIMEOUT_S * 5,
            # A worker waits for its next message without any other time-out.
            **settings.redis.keepalive,
        },
        "broker_connection_timeout": BROKER_TIMEOUT_S,
        "task_default_queue": QUEUE_NAMES[0],
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
    }


class JobQueue:
    """Sends messages. Makes its own connections, so build one per process."""

    def __init__(self, settings: Settings) -> None:
        self._app = Celery("lab", set_as_current=False)
        self._app.conf.update(celery_configuration(settings))

    def prepare(self) -> None:
        """Load and connect what the first message needs, so that no request waits for it. Nothing
        is lost if the broker is away: the message connects.
        """
        try:
            # The application makes both at their first use.
            _ = self._app.backend, self._app.amqp.send_task_message
            with self._app.producer_or_acquire() as producer:
                producer.connection.ensure_connection(max_retries=1)
                for name in QUEUE_NAMES:
                    producer.maybe_declare(self._app.amqp.queues[name])
        except (OperationalError, RedisError, OSError) as error:
            log.warning("not_prepared", error=str(error))

    def send(self, kind: JobKind[Any], job_id: UUID, queue: QueueName) -> bool:
        """Say that a job waits. False if the broker can not be reached: the janitor will send."""
        try:
            self._app.send_task(
                kind.task,
                args=[str(job_id)],
                queue=queue,
                retry=True,
                retry_policy={"max_retries": 1, "interval_start": 0.0, "interval_step": 0.1},
            )
        except (OperationalError, RedisError, OSError) as error:
            log.warning("send_failed", task=kind.task, job_id=str(job_id), error=str(error))
            return False
        return True

    def waiting_message_count(self, queue: QueueName) -> int:
        """Messages in a queue that no worker has taken. Raises OperationalError or RedisError."""
        with self._app.connection_or_acquire() as connection:
            try:
                declared = connection.default_channel.queue_declare(queue=queue, passive=True)
            except ChannelError:  # there is no such queue until something is sent to it
                return 0
            return int(declared.message_count)

    def close(self) -> None:
        """Give the connections back."""
        self._app.close()


def enqueue(session: Session, kind: JobKind[JobT], *conditions: ColumnElement[bool]) -> list[UUID]:
    """Send a message for each row under the conditions once it is visible to workers, and never
    for one that is rolled back. Their ids, in order.
    """
    rows = session.execute(
        update(kind.table)
        .where(*conditions)
        .values(enqueued_at=func.now())
        .returning(kind.table.id, kind.queue)
        .execution_options(synchronize_session=False)
    )
    enqueued = sorted((job_id, name) for job_id, name in rows)
    for job_id, name in enqueued:
        send_after_commit(session, kind, job_id, name)
    return [job_id for job_id, _name in enqueued]


def send_after_commit(
    session: Session, kind: JobKind[Any], job_id: UUID, queue_name: QueueName
) -> None:
    """The same for one row that this transaction has made, with `enqueued_at` in it."""
    queue: JobQueue = session.info[JOB_QUEUE_KEY]
    after_commit(session, partial(_send, queue, kind, job_id, queue_name))


def _send(queue: JobQueue, kind: JobKind[Any], job_id: UUID, name: QueueName) -> None:
    queue.send(kind, job_id, name)
