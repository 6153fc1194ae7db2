"""Comparisons of runs of a page without a server, by the service's own lines."""

from uuid import UUID

from lab.comparisons.compared import (
    Loaded,
    RefusedItemError,
    RunOfItem,
    compare_loaded,
    load_cell,
    load_runs,
    missing_run,
    no_cell,
    problem_of_baseline,
    require_done,
)
from lab.comparisons.schemas import CellPlace, ComparisonRequest, ItemRequest
from lab.site.experiments import expansion_of_text
from lab.site.refusals import Json, item_of, read_body, refused
from lab_model.experiments.numbers import numbers_of


def compare(body: Json) -> Json:
    """POST /api/comparisons: `request`, and by item the runs of this browser that it names.

    A run that is not there is null. Of an item with seeds, `known` are runs of its other seeds.
    Of a cell, `experiment` is as in `lab.site.experiments`, null if it is not there, `cell_index`
    its place, null if there is none, and `units` its numbers by seed.
    """
    request = read_body(ComparisonRequest, body["request"])
    message = problem_of_baseline(request.baseline_index, len(request.items))
    if message is not None:
        index, last = request.baseline_index, len(request.items) - 1
        raise refused(message, [item_of("baseline_index", message, index, last)])
    loaded = [
        _load(item, found, f"items.{place}")
        for place, (item, found) in enumerate(zip(request.items, body["found"], strict=True))
    ]
    return compare_loaded(loaded, request.baseline_index).model_dump(mode="json")


def _load(item: ItemRequest, found: Json, path: str) -> Loaded:
    if item.experiment_id is not None:
        return _load_cell(item, item.experiment_id, found, path)
    try:
        runs = [
            _run(run, run_id, place)
            for place, (run, run_id) in enumerate(zip(found["runs"], item.run_ids, strict=True))
        ]
        if item.seeds:
            return _over_seeds(item, runs[0], [_run(run) for run in found["known"]])
        return load_runs(runs, item.label, len(runs))
    except RefusedItemError as error:
        at = f"{path}.run_ids.{error.place}"
        items = [item_of(at, error.message, error.value, error.bound)]
        raise refused(error.message, items, error.kind) from None


def _load_cell(item: ItemRequest, experiment_id: UUID, found: Json, path: str) -> Loaded:
    experiment, index = found["experiment"], found["cell_index"]
    if experiment is None:
        message = f"There is no experiment {experiment_id}. It may have been deleted."
        items = [item_of(f"{path}.experiment_id", message, str(experiment_id))]
        raise refused(message, items, "not-found")
    expansion = expansion_of_text(experiment["definition"])
    if index is None:
        field, message, value = no_cell(experiment_id, item)
        bound = None if item.cell_index is None else expansion.cell_count - 1
        raise refused(message, [item_of(f"{path}.{field}", message, value, bound)], "not-found")
    place = CellPlace(
        experiment_id=experiment_id,
        experiment_name=experiment["name"],
        experiment_status=experiment["status"],
        cell_index=index,
        texts=list(expansion.texts(index)),
    )
    versions = experiment["core_version"], experiment["behaviour_version"]
    loaded = load_cell(item.label, expansion, place, versions)
    for seed, unit in zip(expansion.seeds, found["units"], strict=True):
        if isinstance(unit, dict):
            loaded.add(seed, unit["numbers"])
    return loaded


def _over_seeds(item: ItemRequest, run: RunOfItem, known: list[RunOfItem]) -> Loaded:
    """As far as this browser has computed them."""
    require_done(run, 0)
    loaded = Loaded.of(run, item.label, len(item.seeds))
    numbers = {each.seed: numbers_of(dict(require_done(each, 0))) for each in known}
    common = set.intersection(*map(set, numbers.values())) if numbers else set()
    for seed in sorted(numbers):
        loaded.add(seed, {name: numbers[seed][name] for name in numbers[seed] if name in common})
    return loaded


def _run(run: Json | None, run_id: UUID | None = None, place: int = 0) -> RunOfItem:
    if run is None:
        raise missing_run(run_id or UUID(int=0), place)
    return RunOfItem(
        id=UUID(run["id"]),
        name=run["name"],
        seed=run["seed"],
        status=run["status"],
        scenario=run["scenario"],
        scenario_digest=run["scenario_digest"],
        core_version=run["core_version"],
        behaviour_version=run["behaviour_version"],
        result=run["result"],
    )
