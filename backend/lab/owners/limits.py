"""An operator's word that an owner is to ask for nothing new that has to be computed."""

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.errors import OwnerLimited
from lab.models import OwnerLimit


def require_unlimited(session: Session, owner_key_hash: bytes | None) -> None:
    """Raises OwnerLimited. Stored data stays readable."""
    if owner_key_hash is not None:
        require_none(session.scalar(select(reason_for(owner_key_hash))))


def reason_for(owner_key_hash: bytes) -> ColumnElement[str | None]:
    """Why an owner is limited; null: it is not."""
    reason = select(OwnerLimit.reason).where(OwnerLimit.owner_key_hash == owner_key_hash)
    return reason.scalar_subquery()


def require_none(reason: str | None) -> None:
    """Raises OwnerLimited, with the operator's reason, if there is one."""
    if reason is not None:
        raise OwnerLimited(
            "The operator of this lab does not let this browser request new computations: "
            f"{reason} Stored data remains available."
        )


def limit(session: Session, owner_key_hash: bytes, reason: str) -> None:
    """From the next request on; said again, the reason is another one."""
    session.execute(
        insert(OwnerLimit)
        .values(owner_key_hash=owner_key_hash, reason=reason)
        .on_conflict_do_update(
            index_elements=["owner_key_hash"], set_={"reason": reason, "created_at": func.now()}
        )
    )


def lift(session: Session, owner_key_hash: bytes) -> None:
    """As if it had not been limited."""
    session.execute(delete(OwnerLimit).where(OwnerLimit.owner_key_hash == owner_key_hash))
