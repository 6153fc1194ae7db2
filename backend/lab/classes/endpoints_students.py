"""HTTP of classes, for students."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from lab.classes import joining, students
from lab.classes.quota import limited_guesses, limited_joins
from lab.classes.schemas import MAX_CODE_LENGTH
from lab.classes.student_schemas import (
    AliasWrite,
    AttemptClass,
    ClassJoin,
    ClassPreview,
    ClassRecovery,
    HelpWrite,
    Joined,
    PartnerWrite,
    PlaceWrite,
    RecoveryCode,
)
from lab.errors import (
    ClassClosed,
    ClassLocked,
    CodeUnknown,
    IdentifierRefused,
    LimitReached,
    NotFound,
    NotYours,
    WrongState,
    refuses,
)
from lab.kit.dependencies import DatabaseSession, committed
from lab.owner import KnownOwner, Owner

router = APIRouter(prefix="/api", tags=["classes"])


@router.get(
    "/class-codes/{code}",
    operation_id="readClassCode",
    dependencies=[limited_joins, limited_guesses],
)
@refuses(CodeUnknown)
def read_code(
    session: DatabaseSession, owner: Owner, code: Annotated[str, Path(max_length=MAX_CODE_LENGTH)]
) -> ClassPreview:
    """The class of a code, before joining, and its students in this browser. Case,
    spaces and the dash do not matter.
    """
    return joining.preview(session, owner, code)


@router.post(
    "/class-joins",
    status_code=201,
    operation_id="joinClass",
    dependencies=[limited_joins, limited_guesses],
)
@refuses(CodeUnknown, ClassLocked, ClassClosed, IdentifierRefused, LimitReached)
def join_class(session: DatabaseSession, owner: KnownOwner, body: ClassJoin) -> Joined:
    """Become a student. The same browser stays the same student, and keeps its recovery code."""
    return committed(session, joining.join(session, owner, body))


@router.post(
    "/class-recoveries",
    status_code=201,
    operation_id="recoverStudent",
    dependencies=[limited_joins, limited_guesses],
)
@refuses(CodeUnknown, ClassClosed)
def recover(session: DatabaseSession, owner: KnownOwner, body: ClassRecovery) -> Joined:
    """Go on in this browser; the one before is refused from then on."""
    return committed(session, joining.recover(session, owner, body))


@router.put("/lab-attempts/{attempt_id}/help", operation_id="askForHelp")
@refuses(NotFound, NotYours, WrongState, ClassClosed)
def ask_for_help(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, body: HelpWrite
) -> AttemptClass:
    """Call the teacher, or not any more."""
    return students.ask_for_help(session, owner, attempt_id, asks=body.asks)


@router.put("/lab-attempts/{attempt_id}/place", status_code=204, operation_id="goToLabStep")
@refuses(NotFound, NotYours, WrongState, ClassClosed)
def go_to(session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, body: PlaceWrite) -> None:
    """Say which step the student looks at."""
    students.go_to(session, owner, attempt_id, body.step_id)


@router.put("/lab-attempts/{attempt_id}/alias", operation_id="renameStudent")
@refuses(NotFound, NotYours, WrongState, ClassClosed)
def rename(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, body: AliasWrite
) -> AttemptClass:
    """Take another name in the class."""
    return students.rename(session, owner, attempt_id, body)


@router.post("/lab-attempts/{attempt_id}/partners", status_code=201, operation_id="addPartner")
@refuses(NotFound, NotYours, WrongState, ClassLocked, ClassClosed, IdentifierRefused, LimitReached)
def add_partner(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID, body: PartnerWrite
) -> AttemptClass:
    """A second person works with the student at this device from now on."""
    return committed(session, joining.add_partner(session, owner, attempt_id, body))


@router.post("/lab-attempts/{attempt_id}/recovery-code", operation_id="renewRecoveryCode")
@refuses(NotFound, NotYours, WrongState, ClassClosed)
def renew_recovery_code(
    session: DatabaseSession, owner: KnownOwner, attempt_id: UUID
) -> RecoveryCode:
    """A new recovery code; the one before is void."""
    code = students.renew_recovery_code(session, owner, attempt_id)
    return RecoveryCode(recovery_code=code)
