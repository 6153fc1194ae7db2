"""The doorbell: Celery on Redis. The only place that names a task.

A message holds the id of a row and nothing else. It may come twice, late or never: the row in
PostgreSQL decides, and the janitor rings again for rows that nobody came for.
"""

from typing import Any, Final
from uuid import UUID

import structlog
from celery import Celery
from kombu.exceptions import ChannelError, OperationalError
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from lab.kit.database import after_commit
from lab.runs.states import QUEUE_NAMES, QueueName
from lab.settings import Settings

EXECUTE_RUN_TASK: Final = "lab_worker.runs.execute"
RECORD_PACKETS_TASK: Final = "lab_worker.packets.record"
EXECUTE_BATCH_TASK: Final = "lab_worker.experiments.execute"
BATCH_QUEUE: Final[QueueName] = "batch"
"""Where experiments wait: a class never waits behind a sweep."""
DOORBELL_KEY: Final = "doorbell"
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
        },
        "broker_connection_timeout": BROKER_TIMEOUT_S,
        "task_default_queue": QUEUE_NAMES[0],
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
    }


class Doorbell:
    """Sends messages. Makes its own connections, so build one per process."""

    def __init__(self, settings: Settings) -> None:
        self._app = Celery("lab", set_as_current=False)
        self._app.conf.update(celery_configuration(settings))

    def ring(self, run_id: UUID, queue: QueueName) -> bool:
        """Say that a run waits. False if the broker can not be reached: the janitor will ring."""
        return self._send(EXECUTE_RUN_TASK, run_id, queue)

    def ring_packets(self, window_id: UUID, queue: QueueName) -> bool:
        """Say that a packet window waits. False if not: whoever asks for it rings again."""
        return self._send(RECORD_PACKETS_TASK, window_id, queue)

    def ring_batch(self, batch_id: UUID) -> bool:
        """Say that a batch of an experiment waits. False if not: the janitor will ring."""
        return self._send(EXECUTE_BATCH_TASK, batch_id, BATCH_QUEUE)

    def _send(self, task: str, row_id: UUID, queue: QueueName) -> bool:
        try:
            self._app.send_task(
                task,
                args=[str(row_id)],
                queue=queue,
                retry=True,
                retry_policy={"max_retries": 1, "interval_start": 0.0, "interval_step": 0.1},
            )
        except (OperationalError, RedisError, OSError) as error:
            log.warning("ring_failed", task=task, row_id=str(row_id), error=str(error))
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


def ring_after_commit(session: Session, run_id: UUID, queue: QueueName) -> None:
    """Ring once the row is visible to workers, and never for one that is rolled back."""
    doorbell: Doorbell = session.info[DOORBELL_KEY]
    after_commit(session, lambda: _ring(doorbell, run_id, queue))


def _ring(doorbell: Doorbell, run_id: UUID, queue: QueueName) -> None:
    doorbell.ring(run_id, queue)


def ring_packets_after_commit(session: Session, window_id: UUID, queue: QueueName) -> None:
    """The same for a packet window."""
    doorbell: Doorbell = session.info[DOORBELL_KEY]
    after_commit(session, lambda: _ring_packets(doorbell, window_id, queue))


def _ring_packets(doorbell: Doorbell, window_id: UUID, queue: QueueName) -> None:
    doorbell.ring_packets(window_id, queue)


def ring_batch_after_commit(session: Session, batch_id: UUID) -> None:
    """The same for a batch of an experiment."""
    doorbell: Doorbell = session.info[DOORBELL_KEY]
    after_commit(session, lambda: _ring_batch(doorbell, batch_id))


def _ring_batch(doorbell: Doorbell, batch_id: UUID) -> None:
    doorbell.ring_batch(batch_id)
