"""The rules of runs."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from orjson import Fragment
from sqlalchemy import ColumnElement, Row, func
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from lab import jobs, link_traces
from lab.classes import revisions
from lab.errors import (
    Frozen,
    InvalidInput,
    KeyReused,
    NotFound,
    NotYours,
    OwnerNeeded,
    WrongState,
)
from lab.events.recorder import record_first_event
from lab.jobs import RUN
from lab.jobs.turns import new_turn
from lab.kit.idempotency import hold_id
from lab.kit.problem import ProblemItem
from lab.kit.traces import current_traceparent
from lab.kit.typed_json import WrittenJson, with_stored
from lab.models import LabRun, RemoteRun, Result, Run
from lab.modules import service as modules
from lab.results import repository as results
from lab.runs import attempts, repository
from lab.runs.asker import Asker
from lab.runs.listing import RunQuery
from lab.runs.repository import RunRow
from lab.runs.schemas import ComputedElsewhere, RunCreate, RunError, RunProgress, RunRead
from lab.runs.search import searched_text
from lab.runs.states import OVER, QueueName
from lab.runs.storage import predicted_bytes
from lab_model.scenarios import (
    LIMITS,
    PACKETS_PER_SAMPLE,
    Scenario,
    kept_sample_count,
    predicted_packet_count,
    queue_for,
    scenario_digest,
    work_packet_count,
)
from lab_model.scenarios.default_title import title_of

log = structlog.get_logger("lab.runs")


@dataclass(frozen=True)
class Reading:
    """A run of which something is read: the large columns of its row are loaded on demand."""

    run: Run
    text_digest: str | None
    """Of its scenario with the labels of its flows, if the answer shows them."""


def create(
    session: Session,
    owner_key_hash: bytes | None,
    wanted: RunCreate,
    wanted_id: UUID | None = None,
    asker: Asker | None = None,
) -> RunRead:
    """Queue a run, or answer with the stored result of equal work at once.

    With `wanted_id` only once (lab.kit.idempotency). `asker` is where the request comes from; None:
    the lab itself. Raises KeyReused if it is another one, StorageQuotaReached and TooManyRequests.
    """
    scenario, titles = modules.named_by_title(session, wanted.scenario)
    document = scenario.model_dump(mode="json")
    if wanted_id is not None:
        hold_id(session, wanted_id)
        made = repository.get(session, wanted_id)
        if made is not None:
            if (made[0].scenario, made[0].seed) != (document, wanted.seed):
                raise KeyReused("This Idempotency-Key was used for another run.")
            return to_read(*made)
    modules.require_stored(session, scenario)
    typed = wanted.name if wanted.name is not None else scenario.name
    name = typed or title_of(scenario, titles)
    run = Run(
        owner_key_hash=owner_key_hash,
        name=name,
        searched_text=searched_text(name, document),
        queue=_queue_of(wanted),
        **link_traces.keep_one(session, document),
        **_columns_of(wanted, scenario),
    )
    if wanted_id is not None:
        run.id = wanted_id
    # Equal work that a core which behaves as the newest has done already.
    stored = results.find_done(session, scenario_digest=run.scenario_digest, seed=run.seed)
    if stored is not None:
        _share(run, stored)
    else:
        _let_wait(session, run, scenario, asker)
    record_first_event(session, run, "end" if stored else "state")
    if stored is None:
        jobs.send_after_commit(session, RUN, run.id, run.queue)
    else:
        # Both are the time of this transaction; one was returned, and need not be asked for.
        set_committed_value(run, "finished_at", run.created_at)
    link_traces.remember(run, "scenario", document)
    # The worker's lines have the run's id alone; the request's id is bound to this one.
    log.info("run_asked_for", run_id=str(run.id), is_stored=stored is not None)
    return to_read(run, stored, None if stored is None else session.get(RemoteRun, stored.id))


def _columns_of(wanted: RunCreate, scenario: Scenario) -> dict[str, Any]:
    """The columns of a new run that follow from its request; nothing of it is simulated yet."""
    return {
        "forked_from": wanted.forked_from,
        "seed": wanted.seed,
        "scenario_digest": scenario_digest(scenario),
        "duration_s": scenario.duration_s,
        "sample_interval_s": scenario.sample_interval_s,
        "predicted_packets": predicted_packet_count(scenario),
        "status": "queued",
        "attempt": 0,
        "simulated_s": 0.0,
        "sample_count": 0,
        "event_seq": 0,
    }


def _share(run: Run, stored: Result) -> None:
    """End a new run with the stored result of equal work."""
    run.status = "done"
    run.result_id = stored.id
    run.simulated_s = run.duration_s
    run.sample_count = stored.sample_count
    run.finished_at = func.now()


def _let_wait(session: Session, run: Run, scenario: Scenario, asker: Asker | None) -> None:
    """Give a new run its turn, and charge the asker for it."""
    owner_key_hash = run.owner_key_hash
    run.storage_bytes = predicted_bytes(scenario)
    if asker is not None:
        asker.charge(session, owner_key_hash, scenario, run.storage_bytes)
    run.turn_key = owner_key_hash or b"" if asker is None else asker.turn_key(owner_key_hash)
    run.turn = new_turn(run.turn_key, run.queue)
    run.enqueued_at = func.now()
    run.traceparent = current_traceparent()


def read(session: Session, run_id: UUID) -> RunRead:
    """A run. Anyone who knows its id may read it."""
    return to_read(*require_with_result(session, run_id))


def list_mine(session: Session, owner_key_hash: bytes | None, query: RunQuery) -> WrittenJson:
    """A page of the owner's runs: a RunPage."""
    if owner_key_hash is None:
        raise OwnerNeeded("Listing runs needs the header X-Lab-Owner: runs are listed by owner.")
    rows = repository.page_of_owner(session, owner_key_hash, query)
    page, more = rows[: query.limit], len(rows) > query.limit
    cursor = query.cursor_behind(page[-1]) if more else None
    return with_stored({"items": list(map(_listed, page)), "next_cursor": cursor})


