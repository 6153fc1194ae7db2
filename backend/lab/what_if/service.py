"""The rules of asking what would change."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.errors import InvalidInput, NotAWhatIf
from lab.experiments import service as experiments
from lab.experiments import views
from lab.experiments.quota import Quota
from lab.experiments.reading import definition_of
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.values import read_values
from lab.kit.problem import ProblemItem
from lab.modules import service as modules
from lab.runs import service as runs
from lab.what_if.answering import (
    ImpossibleQuestionError,
    Progress,
    id_of,
    offers_of,
    question_of,
    table_of,
)
from lab.what_if.schemas import WhatIfOffers, WhatIfRead, WhatIfRequest
from lab_model.scenarios import Scenario, validate_scenario
from lab_model.what_if.experiment import is_what_if


def offers(session: Session, run_id: UUID) -> WhatIfOffers:
    """The usual questions about a run. Raises NotFound."""
    scenario = _scenario_of(session, run_id)
    in_titles = modules.in_titles(session, scenario.model_dump(mode="json"))
    found = offers_of(run_id, scenario)
    for offer in found.offers:
        offer.title = in_titles(offer.title)
    return found


def ask(
    session: Session,
    owner_key_hash: bytes | None,
    run_id: UUID,
    wanted: WhatIfRequest,
    quota: Quota,
) -> WhatIfRead:
    """Plan what is missing; the same request gets the same experiment.

    Raises NotFound and InvalidInput.
    """
    try:
        definition = question_of(_scenario_of(session, run_id), wanted)
    except ImpossibleQuestionError as error:
        pointer = "/" + error.path.replace(".", "/")
        item = ProblemItem(path=error.path, pointer=pointer, message=error.message, value=None)
        raise InvalidInput(error.message, errors=[item]) from None
    create = ExperimentCreate(experiment=definition, name=definition.name)
    wanted_id = id_of(owner_key_hash, definition)
    made = experiments.create(session, owner_key_hash, create, quota, wanted_id)
    return read(session, made.id)


def read(session: Session, experiment_id: UUID) -> WhatIfRead:
    """The table as far as it is known. Raises NotFound and NotAWhatIf."""
    experiment = experiments.require(session, experiment_id)
    definition = definition_of(experiment)
    if not is_what_if(definition):
        raise NotAWhatIf(
            f"Experiment {experiment_id} does not ask what would change: its first axis is not one "
            "of alterations."
        )
    counts = views.counts_of(session, experiment)
    progress = Progress(
        experiment_id=experiment.id,
        status=experiment.status,
        core_version=experiment.core_version,
        seed_count=experiment.replication_count,
        unit_count=experiment.unit_count,
        finished_unit_count=experiment.done_count + experiment.failed_count,
        done_counts=counts.done,
        failed_counts=counts.failed,
    )

    def read_rows(metrics: list[str]) -> list[Any]:
        return [values.tolist() for values in read_values(session, experiment, metrics)]

    found = table_of(definition, progress, read_rows)
    in_titles = modules.in_titles(session, definition.model_dump(mode="json", by_alias=True))
    for arm in found.arms:
        arm.title = in_titles(arm.title)
    for offer in found.neighbours:
        offer.title = in_titles(offer.title)
    for metric in found.metrics:
        metric.label = in_titles(metric.label)
    return found


def _scenario_of(session: Session, run_id: UUID) -> Scenario:
    return validate_scenario(runs.require(session, run_id).scenario)
