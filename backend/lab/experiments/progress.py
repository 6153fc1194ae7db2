"""How far an experiment is, and how long it will still take."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from lab.experiments.workload import expected_s, slowness_here, speed_of_batches
from lab.models import Experiment, ExperimentBatch

OWN_BATCHES = 30
"""The newest so many tell the present speed: a machine may have become busy."""


@dataclass(frozen=True)
class RunningWork:
    """What workers do for an experiment at this moment."""

    unit_count: int
    """Units of running batches that have no numbers yet."""
    cell_indices: list[int]
    """Their cells, in ascending order."""
    seconds_left: float | None
    """At the speed of the batches that were finished last, with as many processes as worked on
    them; null unless the experiment is running."""


class MachineSpeed:
    """How slow this machine is, asked once for all experiments of an answer."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._slowness_ratios: dict[int | None, float] = {}

    def slowness_ratio(self, behaviour_version: int | None) -> float:
        """As `slowness_here` says."""
        if behaviour_version not in self._slowness_ratios:
            found = slowness_here(self._session, behaviour_version)
            self._slowness_ratios[behaviour_version] = found
        return self._slowness_ratios[behaviour_version]


def running_work(session: Session, experiment: Experiment, machine: MachineSpeed) -> RunningWork:
    """Some small queries: pages ask for it about once a second."""
    if experiment.status != "running":
        return RunningWork(0, [], None)
    running = _running_batches(session, experiment.id)
    rests = [batch.cell_indices[batch.done_count :] for batch in running]
    return RunningWork(
        unit_count=sum(map(len, rests)),
        cell_indices=sorted({index for rest in rests for index in rest}),
        seconds_left=_seconds_left(session, experiment, running, machine),
    )


def _running_batches(session: Session, experiment_id: UUID) -> list[ExperimentBatch]:
    statement = select(ExperimentBatch).where(
        ExperimentBatch.experiment_id == experiment_id, ExperimentBatch.status == "running"
    )
    return list(session.scalars(statement))


def _seconds_left(
    session: Session,
    experiment: Experiment,
    running: list[ExperimentBatch],
    machine: MachineSpeed,
) -> float:
    count, units, packets = session.execute(
        select(
            func.count(),
            func.coalesce(func.sum(func.cardinality(ExperimentBatch.seeds)), 0),
            func.coalesce(func.sum(ExperimentBatch.predicted_packets), 0),
        ).where(ExperimentBatch.experiment_id == experiment.id, ExperimentBatch.status == "queued")
    ).one()
    work_s = expected_s(float(units), float(packets), batch_count=count)
    for batch in running:
        rest_ratio = 1 - batch.done_count / len(batch.seeds)
        work_s += rest_ratio * expected_s(len(batch.seeds), batch.predicted_packets, batch_count=1)
    own = speed_of_batches(
        session, ExperimentBatch.experiment_id == experiment.id, newest=OWN_BATCHES
    )
    if own is None:
        slowness_ratio = machine.slowness_ratio(experiment.behaviour_version)
        parallel_count = 1.0
    else:
        slowness_ratio, parallel_count = own
    # Between two batches of a worker none of its is running: that would halve the answer of two.
    return work_s * slowness_ratio / max(1.0, parallel_count, len(running))
