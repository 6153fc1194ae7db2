"""`GET /metrics` for Prometheus: open work, workers, and the time and space that they take.

Every number is read from PostgreSQL and Redis when it is asked for, so each process of the API
gives the same ones, whichever answers, and nothing is counted between two questions.
"""

import hmac
import shutil
from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.exceptions import RedisError
from sqlalchemy import TextClause, func, select, text
from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import NotFound, TokenRefused
from lab.jobs import JOB_KINDS, WorkerPresence, last_sign_of
from lab.models import Result, Run
from lab.remote_work.listing import TOKEN_STATES, token_lines
from lab.runs.states import QUEUE_NAMES

OPEN: Final = ("queued", "running")
DATABASE_BYTES: Final = text("SELECT pg_database_size(current_database())")
CONNECTIONS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
)

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def read_metrics(request: Request) -> Response:
    """All numbers in Prometheus' text format. Raises NotFound where the lab gives none."""
    context: Context = request.app.state.context
    _require_token(context, request.headers.get("Authorization", ""))
    registry = CollectorRegistry()
    registry.register(_LabCollector(context))
    headers = {"Cache-Control": "no-store"}
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST, headers=headers)


def _require_token(context: Context, authorization: str) -> None:
    token = context.settings.metrics_token
    if token is None:
        raise NotFound("This lab provides no metrics: LAB_METRICS_TOKEN is not set.")
    expected = f"Bearer {token}"
    if not hmac.compare_digest(authorization.encode(), expected.encode()):
        raise TokenRefused(
            "Metrics need the header `Authorization: Bearer TOKEN`, with this lab's"
            " LAB_METRICS_TOKEN.",
            headers={"WWW-Authenticate": "Bearer"},
        )


