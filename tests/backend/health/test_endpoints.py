"""Alive, and ready or what is missing."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, text, update

from lab.context import Context
from lab.health import speed
from lab.jobs import WorkerPresence
from lab.models import Run
from lab.models.base import SCHEMA_REVISION
from lab.results.repository import Core
from lab.runs import attempts
from lab.settings import Settings
from tests.support.documents import result_document
from tests.support.runs import (
    CORE,
    CORE_VERSION,
    NEWER_CORE,
    REBUILT_CORE,
    claim_run,
    create_run,
    register_core,
)
from tests.support.server import connected
from tools.paths import PROJECT_ROOT
from tools.servers import PostgresServer


def test_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/api/health").json() == {"status": "ok"}
    ready = client.get("/api/ready")
    assert ready.status_code == 200
    parts = {name: ready.json()[name] for name in ("database", "migrations", "broker")}
    assert ready.json()["ready"] is True
    assert set(parts.values()) == {"ok"}


def test_says_which_core_computes_new_runs(client: httpx.Client, context: Context) -> None:
    register_core(context)
    ready = client.get("/api/ready").json()
    assert (ready["core_version"], ready["behaviour_version"]) == (CORE_VERSION, CORE.behaviour)


def test_says_which_workers_are_missing(client: httpx.Client, settings: Settings) -> None:
    def workers() -> str:
        ready = client.get("/api/ready")
        assert ready.status_code == 200, "pages and what is asked for need no worker"
        return str(ready.json()["workers"])

    presence = WorkerPresence(settings.redis.client_url)
    assert workers() == "no worker is here for single runs and experiments"
    presence.say("interactive", "a@here", "ready")
    presence.say("batch", "b@here", "starting")
    assert workers() == "workers are starting for experiments"
    presence.say("batch", "b@here", "ready")
    assert workers() == "ok"
    presence.leave("interactive", "a@here")
    assert workers() == "no worker is here for single runs"
    presence.leave("batch", "b@here")
    presence.close()


def test_broker_that_is_away_is_named(settings: Settings) -> None:
    away = settings.model_copy(update={"redis_url": "unix:///nowhere/valkey.sock"})
    with connected(away) as client:
        ready = client.get("/api/ready")
    assert ready.status_code == 503
    assert ready.json()["broker"] == "Redis does not answer"
    assert ready.json()["workers"] == "unknown"
    assert ready.json()["database"] == "ok"


def test_database_that_is_away_is_named_and_the_process_lives(settings: Settings) -> None:
    away = settings.model_copy(
        update={"database_url": "postgresql+psycopg://lab@/lab?host=/nowhere"}
    )
    with connected(away) as client:
        assert client.get("/api/health").status_code == 200
        ready = client.get("/api/ready")
        read = client.get(f"/api/runs/{uuid4()}")
        streamed = client.get(f"/api/runs/{uuid4()}/events")
    assert ready.status_code == 503
    assert ready.json()["database"] == "PostgreSQL does not answer"
    for response in (read, streamed):
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "5"
        assert "database" in response.json()["detail"]


def test_database_without_tables_is_named(settings: Settings, postgres: PostgresServer) -> None:
    postgres.create_database("lab_empty")
    empty = settings.model_copy(update={"database_url": postgres.database_url("lab_empty")})
    with connected(empty) as client:
        ready = client.get("/api/ready")
    assert ready.status_code == 503
    assert ready.json()["migrations"] == "the tables are missing: run the migrations"


@pytest.mark.usefixtures("settings")
def test_tables_of_another_version_are_named(client: httpx.Client, context: Context) -> None:
    with context.sessions.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    try:
        ready = client.get("/api/ready")
    finally:
        with context.sessions.begin() as session:
            restored = text("UPDATE alembic_version SET version_num = :revision")
            session.execute(restored, {"revision": SCHEMA_REVISION})
    assert ready.status_code == 503
    assert ready.json()["migrations"].startswith("the tables are at revision 0000")


# Speed is measured on runs that were computed here, by cores that behave as the newest.


def _computed(
    context: Context, *, seed: int, packets: int, wall_s: float, wanted_id: UUID | None = None
) -> UUID:
    """A run that took so long."""
    register_core(context)
    run_id = create_run(context, seed=seed, wanted_id=wanted_id).id
    attempt = claim_run(context, run_id)
    attempts.finish_done(context.sessions, attempt, result_document(attempt))
    with context.sessions.begin() as session:
        run = session.get_one(Run, run_id)
        assert run.started_at is not None
        run.finished_at = run.started_at + timedelta(seconds=wall_s)
        run.predicted_packets = packets
    return run_id


def _speed(client: httpx.Client) -> Any:
    return client.get("/api/speed").json()


def test_nothing_is_known_before_anything_was_computed(client: httpx.Client) -> None:
    assert _speed(client) == {"core_version": None, "behaviour_version": None, "sizes": []}


def test_median_of_each_size(client: httpx.Client, context: Context) -> None:
    for seed, (packets, wall_s) in enumerate([(1024, 1.0), (1500, 1.0), (2000, 0.5), (5000, 0.1)]):
        _computed(context, seed=seed, packets=packets, wall_s=wall_s)
    assert _speed(client) == {
        "core_version": CORE_VERSION,
        "behaviour_version": CORE.behaviour,
        "sizes": [
            {"from_packets": 1024, "run_count": 3, "packets_per_s": 1500},
            {"from_packets": 4096, "run_count": 1, "packets_per_s": 50_000},
        ],
    }


def test_newest_runs_count_whatever_their_ids(context: Context) -> None:
    """The id of a run that came with an `Idempotency-Key` is no time."""
    highest = UUID(int=2**128 - 1)
    _computed(context, seed=1, packets=1024, wall_s=1.0, wanted_id=highest)
    _computed(context, seed=2, packets=2048, wall_s=1.0)
    with context.sessions() as session:
        assert speed.newest_computed(session, CORE.behaviour, limit=1) == [(2048, 1.0)]


def test_run_that_shared_a_result_is_not_taken_for_a_fast_one(
    client: httpx.Client, context: Context
) -> None:
    first, twin = create_run(context), create_run(context)
    register_core(context)
    attempt = claim_run(context, first.id)
    attempts.finish_done(context.sessions, attempt, result_document(attempt))
    with context.sessions.begin() as session:
        shared = attempts.claim(session, twin.id, worker="w", core=CORE, max_attempts=3)
    assert shared is None
    [size] = _speed(client)["sizes"]
    assert size["run_count"] == 1


@pytest.mark.parametrize(("newest", "size_count"), [(REBUILT_CORE, 1), (NEWER_CORE, 0)])
def test_work_of_an_older_core_counts_while_it_behaves_the_same(
    newest: Core, size_count: int, client: httpx.Client, context: Context
) -> None:
    _computed(context, seed=1, packets=1024, wall_s=1)
    register_core(context, newest)
    speed = _speed(client)
    assert (speed["core_version"], len(speed["sizes"])) == (newest.version, size_count)


# `GET /metrics`: the numbers are those of the tables, for anyone with the token.


TOKEN = "a token of an operator"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
DASHBOARD = PROJECT_ROOT / "docker" / "grafana-dashboard.json"


@pytest.fixture
def operated(settings: Settings) -> Iterator[httpx.Client]:
    with connected(settings.model_copy(update={"metrics_token": TOKEN})) as client:
        yield client


def samples_of(answer: httpx.Response) -> dict[tuple[str, tuple[str, ...]], float]:
    assert answer.status_code == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_says_what_waits_and_for_how_long(operated: httpx.Client, context: Context) -> None:
    before = samples_of(operated.get("/metrics", headers=HEADERS))
    assert ("lab_jobs", ("run", "interactive", "queued")) not in before
    create_run(context)
    after = samples_of(operated.get("/metrics", headers=HEADERS))
    assert after["lab_jobs", ("run", "interactive", "queued")] == 1
    assert 0 <= after["lab_job_oldest_wait_seconds", ("run", "interactive")] < 3600
    assert after["lab_workers", ("interactive", "ready")] == 0
    assert after["lab_broker_up", ()] == 1
    assert after["lab_database_bytes", ()] > 1_000_000


def test_says_how_long_the_newest_runs_took_and_which_were_stored(
    operated: httpx.Client, context: Context
) -> None:
    computed, stored = create_run(context).id, create_run(context, seed=2).id
    register_core(context)
    for run_id in (computed, stored):
        claim_run(context, run_id)
    over = {"status": "done", "claimed_by": None, "finished_at": func.now()}
    with context.sessions.begin() as session:
        for run_id, started in ((computed, text("now() - interval '3 s'")), (stored, None)):
            values = {**over, "started_at": started}
            session.execute(update(Run).where(Run.id == run_id).values(values))
    context.workers.say_streams("one", 2)
    context.workers.say_streams("other", 3)
    found = samples_of(operated.get("/metrics", headers=HEADERS))
    assert found["lab_newest_runs", ("computed",)] == 1
    assert found["lab_newest_runs", ("stored",)] == 1
    assert found["lab_newest_run_seconds", ("0.95",)] == 3
    assert found["lab_event_streams", ()] == 5


def test_a_broker_that_is_away_is_a_number_too(settings: Settings) -> None:
    away = {"redis_url": "unix:///nowhere/valkey.sock", "metrics_token": TOKEN}
    with connected(settings.model_copy(update=away)) as client:
        samples = samples_of(client.get("/metrics", headers=HEADERS))
    assert samples["lab_broker_up", ()] == 0
    assert not [name for name, _ in samples if name == "lab_workers"]


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer another"}])
def test_needs_the_token(operated: httpx.Client, given: dict[str, str]) -> None:
    refused = operated.get("/metrics", headers=given)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "LAB_METRICS_TOKEN" in refused.json()["detail"]
    assert TOKEN not in refused.text


def test_there_are_none_without_a_token(client: httpx.Client) -> None:
    refused = client.get("/metrics", headers=HEADERS)
    assert refused.status_code == 404
    assert "LAB_METRICS_TOKEN" in refused.json()["detail"]


def test_the_token_is_in_no_log_of_the_settings(context: Context) -> None:
    operated = context.settings.model_copy(update={"metrics_token": TOKEN})
    assert TOKEN not in repr(operated)


def test_the_dashboard_draws_every_metric_and_no_other(settings: Settings, tmp_path: Path) -> None:
    whole = settings.model_copy(update={"metrics_token": TOKEN, "data_dir": tmp_path})
    with connected(whole) as client:
        text = client.get("/metrics", headers=HEADERS).text
    given = set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    assert {name for query in queries for name in re.findall(r"lab_\w+", query)} == given
