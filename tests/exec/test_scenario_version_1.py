"""Nothing of scenario version 1 is refused: every field of its schema runs, and every kind, which
every format can write.
"""

import copy
import json
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow, run_scenario
from lab_model.exports.table import RUN_FILES
from lab_model.scenarios import Scenario, validate_scenario
from tools.paths import PROJECT_ROOT

Json = dict[str, Any]

# The example of the design, with its comments taken out.
DESIGNED: Final = """
{
  "version": 1,
  "name": "Elephant and mouse",
  "duration_s": 120, "warmup_s": 0, "sample_interval_s": 0.1,
  "packet_bytes": 1000, "header_bytes": 52,
  "start_jitter_s": 0.1,
  "bottleneck": {
    "rate_bps": 1e7, "delay_s": 0.010,
    "buffer": {"amount": 10, "unit": "bdp", "rtt_s": 0.025},
    "queue": {"kind": "droptail"},
    "loss": {"kind": "bernoulli", "probability": 0.0015, "position": "after_queue",
             "direction": "data"},
    "rate_schedule": []
  },
  "transport": {"initial_window_packets": 10, "min_rto_s": 0.2, "send_quantum": "linux"},
  "flows": [
    {"label": "elephant", "count": 1, "rtt_s": 0.035,
     "start_s": 0, "stop_s": null,
     "algorithm": {"name": "fairtt", "parameters": {}},
     "traffic": {"kind": "bulk"},
     "receiver": {"ack_every_packets": 2, "ack_timeout_s": 0.04, "window_bytes": null,
                  "ack_aggregation_s": 0}},
    {"label": "mouse", "count": 1, "rtt_s": 0.025, "algorithm": {"name": "fairtt"}}
  ]
}
"""

SCHEMA: Final = Scenario.model_json_schema()
QLOG: Final = Draft202012Validator(
    json.loads((PROJECT_ROOT / "tests/support/qlog-0.3.schema.json").read_text())
)

SCENARIO, LINK, FLOW = ".", "links.0", "flows.0"
PLACES: Final = {
    "Scenario": SCENARIO,
    "Bottleneck": "bottleneck",
    "Link": LINK,
    "Buffer": "bottleneck.buffer",
    "Transport": "transport",
    "FlowGroup": FLOW,
    "Receiver": "flows.0.receiver",
}
UNIONS: Final = {
    "bottleneck.queue": "Queue",
    "bottleneck.loss": "Loss",
    "flows.0.traffic": "Traffic",
}
STRUCTURE: Final = {
    "Scenario": {"version", "name", "bottleneck", "links", "transport", "flows"},
    "Bottleneck": {"buffer", "queue", "loss"},
    "Link": {"id", "buffer", "queue", "loss"},
    "FlowGroup": {"label", "algorithm", "traffic", "receiver", "path", "return_path"},
}
"""What is no value: the other cases go through them."""

VALUES: Final[Json] = {
    "Scenario.duration_s": 4,
    "Scenario.warmup_s": 1,
    "Scenario.start_jitter_s": 0.2,
    "rate_bps": 5_000_000,
    "delay_s": 0.004,
    "rate_schedule": [{"at_s": 1, "rate_bps": 5_000_000}],
    "delay_schedule": [{"at_s": 1, "delay_s": 0.006}],
    "trace": {"label": "two in three", "opportunities_ms": [1, 2, 4], "after_end": "hold"},
    "jitter_s": 0.002,
    "outages": [{"at_s": 1, "duration_s": 0.5}],
    "loss_schedule": [{"at_s": 1, "probability": 0.02}],
    "jitter_correlation_ratio": 0.5,
    "Buffer.amount": 3,
    "Buffer.rtt_s": 0.05,
    "Transport.host_jitter_s": 0.0001,
    "FlowGroup.rtt_s": 0.05,
    "FlowGroup.start_s": 0.5,
    "FlowGroup.stop_s": 2,
    "Receiver.window_bytes": 30_000,
    "Receiver.ack_aggregation_s": 0.01,
    "Receiver.quick_ack_packets": 0,
    "Receiver.read_rate_bps": 2_000_000,
    "UdpTraffic.rate_bps": 2_000_000,
    "PoissonTransfersTraffic.largest_bytes": 100_000,
    "GilbertElliottLoss.good_to_bad_probability": 0.01,
    "GilbertElliottLoss.bad_to_good_probability": 0.3,
    "probability": 0.01,
    "good_loss_probability": 0.001,
    "bad_loss_probability": 0.5,
    "ce_threshold_s": 0.002,
}
"""Where twice the default is none: by field, or by name."""

COMPANIONS: Final[dict[str, Json]] = {
    "Buffer.unit": {"rtt_s": None},
    "Transport.send_quantum_packets": {"send_quantum": "packets"},
    **{
        f"{link}.jitter_{name}": {"jitter_s": 0.002}
        for link in ("Bottleneck", "Link")
        for name in ("distribution", "correlation_ratio")
    },
    "Receiver.read_rate_bps": {"window_bytes": 30_000},
}
"""What means something only beside something else."""


def designed() -> Json:
    scenario: Json = json.loads(DESIGNED)
    return scenario


def short(place: str) -> Json:
    """The design's scenario for three seconds; with a second link where that is the place: one
    flow's data pass it, and the other's ACKs.
    """
    scenario = designed() | {"duration_s": 3}
    if place == LINK:
        scenario["links"] = [scenario["bottleneck"] | {"id": "second", "delay_s": 0.002}]
        scenario["flows"][0]["path"] = ["bottleneck", "second"]
        scenario["flows"][1]["return_path"] = ["second"]
    return scenario


