"""Single runs that a worker elsewhere computes: offered, kept alive, stored as they come.

The result is shown as soon as it is there: a user waits for it, and in a lab without local workers
it could never be confirmed. The first ones of each token, and later ones by lot, are computed again
by a local worker (lab.results.remote_runs).
"""

import secrets
import zlib
from base64 import b64decode
from binascii import Error as NoBase64
from typing import Any, Final
from uuid import UUID

import numpy as np
import structlog
from pydantic import ValidationError
from sqlalchemy import BigInteger, literal_column
from sqlalchemy.orm import Session

from lab import jobs
from lab.context import Context
from lab.errors import InvalidInput, WorkLost
from lab.jobs import AttemptLost, turns
from lab.models import Result, Run, WorkerToken
from lab.packets import service as packets
from lab.remote_work import tokens
from lab.remote_work.schemas import RunBeat, RunPart, RunReport, WorkRun, WorkState
from lab.results import remote_runs
from lab.results.repository import Core
from lab.runs import attempts
from lab.runs.attempts import RunAttempt
from lab.series import service as series
from lab.series import timeline
from lab.settings import Settings
from lab_model.results.schemas import ResultRead
from lab_model.scenarios import Scenario, scenario_digest, summary_digest
from lab_model.series.subject import Subject
from lab_model.series.values import Values

MOST_FLOWS: Final = 200
"""A run of more has a result of megabytes, and parts of some hundred: it is for local workers."""
VALUE_BYTES: Final = 8
BEATS_BEFORE_LOST: Final = 4
# A worker that could foresee the lot would be honest just then.
_LOT: Final = secrets.SystemRandom()
_FLOW_COUNT: Final = literal_column(
    "(SELECT sum(coalesce((flow ->> 'count')::bigint, 1))"
    " FROM json_array_elements(run.scenario -> 'flows') AS flow)",
    BigInteger,
)
_MINE: Final = ("core_version", "behaviour_version", "seed", "scenario_digest")

log = structlog.get_logger("lab.remote_work")


def claim(session: Session, token: WorkerToken, core: Core, settings: Settings) -> WorkRun | None:
    """The run whose turn it is, for this worker; None: none waits."""
    run_id = turns.lock_next_where(session, settings.max_attempts, _FLOW_COUNT <= MOST_FLOWS)
    if run_id is None:
        return None
    attempt = attempts.claim(
        session,
        run_id,
        worker=jobs.remote_claim_name(token.id),
        core=core,
        max_attempts=settings.max_attempts,
    )
    if attempt is None:  # an equal result was stored in the meantime
        return None
    log.info("run_goes_out", run_id=str(run_id), claim=attempt.worker, token=token.name)
    return WorkRun(
        run_id=run_id,
        claim=attempt.worker,
        seed=attempt.seed,
        scenario=attempt.scenario,
        beat_interval_s=settings.stale_heartbeat_s / BEATS_BEFORE_LOST,
    )


def beat(session: Session, token: WorkerToken, run_id: UUID, sent: RunBeat) -> WorkState:
    """The worker lives, and is so far. Raises WorkLost."""
    attempt = _attempt(session, token, run_id, sent.claim)
    tokens.note_use(session, token)
    try:
        if sent.ends:
            attempts.release(session, attempt)
        else:
            attempts.beat(session, attempt, min(sent.simulated_s, attempt.duration_s))
    except AttemptLost:
        raise _lost(run_id) from None
    return WorkState(goes_on=not sent.ends)


def add_part(session: Session, token: WorkerToken, sent: RunPart) -> WorkState:
    """Store samples of some flows and links. Sent twice, they are stored once. Raises WorkLost,
    InvalidInput.
    """
    attempt = _attempt(session, token, sent.run_id, sent.claim)
    columns = _columns_of(sent)
    result_id, chunk = attempt.result_id, sent.chunk_index
    try:
        attempts.hold(session, attempt)
        series.store_part(session, result_id, chunk, sent.first_sample, columns)
        phases = [phase.model_dump() for phase in sent.phases]
        events = [event.model_dump() for event in sent.events]
        timeline.store_chunk(session, result_id, chunk, phases, events)
        simulated_s = min(sent.simulated_s, attempt.duration_s)
        if sent.is_last:
            end = sent.first_sample + sent.sample_count
            attempts.add_samples(
                session, attempt, sample_count=end, simulated_s=simulated_s, announce=True
            )
        else:
            attempts.beat(session, attempt, simulated_s)
    except AttemptLost:
        raise _lost(sent.run_id) from None
    return WorkState(goes_on=True)


