"""Experiments of a page without a server, by the service's own lines.

The page keeps the definition as Python wrote it, how far each cell is, and the numbers of runs; it
sends what a question needs of them. An experiment is sent as

    {"id": ..., "name": ..., "forked_from": null, "definition": "JSON", "status": "running",
     "pause_reason": null, "core_version": null, "behaviour_version": 7, "revision": 1,
     "stored_count": 0, "done": [by cell], "failed": [by cell], "running": [cells],
     "seconds_left": null, "created_at": ..., "finished_at": null}
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from lab.errors import DefinitionDiffers, InvalidInput, TooCostly
from lab.experiments.axes_read import axes_of, axes_with_followers
from lab.experiments.metric_schema import MetricRead
from lab.experiments.schemas import (
    ExperimentChecked,
    ExperimentCreate,
    ExperimentListed,
    ExperimentPage,
    ExperimentProgress,
    ExperimentRead,
    LargestCell,
)
from lab.experiments.search import searched_text
from lab.kit.problem import ProblemItem
from lab.runs.search import patterns_of
from lab.site.computable import require_computable
from lab.site.refusals import Json
from lab_model.experiments.agreement import numbers_compared
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.expected_time import range_factor, units_s
from lab_model.experiments.extension import conflicts_of
from lab_model.experiments.metrics import metrics_of
from lab_model.experiments.number_names import group_count, labels_and_counts, number_names
from lab_model.experiments.problems import InvalidExperimentError, problems_of_definition, within
from lab_model.scenarios import FieldProblem

MAX_RUNS: Final = 1_000
"""Of one experiment: its numbers are some megabytes, and Python in the page takes a minute to make
them."""
MAX_PACKETS: Final = 1_000_000_000
"""Of one experiment: some minutes of a laptop."""
SLOWNESS_RATIO: Final = 2.5
"""Of the core in a page to that of the constants (docs/decisions/0017)."""
_ROOT: Final = ("experiment",)
_KEPT: Final = (
    "id",
    "name",
    "status",
    "pause_reason",
    "behaviour_version",
    "core_version",
    "forked_from",
    "created_at",
    "finished_at",
)


def check(body: Json) -> Json:
    """POST /api/experiments/check. `known`: which numbers the browser has, as `digest seed`."""
    expansion = _expand(body["request"])
    missing = _missing(expansion, body["known"])
    packets = [cell.predicted_packets for cell in expansion.work]
    largest = max(range(len(packets)), key=packets.__getitem__)
    predicted_s = SLOWNESS_RATIO * units_s(missing.run_count, missing.packets)
    factor = range_factor("constants")
    return ExperimentChecked(
        cell_count=expansion.cell_count,
        unit_count=expansion.unit_count,
        most_unit_count=expansion.unit_count,
        stored_unit_count=missing.stored_count,
        predicted_packets=missing.packets,
        predicted_s=predicted_s,
        predicted_low_s=predicted_s / factor,
        predicted_high_s=predicted_s * factor,
        predicted_by="constants",
        axes=axes_with_followers(expansion.definition),
        largest=LargestCell(cell_index=largest, predicted_packets=packets[largest]),
    ).model_dump(mode="json")


def create(body: Json) -> Json:
    """POST /api/experiments: what is to be computed; `known` as of `check`."""
    expansion = _expand(body["request"])
    wanted = ExperimentCreate.model_validate(body["request"])
    plan = _plan(expansion, body["known"])
    name = wanted.name if wanted.name is not None else wanted.experiment.name
    return {**plan, "name": name, "forked_from": wanted.forked_from}


def extend(body: Json) -> Json:
    """POST /api/experiments/{experiment_id}/extend: the same of more seeds or values than the
    definition has that is there.
    """
    after = _expand(body["request"])
    conflicts = conflicts_of(expansion_of_text(body["definition"]), after)
    if conflicts:
        raise DefinitionDiffers(conflicts[0].message, errors=_items(conflicts))
    return _plan(after, body["known"])


def read(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}."""
    found = body["experiment"]
    expansion = expansion_of_text(found["definition"])
    definition = expansion.definition
    is_complete = sum(found["done"]) == expansion.unit_count
    url = f"/api/experiments/{found['id']}/counts"
    return ExperimentRead(
        **{**_fields(found, expansion), "axes": axes_with_followers(definition)},
        experiment=definition.to_json(),
        seeds=list(expansion.seeds),
        running_cells=found["running"],
        cell_counts_url=None if is_complete else url,
        metrics=[
            MetricRead(**vars(metric))
            for metric in metrics_of(number_names(definition), *labels_and_counts(definition))
        ],
        imports=[],
    ).model_dump(mode="json")


def list_all(body: Json) -> Json:
    """GET /api/experiments: those of this browser in which all words of `search` are."""
    patterns = patterns_of(body["search"])
    items = []
    for found in body["experiments"]:
        expansion = expansion_of_text(found["definition"])
        text = searched_text(found["name"], expansion)
        if all(any(each in text for each in texts) for texts in patterns):
            fields = _fields(found, expansion)
            items.append(ExperimentListed(**fields, seed_count=len(expansion.seeds)))
    return ExperimentPage(items=items, next_cursor=None).model_dump(mode="json")


