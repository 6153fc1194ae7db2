"""The rules of asking what would change."""

import hashlib
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import numpy as np
from pydantic import ValidationError
from sqlalchemy.orm import Session

from lab.comparisons.schemas import ComparedMetric, ItemDifference, ItemEstimate
from lab.errors import InvalidInput, NotAWhatIf
from lab.experiments import service as experiments
from lab.experiments import views
from lab.experiments.quota import Quota
from lab.experiments.reading import definition_of
from lab.experiments.schemas import ExperimentCreate
from lab.experiments.values import Values, agreeing_of, read_values
from lab.kit.problem import ProblemItem
from lab.models import Experiment
from lab.runs import service as runs
from lab.what_if.schemas import (
    OfferedAlteration,
    WhatIfArm,
    WhatIfOffers,
    WhatIfRead,
    WhatIfRequest,
)
from lab_model.experiments import ExperimentDefinition
from lab_model.experiments.estimates import estimate_cells
from lab_model.experiments.metrics import Metric, metrics_of
from lab_model.experiments.numbers import MAX_GROUP_COUNT
from lab_model.experiments.numerals import significant
from lab_model.experiments.paired import compare_cells
from lab_model.scenarios import (
    Scenario,
    predicted_packet_count,
    problems_of,
    validate_scenario,
)
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.experiment import group_places, is_what_if, what_if_experiment
from lab_model.what_if.offers import (
    MAX_OFFERED_PACKETS,
    offered_alterations,
    offered_neighbours,
    offered_seed_count,
)

_OF_GROUPS: Final = "throughput_bps"
_OF_ALL: Final = ("jain_index", "utilisation_ratio", "mean_queue_s", "retransmit_ratio")
_UTILISATION: Final = "utilisation_ratio"
_NOTHING: Final = ItemEstimate(count=0, mean=None, low=None, high=None, is_clipped=False)


def offers(session: Session, run_id: UUID) -> WhatIfOffers:
    """The usual questions about a run. Raises NotFound."""
    scenario = _scenario_of(session, run_id)
    offered = offered_alterations(scenario)
    seed_count = offered_seed_count(scenario, len(offered))
    packets = predicted_packet_count(scenario) * (len(offered) + 1) * seed_count
    return WhatIfOffers(
        run_id=run_id,
        offers=[
            OfferedAlteration(alteration=alteration, title=alteration.title(scenario))
            for alteration in offered
        ],
        seed_count=seed_count,
        predicted_packets=packets,
        is_quick=packets <= MAX_OFFERED_PACKETS,
    )


def ask(
    session: Session,
    owner_key_hash: bytes | None,
    run_id: UUID,
    wanted: WhatIfRequest,
    quota: Quota,
) -> WhatIfRead:
    """Plan what is missing; who asks the same again gets the same experiment.

    Raises NotFound and InvalidInput.
    """
    definition = _definition(_scenario_of(session, run_id), wanted)
    create = ExperimentCreate(experiment=definition, name=definition.name)
    wanted_id = _id_of(owner_key_hash, definition)
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
    titles = definition.axes[0].names or []
    # Of the first arm, the scenario as it is.
    agree = bool(agreeing_of(session, experiment)[0])
    metrics, has_equal = _metrics(session, experiment, definition)
    seed_count = experiment.replication_count
    is_done = [count == seed_count for count in counts.done]
    return WhatIfRead(
        experiment_id=experiment.id,
        status=experiment.status,
        unit_count=experiment.unit_count,
        finished_unit_count=experiment.done_count + experiment.failed_count,
        seed_count=seed_count,
        core_version=experiment.core_version,
        arms=[
            WhatIfArm(
                title=title,
                cell_index=cell_index,
                done_count=counts.done[cell_index],
                failed_count=counts.failed[cell_index],
                changes_nothing=has_equal[cell_index] and is_done[0] and is_done[cell_index],
            )
            for cell_index, title in enumerate(titles)
        ],
        seeds_agree=agree,
        neighbours=[
            OfferedAlteration(alteration=change, title=change.title(definition.base))
            for change in (offered_neighbours(definition.base) if agree else ())
        ],
        metrics=metrics,
    )


