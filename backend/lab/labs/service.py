"""The rules of labs: a prediction comes before its run, and a marked answer stays."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab import link_traces
from lab.classes import membership, revisions, students
from lab.classes.membership import Membership
from lab.kit.database import use_snapshot
from lab.lab_documents.service import require_lab
from lab.labs import games, hidden, maps, repository, rounds, rules, work
from lab.labs.files import held_lab
from lab.labs.held import HeldLab, digest_of
from lab.labs.ownership import own
from lab.labs.schemas import AttemptListed, AttemptMapRead, AttemptRead, LabListed, RoundSeriesRead
from lab.models import LabAttempt, LabRun
from lab.modules import service as modules
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunRead
from lab.series.service import SeriesQuery
from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.game import unfit_guess
from lab_model.classroom.lab_file import (
    GameStep,
    GoalStep,
    MapStep,
    PredictionStep,
    QuestionStep,
    RunStep,
    Settings,
    Step,
)
from lab_model.classroom.worksheet import worksheet


def list_labs() -> list[LabListed]:
    """The labs that come with the product."""
    return [rules.listed(template.id, template.lab) for template in load_templates()]


def describe(session: Session, lab_id: str) -> LabListed:
    """The lab of a link before one begins it: the newest published version."""
    return rules.listed(lab_id, require_lab(session, lab_id))


def worksheet_of(session: Session, lab_id: str) -> str:
    """The lab on paper, in Markdown. Raises NotFound."""
    lab = require_lab(session, lab_id)
    return modules.in_titles(session, lab.model_dump(mode="json"))(worksheet(lab))


def start(session: Session, owner_key_hash: bytes, lab_id: str) -> AttemptRead:
    """Begin a lab, as its file is now."""
    document = require_lab(session, lab_id).model_dump(mode="json")
    attempt = LabAttempt(
        owner_key_hash=owner_key_hash,
        lab_id=lab_id,
        **link_traces.keep(session, "lab", document),
        lab_digest=digest_of(document),
    )
    session.add(attempt)
    session.flush()
    return _to_read(session, attempt, None)


def list_mine(session: Session, owner_key_hash: bytes) -> list[AttemptListed]:
    """The owner's latest attempts."""
    return [
        AttemptListed(
            id=attempt.id,
            lab_id=attempt.lab_id,
            title=attempt.lab["title"],
            started_at=attempt.started_at,
            answered_step_count=answer_count,
        )
        for attempt, answer_count in repository.latest_of_owner(session, owner_key_hash)
    ]


