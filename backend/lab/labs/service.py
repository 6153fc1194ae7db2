"""The rules of labs: a prediction comes before its run, and a marked answer stays."""

from functools import partial
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from lab import link_traces
from lab.classes import membership, students
from lab.kit.database import use_snapshot
from lab.kit.idempotency import hold_id
from lab.lab_documents.service import require_lab
from lab.labs import cells, games, hidden, repository, rounds, rules, work
from lab.labs.held import digest_of
from lab.labs.ownership import own
from lab.labs.participation import Participation
from lab.labs.schemas import AttemptListed, AttemptMapRead, AttemptRead, LabListed, RoundSeriesRead
from lab.models import LabAttempt, LabRun
from lab.modules import service as modules
from lab.runs import service as runs
from lab.runs.asker import Asker
from lab.runs.schemas import RunCreate, RunRead
from lab.series.service import SeriesQuery
from lab_model.classroom import load_templates
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
    return _to_read(session, Participation(attempt, None))


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
    return _to_read(session, Participation.of(session, owner_key_hash, attempt_id))


def delete(session: Session, owner_key_hash: bytes, attempt_id: UUID) -> None:
    """Forget an attempt and its answers. Its runs stay among the owner's runs, unless they were
    made in a class: those have no owner then.
    """
    member = Participation.of(session, owner_key_hash, attempt_id).member
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
    mine = Participation.of(session, owner_key_hash, attempt_id, locked=True)
    step = mine.step_to_work_at(step_id)
    if _is_final(session, mine, rules.asking_step(step, given)):
        raise rules.stays(step)
    repository.store_answer(session, attempt_id, step_id, given)
    mine.note_work(session)
    return _to_read(session, mine)


def run(
    session: Session,
    owner_key_hash: bytes,
    attempt_id: UUID,
    step_id: str,
    settings: Settings,
    asker: Asker,
) -> RunRead:
    """Run a step. Raises PredictionMissing while a prediction is owed that it could give away."""
    mine = Participation.of(session, owner_key_hash, attempt_id, locked=True)
    step = mine.step_to_work_at(step_id)
    _need_predictions(session, mine, step)
    if isinstance(step, MapStep):
        wanted = _run_of_cell(session, mine, step, settings)
    elif isinstance(step, RunStep | GoalStep):
        _require_settable(session, mine, step, settings)
        wanted = rules.run_as_set(mine.held.lab, step, settings)
    else:
        raise rules.no_run(step)
    created = runs.create(session, mine.attempt.owner_key_hash, wanted, asker=asker)
    shown = LabRun(run_id=created.id, attempt_id=attempt_id, step_id=step_id, settings=settings)
    session.add(shown)
    session.flush()
    if isinstance(step, GoalStep):
        hidden.begin(session, step, shown, wanted, secret=mine.seed_secret, asker=asker)
    mine.note_work(session)
    return created


def read_map(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str
) -> AttemptMapRead:
    """The cells of a map step that are computed so far: by the whole class, or by this attempt
    alone.

    Raises PredictionMissing while a prediction is owed that its cells could give away.
    """
    mine = Participation.of(session, owner_key_hash, attempt_id)
    step = mine.held.step(step_id)
    if not isinstance(step, MapStep):
        raise rules.no_map(step)
    _need_predictions(session, mine, step)
    rows = repository.runs(session, mine.together, [step.id])
    return cells.read_for(partial(repository.documents, session), attempt_id, step, rows)


def begin_round(
    session: Session,
    owner_key_hash: bytes,
    attempt_id: UUID,
    step_id: str,
    index: int,
    asker: Asker,
) -> None:
    """Compute a round of a game, once."""
    mine = Participation.of(session, owner_key_hash, attempt_id, locked=True)
    step = _game_step(mine.step_to_work_at(step_id), index)
    games.begin_round(session, mine, step, index, asker)


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
    mine = Participation.of(session, owner_key_hash, attempt_id)
    step = _game_step(mine.held.step(step_id), index)
    return games.read_round(session, mine.attempt, step, index, query)


def guess(
    session: Session, owner_key_hash: bytes, attempt_id: UUID, step_id: str, index: int, given: str
) -> AttemptRead:
    """Guess the hidden algorithm of a round. Raises WrongState for a second guess."""
    mine = Participation.of(session, owner_key_hash, attempt_id, locked=True)
    step = _game_step(mine.step_to_work_at(step_id), index)
    unfit = unfit_guess(step, index, given)
    if unfit is not None:
        raise rules.refusal(unfit, "/guess")
    games.store_guess(session, mine.attempt, step, index, given)
    mine.note_work(session)
    return _to_read(session, mine)


def _run_of_cell(
    session: Session, mine: Participation, step: MapStep, settings: Settings
) -> RunCreate:
    """The run of one cell, with the first seed that no student of the class has run in it."""
    cell = cells.cell_of(step, settings)
    seed = cell.seed
    if seed is None:
        seed = _draw_seed(session, mine, step, cell.place)
    return RunCreate(scenario=cell.scenario, seed=seed, forked_from=mine.held.lab.title)


def _draw_seed(session: Session, mine: Participation, step: MapStep, place: cells.Place) -> int:
    # Two students in one cell at once would draw the same one.
    hold_id(session, uuid5(mine.together_id, f"{step.id}:{place}"))
    rows = repository.runs(session, mine.together, [step.id])
    return cells.free_seed(step, place, rows)


def _game_step(step: Step, index: int) -> GameStep:
    """The step, if it is a game with this round. Raises WrongState and NotFound."""
    if not isinstance(step, GameStep):
        raise rules.no_game(step)
    rounds.require_round(step, index)
    return step


def _require_settable(
    session: Session, mine: Participation, step: RunStep | GoalStep, settings: Settings
) -> None:
    rules.require_open(step, settings)
    if rules.needs_run_as_given(mine.held.lab, step, settings):
        rules.require_run_as_given(step, repository.runs(session, mine.only, [step.id]))


def _need_predictions(session: Session, mine: Participation, step: Step) -> None:
    if step.id not in mine.held.predictions_first:
        return
    given = repository.answers(session, mine.only)
    rules.require_predicted(mine.held, step, {each.step_id for each in given})


def _is_final(session: Session, mine: Participation, step: PredictionStep | QuestionStep) -> bool:
    if isinstance(step, PredictionStep):
        return bool(repository.runs(session, mine.only, mine.held.steps_that_show(step.id)))
    if not rules.can_be_right_at_once(step) or step.id in mine.held_back_step_ids:
        return False
    return repository.has_answers(session, mine.only, step.id)


def _to_read(session: Session, mine: Participation) -> AttemptRead:
    attempt, held, held_back = mine.attempt, mine.held, mine.held_back_step_ids
    found = work.read(session, mine.only, held)
    shown = rules.Work(
        found.answers,
        found.runs,
        {place: mark for place, mark in found.marks.items() if place[1] not in held_back},
        found.goals,
        games.read_all(attempt, held, found.games, hides_points=mine.hides_points),
    )
    classroom = None if mine.member is None else membership.to_read(session, mine.member)
    return rules.attempt_read(
        attempt.id, attempt.lab_id, attempt.started_at, held, shown, classroom
    )
