"""Many workers take more at once and speak more rarely; few do as ever."""

from uuid import UUID

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.context import Context
from lab.experiments import batches, next_batches, pace, planning, workload
from lab.experiments.next_batches import OpenWork, open_work
from lab.experiments.pace import Pace
from lab.models import ExperimentBatch
from lab_model.experiments.expected_time import PACKETS_PER_S
from tests.support.experiments import (
    batches_of,
    claim_batch,
    create_experiment,
    experiment_data,
    finish_batch,
    read_row,
)
from tests.support.runs import CORE


@pytest.fixture
def experiment_id(context: Context, monkeypatch: pytest.MonkeyPatch) -> UUID:
    """Forty units, each in a batch of its own."""
    monkeypatch.setattr(workload, "MAX_UNITS_PER_BATCH", 1)
    return create_experiment(context, experiment_data(cell_count=40, seed_count=1))


def _many(monkeypatch: pytest.MonkeyPatch, worker_count: int) -> None:
    def many(session: Session, experiment_id: UUID) -> OpenWork:
        return open_work(session, experiment_id)._replace(all_running_count=worker_count)

    monkeypatch.setattr(batches, "open_work", many)


@pytest.mark.parametrize(
    ("workers", "batch_s", "report_s", "beat_s"),
    [(1, 1.0, 0.5, 1.0), (50, 1.0, 2.0, 1.0), (1000, 20.0, 40.0, 2.0), (9999, 20.0, 399.96, 2.0)],
)
def test_what_all_say_together_has_a_limit(
    workers: int, batch_s: float, report_s: float, beat_s: float
) -> None:
    found = Pace(workers)
    assert found.batch_s == batch_s
    assert found.report_every_s(0.5) == report_s
    assert found.beat_every_s(1.0) == beat_s


@pytest.mark.parametrize(("workers", "noted_count"), [(1, 1000), (5, 1000), (100, 100)])
def test_costs_are_noted_by_lot_where_many_write_the_same_rows(
    workers: int, noted_count: int
) -> None:
    assert sum(Pace(workers).notes_costs(UUID(int=number)) for number in range(1000)) == noted_count


def test_few_workers_take_what_was_planned(context: Context, experiment_id: UUID) -> None:
    attempt = claim_batch(context, batches_of(context, experiment_id)[0].id)
    assert attempt is not None
    assert len(attempt.units) == 1
    assert attempt.pace == Pace(1)


def test_many_take_more_and_all_of_it_is_done_once(
    context: Context, experiment_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(monkeypatch, 300)
    sizes = []
    while waiting := batches_of(context, experiment_id, "queued"):
        attempt = claim_batch(context, waiting[0].id, f"worker-{len(sizes)}")
        assert attempt is not None
        sizes.append(len(attempt.units))
        finish_batch(context, attempt)
    assert max(sizes) == 300 / pace.BATCHES_PER_S
    assert len(sizes) < 20
    row = read_row(context, experiment_id)
    assert (row.status, row.done_count, row.failed_count) == ("done", 40, 0)
    assert sum(sizes) == 40


def test_long_units_are_no_longer_batches(
    context: Context, experiment_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand workers take 20 s of work at once: two units of 10 s, not twenty."""
    _many(monkeypatch, 1000)
    with context.sessions.begin() as session:
        packets = round(10 * PACKETS_PER_S)
        session.execute(update(ExperimentBatch).values(predicted_packets=packets))
    attempt = claim_batch(context, batches_of(context, experiment_id, "queued")[0].id)
    assert attempt is not None
    assert len(attempt.units) == 2


def test_no_worker_takes_units_that_others_could_compute(
    context: Context, experiment_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes half of its share of the waiting units: the last ones end together."""
    _many(monkeypatch, 1000)
    attempts = []
    for number in range(4):
        waiting = batches_of(context, experiment_id, "queued")
        attempts.append(claim_batch(context, waiting[0].id, f"worker-{number}"))
    sizes = [len(attempt.units) for attempt in attempts if attempt is not None]
    assert sizes[0] == 20 - 1
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[3] <= 2


def test_batches_with_a_message_and_suspects_stay(
    context: Context, experiment_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    _many(monkeypatch, 1000)
    with context.sessions.begin() as session:
        enqueued = set(
            session.scalars(
                select(ExperimentBatch.id).where(ExperimentBatch.enqueued_at.is_not(None))
            )
        )
        suspect = [workload.Unit(0, 1, 1000)]
        planning.add_batches(session, experiment_id, [suspect], attempt=1)
    first = min(enqueued)
    attempt = claim_batch(context, first)
    assert attempt is not None
    left = {batch.id for batch in batches_of(context, experiment_id, "queued")}
    assert enqueued - {first} <= left
    with context.sessions() as session:
        tried = select(func.count()).where(
            ExperimentBatch.attempt == 1, ExperimentBatch.status == "queued"
        )
        assert session.scalar(tried) == 1


def test_messages_ahead_have_a_limit(
    context: Context, experiment_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(next_batches, "MOST_ENQUEUED", 6)
    for number, batch in enumerate(batches_of(context, experiment_id)[:5]):
        assert claim_batch(context, batch.id, f"worker-{number}", CORE) is not None
    with context.sessions() as session:
        waiting = select(func.count()).where(
            ExperimentBatch.status == "queued", ExperimentBatch.enqueued_at.is_not(None)
        )
        assert session.scalar(waiting) == 6
