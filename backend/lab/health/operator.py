"""The operator's view: space by owner, stuck work, dates of expiry, and limited owners.

Behind a token of its own (LAB_OPERATOR_TOKEN). Owners are digests of their keys: enough to tell
them apart and to limit one, and nothing that opens what is theirs.
"""

import hmac
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Subquery, func, or_, select, text
from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import NotFound, TokenRefused, refuses
from lab.health import service
from lab.jobs import JOB_KINDS, last_sign_of
from lab.kit.dependencies import DatabaseSession
from lab.models import Classroom, DraftBundle, Experiment, OwnerLimit, Run, Share
from lab.owners import limits
from lab.recovery.expiry import OWNERLESS_EXPERIMENT, OWNERLESS_RUN
from lab.remote_work.listing import TokenState, token_lines
from lab.settings import Settings
from lab_model.patterns import SHA256

MOST_OWNERS: Final = 50
MOST_STUCK: Final = 100
LONG_WAIT_S: Final = 60.0
"""Work that waits for so long is shown: a class would have noticed."""
DATABASE_BYTES: Final = text("SELECT pg_database_size(current_database())")


class OwnerUse(BaseModel):
    """The space of one owner."""

    owner: str = Field(description="Digest of its key.")
    run_count: int
    experiment_count: int
    storage_bytes: int = Field(description="Of the series of its runs.")
    newest_at: datetime | None
    limit_reason: str | None = Field(description="null: it is not limited.")


class StuckJob(BaseModel):
    """Work without a sign of life, or that has waited for a minute."""

    kind: str
    id: UUID
    queue: str
    status: Literal["queued", "running"]
    attempt: int
    waited_s: float | None
    silent_s: float | None


class Kept(BaseModel):
    """Data that expires by itself, and when the next of it does."""

    what: Literal["runs", "experiments", "drafts", "classes", "links"]
    count: int = Field(description="How many will expire if they are not kept by a user.")
    next_at: datetime | None
    overdue_count: int = Field(description="More than a few: the sweep does not come round.")


class TokenUse(BaseModel):
    """A token of workers elsewhere and what its units were found to be."""

    name: str
    state: TokenState
    units: int
    waiting: int
    equal: int
    wrong: int
    runs: int = Field(description="Single ones whose results are still stored.")
    runs_equal: int


class OperatorRead(BaseModel):
    """The whole page."""

    workers: str
    database_bytes: int
    disk_free_bytes: int | None = Field(description="null: it is on another machine.")
    disk_bytes: int | None
    series_bytes: int
    series_limit_bytes: int
    ownerless_series_bytes: int
    owner_count: int
    owners: list[OwnerUse] = Field(description="Those with most, and all that are limited.")
    stuck: list[StuckJob]
    kept: list[Kept]
    tokens: list[TokenUse]


