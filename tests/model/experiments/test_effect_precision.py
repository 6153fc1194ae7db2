"""Seeds that comparisons get until the paired ratio is known well enough."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lab_model.experiments import InvalidExperimentError, read_experiment
from lab_model.experiments.definition_fields import Precision
from lab_model.experiments.effect_precision import judge_round
from lab_model.experiments.precision import PrecisionFound, precision_sentence
from tests.support.compared import compared_data

Table = NDArray[np.float64]
MOST = 400


def _precision(of: str, **changes: Any) -> Precision:
    fields = {"metric": "mean_queue_s", "of": of, "most_count": MOST, **changes}
    return Precision.model_validate(fields)


def _judge(
    table: Table,
    counts: Any,
    of: str = "effect",
    baselines: tuple[int, ...] = (0, 0),
    digests: str = "abcdef",
    **changes: Any,
) -> PrecisionFound:
    counts = np.array(counts)
    known = np.where(np.arange(table.shape[1]) < counts[:, None], table, np.nan)
    digests = digests[: len(table)]
    return judge_round(known, counts, digests, _precision(of, **changes), lambda: baselines)


def _rounds(table: Table, of: str, baselines: tuple[int, ...] = (0, 0), **changes: Any) -> Any:
    """All rounds with ten seeds to begin with."""
    counts = np.full(len(table), 10)
    for _ in range(30):
        found = _judge(table, counts, of, baselines, **changes)
        if (found.next_count == counts).all():
            return found
        counts = found.next_count
    raise AssertionError("no round was the last")


def _opposed() -> Table:
    """Each arm scatters little; where one is high the other is low."""
    noise = np.random.default_rng(3).normal(0, 0.06, MOST)
    return np.exp(np.array([noise, 0.2 - noise]))


def _together() -> Table:
    """Both arms scatter a lot, and together."""
    rng = np.random.default_rng(4)
    noise, own = rng.normal(0, 0.5, MOST), rng.normal(0, 0.02, MOST)
    return np.exp(np.array([noise, noise + 0.3 + own]))


def test_mean_may_be_known_long_before_the_ratio() -> None:
    table = _opposed()
    means, effects = _rounds(table, "mean"), _rounds(table, "effect")
    assert means.states == effects.states == ["reached", "reached"]
    assert (effects.seed_count >= 2 * means.seed_count).all()
    assert effects.width_ratio[1] <= 0.05
    early = _judge(table, means.seed_count)
    assert (early.states[1], early.width_ratio[1] > 0.05) == ("wanted", True)


def test_ratio_may_be_known_long_before_the_mean() -> None:
    table = _together()
    means, effects = _rounds(table, "mean"), _rounds(table, "effect")
    assert effects.seed_count.tolist() == [10, 10]
    assert effects.states == ["reached", "reached"]
    assert (means.seed_count > 200).all()


def test_width_is_how_far_the_interval_of_the_factor_ends_above_it() -> None:
    table = _opposed()[:, :10]
    logarithms = np.log(table[1] / table[0])
    half = 2.2622 * np.std(logarithms, ddof=1) / np.sqrt(10)
    found = _judge(table, [10, 10])
    assert found.width_ratio[1] == pytest.approx(np.exp(half) - 1, rel=1e-4)
    assert np.isnan(found.width_ratio[0])
    assert found.is_judged.tolist() == [False, True]


def test_baseline_gets_the_seeds_of_the_arm_that_needs_most() -> None:
    rng = np.random.default_rng(8)
    noise = rng.normal(0, [[0.001], [0.01], [0.12], [0.3]], (4, MOST))
    found = _rounds(np.exp(noise), "effect", (0, 0, 0, 0))
    baseline, steady, some, most = found.seed_count.tolist()
    assert steady == 10 < some < most == baseline
    assert found.states == ["reached"] * 4
    sentence = precision_sentence(found, _precision("effect"))
    assert sentence == "±5% of the paired ratio reached in 3 of 3 comparisons"


def test_each_baseline_follows_its_own_arms() -> None:
    noise = np.random.default_rng(9).normal(0, [[0.001], [0.001], [0.001], [0.3]], (4, MOST))
    # Cells of two arms by two buffers.
    found = _rounds(np.exp(noise), "effect", (0, 1, 0, 1))
    assert found.seed_count[[0, 2]].tolist() == [10, 10]
    assert found.seed_count[1] == found.seed_count[3] > 50


def test_budget_pays_for_both_cells_of_a_pair() -> None:
    table = np.vstack([_opposed(), _opposed()[1:]])
    found = _judge(table, [10, 10, 10], baselines=(0, 0, 0), most_unit_count=35)
    # Five runs: two for the first pair's cells, two more, and no half of a pair.
    assert found.next_count.sum() <= 35
    assert found.next_count[0] == max(found.next_count[1:])
    assert found.states[0] == "wanted"
    spent = _judge(table, [10, 10, 10], baselines=(0, 0, 0), most_unit_count=30)
    assert (spent.next_count.tolist(), spent.states) == ([10] * 3, ["budget"] * 3)


def test_no_cell_gets_more_than_the_most() -> None:
    found = _rounds(_opposed(), "effect", most_count=14)
    assert (found.seed_count.tolist(), found.states) == ([14, 14], ["most_seeds"] * 2)


def test_equal_cells_stay_equal() -> None:
    table = _opposed()[[0, 1, 1]]
    found = _judge(table, [10, 10, 10], baselines=(0, 0, 0), digests="abb", most_unit_count=39)
    assert found.next_count[1] == found.next_count[2]
    assert found.next_count.sum() <= 39


@pytest.mark.parametrize("zero", [0, 1])
def test_pair_without_a_ratio_is_not_left_out(zero: int) -> None:
    table = _together()[:, :10].copy()
    assert _judge(table, [10, 10]).states[1] == "reached"
    table[zero, 3] = 0.0
    found = _judge(table, [10, 10])
    assert (found.states[1], found.needed_count[1]) == ("wanted", -1)


def test_cells_without_a_number_get_no_more() -> None:
    found = _judge(np.full((2, 10), np.nan), [10, 10])
    assert found.states == ["no_number", "no_number"]
    assert found.next_count.tolist() == [10, 10]


def test_definition_says_of_what_and_is_otherwise_as_before() -> None:
    data = compared_data()
    wanted = {"metric": "jain_index", "within_ratio": 0.1, "most_count": 40}
    for of in ("mean", "effect"):
        data["replications"]["precision"] = {**wanted, "of": of}
        replications: Any = read_experiment(data).definition.to_json()["replications"]
        assert replications["precision"].get("of", "mean") == of
        assert ("of" in replications["precision"]) == (of == "effect")
    assert read_experiment(data).baseline_cells() == [0, 1, 2, 0, 1, 2]


def test_effect_of_nothing_is_refused() -> None:
    data = compared_data()
    del data["axes"][0]
    data["replications"]["precision"] = {"metric": "jain_index", "most_count": 9, "of": "effect"}
    with pytest.raises(InvalidExperimentError) as refused:
        read_experiment(data)
    [problem] = refused.value.problems
    assert problem.path == "replications.precision.of"
    assert "no axis has arms" in problem.message
