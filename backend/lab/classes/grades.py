"""Exports for teachers: grades as CSV, and all work with its evidence as a ZIP file."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import zip_longest
from tempfile import SpooledTemporaryFile
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from lab.classes import repository, work
from lab.classes.work import ClassWork
from lab.labs import rounds
from lab.models import Classroom, ClassStudent, LabRun, Result, Run
from lab_model.classroom.game import draw
from lab_model.classroom.lab_file import GameStep, Step
from lab_model.spreadsheets import cell_text

MAX_RUNS: Final = 50_000
"""Of one ZIP file: two hundred students with two hundred and fifty each."""
KEPT_IN_MEMORY_BYTES: Final = 8 * 2**20
READ_BYTES: Final = 2**16
ROWS_PER_FETCH: Final = 200

README: Final = """Evidence of the class "{name}"

Written by FaiRTT Lab. Everything here was stored or computed by the server.

lab.json      the lab as it was when the class began, with keys and notes
grades.csv    a row per person: points of each step and in total; partners share a number
answers.json  every answer with its mark, points and feedback
games.json    every guess in a game, the hidden algorithm, the seed: its run is the step's scenario
              with the hidden algorithm
runs.jsonl    a run per line: settings, scenario, seed, version of the core, digests of the
              scenario and of the result, summary, and for goals whether it holds and why

