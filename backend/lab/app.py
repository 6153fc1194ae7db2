"""The application: `uvicorn --factory lab.app:create_app`."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final
from uuid import UUID

import structlog
from anyio import CapacityLimiter, create_task_group, to_thread
from fastapi import FastAPI, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from lab.catalog.endpoints import router as catalog_router
from lab.classes.endpoints_board import router as class_board_router
from lab.classes.endpoints_paper import router as labs_on_paper_router
from lab.classes.endpoints_students import router as class_students_router
from lab.classes.endpoints_teachers import router as classes_router
from lab.classes.endpoints_work import router as class_work_router
from lab.classes.stream import ClassNews
from lab.comparisons.endpoints import router as comparisons_router
from lab.contests.endpoints import router as contests_router
from lab.context import Context, build_context
from lab.counterexamples.endpoints import router as counterexamples_router
from lab.error_handlers import add_error_handlers
from lab.errors import ResultDamaged
from lab.evaluations.endpoints import router as evaluations_router
from lab.events.endpoints import router as events_router
from lab.events.hub import EventHub
from lab.events.open_streams import OpenStreams
from lab.experiments.endpoints import router as experiments_router
from lab.experiments.endpoints import schema_router as experiment_schema_router
from lab.experiments.view_endpoints import router as experiment_views_router
from lab.explanations.endpoints import router as explanations_router
from lab.exports.endpoints import router as exports_router
from lab.health.endpoints import router as health_router
from lab.health.metrics import router as metrics
from lab.health.operator import router as operator_router
from lab.kit.gzip_answers import GzipAnswersMiddleware
from lab.kit.logs import configure_logging
from lab.kit.origin_guard import OriginGuardMiddleware
from lab.kit.problem_response import problem_response
from lab.kit.rate_limit import RateLimiter
from lab.kit.request_context import RequestContextMiddleware
from lab.kit.request_input import RequestInputMiddleware
from lab.kit.route_index import RouteIndex
from lab.kit.security_headers import SecurityHeadersMiddleware
from lab.kit.traces import end_traces, start_traces, trace_requests
from lab.lab_documents.endpoints import router as lab_documents_router
from lab.labs.endpoints import router as labs_router
from lab.league_entries.endpoints import router as league_entries_router
from lab.modules.endpoints import router as modules_router
from lab.openapi import serve_description, use_problem_details
from lab.owners.endpoints import router as owners_router
from lab.packets.endpoints import router as packets_router
from lab.papers.endpoints import router as papers_router
from lab.papers.linux import router as kernel_router
from lab.papers.pages import prepare_pages
from lab.recovery.janitor import sweep_forever
from lab.remote_work.endpoints import router as remote_work_router
from lab.results import damage
from lab.runs.endpoints import router as runs_router
from lab.runs.many import router as many_runs_router
from lab.seeds.endpoints import router as seeds_router
from lab.series.endpoints import router as series_router
from lab.settings import Settings, load_settings
from lab.shares.endpoints import router as shares_router
from lab.shares.oembed import router as oembed_router
from lab.shares.pages import share_pages
from lab.static_files import InterfaceFiles
from lab.store_imports.endpoints import router as store_imports_router
from lab.what_if.endpoints import router as what_if_router

ROUTERS = (
    health_router,
    catalog_router,
    modules_router,
    runs_router,
    many_runs_router,
    labs_router,
    lab_documents_router,
    classes_router,
    class_board_router,
    class_work_router,
    labs_on_paper_router,
    class_students_router,
    owners_router,
    shares_router,
    oembed_router,
    seeds_router,
    series_router,
    explanations_router,
    packets_router,
    exports_router,
    events_router,
    experiment_schema_router,
    experiments_router,
    experiment_views_router,
    store_imports_router,
    comparisons_router,
    what_if_router,
    evaluations_router,
    league_entries_router,
    counterexamples_router,
    contests_router,
    papers_router,
    kernel_router,
    remote_work_router,
    operator_router,
)
# The janitor and the readers of events have threads besides those of requests.
CONNECTIONS_BESIDE_REQUESTS = 4

log = structlog.get_logger("lab.app")

WITH_SCENARIOS: Final = (
    "/api/experiments",
    "/api/experiments/check",
    "/api/runs",
    "/api/runs/many",
    "/api/scenarios/check",
    "/api/seeds",
)
"""Paths that take whole scenarios, whose delivery traces are longer than any other body."""
WITH_RESULTS: Final = ("/api/remote-work/parts", "/api/remote-work/results")
"""Paths that take results of runs, which may be as long."""
WITH_MODULES: Final = ("/api/algorithms/modules",)
"""Paths that take modules, which are as long where a language's runtime is in them."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application; without settings they are read from the environment."""
    settings = settings or load_settings()
    configure_logging(settings.log_level, as_json=settings.log_json)
    start_traces(settings, "api")
    app = build_api()
    app.router.lifespan_context = _lifespan(settings)
    app.include_router(share_pages(settings))
    app.include_router(metrics)
    if settings.static_dir is not None:
        app.mount("/", InterfaceFiles(settings.static_dir), name="interface")
    # The last one added is the outermost.
    app.add_middleware(GzipAnswersMiddleware)
    app.add_middleware(
        RequestInputMiddleware,
        max_body_bytes=settings.max_body_bytes,
        max_bytes_of_paths=dict.fromkeys(
            (*WITH_SCENARIOS, *WITH_RESULTS, *WITH_MODULES), settings.max_scenario_bytes
        ),
    )
    app.add_middleware(OriginGuardMiddleware, allowed_hosts=settings.allowed_hosts.split(","))
    app.add_middleware(RequestContextMiddleware)
    app.add_middleware(SecurityHeadersMiddleware)
    trace_requests(app)
    return app


