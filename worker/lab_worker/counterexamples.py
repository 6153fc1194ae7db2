"""A search for the simplest situation in which something goes badly, slice by slice: the search
asks for the same runs again, those of former slices are known, and the next ones are computed.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog

from lab import jobs
from lab.counterexamples import attempts
from lab.counterexamples.attempts import Progress, SearchAttempt
from lab.counterexamples.schemas import SearchCreate
from lab.jobs import SEARCH, AttemptLost
from lab.models import CounterexampleSearch
from lab_exec import run_scenario
from lab_exec.counterexample import Question, situation_of, value_of
from lab_exec.errors import RunFailedError
from lab_exec.explained import ExplainedRun, explained_run
from lab_model.evaluation.search import Search
from lab_model.evaluation.space import Candidate
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice
from lab_worker.claiming import claimed
from lab_worker.ending import STORAGE_ERRORS, ending, reason_of
from lab_worker.heartbeat import Heartbeat
from lab_worker.modules import modules_of
from lab_worker.process import WorkerProcess

SLICE_S: Final = 10.0
"""Then others have the worker."""
REPORT_INTERVAL_S: Final = 1.0

log = structlog.get_logger("lab_worker.counterexamples")


class _SliceOverError(Exception):
    """The search continues with the next slice."""


def execute_search(process: WorkerProcess, search_id: UUID) -> None:
    """Compute a slice of a search if it waits; do nothing if it does not."""
    found = claimed(process, SEARCH, search_id, attempts.claim)
    if found is None:
        return
    attempt, search = found
    with structlog.contextvars.bound_contextvars(search_id=str(search_id), attempt=attempt.number):
        try:
            _search(process, attempt, search)
        except AttemptLost:
            # Cancelled, or given to another worker after a silence.
            log.info("attempt_lost")


def _search(process: WorkerProcess, attempt: SearchAttempt, search: CounterexampleSearch) -> None:
    sessions = process.context.sessions
    interval_s = process.context.settings.heartbeat_interval_s
    beat = partial(attempts.beat, attempt=attempt)
    reason = "The disk of this lab is full: what was found could not be stored."
    disk_full = partial(jobs.fail, attempt=attempt, reason=reason)

    def failed(error: Exception) -> None:
        log.exception("search_failed")
        with sessions.begin() as session:
            jobs.fail(session, attempt, reason_of(error))

    def give_back() -> None:
        # A search that stays is found silent.
        with suppress(AttemptLost, *STORAGE_ERRORS), sessions.begin() as session:
            jobs.release(session, attempt)

    with (
        ending(sessions, failed=failed, disk_full=disk_full, give_back=give_back),
        Heartbeat(sessions, beat, interval_s=interval_s) as heartbeat,
    ):
        _Slice(process, attempt, search, heartbeat).run()


class _Slice:
    """The part of a search that one message computes."""

    def __init__(
        self,
        process: WorkerProcess,
        attempt: SearchAttempt,
        search: CounterexampleSearch,
        heartbeat: Heartbeat,
    ) -> None:
        self._sessions = process.context.sessions
        self._attempt = attempt
        self._heartbeat = heartbeat
        asked = SearchCreate.model_validate(search.question)
        self._question = _question_of(asked)
        self._progress = Progress(
            list(search.values), failed_count=search.failed_count, failure=search.failure
        )
        self._used_count = 0
        self._search = Search(self._measure, asked.threshold or 0.0, asked.seed, asked.tries)
        self._begun_s = self._reported_s = time.monotonic()

    def run(self) -> None:
        """To the end of the slice, or of the search."""
        try:
            found = self._search.run()
            best = found.best
            explain = self._explained
            situation = None if best is None else situation_of(self._question, best, explain)
        except _SliceOverError:
            self._write(attempts.put_off)
            return
        self._progress.tried_count = found.tried_count
        with self._sessions.begin() as session:
            attempts.finish(session, self._attempt, self._progress, situation)
        log.info("search_done", run_count=found.run_count)

    def _measure(self, pairs: Sequence[tuple[Candidate, int]]) -> list[float | None]:
        values = []
        for pair in pairs:
            if self._used_count == len(self._progress.values):
                self._pause_if_due()
                self._progress.values.append(self._computed(*pair))
            values.append(self._progress.values[self._used_count])
            self._used_count += 1
        return values

    def _pause_if_due(self) -> None:
        """Between two runs: say how far it is, and whether there is time for one more."""
        self._listen(0.0)
        self._progress.tried_count = self._search.tried_count
        now_s = time.monotonic()
        if now_s - self._begun_s >= SLICE_S:
            raise _SliceOverError
        if now_s - self._reported_s >= REPORT_INTERVAL_S:
            self._write(attempts.report)
            self._reported_s = now_s

    def _computed(self, candidate: Candidate, seed: int) -> float | None:
        try:
            return value_of(self._question, candidate, seed, self._run)
        except RunFailedError as error:
            # Mostly the failure of a module: a bad situation may still be found elsewhere.
            self._progress.failed_count += 1
            self._progress.failure = reason_of(error)
            return None

    def _run(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        modules = modules_of(self._sessions, scenario)
        return run_scenario(scenario, seed, series=False, on_progress=self._listen, modules=modules)

    def _explained(self, scenario: Scenario, seed: int) -> ExplainedRun:
        modules = modules_of(self._sessions, scenario)
        return explained_run(scenario, seed, modules, on_progress=self._listen)

    def _listen(self, _simulated_s: float) -> None:
        self._heartbeat.heard()
        if self._heartbeat.is_lost:
            raise AttemptLost(f"search {self._attempt.job_id} is over, or another worker's")

    def _write(self, write: Any) -> None:
        with self._sessions.begin() as session:
            write(session, self._attempt, self._progress)
        self._heartbeat.has_beaten()


def _question_of(asked: SearchCreate) -> Question:
    def data(choice: AlgorithmChoice) -> dict[str, Any]:
        return choice.model_dump(mode="json", exclude_defaults=True)

    after = None if asked.after is None else data(asked.after)
    return Question(asked.goal, data(asked.first), data(asked.second or asked.first), after)
