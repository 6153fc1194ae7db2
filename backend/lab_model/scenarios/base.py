"""Base of all models of a scenario, and how several problems are reported at once."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError


class ScenarioModel(BaseModel):
    """Strict and closed: no text for numbers, no unknown fields, no NaN. Immutable once valid."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        allow_inf_nan=False,
        frozen=True,
        use_attribute_docstrings=True,
    )


@dataclass(frozen=True)
class Refusal:
    """One thing wrong with a value that has the right type.

    `requirement` continues the sentence "<path> is <value>; it ...", and `bound` is the number or
    the list that was not kept.
    """

    location: tuple[str | int, ...]
    value: Any
    requirement: str
    bound: Any = None


def refuse(title: str, refusals: list[Refusal]) -> None:
    """Raises one `ValidationError` with a line per refusal; returns if there are none.

    Pydantic puts the location of the surrounding model in front of each.
    """
    if not refusals:
        return
    lines = [
        InitErrorDetails(
            type=PydanticCustomError(
                "refused",
                "{requirement}",
                {"requirement": refusal.requirement, "bound": refusal.bound},
            ),
            loc=refusal.location,
            input=refusal.value,
        )
        for refusal in refusals
    ]
    raise ValidationError.from_exception_data(title, lines)
