"""Which units of an experiment have neither numbers nor a failure."""

from collections.abc import Sequence

from sqlalchemy import BigInteger, Text, exists, func, literal, select, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from lab.experiments.unit_results import is_seen_by
from lab.experiments.workload import Unit
from lab.models import CellResult, Experiment, ExperimentCell, ExperimentFailure


def missing_units(session: Session, experiment: Experiment) -> list[Unit]:
    """In the order in which they are to be computed, equal work once.

    By seed, then by digest: every cell gets its first seed before any gets its second, and as
    digests are random, the map fills everywhere at once.
    """
    cell = (
        select(
            ExperimentCell.scenario_digest,
            func.min(ExperimentCell.cell_index).label("cell_index"),
            func.min(ExperimentCell.predicted_packets).label("predicted_packets"),
            func.count().label("cell_count"),
            # Equal cells have as many each.
            func.max(ExperimentCell.seed_count).label("seed_count"),
        )
        .where(ExperimentCell.experiment_id == experiment.id)
        .group_by(ExperimentCell.scenario_digest)
        .subquery("cell")
    )
    first = literal(experiment.first_seed, BigInteger)
    last = literal(experiment.first_seed + experiment.replication_count - 1, BigInteger)
    seeds = func.generate_series(first, last)
    seed_rows = seeds.table_valued("seed").render_derived(name="seed_rows")
    seed = seed_rows.c.seed
    has_numbers = exists().where(
        CellResult.scenario_digest == cell.c.scenario_digest,
        CellResult.seed == seed,
        CellResult.behaviour_version == experiment.behaviour_version,
        is_seen_by(experiment),
    )
    has_failed = exists().where(
        ExperimentFailure.experiment_id == experiment.id,
        ExperimentFailure.cell_index == cell.c.cell_index,
        ExperimentFailure.seed == seed,
    )
    is_planned = seed < experiment.first_seed + func.coalesce(
        cell.c.seed_count, experiment.replication_count
    )
    statement = (
        select(cell.c.cell_index, seed, cell.c.predicted_packets, cell.c.cell_count)
        .select_from(cell.join(seed_rows, true()))
        .where(~has_numbers, ~has_failed, is_planned)
        .order_by(seed, cell.c.scenario_digest)
    )
    return [Unit(*row) for row in session.execute(statement)]


def stored_counts(
    session: Session, digests: Sequence[str], seeds: range, behaviour_version: int | None
) -> dict[str, int]:
    """Of each scenario, how many of the seeds have their numbers; none: not in the answer."""
    if behaviour_version is None:
        return {}
    statement = (
        select(CellResult.scenario_digest, func.count())
        .where(
            CellResult.scenario_digest == func.any(literal(list(set(digests)), ARRAY(Text))),
            CellResult.behaviour_version == behaviour_version,
            CellResult.seed >= seeds.start,
            CellResult.seed < seeds.stop,
            CellResult.import_id.is_(None),
        )
        .group_by(CellResult.scenario_digest)
    )
    return dict(session.execute(statement).all())
