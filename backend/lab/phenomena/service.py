"""The rules of reading phenomena."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from lab.kit.database import use_snapshot
from lab.kit.typed_json import WrittenJson
from lab.models import Result, Run
from lab.phenomena.schemas import MAX_WINDOWS, PhenomenaRead, PhenomenonRead, WindowRead
from lab.results import words
from lab.runs import service as runs
from lab.runs.service import Reading
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab.timeline import repository as timeline
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.evidence import Evidence, build_evidence
from lab_model.phenomena.phenomenon import Phenomenon

METRICS = ("throughput_bps", "min_rtt_s")
MAX_EXAMINED_FLOWS = 200
POINTS = 600
"""At least ten for each of the 5 s of the shortest rule in a run of five minutes."""


def read(session: Session, run_id: UUID) -> PhenomenaRead:
    """The phenomena of a run, found now."""
    use_snapshot(session)
    return read_of(session, runs.require(session, run_id))


def stored_or_found(session: Session, reading: Reading) -> PhenomenaRead | WrittenJson:
    """The same, as its worker has stored it, or found now."""
    run, digest = reading.run, reading.text_digest
    if run.result_id is not None and digest is not None:
        stored = words.phenomena_of(session, run.result_id, digest)
        if stored is not None:
            return WrittenJson(f'{{"run_id":"{run.id}",{stored}'.encode())
    return read_of(session, run)


def read_of(session: Session, run: Run) -> PhenomenaRead:
    """The same within a transaction that sees one moment already."""
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if run.status != "done" or result is None or result.document is None:
        return PhenomenaRead(run_id=run.id, complete=False, examined_flow_count=0, phenomena=[])
    evidence = _evidence(session, run, result.document)
    return PhenomenaRead(
        run_id=run.id,
        complete=True,
        examined_flow_count=len(evidence.throughput_bps),
        phenomena=[_to_read(found) for found in find_phenomena(evidence)],
    )


def _evidence(session: Session, run: Run, document: dict[str, Any]) -> Evidence:
    if run.result_id is None:
        raise AssertionError("a run that is done has a result")
    chunks = timeline.touching(session, run.result_id, 0.0, run.duration_s)
    examined = _examined([flow["flow_index"] for flow in document["flows"]])
    query = SeriesQuery(METRICS, [f"flow:{index}" for index in examined], 0.0, None, POINTS)
    found = series.table_of(session, run, query)
    return build_evidence(
        run.scenario,
        document,
        phases=[phase for chunk in chunks for phase in chunk.phases],
        events=[event for chunk in chunks for event in chunk.events],
        time_s=np.array(found.time_s),
        columns={
            subject.index: dict(zip(subject.metrics, subject.mean, strict=True))
            for subject in found.subjects
        },
    )


def _examined(indices: Sequence[int]) -> list[int]:
    """All flows, or as many as are looked at, evenly over all groups."""
    step = -(-len(indices) // MAX_EXAMINED_FLOWS)
    return list(indices[::step])


def _to_read(found: Phenomenon) -> PhenomenonRead:
    return PhenomenonRead(
        kind=found.definition.kind,
        title=found.definition.title,
        sentence=found.sentence,
        definition=found.definition.text,
        source=found.definition.source,
        flow_indices=list(found.flow_indices),
        windows=[
            WindowRead(from_s=round(start_s, 3), to_s=round(end_s, 3))
            for start_s, end_s in found.windows[:MAX_WINDOWS]
        ],
        window_count=len(found.windows),
    )
