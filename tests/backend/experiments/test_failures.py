"""Units that could not be computed, as a page shows them."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from lab.context import Context
from lab.experiments import batches
from lab.experiments.batches import UnitFailure
from lab.models import ExperimentBatch
from tests.support.compared import compared_data
from tests.support.experiments import claim_batch, found_for
from tests.support.runs import CORE_VERSION, register_core

REASON = "The core gave up after 3 attempts."


@pytest.fixture
def experiment_id(client: httpx.Client, context: Context) -> str:
    """All units are computed but those of cell 4 with seeds 2 and 3, which fail."""
    register_core(context)
    created = client.post("/api/experiments", json={"experiment": compared_data()}).json()
    with context.sessions() as session:
        batch_ids = list(session.scalars(select(ExperimentBatch.id)))
    for batch_id in batch_ids:
        attempt = claim_batch(context, batch_id)
        assert attempt is not None
        failing = [unit for unit in attempt.units if unit.cell_index == 4 and unit.seed > 1]
        found = found_for([unit for unit in attempt.units if unit not in failing])
        found.failures = [UnitFailure(unit, REASON) for unit in failing]
        found.units += failing
        with context.sessions.begin() as session:
            batches.finish(session, attempt, found)
    return str(created["id"])


def _get(client: httpx.Client, experiment_id: str, path: str = "") -> dict[str, Any]:
    return dict(client.get(f"/api/experiments/{experiment_id}{path}").json())


def test_experiment_is_over_and_says_how_many_failed(
    client: httpx.Client, experiment_id: str
) -> None:
    read = _get(client, experiment_id)
    progress = read["progress"]
    assert read["status"] == "done"
    assert (progress["done_count"], progress["failed_count"]) == (16, 2)
    assert read["cell_counts_url"] == f"/api/experiments/{experiment_id}/counts"


def test_cell_and_counts_say_which(client: httpx.Client, experiment_id: str) -> None:
    counts = _get(client, experiment_id, "/counts")
    assert counts["done"] == [3, 3, 3, 3, 1, 3]
    assert counts["failed"] == [0, 0, 0, 0, 2, 0]
    failures = _get(client, experiment_id, "/cells/4?metric=jain_index")["failures"]
    assert failures == [
        {"seed": seed, "reason": REASON, "core_version": CORE_VERSION} for seed in (2, 3)
    ]


def test_failed_units_wait_again(client: httpx.Client, experiment_id: str) -> None:
    retried = client.post(f"/api/experiments/{experiment_id}/retry").json()
    assert (retried["status"], retried["progress"]["failed_count"]) == ("running", 0)
    assert _get(client, experiment_id, "/cells/4?metric=jain_index")["failures"] == []
