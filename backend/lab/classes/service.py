"""The rules of classes, for their teachers."""

import hmac
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from pydantic import ValidationError
from sqlalchemy.orm import Session

from lab import link_traces
from lab.classes import codes, discussion, membership, repository, revisions, timer
from lab.classes.schemas import (
    ClassCreate,
    ClassCreated,
    ClassListed,
    ClassPatch,
    ClassRead,
    TeacherJoin,
    TeacherRead,
)
from lab.contests import removal as contests
from lab.errors import InvalidInput, NotFound, NotYours, WrongState
from lab.events.wakeup import wake_after_commit
from lab.experiments import service as experiments
from lab.kit.problem import ProblemItem
from lab.lab_documents.service import is_lab_id, require_lab_with_keys
from lab.labs import work
from lab.labs.files import held_lab
from lab.labs.held import digest_of
from lab.models import ClassIdentifier, Classroom, ClassTeacher
from lab_model.classroom import LabFile, problems_of_lab
from lab_model.scenarios.units import one_line

CODE_LASTS: Final = timedelta(days=14)
OPEN_FOR: Final = timedelta(days=30)
LONGEST: Final = timedelta(days=400)
KEPT_AFTER_CLOSING: Final = timedelta(days=30)
NULLABLE_FIELDS: Final = frozenset({"paced_step_id", "most_students", "experiment_id"})
WALL_FIELDS: Final = frozenset({"wall_step_id", "revealed_step_ids"})


def create(session: Session, owner_key_hash: bytes, wanted: ClassCreate) -> ClassCreated:
    """A new class, whose first teacher is the browser that asks for it."""
    document = _lab_of(session, owner_key_hash, wanted).model_dump(mode="json")
    key = codes.new_key()
    now = repository.now(session)
    closes_at = wanted.closes_at or now + OPEN_FOR
    _check_closing(closes_at, now)
    classroom = Classroom(
        id=uuid4(),
        name=wanted.name,
        code=_free_code(session),
        code_expires_at=now + CODE_LASTS,
        lab_id=wanted.lab_id,
        **link_traces.keep(session, "lab", document),
        lab_digest=digest_of(document),
        sections=wanted.sections,
        needs_approval=wanted.needs_approval,
        holds_back_right=wanted.holds_back_right,
        holds_back_points=wanted.holds_back_points,
        most_students=wanted.most_students,
        shows_solutions=wanted.shows_solutions,
        has_identifiers=bool(wanted.identifiers),
        teacher_key_hash=codes.key_hash_of(key),
        closes_at=closes_at,
        deletes_at=closes_at + KEPT_AFTER_CLOSING,
    )
    session.add(classroom)
    session.flush()
    _add_teacher(session, classroom.id, owner_key_hash, wanted.teacher_name or "Teacher")
    hashes = dict.fromkeys(
        codes.identifier_hash_of(classroom.id, each) for each in wanted.identifiers
    )
    session.add_all(
        ClassIdentifier(class_id=classroom.id, identifier_hash=each, position=position)
        for position, each in enumerate(hashes, start=1)
    )
    session.flush()
    return ClassCreated(classroom=to_read(session, classroom, owner_key_hash), teacher_key=key)


def _lab_of(session: Session, owner_key_hash: bytes, wanted: ClassCreate) -> LabFile:
    """The lab of a new class. A given file contains its keys, so its owner need not be known; its
    id only names the lab of which it is a version, whose solutions students of the class do not
    get. That lab may be deleted, or another browser's.
    """
    if wanted.lab is None:
        return require_lab_with_keys(session, owner_key_hash, wanted.lab_id)
    if not is_lab_id(wanted.lab_id):
        raise InvalidInput.of_field(
            "lab_id",
            f"lab_id is '{one_line(wanted.lab_id)}'; it must be the id of a lab, as the file of "
            "the class has it",
        )
    try:
        return LabFile.model_validate(wanted.lab, strict=False)
    except ValidationError as error:
        inside = [{**each, "loc": ("lab", *each["loc"])} for each in error.errors()]
        problems = problems_of_lab(inside, ("lab",))
        found = [ProblemItem(**each.model_dump()) for each in problems]
        raise InvalidInput(
            f"The lab in the file is not valid: {found[0].message}", errors=found
        ) from None


