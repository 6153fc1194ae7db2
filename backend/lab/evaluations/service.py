"""The rules of the league and of report cards."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final
from uuid import UUID

import numpy as np
from pydantic import BaseModel
from sqlalchemy.orm import Session

from lab.errors import InvalidInput, NotAnEvaluation, NotFound
from lab.evaluations.schemas import EvaluatedReport, EvaluationRead, EvaluationRequest, LeagueRead
from lab.experiments import service as experiments
from lab.experiments.quota import Quota
from lab.experiments.reading import definition_of
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.states import ExperimentStatus
from lab.experiments.values import read_values
from lab.kit.cache import Cache
from lab.kit.typed_json import WrittenJson
from lab.league_entries import service as league_entries
from lab.models import Experiment
from lab_model.evaluation import (
    Evaluated,
    PairStanding,
    Report,
    algorithm_of,
    evaluation_experiment,
    is_evaluation,
    league_of,
    load_shipped,
    load_situations,
    pair_standing,
    report_of,
    shipped_names,
)
from lab_model.evaluation.evaluated import BASELINES, EvaluatedSituation, number_names, shipped
from lab_model.evaluation.league import title_of
from lab_model.experiments import ExperimentDefinition
from lab_model.experiments.json_lists import or_null
from lab_model.modules import is_module_name
from lab_model.scenarios import scenario_digest
from lab_model.scenarios.algorithm_choice import AlgorithmChoice

_ADDED: Final = "with-"
_MOST_EVALUATIONS: Final = 64
_MOST_ANSWER_BYTES: Final = 8_000_000
"""Of one process. A league takes some 50 kB, a report 250 kB."""


@dataclass(frozen=True)
class _Planned:
    """An experiment that is an evaluation: to find that out takes milliseconds."""

    definition: ExperimentDefinition
    algorithm: AlgorithmChoice
    title: str


@dataclass(frozen=True)
class _State:
    """Two answers about experiments in the same state are the same."""

    experiment_id: UUID
    created_at: datetime  # the id of one that was deleted may come back: revisions begin anew
    status: ExperimentStatus
    revision: int
    unit_count: int
    behaviour_version: int | None


# By experiment and number of units: a definition changes by growing only.
_PLANNED: Final[Cache[tuple[UUID, int], _Planned]] = Cache(_MOST_EVALUATIONS)
_EVALUATED: Final[Cache[_State, Evaluated]] = Cache(_MOST_EVALUATIONS)
_ANSWERS: Final[Cache[tuple[object, ...], WrittenJson]] = Cache(
    _MOST_ANSWER_BYTES, lambda answer: len(answer.content)
)


def league(
    session: Session,
    added: Sequence[UUID],
    situation_id: str | None,
    *,
    with_entries: bool = True,
) -> WrittenJson:
    """A LeagueRead: shipped algorithms, entries that are done, and added evaluations.

    Raises NotFound and NotAnEvaluation.
    """
    found = [_require(session, experiment_id) for experiment_id in dict.fromkeys(added)]
    entered = league_entries.ranked(session) if with_entries else {}
    # The numbers of a finished evaluation never change; other seeds are another draw.
    draws = tuple((name, title, each.seeds[0]) for name, (title, each) in entered.items())
    key = ("league", situation_id, draws, *(_state(experiment) for experiment, _ in found))
    return _kept(key, lambda: _league(session, found, entered, situation_id))


def _league(
    session: Session,
    added: Sequence[tuple[Experiment, _Planned]],
    entered: Mapping[str, tuple[str, Evaluated]],
    situation_id: str | None,
) -> LeagueRead:
    evaluations = dict(shipped()) | {name: found for name, (_, found) in entered.items()}
    titles = {name: title for name, (title, _) in entered.items()}
    for place, (experiment, planned) in enumerate(added, start=1):
        evaluations[f"{_ADDED}{place}"] = _evaluated(session, experiment, planned)
    try:
        found = league_of(evaluations, situation_id, titles)
    except KeyError:
        raise NotFound(f"The league has no situation '{situation_id}'.") from None
    return LeagueRead(**dict(found), added=[_read(*each) for each in added])


@cache
def standing(first: str, second: str) -> PairStanding:
    """Which of two is fairer where. Raises NotFound."""
    try:
        return pair_standing(first, second)
    except KeyError as error:
        raise NotFound(f"The league has no algorithm '{str(error.args[0])[:80]}'.") from None


def shipped_report(name: str) -> Report:
    """The report card that ships with the lab. Raises NotFound."""
    if name not in shipped_names():
        there_are = ", ".join(shipped_names())
        raise NotFound(f"The lab ships no report on '{name[:80]}'; it has: {there_are}.")
    return _shipped_report(name)


@cache
def _shipped_report(name: str) -> Report:
    """Its estimates take some 40 ms, and change with the release only."""
    return report_of(load_shipped(name), _baselines())


def evaluate(
    session: Session, owner_key_hash: bytes | None, wanted: EvaluationRequest, quota: Quota
) -> EvaluationRead:
    """Plan what is missing; the same request gets the same experiment.

    Raises InvalidInput for a module: some situations have a connection for each transfer.
    """
    if is_module_name(wanted.algorithm.name):
        message = (
            f"algorithm.name is '{wanted.algorithm.name}', a module, which the league does not "
            "take; ./lab report FILE.wasm writes its report card"
        )
        raise InvalidInput.of_field("algorithm", message)
    algorithm = wanted.algorithm.model_dump(mode="json", exclude_defaults=True)
    definition = evaluation_experiment(algorithm, title_of(algorithm))
    create = ExperimentCreate(experiment=definition, name=definition.name)
    made = experiments.create(
        session, owner_key_hash, create, quota, _id_of(owner_key_hash, definition)
    )
    return _read(experiments.require(session, made.id), _planned(definition))


def report(session: Session, experiment_id: UUID) -> WrittenJson:
    """An EvaluatedReport: the card as far as it is known. Raises NotFound and NotAnEvaluation."""
    experiment, planned = _require(session, experiment_id)
    return _kept(("report", _state(experiment)), lambda: _report(session, experiment, planned))


def _report(session: Session, experiment: Experiment, planned: _Planned) -> EvaluatedReport:
    evaluated = _evaluated(session, experiment, planned)
    return EvaluatedReport(
        evaluation=_read(experiment, planned), report=report_of(evaluated, _baselines())
    )


def _kept(key: tuple[object, ...], make: Callable[[], BaseModel]) -> WrittenJson:
    """Pages ask again each second; mostly nothing has changed."""
    answer = _ANSWERS.get(key)
    if answer is None:
        answer = WrittenJson(make().model_dump_json().encode())
        _ANSWERS.put(key, answer)
    return answer


def _baselines() -> dict[str, Evaluated]:
    return {name: load_shipped(name) for name in BASELINES if name in shipped_names()}


def _require(session: Session, experiment_id: UUID) -> tuple[Experiment, _Planned]:
    experiment = experiments.require(session, experiment_id)
    key = experiment.id, experiment.unit_count
    planned = _PLANNED.get(key)
    if planned is None:
        definition = definition_of(experiment)
        if not is_evaluation(definition):
            raise NotAnEvaluation(
                f"Experiment {experiment_id} is not an evaluation of an algorithm in the "
                "situations of this release."
            )
        planned = _planned(definition)
        _PLANNED.put(key, planned)
    return experiment, planned


def _planned(definition: ExperimentDefinition) -> _Planned:
    algorithm = definition.base.flows[0].algorithm
    return _Planned(definition, algorithm, title_of(algorithm_of(definition)))


def _state(experiment: Experiment) -> _State:
    return _State(
        experiment.id,
        experiment.created_at,
        experiment.status,
        experiment.revision,
        experiment.unit_count,
        experiment.behaviour_version,
    )


def _evaluated(session: Session, experiment: Experiment, planned: _Planned) -> Evaluated:
    """The numbers of an experiment, null where they are not computed yet."""
    state = _state(experiment)
    found = _EVALUATED.get(state)
    if found is None:
        found = _read_numbers(session, experiment, planned.definition)
        _EVALUATED.put(state, found)
    return found


def _read_numbers(
    session: Session, experiment: Experiment, definition: ExperimentDefinition
) -> Evaluated:
    situations = load_situations()
    algorithm = algorithm_of(definition)
    names = {
        item.id: number_names(item.numbers, is_in_league=item.league is not None)
        for item in situations
    }
    every = list(dict.fromkeys(name for group in names.values() for name in group))
    tables = dict(zip(every, read_values(session, experiment, every), strict=True))
    return Evaluated(
        algorithm=algorithm,
        behaviour_version=experiment.behaviour_version or 0,
        core_version=experiment.core_version or "",
        seeds=list(definition.replications.seeds),
        situations={
            item.id: EvaluatedSituation(
                scenario_digest=scenario_digest(item.scenario_with(algorithm)),
                numbers={name: or_null(np.asarray(tables[name][cell])) for name in names[item.id]},
            )
            for cell, item in enumerate(situations)
        },
    )


def _read(experiment: Experiment, planned: _Planned) -> EvaluationRead:
    return EvaluationRead(
        experiment_id=experiment.id,
        title=planned.title,
        algorithm=planned.algorithm,
        status=experiment.status,
        unit_count=experiment.unit_count,
        finished_unit_count=experiment.done_count + experiment.failed_count,
    )


def _id_of(owner_key_hash: bytes | None, definition: ExperimentDefinition) -> UUID:
    text = (
        f"evaluation\n{(owner_key_hash or b'').hex()}\n{definition.model_dump_json(by_alias=True)}"
    )
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)
