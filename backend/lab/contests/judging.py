"""Judges a contest once it has ended: its scenarios are drawn, entries become experiments, and
their results become scores. The janitors of the service call it at every interval; each step is a
transaction of its own, and one that was interrupted is repeated.
"""

import secrets
from time import monotonic
from typing import Final
from uuid import UUID

import numpy as np
import structlog
from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import Session

from lab.classes import revisions
from lab.classes import service as classes
from lab.contests import repository
from lab.contests.board import choice_of
from lab.contests.removal import forget_experiments, owner_of_experiments
from lab.context import Context
from lab.experiments import service as experiments
from lab.experiments.quota import Quota
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.values import read_values
from lab.kit.database import at_once
from lab.models import ClassContest, Experiment
from lab.settings import Settings
from lab_model.evaluation.cases import Case
from lab_model.evaluation.contest import MOST_SEED, PARTS, contest_experiment, scenarios
from lab_model.evaluation.merit import NOTHING, Numbers, merit_of, number_names
from lab_model.experiments.json_lists import or_null
from lab_model.modules import NAME_PREFIX

STEPS_PER_ROUND: Final = 50
JUDGED_AT_ONCE: Final = 10
"""A transaction has to end in time, also on a machine that is busy."""
ROUND_S: Final = 2.0
"""Other sweeps wait meanwhile."""

log = structlog.get_logger("lab.contests")


def is_due() -> ColumnElement[bool]:
    """Whether any contest has ended and is not judged: the part of a statement that asks more."""
    return exists().where(repository.is_unjudged())


def advance(context: Context) -> None:
    """One round for every contest that has ended and is not judged."""
    with at_once(context.sessions) as session:
        class_ids = repository.unjudged_ids(session)
    for class_id in class_ids:
        ends_s = monotonic() + ROUND_S
        for _ in range(STEPS_PER_ROUND):
            with context.sessions.begin() as session:
                is_more = step(session, class_id, context.settings)
            if not is_more or monotonic() > ends_s:
                break


def step(session: Session, class_id: UUID, settings: Settings) -> bool:
    """The next step: draw the scenarios, plan CUBIC or one entry, or judge computed entries. True:
    there may be another step.
    """
    classroom = classes.locked(session, class_id)
    contest = None if classroom is None else repository.get(session, class_id)
    if classroom is None or contest is None:
        return False
    if contest.seed is None:
        contest.seed = secrets.randbelow(MOST_SEED + 1)
        session.flush()
        log.info("contest_drawn", class_id=str(class_id))
        return True
    cases = scenarios(contest.seed, choice_of(contest))
    if contest.reference_id is None:
        contest.reference_id = _create(session, class_id, "CUBIC", None, cases, settings)
        return True
    reference = experiments.require(session, contest.reference_id)
    is_planned = _plan_one(session, contest, cases, settings)
    is_judged = (
        not is_planned and reference.status == "done" and _judge(session, contest, cases, reference)
    )
    if is_planned or is_judged:
        revisions.wall_changed(session, classroom)
    return is_planned or is_judged


def _plan_one(
    session: Session, contest: ClassContest, cases: list[Case], settings: Settings
) -> bool:
    """Whether there was an entry without runs."""
    entry = repository.next_unplanned(session, contest.class_id)
    if entry is None:
        return False
    entry.experiment_id = _create(
        session, contest.class_id, entry.title, entry.sha256, cases, settings
    )
    session.flush()
    return True


def _create(
    session: Session,
    class_id: UUID,
    title: str,
    sha256: str | None,
    cases: list[Case],
    settings: Settings,
) -> UUID:
    algorithm = None if sha256 is None else {"name": NAME_PREFIX + sha256}
    definition = contest_experiment(f"Contest entry {title}", algorithm, cases)
    create = ExperimentCreate(experiment=definition, name=definition.name)
    made = experiments.create(session, owner_of_experiments(class_id), create, Quota.of(settings))
    return made.id


def _judge(
    session: Session, contest: ClassContest, cases: list[Case], reference: Experiment
) -> bool:
    """Whether an entry has its score now that had none."""
    found = repository.unread(session, contest.class_id, JUDGED_AT_ONCE)
    if not found:
        return False
    before = _numbers(session, reference, cases)
    for entry, experiment in found:
        if experiment.behaviour_version != reference.behaviour_version:
            _compute_again(session, contest)
            return True
        failed = {each.cell_index for each in experiments.failures(session, experiment.id)}
        numbers = _numbers(session, experiment, cases)
        merits = [
            NOTHING
            if place in failed
            else merit_of(own, cubic, case.flow_counts, case.tested_groups)
            for place, (case, own, cubic) in enumerate(zip(cases, numbers, before, strict=True))
        ]
        entry.merits = [[getattr(merit, name) for name in PARTS] for merit in merits]
        entry.failures = experiments.failure_reasons(session, experiment.id)
        entry.failed_count = len(failed)
    session.flush()
    return True


def _numbers(session: Session, experiment: Experiment, cases: list[Case]) -> list[Numbers]:
    """The parts of a score, by scenario."""
    names = number_names(max(len(case.flow_counts) for case in cases))
    tables = read_values(session, experiment, names)
    rows = [or_null(np.asarray(table[:, 0])) for table in tables]
    return [dict(zip(names, column, strict=True)) for column in zip(*rows, strict=True)]


def _compute_again(session: Session, contest: ClassContest) -> None:
    """The lab's core has changed in between: entries are compared under one behaviour only."""
    log.info("contest_computed_again", class_id=str(contest.class_id))
    entries = [
        each
        for each in repository.entries_of_students(session, contest.class_id, None)
        if each.experiment_id is not None
    ]
    experiment_ids = [each.experiment_id for each in entries] + [contest.reference_id]
    contest.reference_id = None
    for each in entries:
        each.merits, each.failures, each.failed_count, each.experiment_id = None, [], 0, None
    session.flush()
    forget_experiments(session, contest.class_id, experiment_ids)
