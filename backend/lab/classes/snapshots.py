"""Snapshots: the answers to a step as they were at a moment, without names."""

from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import repository, step_board
from lab.classes.board_schemas import SnapshotRead, SnapshotWrite, StepBoardRead
from lab.errors import LimitReached, NotFound
from lab.models import Classroom, ClassSnapshot

MAX_SNAPSHOTS = 100


def take(session: Session, classroom: Classroom, wanted: SnapshotWrite) -> SnapshotRead:
    """Keep a step as a wall would show it now. Of a locked class."""
    if len(repository.snapshots(session, classroom.id)) >= MAX_SNAPSHOTS:
        raise LimitReached(f"A class has at most {MAX_SNAPSHOTS} snapshots. Delete one first.")
    content = step_board.read(session, classroom, wanted.step_id, projector=True)
    snapshot = ClassSnapshot(
        class_id=classroom.id,
        step_id=wanted.step_id,
        title=wanted.title,
        content=content.model_dump(mode="json"),
    )
    session.add(snapshot)
    session.flush()
    return _to_read(snapshot)


def list_all(session: Session, classroom: Classroom) -> list[SnapshotRead]:
    """The newest first."""
    return [_to_read(each) for each in repository.snapshots(session, classroom.id)]


def delete(session: Session, classroom: Classroom, snapshot_id: UUID) -> None:
    """Raises NotFound."""
    snapshot = session.get(ClassSnapshot, snapshot_id)
    if snapshot is None or snapshot.class_id != classroom.id:
        raise NotFound(f"The class has no snapshot {snapshot_id}. It may have been deleted.")
    session.delete(snapshot)


def _to_read(snapshot: ClassSnapshot) -> SnapshotRead:
    return SnapshotRead(
        id=snapshot.id,
        step_id=snapshot.step_id,
        title=snapshot.title,
        content=StepBoardRead.model_validate(snapshot.content),
        created_at=snapshot.created_at,
    )
