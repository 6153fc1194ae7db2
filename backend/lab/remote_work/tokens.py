"""Tokens of workers elsewhere: made, listed and revoked by the operator, shown by the worker."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Final
from uuid import UUID

from fastapi import Depends, Header
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from lab.errors import TokenRefused, refuses
from lab.kit.dependencies import DatabaseSession
from lab.models import WorkerToken

TOKEN_BYTES: Final = 32
"""256 bits, so that guessing needs no limit."""
PREFIX: Final = "labwork_"
"""So that people, and programs that search files for secrets, recognise it."""
SAID_AGAIN_S: Final = 2.0
SCHEME: Final = "Bearer "


def create(
    session: Session,
    name: str,
    *,
    days: float,
    experiment_id: UUID | None = None,
    takes_runs: bool = False,
) -> tuple[WorkerToken, str]:
    """A new row, and the token, which is stored nowhere."""
    secret = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = WorkerToken(
        name=name,
        token_hash=hash_of(secret),
        experiment_id=experiment_id,
        takes_runs=takes_runs,
        expires_at=func.now() + timedelta(days=days),
    )
    session.add(token)
    session.flush()
    session.refresh(token)
    return token, secret


def revoke(session: Session, name: str) -> WorkerToken | None:
    """From the next request on it is refused; None: there is none. Its numbers stay."""
    return session.scalar(
        update(WorkerToken)
        .where(WorkerToken.name == name)
        .values(revoked_at=func.coalesce(WorkerToken.revoked_at, func.now()))
        .returning(WorkerToken)
    )


def forget_browsers(session: Session, key_hashes: Sequence[bytes]) -> None:
    """Make the tokens of tabs of these browsers void, and independent of the browsers' keys. What
    they had sent is checked as before, without a trace of its sender.
    """
    session.execute(
        update(WorkerToken)
        .where(WorkerToken.tab_key_hash.in_(key_hashes))
        .values(
            name=func.concat("tab-", func.gen_random_uuid()),
            token_hash=func.uuid_send(func.gen_random_uuid()),
            tab_key_hash=func.uuid_send(func.gen_random_uuid()),
            revoked_at=func.coalesce(WorkerToken.revoked_at, func.now()),
        )
        .execution_options(synchronize_session=False)
    )


def hash_of(secret: str) -> bytes:
    """The hash that is stored instead of a token."""
    return hashlib.sha256(secret.encode()).digest()


@refuses(TokenRefused)
def _known_token(
    session: DatabaseSession,
    authorization: Annotated[
        str | None, Header(max_length=300, description="`Bearer` and the token of a worker.")
    ] = None,
) -> WorkerToken:
    scheme, secret = (authorization or "")[: len(SCHEME)], (authorization or "")[len(SCHEME) :]
    if not hmac.compare_digest(scheme.lower().encode(), SCHEME.lower().encode()):
        raise _refused("This request needs the header `Authorization: Bearer TOKEN` of a worker.")
    found = session.execute(
        select(WorkerToken, WorkerToken.expires_at <= func.now()).where(
            WorkerToken.token_hash == hash_of(secret)
        )
    ).one_or_none()
    if found is None:
        raise _refused(
            "This lab does not know this worker token, or it has ended. The token of a browser's "
            "tab ends when its student leaves the class, or with the experiment. Other workers "
            "get one from the lab's operator."
        )
    token, is_expired = found
    if token.distrusted_at is not None:
        raise _refused(
            f"Token {token.name!r} is revoked: a worker of the lab found numbers different from "
            "those it had sent. The machine or its core may be faulty; the lab's log names the "
            "unit."
        )
    if token.revoked_at is not None:
        raise _refused(f"Token {token.name!r} was revoked by the lab's operator.")
    if is_expired:
        raise _refused(f"Token {token.name!r} expired on {token.expires_at:%Y-%m-%d}.")
    return token


def _refused(detail: str) -> TokenRefused:
    return TokenRefused(detail, headers={"WWW-Authenticate": "Bearer"})


KnownToken = Annotated[WorkerToken, Depends(_known_token)]
"""The row of the token that the request shows; without a valid one the request is refused."""


def note_use(session: Session, token: WorkerToken) -> None:
    """Cheap: one of many that use it writes it."""
    session.execute(
        update(WorkerToken)
        .where(
            WorkerToken.id == token.id,
            func.coalesce(WorkerToken.last_used_at, WorkerToken.created_at)
            <= func.now() - timedelta(seconds=SAID_AGAIN_S),
        )
        .values(last_used_at=func.now())
        .execution_options(synchronize_session=False)
    )
