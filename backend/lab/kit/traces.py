"""Traces in the form of OpenTelemetry, from the browser's request to the core.

Off unless an operator names a collector (LAB_TRACES_URL): then nothing of OpenTelemetry is loaded,
and a span is an empty block. On, requests, messages and statements come from its instrumentations.
A trace has no query of an address, which may hold a link's token, and no page of a link.
"""

import re
from collections.abc import Iterator, MutableMapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from starlette.applications import Starlette
from starlette.routing import Match

from lab.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

Part = Literal["api", "worker"]
_SECRET_PLACES: Final = re.compile(r"^(/s|/embed|/join|/api/class-codes)/[^/]+")
NOT_TRACED: Final = r"^https?://[^/]+/(?!api/),/api/health$,/api/ready$"
EXPORT_TIMEOUT_S: Final = 5.0


@dataclass(frozen=True)
class _Tracing:
    provider: "TracerProvider"
    tracer: "Tracer"


_tracing: _Tracing | None = None


def start_traces(settings: Settings, part: Part) -> None:
    """Export spans of this process, after its fork. Does nothing where no collector is named."""
    global _tracing  # noqa: PLW0603  OpenTelemetry has one provider for a process, too
    if settings.traces_url is None or _tracing is not None:
        return
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.propagators import (
        ResponsePropagator,
        set_global_response_propagator,
    )
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": f"fairtt-lab-{part}"}))
    address = f"{settings.traces_url.rstrip('/')}/v1/traces"
    exporter = OTLPSpanExporter(endpoint=address, timeout=EXPORT_TIMEOUT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)

    class TraceResponse(ResponsePropagator):
        """Tells the page that its ids are wanted (frontend/src/api/http/client.ts): of the lab's
        own pages. OpenTelemetry's own would open the header to those of others.
        """

        def inject(self, carrier: Any, context: Any = None, setter: Any = None) -> None:
            del context
            setter.set(carrier, "traceresponse", current_traceparent() or "")

    set_global_response_propagator(TraceResponse())  # type: ignore[no-untyped-call]
    _untyped(CeleryInstrumentor).instrument(tracer_provider=provider)
    _untyped(PsycopgInstrumentor).instrument(tracer_provider=provider)
    _tracing = _Tracing(provider, provider.get_tracer("lab"))


def end_traces() -> None:
    """Send what waits."""
    global _tracing  # noqa: PLW0603
    if _tracing is None:
        return
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor

    _untyped(CeleryInstrumentor).uninstrument()
    _untyped(PsycopgInstrumentor).uninstrument()
    _tracing.provider.shutdown()
    _tracing = None


def _untyped(instrumentor: Any) -> Any:
    return instrumentor()


def trace_requests(app: Starlette) -> None:
    """A span for each request to the API; to be added behind all other middleware."""
    if _tracing is None:
        return
    from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
    from opentelemetry.util.http import parse_excluded_urls

    def details(scope: MutableMapping[str, Any]) -> tuple[str, dict[str, Any]]:
        return _route_of(app, scope)

    app.add_middleware(
        OpenTelemetryMiddleware,
        excluded_urls=parse_excluded_urls(NOT_TRACED),
        default_span_details=details,
        server_request_hook=_leave_out_query,
        tracer_provider=_tracing.provider,
        # One for each event of a stream otherwise.
        exclude_spans=["receive", "send"],
    )


def _route_of(app: Starlette, scope: MutableMapping[str, Any]) -> tuple[str, dict[str, Any]]:
    method = str(scope.get("method", ""))
    for route in app.routes:
        match, found = route.matches(scope)
        if match == Match.FULL:
            path = getattr(found.get("lab.route", route), "path", "")
            return f"{method} {path}", {"http.route": path}
    return method, {}


def without_secrets(path: str) -> str:
    """A path as logs and traces may have it: without the secrets in it, which open links and
    classes.
    """
    return _SECRET_PLACES.sub(r"\1/...", path)


def _leave_out_query(span: "Span", scope: MutableMapping[str, Any]) -> None:
    path = without_secrets(scope["path"])
    span.set_attribute("http.url", path)
    span.set_attribute("http.target", path)


def current_traceparent() -> str | None:
    """The current span as W3C's header has it; None: nothing is traced."""
    if _tracing is None:
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get("traceparent")


def span(
    name: str, *, parent: str | None = None, **attributes: str | int
) -> AbstractContextManager[None]:
    """Time the block. `parent`: a span of another process, as its header has it, in whose trace
    this one is; the present span is linked then.
    """
    return nullcontext() if _tracing is None else _span(_tracing.tracer, name, parent, attributes)


@contextmanager
def _span(
    tracer: "Tracer", name: str, parent: str | None, attributes: dict[str, str | int]
) -> Iterator[None]:
    from opentelemetry import trace
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context, links = None, []
    if parent is not None:
        here = trace.get_current_span().get_span_context()
        links = [trace.Link(here)] if here.is_valid else []
        context = TraceContextTextMapPropagator().extract({"traceparent": parent})
    named = {f"lab.{key}": value for key, value in attributes.items()}
    with tracer.start_as_current_span(name, context=context, links=links, attributes=named):
        yield


def add_trace_id(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Any:
    """A processor of structlog: lines of a request or a run say in which trace they are."""
    parent = current_traceparent()
    if parent is not None:
        event["trace_id"] = parent.split("-")[1]
    return event
