"""Readers that take what they have asked for slowly, or never: they hold no memory for long and no
connection to the database.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from uuid import UUID

import numpy as np
import pytest

from lab.context import Context, build_context
from lab.runs import attempts
from lab.series import timeline as timelines
from lab.series.repository import copy_chunks, encode_chunk
from lab.settings import Settings
from lab_model.series.subject import Subject
from tests.conftest import empty_lab
from tests.support.documents import result_document
from tests.support.processes import PATIENCE_S
from tests.support.runs import claim_run, create_run
from tests.support.served import Served, serving_process
from tools.servers import ValkeyServer

MEGABYTE = 1_000_000
POOL_CONNECTIONS = 2
EVENT_COUNT = 80_000
SAMPLE_COUNT = 100_000
# Shorter and smaller than those of a lab, so that the tests need not wait for them.
STEP_S = 3
WAITING_BYTES = 30 * MEGABYTE


def _program(step_s: float, most_reading_s: float = 600) -> str:
    return f"""
import sys
from lab import serve
from lab.kit import guarded_http
guarded_http.READING_STEP_S = {step_s}
guarded_http.MOST_READING_S = {most_reading_s}
guarded_http.MOST_WAITING_BYTES = {WAITING_BYTES}
sys.exit(serve.main())
"""


@pytest.fixture(scope="module")
def lab(migrated_url: str, valkey: ValkeyServer) -> Iterator[Settings]:
    with empty_lab(migrated_url, valkey) as settings:
        yield settings.model_copy(update={"database_pool_connections": POOL_CONNECTIONS})


@pytest.fixture(scope="module")
def run_id(lab: Settings) -> Iterator[UUID]:
    """A run that is done, with a timeline and a table of several megabytes."""
    context = build_context(lab, application_name="test")
    yield _large_run(context)
    context.close()


def _large_run(context: Context) -> UUID:
    run = create_run(context)
    attempt = claim_run(context, run.id)
    events = [
        {"time_s": 10 * i / EVENT_COUNT, "flow_index": 0, "kind": "rto", "reason": "t", "value": i}
        for i in range(EVENT_COUNT)
    ]
    columns = {"throughput_bps": np.random.default_rng(1).random(SAMPLE_COUNT)}
    row = encode_chunk(
        Subject("flow", 0),
        chunk_index=0,
        first_sample=0,
        sample_count=SAMPLE_COUNT,
        columns=columns,
    )
    with context.sessions.begin() as session:
        attempts.add_samples(
            session, attempt, sample_count=SAMPLE_COUNT, simulated_s=10.0, announce=False
        )
        copy_chunks(session, attempt.result_id, [row])
        timelines.add(session, attempt.result_id, [timelines.NewChunk(0, [], events)])
    attempts.finish_done(context.sessions, attempt, result_document(attempt))
    return run.id


@pytest.fixture(scope="module")
def served(lab: Settings) -> Iterator[Served]:
    with serving_process(lab, "-c", _program(STEP_S)) as served:
        yield served


@contextmanager
def _asking(served: Served, path: str) -> Iterator[socket.socket]:
    """A connection that asks and takes little at once, so that the rest waits in the process."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        # The kernel takes less for small segments.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.settimeout(PATIENCE_S)
        connection.connect(("127.0.0.1", served.port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield connection


def _took_bytes(connection: socket.socket, piece_bytes: int, pause_s: float) -> int:
    """What comes until the end of the answer or of the connection."""
    took_bytes = 0
    text = b""
    try:
        while piece := connection.recv(piece_bytes):
            took_bytes += len(piece)
            text = text[-1000:] + piece
            if text.endswith((b"]}", b"0\r\n\r\n")):
                break
            time.sleep(pause_s)
    except ConnectionResetError:
        pass
    return took_bytes


def _answers(served: Served, run_id: UUID) -> None:
    """The process has a connection to the database for others."""
    get = f"GET /api/runs/{run_id} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    assert served.send(get).status == 200


PATHS = pytest.mark.parametrize("path", ["timeline", "export/csv"])


@pytest.mark.slow
@PATHS
def test_who_reads_steadily_gets_all(served: Served, run_id: UUID, path: str) -> None:
    """Also where that takes longer than a step."""
    with _asking(served, f"/api/runs/{run_id}/{path}") as connection:
        started_s = time.monotonic()
        took_bytes = _took_bytes(connection, MEGABYTE, 0.005)
    assert took_bytes > 4 * MEGABYTE
    assert time.monotonic() - started_s > STEP_S


@PATHS
def test_who_reads_nothing_is_hung_up_on(served: Served, run_id: UUID, path: str) -> None:
    with ExitStack() as held:
        slow = [
            held.enter_context(_asking(served, f"/api/runs/{run_id}/{path}"))
            for _ in range(2 * POOL_CONNECTIONS)
        ]
        for connection in slow:
            assert connection.recv(1000).startswith(b"HTTP/1.1 200")
            _answers(served, run_id)
        time.sleep(3 * STEP_S)
        # What had left the process by then is all that still comes.
        for connection in slow:
            assert _took_bytes(connection, MEGABYTE, 0) < 3 * MEGABYTE


@pytest.mark.slow
@PATHS
def test_who_trickles_is_hung_up_on(served: Served, run_id: UUID, path: str) -> None:
    with _asking(served, f"/api/runs/{run_id}/{path}") as connection:
        assert _took_bytes(connection, 200, 0.02) < 3 * MEGABYTE


@pytest.mark.slow
def test_who_takes_enough_in_each_step_has_an_end_all_the_same(lab: Settings, run_id: UUID) -> None:
    with (
        serving_process(lab, "-c", _program(STEP_S, 2 * STEP_S)) as served,
        _asking(served, f"/api/runs/{run_id}/timeline") as connection,
    ):
        # Of more than 6 MB, and more than each step demands.
        assert _took_bytes(connection, 20_000, 0.03) < 4 * MEGABYTE


def test_what_waits_for_many_of_them_is_bounded(lab: Settings, run_id: UUID) -> None:
    """The reader that has waited longest makes room, long before the time is over."""
    never_s = 600
    path = f"/api/runs/{run_id}/timeline"
    with serving_process(lab, "-c", _program(never_s)) as served, ExitStack() as held:
        with _asking(served, path) as connection:
            size_bytes = _took_bytes(connection, MEGABYTE, 0)
        before_bytes = served.memory_bytes()
        slow = []
        for _ in range(20 * WAITING_BYTES // size_bytes):
            slow.append(held.enter_context(_asking(served, path)))
            assert slow[-1].recv(1000).startswith(b"HTTP/1.1 200")
            _answers(served, run_id)
        grown_bytes = served.memory_bytes() - before_bytes
        # An answer is put together beside those that wait, in several copies.
        assert grown_bytes < WAITING_BYTES + 20 * size_bytes < len(slow) * size_bytes / 2
        assert _took_bytes(slow[0], MEGABYTE, 0) < 3 * MEGABYTE
        assert _took_bytes(slow[-1], MEGABYTE, 0) > size_bytes - 2000


@pytest.mark.slow
def test_an_event_stream_that_is_not_read_is_ended(served: Served, lab: Settings) -> None:
    context = build_context(lab, application_name="test")
    run = create_run(context, seed=2)
    attempt = claim_run(context, run.id)
    with _asking(served, f"/api/runs/{run.id}/events") as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        for _ in range(30):
            with context.sessions.begin() as session:
                for number in range(200):
                    attempts.beat(session, attempt, number * 0.01)
        time.sleep(3 * STEP_S)
        # The run continues, and so would the stream: the test is that it ends.
        assert _took_bytes(connection, MEGABYTE, 0) < MEGABYTE
        _answers(served, run.id)
    context.close()
