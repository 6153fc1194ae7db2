"""A batch is computed by one attempt at a time, and every unit is counted once."""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import UUID

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import WrongState
from lab.experiments import batches, control
from lab.experiments.batches import BatchAttempt, Found, UnitFailure
from lab.experiments.progress import MachineSpeed, RunningWork, running_work
from lab.experiments.workload import (
    BATCH_S,
    LARGEST_SLOWNESS_RATIO,
    MAX_UNITS_PER_BATCH,
    Unit,
    expected_s,
    into_batches,
)
from lab.jobs import AttemptLost
from lab.models import CellResult, Experiment, ExperimentBatch, ExperimentFailure
from lab_model.experiments.expected_time import PACKETS_PER_S
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
    experiment_data,
    finish_batch,
    found_for,
    read_row,
)
from tests.support.runs import CORE_VERSION, NEWER_CORE, count_rows


@pytest.fixture
def experiment_id(context: Context) -> UUID:
    """Three cells with two seeds in one batch."""
    return create_experiment(context)


@pytest.fixture
def batch_id(context: Context, experiment_id: UUID) -> UUID:
    (batch,) = batches_of(context, experiment_id)
    return batch.id


@pytest.fixture
def attempt(context: Context, batch_id: UUID) -> BatchAttempt:
    attempt = claim_batch(context, batch_id)
    assert attempt is not None
    return attempt


def _report(context: Context, attempt: BatchAttempt, found: Found) -> bool:
    with context.sessions.begin() as session:
        return batches.report(session, attempt, found)


def _store(context: Context, attempt: BatchAttempt, found: Found) -> None:
    with context.sessions.begin() as session:
        batches.store(session, attempt, found)


def _count(context: Context, attempt: BatchAttempt, found: Found) -> bool:
    with context.sessions() as session:
        return batches.count(session, attempt, found)


