"""Migrations make exactly what the models say, and can be undone, from an empty database."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, text

from lab.models.base import SCHEMA_REVISION
from tests.support.migrations import alembic_config
from tools.servers import PostgresServer


@pytest.fixture
def empty_url(postgres: PostgresServer) -> Iterator[str]:
    """A database of its own."""
    postgres.create_database("lab_migrations")
    yield postgres.database_url("lab_migrations")
    postgres.drop_database("lab_migrations")


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    engine = create_engine(empty_url)
    yield engine
    engine.dispose()


def test_up_gives_the_models_and_down_gives_nothing(empty_url: str, engine: Engine) -> None:
    config = alembic_config(empty_url)
    for _ in range(2):
        command.upgrade(config, "head")
        command.check(config)
        command.downgrade(config, "base")
        assert inspect(engine).get_table_names() == ["alembic_version"]


def test_every_constraint_has_the_name_of_its_kind(empty_url: str, engine: Engine) -> None:
    command.upgrade(alembic_config(empty_url), "head")
    with closing(engine.connect()) as connection:
        rows = connection.execute(
            text(
                "SELECT conname, contype FROM pg_constraint JOIN pg_namespace n"
                " ON n.oid = connamespace WHERE nspname = 'public' AND contype IN ('p','f','u','c')"
                " AND conrelid <> 'alembic_version'::regclass"
            )
        ).all()
    prefixes = {"p": "pk_", "f": "fk_", "u": "uq_", "c": "ck_"}
    assert rows
    assert [name for name, kind in rows if not name.startswith(prefixes[kind])] == []


def test_compressed_payloads_are_not_compressed_again(empty_url: str, engine: Engine) -> None:
    command.upgrade(alembic_config(empty_url), "head")
    with closing(engine.connect()) as connection:
        storage = connection.scalar(
            text(
                "SELECT attstorage FROM pg_attribute"
                " WHERE attrelid = 'series_chunk'::regclass AND attname = 'payloads'"
            )
        )
    assert storage == "e"


def test_program_knows_the_newest_revision() -> None:
    script = ScriptDirectory.from_config(alembic_config("postgresql://unused"))
    assert script.get_current_head() == SCHEMA_REVISION
