"""What a student may be asked, and what is right: four kinds of prediction, three of question.

Expressions and right answers are the key: `lab_model.classroom.lab_file.for_students` removes them.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from lab_model.classroom.expressions import Expression, ExpressionError, Kind
from lab_model.metrics import FLOW_SERIES
from lab_model.scenarios.base import ScenarioModel
from lab_model.scenarios.names import PRINTABLE

MAX_OPTIONS: Final = 8
MAX_TEXT_LENGTH: Final = 4000

Line = Annotated[str, Field(min_length=1, max_length=200), PRINTABLE]
Markdown = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]


def _refused(requirement: str) -> PydanticCustomError:
    return PydanticCustomError(
        "refused", "{requirement}", {"requirement": requirement, "bound": None}
    )


def _expression(kind: Kind) -> AfterValidator:
    def check(text: str) -> str:
        try:
            Expression(text, kind)
        except ExpressionError as error:
            raise _refused(f"cannot be used: {error}") from error
        return text

    return AfterValidator(check)


def _known_series(name: str) -> str:
    if name not in FLOW_SERIES:
        raise _refused(f"must be one of {', '.join(FLOW_SERIES)}")
    return name


Condition = Annotated[str, Field(min_length=1, max_length=500), _expression("truth")]
"""True or false of a run: `jain_index > 0.95`."""
Quantity = Annotated[str, Field(min_length=1, max_length=500), _expression("number")]
"""A number of a run: `flow["mouse"].goodput_bps / 1e6`."""


class Option(ScenarioModel):
    """One of the answers of a prediction."""

    text: Line
    is_right_if: Condition
    """Of the run that follows."""


class Pick(ScenarioModel):
    """One of several; the run decides which is right."""

    kind: Literal["pick"]
    options: Annotated[list[Option], Field(min_length=2, max_length=MAX_OPTIONS)]


class PredictedNumber(ScenarioModel):
    """A number with a unit."""

    kind: Literal["number"]
    unit: Annotated[str, Field(max_length=20), PRINTABLE] = ""
    measured: Quantity
    """In this unit."""
    tolerance_ratio: Annotated[float, Field(gt=0, le=1)] = 0.2
    """An answer is right within this part of the measured value."""


class OrderItem(ScenarioModel):
    """One of the items to put in order."""

    text: Line
    measured: Quantity


class Order(ScenarioModel):
    """Several, the largest first."""

    kind: Literal["order"]
    items: Annotated[list[OrderItem], Field(min_length=2, max_length=MAX_OPTIONS)]


class Curve(ScenarioModel):
    """A curve over time, drawn on empty axes."""

    kind: Literal["curve"]
    series: Annotated[str, AfterValidator(_known_series)]
    flow: Annotated[str, Field(max_length=200), PRINTABLE]
    """The label of the flow group."""
    top: Annotated[float, Field(gt=0)]
    """Upper end of the axis, in the series' unit."""


Prediction = Annotated[Pick | PredictedNumber | Order | Curve, Field(discriminator="kind")]


class FreeText(ScenarioModel):
    """Words; the teacher reads them."""

    kind: Literal["text"]
    expected: Markdown = ""
    """What a good answer says."""


class Choice(ScenarioModel):
    """One or several of a list."""

    kind: Literal["choice"]
    options: Annotated[list[Line], Field(min_length=2, max_length=MAX_OPTIONS)]
    right: Annotated[list[int], Field(min_length=1)]
    """Positions of the right ones, from 0."""

    def model_post_init(self, _context: Any, /) -> None:
        """Refuses positions outside the list."""
        if not set(self.right) <= set(range(len(self.options))):
            raise _refused(f"must name options 0 to {len(self.options) - 1}")


class RightNumber(ScenarioModel):
    """A number that is known before any run."""

    kind: Literal["number"]
    unit: Annotated[str, Field(max_length=20), PRINTABLE] = ""
    right: float
    tolerance_ratio: Annotated[float, Field(ge=0, le=1)] = 0.05


Question = Annotated[FreeText | Choice | RightNumber, Field(discriminator="kind")]