def list_mine(session: Session, owner_key_hash: bytes) -> list[ClassListed]:
    """The classes that this browser teaches."""
    return [
        ClassListed(
            id=classroom.id,
            name=classroom.name,
            lab_title=classroom.lab["title"],
            code=classroom.code,
            student_count=student_count,
            created_at=classroom.created_at,
            closes_at=classroom.closes_at,
            closed_at=_closed_at(classroom),
        )
        for classroom, student_count in repository.of_teacher(session, owner_key_hash)
    ]


def read(session: Session, owner_key_hash: bytes, class_id: UUID) -> ClassRead:
    """A class of this teacher."""
    return to_read(session, taught(session, owner_key_hash, class_id), owner_key_hash)


def change(
    session: Session, owner_key_hash: bytes, class_id: UUID, wanted: ClassPatch
) -> ClassRead:
    """Set the given fields: pause, pace, lock, names, dates."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    given = {
        field: value
        for field, value in wanted.model_dump(exclude_unset=True).items()
        if value is not None or field in NULLABLE_FIELDS
    }
    _check_change(session, classroom, given)
    if given.get("experiment_id") is not None:
        experiments.lock_own(session, owner_key_hash, given["experiment_id"])
    for field, value in given.items():
        setattr(classroom, field, value)
    timer.follow(classroom, given)
    if "closes_at" in given:
        classroom.deletes_at = classroom.closes_at + KEPT_AFTER_CLOSING
    if given.get("needs_approval") is False:
        repository.approve_all(session, class_id)
    # Students are not woken by what only a wall shows.
    if given.keys() & WALL_FIELDS:
        revisions.wall_changed(session, classroom)
    reveals_answers = classroom.holds_back_right and "revealed_step_ids" in given
    if reveals_answers or not given.keys() <= WALL_FIELDS:
        revisions.control_changed(session, classroom)
    return to_read(session, classroom, owner_key_hash)


def renew_code(session: Session, owner_key_hash: bytes, class_id: UUID) -> ClassRead:
    """A new join code; the old one is void."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    classroom.code = _free_code(session)
    classroom.code_expires_at = repository.now(session) + CODE_LASTS
    revisions.control_changed(session, classroom)
    return to_read(session, classroom, owner_key_hash)


def close(session: Session, owner_key_hash: bytes, class_id: UUID) -> ClassRead:
    """End a class now. Twice is once."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    if not membership.is_closed(classroom):
        classroom.closed_at = repository.now(session)
        classroom.deletes_at = classroom.closed_at + KEPT_AFTER_CLOSING
        revisions.control_changed(session, classroom)
    return to_read(session, classroom, owner_key_hash)


def delete(session: Session, owner_key_hash: bytes, class_id: UUID) -> None:
    """Forget a class and everything about it."""
    taught(session, owner_key_hash, class_id, locked=True)
    forget(session, class_id)


def forget(session: Session, class_id: UUID) -> None:
    """Delete a locked class and everything about it, and end its streams."""
    contests.forget_contest(session, class_id)
    repository.delete_class(session, class_id)
    wake_after_commit(session, class_id)
    wake_after_commit(session, revisions.control_topic(class_id))


def forget_expired(session: Session, limit: int) -> int:
    """Delete classes on the date that their students were given; how many."""
    expired = repository.expired_ids(session, limit)
    for class_id in expired:
        repository.lock(session, class_id)
        forget(session, class_id)
    return len(expired)


def free_identifier(
    session: Session, owner_key_hash: bytes, class_id: UUID, position: int
) -> ClassRead:
    """Allow an identifier to join again after its student has left; earlier work stays deleted."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    if not repository.free_identifier(session, class_id, position):
        raise NotFound(f"No student has left with identifier {position} of the list.")
    revisions.control_changed(session, classroom)
    return to_read(session, classroom, owner_key_hash)


