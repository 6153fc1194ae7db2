"""What `presets` makes of many runs: means, the drawn seed, verdicts, neighbours."""

import pytest

from lab_cli.presets.command import judge, neighbours
from lab_cli.presets.measure import drawn_seed, interval_of
from lab_model.presets import Effect, PresetDefinition, load_definitions


def preset(preset_id: str) -> PresetDefinition:
    return next(item for item in load_definitions() if item.id == preset_id)


def test_a_ratio_is_averaged_as_a_ratio() -> None:
    assert interval_of([0.5, 2.0], is_ratio=True).mean == pytest.approx(1)
    assert interval_of([0.5, 2.0], is_ratio=False).mean == pytest.approx(1.25)


def test_the_interval_is_students() -> None:
    # Mean 2, standard deviation 1, t(0.975, 2) = 4.302653: 2 +- 4.302653 / sqrt(3).
    number = interval_of([1.0, 2.0, 3.0], is_ratio=False)
    assert number.low == pytest.approx(-0.484138)
    assert number.high == pytest.approx(4.484138)


def test_seeds_that_do_not_differ_have_no_interval() -> None:
    number = interval_of([0.5, 0.5], is_ratio=False)
    assert (number.mean, number.low, number.high) == (0.5, None, None)


def test_the_drawn_seed_is_in_the_middle_of_every_column() -> None:
    seeds = [1, 2, 3, 4, 5]
    assert drawn_seed(seeds, [[5.0, 1.0, 3.0, 2.0, 4.0]]) == 3
    # Seed 3 is the median of the first and last of the second; seed 4 is next to it in both.
    columns = [[5.0, 1.0, 3.0, 2.0, 4.0], [1.0, 2.0, 9.0, 3.0, 4.0]]
    assert drawn_seed(seeds, columns) == 4
    assert drawn_seed(seeds, [[1.0] * 5]) == 3


@pytest.mark.parametrize(
    ("bounds", "holds"),
    [
        ({"above": 0.4}, True),
        ({"above": 0.5}, False),
        ({"below": 0.6}, True),
        ({"below": 0.5}, False),
    ],
)
def test_a_claim_needs_the_whole_interval(bounds: dict[str, float], holds: bool) -> None:
    effect = Effect(variant="bbr1", number="utilisation_ratio", **bounds)
    claimed = preset("lossy-path").model_copy(update={"effects": [effect]})
    number = interval_of([0.49, 0.5, 0.51], is_ratio=False)
    [verdict] = judge(claimed, {"bbr1": {"utilisation_ratio": number}})
    assert verdict.holds is holds


def test_a_claim_over_another_variant_is_judged_seed_by_seed() -> None:
    effect = Effect(variant="bbr1", over="cubic", number="utilisation_ratio", above=1.9)
    claimed = preset("lossy-path").model_copy(update={"effects": [effect]})
    # Seeds differ far more than the variants do within one.
    cubic = interval_of([0.1, 0.2, 0.4], is_ratio=False)
    bbr1 = interval_of([0.2, 0.4, 0.8], is_ratio=False)
    numbers = {"bbr1": {"utilisation_ratio": bbr1}, "cubic": {"utilisation_ratio": cubic}}
    [verdict] = judge(claimed, numbers)
    assert verdict.measured.mean == pytest.approx(2)
    assert verdict.holds


def test_neighbours_move_one_group_and_then_all() -> None:
    moved = list(neighbours(preset("near-and-far")))
    rtts = [
        [round(flow.rtt_s * 1e3, 3) for flow in item.variants[0].scenario.flows] for item in moved
    ]
    assert rtts == [[99, 19], [99, 20], [100.2, 20.2], [100.2, 20], [101, 21], [101, 20]]
    assert all(item.effects == moved[0].effects for item in moved)


def test_equal_flows_stay_equal() -> None:
    for item in neighbours(preset("equal-flows")):
        assert len({flow.rtt_s for flow in item.variants[0].scenario.flows}) == 1
