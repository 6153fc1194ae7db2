"""More seeds for the cells whose interval is too wide, round by round.

A round begins when nothing of the one before is missing, in the transaction that found this out
and holds the experiment's row: whatever dies in between, the same round is found again from the
same numbers.
"""

from typing import Final

import numpy as np
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from lab.experiments.reading import expansion_of
from lab.experiments.values import read_metrics
from lab.models import Experiment, ExperimentCell
from lab_model.experiments.definition_fields import Replications
from lab_model.experiments.effect_precision import judge_round
from lab_model.experiments.precision import PrecisionFound

_REPLICATIONS: Final = "replications"


def replications_of(experiment: Experiment) -> Replications:
    """Of the stored definition, without looking at all of it."""
    return Replications.model_validate(experiment.kept_definition.get(_REPLICATIONS, {}))


def first_seed_count(experiment: Experiment) -> int | None:
    """Seeds that every cell begins with; None: it has all of them."""
    replications = replications_of(experiment)
    return None if replications.precision is None else replications.count


def begin_again(session: Session, experiment: Experiment) -> None:
    """Forget the seeds that cells need by the numbers of another behaviour."""
    count = first_seed_count(experiment)
    if count is None:
        return
    experiment.unit_count = experiment.cell_count * count
    session.execute(
        update(ExperimentCell)
        .where(ExperimentCell.experiment_id == experiment.id)
        .values(seed_count=count)
    )


def look_at(session: Session, experiment: Experiment) -> PrecisionFound | None:
    """How near each cell is to the wanted precision; None if none is wanted."""
    precision = replications_of(experiment).precision
    if precision is None:
        return None
    cells = session.execute(
        select(ExperimentCell.seed_count, ExperimentCell.scenario_digest)
        .where(ExperimentCell.experiment_id == experiment.id)
        .order_by(ExperimentCell.cell_index)
    ).all()
    [values] = read_metrics(session, experiment, [precision.metric])
    counts = np.array([count or experiment.replication_count for count, _ in cells])
    digests = [digest for _, digest in cells]
    return judge_round(
        values, counts, digests, precision, lambda: expansion_of(experiment).baseline_cells()
    )


def refine(session: Session, experiment: Experiment) -> bool:
    """Plan the next round of a locked experiment that lacks nothing. False: there is none."""
    found = look_at(session, experiment)
    if found is None:
        return False
    grown = np.flatnonzero(found.next_count > found.seed_count)
    if grown.size == 0:
        return False
    session.connection().execute(
        update(ExperimentCell)
        .where(
            ExperimentCell.experiment_id == experiment.id,
            ExperimentCell.cell_index == bindparam("of_cell"),
        )
        .values(seed_count=bindparam("next_count")),
        [
            {"of_cell": int(cell), "next_count": int(found.next_count[cell])}
            for cell in grown.tolist()
        ],
    )
    experiment.unit_count = int(found.next_count.sum())
    session.flush()
    return True
