"""Delivery traces of links: of all runs that have the same one it is stored once, by digest."""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from lab.models import LinkTrace, Run
from lab_model.scenarios import canonical_json

SHORTEST: Final = 500
"""Of fewer times a row of their own would take more room than it saves."""
FRESH: Final = timedelta(hours=1)
"""What came into use within this is kept, so that no run finds its trace just swept away."""
NOTED_AFTER: Final = timedelta(minutes=10)


def keep(session: Session, document: dict[str, Any]) -> dict[str, Any]:
    """The columns of a new run that hold a validated scenario; its trace is stored if it is new."""
    link = document["bottleneck"]
    times = link["trace"]["opportunities_ms"]
    if len(times) < SHORTEST:
        return {"kept_scenario": document, "trace_sha256": None}
    text = canonical_json(times)
    digest = sha256(text.encode()).hexdigest()
    statement = insert(LinkTrace).values(sha256=digest, opportunities_ms=text)
    # Where it is there, its row is locked until the run is: a sweep waits, and looks again.
    session.execute(
        statement.on_conflict_do_update(
            index_elements=[LinkTrace.sha256],
            set_={"used_at": func.now()},
            where=LinkTrace.used_at < func.now() - NOTED_AFTER,
        )
    )
    without = {**link, "trace": {**link["trace"], "opportunities_ms": []}}
    return {"kept_scenario": {**document, "bottleneck": without}, "trace_sha256": digest}


def remember(run: Run, document: Mapping[str, Any]) -> None:
    """The scenario of a run that was just made need not be read."""
    set_committed_value(run, "scenario", document)


def sweep(session: Session) -> int:
    """Delete the traces that no run uses any more. How many."""
    is_used = select(Run.id).where(Run.trace_sha256 == LinkTrace.sha256).exists()
    deleted = session.scalars(
        delete(LinkTrace)
        .where(~is_used, LinkTrace.used_at < func.now() - FRESH)
        .returning(LinkTrace.sha256)
    )
    return len(deleted.all())