def rename(session: Session, owner_key_hash: bytes | None, run_id: UUID, name: str) -> RunRead:
    """Change what a run is called; nothing that its digest covers changes."""
    run = _lock_own(session, owner_key_hash, run_id)
    run.searched_text = searched_text(name, run.scenario)
    run.name = name
    session.flush()
    return read(session, run_id)


def cancel(session: Session, owner_key_hash: bytes | None, run_id: UUID) -> RunRead:
    """Stop a run at once. Its samples stay."""
    run = _lock_own(session, owner_key_hash, run_id)
    if run.status in OVER:
        raise WrongState(f"Run {run_id} is already over: it is {run.status}.")
    attempts.cancel(session, run)
    session.refresh(run)
    return read(session, run_id)


def delete(session: Session, owner_key_hash: bytes | None, run_id: UUID) -> None:
    """Remove a run. Its result goes with the last run that holds it.

    A student's run in a class stays as long as the class: a prediction could be changed again
    once its run is gone. A worker that is computing it notices at its next heartbeat that the row
    is gone, and stops.
    """
    run = _lock_own(session, owner_key_hash, run_id, to_delete=True)
    if revisions.is_of_class(session, run_id):
        raise Frozen(
            f"Run {run_id} is evidence of a class and is deleted with it. Leave the class to "
            "delete everything that you did there."
        )
    result_id = run.result_id
    delete_hidden(session, LabRun.hidden_of == run_id)
    session.delete(run)
    session.flush()
    if result_id is not None:
        results.delete_unheld(session, result_id)


def delete_hidden(session: Session, of: ColumnElement[bool]) -> None:
    """Remove the hidden runs that judge runs of labs. `of` chooses among rows of LabRun."""
    repository.delete_hidden(session, of)


def require(session: Session, run_id: UUID, *, locked: bool = False) -> Run:
    """A run, which is only read, or `locked` to the end of the transaction. Raises NotFound."""
    run = repository.lock(session, run_id) if locked else session.get(Run, run_id)
    if run is None:
        raise _no_run(run_id)
    return run


def require_with_result(session: Session, run_id: UUID) -> RunRow:
    """A run with its result, if it has one, and that result's sender. Raises NotFound."""
    row = repository.get(session, run_id)
    if row is None:
        raise _no_run(run_id)
    return row


def reading(session: Session, run_id: UUID, *, tells_labels: bool) -> Reading:
    """A run of which something is read. Raises NotFound."""
    if tells_labels:
        found = repository.with_text_digest(session, run_id)
        run, digest = found or (None, None)
    else:
        run, digest = repository.without_scenario(session, run_id), None
    if run is None:
        raise _no_run(run_id)
    return Reading(run, digest)


def require_all(session: Session, run_ids: list[UUID]) -> None:
    """Raises NotFound naming the first id that is no run."""
    existing = repository.existing_ids(session, run_ids)
    for run_id in run_ids:
        if run_id not in existing:
            raise _no_run(run_id)


