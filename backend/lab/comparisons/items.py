"""Loads compared items: the numbers of runs and of cells by metric and seed."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.comparisons.compared import (
    Loaded,
    RefusalKind,
    RefusedItemError,
    RunOfItem,
    load_cell,
    load_runs,
    missing_run,
    no_cell,
    require_done,
)
from lab.comparisons.schemas import CellPlace, ItemRequest
from lab.errors import InvalidInput, LabError, MixedBehaviours, NotDone, NotFound
from lab.experiments import service as experiments
from lab.experiments.reading import expansion_in_titles
from lab.experiments.values import results_of_cell
from lab.kit.problem import ProblemItem
from lab.models import Experiment, ExperimentCell
from lab.runs import service as runs
from lab.seeds.service import documents_of_digest
from lab_model.behaviour import holds_under, traits_of
from lab_model.experiments.numbers import Numbers, numbers_of
from lab_model.presets.known_numbers import known_numbers
from lab_model.scenarios import Scenario

_KINDS: Final[dict[RefusalKind, type[LabError]]] = {
    "not-found": NotFound,
    "not-done": NotDone,
    "mixed-behaviours": MixedBehaviours,
    "invalid-input": InvalidInput,
}


def load(session: Session, request: ItemRequest, place: int) -> Loaded:
    """An item; `place` is its index among the others, for saying which one is wrong.

    Raises NotFound, NotDone, MixedBehaviours (runs of several behaviours) and InvalidInput
    (runs of several scenarios, or a seed twice).
    """
    if request.experiment_id is not None:
        return _load_cell(session, request, request.experiment_id, f"items.{place}")
    try:
        if request.seeds:
            return _load_seeds(session, request)
        runs_of_item = (
            _run(session, run_id, index) for index, run_id in enumerate(request.run_ids)
        )
        return load_runs(runs_of_item, request.label, len(request.run_ids))
    except RefusedItemError as refused:
        path = f"items.{place}.run_ids.{refused.place}"
        kind = _KINDS[refused.kind]
        raise _refusal(kind, refused.message, path, refused.value, refused.bound) from None


def _run(session: Session, run_id: UUID, place: int) -> RunOfItem:
    try:
        run, result, _ = runs.require_with_result(session, run_id)
    except NotFound:
        raise missing_run(run_id, place) from None
    return RunOfItem(
        id=run.id,
        name=run.name,
        seed=run.seed,
        status=run.status,
        scenario=run.scenario,
        scenario_digest=run.scenario_digest,
        core_version=None if result is None else result.core_version,
        behaviour_version=None if result is None else result.behaviour_version,
        result=None if result is None else result.document or {},
    )


def _load_seeds(session: Session, request: ItemRequest) -> Loaded:
    """A run's scenario over seeds, with the numbers that all of the known seeds have."""
    run = _run(session, request.run_ids[0], 0)
    require_done(run, 0)
    loaded = Loaded.of(run, request.label, len(request.seeds))
    found = _numbers_by_seed(session, run, sorted(request.seeds))
    common = set.intersection(*map(set, found.values())) if found else set()
    for seed, numbers in found.items():
        loaded.add(seed, {name: value for name, value in numbers.items() if name in common})
    return loaded


def _numbers_by_seed(session: Session, run: RunOfItem, seeds: Sequence[int]) -> dict[int, Numbers]:
    """Whole results where all seeds have one, else shipped numbers, else the stored ones."""
    behaviour_version = run.behaviour_version
    if behaviour_version is None:
        raise AssertionError(f"run {run.id} is done and has no result")
    stored = documents_of_digest(session, run.scenario_digest, seeds, behaviour_version)
    if len(stored) < len(seeds):
        scenario = Scenario.model_validate(run.scenario)
        shipped = known_numbers(scenario, seeds)
        if shipped is not None and holds_under(
            shipped.behaviour_version, behaviour_version, traits_of(scenario)
        ):
            return shipped.by_seed
    return {seed: numbers_of(stored[seed]) for seed in seeds if seed in stored}


def _load_cell(session: Session, request: ItemRequest, experiment_id: UUID, path: str) -> Loaded:
    try:
        experiment = experiments.require(session, experiment_id)
    except NotFound as missing:
        raise _refusal(NotFound, missing.detail, f"{path}.experiment_id", experiment_id) from None
    cell = _find_cell(session, experiment, request, path)
    expansion = expansion_in_titles(session, experiment)
    place = CellPlace(
        experiment_id=experiment.id,
        experiment_name=experiment.name,
        experiment_status=experiment.status,
        cell_index=cell.cell_index,
        texts=list(expansion.texts(cell.cell_index)),
    )
    versions = experiment.core_version, experiment.behaviour_version
    loaded = load_cell(request.label, expansion, place, versions)
    for unit in results_of_cell(session, experiment, cell.cell_index):
        loaded.add(unit.seed, dict(zip(unit.names, unit.numbers, strict=True)))
    return loaded


def _find_cell(
    session: Session, experiment: Experiment, request: ItemRequest, path: str
) -> ExperimentCell:
    found = experiments.find_cell(session, experiment, request.cell_index, request.cell_digest)
    if found is None:
        field, message, value = no_cell(experiment.id, request)
        bound = None if request.cell_index is None else experiment.cell_count - 1
        raise _refusal(NotFound, message, f"{path}.{field}", value, bound)
    return found


def _refusal(
    kind: type[LabError], message: str, path: str, value: object, bound: object = None
) -> LabError:
    pointer = "/" + path.replace(".", "/")
    shown = str(value) if isinstance(value, UUID) else value
    item = ProblemItem(path=path, pointer=pointer, message=message, value=shown, bound=bound)
    return kind(message, errors=[item])
