"""The rules of shares."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.errors import NotFound, NotYours
from lab.experiments import removal
from lab.models import Experiment, Run, Share
from lab.results import remote_runs
from lab.results import repository as results
from lab.runs import service as runs
from lab.runs.storage import StorageQuota
from lab.shares import repository
from lab.shares.copies import copy_experiment, copy_runs, done_experiment, done_run
from lab.shares.schemas import (
    MAX_TITLE_LENGTH,
    ShareCreate,
    SharedPart,
    ShareList,
    ShareListed,
    ShareMade,
    ShareRead,
    ShareState,
)
from lab.shares.token import new_token, token_hash_of
from lab.shares.traces import add_traces, delete_traces, trace_counts


def create(
    session: Session, owner_key_hash: bytes | None, wanted: ShareCreate, quota: StorageQuota
) -> ShareMade:
    """Make a link. It shows copies: changes of the originals do not reach it."""
    removal.hold_results(session)
    # In one order, whatever the order of the page: two who share the same never wait in a circle.
    runs_by_id = {run_id: done_run(session, run_id) for run_id in sorted(set(wanted.run_ids))}
    shown_runs = [runs_by_id[run_id] for run_id in wanted.run_ids]
    experiment_ids = _experiment_ids(wanted)
    shown = {each: done_experiment(session, each) for each in sorted(experiment_ids)}
    _require_cells(wanted, shown)
    token = new_token()
    share = Share(
        token_hash=token_hash_of(token),
        owner_key_hash=owner_key_hash,
        kind=wanted.kind,
        title=wanted.title or _title_of(wanted, [*shown_runs, *shown.values()]),
        note=wanted.note,
        view=wanted.view,
        comparison=_comparison_of(wanted, experiment_ids),
        is_embeddable=wanted.is_embeddable,
    )
    if wanted.expires_in_days is not None:
        share.expires_at = func.now() + timedelta(days=wanted.expires_in_days)
    session.add(share)
    session.flush()
    session.refresh(share)
    copy_runs(session, shown_runs, share.id)
    for position, experiment_id in enumerate(experiment_ids):
        copy_experiment(session, shown[experiment_id], share.id, position)
    if wanted.traces:
        add_traces(session, share, wanted.traces, shown_runs[0], quota)
    return ShareMade(
        id=share.id,
        token=token,
        path=f"/s/{token}",
        embed_path=f"/embed/{token}" if share.is_embeddable else None,
        expires_at=share.expires_at,
    )


def list_mine(session: Session, owner_key_hash: bytes) -> ShareList:
    """The owner's links, also those that are over."""
    now = _now(session)
    mine = repository.of_owner(session, owner_key_hash)
    counts = trace_counts(session, [share.id for share in mine])
    return ShareList(items=[_to_listed(share, now, counts.get(share.id, 0)) for share in mine])


def revoke(session: Session, owner_key_hash: bytes | None, share_id: UUID) -> ShareListed:
    """End a link: from now on it is as unknown as one that never was. Twice is as good as once."""
    share = repository.lock(session, share_id)
    if share is None:
        raise NotFound(f"There is no link {share_id}.")
    if share.owner_key_hash is None or share.owner_key_hash != owner_key_hash:
        raise NotYours("This link was made by another browser; only that one may revoke it.")
    if share.withdrawn_at is None:
        withdraw(session, share)
    # Nothing of it is left, its traces neither.
    return _to_listed(share, _now(session), trace_count=0)


def withdraw(session: Session, share: Share) -> None:
    """Delete the copies of a locked share. Results go with the last row that holds them."""
    shown = [run for run, _ in repository.runs_of(session, share.id)]
    for run in shown:
        session.delete(run)
    delete_traces(session, share.id)
    share.withdrawn_at = func.now()
    session.flush()
    for result_id in sorted({run.result_id for run in shown if run.result_id is not None}):
        results.delete_unheld(session, result_id)
    copies = repository.experiments_of(session, share.id)
    if copies:
        # No plan ever waits for a link's row, so that holding one here is safe.
        removal.begin_deleting(session)
    for experiment in copies:
        removal.delete(session, experiment)
    session.refresh(share)


def withdraw_expired(session: Session, limit: int) -> None:
    """Delete what links show whose time is over, the oldest first."""
    for share in repository.expired(session, limit):
        withdraw(session, share)


def require_open(session: Session, token_hash: bytes) -> Share:
    """The share of a token. Unknown, revoked and expired are one answer."""
    share = repository.find_open(session, token_hash)
    if share is None:
        raise NotFound("This link shows nothing. It may have been revoked, or have expired.")
    return share


