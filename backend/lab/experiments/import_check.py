"""Whether the imported numbers of an experiment equal those that workers of this lab compute.

An import waits, unseen, until they have computed all units that its lot has drawn. Then all of its
units are taken, or none. Every unit that this lab has computed in the meantime is compared as well.
"""

from dataclasses import dataclass
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, Select, case, delete, exists, false, func, literal, select
from sqlalchemy.dialects.postgresql import insert as insert_or_leave
from sqlalchemy.orm import Session

from lab.experiments import unit_results
from lab.models import (
    CellResult,
    Experiment,
    ExperimentCell,
    ExperimentFailure,
    ImportedUnit,
    StoreImport,
)

log = structlog.get_logger("lab.store_imports")

_LOCAL: Final = CellResult.import_id.is_(None)
_COLUMNS: Final = (
    "scenario_digest",
    "seed",
    "behaviour_version",
    "core_version",
    "summary_digest",
    "layout_id",
    "values",
    "import_id",
)


@dataclass(frozen=True)
class Checked:
    """The state of an experiment's import."""

    waiting: frozenset[tuple[int, int]] = frozenset()
    """Drawn units, as (first cell with the scenario, seed), that are to be computed now."""
    refusal: str | None = None
    """Why it has just been refused."""


def proceed(session: Session, experiment: Experiment) -> Checked:
    """Accept the import of a locked experiment, refuse it, or return the units to compute."""
    imported = being_checked(session, experiment)
    if imported is None:
        return Checked()
    if imported.behaviour_version != experiment.behaviour_version:
        return _refuse(
            session,
            imported,
            f"It has behaviour {imported.behaviour_version}; the lab computes this experiment with "
            f"behaviour {experiment.behaviour_version} now. Compute it again with that release.",
        )
    reason = _difference(session, experiment, imported) or _failure(session, experiment, imported)
    if reason is not None:
        return _refuse(session, imported, reason)
    waiting = _waiting(session, experiment, imported)
    if waiting:
        return Checked(waiting)
    reason = _unconfirmed(session, imported)
    if reason is not None:
        return _refuse(session, imported, reason)
    _take(session, experiment, imported)
    return Checked()


def give_up(session: Session, experiment: Experiment, reason: str) -> None:
    """Refuse the import that is being checked, and delete its numbers."""
    imported = being_checked(session, experiment)
    if imported is not None:
        _refuse(session, imported, reason)


def being_checked(session: Session, experiment: Experiment) -> StoreImport | None:
    """The experiment's import that waits for its drawn units, locked."""
    return session.scalar(
        select(StoreImport)
        .where(StoreImport.experiment_id == experiment.id, StoreImport.status == "checking")
        .with_for_update()
    )


def _difference(session: Session, experiment: Experiment, imported: StoreImport) -> str | None:
    """The first unit, by cell and seed, that is known here, and is different. A later build
    of the same behaviour may have more numbers with the same digest.
    """
    layouts = unit_results.layout_indices(session, imported.layouts)
    has_same_names: ColumnElement[bool] = false()
    for layout_id, index in layouts.items():
        has_same_names = has_same_names | (CellResult.layout_id == layout_id) & (
            ImportedUnit.layout_index == index
        )
    differs = (CellResult.summary_digest != ImportedUnit.summary_digest) | (
        has_same_names & (CellResult.values != ImportedUnit.values)
    )
    row = session.execute(
        _with_cells(experiment, imported, ImportedUnit.summary_digest, CellResult.summary_digest)
        .join(CellResult, _same_unit(imported))
        .where(differs, unit_results.is_seen_by(experiment))
        .limit(1)
    ).first()
    if row is None:
        return None
    cell_index, seed, theirs, ours = row
    what = (
        f"digest {theirs[:12]} in the store and {ours[:12]} here"
        if theirs != ours
        else "the same digest in the store and here, but different numbers"
    )
    return f"Cell {cell_index} with seed {seed} has {what}. Nothing was imported from the store."


def _failure(session: Session, experiment: Experiment, imported: StoreImport) -> str | None:
    row = session.execute(
        _with_cells(experiment, imported, ExperimentFailure.reason)
        .join(
            ExperimentFailure,
            (ExperimentFailure.experiment_id == experiment.id)
            & (ExperimentFailure.cell_index == ExperimentCell.cell_index)
            & (ExperimentFailure.seed == ImportedUnit.seed),
        )
        .where(ImportedUnit.is_drawn)
        .limit(1)
    ).first()
    if row is None:
        return None
    cell_index, seed, reason = row
    return (
        f"Cell {cell_index} with seed {seed} could not be computed here for comparison: {reason} "
        "Nothing was imported from the store."
    )


