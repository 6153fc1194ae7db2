"""What would change about a run of a page without a server, by the service's own lines."""

import math
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from lab.site.computable import require_computable
from lab.site.refusals import Json, item_of, read_body, refused
from lab.what_if.answering import (
    ImpossibleQuestionError,
    Progress,
    id_of,
    names_read,
    offers_of,
    question_of,
    table_of,
)
from lab.what_if.schemas import WhatIfRequest
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.scenarios import Scenario, predicted_packet_count, scenario_digest

MAX_PACKETS: Final = 1_000_000_000
"""Of one question: some minutes of a laptop."""


def what_if_offers(body: Json) -> Json:
    """GET /api/runs/{run_id}/what-if."""
    scenario = Scenario.model_validate(body["scenario"])
    return offers_of(UUID(body["run_id"]), scenario).model_dump(mode="json")


def what_if(body: Json) -> Json:
    """POST /api/runs/{run_id}/what-if: the experiment that answers, and what is to be computed of
    it: the scenarios of its cells, its seeds, and the numbers that the table is made of.
    """
    wanted = read_body(WhatIfRequest, body["request"])
    try:
        definition = question_of(Scenario.model_validate(body["scenario"]), wanted)
    except ImpossibleQuestionError as error:
        raise refused(error.message, [item_of(error.path, error.message, None)]) from None
    expansion = Expansion(definition)
    scenarios = list(expansion.scenarios())
    for scenario in scenarios:
        require_computable(scenario)
    packets = sum(map(predicted_packet_count, scenarios)) * len(expansion.seeds)
    if packets > MAX_PACKETS:
        message = (
            f"This may take {packets:,} packets; a page without a server computes at most "
            f"{MAX_PACKETS:,} at once. Take fewer seeds or changes, or ask in a lab with a server."
        )
        raise refused(message)
    return {
        "experiment_id": str(id_of(None, definition)),
        # As text: JavaScript would write the 10.0 of an axis as 10.
        "definition": definition.model_dump_json(by_alias=True),
        "seeds": list(expansion.seeds),
        "names": names_read(definition),
        "cells": [
            {
                "scenario": scenario.model_dump(mode="json"),
                "scenario_digest": scenario_digest(scenario),
            }
            for scenario in scenarios
        ],
    }


def what_if_table(body: Json) -> Json:
    """GET /api/what-if/{experiment_id}: `rows` are the numbers of `names_read` by cell and seed,
    null where there is none yet; `failed` counts seeds by cell.
    """
    definition = ExperimentDefinition.model_validate_json(body["definition"])
    cells: list[list[list[float | None] | None]] = body["cells"]
    done = [sum(unit is not None for unit in cell) for cell in cells]
    failed: list[int] = body["failed"]
    unit_count = sum(map(len, cells))
    finished = sum(done) + sum(failed)
    progress = Progress(
        experiment_id=UUID(body["experiment_id"]),
        status="done" if finished == unit_count else "running",
        core_version=body["core_version"],
        seed_count=len(cells[0]),
        unit_count=unit_count,
        finished_unit_count=finished,
        done_counts=done,
        failed_counts=failed,
    )
    places = {name: place for place, name in enumerate(names_read(definition))}

    def read_rows(metrics: Sequence[str]) -> list[list[list[float]]]:
        return [
            [[_value(unit, places[name]) for unit in cell] for cell in cells] for name in metrics
        ]

    return table_of(definition, progress, read_rows).model_dump(mode="json")


def _value(unit: Sequence[float | None] | None, place: int) -> float:
    value: Any = None if unit is None else unit[place]
    return math.nan if value is None else float(value)
