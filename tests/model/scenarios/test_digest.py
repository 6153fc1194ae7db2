"""Digests are frozen: these golden values must never change."""

import hashlib
import json

import pytest

from lab_model.scenarios import (
    canonical_json,
    canonical_scenario,
    scenario_digest,
    summary_digest,
    validate_scenario,
)
from tests.model.scenarios.examples import SMALLEST, TWO_FLOWS, Json, changed

SMALLEST_CANONICAL = (
    '{"bottleneck":{"rate_bps":10000000},"duration_s":30,'
    '"flows":[{"algorithm":{"name":"newreno"},"rtt_s":0.04}],"version":1}'
)


def digest(data: Json) -> str:
    return scenario_digest(validate_scenario(data))


def test_the_canonical_text_of_the_smallest_scenario_is_frozen() -> None:
    assert canonical_scenario(validate_scenario(SMALLEST)) == SMALLEST_CANONICAL
    assert digest(SMALLEST) == hashlib.sha256(SMALLEST_CANONICAL.encode()).hexdigest()


@pytest.mark.parametrize(
    ("data", "golden"),
    [
        (SMALLEST, "d03d3281b3ab51d435fdf1a6e3b3690514ccdba765bd5b95e6872632493af914"),
        (TWO_FLOWS, "d10ba3398c39a4e2c3921c7afea5a828462adf46f8e1a17a5a7bbaaf52bf46a0"),
    ],
)
def test_digests_are_frozen(data: Json, golden: str) -> None:
    assert digest(data) == golden


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "Another name"),
        ("flows.0.label", "another label"),
        ("version", 1),
        ("warmup_s", 0.0),
        ("bottleneck.rate_bps", 1e7),
        ("bottleneck.queue", {"kind": "droptail"}),
        ("bottleneck.loss", {"kind": "none"}),
        ("bottleneck.buffer", {"amount": 1.0, "unit": "bdp", "rtt_s": None}),
        ("bottleneck.rate_schedule", []),
        ("flows.0.traffic", {"kind": "bulk"}),
        ("flows.0.receiver", {"ack_every_packets": 2}),
        ("flows.0.ecn", None),
        ("bottleneck.queue", {"kind": "droptail", "ecn": False}),
        ("flows.0.algorithm.parameters", {}),
        ("flows.0.rtt_s", 0.04 + 1e-13),
        ("transport", {"send_quantum": "linux", "window_pacing": False}),
    ],
)
def test_what_means_the_same_has_one_digest(path: str, value: object) -> None:
    assert digest(changed(SMALLEST, path, value)) == digest(SMALLEST)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("duration_s", 31),
        ("bottleneck.delay_s", 0.001),
        ("bottleneck.buffer.amount", 2),
        ("flows.0.rtt_s", 0.040000001),
        ("flows.0.count", 2),
        ("flows.0.algorithm.parameters", {"beta_ratio": 0.6}),
        ("transport.window_pacing", True),
        ("flows.0.ecn", "off"),
        ("flows.0.algorithm.parameters", {"ecn_beta_ratio": 0.8}),
        ("bottleneck.loss", {"kind": "bernoulli", "probability": 0}),
    ],
)
def test_what_differs_has_another_digest(path: str, value: object) -> None:
    assert digest(changed(SMALLEST, path, value)) != digest(SMALLEST)


def test_the_canonical_text_reads_back_as_the_same_scenario() -> None:
    for data in (SMALLEST, TWO_FLOWS):
        scenario = validate_scenario(data)
        again = validate_scenario(json.loads(canonical_scenario(scenario)))
        assert scenario_digest(again) == scenario_digest(scenario)


def test_a_stored_scenario_reads_back_as_itself() -> None:
    scenario = validate_scenario(TWO_FLOWS)
    assert validate_scenario(json.loads(scenario.model_dump_json())) == scenario


def test_canonical_numbers_have_no_point_if_integral_and_no_nan() -> None:
    data = {"b": [1.0, 0.1, 1e-7, -0.0, float("nan")], "a": {"z": True, "y": None}, "c": "ü"}
    assert canonical_json(data) == '{"a":{"y":null,"z":true},"b":[1,0.1,1e-07,0,null],"c":"ü"}'


def test_the_summary_digest_ignores_labels_and_is_frozen() -> None:
    summary = {"jain_index": 0.5, "utilisation_ratio": 1.0}
    one = [{"label": "a", "throughput_bps": 1e6}]
    other = [{"label": "b", "throughput_bps": 1_000_000}]
    expected = '{"flows":[{"throughput_bps":1000000}],"summary":{"jain_index":0.5,'
    expected += '"utilisation_ratio":1}}'
    assert summary_digest(summary, one) == summary_digest(summary, other)
    assert summary_digest(summary, one) == hashlib.sha256(expected.encode()).hexdigest()


def test_a_parameter_that_came_later_counts_once_it_is_set() -> None:
    def of(parameters: Json) -> str:
        return summary_digest({}, [{"algorithm": "newreno", "parameters": parameters}])

    before = of({"beta_ratio": 0.5})
    assert of({"beta_ratio": 0.5, "ecn_beta_ratio": 0.5}) == before
    assert of({"beta_ratio": 0.5, "ecn_beta_ratio": 0.8}) != before
