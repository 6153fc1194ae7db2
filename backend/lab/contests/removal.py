"""Deletes with an entry the runs that computed it, and its module unless it is kept elsewhere."""

import hashlib
from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.contests import repository
from lab.experiments import service as experiments
from lab.models import ContestEntry
from lab.modules import service as modules

_OWNER: Final = "the contest of class "


def owner_of_experiments(class_id: UUID) -> bytes:
    """Each contest waits for its turn like an owner. No key has this digest, as none has a blank in
    it: no user can stop, extend or delete its experiments.
    """
    return hashlib.sha256(f"{_OWNER}{class_id}".encode()).digest()


def forget_contest(session: Session, class_id: UUID) -> None:
    """Everything about the contest of a locked class, if it has one."""
    contest = repository.get(session, class_id)
    if contest is None:
        return
    found = repository.entries_of_students(session, class_id, None)
    digests = _digests(found)
    experiment_ids = [each.experiment_id for each in found] + [contest.reference_id]
    repository.delete_contest(session, class_id)
    _delete(session, class_id, experiment_ids, digests)


def forget_students(session: Session, class_id: UUID, student_ids: Collection[UUID]) -> None:
    """Entries of students who leave a locked class."""
    found = repository.entries_of_students(session, class_id, student_ids)
    digests = _digests(found)
    experiment_ids = [each.experiment_id for each in found]
    for each in found:
        session.delete(each)
    session.flush()
    _delete(session, class_id, experiment_ids, digests)


def take_out(session: Session, entry: ContestEntry) -> None:
    """Withdraw an entry: its row stays, without module and score."""
    experiment_id, digests, now = entry.experiment_id, _digests([entry]), repository.now(session)
    entry.merits, entry.failures, entry.failed_count = None, [], 0
    entry.experiment_id = entry.sha256 = None
    entry.withdrawn_at = now
    session.flush()
    _delete(session, entry.class_id, [experiment_id], digests)


def forget_experiments(
    session: Session, class_id: UUID, experiment_ids: Sequence[UUID | None]
) -> None:
    """Runs that no entry names any more."""
    _delete(session, class_id, experiment_ids, set())


def _digests(entries: Sequence[ContestEntry]) -> set[str]:
    return {each.sha256 for each in entries if each.sha256 is not None}


def _delete(
    session: Session, class_id: UUID, experiment_ids: Sequence[UUID | None], digests: set[str]
) -> None:
    owner = owner_of_experiments(class_id)
    for experiment_id in sorted(each for each in experiment_ids if each is not None):
        experiments.delete(session, owner, experiment_id)
    for sha256 in sorted(digests):
        modules.delete_unkept(session, sha256)
