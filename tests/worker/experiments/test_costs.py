"""The predicted computing time of an experiment is what it then takes, within a factor of two."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import pytest

from lab.context import Context
from lab.experiments.prediction import Prediction, predict
from lab.models import UnitCost
from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_model.presets.definition import load_definitions
from lab_model.scenarios import Scenario
from lab_worker.experiments import batch_work
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.axes import axis
from tests.support.experiments import batches_of, create_experiment, experiment_data

SEEDS = 3
WITHIN = 2.0

Clock = Callable[[], float]
COUNTED_RUN_S: Final = 0.003
COUNTED_PACKET_S: Final = 7e-7

PRESETS = {preset.id: preset for preset in load_definitions()}


class _Counted:
    """A processor's seconds that a run takes by the packets that it sends."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def run(self, scenario: Scenario, seed: int, **options: Any) -> dict[str, Any]:
        result = run_scenario(scenario, seed, **options)
        packets = sum(flow["sent_packets"] for flow in result["flows"])
        self.seconds += COUNTED_RUN_S + packets * COUNTED_PACKET_S
        return result


# CPU seconds of the same work differ by more than what is held where others take the processor.
@pytest.fixture(params=["counted", pytest.param("measured", marks=pytest.mark.slow)])
def cpu_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What a worker measures its units by."""
    if request.param == "measured":
        return time.process_time
    counted = _Counted()
    clocks = SimpleNamespace(process_time=counted, sleep=time.sleep, monotonic=time.monotonic)
    monkeypatch.setattr(batch_work, "time", clocks)
    monkeypatch.setattr(batch_work, "run_scenario", counted.run)
    return counted


def _of_preset(preset_id: str, count: int = SEEDS, first_seed: int = 1) -> dict[str, Any]:
    """Its first variant with three buffers."""
    base = PRESETS[preset_id].variants[0].scenario.model_dump(mode="json", by_alias=True)
    return {
        "version": 1,
        "name": preset_id,
        "base": base,
        "axes": [axis("bottleneck.buffer.amount", [0.7, 1.0, 1.5], label="Buffer")],
        "replications": {"count": count, "first_seed": first_seed},
    }


def _predicted(context: Context, data: dict[str, Any]) -> Prediction:
    with context.sessions() as session:
        return predict(session, read_experiment(data))


def _computed_cpu_s(process: WorkerProcess, data: dict[str, Any], cpu_clock: Clock) -> float:
    """Of this process, with all that a worker does for a batch."""
    experiment_id = create_experiment(process.context, data, installed_core())
    began_s = cpu_clock()
    while queued := batches_of(process.context, experiment_id, "queued"):
        for batch in queued:
            execute_batch(process, batch.id)
    return cpu_clock() - began_s


def _ratio(
    process: WorkerProcess, data: dict[str, Any], cpu_clock: Clock
) -> tuple[float, Prediction]:
    prediction = _predicted(process.context, data)
    return prediction.missing_s / _computed_cpu_s(process, data, cpu_clock), prediction


def test_before_anything_was_computed_constants_tell_and_the_range_is_wide(
    process: WorkerProcess,
) -> None:
    prediction = _predicted(process.context, _of_preset("elephant-and-mouse"))
    assert prediction.basis == "constants"
    assert prediction.high_s > 3 * prediction.low_s > 0


@pytest.mark.parametrize(
    "preset_id", ["elephant-and-mouse", "equal-flows", "lossy-path", "two-access-speeds"]
)
def test_other_seeds_cost_what_is_predicted(
    process: WorkerProcess, cpu_clock: Clock, preset_id: str
) -> None:
    _computed_cpu_s(process, _of_preset(preset_id), cpu_clock)
    ratio, prediction = _ratio(process, _of_preset(preset_id, first_seed=100), cpu_clock)
    assert prediction.basis == "class"
    assert 1 / WITHIN < ratio < WITHIN
    assert prediction.low_s < prediction.missing_s < prediction.high_s


def test_links_that_idle_do_not_make_full_ones_cheap(
    process: WorkerProcess, cpu_clock: Clock
) -> None:
    """Of 1,250,000 predicted packets two access lines let a third pass: one ratio for all that a
    machine computes would be wrong for either experiment.
    """
    idle, full = _of_preset("two-access-speeds"), _of_preset("elephant-and-mouse")
    _computed_cpu_s(process, idle, cpu_clock)
    _computed_cpu_s(process, full, cpu_clock)
    for preset_id in ("two-access-speeds", "elephant-and-mouse"):
        ratio, _ = _ratio(process, _of_preset(preset_id, first_seed=100), cpu_clock)
        assert 1 / WITHIN < ratio < WITHIN


def test_longer_runs_of_a_kind_are_predicted_by_shorter_ones(
    process: WorkerProcess, cpu_clock: Clock
) -> None:
    _computed_cpu_s(process, experiment_data(4, 5, duration_s=60.0), cpu_clock)
    ratio, prediction = _ratio(process, experiment_data(4, 5, duration_s=120.0), cpu_clock)
    assert prediction.basis == "kind"
    assert 1 / WITHIN < ratio < WITHIN


def test_what_is_stored_costs_nothing_and_measures_nothing(process: WorkerProcess) -> None:
    data = experiment_data()
    _computed_cpu_s(process, data, time.process_time)
    with process.context.sessions() as session:
        before = [(cost.weight, cost.cpu_s) for cost in session.query(UnitCost)]
    assert sum(weight for weight, _ in before) == 6
    prediction = _predicted(process.context, data)
    assert (prediction.missing_s, prediction.low_s, prediction.high_s) == (0, 0, 0)
    _computed_cpu_s(process, {**data, "name": "again"}, time.process_time)
    with process.context.sessions() as session:
        assert [(cost.weight, cost.cpu_s) for cost in session.query(UnitCost)] == before
