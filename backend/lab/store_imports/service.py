"""The rules of bringing runs to an experiment."""

import secrets
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, exists, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lab.errors import CoreDiffers, InvalidInput, NotFound, WrongState
from lab.experiments import import_check, planning, service
from lab.experiments.import_schema import ImportRead
from lab.experiments.reading import definition_of
from lab.experiments.unit_results import is_seen_by
from lab.models import CellResult, Experiment, ExperimentCell, ImportedUnit, StoreImport
from lab.remote_work.schemas import MOST_LAYOUTS, LayoutReport
from lab.settings import Settings
from lab.store_imports.lots import Candidate, drawn, units_sha256
from lab.store_imports.schemas import ImportBegin, ImportPart
from lab_model.experiments.number_names import number_names

LOT_BYTES: Final = 16


def begin(
    session: Session,
    owner_key_hash: bytes | None,
    experiment_id: UUID,
    wanted: ImportBegin,
    settings: Settings,
) -> ImportRead:
    """Begin an import; one that was begun before and not ended is deleted.
    Raises CoreDiffers, WrongState.
    """
    experiment = service.lock_own(session, owner_key_hash, experiment_id)
    _require_takes(session, experiment)
    if experiment.behaviour_version is None:
        raise CoreDiffers("No worker of this lab has started yet, so its core is not known.")
    if experiment.behaviour_version != wanted.behaviour_version:
        raise CoreDiffers(
            f"The store's runs have behaviour {wanted.behaviour_version} (core "
            f"{wanted.core_version}); the lab computes this experiment with behaviour "
            f"{experiment.behaviour_version} ({experiment.core_version}). An experiment cannot "
            "mix numbers of different behaviours: compute the store with the same release."
        )
    session.execute(
        delete(StoreImport).where(
            StoreImport.experiment_id == experiment.id, StoreImport.status == "open"
        )
    )
    imported = StoreImport(
        experiment_id=experiment.id,
        computed_by=wanted.computed_by,
        behaviour_version=wanted.behaviour_version,
        core_version=wanted.core_version,
        layouts=[],
        check_ratio=max(settings.import_check_ratio, wanted.check_ratio or 0.0),
    )
    session.add(imported)
    session.flush()
    session.refresh(imported)
    return ImportRead.of(imported)


def add_part(
    session: Session,
    owner_key_hash: bytes | None,
    experiment_id: UUID,
    import_id: UUID,
    part: ImportPart,
) -> ImportRead:
    """Put runs aside. Raises InvalidInput for one that the experiment has not."""
    experiment = service.lock_own(session, owner_key_hash, experiment_id)
    imported = _lock_open(session, experiment, import_id)
    digests = _digests_of(session, experiment, part)
    known_names = set(number_names(definition_of(experiment)))
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    for layout in part.layouts:
        index = _layout_index(imported, layout, known_names)
        for unit in layout.units:
            digest = digests.get(unit.cell_index)
            if digest is None or not _has_seed(experiment, unit.seed):
                raise InvalidInput.of_field(
                    "layouts",
                    f"the experiment has no cell {unit.cell_index} with seed {unit.seed}",
                )
            row = {
                "import_id": imported.id,
                "scenario_digest": digest,
                "seed": unit.seed,
                "summary_digest": unit.summary_digest,
                "layout_index": index,
                "values": [float("nan") if each is None else each for each in unit.values],
            }
            known = rows.setdefault((digest, unit.seed), row)
            if known["summary_digest"] != unit.summary_digest:
                raise InvalidInput.of_field(
                    "layouts",
                    f"cell {unit.cell_index} with seed {unit.seed} is there twice, with different "
                    "digests; cells with equal scenarios have equal runs",
                )
    _put_aside(session, imported, list(rows.values()))
    return ImportRead.of(imported)


def check(
    session: Session, owner_key_hash: bytes | None, experiment_id: UUID, import_id: UUID
) -> ImportRead:
    """All runs are here: draw the lot. The answer says whether they are taken already, as where
    this lab has all of them. Asked again, it draws no second one.
    """
    experiment = service.lock_own_to_plan(session, owner_key_hash, experiment_id)
    imported = session.get(StoreImport, import_id, with_for_update=True)
    if imported is None or imported.experiment_id != experiment.id:
        raise _no_import(import_id)
    if imported.status != "open":
        return ImportRead.of(imported)
    _require_takes(session, experiment)
    _leave_out_known(session, experiment, imported)
    units = _candidates(session, imported)
    imported.lot = secrets.token_hex(LOT_BYTES)
    imported.units_sha256 = units_sha256(units)
    imported.unit_count = len(units)
    if not units:
        imported.status = "accepted"
        answer = ImportRead.of(imported)
        # Nothing has come of it, so nothing is to be said of it.
        session.delete(imported)
        return answer
    found = drawn(units, imported.lot, imported.check_ratio)
    imported.drawn_count = len(found)
    imported.status = "checking"
    session.flush()
    key = tuple_(ImportedUnit.scenario_digest, ImportedUnit.seed)
    session.execute(
        update(ImportedUnit)
        .where(
            ImportedUnit.import_id == imported.id,
            key.in_([(unit.scenario_digest, unit.seed) for unit in found]),
        )
        .values(is_drawn=True)
        .execution_options(synchronize_session=False)
    )
    planning.plan(session, experiment)
    session.flush()
    session.refresh(imported)
    return ImportRead.of(imported)


