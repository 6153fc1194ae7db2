"""Rate limits counted in Redis, so that all processes share them."""

import structlog
from limits import RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

REDIS_TIMEOUT_S = 1.0

log = structlog.get_logger("lab.rate_limit")


class RateLimiter:
    """Counts by key. When Redis does not answer, everything is allowed: the limit protects from
    accidents, and a broken counter must not stop the service.
    """

    def __init__(self, limits_url: str, name: str) -> None:
        storage = RedisStorage(
            limits_url,
            wrap_exceptions=True,
            socket_timeout=REDIS_TIMEOUT_S,
            socket_connect_timeout=REDIS_TIMEOUT_S,
        )
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._name = name

    def allow(self, key: str, per_minute: int) -> bool:
        """Count one more for this key; False if it is beyond the limit."""
        try:
            return self._limiter.hit(RateLimitItemPerMinute(per_minute), self._name, key)
        except StorageError as error:
            log.warning("rate_limit_unavailable", error=str(error))
            return True
