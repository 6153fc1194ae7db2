"""Rows of experiments as the interface shows them."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from lab import link_traces
from lab.experiments.axes_read import axes_of, axes_with_followers
from lab.experiments.import_schema import ImportRead
from lab.experiments.metric_schema import MetricRead
from lab.experiments.progress import MachineSpeed, RunningWork, running_work
from lab.experiments.schemas import (
    ExperimentListed,
    ExperimentProgress,
    ExperimentRead,
)
from lab.models import Experiment, StoreImport
from lab.modules import service as modules
from lab_model.experiments.axes import resolve_axes
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.metrics import metrics_of
from lab_model.experiments.number_names import labels_and_counts, number_names


def definition_of(experiment: Experiment) -> ExperimentDefinition:
    """The definition of a stored experiment. Raises TraceDamaged."""
    link_traces.require_intact(experiment, experiment.definition)
    return ExperimentDefinition.model_validate(experiment.definition)


def expansion_of(experiment: Experiment) -> Expansion:
    """The cells of a stored experiment."""
    return Expansion(definition_of(experiment))


def expansion_in_titles(session: Session, experiment: Experiment) -> Expansion:
    """The same for people: its axes call modules by their titles."""
    in_titles = modules.in_titles(session, experiment.definition)
    return Expansion(definition_of(experiment), in_titles)


def to_read(
    session: Session, experiment: Experiment, owner_key_hash: bytes | None
) -> ExperimentRead:
    """An experiment as its page shows it."""
    definition = definition_of(experiment)
    running = running_work(session, experiment, MachineSpeed(session))
    names = number_names(definition)
    in_titles = modules.in_titles(session, experiment.definition)
    # With a precision cells differ in their seeds, so that they are always counted.
    is_complete = (
        experiment.done_count == experiment.unit_count and definition.replications.precision is None
    )
    return ExperimentRead(
        **_fields(experiment, running, owner_key_hash),
        axes=axes_with_followers(definition, in_titles),
        experiment=experiment.definition,
        seeds=list(definition.replications.seeds),
        running_cells=running.cell_indices,
        takes_tabs=experiment.takes_tabs,
        cell_counts_url=None if is_complete else f"/api/experiments/{experiment.id}/counts",
        metrics=[
            MetricRead(**vars(metric))
            for metric in metrics_of(names, *labels_and_counts(definition))
        ],
        imports=imports_of(session, experiment),
    )


def to_listed(
    session: Session, experiment: Experiment, owner_key_hash: bytes | None, machine: MachineSpeed
) -> ExperimentListed:
    """An experiment as a list shows it."""
    definition = definition_of(experiment)
    in_titles = modules.in_titles(session, experiment.definition)
    running = running_work(session, experiment, machine)
    return ExperimentListed(
        **_fields(experiment, running, owner_key_hash),
        axes=axes_of(resolve_axes(definition, in_titles)),
        seed_count=experiment.replication_count,
    )


def imports_of(session: Session, experiment: Experiment) -> list[ImportRead]:
    """Those of an experiment that its page tells of, oldest first; a link's copy has the ones that
    it shows the numbers of.
    """
    is_of_it = (StoreImport.experiment_id == experiment.id) & (StoreImport.status != "open")
    rows = session.scalars(
        select(StoreImport)
        .where(is_of_it | StoreImport.id.in_(experiment.import_ids))
        .order_by(StoreImport.created_at, StoreImport.id)
    )
    return [ImportRead.of(row) for row in rows]


def may_change(experiment: Experiment, owner_key_hash: bytes | None) -> bool:
    """Whether the asker may rename, stop, extend or delete it."""
    is_fixed = experiment.paper is not None or experiment.share_id is not None
    return not is_fixed and experiment.owner_key_hash in (None, owner_key_hash)


def paper_of(experiment: Experiment) -> str | None:
    """The paper whose page a shipped experiment stands behind: `efra` of `efra/main`."""
    return None if experiment.paper is None else experiment.paper.partition("/")[0]


def _fields(
    experiment: Experiment, running: RunningWork, owner_key_hash: bytes | None
) -> dict[str, Any]:
    """The fields that an answer and a list share."""
    return {
        "id": experiment.id,
        "name": experiment.name,
        "status": experiment.status,
        "pause_reason": experiment.pause_reason,
        "cell_count": experiment.cell_count,
        "behaviour_version": experiment.behaviour_version,
        "core_version": experiment.core_version,
        "is_mine": may_change(experiment, owner_key_hash),
        "paper": paper_of(experiment),
        "forked_from": experiment.forked_from,
        "is_shared": experiment.share_id is not None,
        "progress": ExperimentProgress(
            unit_count=experiment.unit_count,
            done_count=experiment.done_count,
            failed_count=experiment.failed_count,
            stored_count=experiment.stored_count,
            running_count=running.unit_count,
            seconds_left=running.seconds_left,
            revision=experiment.revision,
        ),
        "created_at": experiment.created_at,
        "finished_at": experiment.finished_at,
    }