def forget_unended(session: Session, kept_s: float) -> int:
    """Remove imports that were begun and have received nothing for so long; how many."""
    found = session.scalars(
        delete(StoreImport)
        .where(
            StoreImport.status == "open",
            StoreImport.changed_at < func.now() - timedelta(seconds=kept_s),
        )
        .returning(StoreImport.id)
    ).all()
    return len(found)


def _require_takes(session: Session, experiment: Experiment) -> None:
    if experiment.status == "cancelled":
        raise WrongState("The experiment is cancelled. Continue it first, then import the store.")
    if definition_of(experiment).replications.precision is not None:
        raise WrongState(
            "The experiment adds seeds until a precision is reached, so its runs are not known "
            "beforehand. Make one with a number of seeds."
        )
    if import_check.being_checked(session, experiment) is not None:
        raise WrongState("A store that was imported before is being compared. Wait for it.")


def _lock_open(session: Session, experiment: Experiment, import_id: UUID) -> StoreImport:
    imported = session.get(StoreImport, import_id, with_for_update=True)
    if imported is None or imported.experiment_id != experiment.id:
        raise _no_import(import_id)
    if imported.status != "open":
        raise WrongState(f"This import is complete: it is {imported.status}. Begin another one.")
    return imported


def _digests_of(session: Session, experiment: Experiment, part: ImportPart) -> dict[int, str]:
    """Scenarios of the cells that are named; cells that the experiment has not are left out."""
    named = {unit.cell_index for layout in part.layouts for unit in layout.units}
    rows = session.execute(
        select(ExperimentCell.cell_index, ExperimentCell.scenario_digest).where(
            ExperimentCell.experiment_id == experiment.id, ExperimentCell.cell_index.in_(named)
        )
    )
    return dict(rows.all())


def _has_seed(experiment: Experiment, seed: int) -> bool:
    return experiment.first_seed <= seed < experiment.first_seed + experiment.replication_count


def _layout_index(imported: StoreImport, layout: LayoutReport, known_names: set[str]) -> int:
    """Its place among the import's, where it is put if it is new."""
    if layout.names in imported.layouts:
        return imported.layouts.index(layout.names)
    foreign = [name for name in layout.names if name not in known_names]
    if foreign or len(set(layout.names)) < len(layout.names) or not layout.names:
        what = f"{foreign[0]!r} is none" if foreign else "each is named once, and one at least"
        raise InvalidInput.of_field(
            "layouts", f"names must be numbers of this experiment's runs: {what}"
        )
    if len(imported.layouts) == MOST_LAYOUTS:
        raise InvalidInput.of_field(
            "layouts", f"there are more than {MOST_LAYOUTS} different lists of names"
        )
    imported.layouts = [*imported.layouts, layout.names]
    return len(imported.layouts) - 1


def _put_aside(session: Session, imported: StoreImport, rows: list[dict[str, Any]]) -> None:
    imported.changed_at = func.now()
    session.flush()
    if rows:
        sent = insert(ImportedUnit).values(rows)
        again = {name: sent.excluded[name] for name in ("summary_digest", "layout_index", "values")}
        session.execute(
            sent.on_conflict_do_update(
                index_elements=["import_id", "scenario_digest", "seed"], set_=again
            )
        )
    session.refresh(imported)


def _leave_out_known(session: Session, experiment: Experiment, imported: StoreImport) -> None:
    """The units of a second import that the experiment has already, and that are equal."""
    if not experiment.import_ids:
        return
    session.execute(
        delete(ImportedUnit).where(
            ImportedUnit.import_id == imported.id,
            exists().where(
                CellResult.scenario_digest == ImportedUnit.scenario_digest,
                CellResult.seed == ImportedUnit.seed,
                CellResult.behaviour_version == imported.behaviour_version,
                is_seen_by(experiment),
                CellResult.summary_digest == ImportedUnit.summary_digest,
            ),
        ),
        execution_options={"synchronize_session": False},
    )


def _candidates(session: Session, imported: StoreImport) -> list[Candidate]:
    rows = select(
        ImportedUnit.scenario_digest,
        ImportedUnit.seed,
        ImportedUnit.summary_digest,
        ImportedUnit.layout_index,
    ).where(ImportedUnit.import_id == imported.id)
    return [
        Candidate(digest, seed, summary_digest, layout_index)
        for digest, seed, summary_digest, layout_index in session.execute(rows)
    ]


def _no_import(import_id: UUID) -> NotFound:
    return NotFound(f"The experiment has no import {import_id}. It may have been forgotten.")