class TestCounting:
    """What is stored is counted later, in another transaction."""

    def test_counts_what_was_stored(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        found = found_for(attempt.units[:2])
        _store(context, attempt, found)
        assert read_row(context, experiment_id).done_count == 0
        assert _count(context, attempt, found)
        assert read_row(context, experiment_id).done_count == 2

    def test_what_a_plan_in_between_has_found_stored_counts_once(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        found = found_for(attempt.units[:2])
        _store(context, attempt, found)
        control_experiment(context, experiment_id, control.pause)
        control_experiment(context, experiment_id, control.resume)
        planned = read_row(context, experiment_id)
        assert (planned.done_count, planned.plan_count) == (2, attempt.plan_count + 1)
        assert _count(context, attempt, found), "the attempt itself hears of it by its batch"
        after = read_row(context, experiment_id)
        assert (after.done_count, after.stored_count) == (2, planned.stored_count)
        with pytest.raises(AttemptLost):
            _store(context, attempt, Found(units=list(attempt.units[2:]), reported_count=2))

    def test_paused_experiment_stops_who_counts(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        found = found_for(attempt.units[:2])
        _store(context, attempt, found)
        control_experiment(context, experiment_id, control.pause)
        assert not _count(context, attempt, found)
        assert read_row(context, experiment_id).done_count == 2


def _running_work(session: Session, experiment_id: UUID) -> RunningWork:
    experiment = session.get_one(Experiment, experiment_id)
    return running_work(session, experiment, MachineSpeed(session))


def _set_status(context: Context, status: str) -> None:
    with context.sessions.begin() as session:
        session.execute(update(Experiment).values(status=status))


class TestClaim:
    def test_gives_the_units_with_their_scenarios(self, attempt: BatchAttempt) -> None:
        assert [unit.seed for unit in attempt.units] == [1, 1, 1, 2, 2, 2]
        assert sorted(unit.cell_index for unit in attempt.units) == [0, 0, 1, 1, 2, 2]
        assert {unit.equal_cells for unit in attempt.units} == {(0,), (1,), (2,)}
        assert attempt.definition["name"] == "test"

    def test_batch_of_a_paused_experiment_stays_where_it_is(
        self, context: Context, batch_id: UUID
    ) -> None:
        _set_status(context, "paused")
        assert claim_batch(context, batch_id) is None
        _set_status(context, "running")
        assert claim_batch(context, batch_id) is not None

    def test_worker_with_another_core_does_not_get_it(
        self, context: Context, batch_id: UUID
    ) -> None:
        assert claim_batch(context, batch_id, core=NEWER_CORE) is None

    def test_every_claim_rings_for_more_and_never_for_all(self, context: Context) -> None:
        large = create_experiment(context, experiment_data(cell_count=300, duration_s=1200))
        waiting = context.job_queue.waiting_message_count
        assert waiting("batch") == 4
        ids = [batch.id for batch in batches_of(context, large)]
        for count, batch_id in enumerate(ids[:5], start=1):
            assert claim_batch(context, batch_id, worker=f"worker-{count}") is not None
        enqueued = [batch for batch in batches_of(context, large) if batch.enqueued_at is not None]
        # Five are running, the messages of which were sent: 4 + 2 for each of them wait.
        assert len(enqueued) - 5 == 4 + 2 * 5


class TestReport:
    def test_numbers_and_counters_are_written_together(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        assert _report(context, attempt, found_for(attempt.units[:2])) is True
        row = read_row(context, experiment_id)
        assert (row.done_count, row.stored_count, count_rows(context, CellResult)) == (2, 0, 2)
        revision = row.revision
        assert _report(context, attempt, Found(reported_count=2)) is True
        assert read_row(context, experiment_id).revision == revision

    def test_report_whose_answer_was_lost_is_not_counted_again(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        for _ in range(2):
            with contextlib.suppress(AttemptLost):
                _report(context, attempt, found_for(attempt.units[:2]))
        assert read_row(context, experiment_id).done_count == 2

    def test_pause_and_cancel_are_heard(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        control_experiment(context, experiment_id, control.pause)
        assert _report(context, attempt, Found()) is False
        control_experiment(context, experiment_id, control.cancel)
        assert _report(context, attempt, Found()) is False

    def test_attempt_that_was_given_up_can_not_write(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        with context.sessions.begin() as session:
            session.execute(update(ExperimentBatch).values(attempt=7))
        with pytest.raises(AttemptLost):
            _report(context, attempt, found_for(attempt.units))
        assert count_rows(context, CellResult) == 0
        assert read_row(context, experiment_id).done_count == 0

    def test_experiment_that_was_deleted_ends_the_attempt(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        with context.sessions.begin() as session:
            session.delete(session.get_one(Experiment, experiment_id))
        with pytest.raises(AttemptLost):
            _report(context, attempt, found_for(attempt.units))

    def test_failed_unit_is_counted_apart_with_reason_and_version(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        bad, *good = attempt.units
        found = found_for(good)
        found.units.append(bad)
        found.failures.append(UnitFailure(bad, "It stopped."))
        with context.sessions.begin() as session:
            batches.finish(session, attempt, found)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count, row.failed_count) == ("done", 5, 1)
        with context.sessions() as session:
            failure = session.scalars(select(ExperimentFailure)).one()
        assert (failure.cell_index, failure.seed) == (bad.cell_index, bad.seed)
        assert (failure.reason, failure.core_version) == ("It stopped.", CORE_VERSION)


class TestFinish:
    def test_last_batch_ends_the_experiment(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        finish_batch(context, attempt)
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count) == ("done", 6)
        assert row.finished_at is not None

    def test_of_two_last_batches_at_the_same_moment_one_ends_the_experiment(
        self, context: Context
    ) -> None:
        data = experiment_data(cell_count=16, duration_s=2000)
        experiment_id = create_experiment(context, data)
        found = [claim_batch(context, batch.id) for batch in batches_of(context, experiment_id)]
        attempts = [attempt for attempt in found if attempt is not None]
        assert len(attempts) == len(found) > 8
        barrier = Barrier(len(attempts))

        def finish(attempt: BatchAttempt) -> None:
            barrier.wait()
            finish_batch(context, attempt)

        with ThreadPoolExecutor(len(attempts)) as pool:
            list(pool.map(finish, attempts))
        row = read_row(context, experiment_id)
        assert (row.status, row.done_count) == ("done", 32)

    def test_paused_experiment_of_which_nothing_is_missing_is_done(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        _set_status(context, "paused")
        finish_batch(context, attempt)
        assert read_row(context, experiment_id).status == "done"


class TestRelease:
    def test_rest_waits_again_uncounted_and_next_in_line(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        _report(context, attempt, found_for(attempt.units[:2]))
        with context.sessions.begin() as session:
            batches.release(session, attempt)
        (batch,) = batches_of(context, experiment_id)
        assert (batch.status, batch.attempt, batch.done_count) == ("queued", 0, 0)
        again = claim_batch(context, batch.id)
        assert again is not None
        assert again.units == attempt.units[2:]
        finish_batch(context, again)
        assert read_row(context, experiment_id).done_count == 6

    def test_units_that_were_done_in_another_order_are_not_done_again(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        order = attempt.units[1:] + attempt.units[:1]
        with context.sessions.begin() as session:
            batches.report(session, attempt, found_for(order[:4]), order=order)
            batches.release(session, attempt)
        (batch,) = batches_of(context, experiment_id)
        again = claim_batch(context, batch.id)
        assert again is not None
        assert again.units == order[4:]

    def test_batch_of_a_cancelled_experiment_goes(
        self, context: Context, experiment_id: UUID, attempt: BatchAttempt
    ) -> None:
        control_experiment(context, experiment_id, control.cancel)
        with context.sessions.begin() as session:
            batches.release(session, attempt)
        assert batches_of(context, experiment_id) == []


class TestProgress:
    def test_says_which_cells_are_at_work_and_how_long_it_will_take(self, context: Context) -> None:
        data = experiment_data(cell_count=60, duration_s=300)
        experiment_id = create_experiment(context, data)
        first, second, *_ = batches_of(context, experiment_id)
        attempt = claim_batch(context, first.id)
        assert attempt is not None
        with context.sessions.begin() as session:
            batches.finish(session, attempt, found_for(attempt.units))
            # As if the machine had needed ten seconds for the second that was expected.
            past = func.clock_timestamp() - func.make_interval(0, 0, 0, 0, 0, 0, 10)
            session.execute(update(ExperimentBatch).values(started_at=past))
        attempt = claim_batch(context, second.id)
        assert attempt is not None
        _report(context, attempt, found_for(attempt.units[:1]))
        rest = len(batches_of(context, experiment_id)) - 1
        with context.sessions() as session:
            work = _running_work(session, experiment_id)
        assert work.unit_count == len(attempt.units) - 1
        assert work.cell_indices == sorted({unit.cell_index for unit in attempt.units[1:]})
        assert work.seconds_left == pytest.approx(10 * rest, rel=0.2)

    def test_two_workers_need_half_the_time_also_between_twobatches_of(
        self, context: Context
    ) -> None:
        data = experiment_data(cell_count=60, duration_s=300)
        experiment_id = create_experiment(context, data)
        attempts = [
            claim_batch(context, batch.id) for batch in batches_of(context, experiment_id)[:4]
        ]
        for attempt in attempts:
            assert attempt is not None
            finish_batch(context, attempt)
        first, second = func.now() - timedelta(seconds=20), func.now() - timedelta(seconds=10)
        with context.sessions.begin() as session:
            for number, attempt in enumerate(attempts):
                assert attempt is not None
                begin, end = (first, second) if number < 2 else (second, func.now())
                session.execute(
                    update(ExperimentBatch)
                    .where(ExperimentBatch.id == attempt.job_id)
                    .values(started_at=begin, finished_at=end)
                )
        rest = len(batches_of(context, experiment_id)) - 4
        with context.sessions() as session:
            work = _running_work(session, experiment_id)
        assert work.unit_count == 0
        assert work.seconds_left == pytest.approx(10 * rest / 2, rel=0.2)

    def test_paused_experiment_says_no_time(self, context: Context, experiment_id: UUID) -> None:
        _set_status(context, "paused")
        with context.sessions() as session:
            work = _running_work(session, experiment_id)
        assert (work.unit_count, work.cell_indices, work.seconds_left) == (0, [], None)


class TestControl:
    def test_what_makes_no_sense_is_a_conflict(self, context: Context, experiment_id: UUID) -> None:
        with context.sessions.begin() as session:
            experiment = session.get_one(Experiment, experiment_id)
            for action in (control.resume, control.retry_failed):
                with pytest.raises(WrongState):
                    action(session, experiment)
            control.cancel(session, experiment)
            for action in (control.cancel, control.pause, control.resume):
                with pytest.raises(WrongState):
                    action(session, experiment)

    def test_pause_takes_the_bell_back_and_resume_rings(
        self, context: Context, experiment_id: UUID
    ) -> None:
        control_experiment(context, experiment_id, control.pause)
        (batch,) = batches_of(context, experiment_id)
        assert batch.enqueued_at is None
        control_experiment(context, experiment_id, control.resume)
        (batch,) = batches_of(context, experiment_id)
        assert batch.enqueued_at is not None
        assert context.job_queue.waiting_message_count("batch") == 2

    def test_cancelled_experiment_can_be_taken_up_again(
        self, context: Context, experiment_id: UUID
    ) -> None:
        control_experiment(context, experiment_id, control.cancel)
        assert batches_of(context, experiment_id) == []
        control_experiment(context, experiment_id, control.retry_failed)
        assert read_row(context, experiment_id).status == "running"
        assert len(batches_of(context, experiment_id)) == 1


# Work is cut into pieces of about a second, in its order.


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
