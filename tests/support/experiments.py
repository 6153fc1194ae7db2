"""Experiments for tests: short cells, and what a worker would find for them."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab.context import Context
from lab.experiments import batches, planning
from lab.experiments.batches import BatchAttempt, BatchUnit, Found
from lab.experiments.unit_results import UnitNumbers
from lab.models import Experiment, ExperimentBatch
from lab.results import repository as results
from lab.results.repository import Core
from lab_model.experiments.cells import Expansion, read_experiment
from tests.support.axes import axis
from tests.support.runs import CORE
from tests.support.scenarios import scenario


def experiment_data(
    cell_count: int = 3, seed_count: int = 2, *, duration_s: float = 1.0, **changes: Any
) -> dict[str, Any]:
    """Rates as the one axis; by default cells of about 1,000 packets."""
    rates_bps = [8_000_000 + 1_000 * index for index in range(cell_count)]
    return {
        "version": 1,
        "name": "test",
        "base": scenario(duration_s),
        "axes": [axis("bottleneck.rate_bps", rates_bps, label="Rate")],
        "replications": {"count": seed_count, "first_seed": 1},
        **changes,
    }


def create_experiment(
    context: Context, data: dict[str, Any] | None = None, core: Core | None = CORE
) -> UUID:
    """An experiment as POST makes it: planned, and enqueued."""
    expansion = read_experiment(data or experiment_data())
    with context.sessions.begin() as session:
        if core is not None:
            results.register_core(session, core)
        experiment = new_experiment(expansion)
        planning.create(session, experiment, expansion.work)
    return experiment.id


def new_experiment(expansion: Expansion) -> Experiment:
    """A row that is not stored yet."""
    return Experiment(
        name=expansion.definition.name,
        searched_text="",
        kept_definition=expansion.definition.model_dump(mode="json", by_alias=True),
        first_seed=expansion.seeds.start,
        replication_count=len(expansion.seeds),
    )


def read_row(context: Context, experiment_id: UUID) -> Experiment:
    """The experiment's row as it is now."""
    with context.sessions() as session:
        return session.get_one(Experiment, experiment_id)


def claim_batch(
    context: Context,
    batch_id: UUID,
    worker: str = "worker-1",
    core: Core = CORE,
) -> BatchAttempt | None:
    """What a worker does first."""
    with context.sessions.begin() as session:
        return batches.claim(session, batch_id, worker=worker, core=core, max_attempts=3)


def batches_of(
    context: Context, experiment_id: UUID, status: str | None = None
) -> list[ExperimentBatch]:
    """Its batches in their order, or those with a status."""
    wanted = select(ExperimentBatch).where(ExperimentBatch.experiment_id == experiment_id)
    if status is not None:
        wanted = wanted.where(ExperimentBatch.status == status)
    with context.sessions() as session:
        return list(session.scalars(wanted.order_by(ExperimentBatch.id)))


def finish_batch(context: Context, attempt: BatchAttempt) -> None:
    """Every unit of it has numbers."""
    with context.sessions.begin() as session:
        batches.finish(session, attempt, found_for(attempt.units))


def control_experiment(
    context: Context, experiment_id: UUID, action: Callable[[Session, Experiment], object]
) -> None:
    """What an endpoint does with an experiment, such as `control.pause`."""
    with context.sessions.begin() as session:
        action(session, session.get_one(Experiment, experiment_id))


def found_for(units: Sequence[BatchUnit]) -> Found:
    """Numbers of units, as if they were computed."""
    computed = [
        UnitNumbers(
            unit.scenario_digest,
            unit.seed,
            "6" * 64,
            {"throughput_bps": 1e6 + unit.seed, "jain_index": 0.5, "throughput_ratio": None},
        )
        for unit in units
    ]
    return Found(
        computed=computed,
        units=list(units),
        stored_cell_count=sum(len(unit.equal_cells) - 1 for unit in units),
    )
