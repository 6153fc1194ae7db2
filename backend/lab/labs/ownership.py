"""Whose an attempt is: the rule for labs done alone and in a class."""

from uuid import UUID

from lab.errors import NotFound, NotYours
from lab.models import LabAttempt


def own(attempt: LabAttempt | None, owner_key_hash: bytes, attempt_id: UUID) -> LabAttempt:
    """The attempt, if it is the asker's. Raises NotFound and NotYours."""
    if attempt is None:
        raise NotFound(f"There is no attempt {attempt_id} at a lab. It may have been deleted.")
    require_owner(attempt.owner_key_hash, owner_key_hash, attempt_id)
    return attempt


def require_owner(holder: bytes, asker: bytes, attempt_id: UUID) -> None:
    """Raises NotYours."""
    if holder != asker:
        raise NotYours(
            f"Attempt {attempt_id} belongs to another browser. If you continued on another "
            "device, continue there, or return here with the newest recovery code from there."
        )