def to_read(run: Run, result: Result | None, sent: RemoteRun | None) -> RunRead:
    """A run as the API shows it."""
    link_traces.require_intact(run, run.scenario)
    document = _labelled(result, run) if result is not None and run.status == "done" else None
    fields = _fields(run, result, sent, None if sent is None else sent.confirmed_count)
    return RunRead(**fields, result=document)


def _listed(row: Row[Any]) -> dict[str, Any]:
    """A RunListed: a result may be large, its overview is not. Stored JSON stays as it is: to read
    and write twenty scenarios and overviews took most of the time of a list.
    """
    stored = None if row.behaviour_version is None else row
    fields = _fields(row, stored, None if row.is_drawn is None else row)
    has_overview = row.status == "done" and row.overview is not None
    stored_json = {
        "scenario": Fragment(row.scenario),
        "overview": Fragment(row.overview) if has_overview else None,
    }
    return {**fields, "result": None, **stored_json}


def _fields(
    run: Run | Row[Any],
    result: Result | Row[Any] | None,
    sent: RemoteRun | Row[Any] | None,
    confirmed_count: int | None = None,
) -> dict[str, Any]:
    """The fields that an answer and a list share."""
    return {
        "id": run.id,
        "status": run.status,
        "name": run.name,
        "forked_from": run.forked_from,
        "is_shared": run.share_id is not None,
        "seed": run.seed,
        "scenario": run.scenario,
        "scenario_digest": run.scenario_digest,
        "behaviour_version": None if result is None else result.behaviour_version,
        "core_version": _core_version(run, result),
        "computed_elsewhere": None
        if sent is None or run.status != "done"
        else ComputedElsewhere(
            is_drawn=sent.is_drawn,
            is_confirmed=sent.is_equal is True,
            confirmed_count=confirmed_count,
        ),
        "queue": run.queue,
        "attempt": run.attempt,
        "predicted_packets": run.predicted_packets,
        "progress": RunProgress(
            simulated_s=run.simulated_s,
            duration_s=run.duration_s,
            sample_count=run.sample_count,
        ),
        "error": None if run.error is None else RunError(**run.error),
        "created_at": run.created_at,
        "started_at": run.started_at,
        "finished_at": run.finished_at,
    }


def _labelled(result: Result, run: Run) -> dict[str, Any] | None:
    """The shared result with this run's own labels, which are not part of the digest, and the
    behaviour, which documents from before it was counted lack.
    """
    if result.document is None:
        return None
    groups = run.scenario["flows"]
    flows = [
        {**flow, "label": groups[flow["group_index"]]["label"]} for flow in result.document["flows"]
    ]
    named = {"core_version": result.core_version, "behaviour_version": result.behaviour_version}
    return {**named, **result.document, "flows": flows}


def _core_version(run: Run | Row[Any], result: Result | Row[Any] | None) -> str | None:
    known = run.error if result is None else {"core_version": result.core_version}
    return None if known is None else known["core_version"]


def _queue_of(wanted: RunCreate) -> QueueName:
    """The queue asked for, if the run is small enough for it."""
    packets = work_packet_count(wanted.scenario)
    limit = LIMITS.max_interactive_packet_count
    if wanted.queue == "interactive" and packets > limit:
        message = (
            f"queue is 'interactive', which takes runs of at most {limit} packets, a sample "
            f"counted as {PACKETS_PER_SAMPLE}; this scenario may have {packets}, with "
            f"{kept_sample_count(wanted.scenario)} samples. Use 'batch', or leave queue out."
        )
        item = ProblemItem(
            path="queue", pointer="/queue", message=message, value="interactive", bound=limit
        )
        raise InvalidInput(message, errors=[item])
    return wanted.queue or queue_for(wanted.scenario)


def _lock_own(
    session: Session, owner_key_hash: bytes | None, run_id: UUID, *, to_delete: bool = False
) -> Run:
    """The locked run, if the asker may change it."""
    run = repository.lock(session, run_id, to_delete=to_delete)
    if run is None:
        raise _no_run(run_id)
    if run.share_id is not None:
        raise Frozen(f"Run {run_id} belongs to a link, which shows it unchanged. Fork it.")
    if run.owner_key_hash is not None and run.owner_key_hash != owner_key_hash:
        raise NotYours(f"Run {run_id} was made by another browser; only that one may change it.")
    return run


def _no_run(run_id: UUID) -> NotFound:
    return NotFound(f"There is no run {run_id}. It may have been deleted.")