def build_api() -> FastAPI:
    """Routes and error handlers without any server behind them: enough for the OpenAPI file."""
    app = FastAPI(
        title="FaiRTT Lab",
        version="0.1.0",
        description="Run, compare and teach TCP congestion control.",
        openapi_url=None,  # ours does not hold up other requests while it is made
        docs_url=None,  # its page loads scripts from elsewhere, which our policy forbids
        redoc_url=None,
        separate_input_output_schemas=False,
        # The framework's own spans have the queries of addresses: see lab.kit.traces.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    # Not `include_router`, which has each request try all routes.
    index = RouteIndex(
        [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    )
    app.router.routes.append(index)
    add_error_handlers(app)
    _compute_damaged_again(app)
    use_problem_details(app, index.routes)
    serve_description(app)
    return app


def _compute_damaged_again(app: FastAPI) -> None:
    """Answer a request that meets a damaged result with that error, and compute it again."""

    @app.exception_handler(ResultDamaged)
    async def refuse(request: Request, error: ResultDamaged) -> Response:
        context: Context = request.app.state.context
        await to_thread.run_sync(_queue_again, context, error.result_id)
        return problem_response(error.problem(), error.headers)


def _queue_again(context: Context, result_id: UUID) -> None:
    with context.sessions.begin() as session:
        count = damage.compute_again(session, result_id)
    if count > 0:
        log.warning("result_damaged", result_id=str(result_id), run_count=count)


def _lifespan(settings: Settings) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # A request holds at most one connection, from its endpoint until another thread has checked
        # its answer. So no more of them have their turn than there are threads: the others would
        # take all threads to wait for connections whose requests wait for a thread.
        pool = settings.database_pool_connections
        to_thread.current_default_thread_limiter().total_tokens = pool
        app.state.database_turns = CapacityLimiter(pool)
        context = build_context(
            settings,
            application_name="lab-api",
            pool_connections=pool + CONNECTIONS_BESIDE_REQUESTS,
        )
        hub = EventHub(context.sessions, settings.redis.client_url, settings.event_poll_interval_s)
        app.state.context = context
        app.state.event_hub = hub
        app.state.class_news = ClassNews(context.sessions, hub, settings.event_poll_interval_s)
        app.state.open_streams = OpenStreams(settings.event_streams_per_address)
        app.state.rate_limiter = RateLimiter(settings.redis.limits_url, "lab")
        try:
            # Leaving waits for threads that are at work: they still need their connections.
            async with create_task_group() as background:
                background.start_soon(hub.listen_forever)
                background.start_soon(hub.poll_forever)
                background.start_soon(sweep_forever, context)
                background.start_soon(app.state.open_streams.report_forever, context.workers)
                if context.settings.prepares_papers:
                    background.start_soon(prepare_pages)
                background.start_soon(to_thread.run_sync, context.job_queue.prepare)
                yield
                background.cancel_scope.cancel()
        finally:
            context.close()
            end_traces()

    return lifespan
