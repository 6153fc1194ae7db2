"""The callbacks of a simulation: store what it computed, say that it lives, hear a cancel."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.orm import Session

from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory
from lab.runs import attempts
from lab.runs.attempts import RunAttempt
from lab.series import tails
from lab.series.repository import EncodedChunk, copy_chunks
from lab.timeline import repository as timeline
from lab_exec import Chunk, RunCancelledError, Tail
from lab_worker.heartbeat import Heartbeat
from lab_worker.storage.chunks import encode, encode_tail, event_row, phase_row

# Curves grow in steps of this, by the clock on the wall.
TAIL_INTERVAL_S = 0.3
# Of a worker's work: what tails of many flows may cost.
TAIL_SHARE_OF_WORK = 0.05
# Of one tail: some megabytes, a tenth of a second. The rest of the samples comes with the next.
MAX_TAIL_VALUES = 500_000
# Storing a smaller chunk takes less than a second, and who cancels can wait for it.
LARGE_CHUNK_VALUES = 1_000_000
# Readers fetch again after an event; more often than this they would see no difference.
ANNOUNCE_INTERVAL_S = 0.2


class RunReporter:
    """One attempt's voice. Every call may raise AttemptLost, which ends the simulation."""

    def __init__(
        self,
        sessions: SessionFactory,
        attempt: RunAttempt,
        *,
        heartbeat: Heartbeat,
        sample_interval_s: float,
        heartbeat_interval_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sessions = sessions
        self._attempt = attempt
        self._heartbeat = heartbeat
        self._sample_interval_s = sample_interval_s
        self._heartbeat_interval_s = heartbeat_interval_s
        self._clock = clock
        self._beat_at_s = clock()
        self._announced_at_s = -ANNOUNCE_INTERVAL_S
        self._goes_on = True
        self._simulated_s = 0.0
        self._tail_count = 0
        self._next_tail_s = clock() + TAIL_INTERVAL_S
        self._next_tail_at_work_s = 0.0
        self._tail_begun_at_work_s = 0.0

    def on_progress(self, simulated_s: float) -> bool:
        """Beat if it is time to. False ends the simulation: somebody asked to cancel."""
        self._listen()
        # The chunk that is stored may end before what has been told.
        self._simulated_s = max(self._simulated_s, simulated_s)
        if self._clock() - self._beat_at_s >= self._heartbeat_interval_s:
            with self._sessions.begin() as session:
                goes_on = attempts.beat(session, self._attempt, self._simulated_s)
            self._has_spoken(goes_on, announced=True)
        return self._goes_on

    def on_chunk(self, chunk: Chunk) -> None:
        """Store a chunk and commit it. Raises RunCancelledError if somebody asked to cancel and it
        is a large one: then the tails are what is kept, and are there already.
        """
        end_sample = chunk.first_sample + chunk.sample_count
        columns = sum(len(series.columns) for series in chunk.subjects)
        is_large = columns * chunk.sample_count > LARGE_CHUNK_VALUES
        rows: list[EncodedChunk] = []
        # Compressing thousands of flows takes seconds: do it before the row is locked, and beat.
        for row in encode(chunk):
            rows.append(row)
            goes_on = self.on_progress(chunk.first_sample * self._sample_interval_s)
            if is_large and not goes_on:
                raise RunCancelledError(self._simulated_s)
        self._simulated_s = max(self._simulated_s, end_sample * self._sample_interval_s)
        announce = self._clock() - self._announced_at_s >= ANNOUNCE_INTERVAL_S
        with self._storing() as session:
            copy_chunks(session, self._attempt.result_id, rows)
            tails.delete_tails(session, self._attempt.result_id)
            timeline.add(
                session,
                self._attempt.result_id,
                chunk.chunk_index,
                [phase_row(phase) for phase in chunk.phases],
                [event_row(event) for event in chunk.events],
            )
            # Last, because it locks the row of the run: who cancels it must not wait for the rest.
            goes_on = attempts.add_samples(
                session,
                self._attempt,
                sample_count=end_sample,
                simulated_s=self._simulated_s,
                announce=announce,
            )
        self._has_spoken(goes_on, announced=announce)

    def wanted_tail_values(self) -> int:
        """A tail every TAIL_INTERVAL_S, or so rarely that it costs little; a last one at the end
        of a run that is cancelled.
        """
        self._tail_begun_at_work_s = time.thread_time()
        is_cheap = self._tail_begun_at_work_s >= self._next_tail_at_work_s
        is_due = is_cheap and self._clock() >= self._next_tail_s
        return MAX_TAIL_VALUES if is_due or not self._goes_on else 0

    def on_tail(self, tail: Tail) -> None:
        """Store what the chunk has so far and commit it."""
        rows = list(encode_tail(tail))
        result_id = self._attempt.result_id
        with self._storing() as session:
            tails.copy_tails(session, result_id, rows)
            tails.add_timeline(
                session,
                result_id,
                self._tail_count,
                phases=[phase_row(phase) for phase in tail.phases],
                open_phases=[phase_row(phase) for phase in tail.open_phases],
                events=[event_row(event) for event in tail.events],
            )
            goes_on = attempts.add_samples(
                session,
                self._attempt,
                sample_count=tail.first_sample + tail.sample_count,
                simulated_s=self._simulated_s,
                announce=True,
            )
        self._tail_count += 1
        self._has_spoken(goes_on, announced=True)
        self._next_tail_s = self._clock() + TAIL_INTERVAL_S
        # In time of the processor: a busy machine makes both wait.
        now_s = time.thread_time()
        cost_s = now_s - self._tail_begun_at_work_s
        self._next_tail_at_work_s = now_s + cost_s * (1 / TAIL_SHARE_OF_WORK - 1)

    @contextmanager
    def _storing(self) -> Iterator[Session]:
        """A transaction that adds to the result. Raises AttemptLost if that was deleted."""
        try:
            with self._sessions.begin() as session:
                yield session
        except psycopg.errors.ForeignKeyViolation as error:
            raise AttemptLost(f"the result of run {self._attempt.job_id} was deleted") from error

    def _listen(self) -> None:
        """Hear what the heartbeat has heard in the meantime."""
        self._heartbeat.heard()
        if self._heartbeat.is_lost:
            raise AttemptLost(f"run {self._attempt.job_id} was given to another worker")
        self._goes_on = self._goes_on and not self._heartbeat.is_cancelled

    def _has_spoken(self, goes_on: bool, *, announced: bool) -> None:
        self._beat_at_s = self._clock()
        self._heartbeat.has_beaten()
        if announced:
            self._announced_at_s = self._beat_at_s
        self._goes_on = self._goes_on and goes_on
