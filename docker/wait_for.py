"""Wait until the database, Redis and the newest tables are there: `wait_for.py database redis`.

It reads the same settings as the service. Exit code 1 after two minutes, and it says for what.
"""

import sys
import time
from collections.abc import Callable

import psycopg
import redis

from lab.models.base import SCHEMA_REVISION
from lab.settings import Settings, load_settings

TIMEOUT_S = 120.0
POLL_INTERVAL_S = 0.5
CONNECT_TIMEOUT_S = 3


def database(settings: Settings) -> None:
    """A connection is answered."""
    with _connect(settings) as connection:
        connection.execute("SELECT 1")


def schema(settings: Settings) -> None:
    """The migrations have run up to the revision that this image needs."""
    with _connect(settings) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    found = row[0] if row else None
    if found != SCHEMA_REVISION:
        raise LookupError(f"the tables are at revision {found}, not {SCHEMA_REVISION}")


def broker(settings: Settings) -> None:
    """A PING is answered."""
    with redis.Redis.from_url(
        settings.redis.client_url, socket_connect_timeout=CONNECT_TIMEOUT_S
    ) as client:
        client.ping()


PARTS: dict[str, Callable[[Settings], None]] = {
    "database": database,
    "schema": schema,
    "redis": broker,
}


def main(names: list[str]) -> int:
    """Wait for each part in turn; 0 once all of them are there."""
    settings = load_settings()
    deadline_s = time.monotonic() + TIMEOUT_S
    for name in names:
        while (problem := _problem(name, settings)) is not None:
            if time.monotonic() > deadline_s:
                print(f"gave up waiting for {name}: {problem}", file=sys.stderr)
                return 1
            print(f"waiting for {name}: {problem}", file=sys.stderr)
            time.sleep(POLL_INTERVAL_S)
    return 0


def _problem(name: str, settings: Settings) -> str | None:
    try:
        PARTS[name](settings)
    except (psycopg.Error, redis.RedisError, LookupError) as error:
        return str(error).partition("\n")[0]
    return None


def _connect(settings: Settings) -> psycopg.Connection[tuple[object, ...]]:
    address = settings.database_url.replace("postgresql+psycopg://", "postgresql://", 1)
    return psycopg.connect(address, connect_timeout=CONNECT_TIMEOUT_S)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
