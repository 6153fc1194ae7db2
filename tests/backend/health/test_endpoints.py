"""Alive, and ready or what is missing."""

from uuid import uuid4

import httpx
import pytest
from sqlalchemy import text

from lab.context import Context
from lab.jobs import WorkerPresence
from lab.models.base import SCHEMA_REVISION
from lab.settings import Settings
from tests.support.runs import CORE, CORE_VERSION, register_core
from tests.support.server import connected
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
