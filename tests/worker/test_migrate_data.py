"""Every earlier schema, with work in it, becomes the present one without losing any of it."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, select, text

from lab.context import build_context
from lab.models import Result
from lab.settings import Settings
from lab_worker.process import close_process, open_process
from lab_worker.stored_digests import wrong_digests
from tests.support.classes import Lesson
from tests.support.experiments import experiment_data
from tests.support.migrations import ALEMBIC_INI, alembic_config, upgrade
from tests.support.server import connected
from tests.worker.shares.support import MINE, done_experiment, done_run, share
from tools.servers import PostgresServer, ValkeyServer

FULL = "lab_full"
OLD = "lab_old"
REVISIONS = [
    script.revision
    for script in ScriptDirectory(str(ALEMBIC_INI.parent)).walk_revisions()
    if script.revision != "base"
]


@pytest.fixture(scope="module")
def full(postgres: PostgresServer, valkey: ValkeyServer) -> Iterator[str]:
    """A database with something in every corner: runs, an experiment, a link, a class."""
    postgres.create_database(FULL)
    url = postgres.database_url(FULL)
    upgrade(url)
    settings = Settings(
        database_url=url, redis_url=valkey.url, janitor_interval_s=1e9, log_level="WARNING"
    )
    process = open_process(settings)
    with connected(settings) as client:
        run_id = done_run(client, process)
        done_experiment(client, process, experiment_data())
        share(client, kind="runs", run_ids=[run_id])
        client.put("/api/drafts", json={"drafts": [], "revision": 0}, headers=MINE)
        pupil = Lesson(client).join("Ann")
        pupil.put("place", {"step_id": pupil.read()["lab"]["steps"][0]["id"]})
    close_process()
    yield url
    postgres.drop_database(FULL)


@pytest.fixture
def old_url(postgres: PostgresServer, full: str) -> Iterator[str]:
    """A copy of it, to be taken back and forth."""
    assert full
    postgres.query("postgres", f'CREATE DATABASE "{OLD}" TEMPLATE "{FULL}"')
    yield postgres.database_url(OLD)
    postgres.drop_database(OLD)


@pytest.mark.parametrize("revision", [pytest.param(name, id=name) for name in REVISIONS])
def test_work_of_an_earlier_schema_is_kept(
    old_url: str, valkey: ValkeyServer, revision: str
) -> None:
    config = alembic_config(old_url)
    engine = create_engine(old_url)
    command.downgrade(config, revision)
    before = _counts(engine)
    assert before["run"] > 0
    command.upgrade(config, "head")
    after = _counts(engine)
    engine.dispose()
    assert {table: after.get(table) for table in before} == before
    assert _wrong(old_url, valkey) == []


def _counts(engine: Engine) -> dict[str, Any]:
    """Rows by table."""
    with engine.connect() as connection:
        return {
            table: connection.scalar(text(f'SELECT count(*) FROM "{table}"'))
            for table in inspect(engine).get_table_names()
            if table != "alembic_version"
        }


def _wrong(url: str, valkey: ValkeyServer) -> list[str]:
    context = build_context(
        Settings(database_url=url, redis_url=valkey.url), application_name="test"
    )
    with context.sessions.begin() as session:
        found: list[UUID] = list(
            session.scalars(select(Result.id).where(Result.done_at.is_not(None)))
        )
        assert found
        wrong = [line for result_id in found for line in wrong_digests(session, result_id)]
    context.close()
    return wrong
