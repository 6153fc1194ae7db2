"""One run from claim to end."""

import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from sqlalchemy.orm import Session

from lab.explanations import causes, phenomena
from lab.jobs import RUN, AttemptLost
from lab.kit.database import SessionFactory
from lab.kit.traces import span
from lab.models import Result, Run
from lab.packets import service as packets
from lab.results import explanations
from lab.results.explanations import Explanations
from lab.runs import attempts
from lab.runs.attempts import RunAttempt
from lab.series import timeline
from lab_exec import CauseWatch, Chunk, run_scenario
from lab_exec.overview import OverviewGatherer
from lab_model.causes.chosen import MOST_FLOWS as MOST_FLOWS_ASKED
from lab_model.causes.chosen import first_flows
from lab_model.packet_codec import encode
from lab_model.results.overview import Overview
from lab_model.scenarios import Scenario
from lab_worker.claiming import claimed
from lab_worker.ending import STORAGE_ERRORS, ending, reason_of
from lab_worker.heartbeat import Heartbeat
from lab_worker.modules import modules_of
from lab_worker.process import WorkerProcess
from lab_worker.runs.reporter import RunReporter, TailPace

log = structlog.get_logger("lab_worker.runs")

_RUN_IS_LOST: Final = (
    "The disk of this lab is full: the results could not be stored. Run it again when there is "
    "room; the operator of the lab can make some, or runs that are no longer needed can be "
    "deleted."
)
MOST_EXPLAINED_FLOWS: Final = 100
MOST_TIMELINE_BYTES: Final = 500_000
"""Compressed timeline of a run: some 30,000 phases and events. To read the series of more flows, or
more of these, takes seconds and much memory, and may never be needed."""


def execute(process: WorkerProcess, run_id: UUID) -> None:
    """Compute the run whose turn it is in the queue of this one; do nothing if none waits."""
    attempt = claimed(process, RUN, run_id, attempts.claim_next)
    if attempt is None:
        return
    run_id = attempt.job_id
    names: dict[str, str | int] = {"run_id": str(run_id), "attempt": attempt.number}
    with (
        span("run", parent=attempt.traceparent, **names),
        structlog.contextvars.bound_contextvars(**names),
    ):
        try:
            _compute(process, attempt)
        except AttemptLost as lost:
            # Cancelled, deleted, or given to another worker after a silence.
            log.info("attempt_lost", reason=str(lost))
        else:
            store_explanations(process.context.sessions, run_id)


def _compute(process: WorkerProcess, attempt: RunAttempt) -> None:
    sessions = process.context.sessions
    keep_alive = partial(attempts.keep_alive, attempt=attempt)
    interval_s = process.context.settings.heartbeat_interval_s

    def failed(error: Exception) -> None:
        # The same scenario and seed would fail again, so there is no second attempt.
        log.exception("run_failed")
        with sessions.begin() as session:
            attempts.finish_failed(session, attempt, "simulation_failed", reason_of(error))

    def disk_full(session: Session) -> None:
        # Computed again it would meet the same disk: the user who asked for it decides when.
        attempts.finish_failed(session, attempt, "disk_full", _RUN_IS_LOST)

    def give_back() -> None:
        # A run that was cancelled meanwhile waits for no worker.
        with suppress(AttemptLost), sessions.begin() as session:
            attempts.release(session, attempt)
            log.info("run_given_back")

    with ending(sessions, failed=failed, disk_full=disk_full, give_back=give_back):
        # To the end: to write down the results of ten thousand flows takes seconds.
        with Heartbeat(sessions, keep_alive, interval_s=interval_s) as heartbeat:
            computed = _simulate(process, attempt, heartbeat)
            heartbeat.heard()
            attempts.finish_done(
                sessions,
                attempt,
                computed.document,
                computed.overview,
                store_last=computed.store_last,
            )
        log.info("run_done")


@dataclass(frozen=True)
class _Computed:
    """A run that is computed. Its series are stored on the way, except for the last of them, which
    the reporter still has.
    """

    attempt: RunAttempt
    document: dict[str, Any]
    overview: Overview
    causes: bytes
    reporter: RunReporter

    def store_last(self, session: Session) -> None:
        """Store the last series and the causes, in the transaction that ends the run."""
        self.reporter.add_waiting(session)
        packets.store_causes(session, self.attempt, self.causes)


def _simulate(process: WorkerProcess, attempt: RunAttempt, heartbeat: Heartbeat) -> _Computed:
    scenario = Scenario.model_validate(attempt.scenario)
    gatherer = OverviewGatherer(scenario)
    causes: list[dict[str, Any]] = []
    begun_s = time.monotonic()
    reporter = RunReporter(
        process.context.sessions,
        attempt,
        heartbeat=heartbeat,
        sample_interval_s=scenario.sample_interval_s,
        heartbeat_interval_s=process.context.settings.heartbeat_interval_s,
        pace=TailPace(process.context.settings.tail_interval_s),
    )

    def on_chunk(chunk: Chunk) -> None:
        reporter.on_chunk(chunk)
        gatherer.add(chunk)

    try:
        modules = modules_of(process.context.sessions, scenario)
        with span("core"):
            result = run_scenario(
                scenario,
                attempt.seed,
                on_chunk=on_chunk,
                on_progress=reporter.on_progress,
                tails=reporter,
                watch=CauseWatch(causes.append),
                modules=modules,
            )
    except (AttemptLost, *STORAGE_ERRORS):
        raise
    except Exception:
        # The samples of a run that fails stay.
        reporter.store_waiting()
        raise
    # For `./lab bench --page`, beside the times of the run itself.
    wall_s = time.monotonic() - begun_s
    log.info("run_computed", wall_s=round(wall_s, 4), storing_s=round(reporter.storing_s, 4))
    return _Computed(attempt, result, gatherer.overview(result), encode(causes[0]), reporter)


def store_explanations(sessions: SessionFactory, run_id: UUID) -> None:
    """Store the explanations of a run before the first request for them. Without them that request
    takes a little longer, so an error here fails nothing: it is logged.
    """
    try:
        with sessions.begin() as session:
            run = session.get(Run, run_id)
            found = None if run is None else _explanations_of(session, run)
            if run is not None and found is not None:
                explanations.store(session, run, found)
    except Exception:
        log.exception("no_explanations_stored", run_id=str(run_id))


def _explanations_of(session: Session, run: Run) -> Explanations | None:
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if run.status != "done" or result is None or result.document is None:
        return None
    flows = result.document["flows"]
    timeline_bytes = timeline.stored_bytes(session, result.id)
    if len(flows) > MOST_EXPLAINED_FLOWS or timeline_bytes > MOST_TIMELINE_BYTES:
        return None
    firsts = first_flows(flows)
    explained = sorted({*firsts, *range(min(len(flows), MOST_FLOWS_ASKED))})
    found = causes.made(session, run, explained)
    head, _, rest = phenomena.read_of(session, run).model_dump_json().partition(",")
    if found.status != "done" or head != f'{{"run_id":"{run.id}"':
        return None
    return Explanations(
        phenomena=rest,
        first_flows=firsts,
        chains={chain.flow_index: chain.model_dump_json() for chain in found.chains},
    )
