"""The callbacks of a simulation: store what it computed, say that it lives, hear a cancel."""

import time
from collections.abc import Callable

from lab.jobs import AttemptLost
from lab.kit.database import SessionFactory
from lab.runs import attempts
from lab.runs.attempts import RunAttempt
from lab.series.repository import EncodedChunk, copy_chunks
from lab.timeline import repository as timeline
from lab_exec import Chunk
from lab_worker.heartbeat import Heartbeat
from lab_worker.storage.chunks import encode, event_row, phase_row

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

    def on_progress(self, simulated_s: float) -> bool:
        """Beat if it is time to. False ends the simulation: somebody asked to cancel."""
        self._listen()
        if self._clock() - self._beat_at_s >= self._heartbeat_interval_s:
            with self._sessions.begin() as session:
                goes_on = attempts.beat(session, self._attempt, simulated_s)
            self._has_spoken(goes_on, announced=True)
        return self._goes_on

    def on_chunk(self, chunk: Chunk) -> None:
        """Store a chunk and commit it."""
        self._listen()
        reached_s = (chunk.first_sample + chunk.sample_count) * self._sample_interval_s
        rows: list[EncodedChunk] = []
        # Compressing thousands of flows takes seconds: do it before the row is locked, and beat.
        for row in encode(chunk):
            rows.append(row)
            self.on_progress(chunk.first_sample * self._sample_interval_s)
        announce = self._clock() - self._announced_at_s >= ANNOUNCE_INTERVAL_S
        with self._sessions.begin() as session:
            goes_on = attempts.add_samples(
                session,
                self._attempt,
                sample_count=chunk.first_sample + chunk.sample_count,
                simulated_s=reached_s,
                announce=announce,
            )
            copy_chunks(session, self._attempt.result_id, rows)
            timeline.add(
                session,
                self._attempt.result_id,
                chunk.chunk_index,
                [phase_row(phase) for phase in chunk.phases],
                [event_row(event) for event in chunk.events],
            )
        self._has_spoken(goes_on, announced=announce)

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
