"""store traces of experiments, labs and classes by digest, too, and those of old runs

The times of every trace of 500 or more go to `link_trace`, and an empty list stays in their place.
All else of a document stays as it is, letter by letter. On the way back the times return.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSON

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

HOLDERS: Final = {
    "experiment": "definition",
    "lab_document": "draft",
    "lab_version": "lab",
    "lab_attempt": "lab",
    "classroom": "lab",
}
SHORTEST: Final = 500
LISTS: Final = re.compile(r'(?<!\\)"opportunities_ms":\s*\[([\d\s,]*)\]')
"""Within a string a quote has a backslash before it: this finds keys only."""
CTID: Final[sa.ColumnElement[str]] = sa.literal_column("ctid")
"""Where a row lies: it stays there as long as its table is locked and the row is not written."""


def upgrade() -> None:
    for table, column in HOLDERS.items():
        op.add_column(table, sa.Column("trace_sha256s", ARRAY(sa.Text())))
        for row, text in _documents(table, column):
            kept, digests = _without(text)
            if any(digests):
                _replace(table, column, row, kept, trace_sha256s=digests)
        op.create_index(
            f"ix_{table}_trace_sha256s",
            table,
            ["trace_sha256s"],
            postgresql_using="gin",
            postgresql_where=sa.text("trace_sha256s IS NOT NULL"),
        )
    op.execute("LOCK TABLE run IN SHARE ROW EXCLUSIVE MODE")
    for row, text in _documents("run", "scenario"):
        kept, digests = _without(text)
        # A run has room for one, in the first place that is empty.
        if any(digests[:1]) and not any(digests[1:]):
            _replace("run", "scenario", row, kept, trace_sha256=digests[0])


def downgrade() -> None:
    for table, column in HOLDERS.items():
        op.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")
        for row, text in _documents(table, column):
            if digests := _digests_of(table, row):
                _replace(table, column, row, _with(text, digests))
        op.drop_index(f"ix_{table}_trace_sha256s", table)
        op.drop_column(table, "trace_sha256s")


def _documents(table: str, column: str) -> Iterator[tuple[str, str]]:
    """Where rows lie that may have a trace, and their documents, one at a time."""
    connection = op.get_bind()
    document = sa.cast(sa.column(column), sa.Text)
    mine = sa.select(CTID).select_from(sa.table(table))
    for row in connection.scalars(mine.where(document.contains('"opportunities_ms"'))).all():
        yield (
            row,
            connection.execute(mine.with_only_columns(document).where(_is_at(row))).scalar_one(),
        )


def _replace(table: str, column: str, row: str, document: str, **others: Any) -> None:
    # It is JSON already: cast as it is, not written as a string of JSON.
    values = {column: sa.cast(sa.literal(document, sa.Text), JSON), **others}
    types = {"trace_sha256s": ARRAY(sa.Text())}
    columns = [sa.column(name, types.get(name)) for name in values]
    op.get_bind().execute(sa.table(table, *columns).update().where(_is_at(row)).values(values))


def _is_at(row: str) -> sa.TextClause:
    return sa.text("ctid = CAST(:row AS tid)").bindparams(row=row)


def _without(text: str) -> tuple[str, list[str | None]]:
    digests: list[str | None] = []

    def place(found: re.Match[str]) -> str:
        times = json.loads(f"[{found[1]}]")
        if not times:
            digests.append(None)
        if len(times) < SHORTEST:
            return found[0]
        digests.append(_store(json.dumps(times, separators=(",", ":"))))
        return '"opportunities_ms": []'

    return LISTS.sub(place, text), digests


def _store(times: str) -> str:
    digest = sha256(times.encode()).hexdigest()
    statement = sa.text(
        "INSERT INTO link_trace (sha256, opportunities_ms) VALUES (:digest, :times)"
        " ON CONFLICT (sha256) DO NOTHING"
    )
    op.get_bind().execute(statement, {"digest": digest, "times": times})
    return digest


def _digests_of(table: str, row: str) -> list[str | None]:
    mine = sa.select(sa.column("trace_sha256s", ARRAY(sa.Text()))).select_from(sa.table(table))
    return list(op.get_bind().scalar(mine.where(_is_at(row))) or ())


def _with(text: str, digests: list[str | None]) -> str:
    statement = sa.text("SELECT opportunities_ms FROM link_trace WHERE sha256 = :digest")
    left = iter(digests)

    def place(found: re.Match[str]) -> str:
        digest = None if found[1].strip() else next(left, None)
        if digest is None:
            return found[0]
        times = op.get_bind().scalar(statement, {"digest": digest})
        return f'"opportunities_ms": {times}'

    return LISTS.sub(place, text)
