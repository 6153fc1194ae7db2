"""The rules of reading phenomena."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.explanations.found_phenomena import phenomena_of, series_of_run
from lab.explanations.phenomena_schemas import PhenomenaRead
from lab.kit.database import use_snapshot
from lab.kit.typed_json import WrittenJson
from lab.models import Result, Run
from lab.results import explanations
from lab.runs import service as runs
from lab.runs.service import Reading
from lab.series import service as series
from lab.series import timeline
from lab.series.service import SeriesQuery
from lab_model.phenomena.evidence import Evidence, build_evidence


def read(session: Session, run_id: UUID) -> PhenomenaRead:
    """The phenomena of a run, found now."""
    use_snapshot(session)
    return read_of(session, runs.require(session, run_id))


def stored_or_found(session: Session, reading: Reading) -> PhenomenaRead | WrittenJson:
    """The same, as its worker has stored it, or found now."""
    run, digest = reading.run, reading.text_digest
    if run.result_id is not None and digest is not None:
        stored = explanations.phenomena_of(session, run.result_id, digest)
        if stored is not None:
            return WrittenJson(f'{{"run_id":"{run.id}",{stored}'.encode())
    return read_of(session, run)


def read_of(session: Session, run: Run) -> PhenomenaRead:
    """The same within a transaction that sees one moment already."""
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if run.status != "done" or result is None or result.document is None:
        return PhenomenaRead(run_id=run.id, complete=False, examined_flow_count=0, phenomena=[])
    return phenomena_of(run.id, _evidence(session, run, result.document))


def _evidence(session: Session, run: Run, document: dict[str, Any]) -> Evidence:
    if run.result_id is None:
        raise AssertionError("a run that is done has a result")
    chunks = timeline.touching(session, run.result_id, 0.0, run.duration_s)
    wanted = series_of_run([flow["flow_index"] for flow in document["flows"]])
    found = series.table_of(session, run, SeriesQuery.of(wanted))
    return build_evidence(
        run.scenario,
        document,
        phases=[phase for chunk in chunks for phase in chunk.phases],
        events=[event for chunk in chunks for event in chunk.events],
        time_s=found.time_s,
        columns={
            subject.index: dict(zip(subject.metrics, subject.mean.tolist(), strict=True))
            for subject in found.subjects
        },
    )
