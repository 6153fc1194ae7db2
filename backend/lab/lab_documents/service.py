"""The rules of written labs: a draft may be wrong, a published version is right and stays."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy.orm import Session

from lab import link_traces
from lab.errors import DraftsChanged, InvalidInput, LimitReached, NotFound, NotYours, WrongState
from lab.kit.problem import ProblemItem
from lab.lab_documents import goals, repository
from lab.lab_documents.schemas import (
    DocumentCreate,
    DocumentListed,
    DocumentRead,
    DocumentWrite,
    GoalTried,
    VersionRead,
)
from lab.labs.held import hold
from lab.models import LabDocument, LabVersion
from lab.runs.asker import AskerOfMany
from lab_model.classroom import LabFile, load_templates, problems_of_lab
from lab_model.classroom.lab_file import RunStep
from lab_model.scenarios.units import one_line

MAX_DOCUMENTS = 200
UNTITLED = "Untitled lab"
_NEW_LAB: dict[str, Any] = {
    "version": 1,
    "title": UNTITLED,
    "summary": "",
    "goals": [],
    "misconceptions": [],
    "steps": [],
}


def find_lab(session: Session, lab_id: str) -> LabFile | None:
    """A shipped lab by its name, or the newest published version of a written one by its id."""
    if _is_shipped(lab_id):
        return _shipped()[lab_id]
    try:
        document_id = UUID(lab_id)
    except ValueError:
        return None
    version = repository.newest_version(session, document_id)
    return None if version is None else LabFile.model_validate(version.lab, strict=False)


def is_lab_id(lab_id: str) -> bool:
    """Whether a shipped lab has this name, or a written one could have this id."""
    if _is_shipped(lab_id):
        return True
    try:
        UUID(lab_id)
    except ValueError:
        return False
    return True


def require_lab(session: Session, lab_id: str) -> LabFile:
    """The lab that a link opens. Raises NotFound."""
    lab = find_lab(session, lab_id)
    if lab is None:
        raise NotFound(f"There is no lab '{one_line(lab_id)}', or it has not been published yet.")
    return lab


def require_lab_with_keys(session: Session, owner_key_hash: bytes, lab_id: str) -> LabFile:
    """The same for its teachers: a shipped lab, or one's own. Others keep their keys."""
    lab = require_lab(session, lab_id)
    if _is_shipped(lab_id):
        return lab
    document = session.get(LabDocument, UUID(lab_id))
    if document is None or document.owner_key_hash != owner_key_hash:
        raise NotYours(
            f"Lab {lab_id} and its answers belong to another browser. Ask its author for the file "
            "and import that."
        )
    return lab


def create(session: Session, owner_key_hash: bytes, wanted: DocumentCreate) -> DocumentRead:
    """A new lab: empty, from a file, or a copy of a shipped one."""
    if repository.count_of_owner(session, owner_key_hash) >= MAX_DOCUMENTS:
        raise LimitReached(f"You have {MAX_DOCUMENTS} labs, the maximum. Delete one first.")
    draft = _first_draft(session, owner_key_hash, wanted)
    document = LabDocument(
        owner_key_hash=owner_key_hash, **link_traces.keep(session, "draft", draft), revision=1
    )
    session.add(document)
    session.flush()
    return _to_read(session, document)


def list_mine(session: Session, owner_key_hash: bytes) -> list[DocumentListed]:
    """The owner's labs, the latest first."""
    return [
        DocumentListed(
            id=document.id,
            title=_title(document.draft),
            step_count=_step_count(document.draft),
            updated_at=document.updated_at,
            version_number=number,
        )
        for document, number in repository.of_owner(session, owner_key_hash)
    ]


def read(session: Session, owner_key_hash: bytes, document_id: UUID) -> DocumentRead:
    """The draft with its problems and versions."""
    found = session.get(LabDocument, document_id)
    return _to_read(session, _own(found, owner_key_hash, document_id))


def write(
    session: Session, owner_key_hash: bytes, document_id: UUID, wanted: DocumentWrite
) -> DocumentRead:
    """Keep a draft. Raises DraftsChanged if it was written elsewhere since it was read."""
    _own(session.get(LabDocument, document_id), owner_key_hash, document_id)
    document = repository.replace_draft(session, document_id, wanted.revision, wanted.draft)
    if document is None:
        raise DraftsChanged(
            f"Revision {wanted.revision} of this lab is no longer the newest: the lab was changed "
            "in another window. Load it again before you save."
        )
    session.refresh(document)
    return _to_read(session, document)


def read_goals(session: Session, owner_key_hash: bytes, document_id: UUID) -> list[GoalTried]:
    """The tries of each goal of the draft; none while it has problems."""
    document = _own(session.get(LabDocument, document_id), owner_key_hash, document_id)
    if problems_in(document.draft):
        return []
    lab = LabFile.model_validate(document.draft, strict=False)
    return [goals.tried(session, document, step) for step in goals.goal_steps(lab)]


