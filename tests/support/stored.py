"""What is in the database, whatever the table."""

from sqlalchemy import text

from lab.context import Context
from lab.models import Base


def stored_text(context: Context) -> str:
    """All rows of all tables as PostgreSQL writes them; bytes are hexadecimal digits."""
    with context.sessions() as session:
        return "\n".join(
            row
            for table in Base.metadata.tables
            for row in session.scalars(text(f'SELECT "{table}"::text FROM "{table}"'))
        )
