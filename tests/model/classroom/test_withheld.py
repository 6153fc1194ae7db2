"""Which predictions a step waits for, over all shipped labs and in small ones."""

from typing import Any

import pytest

from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.withheld import predictions_first

BUFFER = "bottleneck.buffer.amount"

# Steps that can show a run which an earlier prediction asks about, beside that run itself: read
# from the labs' texts.
SHIPPED = {
    "bbr-and-its-phases": {"bbr"},
    "buffer-size-decides": {"turn", "map"},
    "cubic-and-newreno": {"fair", "map"},
    "ecn-without-loss": {"agree", "map"},
    "fairtt-when": {"fairtt"},
    "how-many-runs": {"two", "map"},
    "kleinrock-and-bdp": {"find", "map"},
    "l4s-beside-classic": {"coupling", "map"},
    "aqm-to-the-rescue": {"map"},
    "bufferbloat-at-home": {"tune", "map"},
    "rtt-unfairness": {"fairer", "map"},
    "sawtooth-and-sharing": {"unfair", "map"},
    "window-and-rtt": {"fill", "map"},
    "name-that-algorithm": set(),
}


@pytest.mark.parametrize("template", load_templates(), ids=lambda template: template.id)
def test_shipped_labs_give_nothing_away(template: Any) -> None:
    showing = set()
    for step in template.lab.steps:
        waits_for = predictions_first(template.lab, step)
        if any(each.about != step.id for each in waits_for):
            showing.add(step.id)
    assert showing == SHIPPED[template.id]


def scenario(**changes: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "duration_s": 20,
        "bottleneck": {"rate_bps": 1e7, "buffer": {"amount": 2}},
        "flows": [{"label": "a", "rtt_s": 0.04, "algorithm": {"name": "cubic"}}],
        **changes,
    }


def lab(other: dict[str, Any]) -> LabFile:
    """A prediction about a run, and another step behind both."""
    about: dict[str, Any] = {"minutes": 1, "title": "Run", "scenario": scenario()}
    prediction = {"kind": "number", "unit": "", "measured": "utilisation_ratio"}
    steps = [
        {
            "id": "guess",
            "kind": "prediction",
            "title": "Guess",
            "minutes": 1,
            "about": "asked",
            "prediction": {**prediction, "tolerance_ratio": 0.1},
        },
        {"id": "asked", "kind": "run", **about},
        {"id": "other", "title": "Other", "minutes": 1, **other},
    ]
    document = {"version": 1, "title": "A lab", "summary": "", "goals": ["See"], "steps": steps}
    return LabFile.model_validate(document, strict=False)


def waits(other: dict[str, Any]) -> bool:
    document = lab(other)
    return predictions_first(document, document.step("other")) != []


@pytest.mark.parametrize(
    ("changes", "shows"),
    [
        ({}, True),
        ({"name": "Another name", "duration_s": 30, "warmup_s": 5}, True),
        ({"bottleneck": {"rate_bps": 2e7, "buffer": {"amount": 2}}}, False),
        ({"bottleneck": {"rate_bps": 1e7, "buffer": {"amount": 8}}}, False),
    ],
)
def test_a_run_shows_what_is_equal_but_for_names_and_lengths(
    changes: dict[str, Any], shows: bool
) -> None:
    assert waits({"kind": "run", "seed": 5, "scenario": scenario(**changes)}) is shows


@pytest.mark.parametrize(
    ("field", "shows"),
    [
        ({"minimum": 1, "maximum": 8}, True),
        ({"minimum": 3, "maximum": 8}, False),
        ({"choices": [2, 8]}, True),
        ({"choices": [4, 8]}, False),
        ({}, True),
    ],
)
def test_an_open_field_shows_what_lies_within_its_bounds(
    field: dict[str, Any], shows: bool
) -> None:
    other = scenario(bottleneck={"rate_bps": 1e7, "buffer": {"amount": 8}})
    step = {"kind": "run", "scenario": other, "fields": [{"path": BUFFER, **field}]}
    assert waits(step) is shows


@pytest.mark.parametrize(("amounts", "shows"), [([1, 2], True), ([1, 8], False)])
def test_a_map_shows_its_cells(amounts: list[float], shows: bool) -> None:
    step = {
        "kind": "map",
        "scenario": scenario(bottleneck={"rate_bps": 1e7, "buffer": {"amount": 8}}),
        "x": {"label": "Buffer", "path": BUFFER, "values": amounts},
        "y": {"label": "Seed", "path": "seed", "values": [1, 2]},
        "measured": "utilisation_ratio",
        "label": "Utilisation",
    }
    assert waits(step) is shows


def test_a_star_is_every_flow_group() -> None:
    other = scenario()
    other["flows"][0] = {**other["flows"][0], "rtt_s": 0.08}
    field = {"path": "flows.*.rtt_s", "minimum": 0.01, "maximum": 0.1}
    assert waits({"kind": "goal", "scenario": other, "fields": [field], **GOAL})


GOAL = {"goal": "utilisation_ratio > 0.5", "solution": {}}


def test_what_stands_before_the_prediction_waits_for_nothing() -> None:
    document = lab({"kind": "run", "scenario": scenario()})
    [guess, asked, other] = document.steps
    first = document.model_copy(update={"steps": [other, guess, asked]})
    assert predictions_first(first, other) == []