def _scenario_of(session: Session, run_id: UUID) -> Scenario:
    return validate_scenario(runs.require(session, run_id).scenario)


def _definition(scenario: Scenario, wanted: WhatIfRequest) -> ExperimentDefinition:
    """Raises InvalidInput that names the alteration that can not be."""
    for place, alteration in enumerate(wanted.alterations):
        path = f"alterations.{place}"
        try:
            alteration.apply(scenario)
        except ImpossibleAlterationError as error:
            raise _refusal(path, f"{path} is impossible: {error}.") from None
        except ValidationError as error:
            [first, *_] = problems_of(error)
            raise _refusal(path, f"{path} makes an invalid scenario: {first.message}") from None
    try:
        return what_if_experiment(scenario, wanted.alterations, wanted.seed_count)
    except ValidationError as error:
        # Two alterations that do the same, or one that changes nothing.
        message = str(error.errors()[0]["ctx"].get("requirement", error.errors()[0]["msg"]))
        raise _refusal("alterations", f"alterations: the list {message}") from None


def _refusal(path: str, message: str) -> InvalidInput:
    pointer = "/" + path.replace(".", "/")
    item = ProblemItem(path=path, pointer=pointer, message=message, value=None)
    return InvalidInput(message, errors=[item])


def _id_of(owner_key_hash: bytes | None, definition: ExperimentDefinition) -> UUID:
    text = f"what-if\n{(owner_key_hash or b'').hex()}\n{definition.model_dump_json(by_alias=True)}"
    return UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=5)


def _metric_names(definition: ExperimentDefinition) -> list[str]:
    count = min(len(definition.base.flows), MAX_GROUP_COUNT)
    return [*(f"group_{index}_{_OF_GROUPS}" for index in range(count)), *_OF_ALL]


def _metrics(
    session: Session, experiment: Experiment, definition: ExperimentDefinition
) -> tuple[list[ComparedMetric], list[bool]]:
    """Each metric in every arm, and against the first arm; and which arms have
    the numbers of the first one in every seed.
    """
    labels = [group.label for group in definition.base.flows]
    metrics = metrics_of(_metric_names(definition), labels)
    tables = read_values(session, experiment, [metric.name for metric in metrics])
    places = group_places(definition)
    found = []
    has_equal = [cell > 0 for cell in range(len(places))]
    for index, metric in enumerate(metrics):
        rows = [_row(tables, places[cell], index, cell) for cell in range(len(places))]
        for cell, row in enumerate(rows):
            has_equal[cell] &= row is not None and np.array_equal(
                row, tables[index][0], equal_nan=True
            )
        found.append(
            ComparedMetric(
                **vars(metric),
                items=[_NOTHING if row is None else _estimate(row, metric) for row in rows],
                against_baseline=[
                    None if row is None or cell == 0 else _change(row, tables[index][0], metric)
                    for cell, row in enumerate(rows)
                ],
            )
        )
    return found, has_equal


def _row(
    tables: Sequence[Values], places: Sequence[int | None], index: int, cell: int
) -> Values | None:
    """The values by seed of a metric in a cell; None for a group that this arm left out.

    The metrics of groups come first, so that a group's number is its place among the tables.
    """
    is_of_group = index < min(len(places), MAX_GROUP_COUNT)
    here = places[index] if is_of_group else index
    if here is None:
        return None
    row: Values = tables[here][cell]
    return row


def _estimate(row: Values, metric: Metric) -> ItemEstimate:
    found = estimate_cells(row[np.newaxis], metric)
    [mean], [low], [high] = (significant(each) for each in (found.mean, found.low, found.high))
    return ItemEstimate(
        count=int(found.count[0]),
        mean=mean,
        low=low,
        high=high,
        is_clipped=bool(found.is_clipped[0]),
    )


def _change(row: Values, baseline: Values, metric: Metric) -> ItemDifference:
    found = compare_cells([row], [baseline], metric)
    [mean], [low], [high] = (significant(each) for each in (found.mean, found.low, found.high))
    return ItemDifference(
        kind=found.kind,
        is_paired=True,
        count=int(found.count[0]),
        mean=mean,
        low=low,
        high=high,
        is_distinguishable=bool(found.is_distinguishable[0]) if found.is_known[0] else None,
    )
