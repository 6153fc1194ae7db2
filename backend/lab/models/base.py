"""Base of all tables: constraint names and column types."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, DateTime, MetaData, Text
from sqlalchemy.orm import DeclarativeBase

# Every constraint has a name, so that a migration can drop what another one made.
NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# The migration that creates what these models say; readiness compares it with the database.
SCHEMA_REVISION = "0048"


class Base(DeclarativeBase):
    """Integers are 64 bits wide, timestamps have a zone, dicts are JSON."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map: ClassVar = {
        int: BigInteger,
        str: Text,
        datetime: DateTime(timezone=True),
        # JSON and not JSONB: no query searches inside, and people read keys in the order of the
        # schema. None is SQL's NULL, not the JSON value null.
        dict[str, Any]: JSON(none_as_null=True),
        list[dict[str, Any]]: JSON(none_as_null=True),
    }


def one_of(column: str, values: tuple[str, ...]) -> str:
    """The condition of a check constraint: the column has one of these values."""
    listed = ", ".join(f"'{value}'" for value in values)
    return f"{column} IN ({listed})"
