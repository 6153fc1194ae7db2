"""A checked copy of a scenario, and why there is none."""

from typing import Any, TypeVar

from lab_model.scenarios.base import ScenarioModel

_Model = TypeVar("_Model", bound=ScenarioModel)


class ImpossibleAlterationError(ValueError):
    """The scenario has nothing that could be altered so. The text says why."""


def altered(model: _Model, **fields: Any) -> _Model:
    """A checked copy with other fields. Raises pydantic's `ValidationError`."""
    kept = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model).model_validate({**kept, **fields})
