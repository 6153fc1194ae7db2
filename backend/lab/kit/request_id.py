"""The id of the request that is being handled; a page without a server has none."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_CURRENT: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)


def current_request_id() -> str | None:
    """The id of the request being handled, if any."""
    return _CURRENT.get()


@contextmanager
def handling(request_id: str) -> Iterator[None]:
    """Until the end of the block a request of this id is handled."""
    token = _CURRENT.set(request_id)
    try:
        yield
    finally:
        _CURRENT.reset(token)