class OwnerLimitWrite(BaseModel):
    """Why an owner is limited."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=1, max_length=300, description="Its owner reads it.")


@refuses(NotFound, TokenRefused)
def _operator(
    request: Request,
    authorization: Annotated[
        str | None, Header(max_length=300, description="`Bearer` and the operator's token.")
    ] = None,
) -> None:
    token = request.app.state.context.settings.operator_token
    if token is None:
        raise NotFound("This lab has no operator's page: LAB_OPERATOR_TOKEN is not set.")
    if not hmac.compare_digest((authorization or "").encode(), f"Bearer {token}".encode()):
        raise TokenRefused(
            "The operator's page needs the header `Authorization: Bearer TOKEN`, with this lab's"
            " LAB_OPERATOR_TOKEN.",
            headers={"WWW-Authenticate": "Bearer"},
        )


router = APIRouter(prefix="/api/operator", tags=["operator"], dependencies=[Depends(_operator)])
OwnerDigest = Annotated[str, Path(pattern=SHA256)]


@router.get("", operation_id="readOperator")
def read_operator(request: Request, session: DatabaseSession) -> OperatorRead:
    """Space by owner, stuck work, dates of expiry, tokens of workers elsewhere."""
    return read(request.app.state.context, session)


@router.put("/limits/{owner}", status_code=204, operation_id="limitOwner")
def limit_owner(session: DatabaseSession, owner: OwnerDigest, body: OwnerLimitWrite) -> None:
    """Let an owner ask for nothing new that has to be computed."""
    limits.limit(session, bytes.fromhex(owner), body.reason)


@router.delete("/limits/{owner}", status_code=204, operation_id="liftOwnerLimit")
def lift_owner_limit(session: DatabaseSession, owner: OwnerDigest) -> None:
    """Let an owner ask for runs and experiments again."""
    limits.lift(session, bytes.fromhex(owner))


def read(context: Context, session: Session) -> OperatorRead:
    """Everything, from the tables as they are."""
    settings = context.settings
    total, ownerless, owner_count = session.execute(
        select(
            func.coalesce(func.sum(Run.storage_bytes), 0),
            func.coalesce(func.sum(Run.storage_bytes).filter(Run.owner_key_hash.is_(None)), 0),
            func.count(Run.owner_key_hash.distinct()),
        )
    ).one()
    free, size = _disk(settings)
    return OperatorRead(
        workers=service.check(context).workers,
        database_bytes=session.scalar(DATABASE_BYTES) or 0,
        disk_free_bytes=free,
        disk_bytes=size,
        series_bytes=int(total),
        series_limit_bytes=settings.storage_bytes_of_all,
        ownerless_series_bytes=int(ownerless),
        owner_count=owner_count,
        owners=_owners(session),
        stuck=list(_stuck(session, settings))[:MOST_STUCK],
        kept=list(_kept(session, settings)),
        tokens=[
            TokenUse(
                name=line.name,
                state=line.state,
                units=line.units,
                waiting=line.waiting,
                equal=line.equal,
                wrong=line.wrong,
                runs=line.runs,
                runs_equal=line.runs_equal,
            )
            for line in token_lines(session)
        ],
    )


def _disk(settings: Settings) -> tuple[int | None, int | None]:
    if settings.data_dir is None:
        return None, None
    try:
        usage = shutil.disk_usage(settings.data_dir)
    except OSError:
        return None, None
    return usage.free, usage.total


def _runs_by_owner() -> Subquery:
    return (
        select(
            Run.owner_key_hash.label("owner"),
            func.count().label("run_count"),
            func.sum(Run.storage_bytes).label("storage_bytes"),
            func.max(Run.created_at).label("newest_at"),
        )
        .where(Run.owner_key_hash.is_not(None))
        .group_by(Run.owner_key_hash)
        .subquery()
    )


def _experiments_by_owner() -> Subquery:
    return (
        select(
            Experiment.owner_key_hash.label("owner"),
            func.count().label("experiment_count"),
            func.max(Experiment.created_at).label("newest_at"),
        )
        .where(Experiment.owner_key_hash.is_not(None))
        .group_by(Experiment.owner_key_hash)
        .subquery()
    )


def _owners(session: Session) -> list[OwnerUse]:
    """The limited ones first, then those who use the most space."""
    runs, made = _runs_by_owner(), _experiments_by_owner()
    both = runs.join(made, runs.c.owner == made.c.owner, full=True).join(
        OwnerLimit,
        OwnerLimit.owner_key_hash == func.coalesce(runs.c.owner, made.c.owner),
        full=True,
    )
    storage_bytes = func.coalesce(runs.c.storage_bytes, 0)
    rows = session.execute(
        select(
            func.coalesce(runs.c.owner, made.c.owner, OwnerLimit.owner_key_hash),
            func.coalesce(runs.c.run_count, 0),
            func.coalesce(made.c.experiment_count, 0),
            storage_bytes,
            func.greatest(runs.c.newest_at, made.c.newest_at),
            OwnerLimit.reason,
        )
        .select_from(both)
        .order_by(OwnerLimit.reason.is_(None), storage_bytes.desc(), runs.c.owner)
        .limit(MOST_OWNERS)
    )
    return [
        OwnerUse(
            owner=owner.hex(),
            run_count=run_count,
            experiment_count=experiment_count,
            storage_bytes=int(used),
            newest_at=newest_at,
            limit_reason=reason,
        )
        for owner, run_count, experiment_count, used, newest_at, reason in rows
    ]


def _stuck(session: Session, settings: Settings) -> Iterator[StuckJob]:
    """Longest first, by kind."""
    for kind in JOB_KINDS:
        table = kind.table
        waited_s = _seconds_since(table.enqueued_at)
        silent_s = _seconds_since(last_sign_of(kind))
        rows = session.execute(
            select(table.id, kind.queue, table.status, table.attempt, waited_s, silent_s)
            .where(
                or_(
                    (table.status == "queued") & (waited_s > LONG_WAIT_S) & kind.may_begin,
                    (table.status == "running") & (silent_s > settings.stale_heartbeat_s),
                )
            )
            .order_by(table.status.desc(), func.coalesce(silent_s, waited_s).desc(), table.id)
            .limit(MOST_STUCK)
        )
        for job_id, queue, status, attempt, waited, silent in rows:
            yield StuckJob(
                kind=kind.name,
                id=job_id,
                queue=queue,
                status=status,
                attempt=attempt,
                waited_s=float(waited) if status == "queued" else None,
                silent_s=float(silent) if status == "running" and silent is not None else None,
            )


def _seconds_since(moment: Any) -> ColumnElement[Any]:
    return func.extract("epoch", func.now() - moment)


def _kept(session: Session, settings: Settings) -> Iterator[Kept]:
    """As lab.recovery.expiry removes it."""
    ownerless_kept = timedelta(days=settings.ownerless_run_kept_days)
    drafts = timedelta(days=settings.drafts_kept_days)
    rules: tuple[tuple[Any, Any, tuple[ColumnElement[bool], ...]], ...] = (
        (
            "runs",
            Run.finished_at + ownerless_kept,
            (OWNERLESS_RUN, Run.finished_at.is_not(None)),
        ),
        (
            "experiments",
            func.coalesce(Experiment.finished_at, Experiment.created_at) + ownerless_kept,
            (
                OWNERLESS_EXPERIMENT,
                Experiment.finished_at.is_not(None) | (Experiment.status == "paused"),
            ),
        ),
        ("drafts", DraftBundle.updated_at + drafts, ()),
        ("classes", Classroom.deletes_at, ()),
        (
            "links",
            Share.expires_at,
            (Share.withdrawn_at.is_(None), Share.expires_at.is_not(None)),
        ),
    )
    for what, goes_at, conditions in rules:
        count, next_at, overdue_count = session.execute(
            select(
                func.count(),
                func.min(goes_at),
                func.count().filter(goes_at <= func.now()),
            ).where(*conditions)
        ).one()
        yield Kept(what=what, count=count, next_at=next_at, overdue_count=overdue_count)
