"""A contest as its teachers, its students and its wall see it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from sqlalchemy.orm import Session

from lab.contests import repository
from lab.contests.repository import Row
from lab.contests.schemas import (
    ContestEntryRead,
    ContestKind,
    ContestPerson,
    ContestRead,
    ContestRow,
    ContestScenario,
    ContestState,
    EntryScore,
    EntryState,
    Parts,
)
from lab.experiments import service as experiments
from lab.models import ClassContest, Classroom, ClassStudent, ContestEntry, Experiment
from lab_model.evaluation.contest import (
    FAIRNESS,
    KINDS,
    PARTS,
    RULE,
    Choice,
    Score,
    kind_texts,
    scenarios,
    standings,
    title_of,
)
from lab_model.evaluation.merit import Merit

REMEMBERED_DRAWS = 16

Person = Callable[[ClassStudent], ContestPerson | None]


@dataclass(frozen=True)
class _Viewer:
    """The viewer of a board."""

    person: Person
    student_id: UUID | None = None
    """None: no student, whose own rows would be marked."""
    sees_all: bool = False
    """All entries, not only the board."""


def for_teacher(session: Session, classroom: Classroom, contest: ClassContest) -> ContestRead:
    """Everything; without names if the class is to have none."""

    def person(student: ClassStudent) -> ContestPerson:
        names = None if classroom.is_anonymous else student.names
        return ContestPerson(student_id=student.id, number=student.number, names=names)

    return _read(session, contest, _Viewer(person, sees_all=True))


def for_student(session: Session, contest: ClassContest, student: ClassStudent) -> ContestRead:
    """The board without names, and the student's own entries."""
    return _read(session, contest, _Viewer(_anonymous, student_id=student.id))


def for_wall(session: Session, contest: ClassContest) -> ContestRead:
    """The board without names."""
    return _read(session, contest, _Viewer(_anonymous))


def score_of(entry: ContestEntry) -> Score | None:
    """None: not judged yet."""
    if entry.merits is None:
        return None
    merits = tuple(Merit(**dict(zip(PARTS, each, strict=True))) for each in entry.merits)
    return Score(merits, tuple(entry.failures), entry.failed_count)


def choice_of(contest: ClassContest) -> Choice:
    """What its draw is made from."""
    return Choice(tuple(contest.kinds), contest.scenario_count)


def kinds(names: Iterable[str] = KINDS) -> list[ContestKind]:
    """In words."""
    found = []
    for kind in KINDS:
        if kind in names:
            title, words = kind_texts(kind)
            found.append(ContestKind(kind=kind, title=title, text=words))
    return found


def _anonymous(_: ClassStudent) -> None:
    return None


def _read(session: Session, contest: ClassContest, viewer: _Viewer) -> ContestRead:
    found = repository.entries(session, contest.class_id)
    standing = [row for row in found if row[0].withdrawn_at is None]
    reference = (
        None if contest.reference_id is None else experiments.require(session, contest.reference_id)
    )
    runs = [experiment for _, _, experiment in standing] + [reference]
    state = _state(session, contest, standing)
    choice = choice_of(contest)
    return ContestRead(
        state=state,
        ends_at=contest.ends_at,
        entries_per_student=contest.entries_per_student,
        scenario_count=contest.scenario_count,
        kinds=kinds(contest.kinds),
        student_count=repository.student_count(session, contest.class_id),
        entry_count=len(standing),
        run_count=contest.scenario_count * len(runs),
        finished_run_count=sum(_finished_count(each) for each in runs),
        seed=contest.seed,
        scenarios=[] if contest.seed is None else list(_drawn(contest.seed, choice)),
        rows=_rows(standing, viewer),
        entries=[
            _entry(row, viewer, contest, is_open=state == "open")
            for row in found
            if viewer.sees_all or row[1].id == viewer.student_id
        ],
        said=[choice.score_sentence, choice.draw_sentence, FAIRNESS, RULE],
    )


def _state(session: Session, contest: ClassContest, standing: list[Row]) -> ContestState:
    if contest.ends_at > repository.now(session):
        return "open"
    if contest.seed is None:
        return "drawing"
    return "judging" if any(entry.merits is None for entry, _, _ in standing) else "done"


@lru_cache(maxsize=REMEMBERED_DRAWS)
def _drawn(seed: int, choice: Choice) -> tuple[ContestScenario, ...]:
    """To draw them takes tens of milliseconds."""
    return tuple(
        ContestScenario(title=title_of(case), kind="twin" if case.kind == "twin" else "drawn")
        for case in scenarios(seed, choice)
    )


def _rows(standing: list[Row], viewer: _Viewer) -> list[ContestRow]:
    judged = [
        (student, (entry, score))
        for entry, student, _ in standing
        if (score := score_of(entry)) is not None
    ]
    own = [
        (student, [each for _, each in group])
        for student, group in groupby(judged, key=itemgetter(0))
    ]
    placed = standings([[score for _, score in entries] for _, entries in own])
    best = {row.student: own[row.student][1][row.best] for row in placed}
    rows = []
    for row in placed:
        student, entries = own[row.student]
        entry, score = best[row.student]
        against = row.placed.against
        rows.append(
            ContestRow(
                place=row.placed.place,
                is_shared=row.is_shared,
                title=entry.title,
                student=viewer.person(student),
                is_mine=student.id == viewer.student_id,
                entry_count=len(entries),
                score=_score(score),
                compared_with=None if against is None else best[against][0].title,
                p=row.placed.p,
            )
        )
    return rows


def _entry(row: Row, viewer: _Viewer, contest: ClassContest, *, is_open: bool) -> ContestEntryRead:
    entry, student, experiment = row
    score = score_of(entry)
    reasons = list(entry.failures)
    if experiment is not None and experiment.pause_reason is not None:
        reasons.append(experiment.pause_reason)
    return ContestEntryRead(
        id=entry.id,
        title=entry.title,
        sha256=entry.sha256,
        student=viewer.person(student),
        entered_at=entry.entered_at,
        state=_entry_state(entry, experiment, contest, is_open=is_open),
        finished_run_count=_finished_count(experiment),
        score=None if score is None else _score(score),
        failures=reasons,
        experiment_id=None if score is None else entry.experiment_id,
    )


def _entry_state(
    entry: ContestEntry, experiment: Experiment | None, contest: ClassContest, *, is_open: bool
) -> EntryState:
    if entry.withdrawn_at is not None:
        return "withdrawn"
    if entry.merits is not None:
        return "failed" if entry.failed_count == contest.scenario_count else "done"
    if is_open:
        return "entered"
    if experiment is not None and experiment.status == "paused":
        return "paused"
    return "running" if _finished_count(experiment) else "waiting"


def _finished_count(experiment: Experiment | None) -> int:
    return 0 if experiment is None else experiment.done_count + experiment.failed_count


def _score(score: Score) -> EntryScore:
    low, high = score.interval or (None, None)
    return EntryScore(
        score=score.total,
        low=low,
        high=high,
        parts=Parts(**{name: score.part(name) for name in PARTS}),
        failed_run_count=score.failed_count,
    )
