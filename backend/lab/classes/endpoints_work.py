"""HTTP with which teachers manage students and their work."""

from uuid import UUID

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse

from lab.classes import discussion, grades, service, snapshots, students
from lab.classes.board_schemas import SnapshotRead, SnapshotWrite
from lab.classes.quota import limited_exports
from lab.classes.schemas import (
    ClassRead,
    DiscussionWrite,
    FeedbackRead,
    FeedbackWrite,
    StudentPatch,
    StudentRemoval,
)
from lab.errors import LimitReached, NotFound, NotYours, refuses
from lab.kit.dependencies import DatabaseSession, committed
from lab.owner import KnownOwner

router = APIRouter(prefix="/api/classes/{class_id}", tags=["classes"])


class CsvResponse(Response):
    """Names the media type in the OpenAPI description."""

    media_type = "text/csv"


class ZipResponse(StreamingResponse):
    """The same of a ZIP file."""

    media_type = "application/zip"


@router.patch("/students/{student_id}", status_code=204, operation_id="changeStudent")
@refuses(NotFound, NotYours)
def change_student(
    session: DatabaseSession,
    owner: KnownOwner,
    class_id: UUID,
    student_id: UUID,
    body: StudentPatch,
) -> None:
    """Let a student in, rename them, move them to another section."""
    classroom = service.taught(session, owner, class_id, locked=True)
    students.change(session, classroom, student_id, body)


@router.delete("/students/{student_id}", status_code=204, operation_id="removeStudent")
@refuses(NotFound, NotYours)
def remove_student(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, student_id: UUID
) -> None:
    """Forget a student: name, answers, feedback. The runs have no owner then."""
    service.taught(session, owner, class_id)
    students.remove(session, class_id, [student_id])


@router.post("/students/removals", status_code=204, operation_id="removeStudents")
@refuses(NotFound, NotYours)
def remove_students(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: StudentRemoval
) -> None:
    """Forget several students at once, all or none."""
    service.taught(session, owner, class_id)
    students.remove(session, class_id, list(dict.fromkeys(body.student_ids)))


@router.put("/students/{student_id}/feedback/{step_id}", operation_id="giveFeedback")
@refuses(NotFound, NotYours)
def give_feedback(
    session: DatabaseSession,
    owner: KnownOwner,
    class_id: UUID,
    student_id: UUID,
    step_id: str,
    body: FeedbackWrite,
) -> FeedbackRead:
    """Say something to an answer, and give points instead of the automatic ones. An empty text
    without points takes it back.
    """
    classroom = service.taught(session, owner, class_id)
    return students.give_feedback(session, classroom, student_id, step_id, body)


@router.put("/discussion", operation_id="chooseAnswers")
@refuses(NotFound, NotYours)
def choose_answers(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: DiscussionWrite
) -> ClassRead:
    """Choose answers to discuss, their order, and how many of them the wall shows."""
    classroom = service.taught(session, owner, class_id, locked=True)
    discussion.choose(session, classroom, body)
    return committed(session, service.to_read(session, classroom, owner))


@router.delete("/discussion", operation_id="endDiscussion")
@refuses(NotFound, NotYours)
def end_discussion(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> ClassRead:
    """Take the chosen answers off the wall, and forget which they were."""
    classroom = service.taught(session, owner, class_id, locked=True)
    discussion.end(session, classroom)
    return committed(session, service.to_read(session, classroom, owner))


@router.post("/snapshots", status_code=201, operation_id="takeSnapshot")
@refuses(NotFound, NotYours, LimitReached)
def take_snapshot(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, body: SnapshotWrite
) -> SnapshotRead:
    """Keep the answers to a step as they are, without names."""
    classroom = service.taught(session, owner, class_id, locked=True)
    return committed(session, snapshots.take(session, classroom, body))


@router.get("/snapshots", operation_id="listSnapshots")
@refuses(NotFound, NotYours)
def list_snapshots(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID
) -> list[SnapshotRead]:
    """The newest first."""
    return snapshots.list_all(session, service.taught(session, owner, class_id))


@router.delete("/snapshots/{snapshot_id}", status_code=204, operation_id="deleteSnapshot")
@refuses(NotFound, NotYours)
def delete_snapshot(
    session: DatabaseSession, owner: KnownOwner, class_id: UUID, snapshot_id: UUID
) -> None:
    """Forget a snapshot."""
    snapshots.delete(session, service.taught(session, owner, class_id), snapshot_id)


@router.get(
    "/grades.csv",
    operation_id="exportGrades",
    response_class=CsvResponse,
    dependencies=[limited_exports],
)
@refuses(NotFound, NotYours)
def export_grades(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> Response:
    """A row per student, in UTF-8. No cell is a formula."""
    classroom = service.taught(session, owner, class_id)
    name = f"grades-{classroom.code}.csv"
    return CsvResponse(grades.as_csv(session, classroom), headers=_attached(name))


@router.get(
    "/evidence.zip",
    operation_id="exportEvidence",
    response_class=ZipResponse,
    dependencies=[limited_exports],
)
@refuses(NotFound, NotYours)
def export_evidence(session: DatabaseSession, owner: KnownOwner, class_id: UUID) -> Response:
    """The lab, grades, answers, and every run with scenario, seed, digests and summary."""
    classroom = service.taught(session, owner, class_id)
    name = f"evidence-{classroom.code}.zip"
    return ZipResponse(grades.with_evidence(session, classroom), headers=_attached(name))


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
