"""Goals of a draft, tried before it is published: the author's solution over seeds, and the step
as it is given with the seed that students get.

The runs have no owner, as those of games: they do not fill an author's list of runs.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID, uuid5

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.lab_documents.schemas import GoalTried
from lab.labs.marks import judge_goal
from lab.models import LabDocument, Run
from lab.results import repository as results
from lab.runs import service as runs
from lab.runs.asker import AskerOfMany
from lab.runs.schemas import RunCreate
from lab.runs.states import QueueName, RunStatus
from lab.seeds import service as seeds_together
from lab_model.classroom import LabFile
from lab_model.classroom.lab_file import GoalStep, with_settings
from lab_model.scenarios import Scenario, scenario_digest

SEED_COUNT: Final = 20
_SEED_END: Final = 2**53
_WITHOUT_RESULT: Final[tuple[RunStatus, ...]] = ("failed", "cancelled")

Work = tuple[Scenario, int]
"""Scenario and seed of one run of a trial."""


def goal_steps(lab: LabFile) -> list[GoalStep]:
    """In the order of the lab."""
    return [step for step in lab.steps if isinstance(step, GoalStep)]


def tried(session: Session, document: LabDocument, step: GoalStep) -> GoalTried:
    """The goals by the stored results, and the progress of a trial. Starts nothing."""
    seeds = _seeds(step)
    solved = with_settings(step.scenario, step.solution)
    by_seed = _judged(session, step, solved, seeds)
    as_given = _judged(session, step, step.scenario, seeds[:1])
    states = _states(session, document, step)
    return GoalTried(
        step_id=step.id,
        title=step.title,
        settings=step.solution,
        seed=step.seed,
        seed_count=len(seeds),
        known_count=len(by_seed),
        reached_count=sum(by_seed.values()),
        is_reached=by_seed.get(step.seed),
        is_reached_as_given=as_given.get(step.seed),
        open_count=sum(each in ("queued", "running") for each in states),
        failed_count=sum(each in _WITHOUT_RESULT for each in states),
    )


def begin(session: Session, document: LabDocument, step: GoalStep, asker: AskerOfMany) -> None:
    """Compute the missing runs, once. A run that failed is tried again."""
    core = results.newest_core(session)
    for scenario, seed in _works(step):
        run_id = _run_id(document, core, scenario, seed)
        known = session.get(Run, run_id)
        if known is not None and known.status in _WITHOUT_RESULT:
            runs.delete(session, None, run_id)
        # What decides comes first; the other seeds stand behind what people wait for.
        queue: QueueName | None = None if seed == step.seed else "batch"
        wanted = RunCreate(scenario=scenario, seed=seed, queue=queue)
        runs.create(session, None, wanted, run_id, asker)
    asker.settle(None)


def _works(step: GoalStep) -> list[Work]:
    """Of a trial, those with the seed that students get first. A solution that changes nothing is
    the step as given: that is run once.
    """
    solved = with_settings(step.scenario, step.solution)
    is_changed = scenario_digest(solved) != scenario_digest(step.scenario)
    as_given = [(step.scenario, step.seed)] if is_changed else []
    first, *others = [(solved, seed) for seed in _seeds(step)]
    return [first, *as_given, *others]


def _seeds(step: GoalStep) -> list[int]:
    return [(step.seed + index) % _SEED_END for index in range(SEED_COUNT)]


def _judged(
    session: Session, step: GoalStep, scenario: Scenario, seeds: Sequence[int]
) -> dict[int, bool]:
    """By seed, for those with a result."""
    found = seeds_together.documents_of(session, scenario, seeds)
    return {seed: judge_goal(step, document).holds for seed, document in found.items()}


def _states(session: Session, document: LabDocument, step: GoalStep) -> Sequence[RunStatus]:
    core = results.newest_core(session)
    ids = [_run_id(document, core, scenario, seed) for scenario, seed in _works(step)]
    return session.scalars(select(Run.status).where(Run.id.in_(ids))).all()


def _run_id(
    document: LabDocument, core: results.Core | None, scenario: Scenario, seed: int
) -> UUID:
    """Hard to guess, as anyone who knows the id of a run may read it: a link to the lab has the
    document's id, but only its author has the owner's hash. Another behaviour gives another id.
    """
    secret = document.owner_key_hash.hex()
    behaviour = "" if core is None else core.behaviour
    return uuid5(document.id, f"{secret}/{behaviour}/{scenario_digest(scenario)}/{seed}")