@lru_cache(maxsize=8)
def expansion_of_text(text: str) -> Expansion:
    """Of a definition that Python has read before, as it wrote it."""
    return Expansion(ExperimentDefinition.model_validate_json(text))


def _expand(request: Json) -> Expansion:
    """Every cell is a valid scenario that a page computes, and there are not too many.

    Raises InvalidInput, TooCostly and `RefusedError`.
    """
    try:
        definition = ExperimentDefinition.model_validate(request["experiment"])
    except ValidationError as error:
        items = _items(problems_of_definition(error), _ROOT)
        detail = items[0].message if len(items) == 1 else f"{len(items)} fields are not valid."
        raise InvalidInput(detail, errors=items) from None
    if definition.replications.precision is not None:
        raise _needs_server(
            "replications.precision",
            "A page without a server gives every cell the same number of seeds; seeds until a "
            "precision is reached need a lab with a server.",
            definition.replications.precision.within_ratio,
        )
    expansion = Expansion(definition)
    count = expansion.unit_count
    if count > MAX_RUNS:
        message = _too_large(f"{count:,} runs", f"{MAX_RUNS:,}", "Take fewer cells or seeds")
        raise _needs_server("", message, count, MAX_RUNS)
    try:
        work = expansion.work
    except InvalidExperimentError as error:
        items = _items(error.problems, _ROOT)
        detail = items[0].message if len(items) == 1 else f"{len(items)} values are not valid."
        raise InvalidInput(detail, errors=items) from None
    packets = sum(cell.predicted_packets for cell in work) * len(expansion.seeds)
    if packets > MAX_PACKETS:
        message = _too_large(
            f"{packets:,} predicted packets",
            f"{MAX_PACKETS:,}",
            "Take fewer cells or seeds, or shorter runs",
        )
        raise _needs_server("", message, packets, MAX_PACKETS)
    for scenario in expansion.scenarios():
        require_computable(scenario)
    return expansion


def _too_large(has: str, most: str, advice: str) -> str:
    return (
        f"The experiment has {has}; a page without a server computes at most {most}. {advice}, or "
        "open it in a lab with a server."
    )


def _needs_server(path: str, message: str, value: object, bound: object = None) -> TooCostly:
    pointer = "/".join(["", *_ROOT, *filter(None, path.split("."))])
    item = ProblemItem(path=path, pointer=pointer, message=message, value=value, bound=bound)
    return TooCostly(message, errors=[item])


def _items(problems: Sequence[FieldProblem], root: tuple[str, ...] = ()) -> list[ProblemItem]:
    return [ProblemItem(**within(root, problem).model_dump()) for problem in problems]


class _Missing(NamedTuple):
    """The units that the browser has not computed yet; equal cells are computed once."""

    stored_count: int
    """Units that it has the numbers of."""
    run_count: int
    packets: int


def _missing(expansion: Expansion, known: Sequence[str]) -> _Missing:
    cells_of = Counter(cell.scenario_digest for cell in expansion.work)
    packets_of = {cell.scenario_digest: cell.predicted_packets for cell in expansion.work}
    there = set(known)
    stored_count = run_count = packets = 0
    for digest, cell_count in cells_of.items():
        stored = sum(f"{digest} {seed}" in there for seed in expansion.seeds)
        stored_count += stored * cell_count
        run_count += len(expansion.seeds) - stored
        packets += (len(expansion.seeds) - stored) * packets_of[digest]
    return _Missing(stored_count, run_count, packets)


def _plan(expansion: Expansion, known: Sequence[str]) -> Json:
    """What the page computes of it, and what it sends for each view."""
    definition = expansion.definition
    return {
        # As text: JavaScript would write the 10.0 of an axis as 10.
        "definition": definition.model_dump_json(by_alias=True),
        "seeds": list(expansion.seeds),
        "stored_count": _missing(expansion, known).stored_count,
        # What every map needs beside its metric.
        "compared": numbers_compared(group_count(definition), number_names(definition)),
        "cells": [
            {
                "scenario": scenario.model_dump(mode="json"),
                "scenario_digest": work.scenario_digest,
            }
            for scenario, work in zip(expansion.scenarios(), expansion.work, strict=True)
        ],
    }


def _fields(found: Json, expansion: Expansion) -> dict[str, Any]:
    """The fields that an answer and a list share."""
    return {
        **{name: found[name] for name in _KEPT},
        "axes": axes_of(expansion.axes),
        "cell_count": expansion.cell_count,
        "is_mine": True,
        "paper": None,
        "is_shared": False,
        "progress": ExperimentProgress(
            unit_count=expansion.unit_count,
            done_count=sum(found["done"]),
            failed_count=sum(found["failed"]),
            stored_count=found["stored_count"],
            running_count=len(found["running"]),
            seconds_left=found["seconds_left"],
            revision=found["revision"],
        ),
    }


QUESTIONS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "experiment_check": check,
    "experiment_create": create,
    "experiment_extend": extend,
    "experiment": read,
    "experiments": list_all,
}
