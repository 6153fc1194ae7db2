"""The callbacks of a simulation: store its samples, and send heartbeats."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory
from lab.runs import attempts
from lab.runs.attempts import RunAttempt
from lab.series import tails, timeline
from lab.series.repository import EncodedChunk, copy_chunks, delete_chunk
from lab.series.timeline import NewChunk
from lab_exec import Chunk, Tail
from lab_worker.heartbeat import Heartbeat
from lab_worker.storage.chunks import encode, encode_tail, event_row, phase_row

# The share of a worker's work that tails of many flows may cost.
TAIL_SHARE_OF_WORK = 0.05
# A user has just pressed Run and sees an empty plot: the first curve does not wait for as long
# as the next. A run that is over sooner is stored at once anyway.
FIRST_TAIL_S = 0.02
# Values of one tail: a tenth of a second of work. The rest of the samples comes with the next.
MAX_TAIL_VALUES = 4_000_000
# Values of a chunk in one transaction: some megabytes, less than a second. A chunk of ten thousand
# flows has 77 million values, and a transaction with all of them took longer than any may.
VALUES_PER_TRANSACTION = 1_000_000
# Readers fetch again after an event; more often than this they would see no difference.
STORE_INTERVAL_S = 0.2


class TailPace:
    """When the next tail is due: `interval_s` after the last one by the clock on the wall, the
    first after FIRST_TAIL_S if that is less, or so rarely that tails take TAIL_SHARE_OF_WORK of
    the processor's time. Both, because a busy machine makes a run wait, and a tail of many flows
    is much work. None is ever due if `interval_s` is infinite.
    """

    def __init__(
        self,
        interval_s: float,
        clock: Callable[[], float] = time.monotonic,
        work_clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._work_clock = work_clock
        is_wanted = math.isfinite(interval_s)
        self._next_s = clock() + (min(interval_s, FIRST_TAIL_S) if is_wanted else math.inf)
        self._next_at_work_s = 0.0
        self._begun_at_work_s = 0.0
        self._encoded_at_work_s = 0.0
        self.taken_count = 0

    def begins(self) -> bool:
        """Whether a tail is due; the work for it begins now."""
        self._begun_at_work_s = self._work_clock()
        return self._begun_at_work_s >= self._next_at_work_s and self._clock() >= self._next_s

    def has_encoded(self) -> None:
        """A tail is encoded and can be stored."""
        self._encoded_at_work_s = self._work_clock()

    def has_taken(self) -> None:
        """The tail that was begun last is stored."""
        self._next_s = self._clock() + self._interval_s
        now_s = self._work_clock()
        cost_s = now_s - self._begun_at_work_s
        if self.taken_count == 0:
            # To store the first one a process prepares its statements, once. To store a tail takes
            # no longer than to make it.
            cost_s = min(cost_s, 2 * (self._encoded_at_work_s - self._begun_at_work_s))
        self._next_at_work_s = now_s + cost_s * (1 / TAIL_SHARE_OF_WORK - 1)
        self.taken_count += 1


class RunReporter:
    """One attempt's voice. Every call may raise AttemptLost, which ends the simulation: the run
    was cancelled, deleted, or given to another worker.
    """

    def __init__(
        self,
        sessions: SessionFactory,
        attempt: RunAttempt,
        *,
        heartbeat: Heartbeat,
        sample_interval_s: float,
        heartbeat_interval_s: float,
        pace: TailPace,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sessions = sessions
        self._attempt = attempt
        self._heartbeat = heartbeat
        self._sample_interval_s = sample_interval_s
        self._heartbeat_interval_s = heartbeat_interval_s
        self._clock = clock
        self._beat_at_s = clock()
        self._waiting: list[tuple[Chunk, list[EncodedChunk]]] = []
        self._waiting_values = 0
        self._stored_at_s = clock()
        self.storing_s = 0.0
        """Wall time in transactions that store samples."""
        self._simulated_s = 0.0
        self._pace = pace

    def on_progress(self, simulated_s: float) -> None:
        """Beat if it is time to."""
        self._listen()
        # The chunk that is stored may end before the last reported time.
        self._simulated_s = max(self._simulated_s, simulated_s)
        if self._waiting and self._is_due():
            self.store_waiting(announce=True)
        if self._clock() - self._beat_at_s >= self._heartbeat_interval_s:
            with self._sessions.begin() as session:
                attempts.beat(session, self._attempt, self._simulated_s)
            self._has_spoken()

    def on_chunk(self, chunk: Chunk) -> None:
        """Take a chunk, and store it when it is time to: a large one at once and part by part.
        Until its last part is stored, readers use the tails; they stay if the attempt is lost
        in between.
        """
        try:
            self._take(chunk)
        except AttemptLost:
            with self._sessions.begin() as session:
                delete_chunk(session, self._attempt.result_id, chunk.chunk_index)
            raise

    def _take(self, chunk: Chunk) -> None:
        rows: list[EncodedChunk] = []
        value_count = 0
        is_large = False
        # All of it is simulated: from here on time goes into storing it.
        end_s = (chunk.first_sample + chunk.sample_count) * self._sample_interval_s
        # Compressing thousands of flows takes seconds: do it before the row is locked, and beat.
        for row in encode(chunk):
            rows.append(row)
            value_count += len(row[-1]) * chunk.sample_count
            self.on_progress(end_s)
            if value_count >= VALUES_PER_TRANSACTION:
                self.store_waiting(announce=True)
                self._store_part(rows)
                rows, value_count, is_large = [], 0, True
        self._waiting.append((chunk, rows))
        self._waiting_values += value_count
        if is_large or self._waiting_values >= VALUES_PER_TRANSACTION or self._is_due():
            self.store_waiting(announce=self._is_due())

    def _is_due(self) -> bool:
        return self._clock() - self._stored_at_s >= STORE_INTERVAL_S

    def store_waiting(self, *, announce: bool = False) -> None:
        """Store and commit the chunks that wait, all at once: a run of some ten milliseconds would
        spend more on a transaction for each than on itself.
        """
        if not self._waiting:
            return
        chunk, _rows = self._waiting[-1]
        end_sample = chunk.first_sample + chunk.sample_count
        self._simulated_s = max(self._simulated_s, end_sample * self._sample_interval_s)
        with self._storing() as session:
            self.add_waiting(session)
            # Last, because it locks the row of the run: to cancel it must not wait for the rest.
            attempts.add_samples(
                session,
                self._attempt,
                sample_count=end_sample,
                simulated_s=self._simulated_s,
                announce=announce,
            )
        self._has_stored_waiting()
        self._has_spoken()

    def _has_stored_waiting(self) -> None:
        self._waiting, self._waiting_values = [], 0
        self._stored_at_s = self._clock()

    def add_waiting(self, session: Session) -> None:
        """Store the chunks that wait in a transaction that holds the attempt, and says itself how
        many samples there are.
        """
        if not self._waiting:
            return
        result_id = self._attempt.result_id
        copy_chunks(session, result_id, [row for _chunk, rows in self._waiting for row in rows])
        if self._pace.taken_count > 0:
            tails.delete_tails(session, result_id)
        timeline.add(
            session,
            result_id,
            [
                NewChunk(
                    waiting.chunk_index,
                    phases=[phase_row(phase) for phase in waiting.phases],
                    events=[event_row(event) for event in waiting.events],
                )
                for waiting, _rows in self._waiting
            ],
        )

    def _store_part(self, rows: list[EncodedChunk]) -> None:
        with self._storing() as session:
            copy_chunks(session, self._attempt.result_id, rows)
            attempts.beat(session, self._attempt, self._simulated_s)
        self._has_spoken()

    def wanted_tail_values(self) -> int:
        """The number of values that the core waits for; none between two tails."""
        return MAX_TAIL_VALUES if self._pace.begins() else 0

    def on_tail(self, tail: Tail) -> None:
        """Store the samples of the chunk so far, after the waiting chunks, and commit them."""
        rows = list(encode_tail(tail))
        self._pace.has_encoded()
        result_id = self._attempt.result_id
        with self._storing() as session:
            self.add_waiting(session)
            tails.copy_tails(session, result_id, rows)
            tails.add_timeline(
                session,
                result_id,
                self._pace.taken_count,
                phases=[phase_row(phase) for phase in tail.phases],
                open_phases=[phase_row(phase) for phase in tail.open_phases],
                events=[event_row(event) for event in tail.events],
            )
            attempts.add_samples(
                session,
                self._attempt,
                sample_count=tail.first_sample + tail.sample_count,
                simulated_s=self._simulated_s,
                announce=True,
            )
        self._has_stored_waiting()
        self._has_spoken()
        self._pace.has_taken()

    @contextmanager
    def _storing(self) -> Iterator[Session]:
        """A transaction that adds to the result."""
        begun_s = self._clock()
        with self._sessions.begin() as session:
            attempts.hold(session, self._attempt)
            yield session
        self.storing_s += self._clock() - begun_s

    def _listen(self) -> None:
        """The simulation has called. Raises AttemptLost if the heartbeat has lost the attempt."""
        self._heartbeat.heard()
        if self._heartbeat.is_lost:
            raise AttemptLost(f"run {self._attempt.job_id} is over, or another worker's")

    def _has_spoken(self) -> None:
        self._beat_at_s = self._clock()
        self._heartbeat.has_beaten()