class _LabCollector(Collector):
    """Asks once for each scrape."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def collect(self) -> Iterable[GaugeMetricFamily]:
        with self._context.sessions() as session:
            yield from _work(session)
            yield from _newest_runs(session)
            yield _gauge("lab_results", "Stored results.", session.scalar(_RESULT_COUNT) or 0)
            yield _gauge(
                "lab_database_bytes", "Size of the database.", _number(session, DATABASE_BYTES)
            )
            yield _gauge(
                "lab_database_connections", "Its connections now.", _number(session, CONNECTIONS)
            )
            yield from _remote_work(session)
        yield from _workers(self._context.workers)
        yield from _disk(self._context)


_RESULT_COUNT: Final = select(func.count()).select_from(Result)


def _work(session: Session) -> Iterable[GaugeMetricFamily]:
    """What waits and what runs, of each kind and queue."""
    labels = ["kind", "queue"]
    count = GaugeMetricFamily(
        "lab_jobs",
        "Work that waits (queued) or is being done (running).",
        labels=[*labels, "status"],
    )
    waiting = GaugeMetricFamily(
        "lab_job_oldest_wait_seconds", "How long the longest waiting one has waited.", labels=labels
    )
    silent = GaugeMetricFamily(
        "lab_job_longest_silence_seconds",
        "Time since the last sign of life of the running job that has been silent longest.",
        labels=labels,
    )
    for kind in JOB_KINDS:
        table = kind.table
        rows = session.execute(
            select(
                kind.queue.label("queue"),
                table.status,
                func.count(),
                func.extract("epoch", func.now() - func.min(table.enqueued_at)),
                func.extract("epoch", func.now() - func.min(last_sign_of(kind))),
            )
            .where(table.status.in_(OPEN))
            .group_by("queue", table.status)
        )
        for queue, status, jobs, waited_s, silent_s in rows:
            count.add_metric([kind.name, queue, status], jobs)
            if status == "queued":
                waiting.add_metric([kind.name, queue], float(waited_s or 0))
            else:
                silent.add_metric([kind.name, queue], float(silent_s or 0))
    return (count, waiting, silent)


NEWEST_RUNS: Final = 200
QUANTILES: Final = (0.5, 0.95)


def _newest_runs(session: Session) -> Iterable[GaugeMetricFamily]:
    """Where the results of those that were asked for last came from, and how long they took."""
    newest = (
        select(Run.started_at, Run.finished_at)
        .where(Run.id.in_(select(Run.id).order_by(Run.id.desc()).limit(NEWEST_RUNS)))
        .where(Run.status == "done")
        .subquery()
    )
    took_s = func.extract("epoch", newest.c.finished_at - newest.c.started_at)
    took = [func.percentile_cont(each).within_group(took_s) for each in QUANTILES]
    all_count, computed_count, *seconds = session.execute(
        select(func.count(), func.count(newest.c.started_at), *took)
    ).one()
    of = f"Of the {NEWEST_RUNS} runs that were asked for last, as far as they are done: "
    source = GaugeMetricFamily(
        "lab_newest_runs", f"{of}computed, or stored before.", labels=["source"]
    )
    source.add_metric(["computed"], computed_count)
    source.add_metric(["stored"], all_count - computed_count)
    run_s = GaugeMetricFamily(
        "lab_newest_run_seconds", f"{of}from claim to end.", labels=["quantile"]
    )
    for quantile, value_s in zip(QUANTILES, seconds, strict=True):
        if value_s is not None:
            run_s.add_metric([str(quantile)], float(value_s))
    return (source, run_s)


def _remote_work(session: Session) -> Iterable[GaugeMetricFamily]:
    """Tokens of workers elsewhere, and what became of the units that they have sent."""
    lines = token_lines(session)
    tokens = GaugeMetricFamily(
        "lab_worker_tokens", "Tokens of workers elsewhere.", labels=["state"]
    )
    for state in TOKEN_STATES:
        tokens.add_metric([state], sum(line.state == state for line in lines))
    units = GaugeMetricFamily(
        "lab_remote_units",
        "Units that workers elsewhere have sent: waiting for a local worker to compute them as "
        "well, found equal or wrong by one, or taken without.",
        labels=["state"],
    )
    sums = {
        "waiting": sum(line.waiting for line in lines),
        "equal": sum(line.equal for line in lines),
        "wrong": sum(line.wrong for line in lines),
    }
    for checked, count in sums.items():
        units.add_metric([checked], count)
    units.add_metric(["taken"], sum(line.units for line in lines) - sum(sums.values()))
    runs = GaugeMetricFamily(
        "lab_remote_runs",
        "Results of single runs from workers elsewhere: found equal by a local worker, or shown "
        "without.",
        labels=["state"],
    )
    equal = sum(line.runs_equal for line in lines)
    runs.add_metric(["equal"], equal)
    runs.add_metric(["taken"], sum(line.runs for line in lines) - equal)
    return (tokens, units, runs)


def _workers(presence: WorkerPresence) -> Iterable[GaugeMetricFamily]:
    """Those that have said so lately, and streams; none of these where the broker is away."""
    workers = GaugeMetricFamily("lab_workers", "Running workers.", labels=["queue", "state"])
    streams = GaugeMetricFamily("lab_event_streams", "Streams of events that are open.")
    try:
        for queue in QUEUE_NAMES:
            counts = presence.counts(queue)
            workers.add_metric([queue, "ready"], counts.ready)
            workers.add_metric([queue, "starting"], counts.starting)
        streams.add_metric([], presence.stream_count())
    except (RedisError, OSError):
        return (_gauge("lab_broker_up", "Whether the broker answers.", 0),)
    return (_gauge("lab_broker_up", "Whether the broker answers.", 1), workers, streams)


def _disk(context: Context) -> Iterable[GaugeMetricFamily]:
    folder = context.settings.data_dir
    if folder is None:
        return
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return
    yield _gauge("lab_disk_free_bytes", "Free space beside the database.", usage.free)
    yield _gauge("lab_disk_bytes", "Size of that disk.", usage.total)


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)


def _number(session: Session, query: TextClause) -> int:
    return int(session.scalar(query) or 0)
