"""Phenomena of a run as they are shown, from its evidence: shared by the service and a page without
a server.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from lab.explanations.phenomena_schemas import (
    MAX_WINDOWS,
    PhenomenaRead,
    PhenomenonRead,
    WindowRead,
)
from lab_model.phenomena.detect import find_phenomena
from lab_model.phenomena.evidence import Evidence
from lab_model.phenomena.phenomenon import Phenomenon
from lab_model.series.wanted import WantedSeries

METRICS: Final = ("throughput_bps", "min_rtt_s")
MAX_EXAMINED_FLOWS: Final = 200
POINTS: Final = 600
"""At least ten for each of the 5 s of the shortest rule in a run of five minutes."""


def series_of_run(indices: Sequence[int]) -> WantedSeries:
    """Of all flows, or of as many as are examined, evenly over all groups."""
    step = -(-len(indices) // MAX_EXAMINED_FLOWS)
    return WantedSeries(METRICS, list(indices[::step]), 0.0, POINTS)


def phenomena_of(run_id: UUID, evidence: Evidence) -> PhenomenaRead:
    """The phenomena that the definitions find."""
    return PhenomenaRead(
        run_id=run_id,
        complete=True,
        examined_flow_count=len(evidence.throughput_bps),
        phenomena=[_to_read(found) for found in find_phenomena(evidence)],
    )


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
