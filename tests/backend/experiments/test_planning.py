"""What is planned is what is missing, once."""

import threading
from uuid import UUID

import pytest
from sqlalchemy import func, select, text, update

from lab.context import Context
from lab.experiments import batches, control, planning, service, unit_results
from lab.experiments.quota import Quota
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.unit_results import UnitNumbers
from lab.jobs import AttemptLost
from lab.models import (
    CellResult,
    Experiment,
    ExperimentBatch,
    ExperimentCell,
    ExperimentFailure,
    NumberLayout,
)
from lab.results import repository as results
from lab.results.repository import Core
from lab_model.experiments.cells import read_experiment
from tests.support.axes import axis
from tests.support.compared import compared_data
from tests.support.experiments import (
    batches_of,
    claim_batch,
    create_experiment,
    experiment_data,
    finish_batch,
    found_for,
    new_experiment,
    read_row,
)
from tests.support.processes import wait_until
from tests.support.runs import CORE, CORE_VERSION, NEWER_CORE, REBUILT_CORE
from tests.support.stored_units import store_units


def _open_units(context: Context, experiment_id: UUID) -> list[tuple[int, int]]:
    """Cell index and seed of the waiting units, in their order."""
    return [
        unit
        for batch in batches_of(context, experiment_id, "queued")
        for unit in zip(batch.cell_indices, batch.seeds, strict=True)
    ]


def _batch_ids(context: Context, experiment_id: UUID) -> list[UUID]:
    return [batch.id for batch in batches_of(context, experiment_id, "queued")]


def _compute_all(context: Context, experiment_id: UUID, core: Core = CORE) -> None:
    for batch_id in _batch_ids(context, experiment_id):
        attempt = claim_batch(context, batch_id, core=core)
        assert attempt is not None
        finish_batch(context, attempt)


def _counts(context: Context, experiment_id: UUID) -> tuple[str, int, int, int]:
    row = read_row(context, experiment_id)
    return row.status, row.done_count, row.stored_count, row.failed_count


def _extend(context: Context, experiment_id: UUID, **changes: int) -> None:
    expansion = read_experiment(experiment_data(**changes))
    fresh = new_experiment(expansion)
    with context.sessions.begin() as session:
        experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
        experiment.kept_definition = fresh.kept_definition
        experiment.first_seed = fresh.first_seed
        experiment.replication_count = fresh.replication_count
        planning.extend(session, experiment, expansion.work)


class TestCreate:
    def test_every_cell_gets_its_first_seed_before_any_gets_its_second(
        self, context: Context
    ) -> None:
        experiment_id = create_experiment(context, experiment_data(cell_count=20, seed_count=3))
        units = _open_units(context, experiment_id)
        assert [seed for _, seed in units] == [1] * 20 + [2] * 20 + [3] * 20
        assert sorted(units) == [(cell, seed) for cell in range(20) for seed in (1, 2, 3)]
        # Not from left to right: the map fills everywhere at once.
        assert [cell for cell, _ in units[:20]] != list(range(20))

    def test_counts_and_core_are_those_of_the_plan(self, context: Context) -> None:
        row = read_row(context, create_experiment(context))
        assert (row.cell_count, row.unit_count, row.core_version) == (3, 6, CORE_VERSION)
        assert row.predicted_packets == 2 * (1000 + 1001 + 1001)
        assert (row.status, row.done_count, row.failed_count) == ("running", 0, 0)

    def test_equal_cells_are_computed_once_and_counted_twice(self, context: Context) -> None:
        data = experiment_data(cell_count=2)
        data["axes"].append(axis("flows.0.label", ["one", "other"], label="Name only"))
        experiment_id = create_experiment(context, data)
        assert sorted(_open_units(context, experiment_id)) == [(0, 1), (0, 2), (2, 1), (2, 2)]
        _compute_all(context, experiment_id)
        assert _counts(context, experiment_id) == ("done", 8, 4, 0)

    def test_what_is_stored_is_not_planned(self, context: Context) -> None:
        _compute_all(context, create_experiment(context))
        larger = create_experiment(context, experiment_data(cell_count=4, seed_count=3))
        assert sorted(_open_units(context, larger)) == [(0, 3), (1, 3), (2, 3), *_cell(3)]
        assert _counts(context, larger) == ("running", 6, 6, 0)

    def test_experiment_that_is_stored_already_is_done_at_once(self, context: Context) -> None:
        _compute_all(context, create_experiment(context))
        again = create_experiment(context)
        assert _counts(context, again) == ("done", 6, 6, 0)
        assert _batch_ids(context, again) == []

    def test_numbers_of_an_edited_core_with_the_same_behaviour_count(
        self, context: Context
    ) -> None:
        _compute_all(context, create_experiment(context))
        again = create_experiment(context, core=REBUILT_CORE)
        assert _counts(context, again) == ("done", 6, 6, 0)
        assert read_row(context, again).core_version == REBUILT_CORE.version

    def test_numbers_of_another_behaviour_do_not_count(self, context: Context) -> None:
        _compute_all(context, create_experiment(context))
        again = create_experiment(context, core=NEWER_CORE)
        assert _counts(context, again) == ("running", 0, 0, 0)

    def test_rings_for_the_next_batches_only(self, context: Context) -> None:
        data = experiment_data(cell_count=300, duration_s=1200)
        experiment_id = create_experiment(context, data)
        assert len(_batch_ids(context, experiment_id)) > 100
        assert context.job_queue.waiting_message_count("batch") == 4


