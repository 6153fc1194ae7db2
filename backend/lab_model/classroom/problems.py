"""What is wrong with a lab file, by the places that its author knows."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from lab_model.scenarios import FieldProblem, problems_of

# Fields whose value is one of several kinds: Pydantic puts the kind behind them.
_OF_SEVERAL_KINDS: Final = frozenset({"prediction", "question"})


def problems_of_lab(
    error: ValidationError | Sequence[Mapping[str, Any]], root: tuple[str, ...] = ()
) -> list[FieldProblem]:
    """All problems of a failed validation, as `lab_model.scenarios.problems_of` gives them."""
    details = error.errors() if isinstance(error, ValidationError) else error
    return problems_of([{**each, "loc": _without_kinds(each["loc"])} for each in details], root)


def _without_kinds(location: Sequence[str | int]) -> tuple[str | int, ...]:
    kept: list[str | int] = []
    is_kind = False
    for part in location:
        if not is_kind:
            kept.append(part)
        is_step = kept[-2:-1] == ["steps"] and isinstance(part, int)
        is_kind = not is_kind and (is_step or part in _OF_SEVERAL_KINDS)
    return tuple(kept)
