"""Bytes that no client sends, over a bare socket to a process as `./lab up` starts it."""

import json
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from lab.kit import guarded_http
from lab.kit.guarded_http import MOST_HEAD_BYTES
from tests.conftest import empty_lab
from tests.support.processes import PATIENCE_S
from tests.support.served import Answer, Served, read_answer, serving_process
from tools.servers import ValkeyServer

HOST = b"Host: localhost\r\n"
HEALTH = b"GET /api/health HTTP/1.1\r\n" + HOST
CHECK = b"POST /api/scenarios/check HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
CHUNKED = CHECK + b"Transfer-Encoding: chunked\r\n\r\n"
MEGABYTE = 1_000_000
# Shorter than those of a lab, so that the tests need not wait for them.
HEAD_TIMEOUT_S = 3
BODY_TIMEOUT_S = 3
# Much longer than either, so that a busy machine is not taken for a missing bound.
MOST_TRICKLING_S = 60

SERVE = f"""
import sys
from lab import serve
from lab.kit import guarded_http, request_input
guarded_http.HEAD_TIMEOUT_S = {HEAD_TIMEOUT_S}
request_input.RequestInputMiddleware.__init__.__defaults__ = ({BODY_TIMEOUT_S},)
sys.exit(serve.main())
"""


@pytest.fixture(scope="module")
def served(migrated_url: str, valkey: ValkeyServer) -> Iterator[Served]:
    with (
        empty_lab(migrated_url, valkey) as settings,
        serving_process(settings, "-c", SERVE) as served,
    ):
        # Its memory is compared with what it has once it has started.
        assert served.send(HEALTH + b"\r\n").status == 200
        yield served


@pytest.fixture(autouse=True)
def lives(served: Served) -> Iterator[None]:
    """Whatever a test sends, the process answers the next one."""
    yield
    assert served.send(HEALTH + b"\r\n").status == 200
    assert served.process.poll() is None


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200, id="TLS"),
        pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", id="HTTP/2"),
        pytest.param(b"nonsense\r\n\r\n", id="no request line"),
        pytest.param(b"GET /api/health HTTP/9.9\r\n\r\n", id="unknown version"),
        pytest.param(b"BREW /api/health HTTP/1.1\r\n" + HOST + b"\r\n", id="unknown method"),
        pytest.param(b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n", id="address in Latin-1"),
        pytest.param(b"CONNECT x:1 HTTP/1.1\r\n" + HOST + b"\r\n", id="CONNECT"),
        pytest.param(HEALTH + b"no colon\r\n\r\n", id="header without a colon"),
        pytest.param(HEALTH + b"a\0b: 1\r\n\r\n", id="NUL in a name"),
        pytest.param(HEALTH + b"a: 1\0\r\n\r\n", id="NUL in a value"),
        pytest.param(HEALTH + b"a : 1\r\n\r\n", id="space before the colon"),
        pytest.param(CHECK + b"Content-Length: -1\r\n\r\n", id="negative length"),
        pytest.param(CHECK + b"Content-Length: 1e3\r\n\r\n", id="length that is no number"),
        pytest.param(CHECK + b"Content-Length: " + b"9" * 40 + b"\r\n\r\n", id="huge length"),
        pytest.param(
            CHECK + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde", id="two lengths"
        ),
        pytest.param(
            CHECK + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            id="length and chunks",
        ),
        pytest.param(
            CHECK + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
            id="chunks and length",
        ),
        pytest.param(CHECK + b"Transfer-Encoding: xchunked\r\n\r\n", id="unknown coding"),
        pytest.param(CHECK + b"Transfer-Encoding: chunked, identity\r\n\r\n", id="chunks not last"),
        pytest.param(CHECK + b"Transfer-Encoding : chunked\r\n\r\n", id="coding with a space"),
    ],
)
def test_what_is_not_http_is_a_problem(served: Served, text: bytes) -> None:
    answer = served.send(text)
    assert answer.status == 400, answer.text
    assert b"application/problem+json" in answer.text
    assert answer.problem_type() == "/api/problems/malformed-request"
    assert b"Traceback" not in answer.text


