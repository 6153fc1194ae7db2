"""A disk without room, as PostgreSQL tells of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text

from lab.context import Context


@contextmanager
def full_disk(
    context: Context, event: str, table: str, *, when: str = "true", refusals: int = 1_000_000
) -> Iterator[None]:
    """PostgreSQL refuses to write these rows as it does when there is no room, so often; then
    there is some again. `event` is INSERT or UPDATE, `when` a condition on NEW.
    """
    _execute(
        context,
        "CREATE SEQUENCE refusal",
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF nextval('refusal') <= {refusals} THEN"
        " RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';"
        " END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER refused BEFORE {event} ON {table}"
        f" FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION refuse()",
    )
    try:
        yield
    finally:
        _execute(context, "DROP FUNCTION refuse CASCADE", "DROP SEQUENCE refusal")


def _execute(context: Context, *statements: str) -> None:
    with context.sessions.begin() as session:
        for statement in statements:
            session.execute(text(statement))
