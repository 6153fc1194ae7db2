"""HTTP of classes, for teachers."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from lab.classes import service, timer
from lab.classes.quota import limited_classes, limited_keys
from lab.classes.schemas import (
    MAX_IDENTIFIERS,
    ClassCreate,
    ClassCreated,
    ClassListed,
    ClassPatch,
    ClassRead,
    TeacherJoin,
    TeacherKey,
    TimerWrite,
    WallKey,
)
from lab.errors import NotFound, NotYours, WrongState, refuses
from lab.kit.dependencies import DatabaseSession, committed
from lab.owner import KnownOwner

router = APIRouter(prefix="/api/classes", tags=["classes"])


@router.post("", status_code=201, operation_id="createClass", dependencies=[limited_classes])
@refuses(NotFound, NotYours)
def create_class(session: DatabaseSession, owner: KnownOwner, body: ClassCreate) -> ClassCreated:
    """Begin a class of a shipped lab, or of one's own. It keeps the lab as it is now."""
    return service.create(session, owner, body)


@router.get("", operation_id="listClasses")
def list_classes(session: DatabaseSession, owner: KnownOwner) -> list[ClassListed]:
    """The classes that this browser teaches, newest first."""
    return service.list_mine(session, owner)


@router.get("/{class_id}", operation_id="readClass")
@refuses(NotFound, NotYours)
def read_class(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ClassRead:
    """A class with its lab, notes and keys included."""
    return service.read(session, owner, class_id)


@router.patch("/{class_id}", operation_id="changeClass")
@refuses(NotFound, NotYours, WrongState)
def change_class(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: ClassPatch
) -> ClassRead:
    """Pause, pace, lock, anonymise, rename, move the closing date."""
    return committed(session, service.change(session, owner, class_id, body))


@router.put("/{class_id}/timer", operation_id="startClassTimer")
@refuses(NotFound, NotYours, WrongState)
def start_timer(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: TimerWrite
) -> ClassRead:
    """Give the class time for a step, from now on; instead of the time it had before."""
    classroom = service.taught(session, owner, class_id, locked=True)
    timer.start(session, classroom, body)
    return committed(session, service.to_read(session, classroom, owner))


@router.delete("/{class_id}/timer", operation_id="stopClassTimer")
@refuses(NotFound, NotYours)
def stop_timer(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ClassRead:
    """Remove the timer. A class that was paused when it ran out resumes."""
    classroom = service.taught(session, owner, class_id, locked=True)
    timer.stop(session, classroom)
    return committed(session, service.to_read(session, classroom, owner))


@router.post("/{class_id}/code", operation_id="renewClassCode")
@refuses(NotFound, NotYours)
def renew_code(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ClassRead:
    """A new join code; the old one is void."""
    return committed(session, service.renew_code(session, owner, class_id))


@router.post("/{class_id}/close", operation_id="closeClass")
@refuses(NotFound, NotYours)
def close_class(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ClassRead:
    """End a class. Its work can be read until `deletes_at`."""
    return committed(session, service.close(session, owner, class_id))


@router.delete("/{class_id}", status_code=204, operation_id="deleteClass")
@refuses(NotFound, NotYours)
def delete_class(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> None:
    """Forget a class: students, answers, feedback, snapshots. Its runs have no owner then."""
    service.delete(session, owner, class_id)


@router.post("/{class_id}/identifiers/{position}/free", operation_id="freeIdentifier")
@refuses(NotFound, NotYours)
def free_identifier(
    session: DatabaseSession,
    owner: KnownOwner,
    class_id: UUID,
    position: Annotated[int, Path(ge=1, le=MAX_IDENTIFIERS)],
) -> ClassRead:
    """Allow an identifier to join again whose student has left."""
    return committed(session, service.free_identifier(session, owner, class_id, position))


@router.post("/{class_id}/teachers", operation_id="joinAsTeacher", dependencies=[limited_keys])
@refuses(NotFound, NotYours)
def add_teacher(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: TeacherJoin
) -> ClassRead:
    """Teach a class whose key one has, also to come back in another browser."""
    return committed(session, service.add_teacher(session, owner, class_id, body))


@router.delete("/{class_id}/teachers/{teacher_id}", status_code=204, operation_id="removeTeacher")
@refuses(NotFound, NotYours, WrongState)
def remove_teacher(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, teacher_id: UUID
) -> None:
    """One browser teaches the class no longer. Renew the key, or it can come back."""
    service.remove_teacher(session, owner, class_id, teacher_id)


@router.post("/{class_id}/teacher-key", operation_id="renewTeacherKey")
@refuses(NotFound, NotYours)
def renew_key(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> TeacherKey:
    """A new key; the old one is void."""
    return committed(session, TeacherKey(teacher_key=service.renew_key(session, owner, class_id)))


@router.post("/{class_id}/wall-key", operation_id="renewWallKey")
@refuses(NotFound, NotYours)
def renew_wall_key(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> WallKey:
    """A key that shows the wall and nothing else; the one before is void."""
    return committed(session, WallKey(wall_key=service.renew_wall_key(session, owner, class_id)))