@pytest.mark.parametrize(
    ("text", "status"),
    [
        pytest.param(b"GET /api/health\r\n\r\n", 421, id="no version"),
        pytest.param(b"GET * HTTP/1.1\r\n" + HOST + b"\r\n", 404, id="star"),
        pytest.param(b"TRACE /api/health HTTP/1.1\r\n" + HOST + b"\r\n", 405, id="TRACE"),
        pytest.param(b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", 404, id="above"),
        pytest.param(b"GET //evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n", 404, id="two slashes"),
        pytest.param(HEALTH.replace(b"1.1", b"1.0") + b"\r\n", 200, id="HTTP/1.0"),
        pytest.param(b"GET /api/health HTTP/1.1\r\n\r\n", 421, id="no host"),
        pytest.param(HEALTH + b"Host: evil.example\r\n\r\n", 421, id="two hosts"),
        pytest.param(CHECK + b"Origin: http://[\r\n\r\n", 403, id="origin that is no address"),
        pytest.param(HEALTH + b"X-Lab-Owner: \xff\xfe\r\n\r\n", 200, id="bytes in a header"),
        pytest.param(CHECK + b"Content-Encoding: gzip\r\n\r\n", 415, id="compressed"),
    ],
)
def test_what_is_odd_is_answered(served: Served, text: bytes, status: int) -> None:
    assert served.send(text).status == status


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"zz\r\nab\r\n0\r\n\r\n", id="size that is no number"),
        pytest.param(b"-1\r\nab\r\n0\r\n\r\n", id="negative size"),
        pytest.param(b"f" * 17 + b"\r\nab\r\n", id="size beyond 64 bits"),
        pytest.param(b"2\r\nabc\r\n0\r\n\r\n", id="more than the size"),
        pytest.param(b"2\nab\n0\n\n", id="bare line feeds"),
    ],
)
def test_broken_chunks_end_the_request(served: Served, body: bytes) -> None:
    """A broken body is found while the application waits for the rest of it."""
    answer = served.send(CHUNKED, body)
    assert answer.status == 400, answer.text
    assert answer.problem_type() == "/api/problems/malformed-request"


def test_a_second_request_in_a_body_is_no_request(served: Served) -> None:
    """The body of one request that looks like another one stays a body."""
    hidden = b"GET /api/hidden HTTP/1.1\r\n" + HOST + b"\r\n"
    length = str(len(hidden)).encode()
    with served.connection() as connection:
        connection.sendall(CHECK + b"Content-Length: " + length + b"\r\n\r\n" + hidden)
        assert read_answer(connection).status == 422
        connection.sendall(HEALTH + b"\r\n")
        assert read_answer(connection).status == 200


def test_requests_in_one_packet_are_answered_in_turn(served: Served) -> None:
    with served.connection() as connection:
        last = HEALTH + b"Connection: close\r\n\r\n"
        connection.sendall((HEALTH + b"\r\n") * 200 + last)
        text = b""
        while piece := connection.recv(65_536):
            text += piece
    assert text.count(b"HTTP/1.1 200 OK\r\n") == 201


def test_an_upgrade_is_answered_as_if_it_were_not_asked_for(served: Served) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n"
    assert served.send(HEALTH + upgrade).status in (200, 400)


