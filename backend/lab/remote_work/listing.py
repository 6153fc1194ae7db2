"""The state of each token's work: for the operator's list and for the metrics."""

from datetime import datetime
from typing import Final, Literal, NamedTuple

from sqlalchemy import Subquery, case, func, select
from sqlalchemy.orm import Session

from lab.models import RemoteRun, RemoteUnit, WorkerToken

TokenState = Literal["valid", "expired", "revoked", "distrusted"]
TOKEN_STATES: Final[tuple[TokenState, ...]] = ("valid", "expired", "revoked", "distrusted")


class TokenLine(NamedTuple):
    """A token and the units of its workers."""

    name: str
    state: TokenState
    experiment_id: str | None
    expires_at: datetime
    last_used_at: datetime | None
    units: int
    """That it has sent."""
    waiting: int
    """Of these the ones that a local worker is still to compute."""
    equal: int
    """A local worker found the same."""
    wrong: int
    """A local worker found something else."""
    runs: int
    """Single runs that it has computed, as far as their results are still there."""
    runs_equal: int
    """Of these the ones that a local worker has found as well."""
    takes_runs: bool


def token_lines(session: Session) -> list[TokenLine]:
    """Every token, in the order in which they were made."""
    units, runs = _units_by_token(), _runs_by_token()
    state = case(
        (WorkerToken.distrusted_at.is_not(None), "distrusted"),
        (WorkerToken.revoked_at.is_not(None), "revoked"),
        (WorkerToken.expires_at <= func.now(), "expired"),
        else_="valid",
    )
    counts = (
        func.coalesce(column, 0)
        for column in (units.c.units, units.c.waiting, units.c.equal, units.c.wrong)
    )
    rows = session.execute(
        select(
            WorkerToken.name,
            state,
            WorkerToken.experiment_id,
            WorkerToken.expires_at,
            WorkerToken.last_used_at,
            *counts,
            func.coalesce(runs.c.runs, 0),
            func.coalesce(runs.c.equal, 0),
            WorkerToken.takes_runs,
        )
        .outerjoin(units, units.c.token_id == WorkerToken.id)
        .outerjoin(runs, runs.c.token_id == WorkerToken.id)
        .order_by(WorkerToken.created_at, WorkerToken.id)
    )
    return [
        TokenLine(name, state, None if scope is None else str(scope), *rest)
        for name, state, scope, *rest in rows
    ]


def _units_by_token() -> Subquery:
    is_unchecked = RemoteUnit.checked_at.is_(None)
    return (
        select(
            RemoteUnit.token_id,
            func.count().label("units"),
            func.count().filter(is_unchecked, ~RemoteUnit.is_used).label("waiting"),
            func.count().filter(RemoteUnit.is_equal.is_(True)).label("equal"),
            func.count().filter(RemoteUnit.is_equal.is_(False)).label("wrong"),
        )
        .group_by(RemoteUnit.token_id)
        .subquery()
    )


def _runs_by_token() -> Subquery:
    return (
        select(
            RemoteRun.token_id,
            func.count().label("runs"),
            func.count().filter(RemoteRun.is_equal.is_(True)).label("equal"),
        )
        .group_by(RemoteRun.token_id)
        .subquery()
    )
