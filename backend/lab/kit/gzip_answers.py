"""Compressed answers: Starlette's middleware with ISA-L instead of zlib.

60 kB of text take 0.2 ms instead of 1.3 (zlib at level 4), and 4 % more bytes.
"""

from typing import Any, Final

from isal import isal_zlib
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, GZipResponder
from starlette.types import Receive, Scope, Send

COMPRESSION_LEVEL: Final = 3
"""Of ISA-L, whose highest it is."""
WITH_GZIP_HEADER: Final = 16 + isal_zlib.MAX_WBITS


class GzipAnswersMiddleware(GZipMiddleware):
    """Compresses answers that are not compressed yet, for clients that take gzip."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "http" and "gzip" in Headers(scope=scope).get("Accept-Encoding", ""):
            responder = _Responder(
                self.app,
                self.minimum_size,
                thread_minimum_size=self.thread_minimum_size,
                exclude_content_types=self.exclude_content_types,
            )
            await responder(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class _Responder(GZipResponder):
    _stream: Any = None

    @property
    def compressor(self) -> Any:
        if self._stream is None:
            self._stream = isal_zlib.compressobj(
                COMPRESSION_LEVEL, isal_zlib.DEFLATED, WITH_GZIP_HEADER
            )
        return self._stream
