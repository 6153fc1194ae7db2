"""Wake-ups through Redis pub/sub: "something happened to this run". Never the news itself."""

from typing import Final
from uuid import UUID

import redis
import structlog
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from lab.kit.database import after_commit

WAKEUP_CHANNEL: Final = "lab:run-events"
WAKEUPS_KEY: Final = "wakeups"
REDIS_TIMEOUT_S: Final = 1.0

log = structlog.get_logger("lab.events")


class WakeUps:
    """The sending side. A wake-up that is lost costs its readers one poll interval."""

    def __init__(self, redis_url: str) -> None:
        self._client = redis.Redis.from_url(
            redis_url, socket_timeout=REDIS_TIMEOUT_S, socket_connect_timeout=REDIS_TIMEOUT_S
        )

    def send(self, run_id: UUID) -> None:
        """Wake all readers of this run's events, in any process."""
        try:
            self._client.publish(WAKEUP_CHANNEL, str(run_id))
        except RedisError as error:
            log.warning("wakeup_failed", run_id=str(run_id), error=str(error))

    def ping(self) -> None:
        """Raises RedisError if Redis does not answer."""
        self._client.ping()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def wake_after_commit(session: Session, run_id: UUID) -> None:
    """Wake the readers once the write is visible to them."""
    wakeups: WakeUps = session.info[WAKEUPS_KEY]
    after_commit(session, lambda: wakeups.send(run_id))