def read(session: Session, owner_key_hash: bytes | None, token_hash: bytes) -> ShareRead:
    """What a link shows."""
    share = require_open(session, token_hash)
    shown = repository.runs_of(session, share.id) if share.kind == "runs" else []
    is_experiment = share.kind == "experiment"
    copies = repository.experiments_of(session, share.id) if is_experiment else []
    items, baseline_index = compared_parts(session, share)
    sent = remote_runs.of_results(session, [run.result_id for run, _ in shown if run.result_id])
    return ShareRead(
        kind=share.kind,
        title=share.title,
        note=share.note,
        view=share.view,
        is_embeddable=share.is_embeddable,
        trace_count=trace_counts(session, [share.id]).get(share.id, 0),
        is_mine=share.owner_key_hash is not None and share.owner_key_hash == owner_key_hash,
        created_at=share.created_at,
        expires_at=share.expires_at,
        core_versions=repository.core_versions_of(session, share.id),
        behaviour_versions=repository.behaviour_versions_of(session, share.id),
        runs=[runs.to_read(run, result, sent.get(run.result_id)) for run, result in shown],
        experiment_id=copies[0].id if copies else None,
        items=items,
        baseline_index=baseline_index,
    )


def compared_parts(session: Session, share: Share) -> tuple[list[SharedPart], int]:
    """The items of a shared comparison by the ids of the link's own copies, and its baseline."""
    if share.comparison is None:
        return [], 0
    copies = [each.id for each in repository.experiments_of(session, share.id)]
    run_ids = iter(repository.run_ids_of(session, share.id))
    items = []
    for part in share.comparison["items"]:
        place, cell_index = part["place"], part["cell_index"]
        is_cell = place is not None
        items.append(
            SharedPart(
                label=part["label"],
                run_ids=list(islice(run_ids, part["run_count"])),
                experiment_id=copies[place] if is_cell else None,
                cell_index=cell_index,
                cell_digest=repository.digest_of_cell(session, copies[place], cell_index)
                if is_cell
                else None,
            )
        )
    return items, share.comparison["baseline_index"]


def _experiment_ids(wanted: ShareCreate) -> list[UUID]:
    """Those that the link needs a copy of, in the order of the copies."""
    named = [wanted.experiment_id, *(item.experiment_id for item in wanted.items)]
    return list(dict.fromkeys(each for each in named if each is not None))


def _require_cells(wanted: ShareCreate, shown: Mapping[UUID, Experiment]) -> None:
    for item in wanted.items:
        if item.experiment_id is None or item.cell_index is None:
            continue
        if item.cell_index >= shown[item.experiment_id].cell_count:
            raise NotFound(f"Experiment {item.experiment_id} has no cell {item.cell_index}.")


def _comparison_of(wanted: ShareCreate, experiment_ids: list[UUID]) -> dict[str, Any] | None:
    """A comparison as it is stored: experiments by their place among the link's copies."""
    if wanted.kind != "comparison":
        return None
    items = [
        {
            "label": item.label,
            "run_count": item.run_count,
            "place": None
            if item.experiment_id is None
            else experiment_ids.index(item.experiment_id),
            "cell_index": item.cell_index,
        }
        for item in wanted.items
    ]
    return {"items": items, "baseline_index": wanted.baseline_index}


def _title_of(wanted: ShareCreate, shown: Sequence[Run | Experiment]) -> str:
    labels = [item.label for item in wanted.items]
    names = labels if any(labels) else [each.name for each in shown]
    return ", ".join(name for name in dict.fromkeys(names) if name)[:MAX_TITLE_LENGTH]


def _to_listed(share: Share, now: datetime, trace_count: int) -> ShareListed:
    return ShareListed(
        id=share.id,
        kind=share.kind,
        title=share.title,
        note=share.note,
        is_embeddable=share.is_embeddable,
        trace_count=trace_count,
        created_at=share.created_at,
        expires_at=share.expires_at,
        state=_state(share, now),
    )


def _state(share: Share, now: datetime) -> ShareState:
    # One that expired is withdrawn a little later; that does not make it a revoked one.
    if share.expires_at is not None and share.expires_at <= (share.withdrawn_at or now):
        return "expired"
    return "open" if share.withdrawn_at is None else "revoked"


def _now(session: Session) -> datetime:
    """The database's clock: the one that links expire by."""
    return session.scalars(select(func.now())).one()
