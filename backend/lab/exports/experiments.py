"""The rules of exporting experiments: of any that is over, for anyone who may read it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from lab.context import Context
from lab.errors import NotDone
from lab.experiments import service as experiments
from lab.experiments.import_schema import ImportRead
from lab.experiments.reading import expansion_of, imports_of
from lab.experiments.table import units_of
from lab.experiments.values import read_values
from lab.kit.database import SessionFactory
from lab.models import Experiment
from lab.modules import service as modules
from lab_model.experiments.estimates import Floats
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.experiment import ExportedExperiment

_OVER: Final = ("done", "cancelled")


@dataclass(frozen=True)
class StoredUnits:
    """Reads piece by piece, each in a transaction of its own: a slow reader holds none open."""

    sessions: SessionFactory
    experiment: Experiment

    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""
        return units_of(self.sessions, self.experiment)

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""
        with self.sessions() as session:
            failures = experiments.failures(session, self.experiment.id)
        return (
            FailedRow(row.cell_index, row.seed, row.core_version, row.reason) for row in failures
        )

    def values(self, names: Sequence[str]) -> list[Floats]:
        """Of each number an array of cells x seeds."""
        with self.sessions.begin() as session:
            return read_values(session, self.experiment, list(names))


def find(session: Session, context: Context, experiment_id: UUID) -> ExportedExperiment:
    """What there is to export. Raises NotFound; NotDone while it is being computed."""
    experiment = experiments.require(session, experiment_id)
    if experiment.status not in _OVER or experiment.core_version is None:
        raise NotDone(
            f"Experiment {experiment_id} is {experiment.status}; it can be exported once it is "
            "done or cancelled. Its table.csv has what is known so far."
        )
    elsewhere = tuple(
        _sentence_of(imported)
        for imported in imports_of(session, experiment)
        if imported.status == "accepted"
    )
    session.expunge(experiment)
    expansion = expansion_of(experiment)
    return ExportedExperiment(
        experiment.name,
        expansion,
        experiment.core_version,
        experiment.behaviour_version,
        StoredUnits(context.sessions, experiment),
        context.settings.public_url,
        partial(modules.exported, context.sessions, expansion.definition.to_json()),
        elsewhere,
    )


def _sentence_of(imported: ImportRead) -> str:
    by = f" ({imported.computed_by})" if imported.computed_by else ""
    return (
        f"{imported.unit_count:,} runs were computed elsewhere{by} with core "
        f"{imported.core_version} and imported; {imported.compared_count:,} of them were "
        f"recomputed in the lab, with equal numbers (lot {imported.lot})."
    )
