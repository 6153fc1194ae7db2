"""`python -m lab_worker.reach`: whether a worker could start here, and why not.

Exit code 0: database and broker answer. 1: one does not; 2: one refuses, which stays so.
"""

import sys
from typing import Final

from redis import Redis
from redis.exceptions import AuthenticationError, RedisError
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from lab.kit.database import build_engine
from lab.models.base import SCHEMA_REVISION
from lab.settings import Settings, load_settings

ANSWERS: Final = 0
AWAY: Final = 1
REFUSED: Final = 2
TIMEOUT_S: Final = 5.0
REFUSALS: Final = ("password authentication failed", "certificate verify failed", "no pg_hba.conf")


class SchemaDiffers(Exception):
    """Another release has made the tables."""


def main() -> int:
    """Ask both; gives the exit code."""
    settings = load_settings()
    codes = []
    for name, ask in (("database", _ask_database), ("broker", _ask_broker)):
        try:
            ask(settings)
        except (SQLAlchemyError, RedisError, OSError, SchemaDiffers) as error:
            said = str(error.orig) if isinstance(error, OperationalError) else str(error)
            is_refused = isinstance(error, AuthenticationError | SchemaDiffers) or any(
                word.lower() in said.lower() for word in REFUSALS
            )
            codes.append(REFUSED if is_refused else AWAY)
            sys.stderr.write(f"The {name} {'refuses' if is_refused else 'is away'}: {said}\n")
    return max(codes, default=ANSWERS)


def _ask_database(settings: Settings) -> None:
    engine = build_engine(
        settings.database_url,
        pool_connections=1,
        application_name="lab-reach",
        transaction_timeout_s=TIMEOUT_S,
        is_pooled=settings.database_is_pooled,
    )
    try:
        with engine.connect() as connection:
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    finally:
        engine.dispose()
    if found != SCHEMA_REVISION:
        raise SchemaDiffers(
            f"its tables are at revision {found}, and this worker knows those of "
            f"{SCHEMA_REVISION}. Use the same release as the lab."
        )


def _ask_broker(settings: Settings) -> None:
    url = settings.redis.client_url
    with Redis.from_url(url, socket_connect_timeout=TIMEOUT_S, socket_timeout=TIMEOUT_S) as client:
        client.ping()


if __name__ == "__main__":
    sys.exit(main())