def add_teacher(
    session: Session, owner_key_hash: bytes, class_id: UUID, wanted: TeacherJoin
) -> ClassRead:
    """The asker teaches the class, too, because it has the key."""
    classroom = require_class(repository.lock(session, class_id), class_id)
    key_hash = codes.key_hash_of(wanted.teacher_key)
    if not hmac.compare_digest(key_hash, classroom.teacher_key_hash):
        raise NotYours(
            "This key does not open the class, or no longer does: ask its teacher for the newest "
            "one."
        )
    known = repository.teacher(session, class_id, owner_key_hash)
    if known is None:
        _add_teacher(session, class_id, owner_key_hash, wanted.name or "Teacher")
    elif wanted.name is not None:
        known.name = wanted.name
    revisions.control_changed(session, classroom)
    return to_read(session, classroom, owner_key_hash)


def remove_teacher(
    session: Session, owner_key_hash: bytes, class_id: UUID, teacher_id: UUID
) -> None:
    """One browser teaches the class no longer. It could come back with the key: renew that."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    teachers = repository.teachers(session, class_id)
    found = next((each for each in teachers if each.id == teacher_id), None)
    if found is None:
        raise NotFound(f"The class has no teacher {teacher_id}.")
    if len(teachers) == 1:
        raise WrongState(
            "A class must keep at least one teacher. Delete the class, or add another one first."
        )
    session.delete(found)
    revisions.control_changed(session, classroom)


def renew_key(session: Session, owner_key_hash: bytes, class_id: UUID) -> str:
    """A new key; the old one is void. Present teachers keep the class."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    key = codes.new_key()
    classroom.teacher_key_hash = codes.key_hash_of(key)
    session.flush()
    return key


def renew_wall_key(session: Session, owner_key_hash: bytes, class_id: UUID) -> str:
    """A new key of the wall; the old one opens nothing from now on."""
    classroom = taught(session, owner_key_hash, class_id, locked=True)
    key = codes.new_key()
    classroom.wall_key_hash = codes.key_hash_of(key)
    revisions.wall_changed(session, classroom)
    return key


def taught(
    session: Session, owner_key_hash: bytes, class_id: UUID, *, locked: bool = False
) -> Classroom:
    """A class of this teacher. Raises NotFound and NotYours."""
    found = repository.lock(session, class_id) if locked else session.get(Classroom, class_id)
    classroom = require_class(found, class_id)
    if repository.teacher(session, class_id, owner_key_hash) is None:
        raise NotYours(
            f"This browser does not teach class {class_id}. Open the teacher's link that has the "
            "key of the class."
        )
    return classroom


def locked(session: Session, class_id: UUID) -> Classroom | None:
    """A class, locked to the end of the transaction; None: it was deleted."""
    return repository.lock(session, class_id)