def read(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> AttemptRead:
    """An attempt with its marks."""
    attempt = own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    return _to_read(session, attempt, membership.find(session, attempt_id))


def delete(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> None:
    """Forget an attempt and its answers. Its runs stay among the owner's runs, unless they were
    made in a class: those have no owner then.
    """
    own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    member = membership.find(session, attempt_id)
    if member is not None:
        students.leave(session, owner_key_hash, member)
    else:
        attempt = own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
        runs.delete_hidden(session, LabRun.attempt_id == attempt_id)
        session.delete(attempt)


def answer(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str, given: Any
) -> AttemptRead:
    """Store an answer. Raises WrongState once its mark could be seen."""
    attempt = own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    held, step, member = _step_to_work_at(session, attempt, step_id)
    if _is_final(session, attempt, held, rules.asking_step(step, given), member):
        raise rules.stays(step)
    repository.store_answer(session, attempt.id, step_id, given)
    if member is not None:
        revisions.student_worked(session, member.student)
    return _to_read(session, attempt, member)


def run(
    session: Session,
    owner_key_hash: bytes,
    attempt_id: UUID,
    step_id: str,
    settings: Settings,
    asker: Asker,
) -> RunRead:
    """Run a step. Raises PredictionMissing while a prediction is owed that it could give away."""
    attempt = own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    held, step, member = _step_to_work_at(session, attempt, step_id)
    _need_predictions(session, attempt, held, step)
    if isinstance(step, MapStep):
        created = maps.run_cell(session, attempt, member, step, settings, asker)
    elif isinstance(step, RunStep | GoalStep):
        _require_settable(session, attempt, held.lab, step, settings)
        wanted = rules.run_as_set(held.lab, step, settings)
        created = runs.create(session, attempt.owner_key_hash, wanted, asker=asker)
    else:
        raise rules.no_run(step)
    shown = LabRun(run_id=created.id, attempt_id=attempt.id, step_id=step_id, settings=settings)
    session.add(shown)
    session.flush()
    if isinstance(step, GoalStep):
        secret = attempt.secret if member is None else member.classroom.teacher_key_hash
        hidden.begin(session, step, shown, wanted, secret, asker)
    if member is not None:
        revisions.student_worked(session, member.student)
    return created


def read_map(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str
) -> AttemptMapRead:
    """The cells of a map step that are computed so far: by the whole class, or by this attempt
    alone.

    Raises PredictionMissing while a prediction is owed that its cells could give away.
    """
    attempt = own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    held = held_lab(attempt)
    step = held.step(step_id)
    if not isinstance(step, MapStep):
        raise rules.no_map(step)
    _need_predictions(session, attempt, held, step)
    return maps.read_of(session, attempt, membership.find(session, attempt_id), step)


def begin_round(
    session: Session,
    owner_key_hash: bytes,
    attempt_id: UUID,
    step_id: str,
    index: int,
    asker: Asker,
) -> None:
    """Compute a round of a game, once."""
    attempt = own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    step, member = _game_step(session, attempt, step_id, index, works=True)
    games.begin_round(session, attempt, member, step, index, asker)


def read_round(
    session: Session,
    owner_key_hash: bytes,
    attempt_id: UUID,
    step_id: str,
    index: int,
    query: SeriesQuery,
) -> RoundSeriesRead:
    """The visible part of a round."""
    use_snapshot(session)
    attempt = own(session.get(LabAttempt, attempt_id), owner_key_hash, attempt_id)
    step, _member = _game_step(session, attempt, step_id, index, works=False)
    return games.read_round(session, attempt, step, index, query)


def guess(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str, index: int, given: str
) -> AttemptRead:
    """Guess the hidden algorithm of a round. Raises WrongState for a second guess."""
    attempt = own(repository.lock(session, attempt_id), owner_key_hash, attempt_id)
    step, member = _game_step(session, attempt, step_id, index, works=True)
    unfit = unfit_guess(step, index, given)
    if unfit is not None:
        raise rules.refusal(unfit, "/guess")
    games.store_guess(session, attempt, step, index, given)
    if member is not None:
        revisions.student_worked(session, member.student)
    return _to_read(session, attempt, member)


def _step_to_work_at(
    session: Session, attempt: LabAttempt, step_id: str
) -> tuple[HeldLab, Step, Membership | None]:
    """A step, where the class allows to work at it now. Raises what keeps the student from it."""
    held = held_lab(attempt)
    step = held.step(step_id)
    member = membership.find(session, attempt.id)
    if member is not None:
        membership.require_may_work(member, held.lab, step_id)
    return held, step, member


def _game_step(
    session: Session, attempt: LabAttempt, step_id: str, index: int, *, works: bool
) -> tuple[GameStep, Membership | None]:
    """`works`: the class must allow to work at it."""
    if works:
        _held, step, member = _step_to_work_at(session, attempt, step_id)
    else:
        step, member = held_lab(attempt).step(step_id), membership.find(session, attempt.id)
    if not isinstance(step, GameStep):
        raise rules.no_game(step)
    rounds.require_round(step, index)
    return step, member


def _require_settable(
    session: Session,
    attempt: LabAttempt,
    lab: LabFile,
    step: RunStep | GoalStep,
    settings: Settings,
) -> None:
    rules.require_open(step, settings)
    if rules.needs_run_as_given(lab, step, settings):
        rows = repository.runs(session, repository.only(attempt.id), [step.id])
        rules.require_run_as_given(step, rows)


def _need_predictions(session: Session, attempt: LabAttempt, held: HeldLab, step: Step) -> None:
    if step.id not in held.predictions_first:
        return
    given = repository.answers(session, repository.only(attempt.id))
    rules.require_predicted(held, step, {each.step_id for each in given})


def _is_final(
    session: Session,
    attempt: LabAttempt,
    held: HeldLab,
    step: PredictionStep | QuestionStep,
    member: Membership | None,
) -> bool:
    if isinstance(step, PredictionStep):
        showing = held.steps_that_show(step.id)
        return bool(repository.runs(session, repository.only(attempt.id), showing))
    if not rules.can_be_right_at_once(step) or step.id in _held_back(member):
        return False
    return repository.has_answers(session, repository.only(attempt.id), step.id)


def _to_read(session: Session, attempt: LabAttempt, member: Membership | None) -> AttemptRead:
    held = held_lab(attempt)
    found = work.read(session, repository.only(attempt.id), held)
    held_back = _held_back(member)
    hides_points = member is not None and member.classroom.holds_back_points
    shown = rules.Work(
        found.answers,
        found.runs,
        {place: mark for place, mark in found.marks.items() if place[1] not in held_back},
        found.goals,
        games.read_all(attempt, held, found.games, hides_points=hides_points),
    )
    classroom = None if member is None else membership.to_read(session, member)
    return rules.attempt_read(
        attempt.id, attempt.lab_id, attempt.started_at, held, shown, classroom
    )


def _held_back(member: Membership | None) -> list[str]:
    return [] if member is None else membership.held_back_step_ids(member.classroom)