Students are named by their number in the class.{names}
`identifier` is the place in the list of identifiers that you gave; the server keeps only hashes.
Scenario and seed give the same digests again with any core of the same behaviour version:
with ./lab sim, or the Python client.
{held}{cut}"""


def as_csv(session: Session, classroom: Classroom) -> str:
    """CSV, a row per person: partners have the same number and points. Names are left out while the
    class is anonymous.
    """
    return _grades(session, classroom, work.read(session, classroom))


def with_evidence(session: Session, classroom: Classroom) -> Iterator[bytes]:
    """A ZIP file in parts. It is complete before the first one leaves."""
    found = work.read(session, classroom)
    # Closed with its last part.
    file = SpooledTemporaryFile(max_size=KEPT_IN_MEMORY_BYTES)  # noqa: SIM115
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lab.json", _json(found.held.document))
        archive.writestr("grades.csv", _grades(session, classroom, found))
        archive.writestr("answers.json", _json(list(_answers(found))))
        archive.writestr("games.json", _json(list(_guesses(session, found))))
        run_count = _write_runs(session, archive, classroom, found)
        archive.writestr("README.txt", _readme(classroom, run_count))
    return _parts(file)


def _grades(session: Session, classroom: Classroom, found: ClassWork) -> str:
    steps = [step for step in found.held.lab.steps if _has_points(found, step)]
    positions = repository.identifier_positions(session, classroom.id)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    named = ["number", "alias", "identifier", "section", "joined_at"]
    table.writerow([*named, *(cell_text(step.title) for step in steps), "points"])
    for student in found.students:
        points = [found.of(student, step).points for step in steps]
        given = ["" if each is None else f"{each:g}" for each in points]
        places = positions.get(student.id, [])
        for alias, position in zip_longest(student.aliases, places, fillvalue=""):
            is_named = not classroom.is_anonymous
            table.writerow(
                [
                    student.number,
                    cell_text(str(alias)) if is_named else "",
                    position if is_named else "",
                    cell_text(student.section or ""),
                    student.joined_at.isoformat(timespec="seconds"),
                    *given,
                    f"{sum(each or 0.0 for each in points):g}",
                ]
            )
    return out.getvalue()


def _has_points(found: ClassWork, step: Step) -> bool:
    said = (each for (_, step_id), each in found.feedback.items() if step_id == step.id)
    return step.points > 0 or any(each.points is not None for each in said)


def _answers(found: ClassWork) -> Iterator[dict[str, Any]]:
    for student in found.students:
        for step in found.held.lab.steps:
            place = (student.attempt_id, step.id)
            given, said = found.answers.get(place), found.feedback.get(place)
            if given is None and said is None:
                continue
            mark = found.marks.get(place)
            yield {
                "number": student.number,
                "step_id": step.id,
                "answer": None if given is None else given.answer,
                "answered_at": None if given is None else given.answered_at.isoformat(),
                "is_right": None if mark is None else mark.is_right,
                "measured": None if mark is None else mark.measured,
                "points": found.of(student, step).points,
                "feedback": None if said is None else said.text,
            }


def _guesses(session: Session, found: ClassWork) -> Iterator[dict[str, Any]]:
    seeds = _seeds_of_rounds(session, found)
    for student in found.students:
        for step in found.held.lab.steps:
            game = found.games.get((student.attempt_id, step.id))
            if not isinstance(step, GameStep) or game is None:
                continue
            for index, guess in game.guesses.items():
                drawn = draw(step, game.secret, index)
                yield {
                    "number": student.number,
                    "step_id": step.id,
                    "round": index,
                    "guess": guess,
                    "hidden": drawn.algorithm,
                    "is_right": guess == drawn.algorithm,
                    "seed": seeds.get(rounds.run_id_of(game.secret, step, index)),
                }


def _seeds_of_rounds(session: Session, found: ClassWork) -> dict[UUID, int]:
    """By id of the run: those of rounds expire."""
    steps = {step.id: step for step in found.held.lab.steps if isinstance(step, GameStep)}
    ids = [
        rounds.run_id_of(game.secret, steps[step_id], index)
        for (_attempt_id, step_id), game in found.games.items()
        if step_id in steps
        for index in game.guesses
    ]
    rows = session.execute(select(Run.id, Run.seed).where(Run.id.in_(ids)))
    return {row.id: row.seed for row in rows}


def _write_runs(
    session: Session, archive: zipfile.ZipFile, classroom: Classroom, found: ClassWork
) -> int:
    count = 0
    with archive.open("runs.jsonl", "w") as out:
        for row in _run_rows(session, classroom.id):
            out.write(json.dumps(_run(row, found), ensure_ascii=False).encode() + b"\n")
            count += 1
    return count


def _run_rows(session: Session, class_id: UUID) -> Iterable[Row[Any]]:
    """Of each result only its summary: documents of many flows are large."""
    return session.execute(
        select(
            ClassStudent.number,
            LabRun.step_id,
            LabRun.settings,
            Run.id,
            Run.status,
            Run.seed,
            Run.scenario,
            Run.scenario_digest,
            Result.core_version,
            Result.behaviour_version,
            Result.series_digest,
            Result.summary_digest,
            Result.document["summary"].label("summary"),
        )
        .join(LabRun, LabRun.attempt_id == ClassStudent.attempt_id)
        .join(Run, Run.id == LabRun.run_id)
        .outerjoin(Result, Result.id == Run.result_id)
        .where(ClassStudent.class_id == class_id, LabRun.hidden_of.is_(None))
        .order_by(ClassStudent.number, Run.created_at)
        .limit(MAX_RUNS)
        .execution_options(yield_per=ROWS_PER_FETCH)
    )


def _run(row: Row[Any], found: ClassWork) -> dict[str, Any]:
    judged = found.goals.get(row.id)
    goal = None if judged is None else asdict(judged)
    fields = {name: value for name, value in row._mapping.items() if name != "id"}
    return {**fields, "run_id": str(row.id), "goal": goal}


def _readme(classroom: Classroom, run_count: int) -> str:
    names = " The class is anonymous, so names are left out." if classroom.is_anonymous else ""
    cut = f"\nOnly the first {MAX_RUNS} runs are in here.\n" if run_count == MAX_RUNS else ""
    held = "\nStudents do not see their points yet.\n" if classroom.holds_back_points else ""
    return README.format(name=classroom.name, names=names, held=held, cut=cut)


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1)


def _parts(file: SpooledTemporaryFile[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while part := file.read(READ_BYTES):
            yield part
