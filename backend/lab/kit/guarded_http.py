"""HTTP as uvicorn reads it, with bounds that uvicorn does not have.

uvicorn waits for ever for a head, and keeps as much of one as is sent. Chunked bodies have places
of their own that no application sees: extensions of chunks, and trailers.
"""

from asyncio import BaseTransport, TimerHandle
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lab.errors import HeadTooLarge, LabError, MalformedRequest, RequestTooSlow
from lab.kit.problem import PROBLEM_MEDIA_TYPE

# Cookies of other servers on the same host are the longest headers that people send by accident.
MOST_HEAD_BYTES: Final = 65_536
HEAD_TIMEOUT_S: Final = 20.0
# Who is still sending when the connection ends reads no answer.
LINGER_S: Final = 2.0


class GuardedHttpProtocol(HttpToolsProtocol):
    """Ends connections whose head is late (408), too large (431) or no HTTP (400), in words.

    A head is late `HEAD_TIMEOUT_S` after its first byte, or after the connection where none comes.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: TimerHandle | None = None
        self._is_refused = False
        self._is_between = True
        """Whether the next byte belongs to a new head."""
        self._unread_bytes = 0
        """What arrived since the last whole head, piece of a body, or end of a message."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A head is awaited from now on."""
        super().connection_made(transport)  # type: ignore[arg-type]  # as uvicorn narrows it
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._stop_awaiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Refuses what is read and leads to nothing."""
        if self._is_refused or self.transport.is_closing():
            return
        if self._is_between and self._head_timer is None:
            self._await_head()
        self._unread_bytes += len(data)
        super().data_received(data)
        if self._unread_bytes > MOST_HEAD_BYTES:
            self._refuse(
                HeadTooLarge(
                    f"An address and its headers may have at most {MOST_HEAD_BYTES} bytes."
                )
            )

    def on_headers_complete(self) -> None:
        """The application may read the request."""
        super().on_headers_complete()
        self._is_between = False
        self._unread_bytes = 0
        self._stop_awaiting()

    def on_body(self, body: bytes) -> None:
        """A piece that the application bounds."""
        self._unread_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """What follows is another request."""
        self._is_between = True
        self._unread_bytes = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """As problem details, like every other refusal."""
        self._refuse(MalformedRequest(msg))

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self._refuse_late)

    def _stop_awaiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _refuse_late(self) -> None:
        late = f"The request's address and headers did not arrive within {HEAD_TIMEOUT_S:g} s."
        self._refuse(RequestTooSlow(late))

    def _refuse(self, refusal: LabError) -> None:
        """Say so and hang up. Nothing is said into an answer that has begun."""
        self._stop_awaiting()
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        # A browser that connects before it knows of a request is not answered.
        if (self._unread_bytes or not self._is_between) and not self._is_answering():
            self.transport.write(_answer(refusal))
        if self.cycle is not None:
            # Whoever reads this body need not wait, and has nobody to tell.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self.loop.call_later(LINGER_S, self.transport.close)
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        """Whether an answer has begun, or an earlier one is still to come."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return False
        return bool(self.pipeline) or cycle.response_started


def _answer(refusal: LabError) -> bytes:
    content = refusal.problem().model_dump_json().encode()
    lines = (
        f"HTTP/1.1 {refusal.status_code} {HTTPStatus(refusal.status_code).phrase}",
        f"Content-Type: {PROBLEM_MEDIA_TYPE}",
        f"Content-Length: {len(content)}",
        "Connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode() + content
