"""The rules of comparisons."""

from sqlalchemy.orm import Session

from lab.comparisons.compared import compare_loaded, problem_of_baseline
from lab.comparisons.items import load
from lab.comparisons.schemas import ComparisonRead, ComparisonRequest
from lab.errors import InvalidInput
from lab.kit.problem import ProblemItem


def compare(session: Session, request: ComparisonRequest) -> ComparisonRead:
    """The comparison of the items, which needs no series."""
    _require_baseline(request)
    loaded = [load(session, item, place) for place, item in enumerate(request.items)]
    return compare_loaded(loaded, request.baseline_index)


def _require_baseline(request: ComparisonRequest) -> None:
    message = problem_of_baseline(request.baseline_index, len(request.items))
    if message is not None:
        item = ProblemItem(
            path="baseline_index",
            pointer="/baseline_index",
            message=message,
            value=request.baseline_index,
            bound=len(request.items) - 1,
        )
        raise InvalidInput(message, errors=[item])
