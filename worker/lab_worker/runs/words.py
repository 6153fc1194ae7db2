"""What the lab says of a run in sentences, put together when it is done and before anybody asks."""

from typing import Final
from uuid import UUID

import structlog
from sqlalchemy.orm import Session

from lab.explanations import causes, phenomena
from lab.kit.database import SessionFactory
from lab.models import Result, Run
from lab.results import words
from lab.results.words import Words
from lab.timeline import repository as timeline
from lab_model.causes.chosen import MOST_FLOWS as MOST_FLOWS_ASKED
from lab_model.causes.chosen import first_flows

MOST_FLOWS: Final = 100
MOST_TIMELINE_BYTES: Final = 500_000
"""Of a run, compressed: some 30,000 phases and events. To read the series of more flows, or more of
these, takes seconds and much memory, and nobody may ask.
"""

log = structlog.get_logger("lab_worker.runs")


def store_words(sessions: SessionFactory, run_id: UUID) -> None:
    """Store the words about a run that is done. Without them who asks waits a little longer, so
    what goes wrong here is nobody's failure: it is logged.
    """
    try:
        with sessions.begin() as session:
            run = session.get(Run, run_id)
            found = None if run is None else _words_about(session, run)
            if run is not None and found is not None:
                words.store(session, run, found)
    except Exception:
        log.exception("no_words_stored", run_id=str(run_id))


def _words_about(session: Session, run: Run) -> Words | None:
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if run.status != "done" or result is None or result.document is None:
        return None
    flows = result.document["flows"]
    timeline_bytes = timeline.stored_bytes(session, result.id)
    if len(flows) > MOST_FLOWS or timeline_bytes > MOST_TIMELINE_BYTES:
        return None
    firsts = first_flows(flows)
    told = sorted({*firsts, *range(min(len(flows), MOST_FLOWS_ASKED))})
    found = causes.made(session, run, told)
    head, _, rest = phenomena.read_of(session, run).model_dump_json().partition(",")
    if found.status != "done" or head != f'{{"run_id":"{run.id}"':
        return None
    return Words(
        phenomena=rest,
        first_flows=firsts,
        chains={chain.flow_index: chain.model_dump_json() for chain in found.chains},
    )
