"""Rate limits counted in Redis, so that all processes share them.

They are generous: they stop a script that went astray, not a class that works.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import structlog
from fastapi import Depends, Request
from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from lab.errors import TooManyRequests, refuses
from lab.owner import Owner
from lab.settings import Settings

REDIS_TIMEOUT_S: Final = 1.0
RETRY_AFTER_S: Final = 10

PerMinute = Callable[[Settings], int]
"""Reads a limit from the settings of the server."""

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

    def allow(self, key: str, per_minute: int, cost: int = 1) -> bool:
        """Count so many more for this key; False if that is beyond the limit."""
        return self._hit(RateLimitItemPerMinute(per_minute), key, cost)

    def allow_in_a_day(self, key: str, per_day: int, cost: int) -> bool:
        """The same within 24 hours."""
        return self._hit(RateLimitItemPerDay(per_day), key, cost)

    def _hit(self, limit: RateLimitItem, key: str, cost: int) -> bool:
        try:
            return self._limiter.hit(limit, self._name, key, cost=min(cost, limit.amount))
        except StorageError as error:
            log.warning("rate_limit_unavailable", error=str(error))
            return True

    def has_room(self, key: str, per_minute: int) -> bool:
        """Whether one more would be allowed, without counting it."""
        try:
            return self._limiter.test(RateLimitItemPerMinute(per_minute), self._name, key)
        except StorageError as error:
            log.warning("rate_limit_unavailable", error=str(error))
            return True


def limited_by_address(things: str, per_minute: PerMinute) -> Any:
    """A dependency that counts requests for `things` (a plural, for the refusal) by the address
    that they come from, and refuses those beyond the limit with 429.
    """

    @refuses(TooManyRequests)
    def check(request: Request) -> None:
        require_room(request, things, f"address:{address_of(request)}", per_minute)

    return Depends(check)


def limited(things: str, *, by_address: PerMinute, by_owner: PerMinute) -> Any:
    """The same, and by owner key too, each with its own limit; requests without a key are limited
    by address only.
    """

    @refuses(TooManyRequests)
    def check(request: Request, owner: Owner) -> None:
        require_room(request, things, f"address:{address_of(request)}", by_address)
        if owner is not None:
            require_room(request, things, f"owner:{owner.hex()}", by_owner)

    return Depends(check)


def limited_failures(
    things: str, *failures: type[Exception], by_device: PerMinute, by_address: PerMinute
) -> Any:
    """A dependency that counts requests which end in one of these refusals.

    By device first, which is an owner key: who guesses is stopped, and others at the same address
    are not. Requests without a key are one device of their address. A program that makes a key for
    every guess meets the limit of the address: beyond it every wrong guess is refused with 429,
    while right ones go through, so that one program keeps no school out.
    """

    @refuses(TooManyRequests)
    def check(request: Request, owner: Owner) -> Iterator[None]:
        limiter: RateLimiter = request.app.state.rate_limiter
        settings: Settings = request.app.state.context.settings
        address = f"{things}:address:{address_of(request)}"
        device = f"{address}:no-key" if owner is None else f"{things}:owner:{owner.hex()}"
        if not limiter.has_room(device, by_device(settings)):
            raise _too_many(things)
        try:
            yield
        except failures as failure:
            limiter.allow(device, by_device(settings))
            if not limiter.allow(address, by_address(settings)):
                raise _too_many(things) from failure
            raise

    return Depends(check)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def require_room(
    request: Request, things: str, who: str, per_minute: PerMinute, *, cost: int = 1
) -> None:
    """Count so many more of `who`'s things. Raises TooManyRequests."""
    limiter: RateLimiter = request.app.state.rate_limiter
    settings: Settings = request.app.state.context.settings
    if not limiter.allow(f"{things}:{who}", per_minute(settings), cost):
        raise _too_many(things)


def _too_many(things: str) -> TooManyRequests:
    return TooManyRequests(
        f"Too many {things} were requested. Try again in {RETRY_AFTER_S} seconds.",
        headers={"Retry-After": str(RETRY_AFTER_S)},
    )
