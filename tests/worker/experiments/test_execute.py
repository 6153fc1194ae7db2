"""Batches with the real core and the real database."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select, text, update

from lab.context import Context
from lab.experiments import batches, control, planning
from lab.models import (
    CellResult,
    Experiment,
    ExperimentBatch,
    ExperimentFailure,
    NumberLayout,
    WorkerBeat,
)
from lab.recovery.service import sweep
from lab.runs import service as runs
from lab.runs.schemas import RunCreate
from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.numbers import numbers_of
from lab_worker.experiments import batch_work
from lab_worker.experiments.execute import execute_batch
from lab_worker.experiments.held_units import HeldUnits
from lab_worker.process import WorkerProcess, close_process, installed_core, open_process
from lab_worker.runs.execute import execute
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.processes import wait_until


def _create(context: Context, **changes: Any) -> UUID:
    return create_experiment(context, experiment_data(**changes), installed_core())


def _execute_all(process: WorkerProcess, experiment_id: UUID) -> None:
    while True:
        queued = [
            batch.id
            for batch in batches_of(process.context, experiment_id)
            if batch.status == "queued"
        ]
        if not queued:
            return
        for batch_id in queued:
            execute_batch(process, batch_id)


def _counts(context: Context, experiment_id: UUID) -> tuple[str, int, int, int]:
    row = read_row(context, experiment_id)
    return row.status, row.done_count, row.stored_count, row.failed_count


def _stored(context: Context) -> dict[tuple[str, int], dict[str, float]]:
    with context.sessions() as session:
        rows = session.execute(
            select(
                CellResult.scenario_digest, CellResult.seed, NumberLayout.names, CellResult.values
            ).join(NumberLayout, NumberLayout.id == CellResult.layout_id)
        )
        return {
            (digest, seed): dict(zip(names, values, strict=True))
            for digest, seed, names, values in rows
        }


def _watch(monkeypatch: pytest.MonkeyPatch, before: Callable[[int], None]) -> list[tuple[str, int]]:
    """Let the real simulation run, and do something before the nth of them."""
    simulated: list[tuple[str, int]] = []

    def watched(scenario: Any, seed: int, **options: Any) -> dict[str, Any]:
        before(len(simulated))
        result = run_scenario(scenario, seed, **options)
        simulated.append((result["scenario_digest"], seed))
        return result

    monkeypatch.setattr(batch_work, "run_scenario", watched)
    return simulated


class TestDone:
    def test_numbers_are_those_of_a_single_run(
        self, context: Context, process: WorkerProcess
    ) -> None:
        experiment_id = _create(context)
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)
        expansion = read_experiment(experiment_data())
        stored = _stored(context)
        assert len(stored) == 6
        for cell_index in range(3):
            for seed in (1, 2):
                direct = run_scenario(expansion.scenario(cell_index), seed, series=False)
                expected = numbers_of(direct)
                found = stored[direct["scenario_digest"], seed]
                assert list(found) == list(expected)
                for name, value in expected.items():
                    assert found[name] == value or (value is None and found[name] != found[name])
        with context.sessions() as session:
            assert session.scalar(select(func.count()).select_from(NumberLayout)) == 1

    def test_equal_cells_and_stored_units_are_not_simulated_again(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        simulated = _watch(monkeypatch, lambda _: None)
        first, second = _create(context), _create(context, cell_count=4)
        _execute_all(process, first)
        _execute_all(process, second)
        assert len(simulated) == len(set(simulated)) == 8
        # The second was planned while nothing was stored: its batch found the numbers there.
        assert _counts(context, second) == ("done", 8, 6, 0)
        assert _counts(context, first) == ("done", 6, 0, 0)

    def test_result_of_an_ordinary_run_is_used(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scenario = read_experiment(experiment_data()).scenario(1)
        wanted = RunCreate.model_validate({"scenario": scenario.model_dump(), "seed": 2})
        with context.sessions.begin() as session:
            run_id = runs.create(session, None, wanted).id
        execute(process, run_id)
        simulated = _watch(monkeypatch, lambda _: None)
        experiment_id = _create(context)
        _execute_all(process, experiment_id)
        assert len(simulated) == 5
        assert _counts(context, experiment_id) == ("done", 6, 1, 0)
        direct = run_scenario(scenario, 2, series=False)
        found = _stored(context)[direct["scenario_digest"], 2]
        assert found["throughput_bps"] == direct["summary"]["throughput_bps"]

    def test_second_message_does_nothing(self, context: Context, process: WorkerProcess) -> None:
        experiment_id = _create(context)
        (batch,) = batches_of(context, experiment_id)
        for _ in range(2):
            execute_batch(process, batch.id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)


class TestWhileItRuns:
    def test_numbers_appear_before_the_batch_is_over(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[int] = []
        experiment_id = _create(context)

        def wait(count: int) -> None:
            time.sleep(0.3)
            seen.append(read_row(context, experiment_id).done_count)

        _watch(monkeypatch, wait)
        _execute_all(process, experiment_id)
        assert seen[0] == 0
        assert 0 < seen[3] < 6

    def test_unit_that_says_nothing_for_long_does_not_lose_its_batch(
        self, context: Context, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As where a worker is given next to nothing of a processor."""
        hasty = {"heartbeat_interval_s": 0.05, "stale_heartbeat_s": 1.0}
        settings = context.settings.model_copy(update=hasty)
        experiment_id = _create(context)

        def is_silent_for_long(began_at: datetime) -> bool:
            sweep(replace(context, settings=settings))
            (batch,) = batches_of(context, experiment_id)
            assert (batch.status, batch.loss_count) == ("running", 0)
            with context.sessions() as session:
                beaten_at = session.scalar(select(WorkerBeat.beaten_at))
            return beaten_at is not None and beaten_at - began_at > timedelta(seconds=3)

        def say_nothing(count: int) -> None:
            if count == 2:
                (batch,) = batches_of(context, experiment_id)
                assert batch.heartbeat_at is not None
                wait_until(partial(is_silent_for_long, batch.heartbeat_at))

        _watch(monkeypatch, say_nothing)
        process = open_process(settings)
        _execute_all(process, experiment_id)
        close_process()
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)

    def test_pause_is_heard_and_what_was_found_is_kept(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)

        def pause_at_third(count: int) -> None:
            if count == 2:
                control_experiment(context, experiment_id, control.pause)
                time.sleep(0.6)

        simulated = _watch(monkeypatch, pause_at_third)
        (batch,) = batches_of(context, experiment_id)
        execute_batch(process, batch.id)
        assert _counts(context, experiment_id) == ("paused", 3, 0, 0)
        control_experiment(context, experiment_id, control.resume)
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)
        assert len(simulated) == len(set(simulated)) == 6

    def test_cancel_is_heard_in_the_middle_of_a_unit(
        self, context: Context, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context, cell_count=1, seed_count=1, duration_s=3600.0)

        def cancel_soon(_count: int) -> None:
            control_experiment(context, experiment_id, control.cancel)

        simulated = _watch(monkeypatch, cancel_soon)
        (batch,) = batches_of(context, experiment_id)
        process = open_process(context.settings.model_copy(update={"heartbeat_interval_s": 0.01}))
        execute_batch(process, batch.id)
        close_process()
        assert simulated == []
        assert batches_of(context, experiment_id) == []
        assert _counts(context, experiment_id) == ("cancelled", 0, 0, 0)

    def test_units_of_another_worker_are_waited_for_and_not_computed_twice(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)
        (batch,) = batches_of(context, experiment_id)
        units = _units_of(context, batch.id)
        simulated = _watch(monkeypatch, lambda _: None)
        others = _holding(context, _equal_batch(context))
        assert others.take(units[:2]) == [True, True]
        thread = threading.Thread(target=execute_batch, args=(process, batch.id))
        thread.start()
        wait_until(lambda: len(simulated) == 4)
        wait_until(lambda: read_row(context, experiment_id).done_count == 4)
        assert thread.is_alive()
        others.give_back()
        thread.join()
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)
        assert {(digest, seed) for digest, seed in simulated[4:]} == {
            (unit.scenario_digest, unit.seed) for unit in units[:2]
        }

    def test_units_of_a_worker_that_lives_and_does_not_end_are_computed_at_last(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(batch_work, "LONGEST_WAIT_S", 0.2)
        experiment_id = _create(context)
        (batch,) = batches_of(context, experiment_id)
        others = _holding(context, _equal_batch(context))
        assert all(others.take(_units_of(context, batch.id)))
        execute_batch(process, batch.id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)


class TestTrouble:
    def test_unit_that_fails_leaves_reason_and_the_others_go_on(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)

        def break_third(count: int) -> None:
            if count == 2 and not broken:
                broken.append(count)
                raise RuntimeError("the tube is bent")

        broken: list[int] = []
        _watch(monkeypatch, break_third)
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 5, 0, 1)
        with context.sessions() as session:
            failure = session.scalars(select(ExperimentFailure)).one()
        assert failure.reason == "The simulation stopped with RuntimeError: the tube is bent"
        assert failure.core_version == installed_core().version
        control_experiment(context, experiment_id, control.retry_failed)
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)

    def test_worker_that_is_stopped_gives_the_rest_back_uncounted(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)

        def stop_at_third(count: int) -> None:
            if count == 2 and not stopped:
                stopped.append(count)
                raise SystemExit

        stopped: list[int] = []
        simulated = _watch(monkeypatch, stop_at_third)
        (batch,) = batches_of(context, experiment_id)
        with pytest.raises(SystemExit):
            execute_batch(process, batch.id)
        assert _counts(context, experiment_id) == ("running", 2, 0, 0)
        (batch,) = batches_of(context, experiment_id)
        assert (batch.status, batch.attempt, len(batch.seeds)) == ("queued", 0, 4)
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)
        assert len(simulated) == len(set(simulated)) == 6

    def test_numbers_of_a_batch_that_became_anothers_are_kept(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)

        def plan_anew(count: int) -> None:
            if count == 2 and not planned:
                planned.append(count)
                with context.sessions.begin() as session:
                    experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
                    planning.renew(session, experiment)

        planned: list[int] = []
        simulated = _watch(monkeypatch, plan_anew)
        execute_batch(process, batches_of(context, experiment_id)[0].id)
        assert _counts(context, experiment_id) == ("running", 0, 0, 0)
        found = len(simulated)
        assert found > 2
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, found, 0)
        assert len(simulated) == len(set(simulated)) == 6

    def test_database_that_ends_the_connections_costs_nothing(
        self, context: Context, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        experiment_id = _create(context)

        def end_connections(count: int) -> None:
            if count == 2:
                with context.sessions.begin() as session:
                    ended = session.scalars(
                        text(
                            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                            " WHERE application_name LIKE 'lab-worker %'"
                        )
                    )
                    assert any(ended)

        simulated = _watch(monkeypatch, end_connections)
        (batch,) = batches_of(context, experiment_id)
        execute_batch(process, batch.id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)
        assert len(simulated) == len(set(simulated)) == 6

    def test_cell_that_is_another_scenario_than_planned_fails(
        self, context: Context, process: WorkerProcess
    ) -> None:
        experiment_id = _create(context)
        with context.sessions.begin() as session:
            changed = experiment_data(duration_s=2.0)
            session.execute(update(Experiment).values(kept_definition=changed))
        _execute_all(process, experiment_id)
        assert _counts(context, experiment_id) == ("done", 0, 0, 6)


def _units_of(context: Context, batch_id: UUID) -> list[batches.BatchUnit]:
    with context.sessions() as session:
        return list(batches.units_of(session, session.get_one(ExperimentBatch, batch_id)))


def _equal_batch(context: Context) -> batches.BatchAttempt:
    """The one batch of another experiment with the same units, at work in another process."""
    (batch,) = batches_of(context, _create(context))
    attempt = claim_batch(context, batch.id, "another", installed_core())
    assert attempt is not None
    return attempt


def _holding(context: Context, attempt: batches.BatchAttempt) -> HeldUnits:
    return HeldUnits(context.sessions, attempt, stale_s=context.settings.stale_heartbeat_s)