class TestExtend:
    def test_more_seeds_plan_only_those(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        _compute_all(context, experiment_id)
        _extend(context, experiment_id, seed_count=4)
        assert _counts(context, experiment_id) == ("running", 6, 0, 0)
        assert {seed for _, seed in _open_units(context, experiment_id)} == {3, 4}
        _compute_all(context, experiment_id)
        assert _counts(context, experiment_id) == ("done", 12, 0, 0)

    def test_more_values_plan_only_those(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        _compute_all(context, experiment_id)
        _extend(context, experiment_id, cell_count=5)
        assert sorted(_open_units(context, experiment_id)) == [*_cell(3, (1, 2)), *_cell(4, (1, 2))]

    def test_batch_that_runs_loses_its_row_and_no_unit_is_planned_twice(
        self, context: Context
    ) -> None:
        experiment_id = create_experiment(context)
        attempt = claim_batch(context, _batch_ids(context, experiment_id)[0])
        assert attempt is not None
        _extend(context, experiment_id, cell_count=4)
        with pytest.raises(AttemptLost), context.sessions.begin() as session:
            batches.report(session, attempt, found_for(attempt.units[:1]))
        units = _open_units(context, experiment_id)
        assert len(units) == len(set(units)) == 8
        _compute_all(context, experiment_id)
        assert _counts(context, experiment_id) == ("done", 8, 0, 0)


class TestNewCore:
    def test_takes_over_when_a_pause_ends(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        _compute_first(context, experiment_id)
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            experiment.status = "paused"
            results.register_core(session, NEWER_CORE)
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            control.resume(session, experiment)
        assert _counts(context, experiment_id) == ("running", 0, 0, 0)
        assert len(_open_units(context, experiment_id)) == 6
        _compute_all(context, experiment_id, NEWER_CORE)
        assert read_row(context, experiment_id).core_version == NEWER_CORE.version

    def test_an_edited_one_continues_what_was_begun(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        _compute_first(context, experiment_id)
        done_count = read_row(context, experiment_id).done_count
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            experiment.status = "paused"
            results.register_core(session, REBUILT_CORE)
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            control.resume(session, experiment)
        assert read_row(context, experiment_id).done_count == done_count > 0
        _compute_all(context, experiment_id, REBUILT_CORE)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)

    def test_first_worker_ever_decides_where_no_core_was_known(self, context: Context) -> None:
        experiment_id = create_experiment(context, core=None)
        assert read_row(context, experiment_id).core_version is None
        _compute_all(context, experiment_id)
        assert read_row(context, experiment_id).core_version == CORE_VERSION
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)


class TestRetry:
    def test_failed_units_wait_again_alone_behind_the_others(self, context: Context) -> None:
        experiment_id = create_experiment(context)
        with context.sessions.begin() as session:
            for seed in (1, 2):
                session.add(
                    ExperimentFailure(
                        experiment_id=experiment_id,
                        cell_index=1,
                        seed=seed,
                        reason="It stopped.",
                        core_version=CORE_VERSION,
                    )
                )
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            planning.plan(session, experiment)
        assert _counts(context, experiment_id) == ("running", 0, 0, 2)
        assert (1, 1) not in _open_units(context, experiment_id)
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id, with_for_update=True)
            control.retry_failed(session, experiment)
        assert _counts(context, experiment_id) == ("running", 0, 0, 0)
        assert _open_units(context, experiment_id)[-2:] == [(1, 1), (1, 2)]
        assert len(_batch_ids(context, experiment_id)) == 3


class TestLostRows:
    @pytest.fixture
    def experiment_id(self, context: Context) -> UUID:
        return create_experiment(context, experiment_data(cell_count=3, duration_s=2000))

    def test_end_of_the_last_batch_plans_what_went_missing(
        self, context: Context, experiment_id: UUID
    ) -> None:
        first, *others = _batch_ids(context, experiment_id)
        with context.sessions.begin() as session:
            for batch_id in others:
                session.delete(session.get_one(ExperimentBatch, batch_id))
        assert others
        attempt = claim_batch(context, first)
        assert attempt is not None
        finish_batch(context, attempt)
        assert read_row(context, experiment_id).status == "running"
        _compute_all(context, experiment_id)
        assert _counts(context, experiment_id) == ("done", 6, 0, 0)


def test_deleting_an_experiment_leaves_the_numbers_to_others(context: Context) -> None:
    experiment_id = create_experiment(context)
    _compute_all(context, experiment_id)
    with context.sessions.begin() as session:
        session.delete(session.get_one(Experiment, experiment_id))
    with context.sessions() as session:
        for table in (ExperimentBatch, ExperimentCell):
            assert session.scalar(select(func.count()).select_from(table)) == 0
    assert _counts(context, create_experiment(context)) == ("done", 6, 6, 0)


def test_stored_numbers_stay_as_they_are(context: Context) -> None:
    first = UnitNumbers("a" * 64, 1, "1" * 64, {"x": 1.0, "y": None})
    with context.sessions.begin() as session:
        unit_results.store(session, CORE, [first])
        unit_results.store(
            session, CORE, [UnitNumbers("a" * 64, 1, "2" * 64, {"x": 2.0, "y": 2.0})]
        )
        keys = [("a" * 64, 1), ("a" * 64, 2)]
        assert unit_results.look_up(session, CORE.behaviour, keys) == ({("a" * 64, 1)}, {})
        assert unit_results.look_up(session, NEWER_CORE.behaviour, keys) == (set(), {})
        values, names = session.execute(
            select(CellResult.values, NumberLayout.names).join(NumberLayout)
        ).one()
    assert names == ["x", "y"]
    assert values[0] == 1.0
    assert values[1] != values[1]


def _cell(index: int, seeds: tuple[int, ...] = (1, 2, 3)) -> list[tuple[int, int]]:
    return [(index, seed) for seed in seeds]


def _compute_first(context: Context, experiment_id: UUID) -> None:
    """One unit of the first batch."""
    attempt = claim_batch(context, _batch_ids(context, experiment_id)[0])
    assert attempt is not None
    with context.sessions.begin() as session:
        batches.report(session, attempt, found_for(attempt.units[:1]))
        session.execute(update(Experiment).values(status="paused"))
    with context.sessions.begin() as session:
        batches.release(session, attempt)
        session.execute(update(Experiment).values(status="running"))


# Results that a plan counts on are not deleted before it references them.


QUOTA = Quota(max_missing_packets=10**12, max_open_units=10**6)


def _is_waiting(context: Context) -> bool:
    """Whether a transaction waits for a lock."""
    with context.sessions() as session:
        return bool(session.scalar(text("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")))


def test_numbers_that_a_new_experiment_found_outlive_the_old_one(context: Context) -> None:
    data = compared_data()
    store_units(context, data, lambda cell_index, seed: {"jain_index": 0.5})
    old_id = create_experiment(context, data)

    def delete_old() -> None:
        with context.sessions.begin() as session:
            service.delete(session, None, old_id)

    deleting = threading.Thread(target=delete_old)
    with context.sessions.begin() as session:
        wanted = ExperimentCreate(experiment=read_experiment(data).definition)
        created = service.create(session, None, wanted, QUOTA)
        assert (created.status, created.progress.done_count) == ("done", 18)
        deleting.start()
        wait_until(lambda: _is_waiting(context))
        assert deleting.is_alive()
    deleting.join()
    with context.sessions() as session:
        assert session.scalar(select(func.count()).select_from(CellResult)) == 18
        assert service.read(session, None, created.id).status == "done"
