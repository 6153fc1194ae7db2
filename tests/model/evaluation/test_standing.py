"""Which of two algorithms is fairer where, from the committed numbers."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lab_model.evaluation import load_shipped, load_situations, pair_standing, shipped_names
from lab_model.evaluation.standing import LADDERS
from lab_model.presets.measured import load_measured

SITUATIONS = {item.id: item for item in load_situations()}


def test_means_and_verdicts_are_those_of_the_shipped_seeds() -> None:
    found = pair_standing("bbr2", "fairtt")
    p_values = {}
    for item in found.situations:
        first, second = (
            np.array(load_shipped(name).values(item.id, "jain_index"), dtype=float)
            for name in ("bbr2", "fairtt")
        )
        assert item.jain.first == pytest.approx(first.mean(), abs=1e-6)
        assert item.jain.second == pytest.approx(second.mean(), abs=1e-6)
        p_values[item.id] = float(stats.ttest_rel(second, first).pvalue)
        if item.jain.verdict != "unclear":
            assert (item.jain.verdict == "fairer") == (second.mean() > first.mean())
    told = {item.id for item in found.situations if item.jain.verdict != "unclear"}
    for step, each in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[each] > 0.05 / (len(p_values) - step):
            assert told == set(sorted(p_values, key=lambda key: p_values[key])[:step])
            break
    else:
        assert told == set(p_values)


def test_the_first_page_is_in_it_with_the_numbers_of_its_cases() -> None:
    found = pair_standing("bbr2", "fairtt")
    assert [item.preset_id for item in found.opening] == [
        "elephant-and-mouse-without-loss",
        "elephant-and-mouse",
    ]
    for item in found.opening:
        variants = load_measured(item.preset_id).variants
        for name, value in (("bbr2", item.jain.first), ("fairtt", item.jain.second)):
            assert math.isclose(variants[name].numbers["jain_index"].mean, value, abs_tol=1e-5)
    turned = pair_standing("fairtt", "bbr2")
    opposite = {"fairer": "less_fair", "less_fair": "fairer", "unclear": "unclear"}
    for one, other in zip(found.opening, turned.opening, strict=True):
        assert (one.jain.first, one.jain.second) == (other.jain.second, other.jain.first)
        assert opposite[one.jain.verdict] == other.jain.verdict


def test_every_pair_of_the_league_has_a_standing() -> None:
    for first, second in combinations(shipped_names(), 2):
        found = pair_standing(first, second)
        verdicts = {item.id: item.jain.verdict for item in found.situations}
        for ladder in found.ladders:
            ends = {verdicts[ladder.situation_ids[0]], verdicts[ladder.situation_ids[-1]]}
            assert ends == {"fairer", "less_fair"}


@pytest.mark.parametrize("setting", LADDERS)
def test_situations_of_a_ladder_differ_in_one_setting_only(setting: str) -> None:
    scenarios = [SITUATIONS[each].scenario for each in LADDERS[setting]]
    assert len({repr(_without(scenario, setting)) for scenario in scenarios}) == 1
    steps = [_step(scenario, setting) for scenario in scenarios]
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)


def _without(scenario: dict[str, Any], setting: str) -> dict[str, Any]:
    """The scenario without what the ladder changes; labels say nothing."""
    flows = [
        {key: value for key, value in flow.items() if key not in ("label", "rtt_s")}
        | ({"rtt_s": flow["rtt_s"]} if setting == "buffer" else {})
        for flow in scenario["flows"]
    ]
    link = dict(scenario["bottleneck"])
    if setting == "buffer":
        link.pop("buffer")
    return {**scenario, "flows": flows, "bottleneck": link}


def _step(scenario: dict[str, Any], setting: str) -> float:
    if setting == "buffer":
        buffer = scenario["bottleneck"]["buffer"]
        assert buffer["unit"] == "bdp"
        return float(buffer["amount"]) * float(buffer["rtt_s"])
    rtts = [flow["rtt_s"] for flow in scenario["flows"]]
    return float(max(rtts) / min(rtts))


def test_other_names_are_refused() -> None:
    with pytest.raises(KeyError):
        pair_standing("bbr2", "nothing")
