"""What an effect promises of an interval."""

import pytest
from pydantic import ValidationError

from lab_model.classroom import Template, load_templates
from lab_model.classroom.templates import LabEffect


def effect(**bounds: float) -> LabEffect:
    fields = {"says": "Ratio", "about": "run", "measured": "throughput_ratio", **bounds}
    return LabEffect.model_validate(fields, strict=False)


@pytest.mark.parametrize(
    ("bounds", "interval", "holds"),
    [
        ({"above": 1}, (1.1, 1.5), True),
        ({"above": 1}, (0.9, 1.5), False),
        ({"below": 2}, (1.1, 2.1), False),
        ({"above": 1, "below": 2}, (1.1, 1.9), True),
        ({"contains": 1}, (0.5, 2.8), True),
        ({"contains": 1}, (1.1, 1.9), False),
        ({"contains": 1, "above": 0.6}, (0.5, 2.8), False),
    ],
)
def test_an_interval_keeps_every_bound(
    bounds: dict[str, float], interval: tuple[float, float], holds: bool
) -> None:
    assert effect(**bounds).holds(*interval) is holds


def test_a_promise_says_every_bound() -> None:
    assert effect(above=0.5, below=3, contains=1).promise == "above 0.5 and below 3 and contains 1"


def test_an_effect_without_a_bound_is_refused() -> None:
    first = load_templates()[0]
    fields = first.model_dump(mode="json")
    fields["effects"][0] |= {"above": None, "below": None}
    with pytest.raises(ValidationError, match="must have 'above', 'below' or 'contains'"):
        Template.model_validate(fields, strict=False)