def try_goal(
    session: Session, owner_key_hash: bytes, document_id: UUID, step_id: str, asker: AskerOfMany
) -> GoalTried:
    """Try one goal over seeds. Raises WrongState while the draft has problems."""
    document = _own(repository.lock(session, document_id), owner_key_hash, document_id)
    if problems_in(document.draft):
        raise WrongState("The draft has invalid fields; correct them before you try its goals.")
    lab = LabFile.model_validate(document.draft, strict=False)
    step = next((each for each in goals.goal_steps(lab) if each.id == step_id), None)
    if step is None:
        raise NotFound(f"The draft has no goal '{one_line(step_id)}'.")
    goals.begin(session, document, step, asker)
    session.flush()
    return goals.tried(session, document, step)


def publish(
    session: Session, owner_key_hash: bytes, document_id: UUID, *, accepts_unreached: bool = False
) -> DocumentRead:
    """Make the draft the newest version. Raises InvalidInput while it has problems, and WrongState
    for a goal that no trial has seen reached, unless the author accepts that.
    """
    document = _own(repository.lock(session, document_id), owner_key_hash, document_id)
    problems = problems_in(document.draft)
    if problems:
        message = (
            problems[0].message if len(problems) == 1 else (f"{len(problems)} fields are not valid")
        )
        raise InvalidInput(f"The lab cannot be published: {message}", errors=problems)
    newest = repository.newest_version(session, document_id)
    checked = LabFile.model_validate(document.draft, strict=False)
    lab = checked.model_dump(mode="json")
    if newest is not None and newest.lab == lab:
        raise WrongState(f"Version {newest.number} already equals this draft.")
    if not accepts_unreached:
        _require_reached(session, document, checked)
    number = 1 if newest is None else newest.number + 1
    session.add(
        LabVersion(document_id=document_id, number=number, **link_traces.keep(session, "lab", lab))
    )
    session.flush()
    return _to_read(session, document)


def delete(session: Session, owner_key_hash: bytes, document_id: UUID) -> None:
    """Forget a lab and its versions. Attempts and classes keep the lab that they began with."""
    session.delete(_own(repository.lock(session, document_id), owner_key_hash, document_id))


def problems_in(draft: dict[str, Any]) -> list[ProblemItem]:
    """What keeps a draft from being published: it is no lab, or a task says nothing."""
    try:
        lab = LabFile.model_validate(draft, strict=False)
    except ValidationError as error:
        return [ProblemItem(**each.model_dump()) for each in problems_of_lab(error)]
    return list(_empty_tasks(lab))


def _require_reached(session: Session, document: LabDocument, lab: LabFile) -> None:
    for step in goals.goal_steps(lab):
        found = goals.tried(session, document, step)
        if found.is_reached is None:
            raise WrongState(
                f"Whether the solution of '{step.title}' reaches its goal is not known: try the "
                "goal first, or publish it as it is with accepts_unreached."
            )
        if not found.is_reached:
            raise WrongState(
                f"The solution of '{step.title}' misses its goal with seed {step.seed}, which "
                "students get. Correct it, or publish it as it is with accepts_unreached."
            )


def _empty_tasks(lab: LabFile) -> Iterator[ProblemItem]:
    """Steps that ask students for something and do not say what. A file may have them, as labs of
    earlier releases do.
    """
    for index, step in enumerate(lab.steps):
        if step.text.strip() == "" and not isinstance(step, RunStep):
            path = f"steps.{index}.text"
            yield ProblemItem(
                path=path,
                pointer=f"/{path.replace('.', '/')}",
                message=f"{path} is ''; it must say what students are to read or to do",
                value=step.text,
                bound=None,
            )


def _waits_for(draft: dict[str, Any]) -> dict[str, list[str]]:
    """Of a draft that is a lab; of another one nothing is known."""
    try:
        lab = LabFile.model_validate(draft, strict=False)
    except ValidationError:
        return {}
    held = hold(lab)
    return {
        step_id: [each.id for each in predictions]
        for step_id, predictions in held.predictions_first.items()
    }


def _shipped() -> dict[str, LabFile]:
    return {template.id: template.lab for template in load_templates()}


def _is_shipped(lab_id: str) -> bool:
    return lab_id in _shipped()


def _first_draft(session: Session, owner_key_hash: bytes, wanted: DocumentCreate) -> dict[str, Any]:
    if wanted.copy_of is not None:
        return require_lab_with_keys(session, owner_key_hash, wanted.copy_of).model_dump(
            mode="json"
        )
    return dict(_NEW_LAB) if wanted.draft is None else wanted.draft


def _own(document: LabDocument | None, owner_key_hash: bytes, document_id: UUID) -> LabDocument:
    if document is None:
        raise NotFound(f"There is no lab {document_id} to edit. It may have been deleted.")
    if document.owner_key_hash != owner_key_hash:
        raise NotYours(f"Lab {document_id} belongs to another browser. Copy it to change it.")
    return document


def _to_read(session: Session, document: LabDocument) -> DocumentRead:
    return DocumentRead(
        id=document.id,
        title=_title(document.draft),
        draft=document.draft,
        revision=document.revision,
        updated_at=document.updated_at,
        problems=problems_in(document.draft),
        waits_for=_waits_for(document.draft),
        versions=[
            VersionRead(number=version.number, published_at=version.published_at)
            for version in repository.versions_of(session, document.id)
        ],
    )


def _title(draft: dict[str, Any]) -> str:
    title = draft.get("title")
    return title if isinstance(title, str) and title.strip() else UNTITLED


def _step_count(draft: dict[str, Any]) -> int:
    steps = draft.get("steps")
    return len(steps) if isinstance(steps, list) else 0
