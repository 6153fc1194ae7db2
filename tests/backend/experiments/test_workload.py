"""Work is cut into pieces of about a second, in its order."""

from lab.experiments.workload import (
    BATCH_S,
    LARGEST_SLOWNESS_RATIO,
    MAX_UNITS_PER_BATCH,
    Unit,
    expected_s,
    into_batches,
)
from lab_model.experiments.expected_time import PACKETS_PER_S


def _units(count: int, packets: int) -> list[Unit]:
    return [Unit(index, 1, packets) for index in range(count)]


def test_batches_take_about_a_second_and_keep_the_order() -> None:
    units = _units(100, int(PACKETS_PER_S / 10))
    batches = list(into_batches(units, 1.0))
    assert [unit for batch in batches for unit in batch] == units
    seconds = [expected_s(len(batch), sum(u.predicted_packets for u in batch)) for batch in batches]
    assert max(seconds) <= BATCH_S
    assert min(seconds[:-1]) > 0.8 * BATCH_S


def test_on_a_machine_that_is_twice_as_slow_batches_have_half_the_units() -> None:
    units = _units(100, int(PACKETS_PER_S / 20))
    here, there = (max(map(len, into_batches(units, ratio))) for ratio in (1.0, 2.0))
    assert here == 2 * there + 1 or here == 2 * there


def test_machine_that_is_busy_with_something_else_gets_no_ever_smaller_batches() -> None:
    units = _units(100, int(PACKETS_PER_S / 20))
    sizes = [list(map(len, into_batches(units, ratio))) for ratio in (LARGEST_SLOWNESS_RATIO, 50)]
    assert sizes[0] == sizes[1]
    assert sizes[0][0] > 5


def test_unit_that_takes_longer_is_a_batch_of_its_own() -> None:
    units = [*_units(1, int(PACKETS_PER_S * 50)), *_units(3, 10)]
    assert list(map(len, into_batches(units, 1.0))) == [1, 3]


def test_tiny_units_are_limited_by_their_number() -> None:
    sizes = list(map(len, into_batches(_units(1_200, 1), 0.001)))
    assert sizes == [MAX_UNITS_PER_BATCH, MAX_UNITS_PER_BATCH, 200]


def test_no_work_is_no_batch() -> None:
    assert list(into_batches([], 1.0)) == []
