"""Removes experiments, and the numbers that no other one has, while no plan counts on them."""

from sqlalchemy import delete as delete_rows
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, aliased

from lab.models import CellResult, Experiment, ExperimentCell, RemoteUnit, StoreImport

# Any number, the same in every process.
RESULTS_LOCK_KEY = 0x63656C6C


def hold_results(session: Session) -> None:
    """Keep unreferenced results from being deleted until this transaction has ended.

    A plan of new cells counts on the results that it finds, and references them only once its own
    cells are visible to other transactions. Called before any row is locked, as `begin_deleting`
    is.
    """
    session.execute(select(func.pg_advisory_xact_lock_shared(RESULTS_LOCK_KEY)))


def begin_deleting(session: Session) -> None:
    """Wait for those who plan just now, and let the next ones wait until this transaction has
    ended: results that they count on stay.
    """
    session.execute(select(func.pg_advisory_xact_lock(RESULTS_LOCK_KEY)))


def delete(session: Session, experiment: Experiment) -> None:
    """Remove a locked experiment, and of its results those that no other experiment has."""
    other = aliased(ExperimentCell)
    digests = select(ExperimentCell.scenario_digest).where(
        ExperimentCell.experiment_id == experiment.id,
        ~exists().where(
            other.scenario_digest == ExperimentCell.scenario_digest,
            other.experiment_id != experiment.id,
        ),
    )
    for table in (RemoteUnit, CellResult):
        session.execute(
            delete_rows(table).where(table.scenario_digest.in_(digests)),
            execution_options={"synchronize_session": False},
        )
    _delete_imports(session, experiment)
    session.delete(experiment)
    session.flush()


def _delete_imports(session: Session, experiment: Experiment) -> None:
    """Its imports, unless a link's copy still shows their numbers."""
    holder = aliased(Experiment)
    is_its = (StoreImport.experiment_id == experiment.id) | StoreImport.id.in_(
        experiment.import_ids
    )
    is_held = exists().where(CellResult.import_id == StoreImport.id) | exists().where(
        holder.id != experiment.id, StoreImport.id == func.any(holder.import_ids)
    )
    session.execute(
        delete_rows(StoreImport).where(is_its, ~is_held),
        execution_options={"synchronize_session": False},
    )
