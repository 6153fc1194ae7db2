"""Loads what is compared: the numbers of runs and of cells by metric and seed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from lab.comparisons import repository
from lab.comparisons.schemas import CellPlace, ItemRequest
from lab.errors import InvalidInput, LabError, MixedBehaviours, NotDone, NotFound
from lab.experiments import repository as experiments
from lab.experiments.reading import expansion_of
from lab.kit.problem import ProblemItem
from lab.models import Experiment, ExperimentCell, Result, Run
from lab.runs import repository as runs
from lab.seeds.repository import stored_documents
from lab_model.behaviour import holds_under, traits_of
from lab_model.experiments.numbers import Numbers, numbers_of
from lab_model.presets.known_numbers import known_numbers
from lab_model.scenarios import Scenario


@dataclass
class Loaded:
    """One compared item with all of its numbers."""

    label: str
    scenario: dict[str, Any]
    scenario_digest: str
    core_version: str | None
    behaviour_version: int | None
    seed_count: int
    run_ids: dict[int, UUID] = field(default_factory=dict)
    """By seed; empty where the numbers are not those of runs that were named."""
    cell: CellPlace | None = None
    seeds: set[int] = field(default_factory=set)
    numbers: dict[str, dict[int, float]] = field(default_factory=dict)
    """By name and seed; what a unit does not have is left out."""

    def add(self, seed: int, numbers: dict[str, float | None]) -> None:
        """The numbers of one more seed."""
        self.seeds.add(seed)
        for name, value in numbers.items():
            values = self.numbers.setdefault(name, {})
            if value is not None and math.isfinite(value):
                values[seed] = value


def load(session: Session, request: ItemRequest, place: int) -> Loaded:
    """An item; `place` is its index among the others, for saying which one is wrong.

    Raises NotFound, NotDone, MixedBehaviours (runs of several behaviours) and InvalidInput
    (runs of several scenarios, or a seed twice).
    """
    if request.seeds:
        return _load_seeds(session, request, f"items.{place}.run_ids.0")
    if request.experiment_id is None:
        return _load_runs(session, request, f"items.{place}.run_ids")
    return _load_cell(session, request, request.experiment_id, f"items.{place}")


def _load_runs(session: Session, request: ItemRequest, path: str) -> Loaded:
    """One run after the other: a result of ten thousand flows is large, its numbers are not."""
    loaded: Loaded | None = None
    for index, run_id in enumerate(request.run_ids):
        at = f"{path}.{index}"
        run, result = _done_run(session, run_id, at)
        if loaded is None:
            loaded = Loaded(
                label=request.label or run.name or run.scenario["name"],
                scenario=run.scenario,
                scenario_digest=run.scenario_digest,
                core_version=result.core_version,
                behaviour_version=result.behaviour_version,
                seed_count=len(request.run_ids),
            )
        _require_alike(loaded, run, result, at)
        loaded.run_ids[run.seed] = run.id
        loaded.add(run.seed, numbers_of(result.document or {}))
    if loaded is None:
        raise InvalidInput("An item without runs can not be compared.")
    return loaded


def _load_seeds(session: Session, request: ItemRequest, path: str) -> Loaded:
    """A run's scenario over seeds, with the numbers that all of the known seeds have."""
    run, result = _done_run(session, request.run_ids[0], path)
    loaded = Loaded(
        label=request.label or run.name or run.scenario["name"],
        scenario=run.scenario,
        scenario_digest=run.scenario_digest,
        core_version=result.core_version,
        behaviour_version=result.behaviour_version,
        seed_count=len(request.seeds),
    )
    found = _numbers_by_seed(session, run, result.behaviour_version, sorted(request.seeds))
    common = set.intersection(*map(set, found.values())) if found else set()
    for seed, numbers in found.items():
        loaded.add(seed, {name: value for name, value in numbers.items() if name in common})
    return loaded