def finish(context: Context, token: WorkerToken, sent: RunReport) -> WorkState:
    """Store the result and end the run; or note that the worker could not compute it: then it
    waits for another one, and has lost an attempt. Raises WorkLost, InvalidInput.
    """
    with context.sessions.begin() as session:
        attempt = _attempt(session, token, sent.run_id, sent.claim)
        is_drawn = _is_drawn(session, token, context.settings)
        if sent.failed is not None:
            _note_failure(session, token, attempt, sent.failed)
            return WorkState(goes_on=False)
    document = _document_of(attempt, sent)
    causes = None if sent.causes is None else _bytes_of("causes", sent.causes)

    def store_last(session: Session) -> None:
        remote_runs.note(session, token.id, attempt.result_id, is_drawn=is_drawn)
        if causes is not None:
            packets.store_causes(session, attempt, causes)
        if is_drawn:
            packets.order_check(session, attempt.result_id, attempt.duration_s)

    try:
        attempts.finish_done(
            context.sessions,
            attempt,
            document,
            None if sent.overview is None else sent.overview.model_dump(),
            store_last=store_last,
        )
    except AttemptLost:
        raise _lost(sent.run_id) from None
    return WorkState(goes_on=False)


def _attempt(session: Session, token: WorkerToken, run_id: UUID, claim: str) -> RunAttempt:
    """The claim as an attempt, if it holds still. The fence is in every write. Raises WorkLost."""
    run = session.get(Run, run_id, populate_existing=True)
    is_mine = claim.startswith(jobs.remote_claim_prefix(token.id))
    if run is None or not is_mine or run.status != "running" or run.claimed_by != claim:
        raise _lost(run_id)
    result = None if run.result_id is None else session.get(Result, run.result_id)
    if result is None:
        raise _lost(run_id)
    return RunAttempt.of(run, result, claim)


def _is_drawn(session: Session, token: WorkerToken, settings: Settings) -> bool:
    """Whether a local worker is to compute it again."""
    if remote_runs.equal_count(session, token.id) < settings.remote_first_runs:
        return True
    return _LOT.random() < settings.remote_check_ratio


def _note_failure(session: Session, token: WorkerToken, attempt: RunAttempt, reason: str) -> None:
    log.warning("remote_run_failed", run_id=str(attempt.job_id), token=token.name, reason=reason)
    try:
        run = jobs.beat(session, attempt)
    except AttemptLost:
        raise _lost(attempt.job_id) from None
    attempts.queue_again(session, run, is_counted=True)


def _columns_of(sent: RunPart) -> dict[Subject, dict[str, Values]]:
    """Of each flow or link its metrics. Raises InvalidInput where the values are not as many as
    was said.
    """
    wanted = sum(len(subject.metrics) for subject in sent.subjects) * sent.sample_count
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(_bytes_of("values", sent.values), wanted * VALUE_BYTES + 1)
    except zlib.error as error:
        message = f"values are not compressed by zlib: {error}"
        raise InvalidInput.of_field("values", message) from None
    if len(content) != wanted * VALUE_BYTES or not unpacker.eof:
        message = f"values must be {wanted} numbers of {VALUE_BYTES} bytes: metrics times samples"
        raise InvalidInput.of_field("values", message)
    if sent.sample_count == 0:
        return {}
    values = iter(np.frombuffer(content, "<f8").reshape(-1, sent.sample_count))
    return {
        Subject(each.subject, each.index): {metric: next(values) for metric in each.metrics}
        for each in sent.subjects
    }


def _document_of(attempt: RunAttempt, sent: RunReport) -> dict[str, Any]:
    """The result, if it is one of this run. Raises InvalidInput."""
    try:
        result = ResultRead.model_validate(sent.result)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, ("result", *first["loc"])))
        raise InvalidInput.of_field(where, f"{where}: {first['msg']}") from None
    document = sent.result
    wanted = dict(zip(_MINE, _identity_of(attempt), strict=True))
    for name, value in wanted.items():
        if document.get(name) != value:
            raise InvalidInput.of_field(
                f"result.{name}", f"result.{name} must be {value!r}, as was claimed"
            )
    digest = summary_digest(document["summary"], document["flows"])
    if digest != result.summary_digest:
        message = f"the numbers of this result give the digest {digest}"
        raise InvalidInput.of_field("result.summary_digest", message)
    return document


def _identity_of(attempt: RunAttempt) -> tuple[Any, ...]:
    core = attempt.core
    digest = scenario_digest(Scenario.model_validate(attempt.scenario))
    return core.version, core.behaviour, attempt.seed, digest


def _bytes_of(field: str, text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (NoBase64, ValueError):
        raise InvalidInput.of_field(field, f"{field} is not base64") from None


def _lost(run_id: UUID) -> WorkLost:
    return WorkLost(
        f"Run {run_id} no longer belongs to this worker: it was silent for too long, or the run "
        "was cancelled or deleted. Nothing is lost: another worker computes the run if it is "
        "still wanted."
    )