def to_read(session: Session, classroom: Classroom, owner_key_hash: bytes) -> ClassRead:
    """A class as its teachers see it."""
    counted = revisions.read(session, classroom.id) or revisions.Revisions(0, 0)
    return ClassRead(
        id=classroom.id,
        name=classroom.name,
        code=classroom.code,
        code_expires_at=classroom.code_expires_at,
        lab_id=classroom.lab_id,
        lab=held_lab(classroom).document,
        sections=classroom.sections,
        needs_approval=classroom.needs_approval,
        has_identifiers=classroom.has_identifiers,
        is_locked=classroom.is_locked,
        is_paused=timer.is_paused(classroom),
        timer=timer.read(classroom),
        discussion=discussion.read(classroom),
        paced_step_id=classroom.paced_step_id,
        is_anonymous=classroom.is_anonymous,
        wall_step_id=classroom.wall_step_id,
        revealed_step_ids=classroom.revealed_step_ids,
        has_wall_key=classroom.wall_key_hash is not None,
        holds_back_right=classroom.holds_back_right,
        holds_back_points=classroom.holds_back_points,
        most_students=classroom.most_students,
        left_identifiers=repository.left_identifiers(session, classroom.id)
        if classroom.has_identifiers
        else [],
        shows_solutions=classroom.shows_solutions,
        experiment_id=classroom.experiment_id,
        created_at=classroom.created_at,
        closes_at=classroom.closes_at,
        closed_at=_closed_at(classroom),
        deletes_at=classroom.deletes_at,
        teachers=[
            TeacherRead(id=each.id, name=each.name, is_me=each.owner_key_hash == owner_key_hash)
            for each in repository.teachers(session, classroom.id)
        ],
        work_revision=counted.work,
        control_revision=counted.control,
        wall_revision=counted.wall,
    )


def require_class(classroom: Classroom | None, class_id: UUID) -> Classroom:
    """A class that there is. Raises NotFound."""
    if classroom is None:
        raise NotFound(f"There is no class {class_id}. It may have been deleted.")
    return classroom


def _add_teacher(session: Session, class_id: UUID, owner_key_hash: bytes, name: str) -> None:
    session.add(ClassTeacher(class_id=class_id, owner_key_hash=owner_key_hash, name=name))
    session.flush()


def _free_code(session: Session) -> str:
    """One of half a million that no class has."""
    code = codes.new_join_code()
    while repository.code_is_taken(session, code):
        code = codes.new_join_code()
    return code


def _closed_at(classroom: Classroom) -> datetime | None:
    if classroom.closed_at is not None:
        return classroom.closed_at
    return classroom.closes_at if classroom.closes_at <= datetime.now(UTC) else None


def _check_change(session: Session, classroom: Classroom, given: dict[str, Any]) -> None:
    if "closes_at" in given:
        if classroom.closed_at is not None:
            raise WrongState("A teacher has closed the class; this cannot be undone.")
        _check_closing(given["closes_at"], repository.now(session))
    _check_what_was_seen(session, classroom, given)
    ids = [step.id for step in held_lab(classroom).lab.steps]
    named = {
        "paced_step_id": [given.get("paced_step_id")],
        "wall_step_id": [given.get("wall_step_id")],
        "revealed_step_ids": given.get("revealed_step_ids", []),
    }
    for field, values in named.items():
        for value in values:
            if value is not None and value not in ids:
                message = f"{field} is '{value}'; it must be one of: {', '.join(ids)}"
                raise InvalidInput.of_field(field, message)


def _check_what_was_seen(session: Session, classroom: Classroom, given: dict[str, Any]) -> None:
    """What students have seen cannot be held back any more: they could change their answers."""
    holds_back = given.get("holds_back_right", classroom.holds_back_right)
    begins = holds_back and not classroom.holds_back_right
    if begins and work.has_begun(session, membership.attempts_of(classroom)):
        raise WrongState(
            "Students have answered already, and have seen whether they were right. Set this "
            "before the first answer."
        )
    hidden_again = set(classroom.revealed_step_ids) - set(
        given.get("revealed_step_ids", classroom.revealed_step_ids)
    )
    if holds_back and hidden_again:
        raise WrongState(
            "Students have already seen the right answers to this step; this cannot be undone."
        )


def _check_closing(closes_at: datetime, now: datetime) -> None:
    latest = now + LONGEST
    if not now < closes_at <= latest:
        raise InvalidInput.of_field(
            "closes_at",
            f"closes_at is {closes_at.isoformat()}; it must be in the future and at most "
            f"{latest:%Y-%m-%d}",
        )