def _numbers_by_seed(
    session: Session, run: Run, behaviour_version: int, seeds: Sequence[int]
) -> dict[int, Numbers]:
    """Whole results where all seeds have one, else what ships with the lab, else what there is."""
    digest = run.scenario_digest
    stored = stored_documents(session, digest, seeds, behaviour_version)
    if len(stored) < len(seeds):
        scenario = Scenario.model_validate(run.scenario)
        shipped = known_numbers(scenario, seeds)
        if shipped is not None and holds_under(
            shipped.behaviour_version, behaviour_version, traits_of(scenario)
        ):
            return shipped.by_seed
    return {seed: numbers_of(stored[seed]) for seed in seeds if seed in stored}


def _done_run(session: Session, run_id: UUID, path: str) -> tuple[Run, Result]:
    row = runs.get(session, run_id)
    if row is None:
        message = f"There is no run {run_id}. It may have been deleted."
        raise _refusal(NotFound, message, path, run_id)
    run, result = row
    if run.status != "done" or result is None:
        message = f"Run {run_id} is {run.status}; what is compared must be done."
        raise _refusal(NotDone, message, path, run.status, "done")
    return run, result


def _require_alike(loaded: Loaded, run: Run, result: Result, path: str) -> None:
    """A mean over seeds is one of a single scenario under a single behaviour."""
    if run.scenario_digest != loaded.scenario_digest:
        message = f"Run {run.id} has another scenario than the other runs of this item."
        raise _refusal(InvalidInput, message, path, run.scenario_digest, loaded.scenario_digest)
    if run.seed in loaded.seeds:
        message = f"Run {run.id} has seed {run.seed}, which another run of this item has."
        raise _refusal(InvalidInput, message, path, run.seed)
    if result.behaviour_version != loaded.behaviour_version:
        message = (
            f"Run {run.id} was computed by core {result.core_version}, another run of this item by "
            f"{loaded.core_version}, which gives other numbers. Compare them as two items."
        )
        raise _refusal(MixedBehaviours, message, path, result.core_version, loaded.core_version)


def _load_cell(session: Session, request: ItemRequest, experiment_id: UUID, path: str) -> Loaded:
    experiment = experiments.get(session, experiment_id)
    if experiment is None:
        message = f"There is no experiment {experiment_id}. It may have been deleted."
        raise _refusal(NotFound, message, f"{path}.experiment_id", experiment_id)
    cell = _find_cell(session, experiment, request, path)
    expansion = expansion_of(experiment)
    texts = expansion.texts(cell.cell_index)
    loaded = Loaded(
        label=request.label or ", ".join(texts) or experiment.name,
        scenario=expansion.scenario(cell.cell_index).model_dump(mode="json"),
        scenario_digest=cell.scenario_digest,
        core_version=experiment.core_version,
        behaviour_version=experiment.behaviour_version,
        seed_count=experiment.replication_count,
        cell=CellPlace(
            experiment_id=experiment.id,
            experiment_name=experiment.name,
            experiment_status=experiment.status,
            cell_index=cell.cell_index,
            texts=list(texts),
        ),
    )
    for unit in experiments.results_of_cell(session, experiment, cell.cell_index):
        loaded.add(unit.seed, dict(zip(unit.names, unit.numbers, strict=True)))
    return loaded


def _find_cell(
    session: Session, experiment: Experiment, request: ItemRequest, path: str
) -> ExperimentCell:
    if request.cell_index is not None:
        found = experiments.find_cell(session, experiment.id, request.cell_index)
        if found is None:
            message = f"Experiment {experiment.id} has no cell {request.cell_index}."
            last = experiment.cell_count - 1
            raise _refusal(NotFound, message, f"{path}.cell_index", request.cell_index, last)
        return found
    digest = request.cell_digest or ""
    found = repository.find_cell_of_digest(session, experiment.id, digest)
    if found is None:
        message = f"Experiment {experiment.id} has no cell whose digest begins with {digest}."
        raise _refusal(NotFound, message, f"{path}.cell_digest", digest)
    return found


def _refusal(
    kind: type[LabError], message: str, path: str, value: object, bound: object = None
) -> LabError:
    pointer = "/" + path.replace(".", "/")
    shown = str(value) if isinstance(value, UUID) else value
    item = ProblemItem(path=path, pointer=pointer, message=message, value=shown, bound=bound)
    return kind(message, errors=[item])