def _waiting(
    session: Session, experiment: Experiment, imported: StoreImport
) -> frozenset[tuple[int, int]]:
    is_known = exists().where(_same_unit(imported), _LOCAL)
    rows = session.execute(
        select(func.min(ExperimentCell.cell_index), ImportedUnit.seed)
        .join(ExperimentCell, ExperimentCell.scenario_digest == ImportedUnit.scenario_digest)
        .where(
            ImportedUnit.import_id == imported.id,
            ImportedUnit.is_drawn,
            ExperimentCell.experiment_id == experiment.id,
            ~is_known,
        )
        .group_by(ImportedUnit.scenario_digest, ImportedUnit.seed)
    )
    return frozenset((cell_index, seed) for cell_index, seed in rows)


def _unconfirmed(session: Session, imported: StoreImport) -> str | None:
    """Every drawn unit was compared, and one of each list of names has the same names here."""
    compared = (
        select(ImportedUnit.layout_index, CellResult.layout_id, ImportedUnit.is_drawn)
        .join(CellResult, _same_unit(imported))
        .where(ImportedUnit.import_id == imported.id, _LOCAL)
    )
    rows = session.execute(compared).all()
    imported.compared_count = len(rows)
    if sum(is_drawn for _, _, is_drawn in rows) != imported.drawn_count:
        return "The experiment was changed while it was checked. Import the store again."
    ours = unit_results.layout_indices(session, imported.layouts)
    confirmed = {index for index, layout_id, _ in rows if ours.get(layout_id) == index}
    used = select(ImportedUnit.layout_index).where(ImportedUnit.import_id == imported.id)
    if confirmed != set(session.scalars(used.distinct())):
        return (
            "Its runs have different metrics from those that this lab's core writes: they were "
            f"computed by core {imported.core_version}. Compute it again with the lab's release."
        )
    return None


def _take(session: Session, experiment: Experiment, imported: StoreImport) -> None:
    """All of its units become the experiment's; those that this lab has stay the lab's."""
    layouts = unit_results.layout_indices(session, imported.layouts)
    layout_ids = {index: layout_id for layout_id, index in layouts.items()}
    # In the order in which all transactions write: two that write the same units never deadlock.
    units = (
        select(
            ImportedUnit.scenario_digest,
            ImportedUnit.seed,
            literal(imported.behaviour_version),
            literal(imported.core_version),
            ImportedUnit.summary_digest,
            case(layout_ids, value=ImportedUnit.layout_index),
            ImportedUnit.values,
            literal(imported.id),
        )
        .where(ImportedUnit.import_id == imported.id)
        .order_by(ImportedUnit.scenario_digest, ImportedUnit.seed)
    )
    session.execute(
        insert_or_leave(CellResult).from_select(_COLUMNS, units).on_conflict_do_nothing()
    )
    experiment.import_ids = [*experiment.import_ids, imported.id]
    imported.status = "accepted"
    _forget_units(session, imported)
    log.info(
        "store_accepted",
        experiment_id=str(experiment.id),
        import_id=str(imported.id),
        unit_count=imported.unit_count,
        compared_count=imported.compared_count,
    )


def _refuse(session: Session, imported: StoreImport, reason: str) -> Checked:
    imported.status = "refused"
    imported.reason = reason
    _forget_units(session, imported)
    log.warning(
        "store_refused",
        experiment_id=str(imported.experiment_id),
        import_id=str(imported.id),
        reason=reason,
    )
    return Checked(refusal=f"The imported store was refused. {reason}")


def _forget_units(session: Session, imported: StoreImport) -> None:
    imported.changed_at = func.now()
    session.flush()
    session.execute(
        delete(ImportedUnit).where(ImportedUnit.import_id == imported.id),
        execution_options={"synchronize_session": False},
    )


def _with_cells(experiment: Experiment, imported: StoreImport, *columns: Any) -> Select[Any]:
    """Cell and seed of the import's units, in their order."""
    return (
        select(ExperimentCell.cell_index, ImportedUnit.seed, *columns)
        .select_from(ImportedUnit)
        .join(ExperimentCell, ExperimentCell.scenario_digest == ImportedUnit.scenario_digest)
        .where(ImportedUnit.import_id == imported.id, ExperimentCell.experiment_id == experiment.id)
        .order_by(ExperimentCell.cell_index, ImportedUnit.seed)
    )


def _same_unit(imported: StoreImport) -> ColumnElement[bool]:
    return (
        (CellResult.scenario_digest == ImportedUnit.scenario_digest)
        & (CellResult.seed == ImportedUnit.seed)
        & (CellResult.behaviour_version == imported.behaviour_version)
    )
