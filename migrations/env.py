"""Alembic's environment: one connection, one transaction for all steps."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine, pool, text

from lab.models import Base
from lab.settings import with_psycopg_driver

LOWEST_SERVER_VERSION = 180_000
LOCK_TIMEOUT = "5s"
# Any number: two starts at the same time migrate one after the other.
ADVISORY_LOCK_KEY = 0x6D696772


def database_url() -> str:
    """The caller's address (tests), else LAB_DATABASE_URL."""
    configured = context.config.get_main_option("sqlalchemy.url")
    url = configured or os.environ.get("LAB_DATABASE_URL")
    if not url:
        raise SystemExit("LAB_DATABASE_URL is not set: where is the database to migrate?")
    return with_psycopg_driver(url)


def require_server(connection: Connection) -> None:
    """The tables need uuidv7(), which PostgreSQL has since version 18."""
    version = int(connection.scalar(text("SHOW server_version_num")) or 0)
    if version < LOWEST_SERVER_VERSION:
        raise SystemExit(f"PostgreSQL 18 or newer is needed; this server is {version // 10_000}.")


def run_migrations() -> None:
    """Migrate under a lock. A step that waits long for a table's lock gives up: it would block
    all later queries of the table.
    """
    engine = create_engine(database_url(), poolclass=pool.NullPool)
    with engine.connect() as connection:
        require_server(connection)
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK_KEY})
        connection.execute(text(f"SET lock_timeout = '{LOCK_TIMEOUT}'"))
        connection.commit()
        context.configure(connection=connection, target_metadata=Base.metadata)
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()


run_migrations()
