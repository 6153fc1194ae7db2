"""How much room on the disk the runs of one owner may take."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from lab.errors import StorageQuotaReached
from lab.models import Run, SeriesChunk, SeriesTail, Share, ShareTrace
from lab.owners import limits
from lab.settings import Settings
from lab_model.scenarios import Scenario, kept_sample_count

BYTES_PER_SAMPLE: Final = 33
"""The series of a run at the limit of 2,000,000 samples take some 65 MB."""
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True)
class StorageQuota:
    """The bound that the operator of a lab sets."""

    max_bytes: int
    """Of all runs of one owner together."""
    max_bytes_of_all: int
    """Of the runs of all owners."""

    @classmethod
    def of(cls, settings: Settings) -> "StorageQuota":
        """As the lab was started."""
        return cls(settings.storage_bytes_per_owner, settings.storage_bytes_of_all)


def predicted_bytes(scenario: Scenario) -> int:
    """The expected size of the series, until they are measured."""
    return kept_sample_count(scenario) * BYTES_PER_SAMPLE


def measure(session: Session, run: Run) -> None:
    """Replace the predicted size by the stored one, without reading a payload. Other changes of the
    run are flushed with it, later.
    """
    of_chunks, of_tails = (
        select(func.coalesce(func.sum(func.pg_column_size(table.payloads)), 0))
        .where(table.result_id == run.result_id)
        .scalar_subquery()
        for table in (SeriesChunk, SeriesTail)
    )
    with session.no_autoflush:
        run.storage_bytes = session.scalars(select(of_chunks + of_tails)).one()


def used_bytes(session: Session, owner_key_hash: bytes) -> int:
    """What an owner's runs take together, and the measured traces in an owner's links."""
    return int(session.scalars(select(_used_bytes(owner_key_hash))).one())


def _used_bytes(owner_key_hash: bytes) -> ColumnElement[int]:
    """What an owner's runs take together, those that are not over as predicted, and the measured
    traces in an owner's links.
    """
    of_runs = select(func.coalesce(func.sum(Run.storage_bytes), 0)).where(
        Run.owner_key_hash == owner_key_hash
    )
    of_traces = (
        select(func.coalesce(func.sum(ShareTrace.stored_bytes), 0))
        .join(Share, Share.id == ShareTrace.share_id)
        .where(Share.owner_key_hash == owner_key_hash)
    )
    return of_runs.scalar_subquery() + of_traces.scalar_subquery()


def require_traces_within(
    session: Session, owner_key_hash: bytes, wanted_bytes: int, quota: StorageQuota
) -> None:
    """Raises StorageQuotaReached where the traces of one more link would be too much."""
    used = used_bytes(session, owner_key_hash)
    if used + wanted_bytes <= quota.max_bytes:
        return
    raise StorageQuotaReached(
        f"Your runs and links hold {used / MEGABYTE:.1f} MB, these traces take "
        f"{wanted_bytes / MEGABYTE:.1f} MB, and the limit is {quota.max_bytes / MEGABYTE:.1f} MB. "
        "Delete runs that you no longer need, or revoke links with traces."
    )


def require_within(
    session: Session, owner_key_hash: bytes, wanted_bytes: int, quota: StorageQuota
) -> None:
    """Raises StorageQuotaReached where one more run would take an owner beyond the bound, and
    OwnerLimited, in one question.
    """
    used, reason = session.execute(
        select(_used_bytes(owner_key_hash), limits.reason_for(owner_key_hash))
    ).one()
    limits.require_none(reason)
    if used + wanted_bytes <= quota.max_bytes:
        return
    raise StorageQuotaReached(
        f"Your runs hold {used / MEGABYTE:.0f} MB, this one takes about "
        f"{wanted_bytes / MEGABYTE:.1f} MB, and the limit is {quota.max_bytes / MEGABYTE:.0f} MB. "
        "Delete runs that you no longer need, in the list of runs or with DELETE "
        f"/api/runs/{{id}}, or take a longer sample interval."
    )


_FILES_AND_OPEN: Final = select(
    func.pg_table_size(SeriesChunk.__tablename__)
    + func.pg_table_size(SeriesTail.__tablename__)
    + func.coalesce(func.sum(Run.storage_bytes), 0)
).where(Run.status.in_(("queued", "running")))
_ALL: Final = select(func.coalesce(func.sum(Run.storage_bytes), 0))


def require_room_of_all(session: Session, wanted_bytes: int, quota: StorageQuota) -> None:
    """Raises StorageQuotaReached where one more run would take the lab beyond its bound."""
    # The size of the files is known at once, and is no less than what they hold. Deleted rows
    # leave them as large as they were, so only the runs say that there is too much.
    most_bytes = int(session.scalars(_FILES_AND_OPEN).one())
    if most_bytes + wanted_bytes <= quota.max_bytes_of_all:
        return
    used = int(session.scalars(_ALL).one())
    if used + wanted_bytes <= quota.max_bytes_of_all:
        return
    raise StorageQuotaReached(
        f"All runs in this lab hold {used / MEGABYTE:.0f} MB, this one takes about "
        f"{wanted_bytes / MEGABYTE:.1f} MB, and the limit is "
        f"{quota.max_bytes_of_all / MEGABYTE:.0f} MB (LAB_STORAGE_BYTES_OF_ALL). Delete runs that "
        "you no longer need, take a longer sample interval, or ask the operator of the lab."
    )
