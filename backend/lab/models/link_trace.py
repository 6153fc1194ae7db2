"""Delivery traces of links, which many runs, experiments and labs have in common."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ColumnElement,
    Integer,
    Text,
    case,
    cast,
    column,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by, array
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base

PLACE: Final = r'(?<!\\)"opportunities_ms":\s*\[\]'
"""Finds where a kept document has, or had, a trace. JSON is text here and stays it: its
keys keep their order. Within a string a quote has a backslash before it: this finds keys only."""


class LinkTrace(Base):
    """One row for each list of times, however many rows use it: its name is its digest."""

    __tablename__ = "link_trace"
    __table_args__ = (CheckConstraint("sha256 ~ '^[0-9a-f]{64}$'", name="sha256"),)

    sha256: Mapped[str] = mapped_column(primary_key=True)
    """Of the text below."""
    opportunities_ms: Mapped[str]
    """The list as JSON without spaces, as it stands in a scenario."""
    used_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When something last came to use it, to some minutes: a fresh one is not swept away."""


def is_intact() -> ColumnElement[bool]:
    """Whether the times of a trace are those that its name says."""
    found = func.encode(func.sha256(func.convert_to(LinkTrace.opportunities_ms, "UTF8")), "hex")
    return found == LinkTrace.sha256


def with_trace(
    kept: Mapped[dict[str, Any]], digest: Mapped[str | None]
) -> ColumnElement[dict[str, Any]]:
    """A kept document that has one trace at most, in its first place."""
    return case((digest.is_(None), kept), else_=_whole(kept, array([digest])))


def with_traces(
    kept: Mapped[dict[str, Any]], digests: Mapped[list[str | None] | None]
) -> ColumnElement[dict[str, Any]]:
    """A kept document with the times of its traces in their places.

    The n-th digest belongs to the n-th place; null: an empty list stands there.
    """
    return case((digests.is_(None), kept), else_=_whole(kept, digests))


def _whole(kept: Mapped[dict[str, Any]], digests: Any) -> ColumnElement[dict[str, Any]]:
    """Times that their digest does not belong to any more become null, which is no trace."""
    pieces = (
        func.regexp_split_to_table(cast(kept, Text), PLACE)
        .table_valued(column("piece", Text), with_ordinality="number")
        .render_derived(name="pieces")
    )
    number = cast(pieces.c.number, Integer)
    digest = digests[number - 1]
    times = case((digest.is_(None), "[]"), (is_intact(), LinkTrace.opportunities_ms), else_="null")
    filled = case(
        (number == 1, pieces.c.piece),
        else_=func.concat('"opportunities_ms": ', times, pieces.c.piece),
    )
    whole = (
        select(func.string_agg(filled, aggregate_order_by(literal_column("''"), number)))
        .select_from(pieces.outerjoin(LinkTrace, LinkTrace.sha256 == digest))
        .correlate_except(LinkTrace, pieces)
        .scalar_subquery()
    )
    return cast(whole, JSON(none_as_null=True))
