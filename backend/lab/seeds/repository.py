"""Queries about the stored results of several seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.models import Result


@dataclass(frozen=True)
class StoredSeed:
    """One stored result."""

    result_id: UUID
    core_version: str
    sample_count: int
    document: dict[str, Any]


def stored_seeds(
    session: Session,
    scenario_digests: Sequence[str],
    seeds: Sequence[int],
    behaviour_version: int,
) -> dict[tuple[str, int], StoredSeed]:
    """By scenario digest and seed."""
    statement = select(
        Result.scenario_digest,
        Result.seed,
        Result.id,
        Result.core_version,
        Result.sample_count,
        Result.document,
    ).where(
        Result.scenario_digest.in_(scenario_digests),
        Result.seed.in_(seeds),
        Result.behaviour_version == behaviour_version,
        Result.done_at.is_not(None),
    )
    return {(digest, seed): StoredSeed(*rest) for digest, seed, *rest in session.execute(statement)}
