"""HTTP of comparisons."""

from fastapi import APIRouter

from lab.comparisons import service
from lab.comparisons.schemas import ComparisonRead, ComparisonRequest
from lab.errors import MixedBehaviours, NotDone, NotFound, refuses
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import limited_by_address

router = APIRouter(prefix="/api/comparisons", tags=["comparisons"])


@router.post(
    "",
    operation_id="compare",
    dependencies=[
        limited_by_address(
            "comparisons", lambda settings: settings.comparisons_per_minute_per_address
        )
    ],
)
@refuses(NotFound, NotDone, MixedBehaviours)
def compare(session: DatabaseSession, body: ComparisonRequest) -> ComparisonRead:
    """Runs and cells of experiments beside a baseline: the settings in which they differ, and
    every metric with its 95% interval. Nothing is stored. Anyone who knows the ids may compare.
    """
    return service.compare(session, body)
