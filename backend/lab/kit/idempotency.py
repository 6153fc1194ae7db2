"""A request that is sent twice acts once: header `Idempotency-Key`.

The id of the new row is derived from the key, so that nothing else has to be stored, and a key is
free again once that row is deleted.
"""

import hashlib
from typing import Annotated, Final
from uuid import UUID

from fastapi import Depends, Header, Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.owner import Owner
from lab_model.patterns import form_in_words

KEY_FORM: Final = form_in_words(
    r"^[A-Za-z0-9_-]{22,128}$", "must be 22 to 128 letters, digits, hyphens and underscores"
)


async def _id_of_key(
    request: Request,
    owner: Owner,
    idempotency_key: Annotated[
        str | None,
        Header(
            pattern=KEY_FORM,
            description="At least 128 random bits, new for each request. A client that sends "
            "the request again with the same key gets what the first one made; 409 if that was "
            "something else.",
        ),
    ] = None,
) -> UUID | None:
    if idempotency_key is None:
        return None
    # The owner is a part of it: no other user can take the key.
    text = f"{request.url.path}\n{(owner or b'').hex()}\n{idempotency_key}"
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)


IdempotentId = Annotated[UUID | None, Depends(_id_of_key)]
"""The id that the request's key stands for; None: it came without one."""


def hold_id(session: Session, wanted_id: UUID) -> None:
    """Let an equal request wait until this transaction has ended, before anything is looked up."""
    number = int.from_bytes(wanted_id.bytes[:8], signed=True)
    session.execute(select(func.pg_advisory_xact_lock(number)))
