"""Traces from the browser's request to the core, and nothing of them where they are off."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from uuid import UUID

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from sqlalchemy import select
from structlog.testing import capture_logs

from lab.context import Context
from lab.kit import traces
from lab.models import Run
from lab.settings import Settings
from lab_worker.process import close_process, open_process
from lab_worker.runs.execute import execute
from tests.support.scenarios import scenario
from tests.support.server import connected

TRACE_ID = "0af7651916cd43dd8448eb211c80319c"
PAGE_SPAN_ID = "b7ad6b7169203331"
TRACEPARENT = {"traceparent": f"00-{TRACE_ID}-{PAGE_SPAN_ID}-01"}
SECRET = "a-token-of-a-link-that-stays-secret"


@contextmanager
def collector() -> Iterator[tuple[str, list[Span]]]:
    """Takes what OTLP over HTTP sends; gives its address and the spans."""
    spans: list[Span] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = ExportTraceServiceRequest.FromString(body)
            if self.path == "/v1/traces":
                for resource in sent.resource_spans:
                    for scope in resource.scope_spans:
                        spans.extend(scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", spans
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    traces.end_traces()


def test_one_trace_goes_from_the_request_to_the_core(settings: Settings, context: Context) -> None:
    with collector() as (url, spans):
        traced = settings.model_copy(update={"traces_url": url})
        with connected(traced) as client:
            body = {"scenario": scenario(2.0)}
            made = client.post("/api/runs", json=body, headers=TRACEPARENT)
            # What tells a page that its ids are wanted.
            assert made.headers["traceresponse"].split("-")[1] == TRACE_ID
            client.get("/api/oembed", params={"url": f"http://localhost/s/{SECRET}"})
            client.get(f"/s/{SECRET}")
            execute(open_process(traced), UUID(made.json()["id"]))
            close_process()
    names = {span.name for span in spans if span.trace_id.hex() == TRACE_ID}
    assert {"POST /api/runs", "run", "core"} <= names
    by_name = {span.name: span for span in spans}
    request, run, core = (by_name[name] for name in ("POST /api/runs", "run", "core"))
    assert request.parent_span_id.hex() == PAGE_SPAN_ID
    assert run.parent_span_id == request.span_id
    assert core.parent_span_id == run.span_id
    assert any(span.parent_span_id == run.span_id and span.name != "core" for span in spans)
    assert SECRET not in str(spans)
    assert run.start_time_unix_nano <= core.start_time_unix_nano
    assert core.end_time_unix_nano <= run.end_time_unix_nano


def test_lines_of_the_log_name_the_trace(settings: Settings) -> None:
    with collector() as (url, _):
        traces.start_traces(settings.model_copy(update={"traces_url": url}), "worker")
        with traces.span("run", parent=TRACEPARENT["traceparent"]):
            line = traces.add_trace_id(None, "info", {"event": "run_done"})
        traces.end_traces()
    assert line == {"event": "run_done", "trace_id": TRACE_ID}
    assert traces.add_trace_id(None, "info", {}) == {}


def test_a_collector_that_is_away_costs_no_run(settings: Settings, context: Context) -> None:
    traced = settings.model_copy(update={"traces_url": "http://127.0.0.1:9"})
    with connected(traced) as client, capture_logs():
        made = client.post("/api/runs", json={"scenario": scenario(2.0)})
        execute(open_process(traced), UUID(made.json()["id"]))
        assert client.get(f"/api/runs/{made.json()['id']}").json()["status"] == "done"
        close_process()


def test_off_nothing_is_loaded_kept_or_sent(settings: Settings, context: Context) -> None:
    with connected(settings) as client:
        body = {"scenario": scenario(2.0)}
        made = client.post("/api/runs", json=body, headers=TRACEPARENT)
    assert "traceresponse" not in made.headers
    with context.sessions() as session:
        assert session.scalars(select(Run.traceparent)).all() == [None]
    program = (
        "import sys, lab.app, lab_worker.celery_app;"
        # The framework and the client of Redis load the interface and metrics by themselves.
        "assert not [name for name in sys.modules if name.startswith(("
        "'opentelemetry.sdk.trace', 'opentelemetry.instrumentation', 'opentelemetry.exporter'))]"
    )
    environment = {
        "LAB_DATABASE_URL": "postgresql://nowhere/lab",
        "LAB_REDIS_URL": "redis://nowhere:6379/0",
        "PATH": "",
    }
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
