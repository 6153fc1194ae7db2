"""HTTP as uvicorn reads it, with bounds that uvicorn does not have.

uvicorn waits for ever for a head, and keeps as much of one as is sent. Chunked bodies have places
of their own that no application sees: extensions of chunks, and trailers. An answer that its
client does not read would stay in memory for as long as the connection does. And uvicorn accepts
connections as long as there are file descriptors; then it accepts none, without an answer.
"""

from asyncio import BaseTransport, TimerHandle
from http import HTTPStatus
from typing import Any, ClassVar, Final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lab.errors import (
    HeadTooLarge,
    LabError,
    MalformedRequest,
    RequestTooSlow,
    TooManyConnections,
)
from lab.kit.problem import PROBLEM_MEDIA_TYPE

# Cookies of other servers on the same host are the longest headers that people send by accident.
MOST_HEAD_BYTES: Final = 65_536
HEAD_TIMEOUT_S: Final = 20.0
# A client that is still sending when the connection ends reads no answer.
LINGER_S: Final = 2.0
# An answer is written as far as the socket takes it. The rest waits in memory, and the
# application is asked for no more until the reader has taken it.
READING_STEP_S: Final = 30.0
LEAST_READ_BYTES: Final = 65_536
"""To be taken in each step, 2 kB/s: less is no network that shows anything else of the lab."""
MOST_READING_S: Final = 600.0
"""Until everything that waits is taken."""
MOST_WAITING_BYTES: Final = 128_000_000
"""Of all slow readers of a process together: beyond it, the one that has waited longest is closed.
"""

MOST_CONNECTIONS: Final = 4_000
"""Open ones of one process: streams of two hundred people, six for each browser, thrice."""
MOST_REFUSED: Final = 200
"""Connections beyond them that get an answer which says so, at one time; more are closed."""

log = structlog.get_logger("lab.http")


class GuardedHttpProtocol(HttpToolsProtocol):
    """Ends connections whose head is late (408), too large (431) or no HTTP (400), in words.

    A head is late `HEAD_TIMEOUT_S` after its first byte, or after the connection where none comes.
    Closes connections whose clients do not read their answers. Beyond `MOST_CONNECTIONS` the one
    that has rested longest between two requests is ended; if none rests, the new one is refused
    (503).
    """

    _surplus: ClassVar[set["GuardedHttpProtocol"]] = set()
    """Refused because there were too many."""

    _slow: ClassVar[dict["GuardedHttpProtocol", None]] = {}
    """Those whose answers wait for their reader, the longest waiting first."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: TimerHandle | None = None
        self._is_refused = False
        self._is_between = True
        """Whether the next byte belongs to a new head."""
        self._unread_bytes = 0
        """What arrived since the last whole head, piece of a body, or end of a message."""
        self._reading_timer: TimerHandle | None = None
        self._since_s = 0.0
        """When it was made, or its last request was complete."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A head is awaited from now on."""
        super().connection_made(transport)  # type: ignore[arg-type]  # as uvicorn narrows it
        self.transport.set_write_buffer_limits(high=0)
        self._since_s = self.loop.time()
        if len(self.connections) > MOST_CONNECTIONS and not self._close_idle():
            self._be_surplus()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._stop_awaiting()
        self._stop_waiting()
        self._surplus.discard(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The reader is behind: from now on it has to go on reading."""
        super().pause_writing()
        self._slow[self] = None
        self._await_reading(self._waiting_bytes(), self.loop.time() + MOST_READING_S)
        while sum(each._waiting_bytes() for each in self._slow) > MOST_WAITING_BYTES:
            next(iter(self._slow))._hang_up("too much waits for slow readers")

    def resume_writing(self) -> None:
        """The reader has taken what waited."""
        self._stop_waiting()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Refuses the rest of a request that is already answered."""
        if self._is_refused or self.transport.is_closing():
            return
        if self._is_between and self._head_timer is None:
            self._await_head()
        self._unread_bytes += len(data)
        if self in self._surplus:
            self._refuse(TooManyConnections())
            return
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
        """The next bytes are another request."""
        self._is_between = True
        self._unread_bytes = 0
        self._since_s = self.loop.time()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """As problem details, like every other refusal."""
        self._refuse(MalformedRequest(msg))

    def _close_idle(self) -> bool:
        """False: no connection was idle. A browser whose connection is closed connects again."""
        resting = [
            each
            for each in self.connections
            if isinstance(each, GuardedHttpProtocol) and each._rests() and each is not self
        ]
        if not resting:
            return False
        longest = min(resting, key=lambda each: each._since_s)
        self.connections.discard(longest)
        longest.transport.close()
        return True

    def _rests(self) -> bool:
        """Whether nothing is asked, and all answers are sent."""
        is_idle = self._is_between and not self._unread_bytes and not self.transport.is_closing()
        return is_idle and (self.cycle is None or self.cycle.response_complete)

    def _be_surplus(self) -> None:
        """One too many: its request is refused; without a request it is closed soon."""
        self.connections.discard(self)
        if len(self._surplus) >= MOST_REFUSED:
            self.transport.abort()
            return
        self._surplus.add(self)
        self._head_timer = self.loop.call_later(LINGER_S, self._refuse, TooManyConnections())

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self._refuse_late)

    def _stop_awaiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _waiting_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    def _await_reading(self, waiting_bytes: int, until_s: float) -> None:
        self._reading_timer = self.loop.call_later(
            READING_STEP_S, self._look_at_reader, waiting_bytes, until_s
        )

    def _look_at_reader(self, before_bytes: int, until_s: float) -> None:
        # Nothing is added meanwhile: the application waits, too.
        waiting_bytes = self._waiting_bytes()
        if before_bytes - waiting_bytes < LEAST_READ_BYTES or self.loop.time() > until_s:
            self._hang_up("an answer is not read")
        else:
            self._await_reading(waiting_bytes, until_s)

    def _stop_waiting(self) -> None:
        self._slow.pop(self, None)
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    def _hang_up(self, reason: str) -> None:
        log.info("hung_up", reason=reason, waiting_bytes=self._waiting_bytes())
        self._stop_waiting()
        # Closing would wait for the reader.
        self.transport.abort()

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
            # The endpoint that reads this body need not wait for the rest, nor answer.
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
    headers = [f"{name}: {value}" for name, value in (refusal.headers or {}).items()]
    lines = (
        f"HTTP/1.1 {refusal.status_code} {HTTPStatus(refusal.status_code).phrase}",
        f"Content-Type: {PROBLEM_MEDIA_TYPE}",
        f"Content-Length: {len(content)}",
        *headers,
        "Connection: close",
        "\r\n",
    )
    return "\r\n".join(lines).encode() + content
