"""The rules of shares."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.errors import Conflict, Forbidden, NotFound
from lab.models import Run, Share
from lab.results import repository as results
from lab.runs import repository as run_rows
from lab.runs import service as runs
from lab.shares import repository
from lab.shares.schemas import (
    ShareCreate,
    ShareList,
    ShareListed,
    ShareMade,
    ShareRead,
    ShareState,
)
from lab.shares.token import new_token, token_hash_of


def create(session: Session, owner_key_hash: bytes | None, wanted: ShareCreate) -> ShareMade:
    """Make a link. What it shows is copied: changes of the runs do not reach it."""
    shown = [_done_run(session, run_id) for run_id in wanted.run_ids]
    token = new_token()
    share = Share(
        token_hash=token_hash_of(token),
        owner_key_hash=owner_key_hash,
        kind="runs",
        title=wanted.title or _title_of(shown),
        note=wanted.note,
        view=wanted.view,
        is_embeddable=wanted.is_embeddable,
    )
    if wanted.expires_in_days is not None:
        share.expires_at = func.now() + timedelta(days=wanted.expires_in_days)
    session.add(share)
    session.flush()
    session.refresh(share)
    for position, run in enumerate(shown):
        session.add(_copy(run, share.id, position))
    session.flush()
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
    return ShareList(
        items=[_to_listed(share, now) for share in repository.of_owner(session, owner_key_hash)]
    )


def revoke(session: Session, owner_key_hash: bytes | None, share_id: UUID) -> ShareListed:
    """End a link: from now on it is as unknown as one that never was. Twice is as good as once."""
    share = repository.lock(session, share_id)
    if share is None:
        raise NotFound(f"There is no link {share_id}.")
    if share.owner_key_hash is None or share.owner_key_hash != owner_key_hash:
        raise Forbidden("This link was made by another browser; only that one may revoke it.")
    if share.withdrawn_at is None:
        withdraw(session, share)
    return _to_listed(share, _now(session))


def withdraw(session: Session, share: Share) -> None:
    """Delete what a locked share shows. Results go with the last row that holds them."""
    shown = [run for run, _ in repository.runs_of(session, share.id)]
    for run in shown:
        session.delete(run)
    share.withdrawn_at = func.now()
    session.flush()
    for result_id in sorted({run.result_id for run in shown if run.result_id is not None}):
        results.delete_unheld(session, result_id)
    session.refresh(share)


def require_open(session: Session, token_hash: bytes) -> Share:
    """The share of a token. Unknown, revoked and expired are one answer."""
    share = repository.find_open(session, token_hash)
    if share is None:
        raise NotFound("This link shows nothing. It may have been revoked, or have expired.")
    return share


def read(session: Session, owner_key_hash: bytes | None, token_hash: bytes) -> ShareRead:
    """What a link shows."""
    share = require_open(session, token_hash)
    return ShareRead(
        kind=share.kind,
        title=share.title,
        note=share.note,
        view=share.view,
        is_embeddable=share.is_embeddable,
        is_mine=share.owner_key_hash is not None and share.owner_key_hash == owner_key_hash,
        created_at=share.created_at,
        expires_at=share.expires_at,
        runs=[runs.to_read(run, result) for run, result in repository.runs_of(session, share.id)],
    )


def _done_run(session: Session, run_id: UUID) -> Run:
    """A run that can be shared, locked so that its result stays until the copy holds it."""
    run = run_rows.lock(session, run_id)
    if run is None:
        raise NotFound(f"There is no run {run_id}. It may have been deleted.")
    if run.status != "done":
        raise Conflict(f"Run {run_id} is {run.status}; a link shows a result, so it must be done.")
    return run


def _copy(run: Run, share_id: UUID, position: int) -> Run:
    return Run(
        owner_key_hash=None,
        share_id=share_id,
        share_position=position,
        name=run.name,
        searched_text="",
        queue=run.queue,
        seed=run.seed,
        scenario=run.scenario,
        scenario_digest=run.scenario_digest,
        duration_s=run.duration_s,
        sample_interval_s=run.sample_interval_s,
        predicted_packets=run.predicted_packets,
        status="done",
        attempt=run.attempt,
        simulated_s=run.simulated_s,
        sample_count=run.sample_count,
        result_id=run.result_id,
        created_at=run.created_at,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )


def _title_of(shown: list[Run]) -> str:
    names = dict.fromkeys(run.name or run.scenario["name"] for run in shown)
    return ", ".join(name for name in names if name)


def _to_listed(share: Share, now: datetime) -> ShareListed:
    return ShareListed(
        id=share.id,
        kind=share.kind,
        title=share.title,
        note=share.note,
        is_embeddable=share.is_embeddable,
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
