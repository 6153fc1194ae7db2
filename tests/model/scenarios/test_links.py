"""Several links: names, paths, delays, and what follows from them."""

import hashlib
from typing import Any

import pytest

from lab_model.scenarios import (
    LIMITS,
    InvalidScenarioError,
    buffer_bytes,
    derive,
    kept_sample_count,
    predicted_packet_count,
    scenario_digest,
    validate_scenario,
)
from lab_model.traces import RECIPES, Recipe, opportunities_ms
from tests.model.scenarios.examples import SMALLEST, changed


def parking_lot(**of_second: Any) -> dict[str, Any]:
    """Two links of 10 and 4 Mbit/s: one flow over both, one over each."""
    flow = {"rtt_s": 0.04, "algorithm": {"name": "newreno"}}
    return {
        "duration_s": 30,
        "bottleneck": {"rate_bps": 10_000_000},
        "links": [{"id": "second", "rate_bps": 4_000_000, **of_second}],
        "flows": [
            {**flow, "path": ["bottleneck", "second"]},
            flow,
            {**flow, "rtt_s": 0.02, "path": ["second"]},
        ],
    }


def problems(data: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidScenarioError) as refused:
        validate_scenario(data)
    return [(problem.path, problem.message) for problem in refused.value.problems]


def test_shares_are_max_min() -> None:
    derived = derive(validate_scenario(parking_lot()))
    # The second link is full first: 2 Mbit/s for each of its two; the rest of the first is left.
    assert [group.fair_share_bps for group in derived.groups] == [2e6, 8e6, 2e6]
    assert [(link.id, link.flow_count) for link in derived.links] == [
        ("bottleneck", 2),
        ("second", 2),
    ]


def test_a_flow_has_the_bdp_of_its_slowest_link() -> None:
    derived = derive(validate_scenario(parking_lot()))
    assert [group.bdp_bytes for group in derived.groups] == [20_000, 50_000, 10_000]


def test_a_buffer_in_bdp_takes_the_shortest_rtt_that_passes() -> None:
    scenario = validate_scenario(parking_lot())
    assert buffer_bytes(scenario) == 49_500  # 10 Mbit/s x 40 ms
    assert buffer_bytes(scenario, "second") == 9_000  # 4 Mbit/s x 20 ms


def test_every_link_counts_in_samples_and_packets() -> None:
    scenario = validate_scenario(parking_lot())
    assert kept_sample_count(scenario) == 5 * 300
    assert predicted_packet_count(scenario) == 25_000 + 10_000
    data = changed(parking_lot(), "flows.2.return_path", ["bottleneck"])
    assert predicted_packet_count(validate_scenario(data)) == 25_000 + 2 * 10_000


def test_no_links_and_the_usual_path_are_the_same_scenario() -> None:
    digest = scenario_digest(validate_scenario(SMALLEST))
    spelled = changed(changed(SMALLEST, "links", []), "flows.0.path", ["bottleneck"])
    assert scenario_digest(validate_scenario(spelled)) == digest
    other = changed(SMALLEST, "links", [{"id": "a", "rate_bps": 1_000_000}])
    assert scenario_digest(validate_scenario(other)) != digest


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        ("flows.0.path", ["third"], "flows.0.path.0", "must be one of the links"),
        ("flows.0.path", ["second", "second"], "flows.0.path.1", "once only"),
        ("flows.0.return_path", ["nowhere"], "flows.0.return_path.0", "bottleneck, second"),
        ("flows.0.path", [], "flows.0.path", "at least 1"),
        ("links.0.id", "bottleneck", "links.0.id", "that no other link has"),
        ("links.0.id", "No Spaces", "links.0.id", "No Spaces"),
        ("links.0.delay_s", 0.03, "flows.0.rtt_s", "twice the delays of its path (0.06 s)"),
        ("links.0.rate_bps", 1, "links.0.rate_bps", "1000"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(
    path: str, value: object, field: str, message: str
) -> None:
    found = problems(changed(parking_lot(), path, value))
    assert (field, True) in [(name, message in text) for name, text in found], found


# The shipped delivery traces: what they are like, and that everybody gets the same.


# Presets hold them, and their results depend on every number.
DIGESTS = {
    "lte-like": "631a50a781b9e97b",
    "wifi-like": "dff805820f7a48e4",
    "handover-like": "ffbe27084570fe58",
    "leo-like": "36a7f4fec68904a1",
    "5g-like": "d8d94041b97f364b",
}


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_trace_fits_into_a_scenario_and_has_about_its_mean(recipe: Recipe) -> None:
    times = opportunities_ms(recipe)
    assert len(times) <= LIMITS.max_opportunity_count
    assert times[-1] == recipe.period_ms
    trace = {"label": recipe.title, "opportunities_ms": times}
    scenario = validate_scenario(changed(SMALLEST, "bottleneck.trace", trace))
    derived = derive(scenario)
    gaps_ms = sum(to_ms - from_ms for from_ms, to_ms in recipe.gaps_ms)
    expected_bps = recipe.mean_bps * (1 - gaps_ms / recipe.period_ms)
    assert derived.mean_rate_bps == pytest.approx(expected_bps, rel=0.2)
    assert derived.lowest_rate_bps < expected_bps < derived.highest_rate_bps


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_everybody_gets_the_same_bytes(recipe: Recipe) -> None:
    text = ",".join(map(str, opportunities_ms(recipe)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGESTS[recipe.name]


@pytest.mark.parametrize("name", ["handover-like", "leo-like", "5g-like"])
def test_nothing_leaves_in_a_gap(name: str) -> None:
    [recipe] = [each for each in RECIPES if each.name == name]
    times = opportunities_ms(recipe)
    for from_ms, to_ms in recipe.gaps_ms:
        assert not [time for time in times if from_ms < time <= to_ms]
