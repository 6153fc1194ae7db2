"""Labs done alone on a page without a server, by the service's own lines.

The page keeps what a database would: the lab as it was at the start, answers, guesses, and which
run belongs to which step. It sends all of it with each question, and of finished runs the result,
so that marks come from `lab.labs` and are those that a server would give.

    {"id": ..., "lab_id": ..., "started_at": ..., "lab": {...}, "secret": "a hexadecimal number",
     "answers": [{"step_id": ..., "answer": ..., "answered_at": ...}],
     "runs": [{"step_id": ..., "run_id": ..., "settings": {...}, "seed": 1, "status": "done",
               "result_key": ..., "result": {"summary": ..., "link": ..., "flows": [...]}}],
     "guesses": {"step's id": {"0": "an algorithm"}}}

None of it is secret from the user who does the lab: it lies in their browser, with the keys.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from uuid import NAMESPACE_OID, UUID, uuid5

from lab.errors import NotFound
from lab.kit.cache import Cache
from lab.labs import cells, marks, rounds, rules
from lab.labs.done import Game, GivenAnswer, StepRun
from lab.labs.held import HeldLab, hold
from lab.labs.marks import Document
from lab.labs.schemas import AnswerWrite, GuessWrite, LabRunCreate, RoundSeriesRead
from lab.runs.schemas import RunCreate
from lab.series.schemas import SubjectRead
from lab.site.computable import new_run
from lab.site.refusals import Json, read_body, refused
from lab_model.classroom import LabFile, load_templates
from lab_model.classroom.game import VISIBLE_SERIES, seed_of, unfit_guess
from lab_model.classroom.lab_file import GameStep, GoalStep, MapStep, RunStep
from lab_model.classroom.worksheet import worksheet

_HELD: Final[Cache[str, HeldLab]] = Cache(most=8)


def lab_document(body: Json) -> Json:
    """The file that POST /api/labs/{lab_id}/attempts keeps."""
    return {"lab": _shipped(body["lab_id"]).model_dump(mode="json")}


def lab_on_paper(body: Json) -> Json:
    """GET /api/labs/{lab_id}/worksheet."""
    return {"text": worksheet(_shipped(body["lab_id"]))}


def attempt(body: Json) -> Json:
    """GET /api/lab-attempts/{attempt_id}."""
    return _Attempt.of(body["attempt"]).read()


def attempt_of_file(body: Json) -> Json:
    """The same of an attempt that a file brings, which may have been written by hand."""
    try:
        found = _Attempt.of(body["attempt"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise refused("The file holds no lab that this site can read.") from None
    for given in found.answers:
        rules.asking_step(found.held.step(given.step_id), given.answer)
    for row in found.rows:
        found.held.step(row.step_id)
    for step_id, guesses in found.guesses.items():
        for index, guess in guesses.items():
            step, _ = found.game_step({"step_id": step_id, "index": index})
            unfit = unfit_guess(step, index, guess)
            if unfit is not None:
                raise rules.refusal(unfit, f"/guesses/{step_id}/{index}")
    return found.read()


def attempt_answer(body: Json) -> Json:
    """PUT /api/lab-attempts/{attempt_id}/answers/{step_id}: the attempt with the answer."""
    found = _Attempt.of(body["attempt"])
    given = read_body(AnswerWrite, body["request"]).answer
    step = found.held.step(body["step_id"])
    asking = rules.asking_step(step, given)
    showing = found.held.steps_that_show(step.id)
    has_run = any(row.step_id in showing for row in found.rows)
    is_marked = rules.can_be_right_at_once(asking) and step.id in found.answered
    if has_run or is_marked:
        raise rules.stays(step)
    answered_at = datetime.fromisoformat(body["now"])
    fresh = GivenAnswer(found.id, step.id, given, answered_at)
    kept = [each for each in found.answers if each.step_id != step.id]
    return replace(found, answers=[*kept, fresh]).read()


def attempt_run(body: Json) -> Json:
    """POST /api/lab-attempts/{attempt_id}/steps/{step_id}/runs: what is to be computed."""
    found = _Attempt.of(body["attempt"])
    settings = read_body(LabRunCreate, body["request"]).settings
    lab, step = found.held.lab, found.held.step(body["step_id"])
    rules.require_predicted(found.held, step, found.answered)
    rows = [row for row in found.rows if row.step_id == step.id]
    if isinstance(step, MapStep):
        cell = cells.cell_of(step, settings)
        seed = cells.free_seed(step, cell.place, rows) if cell.seed is None else cell.seed
        wanted = RunCreate(scenario=cell.scenario, seed=seed, forked_from=lab.title)
    elif isinstance(step, RunStep | GoalStep):
        rules.require_open(step, settings)
        if rules.needs_run_as_given(lab, step, settings):
            rules.require_run_as_given(step, rows)
        wanted = rules.run_as_set(lab, step, settings)
    else:
        raise rules.no_run(step)
    return {"run": new_run(wanted), "settings": settings}


def attempt_map(body: Json) -> Json:
    """GET /api/lab-attempts/{attempt_id}/maps/{step_id}."""
    found = _Attempt.of(body["attempt"])
    step = found.held.step(body["step_id"])
    if not isinstance(step, MapStep):
        raise rules.no_map(step)
    rules.require_predicted(found.held, step, found.answered)
    rows = [row for row in found.rows if row.step_id == step.id]
    return cells.read_for(found.documents, found.id, step, rows).model_dump(mode="json")


def attempt_round(body: Json) -> Json:
    """Of a round of a game: the id of its run, what is to be computed, and which series may be
    seen.
    """
    found = _Attempt.of(body["attempt"])
    step, index = found.game_step(body)
    seed = seed_of(step, found.secret, index)
    return {
        "run_id": str(rounds.run_id_of(found.secret, step, index)),
        "run": new_run(rounds.run_of(step, found.secret, index, seed)),
        "metrics": rounds.visible_metrics(),
        "subjects": sorted(VISIBLE_SERIES),
    }


def attempt_round_seen(body: Json) -> Json:
    """GET /api/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}: `run` is null, or the
    state of the round's run with its `series` as `readSeries` gives them.
    """
    found = _Attempt.of(body["attempt"])
    step, index = found.game_step(body)
    state = rounds.round_read(step, found.game(step), index)
    run: Json | None = body["run"]
    series = None
    if run is not None:
        subjects = [SubjectRead.model_validate(each) for each in run["series"]["subjects"]]
        kept = {name: value for name, value in run["series"].items() if name != "run_id"}
        series = {**kept, "subjects": rounds.visible(subjects)}
    return RoundSeriesRead.model_validate(
        {
            **state.model_dump(),
            "status": None if run is None else run["status"],
            "run_id": None if run is None or state.guess is None else run["id"],
            "simulated_s": 0.0 if run is None else run["simulated_s"],
            "duration_s": step.scenario.duration_s,
            "buffer_bytes": None if run is None else run["buffer_bytes"],
            "series": series,
        }
    ).model_dump(mode="json")


def attempt_guess(body: Json) -> Json:
    """PUT /api/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}/guess: the attempt with
    the guess. `status` is that of the round's run, null if there is none.
    """
    found = _Attempt.of(body["attempt"])
    step, index = found.game_step(body)
    guess = read_body(GuessWrite, body["request"]).guess
    unfit = unfit_guess(step, index, guess)
    if unfit is not None:
        raise rules.refusal(unfit, "/guess")
    game = found.game(step)
    rounds.require_guessable(step, game, index, body["status"])
    guesses = {**found.guesses, step.id: {**game.guesses, index: guess}}
    return replace(found, guesses=guesses).read()


QUESTIONS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "lab_document": lab_document,
    "lab_on_paper": lab_on_paper,
    "attempt": attempt,
    "attempt_of_file": attempt_of_file,
    "attempt_answer": attempt_answer,
    "attempt_run": attempt_run,
    "attempt_map": attempt_map,
    "attempt_round": attempt_round,
    "attempt_round_seen": attempt_round_seen,
    "attempt_guess": attempt_guess,
}


@dataclass(frozen=True)
class _Attempt:
    """As the page keeps it."""

    id: UUID
    lab_id: str
    started_at: datetime
    held: HeldLab
    secret: bytes
    answers: list[GivenAnswer]
    rows: list[StepRun]
    results: dict[UUID, Document]
    guesses: dict[str, dict[int, str]]

    @classmethod
    def of(cls, kept: Json) -> "_Attempt":
        """Checks the lab; a text that was kept once is not checked again."""
        own = UUID(kept["id"])
        answers = [
            GivenAnswer(
                own, each["step_id"], each["answer"], datetime.fromisoformat(each["answered_at"])
            )
            for each in kept["answers"]
        ]
        return cls(
            id=own,
            lab_id=kept["lab_id"],
            started_at=datetime.fromisoformat(kept["started_at"]),
            held=_held(kept["lab"]),
            secret=bytes.fromhex(kept["secret"]),
            answers=sorted(answers, key=lambda each: (each.answered_at, each.step_id)),
            rows=[_row(own, each) for each in kept["runs"]],
            results={
                _result_id(each["result_key"]): each["result"]
                for each in kept["runs"]
                if each["result"] is not None
            },
            guesses={
                step_id: {int(index): guess for index, guess in guesses.items()}
                for step_id, guesses in kept["guesses"].items()
            },
        )

    @cached_property
    def answered(self) -> set[str]:
        """Ids of steps."""
        return {each.step_id for each in self.answers}

    def documents(self, wanted: Collection[UUID]) -> Mapping[UUID, Document]:
        """As `lab.labs.marks` reads them."""
        return {each: self.results[each] for each in wanted if each in self.results}

    def game(self, step: GameStep) -> Game:
        """The guesses at a step."""
        return Game(self.secret, self.guesses.get(step.id, {}))

    def game_step(self, body: Json) -> tuple[GameStep, int]:
        """The step and the round that are asked about. Raises NotFound and WrongState."""
        step, index = self.held.step(body["step_id"]), int(body["index"])
        if not isinstance(step, GameStep):
            raise rules.no_game(step)
        rounds.require_round(step, index)
        return step, index

    def read(self) -> Json:
        """The answer of the service."""
        games = [step for step in self.held.lab.steps if isinstance(step, GameStep)]
        work = rules.Work(
            self.answers,
            self.rows,
            marks.marks(self.documents, self.held, self.answers, self.rows),
            marks.goals(self.documents, self.held, self.rows),
            [rounds.game_read(step, self.game(step), hides_points=False) for step in games],
        )
        read = rules.attempt_read(self.id, self.lab_id, self.started_at, self.held, work, None)
        return read.model_dump(mode="json")


def _row(attempt_id: UUID, kept: Json) -> StepRun:
    return StepRun(
        attempt_id=attempt_id,
        step_id=kept["step_id"],
        settings=kept["settings"],
        run_id=UUID(kept["run_id"]),
        status=kept["status"],
        seed=kept["seed"],
        result_id=None if kept["result"] is None else _result_id(kept["result_key"]),
    )


def _result_id(key: str) -> UUID:
    """Of equal work one, as on a server."""
    return uuid5(NAMESPACE_OID, key)


def _held(document: dict[str, Any]) -> HeldLab:
    text = json.dumps(document, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    known = _HELD.get(digest)
    if known is None:
        known = hold(LabFile.model_validate(document, strict=False))
        _HELD.put(digest, known)
    return known


def _shipped(lab_id: str) -> LabFile:
    for template in load_templates():
        if template.id == lab_id:
            return template.lab
    raise NotFound(f"This site has no lab '{lab_id}'. Labs that users wrote are on servers.")
