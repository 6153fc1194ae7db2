"""Real servers for all tests: the bundled PostgreSQL, migrated by Alembic, Valkey, and the API.

They start once per session, when the first test asks. Each test that uses `settings` (directly
or through what is built on it) finds empty tables and an empty Redis.
"""

import gc
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import httpx
import pytest
import redis
from sqlalchemy import Engine, text

from lab.context import REQUEST_TIMEOUT_S, Context, build_context
from lab.kit.database import build_engine
from lab.kit.logs import configure_logging
from lab.models import Base
from lab.settings import Settings
from tests.support.migrations import upgrade
from tests.support.processes import LabProcesses
from tests.support.server import checked_client, serving
from tools.servers import PostgresServer, ValkeyServer

NEVER_S = 86_400.0
# As if sweeps had run for a day, the last of them after the end of any slow test.
WATCHED = (
    "INSERT INTO sweep_watch (id, server_started_at, watched_since, swept_at) VALUES"
    " (1, pg_postmaster_start_time(), now() - interval '1 day', now() + interval '1 hour')"
    " ON CONFLICT (id) DO UPDATE SET server_started_at = excluded.server_started_at,"
    " watched_since = excluded.watched_since, swept_at = excluded.swept_at"
)

# A shell that starts the tests in the background has them ignore Ctrl-C, and all their children.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart() -> None:
    """Nothing that collecting tests makes is garbage: looking for it takes seconds."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end, so that no collection need look at them again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def server_dir() -> Iterator[Path]:
    """A short path: sockets allow 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="lab-test-") as folder:
        # Where PostgreSQL runs as another user, that one has to get through.
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="session")
def postgres(server_dir: Path) -> Iterator[PostgresServer]:
    """The server; databases are made on it."""
    with PostgresServer(server_dir, durable=False) as server:
        yield server


@pytest.fixture(scope="session")
def valkey(server_dir: Path) -> Iterator[ValkeyServer]:
    """The broker."""
    with ValkeyServer(server_dir) as server:
        yield server


@pytest.fixture(scope="session")
def migrated_url(postgres: PostgresServer) -> Iterator[str]:
    """A database with all tables, made by the migrations."""
    postgres.create_database("lab_test")
    url = postgres.database_url("lab_test")
    upgrade(url)
    yield url
    _setup_engine(url).dispose()


@pytest.fixture
def settings(migrated_url: str, valkey: ValkeyServer) -> Iterator[Settings]:
    """Settings of an empty lab in which nothing happens by itself."""
    with empty_lab(migrated_url, valkey) as settings:
        yield settings


@contextmanager
def empty_lab(migrated_url: str, valkey: ValkeyServer) -> Iterator[Settings]:
    """The same for fixtures of a wider scope. While one is in use, no test may use `settings`."""
    os.environ.pop("LAB_STATIC_DIR", None)
    settings = Settings(
        database_url=migrated_url,
        redis_url=valkey.url,
        janitor_interval_s=NEVER_S,
        # Ten seconds of a processor for each server that a test starts.
        prepares_papers=False,
        event_poll_interval_s=0.2,
        log_level="WARNING",
    )
    _empty(settings)
    yield settings


@pytest.fixture
def context(settings: Settings) -> Iterator[Context]:
    """Connections as a process of the lab has them."""
    context = build_context(settings, application_name="test")
    yield context
    context.close()


async def _sweep_never(_context: Context) -> None:
    """The janitor of an API that several tests share."""


@pytest.fixture(scope="session")
def standing_api() -> Iterator[Callable[[Settings], str]]:
    """Gives the address of the API with these settings, which runs to the end of the session.

    Its start and its first answer take longer than most tests. All that it keeps from one test to
    the next are connections: the rest is in PostgreSQL and Redis, and those are emptied. Nor does
    it sweep: its first round ends two seconds after its start, in the middle of other tests.
    """
    addresses: dict[str, str] = {}
    with ExitStack() as servers:

        def address(settings: Settings) -> str:
            key = settings.model_dump_json()
            if key not in addresses:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr("lab.app.sweep_forever", _sweep_never)
                    addresses[key] = servers.enter_context(serving(settings))
            # A test before may have changed what the start has set.
            configure_logging(settings.log_level, as_json=settings.log_json)
            return addresses[key]

        yield address


@pytest.fixture
def client(settings: Settings, standing_api: Callable[[Settings], str]) -> Iterator[httpx.Client]:
    """A client of the API, without an owner key."""
    with checked_client(standing_api(settings)) as client:
        yield client


@pytest.fixture
def processes(settings: Settings, tmp_path: Path) -> Iterator[LabProcesses]:
    """Starts real API and worker processes on the servers of the test."""
    with LabProcesses(settings, tmp_path) as started:
        yield started
    _end_connections(settings)


@cache
def _setup_engine(database_url: str) -> Engine:
    """What empties the tables; a connection for each test would cost as much as the emptying."""
    return build_engine(
        database_url,
        pool_connections=1,
        application_name="test-setup",
        transaction_timeout_s=REQUEST_TIMEOUT_S,
    )


def _empty(settings: Settings) -> None:
    """Truncate and flush what the test before left."""
    emptied = [table for table in Base.metadata.sorted_tables if table.name != "sweep_watch"]
    tables = [f'"{table.name}"' for table in emptied]
    used = " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in tables
    )
    with _setup_engine(settings.database_url).begin() as connection:
        # Each table costs milliseconds, and a test uses few of them.
        if names := connection.scalars(text(used)).all():
            connection.execute(text(f"TRUNCATE {', '.join(names)} CASCADE"))
        connection.execute(text(WATCHED))
    with redis.Redis.from_url(settings.redis.client_url) as client:
        client.flushall()


def _end_connections(settings: Settings) -> None:
    """End those of killed processes; an API that stands connects again."""
    with _setup_engine(settings.database_url).begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND application_name LIKE 'lab-%'"
            )
        )
