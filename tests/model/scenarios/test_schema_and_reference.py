"""The JSON Schema carries what the builder needs; the reference page is fresh."""

from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from lab_model.scenarios import (
    LIMITS,
    Scenario,
    scenario_json_schema,
    validate_scenario,
)
from lab_model.scenarios.reference import kind_series, kind_titles
from lab_model.scenarios.reference.page import reference_page
from tests.model.scenarios.examples import SMALLEST

ROOT = Path(__file__).parents[3]


def test_the_reference_page_is_fresh() -> None:
    committed = (ROOT / "docs" / "scenario.md").read_text(encoding="utf-8")
    assert committed == reference_page(), "run: ./lab generate"


def test_the_titles_of_kinds_are_fresh() -> None:
    committed = (ROOT / "frontend/src/generated/kindTitles.ts").read_text(encoding="utf-8")
    assert committed == kind_titles.module_text(), "run: ./lab generate"


def test_the_series_of_kinds_are_fresh() -> None:
    committed = (ROOT / "frontend/src/generated/kindSeries.ts").read_text(encoding="utf-8")
    assert committed == kind_series.module_text(), "run: ./lab generate"


def test_only_four_fields_have_no_default() -> None:
    schema = scenario_json_schema()
    parts = schema["$defs"]
    assert sorted(schema["required"]) == ["bottleneck", "duration_s", "flows"]
    assert parts["Bottleneck"]["required"] == ["rate_bps"]
    assert sorted(parts["FlowGroup"]["required"]) == ["algorithm", "rtt_s"]
    assert parts["AlgorithmChoice"]["required"] == ["name"]
    assert "required" not in parts["Transport"]
    assert "required" not in parts["Receiver"]
    assert "required" not in parts["Buffer"]


def test_no_handshake_is_the_usual_choice() -> None:
    schema = scenario_json_schema()
    handshake = schema["$defs"]["Transport"]["properties"]["handshake"]
    check = Draft202012Validator(handshake)
    assert [check.is_valid(each) for each in ("tcp", "none", "dtls")] == [True, True, False]
    assert handshake["default"] == "none"
    choices = "`none`, `tcp`, `tcp_tls13`, `quic_0rtt`"
    assert f"- `handshake` ({choices}; default" in reference_page()


def test_bounds_in_the_schema_are_those_of_the_limits_table() -> None:
    rate = scenario_json_schema()["$defs"]["Bottleneck"]["properties"]["rate_bps"]
    assert rate["minimum"] == LIMITS.min_rate_bps
    assert rate["maximum"] == LIMITS.max_rate_bps
    assert rate["type"] == "integer"
    assert (rate["x-unit"], rate["x-display-unit"]) == ("bit/s", "Mbit/s")
    assert rate["x-per-display-unit"] == 1e6
    assert rate["x-scale"] == "log"


def _fields(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, field)
        for part in [schema, *schema["$defs"].values()]
        for name, field in part["properties"].items()
    ]


def test_every_field_has_a_title_and_every_quantity_its_unit() -> None:
    units = {"s": "s", "bps": "bit/s", "bytes": "bytes", "packets": "packets"}
    for name, field in _fields(scenario_json_schema()):
        # A part with a schema of its own has its title there.
        assert field.get("title") or "$ref" in field, name
        unit = units.get(name.rsplit("_", 1)[-1]) if "_" in name else None
        if unit is not None:
            assert field["x-unit"] == unit, name


def test_every_field_is_explained() -> None:
    unexplained = [
        name
        for name, field in _fields(scenario_json_schema())
        if not field.get("description") and name != "kind"
    ]
    assert unexplained == []


def test_defaults_are_those_of_the_core() -> None:
    scenario = validate_scenario(SMALLEST)
    assert (scenario.packet_bytes, scenario.header_bytes) == (1500, 52)
    assert (scenario.sample_interval_s, scenario.start_jitter_s) == (0.1, 0.1)
    assert scenario.transport.initial_window_packets == 10
    assert scenario.transport.min_rto_s == 0.2
    assert scenario.flows[0].receiver.ack_every_packets == 2
    assert scenario.flows[0].receiver.ack_timeout_s == 0.04
    assert scenario.flows[0].receiver.quick_ack_packets == 200
    assert scenario.flows[0].receiver.ack_pushed
    assert scenario.transport.host_jitter_s == 0.00002


def test_numbers_that_may_have_a_fraction_are_floats_also_by_default() -> None:
    # Who ranges over a field asks its value whether it must be whole.
    scenario = validate_scenario(SMALLEST)
    parts = (scenario, scenario.bottleneck, scenario.bottleneck.buffer, scenario.transport)
    for part in (*parts, scenario.flows[0], scenario.flows[0].receiver):
        for name, field in type(part).model_fields.items():
            if field.annotation is float:
                assert isinstance(getattr(part, name), float), name


def test_a_valid_scenario_cannot_be_changed() -> None:
    scenario: Scenario = validate_scenario(SMALLEST)
    copied = scenario.model_copy(update={"name": "other"})
    assert (scenario.name, copied.name) == ("", "other")
