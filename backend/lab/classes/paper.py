"""Labs on paper with their keys: the guide of a class, and the solutions of any lab."""

from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.classes import membership, repository, service
from lab.classes.truth import truth_of
from lab.errors import NotYours, WrongState
from lab.lab_documents.service import require_lab_with_keys
from lab.labs.files import held_lab
from lab.labs.held import HeldLab, hold
from lab.labs.ownership import own
from lab.models import LabAttempt
from lab.modules import service as modules
from lab_model.classroom.answers import Order, Pick, PredictedNumber
from lab_model.classroom.guide import teachers_guide
from lab_model.classroom.lab_file import PredictionStep
from lab_model.classroom.templates import effects_of
from lab_model.scenarios.units import number_text

_DIGITS: Final = 4


def guide_of_class(session: Session, owner_key_hash: bytes, class_id: UUID) -> str:
    """The lab of a class as Markdown for its teachers. Raises NotFound and NotYours."""
    return _guide(session, held_lab(service.taught(session, owner_key_hash, class_id)))


def solutions_of(session: Session, owner_key_hash: bytes, lab_id: str) -> str:
    """A lab with its keys as Markdown: a shipped one for anyone who does not do it in a class at
    present, a written one for its author. Raises NotFound and NotYours.
    """
    held = hold(require_lab_with_keys(session, owner_key_hash, lab_id))
    doing = repository.open_class_with_lab(session, owner_key_hash, lab_id, held.digest)
    if doing is not None:
        raise NotYours(
            f"You are doing this lab in the class '{doing}'. You can read its solutions when the "
            "class has ended."
        )
    return _guide(session, held)


def solutions_of_class(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> str:
    """The same for a student of a class. Raises NotFound, NotYours and WrongState."""
    own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    member = membership.find(session, attempt_id)
    if member is None:
        raise WrongState(f"Attempt {attempt_id} belongs to no class.")
    classroom = member.classroom
    if not classroom.shows_solutions:
        raise NotYours(f"The teacher of '{classroom.name}' has not given out its solutions.")
    if not membership.is_closed(classroom):
        raise WrongState(
            f"The solutions of '{classroom.name}' can be read when the class has ended."
        )
    return _guide(session, held_lab(classroom))


def _guide(session: Session, held: HeldLab) -> str:
    found = {
        step.id: text
        for step in held.lab.steps
        if isinstance(step, PredictionStep) and (text := _measured(session, held, step))
    }
    in_titles = modules.in_titles(session, held.lab.model_dump(mode="json"))
    return in_titles(teachers_guide(held.lab, effects_of(held.lab), found))


def _measured(session: Session, held: HeldLab, step: PredictionStep) -> str:
    """The measured value of a stored run of the step; empty: no run, or a curve."""
    truth, asked = truth_of(session, held, step), step.prediction
    if isinstance(asked, PredictedNumber) and truth.number is not None:
        number = number_text(float(f"{truth.number:.{_DIGITS}g}"))
        return f"{number} {asked.unit}".rstrip()
    if isinstance(asked, Pick) and truth.positions:
        return "; ".join(asked.options[position].text for position in truth.positions)
    if isinstance(asked, Order) and truth.positions:
        return " > ".join(asked.items[position].text for position in truth.positions)
    return ""
