"""What holds for every experiment and every set of numbers, tried on many drawn ones."""

import copy
import math
import random
from typing import Any

import numpy as np
import pytest

from lab_model.experiments import compare_cells, estimate_cells, find_metric, read_experiment
from lab_model.scenarios import predicted_packet_count, scenario_digest, validate_scenario
from tests.model.experiments.examples import BASE, experiment
from tests.model.experiments.test_definition import written_out
from tests.support.axes import Json, axis, spaced

METRICS = [find_metric(name) for name in ("throughput_bps", "throughput_ratio", "throughput_stdr")]
RATE, RATIO, STDR = METRICS


def drawn_axis(chooser: random.Random, group: str) -> Json:
    """One axis that moves fields of a group or of the bottleneck."""
    kind = chooser.choice(["linear", "logarithmic"])
    count = chooser.randint(1, 4)
    return chooser.choice(
        [
            spaced(f"flows.{group}.rtt_s", kind, chooser.uniform(0.01, 0.02), 0.2, count),
            spaced(f"flows.{group}.count", kind, 1, chooser.randint(1, 9), count),
            spaced("bottleneck.buffer.amount", kind, 0.1, chooser.uniform(1, 50), count),
            spaced("bottleneck.rate_bps", kind, 1e6, chooser.uniform(2e6, 1e8), count),
            axis("packet_bytes", chooser.sample([500, 1000, 1500, 9000], count)),
            axis(f"flows.{group}.start_s", chooser.sample([0, 0.5, 1, 7.25, 20], count)),
            axis(
                f"flows.{group}.algorithm",
                chooser.sample(
                    [
                        {"name": "bbr2"},
                        {"name": "cubic", "parameters": {"beta_ratio": 0.5}},
                        {"name": "newreno"},
                        {"name": "fairtt", "parameters": {"reading": "shared_threshold"}},
                    ],
                    count,
                ),
            ),
        ]
    )


def drawn_experiment(chooser: random.Random) -> Json:
    """Up to four axes over different paths, in any order."""
    axes: dict[str, Json] = {}
    for _ in range(chooser.randint(0, 4)):
        drawn = drawn_axis(chooser, chooser.choice(["*", "0", "1"]))
        axes[drawn["moves"][0]["path"]] = drawn
    return experiment(*chooser.sample(list(axes.values()), len(axes)))


def depth(path: str) -> tuple[int, bool]:
    return path.count("."), not path.startswith("flows.*")


def test_every_cell_is_the_scenario_written_out_and_found_by_its_points() -> None:
    chooser = random.Random(5)
    cells = 0
    for _ in range(60):
        expansion = read_experiment(drawn_experiment(chooser))
        assert expansion.cell_count == math.prod(len(one.points) for one in expansion.axes)
        for index in chooser.sample(range(expansion.cell_count), min(5, expansion.cell_count)):
            points = expansion.point_indices(index)
            assert expansion.cell_index(points) == index
            moves = [
                (one.paths[0], one.points[point].values[0])
                for one, point in zip(expansion.axes, points, strict=True)
            ]
            data: Any = copy.deepcopy(BASE)
            for path, value in sorted(moves, key=lambda move: depth(move[0])):
                written_out(path, value, data)
            expected = validate_scenario(data)
            assert expansion.scenario(index) == expected
            assert expansion.work[index].scenario_digest == scenario_digest(expected)
            assert expansion.work[index].predicted_packets == predicted_packet_count(expected)
            cells += 1
    assert cells > 150


def test_cells_differ_where_their_points_do() -> None:
    chooser = random.Random(6)
    for _ in range(30):
        expansion = read_experiment(
            experiment(
                spaced("flows.0.rtt_s", "linear", 0.01, 0.02, chooser.randint(2, 9)),
                spaced("bottleneck.rate_bps", "logarithmic", 1e6, 1e8, chooser.randint(2, 9)),
            )
        )
        digests = {work.scenario_digest for work in expansion.work}
        assert len(digests) == expansion.cell_count


def test_extending_an_axis_keeps_the_digests_of_the_cells_that_were_there() -> None:
    chooser = random.Random(7)
    for _ in range(20):
        values = chooser.sample(range(10, 200), 6)
        few = read_experiment(experiment(axis("duration_s", sorted(values[:4]))))
        more = read_experiment(experiment(axis("duration_s", sorted(values))))
        assert set(few.work) < set(more.work)


def drawn_values(seed: int, cells: int = 40, seeds: int = 9) -> np.ndarray[Any, Any]:
    """Positive numbers of very different sizes, some of them missing."""
    rng = np.random.default_rng(seed)
    values = rng.lognormal(0, 1, (cells, seeds)) * rng.lognormal(0, 5, (cells, 1))
    values[rng.random(values.shape) < 0.2] = np.nan
    return values


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_mean_and_a_median_lie_within_the_values_and_the_mean_in_its_interval(
    metric: Any,
) -> None:
    for seed in range(20):
        values = drawn_values(seed)
        if metric is STDR:
            values = np.tanh(np.log(values))
        found = estimate_cells(values, metric)
        known = found.count > 0
        assert (found.count == (~np.isnan(values)).sum(axis=1)).all()
        for row in np.flatnonzero(known):
            present = values[row][~np.isnan(values[row])]
            tolerance = 1e-12 * np.abs(present).max()
            assert present.min() - tolerance <= found.mean[row] <= present.max() + tolerance
            assert found.median[row] == np.median(present)
            if found.count[row] > 1:
                assert found.low[row] <= found.mean[row] + tolerance
                assert found.mean[row] - tolerance <= found.high[row]


def test_the_order_of_seeds_does_not_matter() -> None:
    rng = np.random.default_rng(8)
    values = drawn_values(8)
    shuffled = rng.permuted(values, axis=1)
    for metric in (RATE, RATIO):
        one, other = estimate_cells(values, metric), estimate_cells(shuffled, metric)
        for name in ("mean", "median", "low", "high"):
            np.testing.assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-11)


def test_a_ratio_turned_over_has_the_mean_and_interval_turned_over() -> None:
    values = drawn_values(9)
    one, other = estimate_cells(values, RATIO), estimate_cells(1 / values, RATIO)
    np.testing.assert_allclose(one.mean, 1 / other.mean, rtol=1e-12)
    np.testing.assert_allclose(one.low, 1 / other.high, rtol=1e-12)


def test_arms_changed_over_give_the_opposite_difference() -> None:
    arm, baseline = drawn_values(10), drawn_values(11)
    one, other = compare_cells(arm, baseline, RATE), compare_cells(baseline, arm, RATE)
    np.testing.assert_array_equal(one.mean, -other.mean)
    np.testing.assert_array_equal(one.low, -other.high)
    one, other = compare_cells(arm, baseline, RATIO), compare_cells(baseline, arm, RATIO)
    np.testing.assert_allclose(one.mean, 1 / other.mean, rtol=1e-12)
    np.testing.assert_array_equal(one.is_distinguishable, other.is_distinguishable)
    nearer = one.nearer_fair_count + other.nearer_fair_count
    assert (nearer <= one.count).all()


def test_equal_arms_differ_significantly_in_one_comparison_of_twenty() -> None:
    rng = np.random.default_rng(12)
    noise = rng.lognormal(0, 1, (4000, 1))
    arm = noise * rng.lognormal(0, 0.2, (4000, 10))
    baseline = noise * rng.lognormal(0, 0.2, (4000, 10))
    found = compare_cells(arm, baseline, RATIO)
    # Binomial: 0.05 +- 4 x 0.0034.
    assert 0.036 < found.is_distinguishable.mean() < 0.064
