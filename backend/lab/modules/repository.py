"""Queries about modules."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, undefer

from lab.models import AlgorithmModule, ContestEntry, LeagueEntry, ModuleKeeper


def add(session: Session, values: dict[str, Any], owner_key_hash: bytes) -> bool:
    """Store a module unless it is stored already, and put it into the owner's list. True: it is
    new.

    Empty fields of its source, build line and licence are filled in.
    """
    statement = insert(AlgorithmModule).values(**values)
    added = session.scalar(statement.on_conflict_do_nothing().returning(AlgorithmModule.sha256))
    if added is None:
        _fill_in(session, values)
    kept = insert(ModuleKeeper).values(sha256=values["sha256"], owner_key_hash=owner_key_hash)
    session.execute(kept.on_conflict_do_nothing())
    return added is not None


def _fill_in(session: Session, values: dict[str, Any]) -> None:
    for name in ("source_text", "build_line", "licence"):
        column = getattr(AlgorithmModule, name)
        if values[name]:
            session.execute(
                update(AlgorithmModule)
                .where(AlgorithmModule.sha256 == values["sha256"], column == "")
                .values({name: values[name]})
            )


def get(session: Session, sha256: str) -> AlgorithmModule | None:
    """A module with its source, without its bytes."""
    return session.get(AlgorithmModule, sha256, options=[undefer(AlgorithmModule.source_text)])


def content(session: Session, sha256: str) -> bytes | None:
    """The bytes of a module."""
    return session.scalar(select(AlgorithmModule.content).where(AlgorithmModule.sha256 == sha256))


def descriptions(session: Session, digests: Collection[str]) -> dict[str, dict[str, Any]]:
    """The declarations of those modules that are stored."""
    rows = session.execute(
        select(AlgorithmModule.sha256, AlgorithmModule.description).where(
            AlgorithmModule.sha256.in_(digests)
        )
    )
    return {row.sha256: row.description for row in rows}


def of_owner(session: Session, owner_key_hash: bytes) -> list[AlgorithmModule]:
    """The modules in an owner's list, the latest first."""
    return list(
        session.scalars(
            select(AlgorithmModule)
            .join(ModuleKeeper, ModuleKeeper.sha256 == AlgorithmModule.sha256)
            .where(ModuleKeeper.owner_key_hash == owner_key_hash)
            .order_by(ModuleKeeper.kept_at.desc(), AlgorithmModule.sha256)
        )
    )


def size_of_owner(session: Session, owner_key_hash: bytes) -> tuple[int, int]:
    """How many modules are in an owner's list, and how many bytes they have."""
    statement = (
        select(func.count(), func.coalesce(func.sum(AlgorithmModule.byte_count), 0))
        .join(ModuleKeeper, ModuleKeeper.sha256 == AlgorithmModule.sha256)
        .where(ModuleKeeper.owner_key_hash == owner_key_hash)
    )
    count, byte_count = session.execute(statement).one()
    return count, int(byte_count)


def is_kept_by(session: Session, sha256: str, owner_key_hash: bytes) -> bool:
    """Whether a module is in an owner's list."""
    return session.get(ModuleKeeper, (sha256, owner_key_hash)) is not None


def forget(session: Session, sha256: str, owner_key_hash: bytes) -> bool:
    """Take a module out of an owner's list; the last one's takes it along. Whether it was there."""
    # Two who forget it at once wait for each other here.
    session.scalar(
        select(AlgorithmModule.sha256).where(AlgorithmModule.sha256 == sha256).with_for_update()
    )
    is_mine = ModuleKeeper.owner_key_hash == owner_key_hash
    taken = session.scalar(
        delete(ModuleKeeper)
        .where(ModuleKeeper.sha256 == sha256, is_mine)
        .returning(ModuleKeeper.sha256)
    )
    if taken is None:
        return False
    delete_unkept(session, sha256)
    return True


def delete_unkept(session: Session, sha256: str) -> None:
    """Delete a module that is in no user's list, not in the league and in no contest."""
    is_kept = select(ModuleKeeper.sha256).where(ModuleKeeper.sha256 == sha256).exists()
    is_entered = (
        select(LeagueEntry.sha256)
        .where(LeagueEntry.sha256 == sha256, LeagueEntry.withdrawn_at.is_(None))
        .exists()
    )
    is_in_contest = select(ContestEntry.id).where(ContestEntry.sha256 == sha256).exists()
    session.execute(
        delete(AlgorithmModule).where(
            AlgorithmModule.sha256 == sha256, ~is_kept, ~is_entered, ~is_in_contest
        )
    )


def give(session: Session, *, giver: bytes, taker: bytes) -> None:
    """Every module in one owner's list is in another's now."""
    has_it = select(ModuleKeeper.sha256).where(ModuleKeeper.owner_key_hash == taker)
    session.execute(
        delete(ModuleKeeper)
        .where(ModuleKeeper.owner_key_hash == giver, ModuleKeeper.sha256.in_(has_it))
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(ModuleKeeper)
        .where(ModuleKeeper.owner_key_hash == giver)
        .values(owner_key_hash=taker)
        .execution_options(synchronize_session=False)
    )
