"""The rules of coming into a class: by its code, and in another browser by a recovery code."""

from typing import Final
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.orm import Session

from lab import link_traces
from lab.classes import codes, membership, repository, revisions
from lab.classes.schemas import MAX_STUDENTS
from lab.classes.student_schemas import (
    MOST_PARTNERS,
    AttemptClass,
    ClassJoin,
    ClassPreview,
    ClassRecovery,
    Joined,
    PartnerWrite,
    PlaceInClass,
)
from lab.errors import (
    ClassClosed,
    ClassLocked,
    CodeUnknown,
    IdentifierRefused,
    InvalidInput,
    LimitReached,
)
from lab.labs.files import held_lab
from lab.models import Classroom, ClassStudent, LabAttempt
from lab_model.scenarios.units import one_line

MOST_IN_ONE_BROWSER: Final = 6
"""Students of a class who share a browser."""


def preview(session: Session, owner_key_hash: bytes | None, typed_code: str) -> ClassPreview:
    """The class of a code, and its students in this browser."""
    classroom = _by_code(session, typed_code)
    reason = _closed_reason(classroom) or _locked_reason(session, classroom)
    return ClassPreview(
        name=classroom.name,
        lab_title=held_lab(classroom).lab.title,
        sections=classroom.sections,
        needs_identifier=classroom.has_identifiers,
        is_open=reason is None,
        reason=reason,
        here=[] if owner_key_hash is None else _here(session, classroom, owner_key_hash),
    )


def join(session: Session, owner_key_hash: bytes, wanted: ClassJoin) -> Joined:
    """Become a student of a class. The same browser stays the same student, unless another person
    joins in it.
    """
    classroom = _by_code(session, wanted.code, locked=True)
    closed = _closed_reason(classroom)
    if closed is not None:
        raise ClassClosed(closed)
    known = repository.students_of_owner(session, classroom.id, owner_key_hash)
    if known and not wanted.is_another_person:
        return _joined(known[0], None)
    locked = _locked_reason(session, classroom)
    if locked is not None:
        raise ClassLocked(locked)
    _check_room(session, classroom, 1 + len(wanted.partners))
    if len(known) >= MOST_IN_ONE_BROWSER:
        raise _browser_is_full(classroom, len(known))
    _check_section(classroom, wanted.section)
    attempt = _begin_attempt(session, classroom, owner_key_hash)
    browser_hash = codes.browser_hash_of(classroom.id, owner_key_hash)
    student = _add_student(session, classroom, attempt, wanted)
    student.rejoin_count = classroom.left_browser_hashes.count(browser_hash)
    if classroom.has_identifiers:
        _take_identifier(session, student, "identifier", wanted.identifier)
    for partner in wanted.partners:
        _add_partner(session, classroom, student, partner, f"partners.{len(student.partners)}.")
    joined = _with_new_code(session, student)
    revisions.work_changed(session, classroom)
    return joined


def add_partner(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, wanted: PartnerWrite
) -> AttemptClass:
    """A second person works with a student from now on, and has all earlier work."""
    member = membership.require_mine(session, owner_key_hash, attempt_id)
    classroom = _by_code(session, member.classroom.code, locked=True)
    locked = _locked_reason(session, classroom)
    if locked is not None:
        raise ClassLocked(locked)
    if len(member.student.partners) >= MOST_PARTNERS:
        raise LimitReached(
            f"{member.student.names} already work together; no one else can join them."
        )
    _check_room(session, classroom, 1)
    _add_partner(session, classroom, member.student, wanted, "")
    revisions.work_changed(session, classroom)
    return membership.to_read(session, member)


def recover(session: Session, owner_key_hash: bytes, wanted: ClassRecovery) -> Joined:
    """The student continues in this browser; the former one loses access.

    A student who has joined is refused neither by a lock nor by an expired code.
    """
    classroom = _by_code(session, wanted.code, locked=True)
    closed = _closed_reason(classroom)
    if closed is not None:
        raise ClassClosed(closed)
    code_hash = codes.recovery_code_hash_of(classroom.id, wanted.recovery_code)
    student = repository.student_by_recovery(session, classroom.id, code_hash)
    if student is None:
        raise CodeUnknown(
            f"No student of '{classroom.name}' has this recovery code. Compare it letter by "
            "letter: a code becomes invalid once a newer one is shown."
        )
    repository.give_attempt(session, student.attempt_id, owner_key_hash)
    joined = _with_new_code(session, student)
    revisions.student_worked(session, student)
    return joined


