"""Files of an experiment of a page without a server, or of the one behind a what-if table: those of
the service, as far as they need no library.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan

from lab.site.files import require_writable
from lab.site.refusals import Json
from lab_model.experiments.cells import Expansion
from lab_model.experiments.definition import ExperimentDefinition
from lab_model.experiments.number_names import number_names
from lab_model.experiments.unit_rows import FailedRow, UnitRow, csv_parts
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.table import (
    EXPERIMENT_FILES,
    FORMATS,
    experiment_file_name,
    experiment_parts,
)
from lab_model.scenarios import scenario_digest


def write_file(body: Json) -> Json:
    """Name, media type and bytes, in base64, of a file of `format`; `table` is the rows of
    GET /api/experiments/{experiment_id}/table.csv. `units` are by cell and seed an answer of
    `numbers`, a text that says why there is none, or null while it is computed.
    """
    wanted = body["format"]
    if wanted == "table":
        return _table(body)
    instead = "JSON or CSV, which have the same numbers, or ask in a lab with a server"
    require_writable(EXPERIMENT_FILES, wanted, "an experiment", instead)
    expansion = Expansion(ExperimentDefinition.model_validate_json(body["definition"]))
    experiment = ExportedExperiment(
        body.get("name", expansion.definition.name),
        expansion,
        body["core_version"],
        body["behaviour_version"],
        _PageUnits(expansion, body["core_version"], body["units"]),
    )
    return {
        "name": experiment_file_name(experiment, wanted),
        "media_type": FORMATS[wanted].media_type,
        "base64": b64encode(b"".join(experiment_parts(wanted, experiment))).decode(),
    }


def _table(body: Json) -> Json:
    expansion = Expansion(ExperimentDefinition.model_validate_json(body["definition"]))
    units = _PageUnits(expansion, body["core_version"], body["units"]).unit_rows()
    names = number_names(expansion.definition)
    text = "".join(csv_parts(expansion, body["core_version"], names, units))
    return {
        "name": f"experiment-{body['id']}.csv",
        "media_type": "text/csv",
        "base64": b64encode(text.encode()).decode(),
    }


@dataclass(frozen=True)
class _PageUnits:
    """The units of an experiment as the page has them."""

    expansion: Expansion
    core_version: str
    units: list[list[Json | str | None]]

    def unit_rows(self) -> Iterator[UnitRow]:
        """Every unit that is known, by cell and seed."""
        for cell, scenario in enumerate(self.expansion.scenarios()):
            digest = scenario_digest(scenario)
            for seed, unit in zip(self.expansion.seeds, self.units[cell], strict=True):
                if isinstance(unit, dict):
                    numbers = {
                        name: _double(value)
                        for name, value in unit["numbers"].items()
                        if value is not None
                    }
                    yield UnitRow(cell, seed, digest, unit["summary_digest"], numbers)

    def failed_rows(self) -> Iterator[FailedRow]:
        """Every unit that could not be computed, by cell and seed."""
        for cell, units in enumerate(self.units):
            for seed, unit in zip(self.expansion.seeds, units, strict=True):
                if isinstance(unit, str):
                    yield FailedRow(cell, seed, self.core_version, unit)

    def values(self, names: Sequence[str]) -> "list[_Rows]":
        """Of each number its values."""
        known = [
            [unit["numbers"] if isinstance(unit, dict) else {} for unit in cell]
            for cell in self.units
        ]
        return [
            _Rows([[_double(numbers.get(name)) for numbers in cell] for cell in known])
            for name in names
        ]


@dataclass(frozen=True)
class _Rows:
    """As NumPy's arrays are asked for them, which a page does not have."""

    rows: list[list[float]]

    def tolist(self) -> list[list[float]]:
        """By cell and seed."""
        return self.rows


def _double(value: float | None) -> float:
    """JavaScript writes 10.0 as 10."""
    return nan if value is None else float(value)
