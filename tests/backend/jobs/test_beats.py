"""Heartbeats beside the row of a job."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

from lab import jobs
from lab.context import Context
from lab.experiments import control
from lab.experiments.batches import BatchAttempt
from lab.jobs import BATCH, AttemptLost
from lab.models import Experiment, ExperimentBatch, WorkerBeat
from tests.support.experiments import (
    batches_of,
    claim_batch,
    control_experiment,
    create_experiment,
)

WORKER = "host:1:0123456789ab-{}"


@pytest.fixture
def experiment_id(context: Context) -> UUID:
    return create_experiment(context)


def _claim(context: Context, experiment_id: UUID, claim: str) -> BatchAttempt:
    (batch,) = batches_of(context, experiment_id)
    attempt = claim_batch(context, batch.id, WORKER.format(claim))
    assert attempt is not None
    with context.sessions.begin() as session:
        long_ago = func.now() - timedelta(minutes=1)
        session.execute(update(ExperimentBatch).values(heartbeat_at=long_ago))
    return attempt


def _beat(context: Context, attempt: BatchAttempt) -> bool:
    with context.sessions() as session:
        return jobs.beat_aside(session, attempt)


def _silent(context: Context) -> list[UUID]:
    with context.sessions() as session:
        return jobs.silent_ids(session, BATCH, context.settings)


def test_worker_that_beats_is_not_silent(context: Context, experiment_id: UUID) -> None:
    attempt = _claim(context, experiment_id, "a")
    assert _silent(context) == [attempt.job_id]
    assert _beat(context, attempt)
    assert _silent(context) == []
    with context.sessions.begin() as session:
        session.execute(update(WorkerBeat).values(beaten_at=func.now() - timedelta(minutes=1)))
    assert _silent(context) == [attempt.job_id]


def test_beat_of_a_later_claim_keeps_no_earlier_one(context: Context, experiment_id: UUID) -> None:
    """A process that has lost a batch without a word works on another one."""
    attempt = _claim(context, experiment_id, "a")
    assert _beat(context, attempt)
    with context.sessions.begin() as session:
        session.execute(update(WorkerBeat).values(claimed_by=WORKER.format("b")))
    assert _silent(context) == [attempt.job_id]


def test_beat_hears_that_the_experiment_waits(context: Context, experiment_id: UUID) -> None:
    attempt = _claim(context, experiment_id, "a")
    control_experiment(context, experiment_id, control.pause)
    assert not _beat(context, attempt)
    assert _silent(context) == [], "it lives all the same"


def test_beat_of_a_lost_attempt_is_refused(context: Context, experiment_id: UUID) -> None:
    attempt = _claim(context, experiment_id, "a")
    with context.sessions.begin() as session:
        session.execute(update(ExperimentBatch).values(claimed_by=WORKER.format("b")))
    with pytest.raises(AttemptLost):
        _beat(context, attempt)
    with context.sessions() as session:
        assert session.scalars(select(WorkerBeat)).all() == []


def test_beats_neither_wait_for_the_experiment_nor_are_logged(
    context: Context, experiment_id: UUID
) -> None:
    attempt = _claim(context, experiment_id, "a")
    assert _beat(context, attempt)

    def log_position(session: Session) -> int:
        return int(session.scalar(text("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")) or 0)

    with context.sessions.begin() as holding:
        holding.get_one(Experiment, experiment_id, with_for_update=True)
        before = log_position(holding)
        for _ in range(20):
            assert _beat(context, attempt)
        # Nothing but the ends of transactions; a logged row took twice as much.
        assert log_position(holding) - before < 20 * 64
