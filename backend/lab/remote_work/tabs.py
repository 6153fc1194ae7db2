"""Tabs that compute: a visitor of an experiment may let the core in the page compute it, too.

Its owner has to allow that to others, or to a class. A browser gets a token for one experiment,
which all of its tabs share; one that has sent a wrong number gets no other. It gets no work once
the browser may compute no more, and is forgotten with the student whose browser it was
(lab.remote_work.tokens). A new token has its first units computed again, and later ones by lot, as
those of any worker elsewhere (lab.remote_work.trust).
"""

import hashlib
from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import Row, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.errors import LimitReached, NotYours, TokenRefused, WrongState
from lab.experiments import service as experiments
from lab.models import Classroom, ClassStudent, Experiment, LabAttempt, WorkerToken
from lab.owner import owner_key_hash_of
from lab.remote_work.schemas import TabToken
from lab.remote_work.tokens import PREFIX, hash_of

VALID_FOR: Final = timedelta(hours=12)
MOST_TOKENS: Final = 500
"""Of one experiment, that hold: a browser may make any number of keys."""


def allow(
    session: Session, owner_key_hash: bytes | None, experiment_id: UUID, *, takes_tabs: bool
) -> None:
    """Let the browsers of others compute an experiment, or no longer. Their numbers stay,
    and they may still send what they compute by then.
    """
    experiments.lock_own(session, owner_key_hash, experiment_id).takes_tabs = takes_tabs


def give_token(session: Session, owner_key: str, experiment_id: UUID) -> TabToken:
    """The token of this browser for the experiment: the same for each of its tabs. It is derived
    from the browser's key, which is secret. Raises NotFound, NotYours, WrongState, TokenRefused,
    LimitReached.
    """
    key_hash = owner_key_hash_of(owner_key)
    experiment = experiments.require(session, experiment_id)
    if not _may_compute(session, key_hash, experiment, locks=True):
        raise NotYours(
            "This browser may not compute this experiment: its owner does not allow other "
            "browsers, and it belongs to no student of an open class that computes it. Students "
            "who have left the class, or were removed from it, do not compute for it any more."
        )
    known = session.scalar(
        select(WorkerToken).where(
            WorkerToken.experiment_id == experiment_id, WorkerToken.tab_key_hash == key_hash
        )
    )
    if known is not None and known.revoked_at is not None:
        raise TokenRefused(
            "Tabs of this browser can no longer compute this experiment: its token was revoked, "
            "by the operator or because a worker of the lab found numbers different from those "
            "it had sent."
        )
    if experiment.status != "running":
        raise WrongState(f"Experiment {experiment_id} is {experiment.status}: no batch is waiting.")
    secret = _secret_of(owner_key, experiment_id)
    if known is None:
        _require_room(session, experiment_id)
    values = {"expires_at": func.now() + VALID_FOR}
    [expires_at] = session.scalars(
        insert(WorkerToken)
        .values(
            name=f"tab-{hash_of(secret).hex()[:20]}",
            token_hash=hash_of(secret),
            experiment_id=experiment_id,
            tab_key_hash=key_hash,
            **values,
        )
        .on_conflict_do_update(index_elements=["token_hash"], set_=values)
        .returning(WorkerToken.expires_at)
    )
    return TabToken(token=secret, expires_at=expires_at)


def _require_room(session: Session, experiment_id: UUID) -> None:
    """Raises LimitReached where as many browsers compute an experiment as may."""
    count = session.scalar(
        select(func.count()).where(
            WorkerToken.experiment_id == experiment_id,
            WorkerToken.tab_key_hash.is_not(None),
            WorkerToken.revoked_at.is_(None),
            WorkerToken.expires_at > func.now(),
        )
    )
    if (count or 0) >= MOST_TOKENS:
        raise LimitReached(f"{MOST_TOKENS} browsers, the maximum, already compute this experiment.")


def require_right(session: Session, token: WorkerToken) -> None:
    """Raises TokenRefused where a browser got its token and may not compute any more: by its owner,
    or as its class was closed or has another experiment.
    """
    if token.tab_key_hash is None:
        return
    # Without its definition, which may be large: every tab asks every other second.
    experiment = session.execute(
        select(Experiment.id, Experiment.takes_tabs, Experiment.owner_key_hash).where(
            Experiment.id == token.experiment_id
        )
    ).one_or_none()
    if experiment is None or not _may_compute(session, token.tab_key_hash, experiment, locks=False):
        raise TokenRefused(
            "Tabs of this browser can no longer compute this experiment: its owner, or the "
            "teacher of a class that it was given to, has ended that. What they had sent is kept."
        )


def _may_compute(
    session: Session,
    key_hash: bytes,
    experiment: Experiment | Row[UUID, bool, bytes | None],
    *,
    locks: bool,
) -> bool:
    """Whether it is this browser's, open to all, or given by a teacher to an open class of which
    the browser is a student's. `locks`: a concurrent deletion of that student waits, and finds the
    new token.
    """
    if experiment.takes_tabs or experiment.owner_key_hash == key_hash:
        return True
    student = (
        select(LabAttempt.id)
        .join(ClassStudent, ClassStudent.attempt_id == LabAttempt.id)
        .join(Classroom, Classroom.id == ClassStudent.class_id)
        .where(LabAttempt.owner_key_hash == key_hash, ClassStudent.is_approved)
        .where(Classroom.experiment_id == experiment.id)
        .where(Classroom.closed_at.is_(None), Classroom.closes_at > func.now())
        .limit(1)
    )
    if locks:
        student = student.with_for_update(read=True, of=LabAttempt)
    return session.scalar(student) is not None


def _secret_of(owner_key: str, experiment_id: UUID) -> str:
    digest = hashlib.sha256(f"tab {experiment_id} {owner_key}".encode()).digest()
    return PREFIX + urlsafe_b64encode(digest).decode().rstrip("=")
