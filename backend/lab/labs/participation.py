"""An attempt with the class that it belongs to, as its student works at it."""

from dataclasses import dataclass
from typing import Self
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import membership, revisions
from lab.classes.membership import Membership
from lab.labs import repository
from lab.labs.files import held_lab
from lab.labs.held import HeldLab
from lab.labs.ownership import own
from lab.labs.repository import Attempts
from lab.models import LabAttempt
from lab_model.classroom.lab_file import Step


@dataclass(frozen=True)
class Participation:
    """One student at one lab."""

    attempt: LabAttempt
    member: Membership | None
    """None: the student does the lab without a class."""

    @classmethod
    def of(
        cls, session: Session, owner_key_hash: bytes, attempt_id: UUID, *, locked: bool = False
    ) -> Self:
        """The asker's own; `locked`: one answer or run at a time. Raises NotFound and NotYours."""
        find = repository.lock if locked else _read
        attempt = own(find(session, attempt_id), owner_key_hash, attempt_id)
        return cls(attempt, membership.find(session, attempt_id))

    @property
    def held(self) -> HeldLab:
        """The lab's file as it was when the attempt began."""
        return held_lab(self.attempt)

    @property
    def only(self) -> Attempts:
        """The attempt alone, for queries."""
        return repository.only(self.attempt.id)

    @property
    def together(self) -> Attempts:
        """All attempts of the class, for queries; without a class this one."""
        return self.only if self.member is None else membership.attempts_of(self.member.classroom)

    @property
    def together_id(self) -> UUID:
        """Of the class; without one of the attempt."""
        return self.attempt.id if self.member is None else self.member.classroom.id

    @property
    def seed_secret(self) -> bytes:
        """Decides hidden seeds, which are the same for all students of a class."""
        return (
            self.attempt.secret if self.member is None else self.member.classroom.teacher_key_hash
        )

    @property
    def held_back_step_ids(self) -> list[str]:
        """Steps whose marks the student does not see yet."""
        return [] if self.member is None else membership.held_back_step_ids(self.member.classroom)

    @property
    def hides_points(self) -> bool:
        """Whether the teacher has not released the points yet."""
        return self.member is not None and self.member.classroom.holds_back_points

    def step_to_work_at(self, step_id: str) -> Step:
        """The step, if the class allows to work at it now. Raises what forbids it."""
        step = self.held.step(step_id)
        if self.member is not None:
            membership.require_may_work(self.member, self.held.lab, step_id)
        return step

    def note_work(self, session: Session) -> None:
        """One more piece of work, which the teacher's pages show."""
        if self.member is not None:
            revisions.student_worked(session, self.member.student)


def _read(session: Session, attempt_id: UUID) -> LabAttempt | None:
    return session.get(LabAttempt, attempt_id)
