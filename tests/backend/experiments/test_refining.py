"""Rounds of more seeds: planned when nothing is missing, from the numbers alone."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import httpx
import numpy as np

from lab.context import Context
from lab.experiments import batches, control
from lab.experiments.batches import BatchUnit, Found
from lab.experiments.unit_results import UnitNumbers
from lab.models import Experiment, ExperimentCell
from lab.results import repository as results
from lab.results.repository import Core
from tests.support.experiments import (
    batches_of,
    claim_batch,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.runs import CORE, NEWER_CORE

SPREADS = (0.0, 0.05, 0.4)


def _data(**precision: Any) -> dict[str, Any]:
    wanted = {"metric": "mean_queue_s", "within_ratio": 0.05, "most_count": 24, **precision}
    replications = {"count": 4, "first_seed": 1, "precision": wanted}
    return experiment_data(cell_count=3, replications=replications)


def _queue_s(unit: BatchUnit) -> float:
    """The same for equal units; of the first cell always the same."""
    luck = np.random.default_rng([unit.cell_index, unit.seed]).normal()
    return float(0.01 * (1 + SPREADS[unit.cell_index] * luck))


def _found(units: Sequence[BatchUnit]) -> Found:
    numbers = [
        UnitNumbers(unit.scenario_digest, unit.seed, "6" * 64, {"mean_queue_s": _queue_s(unit)})
        for unit in units
    ]
    return Found(computed=numbers, units=list(units))


def _compute_round(context: Context, experiment_id: UUID, core: Core = CORE) -> list[int]:
    """All that waits; the seeds of each cell afterwards."""
    for batch in batches_of(context, experiment_id, "queued"):
        attempt = claim_batch(context, batch.id, core=core)
        assert attempt is not None
        with context.sessions.begin() as session:
            batches.finish(session, attempt, _found(attempt.units))
    return _seed_counts(context, experiment_id)


def _seed_counts(context: Context, experiment_id: UUID) -> list[int]:
    with context.sessions() as session:
        cells = [session.get_one(ExperimentCell, (experiment_id, cell)) for cell in range(3)]
        return [cell.seed_count or 0 for cell in cells]


def _rounds(context: Context, experiment_id: UUID) -> list[list[int]]:
    rounds = [_seed_counts(context, experiment_id)]
    while read_row(context, experiment_id).status == "running":
        rounds.append(_compute_round(context, experiment_id))
    return rounds


def test_cells_get_seeds_until_the_interval_is_narrow_or_the_most_are_spent(
    context: Context,
) -> None:
    experiment_id = create_experiment(context, _data())
    first = read_row(context, experiment_id)
    assert (first.unit_count, first.replication_count) == (12, 24)
    rounds = _rounds(context, experiment_id)
    assert rounds[0] == [4, 4, 4]
    assert rounds[1][0] == 4
    assert rounds[1][2] == 8
    # The first never varies, the second needs some, the third can have no more.
    steady, some, most = rounds[-1]
    assert (steady, most) == (4, 24)
    assert 4 < some < 24
    row = read_row(context, experiment_id)
    assert (row.status, row.failed_count) == ("done", 0)
    assert row.done_count == row.unit_count == sum(rounds[-1])


def test_baseline_gets_the_seeds_that_its_comparisons_need(
    context: Context, client: httpx.Client
) -> None:
    data = _data(of="effect")
    data["axes"][0]["role"] = "arm"
    experiment_id = create_experiment(context, data)
    baseline, some, most = _rounds(context, experiment_id)[-1]
    # Its own interval has no width from the start on; the third arm's ratio needs all there are.
    assert baseline == most == 24
    assert 4 < some < 24
    answer = client.get(f"/api/experiments/{experiment_id}/precision").json()
    assert answer["of"] == "effect"
    assert answer["cells"]["width_ratio"][0] is None
    assert answer["cells"]["state"] == ["most_seeds", "reached", "most_seeds"]
    assert answer["sentence"].startswith("±5% of the paired ratio reached in 1 of 2 comparisons")


def test_rounds_depend_on_the_numbers_alone(context: Context) -> None:
    alone = _rounds(context, create_experiment(context, _data()))
    # Everything is stored by now: one plan goes through all rounds at once.
    again = create_experiment(context, _data())
    assert read_row(context, again).status == "done"
    assert _seed_counts(context, again) == alone[-1]
    row = read_row(context, again)
    assert row.stored_count == row.done_count == sum(alone[-1])


def test_seeds_that_others_have_stored_are_none_of_its_units(
    context: Context, client: httpx.Client
) -> None:
    whole = create_experiment(context, experiment_data(cell_count=3, seed_count=24))
    _compute_round(context, whole)
    experiment_id = create_experiment(context, _data())
    counts = _seed_counts(context, experiment_id)
    answer = client.get(f"/api/experiments/{experiment_id}/map", params={"metric": "mean_queue_s"})
    assert answer.json()["cells"]["count"] == counts
    assert client.get(f"/api/experiments/{experiment_id}/counts").json()["done"] == counts


def test_cancelled_in_a_round_it_continues_where_it_was(context: Context) -> None:
    experiment_id = create_experiment(context, _data())
    begun = _compute_round(context, experiment_id)
    for action in (control.cancel, control.retry_failed):
        with context.sessions.begin() as session:
            action(session, session.get_one(Experiment, experiment_id))
    assert _seed_counts(context, experiment_id) == begun
    last = _rounds(context, experiment_id)[-1]
    assert read_row(context, experiment_id).status == "done"
    assert last == _seed_counts(context, create_experiment(context, _data()))


def test_budget_of_runs_is_never_exceeded(context: Context, client: httpx.Client) -> None:
    experiment_id = create_experiment(context, _data(most_unit_count=20))
    last = _rounds(context, experiment_id)[-1]
    assert sum(last) <= 20
    found = client.get(f"/api/experiments/{experiment_id}/precision").json()
    assert found["cells"]["seed_count"] == last
    assert "budget" in found["cells"]["state"]
    assert found["sentence"].startswith("\u00b15% reached in")
    needed = found["cells"]["needed_count"]
    assert needed[0] == 0
    assert needed[2] > 0


def test_another_behaviour_begins_with_the_first_seeds(context: Context) -> None:
    experiment_id = create_experiment(context, _data())
    _compute_round(context, experiment_id)
    assert _seed_counts(context, experiment_id) != [4, 4, 4]
    with context.sessions.begin() as session:
        results.register_core(session, NEWER_CORE)
    with context.sessions.begin() as session:
        control.pause(session, session.get_one(Experiment, experiment_id))
    with context.sessions.begin() as session:
        control.resume(session, session.get_one(Experiment, experiment_id))
    assert _seed_counts(context, experiment_id) == [4, 4, 4]
    row = read_row(context, experiment_id)
    assert (row.unit_count, row.done_count) == (12, 0)


def test_what_it_comes_to_is_said_before(client: httpx.Client) -> None:
    answer = client.post("/api/experiments/check", json={"experiment": _data()}).json()
    assert (answer["unit_count"], answer["most_unit_count"]) == (12, 72)


def test_without_a_precision_there_is_nothing_to_say_of_one(
    context: Context, client: httpx.Client
) -> None:
    experiment_id = create_experiment(context)
    assert client.get(f"/api/experiments/{experiment_id}/precision").status_code == 409
