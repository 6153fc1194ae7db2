"""Computes a stored run again, from claim to end: for its packets, its causes, or to check the
result of a worker elsewhere.
"""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from lab import jobs
from lab.jobs import PACKETS, AttemptLost
from lab.models import Result, Run
from lab.models.result import RepeatSubject
from lab.packets import attempts
from lab.packets.attempts import PacketAttempt
from lab.packets.repository import find_causes
from lab.packets.service import MAX_EVENTS
from lab.results import remote_runs
from lab.results.repository import Core
from lab_exec import CauseWatch, PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.overview import OverviewGatherer
from lab_model.packet_codec import decode_json, encode
from lab_model.results.overview import Overview
from lab_model.scenarios import Scenario
from lab_worker.claiming import claimed
from lab_worker.ending import end_on_full_disk, is_disk_full
from lab_worker.heartbeat import Heartbeat
from lab_worker.modules import modules_of
from lab_worker.process import WorkerProcess
from lab_worker.stored_digests import wrong_digests

log = structlog.get_logger("lab_worker.packets")


class ReplayRefusedError(Exception):
    """The run can not be repeated here; the message is for the person who asked."""


@dataclass(frozen=True)
class _Order:
    """What to compute again, and how to know that it is the same."""

    attempt: PacketAttempt
    result_id: UUID
    subject: RepeatSubject
    window: PacketWindow
    scenario: dict[str, Any]
    seed: int
    behaviour_version: int
    core_version: str
    series_digest: str | None


def record_packets(process: WorkerProcess, window_id: UUID) -> None:
    """Compute a window if it waits; do nothing if it does not."""
    order = claimed(process, PACKETS, window_id, _claim)
    if order is None:
        return
    with structlog.contextvars.bound_contextvars(
        window_id=str(window_id), attempt=order.attempt.number
    ):
        try:
            _record(process, order)
        except AttemptLost:
            # Too old, or given to another worker after a silence: nothing of ours is left.
            log.warning("attempt_lost")


def _record(process: WorkerProcess, order: _Order) -> None:
    sessions = process.context.sessions
    try:
        payload, is_truncated = _replay(process, order)
    except AttemptLost:
        raise
    except ReplayRefusedError as error:
        log.warning("packets_refused", reason=str(error))
        _fail(process, order, str(error))
        return
    except Exception as error:
        # The same run would fail again, so there is no second attempt.
        log.exception("packets_failed")
        _fail(process, order, f"The repeated run stopped with {type(error).__name__}: {error}")
        return
    except BaseException:
        # This worker is being stopped on purpose.
        with sessions.begin() as session:
            jobs.release(session, order.attempt)
        raise
    finish = partial(
        attempts.finish, attempt=order.attempt, payload=payload, is_truncated=is_truncated
    )
    try:
        with sessions.begin() as session:
            finish(session)
    except SQLAlchemyError as error:
        if not is_disk_full(error):
            raise
        reason = f"The disk of this lab is full: the {order.subject} could not be stored."
        end_on_full_disk(sessions, partial(jobs.fail, attempt=order.attempt, reason=reason))


def _claim(
    session: Session, window_id: UUID, *, worker: str, core: Core, max_attempts: int
) -> _Order | None:
    found = attempts.claim(session, window_id, worker=worker, core=core, max_attempts=max_attempts)
    if found is None:
        return None
    attempt, window = found
    result = session.get_one(Result, window.result_id)
    # Runs that share a result differ in labels only, which no number depends on.
    scenario = session.scalar(select(Run.scenario).where(Run.result_id == result.id).limit(1))
    if scenario is None:
        jobs.fail(session, attempt, "The run was deleted meanwhile.")
        return None
    return _Order(
        attempt=attempt,
        result_id=result.id,
        subject=window.subject,
        window=PacketWindow(window.from_s, window.to_s, MAX_EVENTS),
        scenario=scenario,
        seed=result.seed,
        behaviour_version=result.behaviour_version,
        core_version=result.core_version,
        series_digest=result.series_digest,
    )


def _replay(process: WorkerProcess, order: _Order) -> tuple[bytes, bool]:
    """The record, and whether it is truncated, if the run is the stored one, bit for bit."""
    if process.core.behaviour != order.behaviour_version:
        raise ReplayRefusedError(
            f"The run was computed by core {order.core_version}, this worker has "
            f"{process.core.version}. Run it again to look at its {order.subject}."
        )
    found: list[PacketEvents] = []
    causes: list[dict[str, Any]] = []
    is_of_packets = order.subject == "packets"
    watch = PacketWatch(order.window, found.append) if is_of_packets else CauseWatch(causes.append)
    scenario = Scenario.model_validate(order.scenario)
    gatherer = OverviewGatherer(scenario)
    modules = modules_of(process.context.sessions, scenario)
    interval_s = process.context.settings.heartbeat_interval_s
    beat = partial(attempts.beat, attempt=order.attempt)
    with Heartbeat(process.context.sessions, beat, interval_s=interval_s) as heartbeat:

        def on_progress(_simulated_s: float) -> None:
            heartbeat.heard()
            if heartbeat.is_lost:
                raise AttemptLost(f"window {order.attempt.job_id} was given to another worker")

        result = run_scenario(
            scenario,
            order.seed,
            on_chunk=gatherer.add if order.subject == "check" else None,
            on_progress=on_progress,
            watch=watch,
            modules=modules,
        )
    if order.subject == "check":
        _judge(process, order, result, gatherer.overview(result), encode(causes[0]))
        return b"", False
    if result["series_digest"] != order.series_digest:
        raise ReplayRefusedError(
            f"The repeated run gives other series ({result['series_digest']}) than the stored one "
            f"({order.series_digest}). Its {order.subject} would be those of another run."
        )
    if is_of_packets:
        return encode(found[0].columns()), found[0].is_truncated
    return encode(causes[0]), False


def _judge(
    process: WorkerProcess,
    order: _Order,
    result: dict[str, Any],
    overview: Overview,
    causes: bytes,
) -> None:
    """Compare everything stored of a run with the repeated run."""
    with process.context.sessions.begin() as session:
        row = session.get_one(Result, order.result_id)
        recorded = find_causes(session, order.result_id)
        payload = None if recorded is None else recorded[0].payload
        here = {**result, "core_version": row.core_version}
        differing = {
            "its series": row.series_digest != result["series_digest"],
            "its result": row.document != json.loads(json.dumps(here)),
            "its overview": row.overview not in (None, json.loads(json.dumps(overview))),
            "its causes": payload is not None and decode_json(payload) != decode_json(causes),
        }
        reasons = [name for name, differs in differing.items() if differs]
        reasons += wrong_digests(session, order.result_id)
        remote_runs.judge(session, order.result_id, "; ".join(reasons) or None)


def _fail(process: WorkerProcess, order: _Order, reason: str) -> None:
    with process.context.sessions.begin() as session:
        jobs.fail(session, order.attempt, reason)
