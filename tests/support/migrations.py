"""Alembic as the lab calls it, on a database of a test."""

from alembic import command
from alembic.config import Config

from tools.paths import PROJECT_ROOT

ALEMBIC_INI = PROJECT_ROOT / "migrations" / "alembic.ini"


def alembic_config(url: str) -> Config:
    """Alembic's configuration with an address that wins over LAB_DATABASE_URL."""
    config = Config(str(ALEMBIC_INI))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def upgrade(url: str) -> None:
    """All migrations."""
    command.upgrade(alembic_config(url), "head")