class TestSize:
    """What has no end is cut off, and is kept nowhere."""

    COUNT = 40
    # Less than is sent: it would not do to keep it all.
    ROOM_BYTES = 15 * MEGABYTE

    @pytest.mark.parametrize(
        ("start", "endless"),
        [
            (b"GET /api/health?", b"a" * MEGABYTE),
            (HEALTH + b"a: ", b"a" * MEGABYTE),
            (HEALTH + b"a", b"a" * MEGABYTE),
            (HEALTH, b"a: 1\r\n" * 150_000),
        ],
        ids=["address", "value", "name", "headers"],
    )
    def test_an_endless_head(self, served: Served, start: bytes, endless: bytes) -> None:
        before_bytes = served.memory_bytes()
        answer = served.send(start, *[endless] * self.COUNT)
        assert answer.status == 431, answer.text
        assert served.memory_bytes() - before_bytes < self.ROOM_BYTES

    @pytest.mark.parametrize(
        ("start", "endless", "status"),
        [
            (b"1;", b"x" * MEGABYTE, 431),
            (b"0\r\n", b"a: 1\r\n" * 150_000, 431),
            (b"", b"1\r\na\r\n" * 150_000, 413),
        ],
        ids=["extension of a chunk", "trailers", "tiny chunks"],
    )
    def test_an_endless_body_in_chunks(
        self, served: Served, start: bytes, endless: bytes, status: int
    ) -> None:
        before_bytes = served.memory_bytes()
        answer = served.send(CHUNKED + start, *[endless] * self.COUNT)
        # On a busy machine the time for a body may be over before its size is.
        assert answer.status in (status, 408), answer.text
        assert served.memory_bytes() - before_bytes < self.ROOM_BYTES

    def test_a_head_just_below_the_bound_is_read(self, served: Served) -> None:
        header = b"a: " + b"a" * (MOST_HEAD_BYTES - len(HEALTH) - 100) + b"\r\n\r\n"
        assert served.send(HEALTH + header).status == 200

    def test_a_head_above_it_says_so(self, served: Served) -> None:
        with served.connection() as connection:
            connection.sendall(HEALTH + b"a: " + b"a" * MOST_HEAD_BYTES)
            answer = read_answer(connection)
        assert answer.status == 431
        assert answer.problem_type() == "/api/problems/head-too-large"

    def test_a_long_body_is_not_taken_for_a_head(self, served: Served) -> None:
        """Connections are used again after bodies that are longer than a head may be."""
        body = json.dumps({"scenario": {"name": "x" * 900_000}}).encode()
        length = str(len(body)).encode()
        with served.connection() as connection:
            for _ in range(3):
                connection.sendall(CHECK + b"Content-Length: " + length + b"\r\n\r\n" + body)
                assert read_answer(connection).status == 422


class TestSlow:
    """Who does not send is not waited for."""

    def test_a_head_that_does_not_end(self, served: Served) -> None:
        with served.connection() as connection:
            connection.sendall(HEALTH)
            answer = read_answer(connection)
        assert answer.status == 408
        assert answer.problem_type() == "/api/problems/request-too-slow"

    @pytest.mark.parametrize(
        ("start", "piece"),
        [
            pytest.param(b"", b"\r\n", id="empty lines"),
            pytest.param(HEALTH, b"a: 1\r\n", id="headers"),
        ],
    )
    def test_a_head_that_trickles(self, served: Served, start: bytes, piece: bytes) -> None:
        """Each byte in time does not make the whole in time."""
        answer, lasted_s = _trickle(served, start, piece)
        assert answer.problem_type() == "/api/problems/request-too-slow"
        assert lasted_s >= HEAD_TIMEOUT_S - 1

    @pytest.mark.parametrize(
        ("head", "piece"),
        [
            pytest.param(CHECK + b"Content-Length: 9999\r\n\r\n", b" ", id="of a length"),
            pytest.param(CHUNKED, b"1\r\n \r\n", id="in chunks"),
        ],
    )
    def test_a_body_that_trickles(self, served: Served, head: bytes, piece: bytes) -> None:
        answer, lasted_s = _trickle(served, head, piece)
        assert answer.problem_type() == "/api/problems/request-too-slow"
        assert lasted_s >= BODY_TIMEOUT_S - 1

    def test_nothing_at_all(self, served: Served) -> None:
        with served.connection() as connection:
            assert read_answer(connection).status == 0

    @pytest.mark.parametrize(
        "head", [CHECK + b"Content-Length: 100\r\n\r\n{", CHUNKED + b"1\r\n{\r\n"]
    )
    def test_a_body_that_does_not_end(self, served: Served, head: bytes) -> None:
        with served.connection() as connection:
            connection.sendall(head)
            answer = read_answer(connection)
        assert answer.status == 408
        assert answer.problem_type() == "/api/problems/request-too-slow"

    def test_many_of_them_block_no_other_client(self, served: Served) -> None:
        slow = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(200)]
        try:
            for connection in slow:
                connection.sendall(CHECK + b"Content-Length: 100\r\n\r\n{")
            assert served.send(HEALTH + b"\r\n").status == 200
        finally:
            for connection in slow:
                connection.close()


