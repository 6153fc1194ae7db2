"""The rules of students: what they state about themselves, and what a teacher may change."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func
from sqlalchemy.orm import Session

from lab.classes import codes, discussion, membership, repository, revisions
from lab.classes.membership import Membership
from lab.classes.schemas import FeedbackRead, FeedbackWrite, StudentPatch
from lab.classes.student_schemas import AliasWrite, AttemptClass
from lab.contests import removal as contests
from lab.errors import InvalidInput, NotFound
from lab.labs.files import held_lab
from lab.models import ClassFeedback, Classroom, ClassSnapshot, ClassStudent


def ask_for_help(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, *, asks: bool
) -> AttemptClass:
    """Call the teacher, or not any more. Works while the class is paused."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    if asks != (member.student.asks_help_since is not None):
        member.student.asks_help_since = func.now() if asks else None
        revisions.student_worked(session, member.student)
    return membership.to_read(session, member)


def go_to(session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str) -> None:
    """Say which step the student looks at. A step that the lab does not have says nothing."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    if member.student.at_step_id != step_id:
        member.student.at_step_id = step_id
        member.student.at_step_since = func.now()
        revisions.student_worked(session, member.student)


def rename(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, wanted: AliasWrite
) -> AttemptClass:
    """Take another name."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    member.student.alias = wanted.alias
    _rename_partners(member.student, wanted.partners)
    revisions.student_worked(session, member.student)
    return membership.to_read(session, member)


def renew_recovery_code(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> str:
    """A new recovery code; the one before is void."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    code = codes.new_recovery_code()
    member.student.recovery_code_hash = codes.recovery_code_hash_of(member.classroom.id, code)
    session.flush()
    return code


def change(session: Session, classroom: Classroom, student_id: UUID, wanted: StudentPatch) -> None:
    """Of a locked class: let in, rename, move to another section."""
    student = require(session, classroom.id, student_id)
    given = wanted.model_dump(exclude_unset=True)
    _rename_partners(student, given.pop("partners", None))
    if given.get("section") is not None and given["section"] not in classroom.sections:
        known = ", ".join(classroom.sections) or "none"
        message = f"section is '{given['section']}'; it must be one of: {known}"
        raise InvalidInput.of_field("section", message)
    for field, value in given.items():
        if value is not None or field == "section":
            setattr(student, field, value)
    revisions.student_notified(session, student)


def give_feedback(
    session: Session, classroom: Classroom, student_id: UUID, step_id: str, wanted: FeedbackWrite
) -> FeedbackRead:
    """On an answer, instead of earlier feedback. Neither text nor points: withdraw it."""
    step = held_lab(classroom).step(step_id)
    student = require(session, classroom.id, student_id)
    if wanted.text or wanted.points is not None:
        repository.put_feedback(session, student.attempt_id, step.id, wanted.text, wanted.points)
    else:
        session.execute(
            delete(ClassFeedback).where(
                ClassFeedback.attempt_id == student.attempt_id, ClassFeedback.step_id == step.id
            )
        )
    revisions.student_notified(session, student)
    return FeedbackRead(step_id=step.id, text=wanted.text, points=wanted.points)


def _rename_partners(student: ClassStudent, names: list[str] | None) -> None:
    if names is None:
        return
    known_count = len(student.partners)
    if len(names) != known_count:
        message = f"partners has {len(names)} names; it must have {known_count}, one for each"
        raise InvalidInput.of_field("partners", message)
    student.partners = names


def leave(session: Session, owner_key_hash: bytes, member: Membership) -> None:
    """A student goes, with answers, feedback and name. Coming back wipes no wrong answer unseen: an
    identifier stays taken until a teacher frees it, and the browser is known to have been there.
    """
    classroom = repository.lock(session, member.classroom.id)
    if classroom is None:
        raise _no_student(member.student.id)
    repository.keep_identifiers(session, member.student.id)
    browser_hash = codes.browser_hash_of(classroom.id, owner_key_hash)
    classroom.left_browser_hashes = [*classroom.left_browser_hashes, browser_hash]
    _forget(session, classroom, [member.student.id])


def remove(session: Session, class_id: UUID, student_ids: Sequence[UUID]) -> None:
    """Delete students with answers, feedback and names. Their identifiers can be used again.

    Raises NotFound, and then removes no student.
    """
    classroom = repository.lock(session, class_id)
    if classroom is None:
        raise _no_student(student_ids[0])
    _forget(session, classroom, student_ids)


def _forget(session: Session, classroom: Classroom, student_ids: Sequence[UUID]) -> None:
    attempt_ids = [require(session, classroom.id, each).attempt_id for each in student_ids]
    for snapshot in repository.snapshots(session, classroom.id):
        _forget_in(snapshot, {str(each) for each in student_ids})
    discussion.forget(classroom, student_ids)
    contests.forget_students(session, classroom.id, student_ids)
    lost_count = repository.forget_attempts(session, attempt_ids)
    revisions.work_changed(session, classroom, lost_count=lost_count)


def require(session: Session, class_id: UUID, student_id: UUID) -> ClassStudent:
    """A student of this class. Raises NotFound."""
    student = repository.student(session, class_id, student_id)
    if student is None:
        raise _no_student(student_id)
    return student


def _forget_in(snapshot: ClassSnapshot, student_ids: set[str]) -> None:
    kept = {
        part: [each for each in snapshot.content[part] if each["student_id"] not in student_ids]
        for part in ("answers", "runs")
    }
    snapshot.content = {**snapshot.content, **kept}


def _no_student(student_id: UUID) -> NotFound:
    return NotFound(f"The class has no student {student_id}. They may have been removed.")