def _by_code(session: Session, typed: str, *, locked: bool = False) -> Classroom:
    code = codes.join_code_of(typed)
    classroom = repository.by_code(session, code, locked=locked)
    if classroom is None:
        raise CodeUnknown(
            f"No class has the code '{one_line(code)}'. A code is a word and four digits, like "
            "QUEUE-4217; ask your teacher whether there is a newer one."
        )
    return classroom


def _closed_reason(classroom: Classroom) -> str | None:
    if membership.is_closed(classroom):
        return f"'{classroom.name}' is closed. Ask your teacher for the code of a new class."
    return None


def _locked_reason(session: Session, classroom: Classroom) -> str | None:
    if classroom.is_locked:
        return f"'{classroom.name}' is locked: no one can join now. Ask your teacher to unlock it."
    if classroom.code_expires_at <= repository.now(session):
        return f"The code {classroom.code} has expired. Ask your teacher for a new one."
    return None


def _here(session: Session, classroom: Classroom, owner_key_hash: bytes) -> list[PlaceInClass]:
    known = repository.students_of_owner(session, classroom.id, owner_key_hash)
    return [
        PlaceInClass(attempt_id=each.attempt_id, alias=each.names, number=each.number)
        for each in known
    ]


def _check_room(session: Session, classroom: Classroom, coming_count: int) -> None:
    most = classroom.most_students or MAX_STUDENTS
    if repository.person_count(session, classroom.id) + coming_count > most:
        students = "1 student" if most == 1 else f"{most} students"
        raise LimitReached(
            f"'{classroom.name}' is full: it takes {students}. Ask your teacher to let more in, or "
            "to remove students who do not belong there."
        )


def _browser_is_full(classroom: Classroom, here_count: int) -> LimitReached:
    return LimitReached(
        f"'{classroom.name}' already has {here_count} students in this browser, the maximum. "
        "Use another device."
    )


def _check_section(classroom: Classroom, section: str | None) -> None:
    if section is not None and section not in classroom.sections:
        known = ", ".join(classroom.sections) or "none"
        raise InvalidInput.of_field(
            "section", f"section is '{section}'; it must be one of: {known}"
        )


def _begin_attempt(session: Session, classroom: Classroom, owner_key_hash: bytes) -> LabAttempt:
    attempt = LabAttempt(
        owner_key_hash=owner_key_hash,
        lab_id=classroom.lab_id,
        **link_traces.copied("lab", classroom),
        lab_digest=classroom.lab_digest,
    )
    session.add(attempt)
    session.flush()
    return attempt


def _add_student(
    session: Session, classroom: Classroom, attempt: LabAttempt, wanted: ClassJoin
) -> ClassStudent:
    classroom.student_number += 1
    alias = wanted.alias or codes.new_alias(repository.aliases(session, classroom.id))
    student = ClassStudent(
        class_id=classroom.id,
        attempt_id=attempt.id,
        number=classroom.student_number,
        alias=alias,
        section=wanted.section,
        is_approved=not classroom.needs_approval,
        at_step_id=held_lab(classroom).lab.steps[0].id,
        at_step_since=func.now(),
        recovery_code_hash=b"",
    )
    session.add(student)
    session.flush()
    return student


def _add_partner(
    session: Session, classroom: Classroom, student: ClassStudent, wanted: PartnerWrite, place: str
) -> None:
    """`place` is that of the partner in the body, for error messages."""
    alias = wanted.alias or codes.new_alias(repository.aliases(session, classroom.id))
    student.partners = [*student.partners, alias]
    session.flush()
    if classroom.has_identifiers:
        _take_identifier(session, student, f"{place}identifier", wanted.identifier)


def _take_identifier(
    session: Session, student: ClassStudent, field: str, typed: str | None
) -> None:
    """Of the person who joined this student's place last."""
    if typed is None:
        raise InvalidInput.of_field(
            field, f"{field} is missing; enter the one you were given for this class"
        )
    identifier_hash = codes.identifier_hash_of(student.class_id, typed)
    person_index = len(student.partners)
    if not repository.take_identifier(
        session, student.class_id, identifier_hash, student.id, person_index
    ):
        raise IdentifierRefused(
            "This identifier cannot join. Compare it letter by letter; if it is correct, it has "
            "already been used: use your recovery code, or ask your teacher."
        )


def _with_new_code(session: Session, student: ClassStudent) -> Joined:
    """A code that was there before is void: only its hash is known."""
    code = codes.new_recovery_code()
    student.recovery_code_hash = codes.recovery_code_hash_of(student.class_id, code)
    session.flush()
    return _joined(student, code)


def _joined(student: ClassStudent, recovery_code: str | None) -> Joined:
    return Joined(
        class_id=student.class_id,
        attempt_id=student.attempt_id,
        alias=student.names,
        number=student.number,
        recovery_code=recovery_code,
        is_approved=student.is_approved,
    )
