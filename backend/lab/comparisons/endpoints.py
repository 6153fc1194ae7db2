"""HTTP of comparisons."""

from fastapi import APIRouter, Depends, Request

from lab.comparisons import service
from lab.comparisons.schemas import ComparisonRead, ComparisonWish
from lab.errors import TooManyRequests
from lab.kit.dependencies import DatabaseSession
from lab.kit.rate_limit import RateLimiter
from lab.settings import Settings

RETRY_AFTER_S = 10

router = APIRouter(prefix="/api/comparisons", tags=["comparisons"])


def _limit_rate(request: Request) -> None:
    settings: Settings = request.app.state.context.settings
    limiter: RateLimiter = request.app.state.run_rate_limiter
    address = request.client.host if request.client else "unknown"
    if not limiter.allow(f"comparisons:{address}", settings.comparisons_per_minute_per_address):
        raise TooManyRequests(
            f"Too many comparisons were asked for. Try again in {RETRY_AFTER_S} seconds.",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )


@router.post("", operation_id="compare", dependencies=[Depends(_limit_rate)])
def compare(session: DatabaseSession, body: ComparisonWish) -> ComparisonRead:
    """Runs and cells of experiments beside a baseline: the settings in which they differ, and
    every metric with its 95% interval. Nothing is stored. Whoever knows the ids may compare.
    """
    return service.compare(session, body)