def at(scenario: Json, place: str) -> Json:
    found: Any = scenario
    for step in place.strip(".").split("."):
        if step:
            found = found[int(step) if step.isdigit() else step]
    assert isinstance(found, dict)
    return found


def other_values(definition: str, name: str, field: Json) -> list[Any]:
    for key in (f"{definition}.{name}", name):
        if key in VALUES:
            return [VALUES[key]]
    options = [field, *field.get("anyOf", [])]
    for option in options:
        if "enum" in option:
            return [value for value in option["enum"] if value != field.get("default")]
        if option.get("type") == "boolean":
            return [not field["default"]]
        if option.get("type") in ("integer", "number"):
            doubled = 2 * field["default"]
            return [doubled if doubled <= option.get("maximum", doubled) else field["default"] / 2]
    raise AssertionError(f"{definition}.{name} needs a value in this test")


def fields() -> Iterator[tuple[str, str, Json]]:
    """Of every definition with a place of its own: definition, field and its schema."""
    for definition in PLACES:
        described = SCHEMA if definition == "Scenario" else SCHEMA["$defs"][definition]
        for name, field in described["properties"].items():
            if name not in STRUCTURE.get(definition, set()):
                yield definition, name, field


def kinds() -> Iterator[tuple[str, str, Json]]:
    """Of every union: place, kind and the definition of that kind."""
    for place, ending in UNIONS.items():
        for name, definition in SCHEMA["$defs"].items():
            if name.endswith(ending) and "kind" in definition["properties"]:
                yield place, name, definition


def minimal(name: str, definition: Json) -> Json:
    made = {"kind": definition["properties"]["kind"]["const"]}
    for field in definition["required"]:
        if field != "kind":
            made[field] = other_values(name, field, definition["properties"][field])[0]
    return made


CASES: Final = [
    pytest.param(
        PLACES[definition],
        COMPANIONS.get(f"{definition}.{name}", {}) | {name: value},
        id=f"{definition}.{name}-{value}"[:60],
    )
    for definition, name, field in fields()
    for value in other_values(definition, name, field)
]
KINDS: Final = [
    pytest.param(
        place,
        minimal(name, definition) | {field: value},
        id=f"{name}.{field}-{value}",
    )
    for place, name, definition in kinds()
    for field, described in definition["properties"].items()
    for value in (
        [definition["properties"]["kind"]["const"]]
        if field == "kind"
        else other_values(name, field, described)
    )
]


def runs(scenario: Json) -> Json:
    """To its end, with packets of every flow."""
    validated = validate_scenario(scenario)
    result = run_scenario(validated, 7)
    for flow in result["flows"]:
        assert flow["received_packets"] > 0, flow["label"]
    return result


@pytest.mark.parametrize("scenario", [designed(), short(SCENARIO), short(LINK)])
def test_the_designs_scenario_runs_as_it_stands(scenario: Json) -> None:
    runs(scenario)


@pytest.mark.parametrize(("place", "change"), CASES)
def test_every_field_runs_with_another_value(place: str, change: Json) -> None:
    scenario = short(place)
    before = validate_scenario(copy.deepcopy(scenario))
    at(scenario, place).update(change)
    result = runs(scenario)
    assert result["scenario_digest"] != run_scenario(before, 7)["scenario_digest"]


def of_kind(place: str, value: Json) -> Json:
    """The short scenario with one kind in its place."""
    scenario = short(place)
    owner, _, name = place.rpartition(".")
    at(scenario, owner)[name] = value
    if value["kind"] == "udp":
        del scenario["flows"][0]["algorithm"]
    return scenario


@pytest.mark.parametrize(("place", "value"), KINDS)
def test_every_kind_runs_with_its_defaults_and_with_another_value(place: str, value: Json) -> None:
    runs(of_kind(place, value))


WRITTEN: Final = [
    pytest.param(place, minimal(name, definition), None, id=name)
    for place, name, definition in kinds()
] + [
    pytest.param("bottleneck.queue", minimal(name, definition) | ecn, feedback, id=name + feedback)
    for place, name, definition in kinds()
    for ecn in ([{"ecn": True}] if "ecn" in definition["properties"] else [])
    for feedback in ("classic", "accurate")
]
"""Every kind, and every queue that can be told to mark, with both kinds of feedback."""


def one_of_each_event(qlog: Json) -> Json:
    """The file with the first event of each name in every trace: they are alike."""
    for trace in qlog["traces"]:
        trace["events"] = list({event["name"]: event for event in trace["events"]}.values())
        trace["events"].sort(key=itemgetter("time"))
    return qlog


@pytest.mark.parametrize(("place", "value", "feedback"), WRITTEN)
def test_every_format_writes_a_run_of_every_kind(
    place: str, value: Json, feedback: str | None
) -> None:
    scenario = of_kind(place, value)
    for flow in scenario["flows"]:
        flow["ecn"] = feedback
    computed = compute_run(validate_scenario(scenario), 7, PacketWindow(0.5, 1, 100_000))
    for name, file in RUN_FILES.items():
        parts = list(file.write(computed.run, computed))
        content = b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)
        assert content, name
        if name == "qlog":
            qlog = one_of_each_event(json.loads(content))
            assert [error.message[:200] for error in QLOG.iter_errors(qlog)] == []
