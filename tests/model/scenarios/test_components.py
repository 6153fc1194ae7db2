"""Models that are made from the core's registry: fields, bounds, defaults, what is shared."""

import pickle
from typing import Any

import pytest
from pydantic import ValidationError

from lab_model.algorithms import ComponentInfo, ComponentParameter, registry
from lab_model.scenarios.bottleneck import LOSSES, QUEUES, RandomLoss
from lab_model.scenarios.components import Component, component_models, one_of
from lab_model.scenarios.flows import TRAFFIC


def parameter(name: str, kind: Any, default: Any, **more: Any) -> ComponentParameter:
    entry: dict[str, Any] = {
        "title": "",
        "minimum": None,
        "maximum": None,
        "choices": [],
        "description": "What it does",
        "source": "",
        "start": None,
    }
    return ComponentParameter(name=name, kind=kind, default=default, **{**entry, **more})


SAMPLE = ComponentInfo(
    name="two_words",
    title="Two words",
    summary="Drops now and then",
    source="",
    parameters=[
        parameter("target_s", "number", 0.005, minimum=0.0001, maximum=1.0),
        parameter(
            "drop_probability", "number", None, minimum=0.0, maximum=1.0, title="Drops", start=0.01
        ),
        parameter("bucket_count", "integer", 1024, minimum=1, maximum=65536),
        parameter("is_gentle", "boolean", True),
        parameter("mode", "choice", "bytes", choices=["bytes", "packets"]),
    ],
)
MODEL = component_models([SAMPLE], Component, "Queue", "Queue discipline")["two_words"]
GIVEN = {"kind": "two_words", "drop_probability": 0.1}


def test_defaults_are_filled_in_and_belong_to_the_entry() -> None:
    assert MODEL.model_validate(GIVEN).parameters() == {
        "target_s": 0.005,
        "drop_probability": 0.1,
        "bucket_count": 1024,
        "is_gentle": True,
        "mode": "bytes",
    }


def test_what_a_family_shares_is_no_parameter_of_its_entries() -> None:
    loss = component_models([SAMPLE], RandomLoss, "Loss", "Loss model")["two_words"]
    chosen = loss.model_validate({**GIVEN, "direction": "ack"})
    assert chosen.direction == "ack"
    assert chosen.parameters() == MODEL.model_validate(GIVEN).parameters()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"drop_probability": 1.5}, "less_than_equal"),
        ({"target_s": 0.0}, "greater_than_equal"),
        ({"bucket_count": 1.5}, "int_type"),
        ({"is_gentle": 1}, "bool_type"),
        ({"mode": "flows"}, "literal_error"),
        ({"kind": "red"}, "literal_error"),
        ({"other": 1}, "extra_forbidden"),
    ],
)
def test_each_parameter_keeps_its_kind_and_bounds(change: dict[str, Any], kind: str) -> None:
    with pytest.raises(ValidationError) as caught:
        MODEL.model_validate({**GIVEN, **change})
    assert [error["type"] for error in caught.value.errors()] == [kind]


def test_a_parameter_without_a_default_must_be_given() -> None:
    with pytest.raises(ValidationError) as caught:
        MODEL.model_validate({"kind": "two_words"})
    assert [error["loc"] for error in caught.value.errors()] == [("drop_probability",)]


def test_times_are_rounded_to_nanoseconds_and_whole_floats_are_whole_numbers() -> None:
    chosen = MODEL.model_validate({**GIVEN, "target_s": 0.005 + 1e-13, "bucket_count": 16.0})
    assert chosen.parameters()["target_s"] == 0.005
    assert chosen.parameters()["bucket_count"] == 16


def test_the_schema_says_what_a_form_needs() -> None:
    schema = MODEL.model_json_schema()
    assert MODEL.__name__ == "TwoWordsQueue"
    assert schema["title"] == "Two words"
    assert schema["description"] == "Drops now and then."
    target = schema["properties"]["target_s"]
    assert (target["title"], target["description"]) == ("Target", "What it does.")
    assert (target["x-unit"], target["x-display-unit"], target["x-scale"]) == ("s", "ms", "log")
    drops = schema["properties"]["drop_probability"]
    assert (drops["title"], drops["x-display-unit"]) == ("Drops", "%")
    assert drops["examples"] == [0.01]
    assert schema["required"] == ["kind", "drop_probability"]


def test_a_field_of_one_kind_is_that_kind() -> None:
    assert one_of([MODEL]) is MODEL


def test_there_is_a_model_for_every_entry_of_the_core() -> None:
    lists = registry()
    for entries, models in (
        (lists.queues, QUEUES),
        (lists.losses, LOSSES),
        (lists.traffic, TRAFFIC),
    ):
        assert list(models) == [entry.name for entry in entries]
        for entry in entries:
            assert models[entry.name].model_json_schema()["title"] == entry.title


@pytest.mark.parametrize("model", [*QUEUES.values(), *LOSSES.values(), *TRAFFIC.values()])
def test_scenarios_of_every_kind_can_be_handed_to_another_process(model: type[Component]) -> None:
    assert pickle.loads(pickle.dumps(model)) is model
