"""Which predictions a step waits for, over all shipped labs and in small ones."""

from typing import Any

import pytest

from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.withheld import predictions_first

BUFFER = "bottleneck.buffer.amount"

# What steps wait for beside the predictions about their own run. The labs that are missing were
# found by hand to give nothing away; so was each of these to do so.
SHIPPED: dict[str, dict[str, list[str]]] = {
    "window-and-rtt": {"fill": ["guess"], "map": ["guess"]},
    "kleinrock-and-bdp": {"find": ["half", "double"], "map": ["half"]},
    "sawtooth-and-sharing": {"unfair": ["guess"], "map": ["guess"]},
    "bufferbloat-at-home": {"tune": ["guess", "order"], "map": ["guess", "order"]},
    "cubic-and-newreno": {"fair": ["guess"], "map": ["guess"]},
    "rtt-unfairness": {"fairer": ["bbr"], "map": ["bbr"]},
    "buffer-size-decides": {"turn": ["small", "large"], "map": ["small", "large"]},
    "how-many-runs": {"two": ["guess-one"], "map": ["guess-one", "guess-two"]},
    "aqm-to-the-rescue": {"map": ["guess"]},
    "ecn-without-loss": {"agree": ["again", "wait"], "map": ["queue"]},
    "l4s-beside-classic": {"coupling": ["share", "delay"], "map": ["share", "delay", "slow"]},
    "write-an-algorithm": {"write": ["guess"]},
    "short-transfers": {"tls": ["guess"], "map": ["guess"]},
    "lost-on-the-air": {"how-few": ["guess"]},
    "queue-elsewhere": {"shape": ["buy"], "map": ["buy"]},
}


@pytest.mark.parametrize("template", load_templates(), ids=lambda template: template.id)
def test_shipped_labs_give_nothing_away(template: Any) -> None:
    found = {
        step.id: [
            each.id for each in predictions_first(template.lab, step) if each.about != step.id
        ]
        for step in template.lab.steps
    }
    assert {step: ids for step, ids in found.items() if ids} == SHIPPED.get(template.id, {})


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
        ({"flows": [{"label": "a", "rtt_s": 0.04, "algorithm": {"name": "bbr2"}}]}, False),
        ({"flows": [{"label": "b", "rtt_s": 0.04, "algorithm": {"name": "cubic"}}]}, True),
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


# 2 BDP of 10 Mbit/s and 40 ms: 66 packets of 1500 bytes.
@pytest.mark.parametrize(
    ("buffer", "shows"),
    [
        ({"amount": 66, "unit": "packets"}, True),
        ({"amount": 100_000, "unit": "bytes"}, True),
        ({"amount": 0.08, "unit": "seconds"}, True),
        ({"amount": 1, "unit": "bdp", "rtt_s": 0.08}, True),
        ({"amount": 67, "unit": "packets"}, False),
        ({"amount": 2, "unit": "packets"}, False),
    ],
)
def test_the_same_buffer_in_another_unit_is_the_same(buffer: dict[str, Any], shows: bool) -> None:
    bottleneck = {"rate_bps": 1e7, "buffer": buffer}
    assert waits({"kind": "run", "scenario": scenario(bottleneck=bottleneck)}) is shows


@pytest.mark.parametrize(
    ("field", "shows"),
    [
        ({"minimum": 50, "maximum": 100}, True),
        ({"minimum": 67, "maximum": 100}, False),
        ({"choices": [33, 66]}, True),
        ({"choices": [2, 33]}, False),
    ],
)
def test_an_open_buffer_in_another_unit_is_compared_by_its_size(
    field: dict[str, Any], shows: bool
) -> None:
    bottleneck = {"rate_bps": 1e7, "buffer": {"amount": 10, "unit": "packets"}}
    step = {"kind": "run", "scenario": scenario(bottleneck=bottleneck)}
    assert waits({**step, "fields": [{"path": BUFFER, **field}]}) is shows


def test_an_open_rate_makes_a_buffer_in_bdp_as_large() -> None:
    bottleneck = {"rate_bps": 2e7, "buffer": {"amount": 0.08, "unit": "seconds"}}
    step = {"kind": "run", "scenario": scenario(bottleneck=bottleneck)}
    fields = [{"path": "bottleneck.rate_bps", "choices": [10_000_000, 40_000_000]}]
    assert waits({**step, "fields": fields})
    assert not waits(step)


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
