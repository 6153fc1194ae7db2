"""Seeds that cells get until their interval is narrow enough."""

from typing import Any

import numpy as np
import pytest

from lab_model.experiments import InvalidExperimentError, find_metric, read_experiment
from lab_model.experiments.definition_fields import Precision, Replications
from lab_model.experiments.precision import first_counts, judge_precision, precision_sentence
from tests.support.compared import compared_data

QUEUE = find_metric("mean_queue_s")
RATIO = find_metric("throughput_ratio")


def _precision(**changes: Any) -> Precision:
    fields = {"metric": "mean_queue_s", "within_ratio": 0.05, "most_count": 100, **changes}
    return Precision.model_validate(fields)


def _judge(values: Any, counts: list[int], digests: str = "abcdefgh", **changes: Any) -> Any:
    metric = find_metric(changes.get("metric", "mean_queue_s"))
    return judge_precision(
        values, np.array(counts), digests[: len(counts)], metric, _precision(**changes)
    )


def _rows(*spreads: float, count: int = 10) -> Any:
    """Around 1, with a standard deviation of these."""
    unit = np.tile([-1.0, 1.0], count // 2) * np.sqrt((count - 1) / count)
    return 1.0 + np.outer(spreads, unit)


def test_width_is_half_of_the_interval_by_the_mean() -> None:
    found = _judge(_rows(0.1, 0.01), [10, 10])
    # t(0.975, 9) = 2.262.
    assert found.width_ratio == pytest.approx([2.262 * 0.1 / 10**0.5, 0.226 / 10**1.5], rel=1e-2)
    assert found.states == ["wanted", "reached"]


def test_width_of_a_ratio_is_how_far_it_ends_above_the_mean() -> None:
    values = np.array([[0.5, 1.0, 2.0, 1.0]])
    found = _judge(values, [4], metric="throughput_ratio")
    half = 3.182 * np.std(np.log([0.5, 1, 2, 1]), ddof=1) / 2
    assert found.width_ratio == pytest.approx([np.exp(half) - 1], rel=1e-3)


def test_next_round_is_what_the_spread_asks_for_and_at_most_twice_as_many() -> None:
    found = _judge(_rows(0.08, 0.1, 0.5), [10, 10, 10])
    widths = found.width_ratio
    assert found.needed_count[0] == np.ceil(10 * (widths[0] / 0.05) ** 2) - 10
    assert found.next_count.tolist()[0] == 10 + found.needed_count[0]
    # 2000 would be wanted; who has seen ten of them does not know that yet.
    assert found.needed_count[2] > 400
    assert found.next_count.tolist()[2] == 20


def test_no_cell_gets_more_than_the_most() -> None:
    found = _judge(_rows(0.5, 0.5), [10, 10], most_count=14)
    assert found.next_count.tolist() == [14, 14]
    at_the_end = _judge(_rows(0.5, count=14), [14], most_count=14)
    assert (at_the_end.next_count.tolist(), at_the_end.states) == ([14], ["most_seeds"])


def test_budget_goes_to_the_cells_that_need_fewest() -> None:
    values = _rows(0.5, 0.08, 0.5)
    free = _judge(values, [10, 10, 10])
    step = int(free.next_count[1]) - 10
    found = _judge(values, [10, 10, 10], most_unit_count=30 + step + 3)
    assert found.next_count.tolist() == [13, 10 + step, 10]
    assert found.states == ["wanted", "wanted", "budget"]
    spent = _judge(values, [10, 10, 10], most_unit_count=30)
    assert spent.next_count.tolist() == [10, 10, 10]
    assert spent.states == ["budget"] * 3


def test_equal_cells_stay_equal() -> None:
    values = _rows(0.5, 0.5, 0.5)
    found = _judge(values, [10, 10, 10], digests="aab", most_unit_count=37)
    assert found.next_count.tolist() == [13, 13, 10] or found.next_count[0] == found.next_count[1]
    assert found.next_count.sum() <= 37


def test_cells_without_a_number_get_no_more_and_one_number_gets_another() -> None:
    nan = np.nan
    found = _judge(np.array([[nan, nan], [1.0, nan]]), [2, 1])
    assert found.states == ["no_number", "wanted"]
    assert found.next_count.tolist() == [2, 2]
    assert found.needed_count.tolist() == [-1, -1]
    sentence = precision_sentence(found, _precision())
    assert sentence == "±5% reached in 0 of 2 cells; 1 wants more seeds, 1 has no number"


def test_a_mean_of_zero_has_no_relative_width_and_equal_values_have_none_at_all() -> None:
    found = _judge(np.array([[-1.0, 1.0, -1.0, 1.0], [0.0] * 4]), [4, 4])
    assert found.states == ["wanted", "reached"]
    assert found.needed_count[0] == -1
    assert found.next_count.tolist() == [8, 4]


def test_rounds_reach_what_was_asked_for() -> None:
    rng = np.random.default_rng(5)
    noise = rng.normal(1.0, [[0.05], [0.1], [0.2]], (3, 200))
    replications = Replications.model_validate({"count": 5, "precision": _precision()})
    counts = first_counts(3, replications)
    for _ in range(20):
        known = np.where(np.arange(200) < counts[:, None], noise, np.nan)
        found = judge_precision(known, counts, "abc", QUEUE, _precision())
        if (found.next_count == counts).all():
            break
        counts = found.next_count
    assert found.states == ["reached"] * 3
    assert (found.width_ratio <= 0.05).all()
    assert counts[0] < counts[1] < counts[2] <= 100
    assert precision_sentence(found, _precision()) == "\u00b15% reached in 3 of 3 cells"


def test_definition_without_a_precision_is_stored_as_before() -> None:
    definition = read_experiment(compared_data()).definition
    assert definition.to_json()["replications"] == {"count": 3, "first_seed": 1}


def test_definition_with_a_precision_counts_what_can_come() -> None:
    wanted: dict[str, Any] = {"metric": "jain_index", "within_ratio": 0.1, "most_count": 40}
    data = compared_data()
    data["replications"]["precision"] = wanted
    expansion = read_experiment(data)
    replications: Any = expansion.definition.to_json()["replications"]
    assert replications["precision"] == {**wanted, "most_unit_count": None}
    assert (expansion.first_unit_count, expansion.unit_count) == (18, 240)
    assert (list(expansion.first_seeds), len(expansion.seeds)) == ([1, 2, 3], 40)
    wanted["most_unit_count"] = 100
    assert read_experiment(data).unit_count == 100


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"metric": "luck"}, "metric"),
        ({"metric": "jain_index/jain_index/jain_index"}, "metric"),
        ({"within_ratio": 0}, "within_ratio"),
        ({"most_count": 2}, "most_count"),
        ({"most_unit_count": 17}, "most_unit_count"),
        ({"most_count": 10_000_000}, "most_count"),
    ],
)
def test_what_cannot_be_is_refused_by_field(change: dict[str, Any], path: str) -> None:
    data = compared_data()
    data["replications"]["precision"] = {"metric": "jain_index", "most_count": 40, **change}
    with pytest.raises(InvalidExperimentError) as refused:
        read_experiment(data)
    [problem] = refused.value.problems
    assert problem.path == f"replications.precision.{path}"
