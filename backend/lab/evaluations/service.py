"""The rules of the league and of report cards."""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Final
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from lab.errors import NotAnEvaluation, NotFound
from lab.evaluations.schemas import EvaluatedReport, EvaluationRead, EvaluationRequest, LeagueRead
from lab.experiments import service as experiments
from lab.experiments.quota import Quota
from lab.experiments.reading import definition_of
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.values import read_values
from lab.models import Experiment
from lab_model.evaluation import (
    Evaluated,
    Report,
    algorithm_of,
    evaluation_experiment,
    is_evaluation,
    league_of,
    load_shipped,
    load_situations,
    report_of,
    shipped_names,
)
from lab_model.evaluation.evaluated import BASELINES, EvaluatedSituation, number_names, shipped
from lab_model.evaluation.league import title_of
from lab_model.experiments import ExperimentDefinition
from lab_model.experiments.numerals import or_null
from lab_model.scenarios import scenario_digest

_ADDED: Final = "with-"


def league(session: Session, added: Sequence[UUID], situation_id: str | None) -> LeagueRead:
    """What ships with the lab and what was added. Raises NotFound and NotAnEvaluation."""
    evaluations = dict(shipped())
    reads = []
    for place, experiment_id in enumerate(dict.fromkeys(added), start=1):
        experiment, definition = _require(session, experiment_id)
        evaluations[f"{_ADDED}{place}"] = _evaluated(session, experiment, definition)
        reads.append(_read(experiment, definition))
    try:
        found = league_of(evaluations, situation_id)
    except KeyError:
        raise NotFound(f"The league has no situation '{situation_id}'.") from None
    return LeagueRead(**dict(found), added=reads)


def shipped_report(name: str) -> Report:
    """The report card that ships with the lab. Raises NotFound."""
    if name not in shipped_names():
        there_are = ", ".join(shipped_names())
        raise NotFound(f"No report of '{name[:80]}' ships with the lab; there are: {there_are}.")
    return _shipped_report(name)


@cache
def _shipped_report(name: str) -> Report:
    """Its estimates take some 40 ms, and change with the release only."""
    return report_of(load_shipped(name), _baselines())


def evaluate(
    session: Session, owner_key_hash: bytes | None, wanted: EvaluationRequest, quota: Quota
) -> EvaluationRead:
    """Plan what is missing; who asks the same again gets the same experiment."""
    algorithm = wanted.algorithm.model_dump(mode="json", exclude_defaults=True)
    definition = evaluation_experiment(algorithm, title_of(algorithm))
    create = ExperimentCreate(experiment=definition, name=definition.name)
    made = experiments.create(
        session, owner_key_hash, create, quota, _id_of(owner_key_hash, definition)
    )
    return _read(experiments.require(session, made.id), definition)


def report(session: Session, experiment_id: UUID) -> EvaluatedReport:
    """The card as far as it is known. Raises NotFound and NotAnEvaluation."""
    experiment, definition = _require(session, experiment_id)
    evaluated = _evaluated(session, experiment, definition)
    return EvaluatedReport(
        evaluation=_read(experiment, definition), report=report_of(evaluated, _baselines())
    )


def _baselines() -> dict[str, Evaluated]:
    return {name: load_shipped(name) for name in BASELINES if name in shipped_names()}


def _require(session: Session, experiment_id: UUID) -> tuple[Experiment, ExperimentDefinition]:
    experiment = experiments.require(session, experiment_id)
    definition = definition_of(experiment)
    if not is_evaluation(definition):
        raise NotAnEvaluation(
            f"Experiment {experiment_id} does not put an algorithm into the situations of this "
            "release."
        )
    return experiment, definition


def _evaluated(
    session: Session, experiment: Experiment, definition: ExperimentDefinition
) -> Evaluated:
    """The numbers of an experiment, null where they are not computed yet."""
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


def _read(experiment: Experiment, definition: ExperimentDefinition) -> EvaluationRead:
    return EvaluationRead(
        experiment_id=experiment.id,
        title=title_of(algorithm_of(definition)),
        algorithm=definition.base.flows[0].algorithm,
        status=experiment.status,
        unit_count=experiment.unit_count,
        finished_unit_count=experiment.done_count + experiment.failed_count,
    )


def _id_of(owner_key_hash: bytes | None, definition: ExperimentDefinition) -> UUID:
    text = (
        f"evaluation\n{(owner_key_hash or b'').hex()}\n{definition.model_dump_json(by_alias=True)}"
    )
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)
