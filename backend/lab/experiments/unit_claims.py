"""Claims of units, so that two workers do not compute the same one.

A claim is a row: this unit is being computed by this attempt at a batch. It holds while the batch
is that attempt's and has a fresh heartbeat, so that whatever ends the attempt (a worker that is
silent, a batch that is planned anew) ends its claims as well, without a word from the worker. A
lock of the worker's connection would last as long as the connection, and that of a machine which
was cut off or halted lasts for hours.

A claim that is void early costs a unit that is computed twice: with equal numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.orm import Session

from lab.experiments.batches import BatchAttempt, BatchUnit
from lab.experiments.unit_results import UnitKey

_UNITS: Final = "unnest(CAST(:digests AS text[]), CAST(:seeds AS bigint[])) AS unit (digest, seed)"
_NOT_HELD: Final = (
    "NOT EXISTS (SELECT FROM experiment_batch AS batch WHERE batch.id = claim.batch_id"
    " AND batch.status = 'running' AND batch.claimed_by = claim.claimed_by"
    " AND (batch.heartbeat_at >= clock_timestamp() - make_interval(secs => :stale_s)"
    " OR EXISTS (SELECT FROM worker_beat AS beat"
    " WHERE beat.worker = split_part(split_part(claim.claimed_by, ':', -1), '-', 1)"
    " AND beat.claimed_by = claim.claimed_by"
    " AND beat.beaten_at >= clock_timestamp() - make_interval(secs => :stale_s))))"
)

# Two who want the same units take them in the same order, and never wait in a circle.
TAKE_FREE: Final = text(
    "INSERT INTO unit_claim"  # noqa: S608  constants
    " (scenario_digest, seed, behaviour_version, batch_id, claimed_by)"
    f" SELECT digest, seed, :behaviour, :batch_id, :worker FROM {_UNITS} ORDER BY digest, seed"
    " ON CONFLICT DO NOTHING RETURNING scenario_digest, seed"
)
# A statement of its own: it sees the batches of all claims that it meets. `claimed_by` is compared
# again once the row is locked: another worker may have taken it over in between.
TAKE_OVER: Final = text(
    "WITH void AS"  # noqa: S608  constants
    " (SELECT claim.scenario_digest, claim.seed, claim.claimed_by FROM"
    f" {_UNITS} JOIN unit_claim AS claim ON claim.scenario_digest = unit.digest"
    " AND claim.seed = unit.seed AND claim.behaviour_version = :behaviour"
    f" WHERE {_NOT_HELD}),"
    " locked AS (SELECT claim.scenario_digest, claim.seed FROM unit_claim AS claim JOIN void"
    " USING (scenario_digest, seed, claimed_by) WHERE claim.behaviour_version = :behaviour"
    " ORDER BY claim.scenario_digest, claim.seed FOR UPDATE OF claim SKIP LOCKED)"
    " UPDATE unit_claim AS claim SET batch_id = :batch_id, claimed_by = :worker FROM locked"
    " WHERE claim.scenario_digest = locked.scenario_digest AND claim.seed = locked.seed"
    " AND claim.behaviour_version = :behaviour"
    " RETURNING claim.scenario_digest, claim.seed, old.claimed_by"
)
GIVE_BACK: Final = text(
    f"DELETE FROM unit_claim AS claim USING {_UNITS}"  # noqa: S608  constants
    " WHERE claim.scenario_digest = unit.digest"
    " AND claim.seed = unit.seed AND claim.behaviour_version = :behaviour"
    " AND claim.claimed_by = :worker"
)
# Each batch is read once, not once for each of its units.
FORGET_VOID: Final = text(
    "WITH holder AS"  # noqa: S608  constants
    " (SELECT DISTINCT batch_id, claimed_by FROM unit_claim),"
    " void AS (SELECT claim.batch_id, claim.claimed_by FROM holder AS claim"
    f" WHERE {_NOT_HELD})"
    " DELETE FROM unit_claim WHERE ctid IN"
    " (SELECT claim.ctid FROM unit_claim AS claim JOIN void USING (batch_id, claimed_by)"
    " FOR UPDATE OF claim SKIP LOCKED)"
)


@dataclass(frozen=True)
class Taken:
    """What an attempt has got of the units that it wanted."""

    keys: frozenset[UnitKey]
    silent_workers: tuple[str, ...]
    """Whose claims were taken over, in alphabetical order."""


def take_free(session: Session, attempt: BatchAttempt, units: Sequence[BatchUnit]) -> Taken:
    """Claim the units without a claim."""
    rows = session.execute(TAKE_FREE, _parameters(attempt, units, batch_id=attempt.job_id))
    return Taken(frozenset((digest, seed) for digest, seed in rows), ())


def take_over(
    session: Session, attempt: BatchAttempt, units: Sequence[BatchUnit], *, stale_s: float
) -> Taken:
    """Take over claims of workers that are silent for `stale_s`, or have lost their batch."""
    parameters = _parameters(attempt, units, batch_id=attempt.job_id, stale_s=stale_s)
    rows = session.execute(TAKE_OVER, parameters).all()
    return Taken(
        frozenset((digest, seed) for digest, seed, _ in rows),
        tuple(sorted({worker for _, _, worker in rows})),
    )


def give_back(session: Session, attempt: BatchAttempt, units: Sequence[BatchUnit]) -> None:
    """End the attempt's claims. Its numbers have to be visible to others before that."""
    session.execute(GIVE_BACK, _parameters(attempt, units))


def forget_void(session: Session, stale_s: float) -> None:
    """Remove what attempts have left behind that were broken off."""
    session.execute(FORGET_VOID, {"stale_s": stale_s})


def _parameters(attempt: BatchAttempt, units: Sequence[BatchUnit], **more: Any) -> dict[str, Any]:
    return {
        "digests": [unit.scenario_digest for unit in units],
        "seeds": [unit.seed for unit in units],
        "behaviour": attempt.core.behaviour,
        "worker": attempt.worker,
        **more,
    }