def _trickle(served: Served, start: bytes, piece: bytes) -> tuple[Answer, float]:
    """The answer to a client that keeps sending so little at a time, and after how long."""
    started_s = time.monotonic()
    with served.connection() as connection:
        connection.sendall(start)
        while not select.select([connection], [], [], 0.2)[0]:
            assert time.monotonic() - started_s < MOST_TRICKLING_S, "it is waited for"
            connection.sendall(piece)
        answer = read_answer(connection)
    assert answer.status == 408, answer.text
    return answer, time.monotonic() - started_s


MOST_CONNECTIONS = 20
CROWDED = f"""
import sys
from lab import serve
from lab.kit import guarded_http
guarded_http.MOST_CONNECTIONS = {MOST_CONNECTIONS}
guarded_http.MOST_REFUSED = 5
sys.exit(serve.main())
"""


@pytest.fixture(scope="module")
def crowded(migrated_url: str, valkey: ValkeyServer) -> Iterator[Served]:
    """A service that a few connections fill; each test closes its own."""
    with (
        empty_lab(migrated_url, valkey) as settings,
        serving_process(settings, "-c", CROWDED) as crowded,
    ):
        yield crowded


class TestManyConnections:
    @pytest.fixture
    def busy(self, crowded: Served) -> Iterator[list[socket.socket]]:
        """As many as there may be, each in the middle of a body."""
        with ExitStack() as stack:
            busy = [stack.enter_context(crowded.connection()) for _ in range(MOST_CONNECTIONS)]
            for each in busy:
                each.sendall(CHECK + b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n")
                # So it is asked for when the application waits for the body.
                assert b"100 Continue" in each.recv(65_536)
            yield busy

    def test_beyond_the_limit_it_is_said_so(
        self, crowded: Served, busy: list[socket.socket]
    ) -> None:
        answer = crowded.send(HEALTH + b"\r\n")
        assert (answer.status, answer.problem_type()) == (503, "/api/problems/too-many-connections")
        assert b"Retry-After: 5\r\n" in answer.text
        busy.pop().close()
        deadline_s = time.monotonic() + PATIENCE_S
        while crowded.send(HEALTH + b"\r\n").status != 200:
            assert time.monotonic() < deadline_s

    @pytest.mark.usefixtures("busy")
    def test_surplus_that_says_nothing_is_ended(self, crowded: Served) -> None:
        with ExitStack() as stack:
            surplus = [stack.enter_context(crowded.connection()) for _ in range(30)]
            started_s = time.monotonic()
            # A few are waited for, all others are hung up on.
            assert [read_answer(each).status for each in surplus] == [0] * 30
            # Those that may be there have as long as a head may take.
            assert time.monotonic() - started_s < guarded_http.HEAD_TIMEOUT_S - 5
        assert crowded.process.poll() is None

    def test_who_rests_makes_room(self, crowded: Served) -> None:
        with ExitStack() as stack:
            resting = [stack.enter_context(crowded.connection()) for _ in range(MOST_CONNECTIONS)]
            for each in resting:
                each.sendall(HEALTH + b"\r\n")
                assert read_answer(each).status == 200
            assert crowded.send(HEALTH + b"\r\n").status == 200
            # The one that has rested longest.
            assert resting[0].recv(1) == b""
            resting[1].sendall(HEALTH + b"\r\n")
            assert read_answer(resting[1]).status == 200
