"""What workers elsewhere have sent, compared with what workers of this lab find.

Locks are taken in one order by all who write: remote units, tokens, numbers, experiment, batch.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import structlog
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Text,
    delete,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from lab.experiments.unit_results import UnitKey, UnitNumbers, numbers_digest
from lab.models import RemoteUnit
from lab.results.remote_runs import distrust

log = structlog.get_logger("lab.remote_work")

_BY_KEY: Final = (RemoteUnit.scenario_digest, RemoteUnit.seed)


def compare(session: Session, behaviour_version: int, found: Sequence[UnitNumbers]) -> None:
    """A worker of this lab has computed these units. A token that has sent something else for one
    of them is revoked; its numbers are removed by the next sweep (lab.remote_work.withdrawal).
    """
    if not found:
        return
    by_key = {(unit.scenario_digest, unit.seed): unit for unit in found}
    rows = session.scalars(
        select(RemoteUnit)
        .where(
            RemoteUnit.behaviour_version == behaviour_version,
            _are(by_key),
            RemoteUnit.checked_at.is_(None),
        )
        .order_by(*_BY_KEY)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).all()
    wrong = []
    for row in rows:
        unit = by_key[row.scenario_digest, row.seed]
        row.is_equal = (row.summary_digest, row.numbers_digest) == (
            unit.summary_digest,
            numbers_digest(unit.numbers),
        )
        row.checked_at = func.clock_timestamp()
        if not row.is_equal:
            wrong.append(row)
    session.flush()
    _distrust(session, wrong)


def _distrust(session: Session, wrong: Sequence[RemoteUnit]) -> None:
    for token_id in sorted({row.token_id for row in wrong}):
        name = distrust(session, token_id)
        for row in (each for each in wrong if each.token_id == token_id):
            log.error(
                "remote_numbers_differ",
                token=name,
                scenario_digest=row.scenario_digest,
                seed=row.seed,
                behaviour_version=row.behaviour_version,
                remote_summary_digest=row.summary_digest,
            )


def forget_unchecked(session: Session, keys: Iterable[UnitKey]) -> None:
    """These units have failed here: there is nothing to compare with."""
    session.execute(delete(RemoteUnit).where(_are(keys), RemoteUnit.checked_at.is_(None)))


def reported_keys(
    session: Session, behaviour_version: int, keys: Iterable[UnitKey]
) -> dict[UnitKey, RemoteUnit]:
    """Of these units those that a worker elsewhere has sent, whatever became of its numbers."""
    rows = session.scalars(
        select(RemoteUnit).where(RemoteUnit.behaviour_version == behaviour_version, _are(keys))
    )
    return {(row.scenario_digest, row.seed): row for row in rows}


def _are(keys: Iterable[UnitKey]) -> ColumnElement[bool]:
    listed = list(keys)
    digests = literal([digest for digest, _ in listed], ARRAY(Text))
    seeds = literal([seed for _, seed in listed], ARRAY(BigInteger))
    wanted = func.unnest(digests, seeds).table_valued("scenario_digest", "seed")
    rows = wanted.render_derived(name="wanted_units")
    return tuple_(*_BY_KEY).in_(select(rows.c.scenario_digest, rows.c.seed))
