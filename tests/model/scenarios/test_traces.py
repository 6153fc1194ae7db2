"""The shipped delivery traces: what they are like, and that everybody gets the same."""

import hashlib

import pytest

from lab_model.scenarios import LIMITS, derive, validate_scenario
from lab_model.traces import RECIPES, Recipe, opportunities_ms
from tests.model.scenarios.examples import SMALLEST, changed

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
