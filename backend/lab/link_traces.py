"""Delivery traces of links: of all that have the same one it is stored once, by digest.

Runs, experiments, labs, attempts and classes keep their document without the times, and beside it
which traces belong into its places (`lab.models.link_trace`).
"""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, cast, delete, func, or_, select
from sqlalchemy.dialects.postgresql import array, insert
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from lab.errors import TraceDamaged
from lab.models import (
    Base,
    Classroom,
    Experiment,
    LabAttempt,
    LabDocument,
    LabVersion,
    LinkTrace,
    Run,
)
from lab_model.scenarios import canonical_json

SHORTEST: Final = 500
"""Of fewer times a row of their own would take more room than it saves."""
FRESH: Final = timedelta(hours=1)
"""What came into use within this is kept, so that nothing finds its trace just swept away."""
NOTED_AFTER: Final = timedelta(minutes=10)
HOLDERS: Final = (Experiment, LabDocument, LabVersion, LabAttempt, Classroom)
"""Rows that may hold several traces; a run holds one."""

_KEY: Final = "opportunities_ms"


def keep_one(session: Session, document: dict[str, Any]) -> dict[str, Any]:
    """The columns of a new run that hold a validated scenario; its trace is stored if it is new."""
    kept, digests = _without(session, document)
    first, *others = digests or [None]
    if any(others):
        # A row of a run has room for one trace, in the first place that is empty.
        return {"kept_scenario": document, "trace_sha256": None}
    return {"kept_scenario": kept, "trace_sha256": first}


def keep(session: Session, name: str, document: dict[str, Any]) -> dict[str, Any]:
    """The columns that hold a document under this name; its traces are stored if they are new."""
    kept, digests = _without(session, document)
    return {f"kept_{name}": kept, "trace_sha256s": digests if any(digests) else None}


def copied(name: str, holder: LabAttempt | Classroom) -> dict[str, Any]:
    """The columns of another row that is to hold the same document."""
    return {f"kept_{name}": getattr(holder, f"kept_{name}"), "trace_sha256s": holder.trace_sha256s}


def remember(holder: Base, name: str, document: Mapping[str, Any]) -> None:
    """The document of a row that was just written need not be read."""
    set_committed_value(holder, name, document)


def require_intact(holder: Any, document: Any) -> None:
    """A damaged trace is never sent. Raises TraceDamaged."""
    digests = holder.trace_sha256 if isinstance(holder, Run) else holder.trace_sha256s
    if digests is not None and _has_damage(document):
        raise TraceDamaged(
            "The delivery trace of its link is damaged: it cannot be read as it was stored. "
            "The operator of this lab finds it with ./lab verify; a backup has it."
        )


def sweep(session: Session) -> int:
    """Delete the traces that nothing uses any more. How many."""
    deleted = session.scalars(
        delete(LinkTrace)
        .where(~is_used(), LinkTrace.used_at < func.now() - FRESH)
        .returning(LinkTrace.sha256)
    )
    return len(deleted.all())


def is_used() -> ColumnElement[bool]:
    """Whether a run or a document refers to a trace."""
    digest = array([cast(LinkTrace.sha256, Text)])
    return or_(
        select(Run.id).where(Run.trace_sha256 == LinkTrace.sha256).exists(),
        *(
            select(holder.trace_sha256s).where(holder.trace_sha256s.contains(digest)).exists()
            for holder in HOLDERS
        ),
    )


def _has_damage(document: Any) -> bool:
    """Times of a trace are null where they are not those of its digest."""
    if isinstance(document, list):
        return any(map(_has_damage, document))
    if not isinstance(document, dict):
        return False
    return any(each is None if key == _KEY else _has_damage(each) for key, each in document.items())


def _without(session: Session, document: dict[str, Any]) -> tuple[dict[str, Any], list[str | None]]:
    """A document without the times of its long traces, and the digest for each empty list."""
    digests: list[str | None] = []
    texts: dict[str, str] = {}

    def emptied(value: Any) -> Any:
        if isinstance(value, list):
            return [emptied(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            key: times_of(each) if key == _KEY else emptied(each) for key, each in value.items()
        }

    def times_of(value: Any) -> Any:
        if value == []:
            digests.append(None)
        if not _is_long_trace(value):
            return emptied(value)
        text = canonical_json(value)
        digest = sha256(text.encode()).hexdigest()
        texts[digest] = text
        digests.append(digest)
        return []

    kept = emptied(document)
    for digest in sorted(texts):
        _store(session, digest, texts[digest])
    return kept, digests


def _is_long_trace(value: Any) -> bool:
    """An unfinished lab may have anything there; what is not whole numbers stays as it is."""
    return (
        isinstance(value, list)
        and len(value) >= SHORTEST
        and all(type(each) is int for each in value)
    )


def _store(session: Session, digest: str, text: str) -> None:
    statement = insert(LinkTrace).values(sha256=digest, opportunities_ms=text)
    # An existing row is locked until its user is stored: a sweep waits, and checks again.
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[LinkTrace.sha256],
            set_={"used_at": func.now()},
            where=LinkTrace.used_at < func.now() - NOTED_AFTER,
        )
    )
